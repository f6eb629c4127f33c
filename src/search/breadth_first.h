// Breadth-first search, level by level, so that a counterexample is a shortest one. The states stand in one list
// in the order of discovery, each with the one it was found from; a level is a piece of that list. When a level
// is large all workers take parts of it, and nobody begins the next one before all are done.
#pragma once

#include "search/shared.h"

namespace clew::search {

void breadthFirst(Shared& shared);

}  // namespace clew::search
