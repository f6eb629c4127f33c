#include "cli/check_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/specification.h"
#include "cli/task.h"
#include "cli/test_case.h"
#include "report/json.h"

namespace clew::cli {

namespace {

/// Whether a script can be made of such a search.
std::optional<support::Error> settleScript(CheckOptions& options) {
  if (!options.script) return std::nullopt;
  const search::Options& search = options.search;
  if (options.ranges.areGiven()) return support::Error{"--script needs all paths: it does not go with ranges"};
  if (search.order != search::Order::DepthFirst) return support::Error{"--script needs --search dfs"};
  if (search.store != search::StoreKind::Memory) return support::Error{"--script needs --store memory"};
  if (search.stateless || search.maxDepth > 0)
    return support::Error{"--script needs a search of states without a depth bound"};
  if (options.symmetry != "none") return support::Error{"--script needs --symmetry none"};
  if (search.reduction == machine::ReductionKind::Sleep) {
    return support::Error{"--script needs all steps: it does not go with --reduction sleep"};
  }
  if (options.scriptKindName == nameOf(script::Kind::Trustful)) options.scriptKind = script::Kind::Trustful;
  return report::checkWritable(*options.script);
}

/// What the symbolic engine does not know.
std::optional<support::Error> findMisfitOfSymbolic(const CheckOptions& options, const Engine& engine) {
  const search::Options& search = options.search;
  const auto misfit = [](const char* what) { return support::Error{fmt::format("{} is for --engine explicit", what)}; };
  if (engine.isJob()) return support::Error{"--engine symbolic is for clew, not for clew-mpi"};
  if (options.ranges.areGiven() && options.symbolicWords.merge == "always") {
    return support::Error{"a range of paths needs --merge never: merged ways are one path"};
  }
  if (options.ranges.partition == "probe") return misfit("--partition probe");
  if (search.order != search::Order::DepthFirst) return misfit("--search");
  if (search.store != search::StoreKind::Memory || options.store.directory) return misfit("--store");
  if (options.reduction != "none") return misfit("--reduction");
  if (options.symmetry != "none") return misfit("--symmetry");
  if (search.stateless || search.executeAll) return misfit("--stateless or --execute-all");
  if (search.maxDepth > 0) return misfit("--max-depth");
  if (!options.selection.invariants.empty()) return misfit("--invariant or --next");
  if (options.scriptKind == script::Kind::Trustful) return misfit("--script-kind trustful");
  return std::nullopt;
}

/// Predicate abstraction.
std::optional<support::Error> settleAbstraction(CheckOptions& options, const Engine& engine,
                                                const program::Program& program) {
  if (auto misfit = findMisfitOfSymbolic(options, engine)) return misfit;
  if (options.script) return support::Error{"--script is for --engine explicit or symbolic"};
  if (options.search.jobs != 1) return support::Error{"--jobs is for --engine explicit or symbolic"};
  if (options.symbolicWords.hasBounds()) {
    return support::Error{"--unwind, --bound, --solving, --block and --merge are for --engine symbolic"};
  }
  auto settled = settleSymbolic(options.symbolicWords, options.search, program);
  if (!settled) return settled.error();
  options.abstraction = abstraction::Options{.solver = settled->solver, .solverSeconds = settled->solverSeconds};
  settleWords(options.abstractionWords, *options.abstraction);
  return std::nullopt;
}

}  // namespace

void addOptions(CLI::App& app, CheckOptions& options) {
  addInput(app, options.input);
  addSelection(app, options.selection);
  addSpecification(app, options.selection);
  addAbstraction(app, options.abstractionWords);
  addOrder(app, options.order);
  using enum machine::ReductionKind;
  addReduction(app, options.reduction, {None, Sleep, Local, Full},
               "none: every step of every thread; sleep: all states, but not all steps that lead to them; local: a "
               "thread goes on while nobody has to do with what it does; full: and threads that can wait do wait. "
               "All states are explored under invariants, --max-depth, --stateless, --search ida and random");
  app.add_option("--symmetry", options.symmetry,
                 "threads: states that differ only by which of some like threads is which are one state, where that is "
                 "proven harmless; none. Not under invariants, --max-depth, --stateless, --search ida and random")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "threads"}));
  app.add_option("--jobs", options.search.jobs,
                 "search with so many workers at once; symbolic: so many solvers beside the search, 0: when it is over")
      ->capture_default_str()
      ->check(workers(0));
  addStore(app, options.store);
  addRanges(app, options.ranges);
  addSymbolic(app, options.symbolicWords);
  app.add_flag("--stateless", options.search.stateless, "do not recognise states seen before");
  app.add_flag("--execute-all", options.search.executeAll,
               "execute every step; do not remember what steps do (slower, an independent check)");
  app.add_option("--max-depth", options.search.maxDepth, "explore paths of at most so many steps")
      ->check(wholeNumber());
  app.add_option("--max-states", options.search.maxStates, "stop after so many states")->check(wholeNumber());
  app.add_option("--time-limit", options.timeLimit, "stop after so many seconds")->check(seconds());
  app.add_option("--memory-limit", options.memoryLimit,
                 "stop when the process takes so much memory (500M, 2G; default: nine tenths of the machine's)");
  app.add_option("--minimize", options.minimise,
                 "look so long for a path to the same violation with fewer context switches and steps; 0: show the one "
                 "that the search found (default: 1, and less after a short search)")
      ->check(seconds(true));
  addTrace(app, options.trace);
  app.add_option("--script", options.script, "write the search as a script, a certificate that clew certify checks")
      ->type_name("FILE.clew");
  app.add_option("--script-kind", options.scriptKindName,
                 "full: everything, to be checked by anybody; trustful: what leads to new states only, for those who "
                 "believe that it is all")
      ->capture_default_str()
      ->check(CLI::IsMember({"full", "trustful"}));
  app.add_option(
         "--format", options.formatTexts,
         fmt::format("write the result in this format to a file, or to standard output if only the kind is given "
                     "(repeatable): {}",
                     report::formatNames()))
      ->type_name("KIND[=FILE]")
      ->allow_extra_args(false);
  app.add_option_function<std::string>(
         "--json", [&options](const std::string& file) { options.formatTexts.push_back("json=" + file); },
         "the same as --format json=FILE")
      ->type_name("FILE");
  app.add_option(
         "--witness-in", options.witnessFile,
         "confirm or reject this violation witness of SV-COMP (YAML or GraphML): look for a run that follows it")
      ->type_name("FILE");
  app.add_option("--html", options.html, "write the result as a page for the browser, to step through a violation")
      ->type_name("FILE.html");
  app.add_option("--test-case", options.testCase,
                 "write a violation as a C file that gives the program its inputs, to see it fail natively")
      ->type_name("FILE.c");
  app.add_flag("--quiet,-q", options.quiet, "no progress, no statistics");
  addMachineLimits(app, options.search.machine);
}

