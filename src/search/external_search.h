// The general search with states on disk.
#pragma once

#include "search/search.h"

namespace clew::search {

/// Explores in the directory that the options name, in one of the orders dfs, bfs, best and astar. A run that was there
/// is gone on with.
Result searchExternally(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                        Statistics& statistics);

}  // namespace clew::search
