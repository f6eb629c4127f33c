// clew replay: shows a counterexample again.
#include <fmt/format.h>

#include <iostream>

#include "cli/options.h"
#include "cli/path_request.h"
#include "cli/single_path.h"
#include "cli/specification.h"
#include "report/html.h"
#include "report/text.h"
#include "support/watchdog.h"

namespace clew::cli {

namespace {

/// The violation at the end of a path as a page to step through, as clew check --html writes it.
std::optional<support::Error> writePage(const std::string& file, const program::Program& program,
                                        const program::Input& input, const Question& question,
                                        const report::Trace& trace, report::RecordOptions recording) {
  if (!trace.violation) {
    std::cout << "note: no page was written, since the path violates nothing\n";
    return std::nullopt;
  }
  report::Answer answer;
  answer.question = question.name;
  answer.clauses = question.clauses();
  answer.properties = question.properties;
  answer.complaints = question.complaints;
  answer.clause = question.nameOf(*trace.violation);
  answer.verdict = {report::VerdictKind::Violated, answer.clause};
  answer.trace = trace;
  recording.keepMoments = true;
  recording.linesPerStep = report::kLinesOfCloseUp;
  report::PathChooser chooser(trace.path, false);
  answer.closeUp = report::record(program, chooser, recording);
  if (!answer.closeUp->violation) return support::Error{"there was no time to write the page"};
  answer.command = replayCommand(input, trace.path.text(), question.words(recording.machine));
  search::Options options;
  options.machine = recording.machine;
  const std::vector<report::Answer> answers = {answer};
  const search::Statistics statistics;
  return report::writeHtml(file, {program, input, report::kReplay, options, statistics, 0, 0, answer.verdict, answers},
                           report::Samples());
}

}  // namespace

int replay(const CommandLine& line) {
  PathRequest request;
  double timeLimit = 0;
  CLI::App app("Shows a counterexample step by step.");
  request.addOptions(app);
  app.add_option("--time-limit", timeLimit, "stop after so many seconds")->check(seconds());
  std::optional<std::string> html;
  app.add_option("--html", html, "write the violation as a page for the browser, to step through it")
      ->type_name("FILE.html");
  TraceKind kind = TraceKind::Sliced;
  addTrace(app, kind);
  if (const auto done = parse(app, "replay", line)) return *done;
  if (html) {
    if (const auto error = report::checkWritable(*html)) return complain(error->message);
  }
  if (!request.text && !request.isReport()) {
    return complain("replay needs FILE and --path P, or a report written by clew check --json");
  }
  if (const auto error = request.settle(line)) return complain(error->message);
  report::RecordOptions& recording = request.recording;
  const Question& question = request.question;
  auto path = machine::Path::parse(*request.text);
  if (!path) return complain(path.error().message);
  auto program = program::load(request.input);
  if (!program) return complain(program.error().message);
  switchOffNamed(*program, request.selection.without);
  if (const auto error = request.fit(*program)) return complain(error->message);

  const auto invariants = question.invariants.parse(*program);
  if (!invariants) return complain(invariants.error().message);
  if (!invariants->empty()) recording.invariants = &*invariants;

  const support::Watchdog watchdog({timeLimit, 0});
  recording.stop = &watchdog.stop();
  recording.slice = true;
  report::PathChooser chooser(*path, false);
  const report::Trace trace = report::record(*program, chooser, recording);
  if (chooser.mismatch()) {
    const auto [position, alternatives] = *chooser.mismatch();
    return complain(fmt::format("the path does not fit the program: its choice number {} has only {} alternatives",
                                position + 1, alternatives));
  }
  if (!chooser.finished()) return complain("the path does not fit the program: it goes on after the program has ended");
  report::printTrace(std::cout, *program, trace, styleOf(kind));
  if (!trace.output.empty())
    std::cout << "\nthe program printed:\n" << trace.output << (trace.output.ends_with('\n') ? "" : "\n");
  report::Verdict verdict = verdictOfPath(*program, trace);
  if (trace.violation) verdict.detail = question.nameOf(*trace.violation);
  const auto unwritten = html ? writePage(*html, *program, request.input, question, trace, recording) : std::nullopt;
  if (unwritten) complain(unwritten->message);
  std::cout << "\nverdict: " << verdict.text() << std::endl;
  return unwritten ? kBadInput : verdict.exitStatus();
}

}  // namespace clew::cli
