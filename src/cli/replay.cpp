// clew replay: shows a counterexample again.
#include <fmt/format.h>

#include <iostream>

#include "cli/options.h"
#include "cli/question.h"
#include "cli/single_path.h"
#include "cli/specification.h"
#include "report/json.h"
#include "report/text.h"
#include "support/watchdog.h"

namespace clew::cli {

int replay(const CommandLine& line) {
  program::Input input;
  std::optional<std::string> pathText;
  double timeLimit = 0;
  report::RecordOptions recording;
  CLI::App app("Shows a counterexample step by step.");
  addInput(app, input);
  app.add_option("--path", pathText, "the path, as clew check prints it")->expected(1);
  app.add_option("--time-limit", timeLimit, "stop after so many seconds")->check(seconds());
  Selection selection;
  addSelection(app, selection);
  addSpecification(app, selection);
  addMachineLimits(app, recording.machine);
  TraceKind kind = TraceKind::Sliced;
  addTrace(app, kind);
  if (const auto done = parse(app, "replay", line)) return *done;

  std::string recordedHash;
  Question question;
  if (!pathText) {
    if (input.files.size() != 1 || !input.files.front().ends_with(".json")) {
      return complain("replay needs FILE and --path P, or a report written by clew check --json");
    }
    auto recorded = report::readRecorded(input.files.front());
    if (!recorded) return complain(recorded.error().message);
    input = recorded->input;
    pathText = recorded->path;
    recordedHash = recorded->contentHash;
    question.properties = recorded->properties;
    question.complaints = recorded->complaints;
    question.invariants = {recorded->invariants, recorded->next};
    selection.specifications = recorded->specifications;
    selection.without = recorded->switchedOff;
    input.isWatched = recorded->isWatched;
    if (const auto error = openSpecification(selection, input)) return complain(error->message);
    recording.machine.allocationMayFail |= recorded->allocationMayFail;
    recording.machine.callDepth = recorded->callDepth.value_or(recording.machine.callDepth);
  } else {
    if (const auto error = settleInput(input, line)) return complain(error->message);
    if (const auto error = openSpecification(selection, input)) return complain(error->message);
    auto asked = questionOfPath(selection, input);
    if (!asked) return complain(asked.error().message);
    question = std::move(*asked);
  }
  question.prepare(recording);
  auto path = machine::Path::parse(*pathText);
  if (!path) return complain(path.error().message);
  auto program = program::load(input);
  if (!program) return complain(program.error().message);
  switchOffNamed(*program, selection.without);
  if (!recordedHash.empty() && recordedHash != program->contentHash) {
    return complain("the program has changed since the report was written");
  }

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
