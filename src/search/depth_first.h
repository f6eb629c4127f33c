// Depth-first search. The stack holds one key per state on the current path; going back to a state is a
// restore, which touches only what the abandoned branch had changed. Every worker has a stack of its own; who
// adds a state to the visited ones expands it, so each state is expanded once.
#pragma once

#include "search/shared.h"

namespace clew::search {

void depthFirst(Shared& shared);

}  // namespace clew::search
