// Runs of a program for somebody who looks for one violation and no other: a machine that is judged after every step,
// and an account of what that took.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <unordered_set>

#include "machine/user_place.h"
#include "search/choices.h"
#include "search/minimise.h"
#include "search/state_word.h"

namespace clew::search {

/// A violation, as far as two ways to it are ways to the same one: what is violated, and where in the program. Who does
/// it does not matter, nor with which values.
struct Sighting {
  property::Property property;
  std::array<uint32_t, 2> places = {};
  std::string what;  // which invariant, which automaton

  bool operator==(const Sighting&) const = default;
};

/// A step of a thread, by the thread's own alternatives: what the others can do does not change it.
struct Move {
  uint32_t thread = 0;
  uint32_t offset = 0;

  bool operator==(const Move&) const = default;
};

class Trial {
 public:
  Trial(const program::Program& program, const Options& options, const Allowance& allowance,
        const std::atomic<bool>& stop)
      : choices_(program, options, stop),
        options_(options),
        allowance_(allowance),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(std::min(allowance.seconds, kLongest)))) {
    if (!options.executeAll) choices_.machine().remember();
  }

  /// Runs the program to its first state.
  void start() {
    choices_.start();
    look();
  }
  /// Goes on with an alternative of the current state.
  void take(uint32_t alternative) {
    choices_.judge().beforeStep();
    choices_.take(alternative);
    look();
  }
  /// Goes back to a state.
  void restore(machine::StateKey key) {
    sighting_.reset();
    if (key_ == key) return;
    choices_.restore(key);
    key_ = key;
  }

  /// The state that the last step led to; none if the run ended with it, or in a violation on the way.
  machine::StateKey key() const { return key_; }
  /// What the last step violates, or the state that it led to.
  const std::optional<Sighting>& sighting() const { return sighting_; }
  uint32_t count() { return choices_.count(); }
  std::span<const machine::ThreadChoice> threads() { return choices_.machine().choices(); }
  /// Where a thread stands, in the current state.
  uint32_t placeOf(uint32_t thread) {
    choices_.machine().materialise();
    return choices_.machine().threadByNumber(thread)->frames.back().pc;
  }

  /// Whether something could not be executed, so that there may be ways that nobody knows.
  bool hasGap() const { return hasGap_; }
  /// What was executed so far.
  uint64_t work() { return kWorkOfStep * steps_ + choices_.machine().instructions(); }
  /// Whether everything that may be spent is, with what the caller has kept in memory. What the last step led to means
  /// nothing then.
  bool isSpent(uint64_t most, uint64_t bytes = 0) {
    return choices_.isStopped() || isLate_ || work() > std::min(most, allowance_.work) ||
           bytes + bytes_ > allowance_.bytes;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint64_t kWorkOfStep = 50;  // a step is about as much work as so many instructions
  static constexpr uint64_t kStepsPerLook = 64;
  static constexpr uint64_t kBytesOfWord = 32;  // in a set
  static constexpr double kLongest = 1e6;       // seconds; more than a clock can be asked to add is no limit

  void look() {
    if (++steps_ % kStepsPerLook == 0) {
      isLate_ |= Clock::now() > end_;
      bytes_ = choices_.bytes() + lawful_.size() * kBytesOfWord;
    }
    sighting_.reset();
    key_ = {};
    switch (choices_.outcome()) {
      case machine::Outcome::Pruned: return;
      case machine::Outcome::Abandoned: hasGap_ = true; return;
      case machine::Outcome::Faulted: {
        std::optional<std::string> unknown;
        if (const auto violation = choices_.judge().ofFault(unknown)) sighting_ = ofFault(*violation);
        hasGap_ |= unknown.has_value();
        return;
      }
      case machine::Outcome::Stopped:
      case machine::Outcome::Exited: break;
    }
    key_ = choices_.machine().save();
    auto violation = choices_.judge().ofStep();
    const bool isKnown = choices_.outcome() == machine::Outcome::Exited || lawful_.contains(wordOf(key_));
    if (!violation && !isKnown) violation = choices_.judge().ofState(count());
    if (violation) {
      sighting_ = inState(*violation);
    } else if (!isKnown) {
      lawful_.insert(wordOf(key_));
    }
  }

  Sighting ofFault(const property::Violation& violation) {
    Sighting seen{violation.property, {violation.pc, program::kNone}, {}};
    if (violation.property == property::Property::Specification) seen.what = property::automatonOf(violation.message);
    // An error function is entered before it complains.
    const machine::ConcreteMachine& machine = choices_.machine();
    const auto& frames = machine.threadByNumber(violation.thread)->frames;
    const bool isInside = frames.size() > 1 && machine.program().functionAt(violation.pc).entry == violation.pc;
    seen.places[1] = machine::userPc(machine, violation.thread, isInside ? 1 : 0);
    return seen;
  }

  Sighting inState(const property::Violation& violation) {
    Sighting seen{violation.property, {}, {}};
    if (violation.property == property::Property::DataRace) {
      const machine::Race race = *choices_.machine().findRace();
      seen.places = {std::min(race.first.pc, race.second.pc), std::max(race.first.pc, race.second.pc)};
    } else if (violation.property != property::Property::Deadlock) {
      seen.what = invariantOf(violation);
    }
    return seen;
  }

  /// The expression that a message is about; the longest one that it may be about.
  std::string invariantOf(const property::Violation& violation) const {
    const bool isOfState = violation.property == property::Property::Invariant;
    std::string longest;
    for (const auto& each : isOfState ? options_.invariants->ofStates : options_.invariants->ofTransitions) {
      if (each.text().size() > longest.size() && violation.message.starts_with(each.text())) longest = each.text();
    }
    return longest;
  }

  Choices choices_;
  const Options& options_;
  const Allowance allowance_;
  const Clock::time_point end_;
  machine::StateKey key_;
  std::optional<Sighting> sighting_;
  std::unordered_set<StateWord> lawful_;  // states that violate nothing
  bool hasGap_ = false;
  bool isLate_ = false;
  uint64_t steps_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace clew::search
