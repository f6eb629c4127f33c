// Which part of the tree of choices a check explores.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "cli/order.h"
#include "cli/question.h"
#include "search/choices.h"
#include "search/search.h"
#include "symbolic/search.h"

namespace clew::cli {

/// How cut paths are found.
enum class Partition : uint8_t {
  Random,
  Probe
};
std::vector<std::string> partitionNames();
Partition partitionOf(const std::string& name);

/// Cut paths inside a range, found in this way.
/// `symbolic`: of that engine's tree, which is cut at random paths only; null: of the explicit one's.
search::MadePaths makePaths(Partition partition, const program::Program& program, const search::Options& options,
                            const symbolic::Options* symbolic, const search::Range& range, size_t count, uint64_t seed,
                            const std::atomic<bool>& stop);

/// As it was given.
struct RangeWords {
  std::optional<std::string> from, to;
  std::optional<std::string> file;
  std::optional<std::string> which;  // I, or I/N
  std::optional<std::string> partition;
  std::optional<std::string> sharing;

  // What is known only when there is a program.
  size_t index = 0;  // of the range, from 1 on; 0: all of them
  size_t parts = 0;  // 0: they are not to be found
  uint64_t seed = 0;

  bool areGiven() const { return from || to || file || which; }
};

void addRanges(CLI::App& app, RangeWords& words);

/// A range between two texts.
support::Result<search::Range> rangeOf(const std::optional<std::string>& from, const std::optional<std::string>& to);

/// Sets the ranges as far as they are known, and takes the seed for them out of the order's words; the error if that
/// does not fit.
/// `wanted`: how many ranges there are to be if nothing is said about them. `hasRanks`: several processes share states.
std::optional<support::Error> settleRanges(RangeWords& words, OrderWords& order, size_t wanted, bool hasRanks,
                                           search::Options& options);

/// What ranges do not go with; to be asked when everything else is settled.
std::optional<support::Error> findMisfit(const RangeWords& words, const search::Options& options);

/// Finds the ranges of a partition, and whether the paths fit the program.
std::optional<support::Error> fitRanges(const RangeWords& words, const program::Program& program,
                                        const Question& question, double timeLimit, const symbolic::Options* symbolic,
                                        search::Options& options);

/// Whether a path is one of an engine's tree; `name` is for the complaint.
std::optional<support::Error> findMisfit(const program::Program& program, const search::Options& options,
                                         const symbolic::Options* symbolic, const std::optional<machine::Path>& path,
                                         std::string_view name, const std::atomic<bool>& stop);

/// The options that decide which choices a question's search meets.
search::Options choiceOptions(const Question& question, const search::Options& options);

}  // namespace clew::cli
