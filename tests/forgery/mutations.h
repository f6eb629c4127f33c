// Changes of a script's lists. Each takes a script that may be true and makes one of it that should not be believed,
// or leaves it alone where it finds nothing to change.
#pragma once

#include <numeric>
#include <random>

#include "forged_script.h"

namespace clew::test {

using Random = std::mt19937_64;

inline size_t below(Random& random, size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); }

/// A transition: of which state, counted from 0, and which of its list.
struct Place {
  size_t state, index;
};

/// The lists of a script, with what changes to the tree need to know.
class Forger {
 public:
  Forger(PlainScript plain, Random& random) : plain_(std::move(plain)), random_(random) {}
  PlainScript& plain() { return plain_; }

  // ---- the tree ----

  /// Behind the last state of the subtree of each state.
  std::vector<size_t> ends() const {
    std::vector<size_t> ends(states().size(), states().size());
    std::vector<Place> path;
    size_t entered = 0;
    if (!states().empty()) path.push_back({entered++, 0});
    while (!path.empty()) {
      Place& top = path.back();
      const auto& to = states()[top.state].to;
      while (top.index < to.size() && to[top.index] != script::kProductive) ++top.index;
      if (top.index == to.size() || entered == states().size()) {
        ends[top.state] = entered;
        path.pop_back();
      } else {
        ++top.index;
        path.push_back({entered++, 0});
      }
    }
    return ends;
  }
  /// The state that a transition discovers, or would discover.
  static size_t childAt(const PlainScript& plain, const std::vector<size_t>& ends, Place place) {
    size_t child = place.state + 1;
    for (size_t i = 0; i < place.index; ++i) {
      if (plain.states[place.state].to[i] == script::kProductive && child < ends.size()) child = ends[child];
    }
    return child;
  }
  size_t childAt(Place place) const { return childAt(plain_, ends(), place); }

  /// Puts the states into another order and lets the numbers follow; what is not in the order is gone, and what led
  /// there leads to state 1.
  void reorder(const std::vector<size_t>& order) {
    std::vector<StateId> number(states().size() + 1, 1);
    for (size_t i = 0; i < order.size(); ++i) number[order[i] + 1] = static_cast<StateId>(i + 1);
    std::vector<PlainScript::State> moved;
    for (const size_t state : order) moved.push_back(states()[state]);
    plain_.states = std::move(moved);
    for (PlainScript::State& state : plain_.states) {
      for (StateId& to : state.to) {
        if (to != script::kProductive && to != script::kNowhere && to < number.size()) to = number[to];
      }
    }
  }

  // ---- finding something to change ----

  std::vector<Place> places(bool productive) const {
    std::vector<Place> places;
    for (size_t state = 0; state < states().size(); ++state) {
      for (size_t i = 0; i < states()[state].to.size(); ++i) {
        if ((states()[state].to[i] == script::kProductive) == productive) places.push_back({state, i});
      }
    }
    return places;
  }
  Place any(const std::vector<Place>& places) { return places[below(random_, places.size())]; }
  StateId anyState() { return static_cast<StateId>(1 + below(random_, states().size())); }
  StateId& to(Place place) { return plain_.states[place.state].to[place.index]; }

  // ---- changes of a list ----

