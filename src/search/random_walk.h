// Random walk: paths from the start on which chance decides, one after the other. It proves nothing, keeps nothing but
// the states for counting, and finds what is found in many places, however deep these are.
#pragma once

#include "search/shared.h"

namespace clew::search {

void randomWalk(Shared& shared);

}  // namespace clew::search
