// Random runs that may come by the same violation. A search that goes deep may have found it at the end of a very long
// path, of which every piece would have to be tried, while it can be met nearly everywhere; then a few random runs that
// change threads seldom find a path that is much shorter.
#pragma once

#include "search/fewest.h"
#include "search/shorten.h"

namespace clew::search {

/// The best steps to the same violation that are met, if they are better than these, by the measure; ends when so much
/// work is done in all. Inputs are as in `findFewest`. The same runs are made every time.
Footsteps dive(Trial& trial, machine::StateKey first, const Sighting& sought, Footsteps steps, Measure measure,
               const Inputs& inputs, uint64_t work);

}  // namespace clew::search
