// The states on the boundaries of ranges (search/boundary.h). They are explored in parts, so the visited states do not
// contain them unless they are also found inside a range; counted they are all the same, and once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "search/search.h"
#include "search/state_word.h"
#include "search/visited.h"

namespace clew::search {

class TightStates {
 public:
  /// Notes a state that was found so many steps from the beginning; true if it was not known yet.
  bool note(machine::StateKey key, uint64_t depth, uint32_t liveThreads, bool goesOn) {
    const auto [known, isNew] = states_.try_emplace(wordOf(key), State{depth, liveThreads, goesOn, false});
    known->second.depth = std::min(known->second.depth, depth);
    return isNew;
  }

  bool holds(machine::StateKey key) const { return states_.contains(wordOf(key)); }

  /// Calls `visitor(key, depth, liveThreads, goesOn)` for each.
  template <typename Visitor>
  void forEach(Visitor visitor) const {
    for (const auto& [word, state] : states_) visitor(keyOf(word), state.depth, state.liveThreads, state.goesOn);
  }

  /// Corrects the counts after a range: adds what is not among the visited states, and takes away what has been counted
  /// here before and is among them by now.
  void count(const Visited& visited, Statistics& statistics) {
    for (auto& [word, state] : states_) {
      const bool isVisited = visited.holds(keyOf(word));
      if (isVisited != state.isCounted) continue;
      state.isCounted = !isVisited;
      const uint64_t change = isVisited ? ~uint64_t{0} : 1;  // one less, or one more
      statistics.states += change;
      statistics.statesByThreads[state.liveThreads] += change;
    }
  }

  /// How many states were cut at the depth bound because they are on boundaries, less those that were cut elsewhere
  /// although a boundary comes by earlier; for ranges that make up the whole tree.
  int64_t cutAt(uint64_t maxDepth, const Visited& visited) const {
    int64_t cut = 0;
    for (const auto& [word, state] : states_) {
      if (!state.goesOn) continue;
      const uint64_t depth = visited.depthOf(keyOf(word));
      if (state.depth == maxDepth && depth == Visited::kNever) ++cut;
      if (state.depth < maxDepth && depth == maxDepth) --cut;
    }
    return cut;
  }

 private:
  struct State {
    uint64_t depth;  // on the shortest of the boundaries
    uint32_t liveThreads;
    bool goesOn;  // has alternatives
    bool isCounted;
  };
  std::unordered_map<StateWord, State> states_;
};

}  // namespace clew::search
