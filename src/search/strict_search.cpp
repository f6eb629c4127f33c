#include "search/strict_search.h"

#include <optional>

#include "search/checkpoint_counts.h"
#include "search/explorer.h"
#include "search/heuristic.h"
#include "search/run_directory.h"
#include "search/strict_states.h"

namespace clew::search {

namespace {

/// What was found, and by which step, or in which state.
struct Found {
  Result result;
  StrictStates::Origin origin;
  bool isState;     // in the state with the number `origin.parent`
  uint64_t length;  // of the path
};

class StrictSearch : Explorer {
 public:
  StrictSearch(Shared& shared, StrictStates& states, std::optional<Found>& best)
      : Explorer(shared, 0),
        states_(states),
        best_(best),
        heuristic_(options_.heuristics, options_.complaints, machine()),
        usesValues_(options_.order == Order::AStar) {}

  /// Searches to the end, or until the tables are too large: then the answer is true.
  bool run() {
    const bool goesOn = start();
    const bool pauses = goesOn && walk();
    if (!pauses) takeBest();
    settleAccounts(pauses ? 0 : states_.waiting(), states_.bytes());  // who goes on counts anew what waits
    finish();
    return pauses;
  }

 private:
  /// Brings the program to its first state; false ends the search.
  bool start() {
    const Step first = beginOnly();
    if (!states_.isBeginning()) return true;
    if (first == Step::New) {
      states_.addFirst(current_);
      return true;
    }
    if (first == Step::End && hasFound()) keepIfBetter({}, false, 0);
    return false;
  }

  /// Level after level; true if the search has to pause.
  bool walk() {
    do {
      while (!states_.isLevelDone()) {
        // What A* found is not written down, so the run is resumed from before.
        if (!best_ && states_.isCheckpointDue() && !shared_.isFull()) {
          settleAccounts(states_.waiting(), states_.bytes());
          states_.checkpoint(shared_.result);
        }
        if (!expand()) return false;
        states_.finishState();
        if (states_.isFull()) return runOut() != Step::End;
        if (states_.mustPause()) return true;  // not before: however large a state is, the search gets on
      }
      if (best_ && states_.leastLength() >= best_->length) return false;
    } while (!isCut() && states_.advance());
    return false;
  }

  /// False ends the search.
  bool expand() {
    const uint64_t number = states_.number();
    const uint64_t depth = states_.depth();
    const machine::StateKey key = states_.keyOf(number);
    if (key == machine::StateKey{} || isCut()) return false;
    visit(key);
    const uint32_t count = alternatives();
    if (count > StrictStates::kMostAlternatives) {
      result_.shortfall.unknown = "a state has too many alternatives for --store strict";
      return false;
    }
    uint32_t& alternative = states_.alternative;
    if (!states_.isMet && !meet(number, depth)) return false;
    if (options_.maxDepth > 0 && depth == options_.maxDepth) {
      result_.shortfall.depth |= count > 0;
      return true;
    }
    for (; alternative < count; ++alternative) {
      if (isCut()) return false;
      if (countTransition()) publish(states_.waiting(), states_.bytes());
      if (!follow(key, {number, alternative}, depth + 1)) return false;
    }
    return true;
  }

  /// Looks at a state before it is expanded; false ends the search.
  bool meet(uint64_t number, uint64_t depth) {
    states_.isMet = true;
    if (lookAtState(true, depth) != Step::End) return true;
    return hasFound() && keepIfBetter({number, 0}, true, depth);
  }

  /// Takes one step; false ends the search.
  bool follow(machine::StateKey key, StrictStates::Origin step, uint64_t depth) {
    if (!usesValues_) {
      if (const machine::StateKey next = foreseen(key, step.alternative); next.first != 0) {
        states_.add(next, step, 0);
        return true;
      }
    }
    visit(key);
    switch (takeOnly(step.alternative)) {
      case Step::New: states_.add(current_, step, usesValues_ ? heuristic_.value({}) : 0); return true;
      case Step::End: return hasFound() && keepIfBetter(step, false, depth);
      default: return true;
    }
  }

  /// Whether the search goes on although something was found: A* may still find a shorter path.
  bool keepIfBetter(StrictStates::Origin origin, bool isState, uint64_t length) {
    // What could not be executed is no better than a violation, however near it is.
    if (!best_ || (result_.violation && length < best_->length))
      best_ = Found{std::move(result_), origin, isState, length};
    result_ = {};
    return usesValues_ && best_->result.violation && goOnAfterFinding();
  }

  /// Makes what was found the result, with the way to it.
  void takeBest() {
    if (!best_) return;
    result_ = std::move(best_->result);
    shared_.halt = true;
    if (!tellPath()) result_.violation.reset();  // the disk has failed, and says so
  }

  /// False if the way cannot be read any more.
  bool tellPath() {
    std::vector<StrictStates::Origin> steps;
    if (!best_->isState && best_->length > 0) steps.push_back(best_->origin);
    for (uint64_t number = best_->origin.parent; number > 0; number = steps.back().parent) {
      steps.push_back(states_.originOf(number));
      if (steps.back().parent >= number) return states_.complain();
    }
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      const machine::StateKey key = states_.keyOf(step->parent);
      if (key == machine::StateKey{}) return false;
      retrace(key, step->alternative, result_.path);
    }
    return true;
  }

  StrictStates& states_;
  std::optional<Found>& best_;
  Heuristic heuristic_;
  const bool usesValues_;
};

}  // namespace

Result searchStrictly(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                      Statistics& statistics) {
  support::Disk& disk = options.external.run->disk();
  Result result;
  StrictStates states(options, statistics, result);
  std::optional<Found> best;
  uint64_t pauses = 0;
  bool goesOn = !isLimitReached(options, statistics, result);
  while (goesOn && !disk.hasFailed()) {
    Shared shared(program, options, nullptr, stop, statistics);
    shared.tables.threadPlaces = expectedThreads(program, options);
    shared.admitted = statistics.states.load();
    shared.result = std::move(result);
    states.use(shared.tables);
    goesOn = StrictSearch(shared, states, best).run();
    result = std::move(shared.result);
    pauses += goesOn ? 1 : 0;
  }
  if (!best) states.checkpoint(result);
  if (disk.hasFailed()) result.shortfall.disk = disk.error();
  statistics.disk = states.diskUse();
  statistics.disk->pauses = pauses;
  return result;
}

}  // namespace clew::search
