// Where to cut the tree of choices so that the parts are about as large. A small part of the tree is looked at, and
// how much is behind each of its open nodes is estimated by random dives (D. E. Knuth, Estimating the efficiency of
// backtrack programs, 1975): where a run meets b1, b2, ... alternatives the tree has about 1 + b1 + b1 b2 + ... nodes.
// A search that recognises states sees far fewer than there are schedules: while threads mind their own business each
// of them stands in one of its places, whatever the others do. So for such a search the estimate is made for each
// thread alone, of the choices that are its own, and the product is taken.
#pragma once

#include "search/choices.h"

namespace clew::search {

/// Cut paths inside a range, for so many parts less one. Depends on nothing but what is given here.
MadePaths probedPaths(const program::Program& program, const Options& options, const Range& range, size_t count,
                      uint64_t seed, const std::atomic<bool>& stop);

}  // namespace clew::search
