// Where a violation is, for formats in which everything is somewhere.
#pragma once

#include "report/trace.h"

namespace clew::report {

/// Where the trace says that it is; of a deadlock where a thread stands; otherwise where the last step was. Line 0 if
/// nothing at all has a place.
inline program::Location placeOfViolation(const Trace& trace) {
  if (trace.place.line > 0) return trace.place;
  for (const ThreadEnd& end : trace.ends) {
    if (end.location.line > 0) return end.location;
  }
  for (auto line = trace.lines.rbegin(); line != trace.lines.rend(); ++line) {
    if (line->location.line > 0) return line->location;
  }
  return {};
}

}  // namespace clew::report