std::optional<support::Error> settleEngine(CheckOptions& options, const Engine& engine,
                                           const program::Program& program) {
  SymbolicWords& words = options.symbolicWords;
  if (words.engine == "abstract") return settleAbstraction(options, engine, program);
  if (options.abstractionWords.areGiven()) {
    return support::Error{"--blocks, --strategy, --weaving and --partition-time are for --engine abstract"};
  }
  EngineChoice choice = chooseEngine(words, program);
  auto misfit = choice.isSymbolic ? findMisfitOfSymbolic(options, engine) : std::nullopt;
  if (misfit && words.engine == "auto") choice = {false, misfit->message};
  if (misfit && words.engine != "auto") return misfit;
  if (!options.quiet && !choice.why.empty()) {
    std::cout << "engine: " << (choice.isSymbolic ? "symbolic" : "explicit") << " (" << choice.why << ")\n";
  }
  if (!choice.isSymbolic) {
    if (words.hasDetails() && words.engine != "auto") {
      return support::Error{"--unwind, --bound, --solving, --block, --merge and --solver need --engine symbolic"};
    }
    if (options.search.jobs == 0) return support::Error{"--jobs 0 is for --engine symbolic"};
    if (options.script && options.search.jobs != 1) {
      return support::Error{"--script needs --jobs 1: a script is the search of one worker"};
    }
    return std::nullopt;
  }
  auto settled = settleSymbolic(words, options.search, program);
  if (!settled) return settled.error();
  options.symbolic = std::move(*settled);
  if (options.ranges.areGiven()) options.symbolic->merging = symbolic::Merging::Never;
  if (!options.script) return std::nullopt;
  if (auto error = settleNogoods(*options.symbolic)) return error;
  options.symbolic->nogoods = &options.nogoods;
  return std::nullopt;
}

