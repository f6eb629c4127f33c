// The debugger in a terminal: a prompt, a line, an answer. It reads lines from anywhere, so a pipe will do.
#pragma once

#include <istream>
#include <ostream>

#include "debug/debugger.h"

namespace clew::debug {

/// Until `quit` or the end of the input.
void converse(Debugger& debugger, std::istream& in, std::ostream& out, bool hasColour);

}  // namespace clew::debug
