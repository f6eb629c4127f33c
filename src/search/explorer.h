// What the search orders share: the machine, the visited states, the judgement of a step's outcome.
#pragma once

#include <fmt/format.h>

#include "search/search.h"

namespace clew::search {

class Explorer {
 public:
  Explorer(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
           Statistics& statistics)
      : options_(options), stop_(stop), statistics_(statistics), machine_(program, tables_, options.machine),
        reduction_(machine_, reductionOf(options)) {
    machine_.setStopFlag(&stop);
    machine_.setComplaints(options.complaints);
    if (!options.executeAll) machine_.remember();
    if (options.invariants != nullptr)
      invariants_.emplace(*options.invariants, machine_, property::InvariantChecker::Use::Search);
    statistics_.statesByThreads.assign(program.addresses.arenas() + 1, 0);
  }

 protected:
  /// What a step led to.
  enum class Verdict : uint8_t {
    State,
    Nothing,
    End
  };

  /// Judges an outcome: a state to look at, a path that ends here, or the end of the search.
  Verdict judge(machine::Outcome outcome) {
    switch (outcome) {
      case machine::Outcome::Stopped:
      case machine::Outcome::Exited: return Verdict::State;
      case machine::Outcome::Pruned: machine_.discard(); return Verdict::Nothing;
      case machine::Outcome::Faulted: return judgeFault();
      case machine::Outcome::Abandoned: break;
    }
    const machine::Report& report = machine_.report();
    result_.shortfall.unknown =
        fmt::format("{}, at {}", report.message, program::placeOf(machine_.program(), report.pc));
    return Verdict::End;
  }

  /// Whether an alternative is known to lead to a state that was visited before.
  bool leadsToKnownState(uint32_t alternative) {
    if (invariants_ && !options_.invariants->ofTransitions.empty()) return false;  // every transition is looked at
    const auto key = machine_.foresee(reduction_.alternative(alternative));
    return key && roots_.find(*key) != 0;
  }

  /// How many ways on are explored from the current, saved state.
  uint32_t alternatives() { return reduction_.count(); }

  /// Runs main to the first state.
  machine::Outcome start() { return goOn(machine_.start(), 0, &startPath_); }

  /// Takes one of them, up to the next state that is looked at.
  machine::Outcome take(uint32_t alternative) {
    if (invariants_) invariants_->beforeStep();
    return step(reduction_.alternative(alternative), nullptr);
  }

  /// Notes the choices on the way from a state by one of its alternatives. Every choice counts there, also those that
  /// the reduction does not leave open, so that the path means the same to everybody.
  void retrace(machine::StateKey key, uint32_t alternative, machine::Path& path) {
    machine_.discard();
    machine_.restore(key);
    step(reduction_.alternative(alternative), &path);
  }

  /// True if the step to the current, saved state violates a next-state invariant. The end of the process is no
  /// transition: nothing changes by it, and the state before it has been looked at.
  bool breaksNext() {
    if (invariants_ && !machine_.hasExited()) result_.violation = invariants_->afterStep();
    return result_.violation.has_value();
  }
  /// True if the current, saved state violates an invariant.
  bool breaksInvariant() {
    if (invariants_ && !machine_.hasExited()) result_.violation = invariants_->inState();
    return result_.violation.has_value();
  }

  /// True if the current state violates a property by itself.
  bool isDeadlock() {
    if (alternatives() > 0 || machine_.hasExited()) return false;
    if (!options_.properties.contains(property::Property::Deadlock)) return false;
    machine_.materialise();
    const auto& threads = machine_.threads();
    const auto blocked =
        std::find_if(threads.begin(), threads.end(), [](const auto& thread) { return !thread->frames.empty(); });
    result_.violation = property::Violation{property::Property::Deadlock, "no thread can go on", (*blocked)->number,
                                            (*blocked)->frames.back().pc};
    return true;
  }

  /// True if two threads race in the current state.
  bool isRace() {
    if (!options_.properties.contains(property::Property::DataRace)) return false;
    const auto race = machine_.findRace();
    if (!race) return false;
    result_.violation = property::Violation{property::Property::DataRace, "two threads access the same memory at once",
                                            race->first.thread, race->first.pc};
    return true;
  }

  /// Says what the machine took for granted where it could have stopped.
  void noteAssumptions() {
    if (machine_.wrappedAt() == program::kNone) return;
    result_.notes.push_back(fmt::format("signed arithmetic wraps around, first at {}; signed-overflow is not checked",
                                        program::placeOf(machine_.program(), machine_.wrappedAt())));
  }

  void countState() { ++statistics_.statesByThreads[machine_.liveThreads()]; }

  uint64_t storeBytes() const { return tables_.bytes() + roots_.bytes(); }

  const Options& options_;
  const std::atomic<bool>& stop_;
  Statistics& statistics_;
  machine::StateTables tables_;
  state::PairTable roots_;  // the visited states, numbered from 1
  machine::ConcreteMachine machine_;
  std::optional<property::InvariantChecker> invariants_;
  machine::Reduction reduction_;
  Result result_;
  machine::Path startPath_;  // the choices on the way to the first state
  uint64_t passed_ = 0;      // states that were passed through

 private:
  /// A step, and all those behind it that are the only ones.
  machine::Outcome step(uint32_t alternative, machine::Path* path) {
    if (reductionOf(options_) == machine::ReductionKind::None && path == nullptr) return machine_.step(alternative);
    const uint32_t moved = reduction_.threadOf(alternative);
    if (path != nullptr && machine_.alternativeCount() > 1) path->push(alternative);
    return goOn(machine_.step(alternative), moved, path);
  }
  machine::Outcome goOn(machine::Outcome outcome, uint32_t moved, machine::Path* path) {
    constexpr uint32_t kLongest = 10'000;
    for (uint32_t passed = 0; outcome == machine::Outcome::Stopped && passed < kLongest; ++passed) {
      if (stop_.load(std::memory_order_relaxed)) break;
      machine_.save();
      const auto next = reduction_.goesOn(moved);
      if (!next) break;
      ++passed_;
      moved = reduction_.threadOf(*next);
      if (path != nullptr && machine_.alternativeCount() > 1) path->push(*next);
      outcome = machine_.step(*next);
    }
    return outcome;
  }

  Verdict judgeFault() {
    const machine::Report& report = machine_.report();
    const property::Property property = property::propertyOf(report.fault);
    if (options_.properties.contains(property)) {
      result_.violation = property::Violation{property, report.message, report.thread, report.pc};
      return Verdict::End;
    }
    // What happens after undefined behaviour is anybody's guess, so the path ends and is accounted for.
    if (!result_.shortfall.unknown) {
      result_.shortfall.unknown =
          fmt::format("paths end in {} at {}, which is not among the checked properties", property::nameOf(property),
                      program::placeOf(machine_.program(), report.pc));
    }
    machine_.discard();
    return Verdict::Nothing;
  }
};

}  // namespace clew::search
