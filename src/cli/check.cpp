// clew check: decides.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <numeric>

#include "abstraction/search.h"
#include "cli/answer.h"
#include "cli/certificate.h"
#include "cli/check_options.h"
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
#include "report/html.h"
#include "report/json.h"
#include "report/progress.h"
#include "report/samples.h"
#include "report/text.h"
#include "report/trace.h"
#include "report/verdict.h"
#include "script/file.h"
#include "search/minimise.h"
#include "search/recorder.h"
#include "support/text_file.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Executes the path once more, on a fresh machine. A violation counts only if it shows again.
std::optional<report::Trace> confirm(const program::Program& program, const Question& question,
                                     const search::Options& options, const search::Result& result, bool isCloseUp) {
  report::PathChooser chooser(result.path, false);
  report::RecordOptions recording;
  recording.machine = options.machine;
  recording.slice = true;
  recording.keepMoments = isCloseUp;
  if (isCloseUp) recording.linesPerStep = report::kLinesOfCloseUp;
  question.prepare(recording);
  recording.invariants = options.invariants;
  recording.heuristics = options.heuristics;
  if (!options.heuristics.empty()) recording.threads = search::expectedThreads(program, options);
  report::Trace trace = report::record(program, chooser, recording);
  // It may show earlier than the search saw it: in a state that the search passed through.
  if (!trace.violation || trace.violation->property != result.violation->property) return std::nullopt;
  return trace;
}

/// The command that shows a violation again.
std::string commandFor(const CheckOptions& options, const Question& question, const report::Trace& trace) {
  program::Input given = options.input;
  given.files = options.given;
  given.clangFlags = options.flagsAfterDashes;
  return replayCommand(given, trace.path.text(), question.words(options.search.machine));
}

/// What is to be said of a question before anything is known.
report::Answer unanswered(const Question& question) {
  report::Answer answer;
  answer.question = question.name;
  answer.fromFile = question.file.has_value();
  answer.clauses = question.clauses();
  answer.properties = question.properties;
  answer.complaints = question.complaints;
  answer.expected = question.expected;
  answer.expectedClause = question.expectedClause;
  return answer;
}

/// The options of a search for a question's answer.
search::Options optionsFor(const Question& question, search::Options options) {
  options.properties = question.properties;
  options.complaints = question.complaints;
  property::prepare(options.machine, question.properties);
  if (!question.usesInvariants()) options.invariants = nullptr;
  return options;
}

/// Looks for a better path to the violation of an answer, as long as that may take, and shows it instead. A witness is
/// about the run that follows it and no other.
void minimise(const program::Program& program, const Question& question, const search::Options& options,
              const CheckOptions& how, const support::Watchdog& watchdog, const search::Statistics& statistics,
              search::Result& result, report::Answer& answer) {
  constexpr double kUsualSeconds = 1;
  const double seconds = how.minimise.value_or(kUsualSeconds);
  if (seconds == 0 || how.witness) return;
  const auto begin = Clock::now();
  const uint64_t taken = support::residentBytes();
  const uint64_t left = how.memoryBytes > taken ? how.memoryBytes - taken : 0;
  const auto better =
      search::minimise(program, options, result.violation->property, answer.trace->path,
                       search::allowanceOf(seconds, how.minimise.has_value(), statistics, left), watchdog.stop());
  answer.minimiseSeconds = secondsSince(begin);
  if (!better) return;
  if (better->path != answer.trace->path) {
    const search::Result other = {.violation = result.violation, .path = better->path, .shortfall = {}, .notes = {}};
    auto trace = confirm(program, question, options, other, false);
    if (!trace || question.nameOf(*trace->violation) != question.nameOf(*answer.trace->violation)) return;
    answer.trace = std::move(trace);
    result.path = better->path;
  }
  answer.minimised = better;
}

/// What a search's result says.
report::Answer answerFrom(const program::Program& program, const Question& question, const search::Options& options,
                          const CheckOptions& how, const support::Watchdog& watchdog,
                          const search::Statistics& statistics, search::Result result) {
  report::Answer answer = unanswered(question);
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
  answer.trace = confirm(program, question, options, result, false);
  answer.clause = question.nameOf(*result.violation);
  answer.verdict.detail = answer.clause;
  if (!answer.trace) {
    answer.verdict = {report::VerdictKind::Unknown, "the counterexample does not replay; this is a bug in clew"};
    return answer;
  }
  minimise(program, question, options, how, watchdog, statistics, result, answer);
  answer.command = commandFor(how, question, *answer.trace);
  if (how.html) answer.closeUp = confirm(program, question, options, result, true);
  return answer;
}

}  // namespace