  /// A choice of a thread disappears, with all its alternatives.
  void dropChoice() {
    PlainScript::State& state = plain_.states[below(random_, states().size())];
    if (state.labels.empty()) return;
    const auto [begin, end] = choiceAround(state, below(random_, state.labels.size()));
    state.labels.erase(state.labels.begin() + begin, state.labels.begin() + end);
    state.to.erase(state.to.begin() + begin, state.to.begin() + end);
  }
  /// A thread that cannot go on is said to.
  void addChoice() {
    PlainScript::State& state = plain_.states[below(random_, states().size())];
    const script::Alphabet alphabet = plain_.choices();
    if (alphabet.entries().empty()) return;
    const auto& entry = alphabet.entries()[below(random_, alphabet.entries().size())];
    size_t at = 0;
    while (at < state.labels.size() && alphabet.entryOf(state.labels[at]).choice.thread < entry.choice.thread) ++at;
    for (uint32_t i = 0; i < entry.choice.alternatives; ++i) {
      state.labels.insert(state.labels.begin() + static_cast<ptrdiff_t>(at + i), entry.first + i);
      state.to.insert(state.to.begin() + static_cast<ptrdiff_t>(at + i), anyState());
    }
  }
  /// A choice is taken for another one of the same thread.
  void relabel() {
    PlainScript::State& state = plain_.states[below(random_, states().size())];
    if (state.labels.empty()) return;
    const script::Alphabet alphabet = plain_.choices();
    const auto [begin, end] = choiceAround(state, below(random_, state.labels.size()));
    const auto& entry = alphabet.entries()[below(random_, alphabet.entries().size())];
    std::vector<Label> labels(entry.choice.alternatives);
    std::iota(labels.begin(), labels.end(), entry.first);
    std::vector<StateId> to(state.to.begin() + begin, state.to.begin() + end);
    to.resize(labels.size(), script::kNowhere);
    state.labels.erase(state.labels.begin() + begin, state.labels.begin() + end);
    state.to.erase(state.to.begin() + begin, state.to.begin() + end);
    state.labels.insert(state.labels.begin() + begin, labels.begin(), labels.end());
    state.to.insert(state.to.begin() + begin, to.begin(), to.end());
  }
  /// A transition leads to another state, or nowhere, or out of the part.
  void repoint() {
    const auto found = places(false);
    if (found.empty()) return;
    const size_t where = below(random_, plain_.isPart() ? 5 : 4);
    to(any(found)) = where == 0 ? script::kNowhere : where == 4 ? script::kElsewhere : anyState();
  }
  void swapTargets() {
    const Place one = anyPlace(), other = anyPlace();
    if (!states()[one.state].to.empty() && !states()[other.state].to.empty()) std::swap(to(one), to(other));
  }
  void swapTargetsOfOneState() {
    const size_t state = below(random_, states().size());
    const size_t count = states()[state].to.size();
    if (count > 1) std::swap(to({state, below(random_, count)}), to({state, below(random_, count)}));
  }
  void swapLists() { std::swap(plain_.states[anyState() - 1], plain_.states[anyState() - 1]); }
  /// Two numbers change places wherever something leads to them.
  void swapNumbers() {
    const StateId one = anyState(), other = anyState();
    for (PlainScript::State& state : plain_.states) {
      for (StateId& to : state.to) to = to == one ? other : to == other ? one : to;
    }
  }

  // ---- changes of the tree ----

