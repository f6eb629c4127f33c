#include "search/search.h"

#include <algorithm>

#include "search/breadth_first.h"
#include "search/depth_first.h"

namespace clew::search {

void Statistics::add(const Statistics& other) {
  states += other.states;
  transitions += other.transitions;
  passed += other.passed;
  depth = std::max<uint64_t>(depth, other.depth);
  storeBytes = std::max<uint64_t>(storeBytes, other.storeBytes);
  statesByThreads.resize(std::max(statesByThreads.size(), other.statesByThreads.size()), 0);
  for (size_t i = 0; i < other.statesByThreads.size(); ++i) statesByThreads[i] += other.statesByThreads[i];
}

machine::ReductionKind reductionOf(const Options& options) {
  const bool seesTransitions = options.invariants != nullptr && !options.invariants->ofTransitions.empty();
  if (options.stateless || options.maxDepth > 0 || seesTransitions) return machine::ReductionKind::None;
  return options.reduction;
}

Result explore(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
               Statistics& statistics) {
  if (options.order == Order::BreadthFirst) return breadthFirst(program, options, stop, statistics);
  return depthFirst(program, options, stop, statistics);
}

}  // namespace clew::search