report::Answer answer(const program::Program& program, const Question& question, const CheckOptions& how,
                      Engine& engine, const support::Watchdog& watchdog, search::Statistics& statistics) {
  if (question.properties.empty()) {
    report::Answer refused = unanswered(question);
    refused.verdict = {report::VerdictKind::Unknown, question.file->refused};
    return refused;
  }
  const search::Options options = optionsFor(question, how.search);
  const auto explore = [&] {
    if (how.witness) {
      const auto show = [&](const machine::Path& path, const property::Violation& violation) {
        return confirm(program, question, options, {.violation = violation, .path = path, .shortfall = {}, .notes = {}},
                       false);
      };
      return how.witness->follow(options, show, watchdog.stop(), statistics);
    }
    if (how.abstraction) {
      return abstraction::explore(program, options, *how.abstraction, watchdog.stop(), statistics);
    }
    if (how.symbolic) return symbolic::explore(program, options, *how.symbolic, watchdog.stop(), statistics);
    return engine.explore(program, options, watchdog.stop(), statistics);
  };
  search::Result result = explore();
  return answerFrom(program, question, options, how, watchdog, statistics, std::move(result));
}

namespace {

void printOutcome(const program::Program& program, const Question& question, const report::Answer& answer,
                  TraceKind kind) {
  const report::Trace& trace = *answer.trace;
  if (question.file) std::cout << question.name << " is violated:\n\n";
  report::printTrace(std::cout, program, trace, styleOf(kind));
  if (!trace.output.empty())
    std::cout << "\nthe program printed:\n" << trace.output << (trace.output.ends_with('\n') ? "" : "\n");
  std::cout << "\nto see it again: " << answer.command << "\n\n";
}

/// Answers all questions, one after the other.
std::vector<report::Answer> answerAll(const program::Program& program, const program::Program& unwatched,
                                      const CheckOptions& options, const std::vector<Question>& questions,
                                      Engine& engine, const support::Watchdog::Limits& limits,
                                      search::Statistics& total, report::Samples* samples) {
  std::vector<report::Answer> answers;
  const support::Watchdog watchdog(limits);
  const auto decide = [&](const program::Program& asked, const Question& question) {
    search::Statistics statistics;
    report::Answer found;
    {
      const report::Progress progress(statistics, options.quiet);
      const report::Sampler sampler(statistics, samples);
      found = answer(asked, question, options, engine, watchdog, statistics);
    }
    total.add(statistics);
    return found;
  };
  const auto show = [&](const Question& question, const report::Answer& found) {
    if (found.trace) printOutcome(program, question, found, options.trace);
  };
  const auto decideAutomata = [&](const Question& question) {
    const search::Options search = optionsFor(question, options.search);
    search::Statistics statistics;
    const auto explain = [&](const program::Program& asked, const Question& about, const search::Result& result) {
      return answerFrom(asked, about, search, options, watchdog, statistics, result);
    };
    std::vector<abstraction::Watched> watched;
    {
      const report::Progress progress(statistics, options.quiet);
      const report::Sampler sampler(statistics, samples);
      watched = abstraction::exploreAutomata(program, watchedBy(program, question), search, *options.abstraction,
                                             watchdog.stop(), statistics);
    }
    total.add(statistics);
    return answersOf(program, question, watched, explain, show);
  };
  for (const Question& question : questions) {
    const size_t before = answers.size();
    if (question.isSpecification() && options.abstraction) {
      for (report::Answer& each : decideAutomata(question)) answers.push_back(std::move(each));
    } else if (question.isSpecification()) {
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
  if (const auto error = settleInput(options.input, line)) return complain(error->message);
  options.given = options.input.files;
  options.flagsAfterDashes = options.input.clangFlags;
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
  report::Samples samples;
  const auto answers = answerAll(*program, *unwatched ? **unwatched : *program, options, *questions, engine, limits,
                                 statistics, options.html && engine.speaks() ? &samples : nullptr);
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
  const double seconds =
      std::accumulate(answers.begin(), answers.end(), secondsSince(searchBegin),
                      [](double all, const report::Answer& answer) { return all - answer.minimiseSeconds; });
  if (options.testCase && engine.speaks()) complainOf(writeTestCase(*program, options, answers));

  const report::Verdict verdict = report::verdictOf(answers);
  if (!options.quiet) report::printRanges(std::cout, options.search.ranges, statistics);
  if (!options.quiet) std::cout << report::statisticsLine(statistics, seconds) << "\n";
  if (!options.quiet) report::printMinimised(std::cout, answers);
  if (answers.size() > 1 || answers.front().fromFile || answers.front().relevant)
    report::printTable(std::cout, answers);
  if (engine.speaks()) {
    const std::string kind = options.abstraction ? "abstract" : options.symbolic ? "symbolic" : "explicit";
    const report::JsonReport whole = {
        *program, options.input,       kind,    options.search, statistics,
        seconds,  secondsSince(begin), verdict, answers,        options.selection.specifications};
    for (const support::Error& error : report::writeFormats(options.formats, whole)) complainOf(error);
    if (options.html) complainOf(report::writeHtml(*options.html, whole, samples));
  }
  if (options.witness) std::cout << "witness: " << options.witness->text() << "\n";
  std::cout << "verdict: " << verdict.text() << std::endl;
  return written ? verdict.exitStatus() : kBadInput;
}

}  // namespace clew::cli
