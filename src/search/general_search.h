// The general state-expanding search: a list of all states found, each with how it was found, and a list of those that
// wait. Every order of search is one of the latter (open_list.h); where states are kept is up to the former, `Records`:
// in memory here (best_first.cpp), or on disk (external_search.cpp).
//
// A* has not found its violation when it meets one: a shorter path may lead through a state that still waits. It goes
// on until none of these promises one.
#pragma once

#include <optional>
#include <vector>

#include "search/explorer.h"
#include "search/heuristic.h"
#include "search/open_list.h"
#include "search/origin.h"

namespace clew::search {

/// Where a search is, so that another one can go on: what waits, the state that is being expanded, what was found.
struct Position {
  explicit Position(Order order) : open(order) {}

  struct Found {
    Result result;
    Origin origin;
  };
  OpenList open;
  uint32_t number = 0;  // of the state that is being expanded; 0: none
  uint32_t alternative = 0;
  uint64_t cutStates = 0;  // that were not expanded because of the depth bound
  std::optional<Found> best;
};

/// `Records` has
/// - `add(key, origin)`: the number of a state that is new, or was reached by a shorter path; 0 if there is no room,
/// - `keyOf(number)` and `operator[](number)`, which is the origin,
/// - `claim(number)`: whether the state is to be expanded, now that it is its turn; not if it was by a shorter path,
/// - `mustPause()`: whether the search shall return, to be gone on with later,
/// - `isCheckpointDue()` and `checkpoint(position, result)`, which writes down where the search is and what its verdict
///   will have to mention,
/// - `bytes()`.
template <typename Records>
class GeneralSearch : protected Explorer {
 public:
  GeneralSearch(Shared& shared, Records& records, Position& position)
      : Explorer(shared, 0),
        records_(records),
        position_(position),
        heuristic_(options_.heuristics, options_.complaints, machine()) {}

  /// Searches to the end, or until it must pause: then the answer is true.
  bool run() {
    const bool isResumed = position_.number != 0 || !position_.open.empty();
    bool goesOn = true;
    if (const Step first = begin(); !isResumed) {
      origin_ = {};
      goesOn = enter(first);
    }
    bool pauses = false;
    while (goesOn && !pauses && findNext()) {
      if (records_.isCheckpointDue() && !shared_.isFull()) {
        settleAccounts(position_.open.size(), bytes());
        position_.cutStates = shared_.cutStates;
        records_.checkpoint(position_, shared_.result);
      }
      goesOn = expand();
      pauses = goesOn && records_.mustPause();  // not before: however large a state is, the search gets on
    }
    position_.cutStates = shared_.cutStates;
    if (!pauses) takeBest();
    publish(pauses ? 0 : position_.open.size(), bytes());  // who goes on counts anew what waits
    finish();
    return pauses;
  }

 private:
  uint64_t bytes() const { return records_.bytes() + position_.open.bytes(); }

  /// Takes the next state from those that wait, unless one is being expanded; false if there is none.
  bool findNext() {
    if (position_.number != 0) return true;
    while (!position_.open.empty()) {
      if (position_.best && position_.open.leastLength() >= position_.best->origin.depth) return false;
      position_.number = position_.open.pop();
      position_.alternative = 0;
      if (records_.claim(position_.number)) return true;
    }
    position_.number = 0;
    return false;
  }

  /// False ends the search.
  bool expand() {
    const uint32_t number = position_.number;
    const Origin from = records_[number];
    const machine::StateKey key = records_.keyOf(number);
    if (key == machine::StateKey{}) return false;  // it is not to be had any more
    visit(key);
    const uint32_t count = alternatives();
    origin_.parent = number;
    origin_.depth = from.depth + 1;
    for (uint32_t& alternative = position_.alternative; alternative < count; ++alternative) {
      if (isCut()) return false;
      if (countTransition()) publish(position_.open.size(), bytes());
      if (leadsToKnownState(key, alternative)) continue;
      visit(key);
      origin_.alternative = alternative;
      if (heuristic_.usesHistory()) origin_.history = heuristic_.after(from.history, numberOf(alternative));
      if (!enter(take(alternative, origin_.depth))) return false;
    }
    position_.number = 0;
    return true;
  }

  /// Goes on from what a step led to; false ends the search.
  bool enter(Step step) {
    if (step == Step::End && hasFound()) return keepIfBetter();
    // The last one that is allowed is kept, so that a run with a higher bound goes on from it.
    const bool isLast = step == Step::End && result_.shortfall.states;
    if (step != Step::New && !isLast) return step != Step::End;
    return wait() && !isLast;
  }

  /// Has the current state wait for its turn, if it has one; false ends the search.
  bool wait() {
    origin_.value = heuristic_.value(origin_.history);
    const uint32_t number = records_.add(current_, origin_);
    if (number == 0) return runOut() != Step::End;
    if (alternatives() == 0) return true;
    if (options_.maxDepth > 0) {
      if (depthBefore_ == options_.maxDepth) --shared_.cutStates;
      if (origin_.depth == options_.maxDepth) {
        ++shared_.cutStates;
        return true;
      }
    }
    position_.open.push(number, origin_.depth, origin_.value);
    return true;
  }

  // ---- what was found ----

  /// Whether the search goes on although there is a violation.
  bool keepIfBetter() {
    // What could not be executed is no better than a violation, however near it is.
    if (!position_.best || (result_.violation && origin_.depth < position_.best->origin.depth))
      position_.best = Position::Found{std::move(result_), origin_};
    result_ = {};
    if (options_.order != Order::AStar || !position_.best->result.violation) return false;
    return goOnAfterFinding();
  }

  /// Makes the best that was found the result, with the way to it.
  void takeBest() {
    if (!position_.best) return;
    const Shortfall shortfall = result_.shortfall;
    result_ = std::move(position_.best->result);
    result_.shortfall.depth |= shortfall.depth;
    shared_.halt = true;
    if (!tellPath()) {
      result_.violation.reset();  // the states are not to be had any more, and the result says why
      return;
    }
    completePath(result_.path);
  }

  /// False if the way cannot be read any more.
  bool tellPath() {
    std::vector<Origin> steps;
    for (Origin step = position_.best->origin; step.parent != 0; step = records_[step.parent]) steps.push_back(step);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      const machine::StateKey key = records_.keyOf(step->parent);
      if (key == machine::StateKey{}) return false;
      retrace(key, step->alternative, result_.path);
    }
    return true;
  }

  Records& records_;
  Position& position_;
  Heuristic heuristic_;
  Origin origin_{};  // of what the step under way leads to
};

}  // namespace clew::search
