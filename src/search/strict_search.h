// Searches whose memory does not grow with the number of states: breadth-first, and A* on buckets.
#pragma once

#include "search/search.h"

namespace clew::search {

/// Explores in the directory that the options name. A run that was there is gone on with.
Result searchStrictly(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                      Statistics& statistics);

}  // namespace clew::search
