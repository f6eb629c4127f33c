// A script in memory, with the number of the state behind every transition, and the tree that the productive ones make.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "script/file.h"
#include "script/graph.h"
#include "script/reading.h"
#include "support/result.h"

namespace clew::script {

class SearchTree {
 public:
  /// Reads all chunks, several at once. The error says what is wrong with the script: also when it is not one search,
  /// which goes from state to state and leaves nothing out.
  static support::Result<SearchTree> read(const File& file, unsigned jobs, Budget budget = {});

  const Graph& graph() const { return graph_; }
  StateId states() const { return graph_.states(); }
  uint64_t transitions() const { return graph_.transitions(); }
  /// The place of a state's first transition, and the one behind its last.
  uint64_t first(StateId state) const { return graph_.first(state); }
  uint64_t end(StateId state) const { return graph_.end(state); }
  Label label(uint64_t transition) const { return graph_.label(transition); }
  /// Where it leads; kNowhere if nowhere.
  StateId to(uint64_t transition) const { return graph_.to(transition); }
  /// The state from which a state was discovered, kNowhere for the first, and by which transition.
  StateId parent(StateId state) const { return parent_[state]; }
  uint64_t via(StateId state) const { return graph_.via(state); }
  bool isProductive(uint64_t transition) const {
    const StateId state = graph_.to(transition);
    return state != kNowhere && graph_.via(state) == transition;
  }

  /// Visits everything in the order of the search: `enter(transition)` for a productive transition, `pass(transition)`
  /// for another, `back(state)` when the search goes back to a state. Each returns whether to go on.
  template <typename Enter, typename Pass, typename Back>
  void walk(Enter enter, Pass pass, Back back) const;

  /// The number of a transition in the order of the search, from 1.
  uint64_t stepOf(uint64_t transition) const;
  /// For each state a transition that leads to it, so that the way back to the first state is the shortest there is in
  /// the whole graph, and the states these start from. The tree's own ways can be as long as half of the states are
  /// many.
  struct Ways {
    std::vector<StateId> from;  // by state; kNowhere for the first
    std::vector<uint64_t> via;
    std::vector<uint32_t> steps;  // how many there are
  };
  Ways shortestWays() const;

 private:
  explicit SearchTree(Graph graph) : graph_(std::move(graph)) {}

  Graph graph_;
  std::vector<StateId> parent_;  // by state
};

template <typename Enter, typename Pass, typename Back>
void SearchTree::walk(Enter enter, Pass pass, Back back) const {
  std::vector<uint64_t> path = {first(1)};
  StateId state = 1;
  std::vector<StateId> states = {1};
  while (true) {
    uint64_t& next = path.back();
    if (next == end(state)) {
      path.pop_back();
      states.pop_back();
      if (states.empty()) return;
      state = states.back();
      if (!back(state)) return;
      continue;
    }
    const uint64_t transition = next++;
    if (!isProductive(transition)) {
      if (!pass(transition)) return;
      continue;
    }
    if (!enter(transition)) return;
    state = to(transition);
    states.push_back(state);
    path.push_back(first(state));
  }
}

}  // namespace clew::script
