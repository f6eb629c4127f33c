// What the heuristics of a directed search say of the states on a path.
#pragma once

#include <optional>

#include "machine/machine.h"
#include "report/trace.h"
#include "search/heuristic.h"

namespace clew::report {

/// Writes it down in a trace.
class HeuristicValues {
 public:
  HeuristicValues(machine::ConcreteMachine& machine, const RecordOptions& options, Trace& trace)
      : machine_(machine), trace_(trace) {
    if (!options.heuristics.empty()) heuristic_.emplace(options.heuristics, options.complaints, machine);
  }

  /// Of the current state.
  void note() {
    if (!heuristic_) return;
    machine_.save();
    trace_.values.push_back(heuristic_->value(history_));
  }
  void beforeStep(uint32_t alternative) {
    if (heuristic_) history_ = heuristic_->after(history_, alternative);
  }

 private:
  machine::ConcreteMachine& machine_;
  Trace& trace_;
  std::optional<search::Heuristic> heuristic_;
  search::History history_;
};

}  // namespace clew::report
