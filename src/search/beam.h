// Beam search: level by level, as breadth-first search, but only the states of a level that seem nearest to an error
// are expanded, a fixed number of them. Every state that is found is looked at before it may be dropped. Once one was,
// nothing is proven any more.
#pragma once

#include "search/shared.h"

namespace clew::search {

void beam(Shared& shared);

}  // namespace clew::search
