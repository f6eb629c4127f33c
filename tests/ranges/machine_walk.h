// Steps of a machine from state to state, with what is wrong at each.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "machine/machine.h"
#include "property/property.h"
#include "ranges/oracle.h"
#include "search/fingerprints.h"
#include "search/search.h"

namespace clew::ranges {

class MachineWalk {
 public:
  MachineWalk(const program::Program& program, machine::StateTables& tables)
      : machine_(program, tables), fingerprints_(tables, kSecret) {}

  /// Where a step led to.
  struct Arrival {
    std::optional<machine::StateKey> key;  // none: no state
    std::vector<Finding> findings;
    bool isKnown = true;  // false: the machine could not do it
  };

  Arrival start() { return arrive(machine_.start()); }
  Arrival step(machine::StateKey from, uint32_t alternative) {
    machine_.restore(from);
    return arrive(machine_.step(alternative));
  }
  uint32_t count(machine::StateKey key) {
    machine_.restore(key);
    return machine_.alternativeCount();
  }
  Content contentOf(machine::StateKey key) { return fingerprints_.of(key); }

 private:
  Arrival arrive(machine::Outcome outcome) {
    Arrival arrival;
    if (outcome == machine::Outcome::Stopped || outcome == machine::Outcome::Exited) {
      arrival.key = machine_.save();
      if (outcome == machine::Outcome::Stopped) arrival.findings = findingsHere();
      return arrival;
    }
    arrival.isKnown = outcome != machine::Outcome::Abandoned;
    if (outcome == machine::Outcome::Faulted) {
      arrival.findings.push_back({property::propertyOf(machine_.report().fault), machine_.report().pc});
    }
    machine_.discard();
    return arrival;
  }

  std::vector<Finding> findingsHere() {
    std::vector<Finding> findings;
    if (machine_.alternativeCount() == 0) {
      const auto& threads = machine_.threads();
      const auto blocked =
          std::find_if(threads.begin(), threads.end(), [](const auto& t) { return !t->frames.empty(); });
      findings.push_back({property::Property::Deadlock, (*blocked)->frames.back().pc});
    }
    if (const auto race = machine_.findRace()) findings.push_back({property::Property::DataRace, race->first.pc});
    return findings;
  }

  machine::ConcreteMachine machine_;
  search::Fingerprints fingerprints_;
};

/// Takes every way on from every state, level by level, and tells `look(key, depth)` of each state and
/// `take(from, arrival)` of each step. False if there are more states than that, or some step cannot be taken.
template <typename Look, typename Take>
bool walkStates(MachineWalk& walk, uint64_t maxDepth, size_t mostStates, Look look, Take take) {
  std::set<Content> seen;
  std::vector<machine::StateKey> level, next;
  bool isKnown = true;
  const auto arrive = [&](const MachineWalk::Arrival& arrival) {
    isKnown &= arrival.isKnown;
    if (arrival.key && seen.insert(walk.contentOf(*arrival.key)).second) next.push_back(*arrival.key);
  };
  const MachineWalk::Arrival first = walk.start();
  take(machine::StateKey{}, first);
  arrive(first);
  for (uint64_t depth = 0; !next.empty() && isKnown && seen.size() <= mostStates; ++depth) {
    level.swap(next);
    next.clear();
    for (const machine::StateKey key : level) {
      look(key, depth);
      const uint32_t count = maxDepth > 0 && depth == maxDepth ? 0 : walk.count(key);
      for (uint32_t alternative = 0; alternative < count; ++alternative) {
        const MachineWalk::Arrival arrival = walk.step(key, alternative);
        take(key, arrival);
        arrive(arrival);
      }
    }
  }
  return isKnown && seen.size() <= mostStates;
}

}  // namespace clew::ranges
