// Long steps of a path for people: a program with one thread may be one step from its beginning to its end.
#pragma once

#include <cstddef>

namespace clew::report {

struct Trace;

/// In place of lines that are left out.
constexpr const char* kMoreLines = "... more of the same step";

/// Leaves so many lines of each step: those that have something to do with the end, and of too many of these the first
/// and the last ones. To be called before anything but inputs refers to lines.
void condense(Trace& trace, size_t linesPerStep);

}  // namespace clew::report
