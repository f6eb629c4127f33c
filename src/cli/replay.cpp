// clew replay: shows a counterexample again.
#include <fmt/format.h>

#include <iostream>

#include "cli/options.h"
#include "cli/path_request.h"
#include "cli/single_path.h"
#include "cli/specification.h"
#include "report/text.h"
#include "support/watchdog.h"

namespace clew::cli {

int replay(const CommandLine& line) {
  PathRequest request;
  double timeLimit = 0;
  CLI::App app("Shows a counterexample step by step.");
  request.addOptions(app);
  app.add_option("--time-limit", timeLimit, "stop after so many seconds")->check(seconds());
  TraceKind kind = TraceKind::Sliced;
  addTrace(app, kind);
  if (const auto done = parse(app, "replay", line)) return *done;
  if (!request.text && (request.input.files.size() != 1 || !request.input.files.front().ends_with(".json"))) {
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
  std::cout << "\nverdict: " << verdict.text() << std::endl;
  return verdict.exitStatus();
}

}  // namespace clew::cli
