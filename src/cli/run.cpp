// clew run: executes one path and prints what the program prints.
#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "cli/options.h"
#include "cli/question.h"
#include "cli/single_path.h"
#include "cli/specification.h"
#include "report/text.h"
#include "support/watchdog.h"

namespace clew::cli {

int run(const CommandLine& line) {
  program::Input input;
  std::optional<uint64_t> seed;
  std::string pathText;
  double timeLimit = 0;
  report::RecordOptions recording;
  CLI::App app("Executes one path of a program and prints what it prints.");
  addInput(app, input);
  auto* seedOption = app.add_option("--seed", seed, "make every choice at random, the same way for the same number");
  app.add_option("--path", pathText, "make these choices, then the first one everywhere")->excludes(seedOption);
  auto* explainOption =
      app.add_flag("--explain-reduction", recording.explain,
                   "stop at the end of the path and say which threads --reduction full explores there, and why");
  explainOption->excludes(seedOption);
  app.add_option("--time-limit", timeLimit, "stop after so many seconds")->check(seconds());
  Selection selection;
  addSelection(app, selection);
  addSpecification(app, selection);
  addMachineLimits(app, recording.machine);
  if (const auto done = parse(app, "run", line)) return *done;
  if (const auto error = settleInput(input, line)) return complain(error->message);
  const auto given = input;
  if (const auto error = openSpecification(selection, input)) return complain(error->message);
  const auto question = questionOfPath(selection, input);
  if (!question) return complain(question.error().message);
  question->prepare(recording);
  auto path = machine::Path::parse(pathText);
  if (!path) return complain(path.error().message);
  auto program = program::load(input);
  if (!program) return complain(program.error().message);
  switchOffNamed(*program, selection.without);

  const auto invariants = question->invariants.parse(*program);
  if (!invariants) return complain(invariants.error().message);
  if (!invariants->empty()) recording.invariants = &*invariants;

  const support::Watchdog watchdog({timeLimit, 0});
  recording.keepLines = false;
  recording.live = &std::cout;
  recording.liveErrors = &std::cerr;
  recording.stop = &watchdog.stop();
  report::PathChooser fixed(*path, !recording.explain);
  report::RandomChooser random(seed.value_or(0));
  report::Chooser& chooser = seed ? static_cast<report::Chooser&>(random) : fixed;
  const report::Trace trace = report::record(*program, chooser, recording);
  if (fixed.mismatch()) {
    const auto [position, alternatives] = *fixed.mismatch();
    return complain(fmt::format("the path does not fit the program: its choice number {} has only {} alternatives",
                                position + 1, alternatives));
  }
  if (!trace.output.empty() && !trace.output.ends_with('\n')) std::cout << "\n";
  if (trace.violation) {
    report::printTrace(std::cout, *program, trace, report::TextStyle::detect(STDOUT_FILENO));
    std::cout << "\nto see each step: " << replayCommand(given, trace.path.text(), question->words(recording.machine))
              << "\n";
  }
  report::printReasons(std::cout, *program, trace);
  report::Verdict verdict = verdictOfPath(*program, trace);
  if (trace.violation && question->isSpecification()) verdict.detail = question->nameOf(*trace.violation);
  std::cout << "verdict: " << verdict.text() << std::endl;
  return verdict.exitStatus();
}

}  // namespace clew::cli
