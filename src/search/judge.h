// What makes a state or a step a violation, for everybody who walks from state to state.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "machine/machine.h"
#include "property/invariants.h"
#include "property/property.h"
#include "search/search.h"

namespace clew::search {

class Judge {
 public:
  /// To be made before the machine starts: invariants decide where it stops.
  Judge(const Options& options, machine::ConcreteMachine& machine) : options_(options), machine_(machine) {
    if (options.invariants == nullptr) return;
    invariants_.emplace(*options.invariants, machine, property::InvariantChecker::Use::Search, options.stops, [this] {
      if (!seen_) seen_ = invariants_->inStep();
    });
  }
  Judge(const Judge&) = delete;  // the machine refers to it
  Judge& operator=(const Judge&) = delete;

  /// Whether a step has to be taken to know that it breaks nothing.
  bool looksAtSteps() const { return invariants_ && !options_.invariants->ofTransitions.empty(); }

  /// To be called before a step in a state.
  void beforeStep() {
    if (invariants_) invariants_->beforeStep();
  }
  /// What was violated on the way, if anybody looked there (Options::stops).
  std::optional<property::Violation> duringStep() { return std::exchange(seen_, std::nullopt); }
  /// What the step to the current, saved state violates. The end of the process is no transition: nothing changes by
  /// it, and the state before it has been looked at.
  std::optional<property::Violation> ofStep() {
    if (!invariants_ || machine_.hasExited()) return std::nullopt;
    return invariants_->afterStep();
  }
  /// What the current, saved state violates, from which so many alternatives are explored.
  std::optional<property::Violation> ofState(uint32_t alternatives) {
    if (invariants_ && !machine_.hasExited()) {
      if (auto violation = invariants_->inState()) return violation;
    }
    if (alternatives == 0) {
      if (auto violation = deadlock()) return violation;
    }
    return race();
  }
  /// Whether anybody wants to know of races.
  bool looksForRaces() const { return options_.properties.contains(property::Property::DataRace); }
  /// Whether all invariants are known to hold in a state whose parts have these contents.
  template <typename Contents>
  bool knowsInvariants(const Contents& contents) {
    return !invariants_ || invariants_->areKnownToHold(contents);
  }
  /// What a step that ended in a fault violates; if it is nothing that is looked for, `unknown` says so.
  std::optional<property::Violation> ofFault(std::optional<std::string>& unknown) const {
    const machine::Report& report = machine_.report();
    const property::Property property = property::propertyOf(report.fault);
    if (options_.properties.contains(property)) {
      return property::Violation{property, report.message, report.thread, report.pc};
    }
    // What happens after undefined behaviour is anybody's guess, so the path ends and is accounted for.
    if (!unknown) {
      unknown = property::endsUnchecked(property, program::placeOf(machine_.program(), report.pc));
    }
    return std::nullopt;
  }

 private:
  std::optional<property::Violation> deadlock() {
    if (machine_.hasExited() || !options_.properties.contains(property::Property::Deadlock)) return std::nullopt;
    machine_.materialise();
    const auto& threads = machine_.threads();
    const auto blocked =
        std::find_if(threads.begin(), threads.end(), [](const auto& thread) { return !thread->frames.empty(); });
    return property::Violation{property::Property::Deadlock, "no thread can go on", (*blocked)->number,
                               (*blocked)->frames.back().pc};
  }
  std::optional<property::Violation> race() {
    if (!looksForRaces()) return std::nullopt;
    const auto race = machine_.findRace();
    if (!race) return std::nullopt;
    return property::Violation{property::Property::DataRace, "two threads access the same memory at once",
                               race->first.thread, race->first.pc};
  }

  const Options& options_;
  machine::ConcreteMachine& machine_;
  std::optional<property::InvariantChecker> invariants_;
  std::optional<property::Violation> seen_;
};

}  // namespace clew::search
