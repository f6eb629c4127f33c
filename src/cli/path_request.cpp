#include "cli/path_request.h"

#include "cli/specification.h"
#include "report/json.h"

namespace clew::cli {

void PathRequest::addOptions(CLI::App& app) {
  addInput(app, input);
  app.add_option("--path", text, "the path, as clew check prints it")->expected(1);
  addSelection(app, selection);
  addSpecification(app, selection);
  addMachineLimits(app, recording.machine);
}

std::optional<support::Error> PathRequest::settle(const CommandLine& line) {
  const bool isRecorded = isReport();
  if (isRecorded) {
    auto recorded = report::readRecorded(input.files.front());
    if (!recorded) return recorded.error();
    const bool hasSettings = input.hasSettings;
    input = recorded->input;
    input.hasSettings = hasSettings;
    text = recorded->path;
    recordedHash = recorded->contentHash;
    question.properties = recorded->properties;
    question.complaints = recorded->complaints;
    question.invariants = {recorded->invariants, recorded->next};
    selection.specifications = recorded->specifications;
    selection.without = recorded->switchedOff;
    input.isWatched = recorded->isWatched;
    recording.machine.allocationMayFail |= recorded->allocationMayFail;
    recording.machine.callDepth = recorded->callDepth.value_or(recording.machine.callDepth);
  } else if (auto error = settleInput(input, line)) {
    return error;
  }
  if (auto error = openSpecification(selection, input)) return error;
  if (!isRecorded) {
    auto asked = questionOfPath(selection, input);
    if (!asked) return asked.error();
    question = std::move(*asked);
  }
  question.prepare(recording);
  return std::nullopt;
}

std::optional<support::Error> PathRequest::fit(const program::Program& program) const {
  if (recordedHash.empty() || recordedHash == program.contentHash) return std::nullopt;
  return support::Error{"the program has changed since the report was written"};
}

}  // namespace clew::cli
