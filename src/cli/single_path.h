// What `run` and `replay` share: the end of one path as a verdict.
#pragma once

#include "report/trace.h"
#include "report/verdict.h"

namespace clew::cli {

/// One path can show a violation; it can never prove that there is none.
inline report::Verdict verdictOfPath(const program::Program& program, const report::Trace& trace) {
  using report::VerdictKind;
  if (trace.violation) return {VerdictKind::Violated, std::string(property::nameOf(trace.violation->property))};
  if (!trace.unknown.empty()) {
    const auto& name = program.files[trace.place.file].name;
    return {VerdictKind::Unknown, trace.unknown + ", at " + name + ":" + std::to_string(trace.place.line)};
  }
  if (trace.outcome == machine::Outcome::Pruned) return {VerdictKind::Bounded, "one path, left aside by an assumption"};
  if (trace.incomplete) return {VerdictKind::Bounded, "one path, not to its end"};
  return {VerdictKind::Bounded, "one path, exit status " + std::to_string(trace.exitStatus)};
}

}  // namespace clew::cli
