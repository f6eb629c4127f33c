// clew check: decides.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "abstraction/search.h"
#include "cli/certificate.h"
#include "cli/engine.h"
#include "cli/options.h"
#include "cli/order.h"
#include "cli/question.h"
#include "cli/ranges.h"
#include "cli/specification.h"
#include "cli/store.h"
#include "cli/symbolic.h"
#include "cli/test_case.h"
#include "cli/witness.h"
#include "report/answer.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/text.h"
#include "report/trace.h"
#include "report/verdict.h"
#include "script/file.h"
#include "search/recorder.h"
#include "support/text_file.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

struct CheckOptions {
  program::Input input;
  std::vector<std::string> given;             // the files as they were given, a task included
  std::vector<std::string> flagsAfterDashes;  // without those of a task
  Selection selection;
  std::string reduction = "none";
  std::string symmetry = "none";
  search::Options search;
  OrderWords order;
  StoreWords store;
  RangeWords ranges;
  SymbolicWords symbolicWords;
  std::optional<symbolic::Options> symbolic;  // if that is the engine
  std::optional<abstraction::Options> abstraction;
  std::vector<uint8_t> nogoods;  // that it has found, for a script
  std::optional<std::string> memoryLimit;
  std::vector<std::string> formatTexts;
  std::vector<report::Format> formats;
  std::optional<std::string> witnessFile;
  std::shared_ptr<WitnessCheck> witness;  // that is to be confirmed
  std::optional<std::string> testCase;
  std::optional<std::string> script;
  std::string scriptKindName = "full";
  script::Kind scriptKind = script::Kind::Full;
  double timeLimit = 0;
  bool quiet = false;
};

void addOptions(CLI::App& app, CheckOptions& options) {
  addInput(app, options.input);
  addSelection(app, options.selection);
  addSpecification(app, options.selection);
  addOrder(app, options.order);
  app.add_option(
         "--reduction", options.reduction,
         "none: every step of every thread; local: a thread goes on while nobody has to do with what it does; "
         "full: and threads that can wait do wait. Everything is explored under invariants, --max-depth, --stateless, "
         "--search ida and random")
      ->capture_default_str()
      ->check(CLI::IsMember({"none", "local", "full"}));
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
  app.add_option("--script", options.script, "write the search as a script, a certificate that clew certify checks");
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
  app.add_option("--test-case", options.testCase,
                 "write a violation as a C file that gives the program its inputs, to see it fail natively")
      ->type_name("FILE.c");
  app.add_flag("--quiet,-q", options.quiet, "no progress, no statistics");
  addMachineLimits(app, options.search.machine);
}

