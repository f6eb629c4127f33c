#include "abstraction/graph.h"

#include <algorithm>
#include <utility>

namespace clew::abstraction {

Term State::termOf(Term symbol) const {
  const auto is = [&](const Placed& each) { return each.symbol == symbol; };
  if (std::any_of(block.placed.begin(), block.placed.end(), is)) return symbol;
  const auto number = std::find_if(kept.begin(), kept.end(), is);
  return number == kept.end() ? term::kNoTerm : number->value;
}

void Graph::clear() {
  states_.assign(1, {});
  gone_ = 0;
  open_.assign(1, 0);
  byKey_.clear();
}

void Graph::add(State state) {
  join(state);
  const size_t number = states_.size();
  states_[state.parent].children.push_back(number);
  peersOf(state).push_back(number);
  states_.push_back(std::move(state));
  open_.push_back(number);
}

std::optional<size_t> Graph::next() {
  while (!open_.empty()) {
    const size_t state = open_.front();
    open_.pop_front();
    if (states_[state].isGone) continue;
    const size_t cover = coverOf(state);
    if (cover == State::kNone) return state;
    states_[cover].covers.push_back(state);
    states_[state].coveredBy = cover;
  }
  return std::nullopt;
}

State Graph::remove(size_t state) {
  auto& siblings = states_[states_[state].parent].children;
  siblings.erase(std::find(siblings.begin(), siblings.end(), state));
  State removed = states_[state];
  removed.children.clear();
  removed.covers.clear();
  removed.coveredBy = State::kNone;
  drop({state});
  return removed;
}

void Graph::reopen(size_t state) {
  drop(std::exchange(states_[state].children, {}));
  open_.push_back(state);
}

std::vector<size_t> Graph::wayTo(size_t state) const {
  std::vector<size_t> way;
  for (; state != 0; state = states_[state].parent) way.push_back(state);
  std::reverse(way.begin(), way.end());
  return way;
}

std::set<Term> Graph::numbersOf(const Head& head, Term symbol) const {
  std::set<Term> numbers;
  for (const State& state : states_) {
    if (state.head != &head) continue;
    const Term term = state.termOf(symbol);
    if (term != symbol && term != term::kNoTerm) numbers.insert(term);
  }
  return numbers;
}

void Graph::drop(const std::vector<size_t>& roots) {
  std::vector<size_t> work = roots;
  std::vector<size_t> uncovered;
  while (!work.empty()) {
    const size_t number = work.back();
    work.pop_back();
    State& state = states_[number];
    std::erase(peersOf(state), number);
    if (state.coveredBy != State::kNone) std::erase(states_[state.coveredBy].covers, number);
    work.insert(work.end(), state.children.begin(), state.children.end());
    uncovered.insert(uncovered.end(), state.covers.begin(), state.covers.end());
    ++gone_;
    state = State{};
    state.isGone = true;
  }
  for (const size_t number : uncovered) {
    if (states_[number].isGone) continue;
    states_[number].coveredBy = State::kNone;
    open_.push_back(number);
  }
}

/// Forgets guesses that were not true of a state that is otherwise the same.
void Graph::join(State& state) const {
  const auto peers = byKey_.find(wordOf(state.key));
  if (state.guesses.empty() || peers == byKey_.end()) return;
  for (const size_t peer : peers->second) {
    const State& other = states_[peer];
    if (other.cube != state.cube) continue;
    std::vector<Term> both;
    std::set_intersection(state.guesses.begin(), state.guesses.end(), other.guesses.begin(), other.guesses.end(),
                          std::back_inserter(both));
    state.guesses = std::move(both);
  }
}

/// Another state that demands no more than this one.
size_t Graph::coverOf(size_t number) const {
  const State& state = states_[number];
  const auto sizeOf = [](const State& each) { return each.cube.size() + each.guesses.size(); };
  const auto includes = [](const std::vector<Term>& all, const std::vector<Term>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  const auto peers = byKey_.find(wordOf(state.key));
  if (number == 0 || peers == byKey_.end()) return State::kNone;
  for (const size_t peer : peers->second) {
    const State& other = states_[peer];
    const bool isWeaker = sizeOf(other) < sizeOf(state) || (sizeOf(other) == sizeOf(state) && peer < number);
    if (peer != number && isWeaker && includes(state.cube, other.cube) && includes(state.guesses, other.guesses)) {
      return peer;
    }
  }
  return State::kNone;
}

}  // namespace clew::abstraction
