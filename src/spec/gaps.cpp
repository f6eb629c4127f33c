// Where every transition that a trigger allows has an assumption, and all of these may be false, an automaton has
// nowhere to go. Most such places are mistakes. Whether assumptions cover everything is judged by their form alone: one
// transition has none, or two have opposite ones. What is exhaustive in another way is warned of in vain.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "spec/checks.h"

namespace clew::spec {

namespace {

bool coverEverything(const std::vector<const Transition*>& transitions) {
  for (const Transition* one : transitions) {
    if (one->assumptions.empty() || one->negation) return true;
    for (const Transition* other : transitions) {
      const bool areSingle = one->assumptions.size() == 1 && other->assumptions.size() == 1;
      if (areSingle && areOpposite(one->assumptions.front(), other->assumptions.front())) return true;
    }
  }
  return false;
}

}  // namespace

void warnOfGaps(const Automaton& automaton, Specification& specification) {
  constexpr size_t kMostWarnings = 100;
  for (const State& state : automaton.states) {
    std::map<std::string, std::vector<const Transition*>> byTrigger;
    for (const Transition& transition : state.transitions) {
      byTrigger[textOf(automaton, transition.trigger)].push_back(&transition);
    }
    for (const auto& [trigger, transitions] : byTrigger) {
      if (coverEverything(transitions) || specification.warnings.size() >= kMostWarnings) continue;
      specification.warnings.push_back(
          fmt::format("{}: the assumptions on {} in state {} of {} may all be false, by their form",
                      specification.placeText(transitions.front()->place), trigger, state.name, automaton.name));
    }
  }
}

}  // namespace clew::spec
