// One worker of a search that heuristics direct: an Explorer that knows what they say of the current state.
#pragma once

#include "search/explorer.h"
#include "search/heuristic.h"

namespace clew::search {

class DirectedExplorer : protected Explorer {
 protected:
  explicit DirectedExplorer(Shared& shared, unsigned worker = 0)
      : Explorer(shared, worker), heuristic_(shared.options.heuristics, shared.options.complaints, machine()) {}

  /// What the heuristics say of the current state, which was reached in this way.
  uint32_t valueHere(const History& history) { return heuristic_.value(history); }
  /// The way with an alternative of the current state taken. To be asked for before the step.
  History after(const History& history, uint32_t alternative) {
    return heuristic_.usesHistory() ? heuristic_.after(history, numberOf(alternative)) : history;
  }

 private:
  Heuristic heuristic_;
};

}  // namespace clew::search
