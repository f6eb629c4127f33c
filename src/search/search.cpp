#include "search/search.h"

#include <algorithm>

#include "search/breadth_first.h"
#include "search/depth_first.h"
#include "search/shared.h"

namespace clew::search {

const char* nameOf(StoreKind store) {
  switch (store) {
    case StoreKind::HashCompact: return "hashcompact";
    case StoreKind::BitState: return "bitstate";
    default: return "memory";
  }
}

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
  if (options.stateless || options.maxDepth > 0 || options.invariants != nullptr) return machine::ReductionKind::None;
  return options.reduction;
}

bool faultsEndPaths(const Options& options) {
  using property::Property;
  const auto& all = property::allProperties();
  return std::any_of(all.begin(), all.end(), [&](const property::PropertyInfo& info) {
    const bool isFault = info.property != Property::Deadlock && info.property != Property::DataRace;
    return isFault && property::PropertySet::defaults().contains(info.property) &&
           !options.properties.contains(info.property);
  });
}

Result explore(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
               Statistics& statistics) {
  Shared shared(program, options, stop, statistics);
  if (options.order == Order::BreadthFirst) {
    breadthFirst(shared);
  } else {
    depthFirst(shared);
  }
  statistics.storeBytes = shared.bytes();
  shared.result.shortfall.depth |= shared.cutStates != 0;
  shared.result.shortfall.lossy = shared.visited.isLossy();
  return std::move(shared.result);
}

}  // namespace clew::search
