#include "search/search.h"

#include "search/breadth_first.h"
#include "search/depth_first.h"

namespace clew::search {

Result explore(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
               Statistics& statistics) {
  if (options.order == Order::BreadthFirst) return breadthFirst(program, options, stop, statistics);
  return depthFirst(program, options, stop, statistics);
}

}  // namespace clew::search
