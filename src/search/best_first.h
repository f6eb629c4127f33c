// The general search: states wait in a list until they are expanded, in the order that the list gives them.
#pragma once

#include "search/shared.h"

namespace clew::search {

/// Explores best-first, or as A*, with everything in memory.
void bestFirst(Shared& shared);

}  // namespace clew::search
