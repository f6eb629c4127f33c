// clew check: decides.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>

#include "cli/options.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/text.h"
#include "report/trace.h"
#include "report/verdict.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

struct CheckOptions {
  program::Input input;
  ExecutionOptions execution;
  search::Options search;
  std::string order = "dfs";
  std::optional<std::string> memoryLimit;
  std::optional<std::string> json;
  double timeLimit = 0;
  bool quiet = false;
};

void addOptions(CLI::App& app, CheckOptions& options) {
  addInput(app, options.input);
  app.add_option("--search", options.order, "dfs, or bfs for a shortest counterexample")
      ->check(CLI::IsMember({"dfs", "bfs"}));
  app.add_flag("--stateless", options.search.stateless, "do not recognise states seen before");
  app.add_flag("--execute-all", options.search.executeAll,
               "execute every step; do not remember what steps do (slower, an independent check)");
  app.add_option("--max-depth", options.search.maxDepth, "explore paths of at most so many steps")
      ->check(wholeNumber());
  app.add_option("--max-states", options.search.maxStates, "stop after so many states")->check(wholeNumber());
  app.add_option("--time-limit", options.timeLimit, "stop after so many seconds")->check(seconds());
  app.add_option("--memory-limit", options.memoryLimit,
                 "stop when the process takes so much memory (500M, 2G; default: nine tenths of the machine's)");
  app.add_option("--json", options.json, "write the result to this file");
  app.add_flag("--quiet,-q", options.quiet, "no progress, no statistics");
  addExecution(app, options.execution);
}

/// Turns texts into values; the error if one does not fit.
std::optional<support::Error> settle(CheckOptions& options, support::Watchdog::Limits& limits) {
  const auto properties = options.execution.settle();
  if (!properties) return properties.error();
  options.search.properties = *properties;
  options.search.machine = options.execution.machine;
  options.search.order = options.order == "bfs" ? search::Order::BreadthFirst : search::Order::DepthFirst;
  if (options.search.stateless && options.search.order == search::Order::BreadthFirst) {
    return support::Error{"--stateless needs --search dfs: breadth-first order is made of stored states"};
  }
  limits.seconds = options.timeLimit;
  limits.bytes = support::physicalBytes() / 10 * 9;  // before the kernel ends us without a word
  if (options.memoryLimit) {
    auto bytes = parseBytes(*options.memoryLimit);
    if (!bytes) return bytes.error();
    limits.bytes = *bytes;
  }
  if (options.json) return report::checkWritable(*options.json);
  return std::nullopt;
}

/// Executes the path once more, on a fresh machine. A violation counts only if it shows again.
std::optional<report::Trace> confirm(const program::Program& program, const CheckOptions& options,
                                     const search::Result& result) {
  report::PathChooser chooser(result.path, false);
  report::RecordOptions recording;
  recording.machine = options.search.machine;
  recording.races = options.search.properties.contains(property::Property::DataRace);
  report::Trace trace = report::record(program, chooser, recording);
  const bool same = trace.violation && trace.violation->property == result.violation->property && chooser.finished();
  if (!same) return std::nullopt;
  return trace;
}

void printOutcome(const program::Program& program, const CheckOptions& options, const report::Trace* trace) {
  if (trace == nullptr) return;
  report::printTrace(std::cout, program, *trace, report::TextStyle::detect(STDOUT_FILENO));
  if (!trace->output.empty())
    std::cout << "\nthe program printed:\n" << trace->output << (trace->output.ends_with('\n') ? "" : "\n");
  std::cout << "\nto see it again: " << replayCommand(options.input, options.execution, trace->path.text()) << "\n\n";
}

}  // namespace

int check(const CommandLine& line) {
  CheckOptions options;
  CLI::App app("Explores every schedule and every input of a program, and decides.");
  addOptions(app, options);
  if (const auto done = parse(app, "check", line)) return *done;
  options.input.clangFlags = line.clangFlags;
  support::Watchdog::Limits limits;
  if (const auto error = settle(options, limits)) return complain(error->message);

  const auto begin = Clock::now();
  const auto program = program::load(options.input);
  if (!program) return complain(program.error().message);

  search::Statistics statistics;
  search::Result result;
  const auto searchBegin = Clock::now();
  support::StopReason stopped = support::StopReason::None;
  {
    const support::Watchdog watchdog(limits);
    const report::Progress progress(statistics, options.quiet);
    result = search::explore(*program, options.search, watchdog.stop(), statistics);
    stopped = watchdog.reason();
  }
  const double seconds = secondsSince(searchBegin);

  report::Verdict verdict = report::verdictOf(result, options.search, stopped);
  std::optional<report::Trace> trace;
  if (result.violation) {
    trace = confirm(*program, options, result);
    if (!trace) verdict = {report::VerdictKind::Unknown, "the counterexample does not replay; this is a bug in clew"};
  }
  printOutcome(*program, options, trace ? &*trace : nullptr);
  if (!options.quiet) std::cout << report::statisticsLine(statistics, seconds) << "\n";
  if (options.json) {
    const report::JsonReport json = {*program, options.input,       options.search, statistics,
                                     seconds,  secondsSince(begin), verdict,        trace ? &*trace : nullptr};
    if (const auto error = report::writeJson(*options.json, json)) {
      complain(error->message);
      std::cout << "verdict: " << verdict.text() << std::endl;
      return kBadInput;
    }
  }
  std::cout << "verdict: " << verdict.text() << std::endl;
  return verdict.exitStatus();
}

}  // namespace clew::cli
