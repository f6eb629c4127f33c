// A script in memory, with the number of the state behind every transition, and the tree that the productive ones make;
// or a sub-script, with the places of its states instead of numbers, and a tree under each root.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "script/file.h"
#include "script/graph.h"
#include "script/reading.h"
#include "script/ways.h"
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
  /// Where it leads; kNowhere if nowhere, kElsewhere if out of the part.
  StateId to(uint64_t transition) const { return graph_.to(transition); }
  /// The state from which a state was discovered, kNowhere for a root, and by which transition.
  StateId parent(StateId state) const { return parent_[state]; }
  uint64_t via(StateId state) const { return graph_.via(state); }
  bool isProductive(uint64_t transition) const {
    const StateId state = graph_.to(transition);
    return hasNumber(state) && graph_.via(state) == transition;
  }

  /// Visits everything in the order of the search: `begin(state)` for a root, `enter(transition)` for a productive
  /// transition, `pass(transition)` for another, `back(state)` when the search goes back to a state. Each returns
  /// whether to go on.
  template <typename Begin, typename Enter, typename Pass, typename Back>
  void walk(Begin begin, Enter enter, Pass pass, Back back) const;

  /// The number of a transition in the order of the search, from 1.
  uint64_t stepOf(uint64_t transition) const;
  /// How each state can be reached: a state from which a step leads to it.
  struct Ways {
    std::vector<StateId> from;  // by state; kNowhere for the first
    std::vector<Label> label;
    std::vector<uint64_t> via;    // the transition; Graph::kNone if it is in no list
    std::vector<uint32_t> steps;  // from the first state; of the shortest ways alone
  };
  /// So that the way back to the first state is the shortest there is in the whole graph. The tree's own ways can be as
  /// long as half of the states are many.
  Ways shortestWays() const;
  /// For a part: by the steps to its roots, and by its tree. An error if there is no way to a root.
  support::Result<Ways> waysBy(const WayMap& map, std::span<const WayStep> steps) const;

 private:
  explicit SearchTree(Graph graph) : graph_(std::move(graph)) {}

  Graph graph_;
  std::vector<StateId> parent_;  // by state
};

template <typename Begin, typename Enter, typename Pass, typename Back>
void SearchTree::walk(Begin begin, Enter enter, Pass pass, Back back) const {
  struct Open {
    StateId state;
    uint64_t next;
  };
  std::vector<Open> path;
  for (StateId known = 0; known < states();) {
    if (!begin(++known)) return;
    path.push_back({known, first(known)});
    while (true) {
      Open& top = path.back();
      if (top.next == end(top.state)) {
        path.pop_back();
        if (path.empty()) break;
        if (!back(path.back().state)) return;
        continue;
      }
      const uint64_t transition = top.next++;
      if (!isProductive(transition)) {
        if (!pass(transition)) return;
        continue;
      }
      if (!enter(transition)) return;
      known = to(transition);
      path.push_back({known, first(known)});
    }
  }
}

}  // namespace clew::script
