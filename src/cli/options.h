// What the verbs share: their table, the options that mean the same everywhere, and how errors end.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/load.h"
#include "report/text.h"
#include "search/search.h"

namespace clew::cli {

/// Exit status for a wrong command line or input.
constexpr int kBadInput = 3;

/// The command line of one verb: the words before `--`, and those after it, which are clang's.
struct CommandLine {
  std::vector<std::string> words;
  std::vector<std::string> clangFlags;
  /// If somebody wants to know what the verb can be told, and nothing is to be done: is shown its options.
  std::function<void(const CLI::App&)> describe = nullptr;
};

struct Verb {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;
  int (*run)(const CommandLine&);
};

std::span<const Verb> verbs();

class Engine;
int check(const CommandLine& line);
int check(const CommandLine& line, Engine& engine);
int run(const CommandLine& line);
int replay(const CommandLine& line);
int debug(const CommandLine& line);
int certify(const CommandLine& line);
int certify(const CommandLine& line, Engine& engine);
int script(const CommandLine& line);
int paths(const CommandLine& line);
int completion(const CommandLine& line);
int man(const CommandLine& line);
int explore(const CommandLine& line);

/// Prints `clew: message` to standard error and returns the status for bad input.
int complain(std::string_view message);
/// Says something that is no error, in the same place.
void remark(std::string_view message);
/// From now on this process does not complain, because another one does.
void complainNoMore();

/// Lets CLI11 read the words. Returns an exit status if there is nothing more to do: after `--help`, or
/// after a complaint.
std::optional<int> parse(CLI::App& app, std::string_view verb, const CommandLine& line);

/// What says which program it is: FILE..., --arg, --stdin, --entry and so on, and the settings of a project.
void addInput(CLI::App& app, program::Input& input);
/// The rest of it, when all words are read: clang's flags, and the files of a compilation database.
std::optional<support::Error> settleInput(program::Input& input, const CommandLine& line);
/// --malloc-may-fail, --max-call-depth.
void addMachineLimits(CLI::App& app, machine::MachineLimits& limits);
/// --reduction, by name.
void addReduction(CLI::App& app, std::string& reduction, const std::vector<machine::ReductionKind>& kinds,
                  const std::string& help);
machine::ReductionKind reductionNamed(std::string_view name);
/// --trace; how a violation is shown on the standard output.
enum class TraceKind : uint8_t {
  Sliced,
  Full
};
void addTrace(CLI::App& app, TraceKind& kind);
report::TextStyle styleOf(TraceKind kind);
/// The words that set the same limits on another command line.
std::vector<std::string> machineWords(const machine::MachineLimits& limits);

/// Accepts whole numbers from 1 on, and nothing else that could be taken for one.
CLI::Validator wholeNumber();
/// Accepts a number of workers.
CLI::Validator workers(int fewest = 1);
/// Accepts seconds: positive and finite, or 0 as well.
CLI::Validator seconds(bool orNone = false);

/// A number of bytes such as 500M or 2GiB.
support::Result<uint64_t> parseBytes(const std::string& text);

/// Words as they could be typed into a shell again.
std::string shellText(const std::vector<std::string>& words);

/// The command that shows a path again, as this program was called itself.
std::string replayCommand(const program::Input& input, const std::string& path,
                          const std::vector<std::string>& more = {}, const std::string& verb = "replay");

}  // namespace clew::cli
