// clew paths: cut paths, which divide the tree of choices into ranges.
#include <fmt/format.h>

#include <fstream>
#include <iostream>

#include "cli/options.h"
#include "cli/question.h"
#include "cli/ranges.h"
#include "cli/symbolic.h"
#include "report/json.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

struct PathsOptions {
  program::Input input;
  Selection selection;
  search::Options search;
  size_t count = 1;
  uint64_t seed = 0;
  std::optional<std::string> from, to;
  std::string method = "random";
  SymbolicWords symbolic;
  std::optional<std::string> output;
  double timeLimit = 0;
};

void addOptions(CLI::App& app, PathsOptions& options) {
  constexpr size_t kMostPaths = 100'000;
  addInput(app, options.input);
  app.add_option("-n", options.count, "how many paths")
      ->capture_default_str()
      ->check(CLI::Range(size_t{1}, kMostPaths));
  app.add_option("--seed", options.seed, "the same paths for the same number")->capture_default_str();
  app.add_option("--from", options.from, "no path before this one")->type_name("PATH")->expected(1);
  app.add_option("--to", options.to, "no path behind this one")->type_name("PATH")->expected(1);
  app.add_option("--method", options.method,
                 "random: runs with random choices; probe: where an estimate says that the parts are as large")
      ->capture_default_str()
      ->check(CLI::IsMember(partitionNames()));
  app.add_flag("--stateless", options.search.stateless, "estimate for a search that does not recognise states");
  app.add_option("-o,--output", options.output, "write the paths to this file (default: print them)")
      ->type_name("FILE");
  app.add_option("--time-limit", options.timeLimit, "give up after so many seconds")->check(seconds());
  addSymbolic(app, options.symbolic);
  addSelection(app, options.selection);
  addMachineLimits(app, options.search.machine);
}

std::string textOf(const PathsOptions& options, const program::Program& program, const search::MadePaths& made) {
  std::string text = fmt::format("# {} paths, method {}, seed {}, program {}\n", made.paths.size(), options.method,
                                 options.seed, program.contentHash);
  if (made.areCut) text += "# some runs have no end, or a late one; of these it is the beginning\n";
  for (const machine::Path& path : made.paths) text += search::lineOf(path) + "\n";
  return text;
}

/// The symbolic engine's options, if the paths are to be of its tree.
support::Result<std::optional<symbolic::Options>> settleEngine(const PathsOptions& options,
                                                               const program::Program& program) {
  if (!chooseEngine(options.symbolic, program).isSymbolic) {
    if (!options.symbolic.hasDetails()) return std::optional<symbolic::Options>();
    return support::Error{"--unwind, --bound, --solving, --block, --merge and --solver need --engine symbolic"};
  }
  if (options.method != "random") return support::Error{"--method probe is for --engine explicit"};
  if (options.search.invariants != nullptr) return support::Error{"--invariant or --next is for --engine explicit"};
  auto settled = settleSymbolic(options.symbolic, options.search, program);
  if (!settled) return settled.error();
  return std::optional(std::move(*settled));
}

std::optional<support::Error> findMisfitOfRange(const program::Program& program, const search::Options& same,
                                                const symbolic::Options* symbolic, const search::Range& range,
                                                const std::atomic<bool>& stop) {
  if (auto error = findMisfit(program, same, symbolic, range.from, "--from", stop)) return error;
  if (auto error = findMisfit(program, same, symbolic, range.to, "--to", stop)) return error;
  if (range.isEmpty()) return support::Error{"there is no path between --from and --to"};
  return std::nullopt;
}

}  // namespace

int paths(const CommandLine& line) {
  PathsOptions options;
  CLI::App app("Finds paths that divide the tree of choices into ranges, for clew check --ranges.");
  addOptions(app, options);
  if (const auto done = parse(app, "paths", line)) return *done;
  if (const auto error = settleInput(options.input, line)) return complain(error->message);
  const auto range = rangeOf(options.from, options.to);
  if (!range) return complain(range.error().message);
  if (options.output) {
    if (const auto error = report::checkWritable(*options.output)) return complain(error->message);
  }
  const auto question = questionOfPath(options.selection, options.input);
  if (!question) return complain(question.error().message);
  const auto program = program::load(options.input);
  if (!program) return complain(program.error().message);
  const auto invariants = question->invariants.parse(*program);
  if (!invariants) return complain(invariants.error().message);
  if (!invariants->empty()) options.search.invariants = &*invariants;

  const support::Watchdog watchdog({options.timeLimit, 0});
  const search::Options same = choiceOptions(*question, options.search);
  const auto engine = settleEngine(options, *program);
  if (!engine) return complain(engine.error().message);
  const symbolic::Options* symbolic = *engine ? &**engine : nullptr;
  if (const auto error = findMisfitOfRange(*program, same, symbolic, *range, watchdog.stop()))
    return complain(error->message);
  const auto made = makePaths(partitionOf(options.method), *program, same, symbolic, *range, options.count,
                              options.seed, watchdog.stop());
  if (watchdog.stop()) return complain("there was no time to find the paths");
  const std::string text = textOf(options, *program, made);
  if (!options.output) {
    std::cout << text << std::flush;
    return 0;
  }
  if (!(std::ofstream(*options.output, std::ios::binary) << text << std::flush)) {
    return complain(fmt::format("{}: cannot be written", *options.output));
  }
  return 0;
}

}  // namespace clew::cli