std::optional<support::Error> settle(CheckOptions& options, Engine& engine, support::Watchdog::Limits& limits) {
  if (auto error = settleRanges(options.ranges, options.order, engine.ranges(), engine.isJob(), options.search)) {
    return error;
  }
  if (auto error = settleOrder(options.order, options.timeLimit > 0, options.search)) return error;
  options.search.reduction = reductionNamed(options.reduction);
  options.search.isJob = engine.isJob();
  if (options.symmetry == machine::nameOf(machine::SymmetryKind::Threads)) {
    options.search.symmetry = machine::SymmetryKind::Threads;
  }
  limits.seconds = options.timeLimit;
  limits.bytes = engine.memoryLimit();
  if (options.memoryLimit) {
    auto bytes = parseBytes(*options.memoryLimit);
    if (!bytes) return bytes.error();
    limits.bytes = *bytes;
  }
  options.memoryBytes = limits.bytes;
  engine.takeResume(options.store.resume);
  if (const auto error = settleStore(options.store, options.search)) return error;
  if (const auto error = settleScript(options)) return error;
  if (const auto error = findMisfit(options.ranges, options.search)) return error;
  if (const auto error = engine.settle(options.search, options.script.has_value())) return error;
  if (!engine.speaks()) {
    options.quiet = true;
    options.minimise = 0;  // nobody reads its path
  }
  for (const std::string& text : options.formatTexts) {
    auto format = report::parseFormat(text);
    if (!format) return format.error();
    if (options.html && format->file == options.html) {
      return support::Error{"--html and --format (or --json) name the same file"};
    }
    options.formats.push_back(std::move(*format));
  }
  if (!engine.speaks()) return std::nullopt;
  if (options.html) {
    if (auto error = report::checkWritable(*options.html)) return error;
  }
  return report::checkFormats(options.formats);
}

std::optional<support::Error> findMisfitOfSpecification(const CheckOptions& options, const Engine& engine) {
  if (options.selection.specifications.empty()) return std::nullopt;
  const auto misfit = [](const char* what) { return support::Error{fmt::format("--spec does not go with {}", what)}; };
  if (engine.isJob()) return misfit("clew-mpi");
  if (options.script) return misfit("--script");
  if (options.ranges.areGiven()) return misfit("ranges");
  if (options.search.store == search::StoreKind::External || options.search.store == search::StoreKind::Strict) {
    return misfit("--store external or strict");
  }
  if (options.testCase) return misfit("--test-case");
  return std::nullopt;
}

std::optional<support::Error> openWitness(CheckOptions& options, const Engine& engine) {
  if (!options.witnessFile) return std::nullopt;
  const auto misfit = [](const char* what) {
    return support::Error{fmt::format("--witness-in does not go with {}", what)};
  };
  const search::Options& search = options.search;
  const std::string& kind = options.symbolicWords.engine;
  if (engine.isJob()) return misfit("clew-mpi");
  if (options.script) return misfit("--script");
  if (options.ranges.areGiven()) return misfit("ranges");
  if (!options.selection.specifications.empty()) return misfit("--spec");
  if (search.order != search::Order::DepthFirst) return misfit("--search");
  if (search.store != search::StoreKind::Memory || options.store.directory) return misfit("--store");
  if (search.stateless || search.maxDepth > 0) return misfit("--stateless or --max-depth");
  if (options.reduction != "none" || options.symmetry != "none") return misfit("--reduction or --symmetry");
  if (kind != "explicit" && kind != "auto") return misfit("--engine symbolic or abstract");
  options.symbolicWords.engine = "explicit";
  auto opened = WitnessCheck::open(*options.witnessFile);
  if (!opened) return opened.error();
  options.witness = std::move(*opened);
  const bool isSelected = options.selection.names || !options.selection.files.empty();
  const bool isTask = std::any_of(options.given.begin(), options.given.end(), isTaskFile);
  if (!isSelected && !isTask && options.selection.invariants.empty()) options.witness->select(options.selection);
  return std::nullopt;
}

}  // namespace clew::cli
