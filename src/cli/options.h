// What the verbs share: their table, the options that mean the same everywhere, and how errors end.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/load.h"
#include "search/search.h"

namespace clew::cli {

/// Exit status for a wrong command line or input.
constexpr int kBadInput = 3;

/// The command line of one verb: the words before `--`, and those after it, which are clang's.
struct CommandLine {
  std::vector<std::string> words;
  std::vector<std::string> clangFlags;
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
int certify(const CommandLine& line);
int certify(const CommandLine& line, Engine& engine);
int script(const CommandLine& line);
int paths(const CommandLine& line);
int explore(const CommandLine& line);

/// Prints `clew: message` to standard error and returns the status for bad input.
int complain(std::string_view message);
/// From now on this process does not complain, because another one does.
void complainNoMore();

/// Lets CLI11 read the words. Returns an exit status if there is nothing more to do: after `--help`, or
/// after a complaint.
std::optional<int> parse(CLI::App& app, std::string_view verb, const CommandLine& line);

/// FILE..., --arg, --stdin and --stdin-file.
void addInput(CLI::App& app, program::Input& input, bool required = true);
/// --malloc-may-fail, --max-call-depth.
void addMachineLimits(CLI::App& app, machine::MachineLimits& limits);
/// The words that set the same limits on another command line.
std::vector<std::string> machineWords(const machine::MachineLimits& limits);

/// Accepts whole numbers from 1 on, and nothing else that could be taken for one.
CLI::Validator wholeNumber();
/// Accepts a number of workers.
CLI::Validator workers(int fewest = 1);
/// Accepts seconds: positive and finite.
CLI::Validator seconds();

/// A number of bytes such as 500M or 2GiB.
support::Result<uint64_t> parseBytes(const std::string& text);

/// Words as they could be typed into a shell again.
std::string shellText(const std::vector<std::string>& words);

/// The command that shows a path again, as this program was called itself.
std::string replayCommand(const program::Input& input, const std::string& path,
                          const std::vector<std::string>& more = {}, const std::string& verb = "replay");

}  // namespace clew::cli
