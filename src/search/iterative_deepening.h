// Iterative deepening (IDA*, Korf 1985): depth-first search up to a bound on the depth plus what the heuristics say,
// again and again with a higher bound. If these never say too much, the first violation is a nearest one, as with A*,
// and all that is kept besides the visited states is a path. A round in which the bound cuts nothing off has seen
// everything.
#pragma once

#include "search/shared.h"

namespace clew::search {

void iterativeDeepening(Shared& shared);

}  // namespace clew::search
