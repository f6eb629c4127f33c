#include "search/breadth_first.h"

#include <algorithm>

#include "search/explorer.h"
#include "support/big_array.h"

namespace clew::search {

namespace {

class BreadthFirst : Explorer {
 public:
  using Explorer::Explorer;

  Result run() {
    origins_.push_back({});
    if (enter(start())) walk();
    publish();
    noteAssumptions();
    return std::move(result_);
  }

 private:
  /// How a state was found first.
  struct Origin {
    uint32_t parent;
    uint32_t alternative;
  };

  void walk() {
    for (parent_ = 1; parent_ <= roots_.size(); ++parent_) {
      if (parent_ > levelEnd_) {
        levelEnd_ = roots_.size();
        ++depth_;
      }
      if (!expand()) return;
    }
  }

  bool expand() {
    const machine::StateKey key = roots_[parent_];
    machine_.restore(key);
    const uint32_t count = alternatives();
    if (options_.maxDepth > 0 && depth_ > options_.maxDepth) {
      result_.shortfall.depth |= count > 0;
      return true;
    }
    bool moved = false;
    for (alternative_ = 0; alternative_ < count; ++alternative_) {
      if (stop_.load(std::memory_order_relaxed)) {
        result_.shortfall.interrupted = true;
        return false;
      }
      if (moved) machine_.restore(key);
      if ((++transitions_ & 0xFFF) == 0) publish();
      moved = !leadsToKnownState(alternative_);
      if (!moved) continue;
      if (!enter(take(alternative_))) return false;
    }
    return true;
  }

  /// Looks at what a step led to; false ends the search.
  bool enter(machine::Outcome outcome) {
    const Verdict verdict = judge(outcome);
    if (verdict == Verdict::Nothing) return true;
    if (verdict == Verdict::End) return notePath();
    if (outcome == machine::Outcome::Stopped && stop_.load(std::memory_order_relaxed)) {
      result_.shortfall.interrupted = true;  // the step may have been cut short
      return false;
    }
    const bool isNew = roots_.intern(machine_.save()).isNew;
    if (breaksNext()) return notePath();
    if (!isNew) return true;
    origins_.push_back({parent_, alternative_});
    deepest_ = depth_;
    countState();
    if (breaksInvariant() || isDeadlock() || isRace()) return notePath();
    if (options_.maxStates > 0 && roots_.size() >= options_.maxStates) {
      result_.shortfall.states = true;
      return false;
    }
    return true;
  }

  /// The way to the current step: back through the origins, then keeping only what was a choice.
  bool notePath() {
    std::vector<Origin> steps;
    if (parent_ != 0) steps.push_back({parent_, alternative_});
    while (!steps.empty() && origins_[steps.back().parent].parent != 0) steps.push_back(origins_[steps.back().parent]);
    result_.path = startPath_;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
      retrace(roots_[step->parent], step->alternative, result_.path);
    }
    return false;
  }

  void publish() {
    statistics_.states = roots_.size();
    statistics_.transitions = transitions_;
    statistics_.passed = passed_;
    statistics_.depth = deepest_;
    statistics_.frontier = roots_.size() - std::min(parent_, roots_.size());
    statistics_.storeBytes = storeBytes() + origins_.bytes();
  }

  support::BigArray<Origin> origins_;  // per state
  uint32_t parent_ = 0;
  uint32_t alternative_ = 0;
  uint32_t levelEnd_ = 0;
  uint64_t depth_ = 0;    // of the states that are found now
  uint64_t deepest_ = 0;  // of the last state that was new
  uint64_t transitions_ = 0;
};

}  // namespace

Result breadthFirst(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                    Statistics& statistics) {
  return BreadthFirst(program, options, stop, statistics).run();
}

}  // namespace clew::search
