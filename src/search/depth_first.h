// Depth-first search. The stack holds one key per state on the current path; going back to a state is a
// restore, which touches only what the abandoned branch had changed.
#pragma once

#include "search/search.h"

namespace clew::search {

Result depthFirst(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                  Statistics& statistics);

}  // namespace clew::search