/// Whether a script can be made of such a search.
std::optional<support::Error> settleScript(CheckOptions& options) {
  if (!options.script) return std::nullopt;
  const search::Options& search = options.search;
  if (options.ranges.areGiven()) return support::Error{"--script needs all paths: it does not go with ranges"};
  if (search.order != search::Order::DepthFirst) return support::Error{"--script needs --search dfs"};
  if (search.store != search::StoreKind::Memory) return support::Error{"--script needs --store memory"};
  if (search.stateless || search.maxDepth > 0)
    return support::Error{"--script needs a search of states without a depth bound"};
  if (options.reduction != "none" || options.symmetry != "none") {
    return support::Error{"--script needs --reduction none and --symmetry none"};
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
  return std::nullopt;
}

/// Decides which engine it is.
std::optional<support::Error> settleEngine(CheckOptions& options, const Engine& engine,
                                           const program::Program& program) {
  SymbolicWords& words = options.symbolicWords;
  if (words.engine == "abstract") return settleAbstraction(options, engine, program);
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

/// Turns texts into values; the error if one does not fit.
std::optional<support::Error> settle(CheckOptions& options, Engine& engine, support::Watchdog::Limits& limits) {
  if (auto error = settleRanges(options.ranges, options.order, engine.ranges(), engine.isJob(), options.search)) {
    return error;
  }
  if (auto error = settleOrder(options.order, options.timeLimit > 0, options.search)) return error;
  for (const auto kind : {machine::ReductionKind::None, machine::ReductionKind::Local, machine::ReductionKind::Full}) {
    if (options.reduction == machine::nameOf(kind)) options.search.reduction = kind;
  }
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
  engine.takeResume(options.store.resume);
  if (const auto error = settleStore(options.store, options.search)) return error;
  if (const auto error = settleScript(options)) return error;
  if (const auto error = findMisfit(options.ranges, options.search)) return error;
  if (const auto error = engine.settle(options.search, options.script.has_value())) return error;
  if (!engine.speaks()) options.quiet = true;
  for (const std::string& text : options.formatTexts) {
    auto format = report::parseFormat(text);
    if (!format) return format.error();
    options.formats.push_back(std::move(*format));
  }
  return engine.speaks() ? report::checkFormats(options.formats) : std::nullopt;
}

/// Executes the path once more, on a fresh machine. A violation counts only if it shows again.
std::optional<report::Trace> confirm(const program::Program& program, const Question& question,
                                     const search::Options& options, const search::Result& result) {
  report::PathChooser chooser(result.path, false);
  report::RecordOptions recording;
  recording.machine = options.machine;
  question.prepare(recording);
  recording.invariants = options.invariants;
  recording.heuristics = options.heuristics;
  if (!options.heuristics.empty()) recording.threads = search::expectedThreads(program, options);
  report::Trace trace = report::record(program, chooser, recording);
  // It may show earlier than the search saw it: in a state that the search passed through.
  if (!trace.violation || trace.violation->property != result.violation->property) return std::nullopt;
  return trace;
}

/// Reads the witness that is to be confirmed, if there is one, and what it is about.
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

/// Decides one question by one search.
report::Answer answer(const program::Program& program, const Question& question, search::Options options,
                      const CheckOptions& how, Engine& engine, const support::Watchdog& watchdog,
                      search::Statistics& statistics) {
  report::Answer answer;
  answer.question = question.name;
  answer.fromFile = question.file.has_value();
  answer.clauses = question.clauses();
  answer.properties = question.properties;
  answer.complaints = question.complaints;
  answer.expected = question.expected;
  answer.expectedClause = question.expectedClause;
  if (question.properties.empty()) {
    answer.verdict = {report::VerdictKind::Unknown, question.file->refused};
    return answer;
  }
  options.properties = question.properties;
  options.complaints = question.complaints;
  property::prepare(options.machine, question.properties);
  if (!question.usesInvariants()) options.invariants = nullptr;
  const auto explore = [&] {
    if (how.witness) {
      const auto show = [&](const machine::Path& path, const property::Violation& violation) {
        return confirm(program, question, options,
                       {.violation = violation, .path = path, .shortfall = {}, .notes = {}});
      };
      return how.witness->follow(options, show, watchdog.stop(), statistics);
    }
    if (how.abstraction) {
      return abstraction::explore(program, options, *how.abstraction, watchdog.stop(), statistics);
    }
    if (how.symbolic) return symbolic::explore(program, options, *how.symbolic, watchdog.stop(), statistics);
    return engine.explore(program, options, watchdog.stop(), statistics);
  };
  const search::Result result = explore();
  answer.verdict = report::verdictOf(result, options, watchdog.reason());
  answer.notes = result.notes;
  const bool arithmetic = options.properties.contains(property::Property::SignedOverflow) ||
                          options.properties.contains(property::Property::Shift);
  if (arithmetic) answer.notes.insert(answer.notes.end(), program.notes.begin(), program.notes.end());
  if (arithmetic && !program.notes.empty() && answer.verdict.kind == report::VerdictKind::Safe) {
    answer.verdict = {report::VerdictKind::Unknown, program.notes.front()};
  }
  if (!result.violation) {
    const bool refused = question.file && !question.file->refused.empty();
    if (refused) answer.verdict = {report::VerdictKind::Unknown, question.file->refused};
    return answer;
  }
  answer.trace = confirm(program, question, options, result);
  answer.clause = question.nameOf(*result.violation);
  answer.verdict.detail = answer.clause;
  if (!answer.trace) {
    answer.verdict = {report::VerdictKind::Unknown, "the counterexample does not replay; this is a bug in clew"};
  }
  return answer;
}

void printOutcome(const program::Program& program, const CheckOptions& options, const Question& question,
                  const report::Trace& trace) {
  if (question.file) std::cout << question.name << " is violated:\n\n";
  report::printTrace(std::cout, program, trace, report::TextStyle::detect(STDOUT_FILENO));
  if (!trace.output.empty())
    std::cout << "\nthe program printed:\n" << trace.output << (trace.output.ends_with('\n') ? "" : "\n");
  program::Input given = options.input;
  given.files = options.given;
  given.clangFlags = options.flagsAfterDashes;
  const std::vector<std::string> more = question.words(options.search.machine);
  std::cout << "\nto see it again: " << replayCommand(given, trace.path.text(), more) << "\n\n";
}

/// What automata do not go with.
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

/// Answers all questions, one after the other.
std::vector<report::Answer> answerAll(const program::Program& program, const program::Program& unwatched,
                                      const CheckOptions& options, const std::vector<Question>& questions,
                                      Engine& engine, const support::Watchdog::Limits& limits,
                                      search::Statistics& total) {
  std::vector<report::Answer> answers;
  const support::Watchdog watchdog(limits);
  const auto decide = [&](const program::Program& asked, const Question& question) {
    search::Statistics statistics;
    report::Answer found;
    {
      const report::Progress progress(statistics, options.quiet);
      found = answer(asked, question, options.search, options, engine, watchdog, statistics);
    }
    total.add(statistics);
    return found;
  };
  const auto show = [&](const Question& question, const report::Answer& found) {
    if (found.trace) printOutcome(program, options, question, *found.trace);
  };
  for (const Question& question : questions) {
    const size_t before = answers.size();
    if (question.isSpecification()) {
      for (report::Answer& each : answerSpecification(program, question, decide, show))
        answers.push_back(std::move(each));
    } else {
      answers.push_back(decide(unwatched, question));
      show(question, answers.back());
    }
    for (size_t i = before; i < answers.size(); ++i) {
      for (const std::string& note : answers[i].notes) std::cout << "note: " << note << "\n";
    }
  }
  return answers;
}

/// Writes the certificate of an answer: the search if the program is safe, the path if it is not. Nothing else can be
/// certified. Without a recorder the search was a symbolic one.
std::optional<support::Error> writeScript(const program::Program& program, const CheckOptions& options,
                                          const Question& question, const report::Answer& answer, uint64_t depth,
                                          search::Recorder* recorder) {
  const bool complete = recorder != nullptr && recorder->finish();
  script::Metadata metadata = describe(program, options.input, question, options.search);
  metadata.kind = options.scriptKind;
  metadata.depth = depth;
  if (answer.verdict.kind == report::VerdictKind::Violated) {
    metadata.kind = script::Kind::Violation;
    metadata.violation = property::nameOf(answer.trace->violation->property);
    metadata.path = answer.trace->path.text();
    return script::writeFile(*options.script, metadata, {}, {});
  }
  if (answer.verdict.kind != report::VerdictKind::Safe) {
    std::cout << "note: no script was written, since nothing is proven\n";
    return std::nullopt;
  }
  if (options.symbolic) {
    if (options.nogoods.empty())
      return support::Error{"the search cannot be written as a script: it has too many terms"};
    describeSymbolic(*options.symbolic, metadata);
    return script::writeSymbolic(*options.script, metadata, options.nogoods);
  }
  if (!complete) return support::Error{"the search cannot be written as a script: it has too many alternatives"};
  return script::writeFile(*options.script, metadata, recorder->alphabet(), recorder->take());
}

/// Writes the first violation as a C file.
std::optional<support::Error> writeTestCase(const program::Program& program, const CheckOptions& options,
                                            const std::vector<report::Answer>& answers) {
  const auto violated = std::find_if(answers.begin(), answers.end(),
                                     [](const report::Answer& answer) { return answer.trace.has_value(); });
  if (violated == answers.end()) {
    std::cout << "note: no test case was written, since no violation was found\n";
    return std::nullopt;
  }
  const TestCase test = {program, options.input, *violated->trace, *options.testCase};
  if (auto error = support::writeTextFile(test.file, test.text())) return error;
  std::cout << "to see it natively: " << test.command() << "\n\n";
  return std::nullopt;
}

}  // namespace

int check(const CommandLine& line) {
  Engine alone;
  return check(line, alone);
}

int check(const CommandLine& line, Engine& engine) {
  CheckOptions options;
  CLI::App app("Explores every schedule and every input of a program, and decides.");
  addOptions(app, options);
  engine.addOptions(app);
  if (const auto done = parse(app, "check", line)) return *done;
  options.given = options.input.files;
  options.input.clangFlags = options.flagsAfterDashes = line.clangFlags;
  support::Watchdog::Limits limits;
  if (const auto error = settle(options, engine, limits)) return complain(error->message);
  const auto task = openTask(options.input);
  if (!task) return complain(task.error().message);
  if (options.testCase && engine.speaks()) {
    if (const auto error = checkTestCase(*options.testCase, options.input)) return complain(error->message);
  }
  if (const auto error = openWitness(options, engine)) return complain(error->message);
  if (const auto error = openSpecification(options.selection, options.input)) return complain(error->message);
  if (const auto error = findMisfitOfSpecification(options, engine)) return complain(error->message);
  const auto questions = questionsOf(options.selection, *task, options.input);
  if (!questions) return complain(questions.error().message);
  if (options.script && questions->front().file) return complain("--script does not go with property files");
  if (options.ranges.areGiven() && questions->size() > 1) {
    return complain("a range of paths is for one search, and there are several property files");
  }

  if (options.witness && questions->size() > 1) {
    return complain("a witness is about one property file, and there are several");
  }

  const auto begin = Clock::now();
  const auto program = engine.load(options.input);
  if (!program) return complain(program.error().message);
  if (options.witness) {
    if (const auto error = options.witness->load(options.input)) return complain(error->message);
  }
  const auto unwatched = loadUnwatched(options.input, *questions);
  if (!unwatched) return complain(unwatched.error().message);

  const auto invariants = options.selection.invariants.parse(*unwatched ? **unwatched : *program);
  if (!invariants) return complain(invariants.error().message);
  if (!invariants->empty()) options.search.invariants = &*invariants;

  if (const auto error = engine.agree(settleEngine(options, engine, *program))) return complain(error->message);

  // Whether there is time for it may differ from rank to rank.
  const auto misfit = fitRanges(options.ranges, *program, questions->front(), limits.seconds,
                                options.symbolic ? &*options.symbolic : nullptr, options.search);
  if (const auto error = engine.agree(misfit)) {
    return complain(error->message);
  }
  const auto identity = [&] {
    search::Options asked = options.search;
    if (!options.ranges.areGiven()) asked.ranges.clear();  // they were found for so many ranks
    return identityOf(*program, options.input, questions->front(), asked);
  };
  if (const auto error = engine.open(identity, questions->size())) return complain(error->message);

  std::unique_ptr<search::RunDirectory> run;
  if (options.store.directory) {
    if (questions->size() > 1) return complain("--store-dir is for one search, and there are several property files");
    auto opened = openRun(options.store, *program, options.input, questions->front(), limits.bytes, options.search);
    if (!opened) return complain(opened.error().message);
    run = std::move(*opened);
    options.search.external.run = run.get();
  }

  printWarnings(options.input);
  search::Statistics statistics;
  const auto searchBegin = Clock::now();
  std::optional<search::Recorder> recorder;
  if (options.script && !options.symbolic) options.search.recorder = &recorder.emplace(*program, options.scriptKind);
  const auto answers =
      answerAll(*program, *unwatched ? **unwatched : *program, options, *questions, engine, limits, statistics);
  bool written = true;
  const auto complainOf = [&](const std::optional<support::Error>& error) {
    if (!error) return;
    complain(error->message);
    written = false;
  };
  if (options.script) {
    complainOf(writeScript(*program, options, questions->front(), answers.front(), statistics.depth,
                           recorder ? &*recorder : nullptr));
  }
  const double seconds = secondsSince(searchBegin);
  if (options.testCase && engine.speaks()) complainOf(writeTestCase(*program, options, answers));

  const report::Verdict verdict = report::verdictOf(answers);
  if (!options.quiet) report::printRanges(std::cout, options.search.ranges, statistics);
  if (!options.quiet) std::cout << report::statisticsLine(statistics, seconds) << "\n";
  if (answers.size() > 1 || answers.front().fromFile || answers.front().relevant)
    report::printTable(std::cout, answers);
  if (!options.formats.empty() && engine.speaks()) {
    const std::string kind = options.abstraction ? "abstract" : options.symbolic ? "symbolic" : "explicit";
    const report::JsonReport json = {
        *program, options.input,       kind,    options.search, statistics,
        seconds,  secondsSince(begin), verdict, answers,        options.selection.specifications};
    for (const support::Error& error : report::writeFormats(options.formats, json)) complainOf(error);
  }
  if (options.witness) std::cout << "witness: " << options.witness->text() << "\n";
  std::cout << "verdict: " << verdict.text() << std::endl;
  return written ? verdict.exitStatus() : kBadInput;
}

}  // namespace clew::cli
