// Two searches: path by path, and, when that takes a while, one that merges. The first that knows an answer ends the
// other.
#pragma once

#include "symbolic/search.h"

namespace clew::symbolic {

/// As `explore`, by two searches.
search::Result race(const program::Program& program, const search::Options& what, const Options& how,
                    const std::atomic<bool>& stop, search::Statistics& statistics);

}  // namespace clew::symbolic