  /// A discovery is denied: the transition leads to a state that is known, and what was discovered by it is gone.
  void fold() {
    const auto found = places(true);
    if (!found.empty()) fold(any(found), anyState());
  }
  void fold(Place place, StateId instead) {
    const size_t begin = childAt(place);
    if (begin >= states().size()) return;
    const size_t end = ends()[begin];
    if (instead > begin && instead <= end) instead = 1;
    to(place) = instead;
    std::vector<size_t> order;
    for (size_t i = 0; i < states().size(); ++i) {
      if (i < begin || i >= end) order.push_back(i);
    }
    reorder(order);
  }
  /// A transition to a known state discovers a copy of it.
  void addDouble() {
    const auto found = places(false);
    if (!found.empty()) addDouble(any(found));
  }
  void addDouble(Place place) {
    const StateId original = to(place);
    if (original == script::kNowhere || original > states().size()) return;
    const auto ends = this->ends();
    const size_t at = childAt(place);
    PlainScript::State copy = states()[original - 1];
    for (size_t i = 0; i < copy.to.size(); ++i) {
      if (copy.to[i] == script::kProductive) {
        copy.to[i] = static_cast<StateId>(childAt(plain_, ends, {original - 1, i}) + 1);
      }
    }
    to(place) = script::kProductive;
    plain_.states.insert(plain_.states.begin() + static_cast<ptrdiff_t>(std::min(at, states().size())), copy);
    for (size_t state = 0; state < states().size(); ++state) {
      for (StateId& to : plain_.states[state].to) {
        if (script::hasNumber(to) && to > at) ++to;
      }
    }
  }
  /// All numbers stay consistent, but a state is discovered later than it is reached first.
  bool discoverLate() {
    const auto productive = places(true);
    if (productive.empty()) return false;
    const Place first = any(productive);
    const size_t begin = childAt(first);
    if (begin >= states().size()) return false;
    const auto ends = this->ends();
    const size_t end = ends[begin];
    std::vector<Place> later;
    for (const Place place : places(false)) {
      const bool isInside = place.state >= begin && place.state < end;
      if (to(place) == begin + 1 && !isInside && childAt(place) >= end) later.push_back(place);
    }
    if (later.empty()) return false;
    const Place second = any(later);
    const size_t at = childAt(second);
    to(first) = static_cast<StateId>(begin + 1);
    to(second) = script::kProductive;
    std::vector<size_t> order;
    for (size_t i = 0; i < states().size(); ++i) {
      if (i == at) appendRange(order, begin, end);
      if (i < begin || i >= end) order.push_back(i);
    }
    if (at == states().size()) appendRange(order, begin, end);
    reorder(order);
    return true;
  }
  /// What two transitions of a state discover changes places.
  bool swapSubtrees() {
    const auto productive = places(true);
    for (size_t tries = 0; tries < 50 && !productive.empty(); ++tries) {
      const Place first = any(productive);
      const size_t begin = childAt(first);
      if (begin >= states().size()) continue;
      const auto ends = this->ends();
      const size_t middle = ends[begin];
      if (middle >= ends[first.state]) continue;
      std::vector<size_t> order;
      appendRange(order, 0, begin);
      appendRange(order, middle, ends[middle]);
      appendRange(order, begin, middle);
      appendRange(order, ends[middle], states().size());
      reorder(order);
      return true;
    }
    return false;
  }
  /// The last states are missing.
  void cut() { plain_.states.resize(1 + below(random_, states().size())); }

  /// Any of these.
  void change() {
    switch (below(random_, 16)) {
      case 0: return dropChoice();
      case 1: return addChoice();
      case 2: return relabel();
      case 3: return swapTargets();
      case 4: return swapTargetsOfOneState();
      case 5: return swapLists();
      case 6: return swapNumbers();
      case 7: return fold();
      case 8: return addDouble();
      case 9: discoverLate(); return;
      case 10: swapSubtrees(); return;
      case 11: return cut();
      case 12: return changeAlphabet();
      default: return repoint();
    }
  }

 private:
  const std::vector<PlainScript::State>& states() const { return plain_.states; }
  static void appendRange(std::vector<size_t>& order, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) order.push_back(i);
  }
  Place anyPlace() {
    const size_t state = below(random_, states().size());
    return {state, below(random_, std::max<size_t>(1, states()[state].to.size()))};
  }
  /// The alternatives of the choice that a label belongs to.
  std::pair<ptrdiff_t, ptrdiff_t> choiceAround(const PlainScript::State& state, size_t index) const {
    const script::Alphabet alphabet = plain_.choices();
    const uint32_t choice = alphabet.choiceOf(state.labels[index]);
    size_t begin = index, end = index;
    while (begin > 0 && alphabet.choiceOf(state.labels[begin - 1]) == choice) --begin;
    while (end < state.labels.size() && alphabet.choiceOf(state.labels[end]) == choice) ++end;
    return {begin, end};
  }
  void changeAlphabet() {
    if (plain_.alphabet.empty()) return;
    json& entry = plain_.alphabet[below(random_, plain_.alphabet.size())];
    const size_t which = below(random_, 2);
    entry[which] = (entry[which].get<uint32_t>() + 1 + below(random_, 3)) % 4096;
  }

  PlainScript plain_;
  Random& random_;
};

}  // namespace clew::test
