// Data races where inputs are symbols. A library function is one step with many accesses, and it may branch on symbols
// in the middle: then each way through it is gone, and what it touches counts if the conditions of that way hold. So a
// race has a condition here. The functions are the machine's own, for a symbolic domain.
#pragma once

#include <algorithm>

#include "machine/races.h"
#include "symbolic/arithmetic.h"

namespace clew::machine {

template <typename Domain>
bool Machine<Domain>::areSurelyEqual(Value a, Value b, unsigned width) const {
  term::Terms& terms = run_->terms;
  return run_->path.decide(terms.equal(termOf(terms, a, width), termOf(terms, b, width))) == true;
}

/// Notes what a thread touches in its next step, on every way through it. Each is gone from the beginning.
template <typename Domain>
void Machine<Domain>::collectWays(uint32_t number, uint32_t alternative, StateKey key) {
  constexpr size_t kMostWays = 256;
  struct Begun {
    std::vector<term::Term> conditions;
    size_t touches = 0;  // noted when the way there was gone
  };
  const symbolic::Run::Place place = run_->place();
  std::vector<Begun> open(1);
  for (size_t gone = 0; !open.empty(); ++gone) {
    if (gone == kMostWays) {
      hasMoreTouches_ = true;
      return;
    }
    const Begun way = std::move(open.back());
    open.pop_back();
    const bool isPossible = std::all_of(way.conditions.begin(), way.conditions.end(),
                                        [&](term::Term each) { return run_->path.assume(each); });
    if (isPossible) {
      const auto before = static_cast<ptrdiff_t>(touches_.size());
      finishStep(run(*byNumber_[number], true, alternative));
      const size_t touched = touches_.size() - static_cast<size_t>(before);
      for (const term::Term condition : byNumber_[number]->trace.fork) {
        open.push_back({way.conditions, touched});
        open.back().conditions.push_back(condition);
      }
      touches_.erase(touches_.begin() + before, touches_.begin() + before + static_cast<ptrdiff_t>(way.touches));
      term::Term all = run_->terms.truth(true);
      for (const term::Term each : way.conditions) all = run_->terms.bitAnd(all, each);
      touchConditions_.resize(before, run_->terms.truth(true));
      touchConditions_.resize(touches_.size(), all);
    }
    run_->goBack(place);
    discard();
    restore(key);
    materialise();
  }
}

template <typename Domain>
std::vector<ConditionalRace> Machine<Domain>::findRaces() {
  hasMoreTouches_ = false;
  touchConditions_.clear();
  std::vector<ConditionalRace> races;
  if (!gatherTouches()) return races;
  term::Terms& terms = run_->terms;
  touchConditions_.resize(touches_.size(), terms.truth(true));
  for (size_t a = 0; a < touches_.size(); ++a) {
    for (size_t b = a + 1; b < touches_.size(); ++b) {
      const auto race = raceOf(touches_[a], touches_[b]);
      if (!race) continue;
      const term::Term condition = terms.bitAnd(touchConditions_[a], touchConditions_[b]);
      const bool isKnown = std::any_of(races.begin(), races.end(),
                                       [&](const ConditionalRace& each) { return each.condition == condition; });
      if (!isKnown && !terms.isFalse(condition)) races.push_back({*race, condition});
    }
  }
  return races;
}

}  // namespace clew::machine
