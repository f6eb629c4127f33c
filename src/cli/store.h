// Where a check keeps the states it has visited.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cli/question.h"
#include "program/load.h"
#include "search/run_directory.h"
#include "search/search.h"
#include "support/result.h"

namespace clew::cli {

/// As it was given.
struct StoreWords {
  std::string store = "memory";
  std::optional<std::string> bitstateSize;
  std::optional<std::string> directory;
  bool resume = false;
  std::optional<std::string> layout;
  std::optional<std::string> cache;
  std::optional<std::string> cacheSize;
};

void addStore(CLI::App& app, StoreWords& words);

/// Sets the store and what belongs to it; the error if that does not fit the other options.
std::optional<support::Error> settleStore(const StoreWords& words, search::Options& options);

/// What must be the same when a run is resumed: a line `name: value` for each.
std::string identityOf(const program::Program& program, const program::Input& input, const Question& question,
                       const search::Options& options);

/// Opens the directory of a run whose states are on disk, and sees to it that the process stays below the limit.
support::Result<std::unique_ptr<search::RunDirectory>> openRun(const StoreWords& words, const program::Program& program,
                                                               const program::Input& input, const Question& question,
                                                               uint64_t memoryLimit, search::Options& options);

}  // namespace clew::cli
