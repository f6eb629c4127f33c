#include "search/depth_first.h"

#include "search/explorer.h"
#include "support/big_array.h"

namespace clew::search {

namespace {

class DepthFirst : Explorer {
 public:
  using Explorer::Explorer;

  Result run() {
    if (enter(start())) walk();
    publish();
    noteAssumptions();
    return std::move(result_);
  }

 private:
  struct Entry {
    machine::StateKey key;
    uint32_t next;   // alternative to take next
    uint32_t count;  // of alternatives
  };

  void walk() {
    while (!stack_.empty()) {
      Entry& top = stack_.back();
      if (top.next == top.count) {
        stack_.pop_back();
        continue;
      }
      if (stop_.load(std::memory_order_relaxed)) {
        result_.shortfall.interrupted = true;
        return;
      }
      if (!(current_ == top.key)) machine_.restore(top.key);
      current_ = top.key;
      if ((++transitions_ & 0xFFF) == 0) publish();
      if (canForesee_ && leadsToKnownState(top.next)) {
        ++top.next;
        continue;
      }
      current_ = {};
      if (!enter(take(top.next++))) return;
    }
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
    const machine::StateKey key = machine_.save();
    current_ = key;
    if (breaksNext()) return notePath();
    if (!options_.stateless && !isWorthExpanding(key)) return true;
    deepest_ = std::max<uint64_t>(deepest_, stack_.size());
    if (options_.stateless) countState(), ++states_;
    if (breaksInvariant() || isDeadlock() || isRace()) return notePath();
    if (options_.maxStates > 0 && states_ >= options_.maxStates) {
      result_.shortfall.states = true;
      return false;
    }
    if (options_.maxDepth > 0 && stack_.size() >= options_.maxDepth) {
      result_.shortfall.depth |= alternatives() > 0;
      return true;
    }
    stack_.push_back({key, 0, alternatives()});
    return true;
  }

  /// New, or (under a depth bound) reached by a shorter path than before, so that more of it can be seen.
  bool isWorthExpanding(machine::StateKey key) {
    const auto [id, isNew] = roots_.intern(key);
    if (isNew) {
      countState();
      ++states_;
    }
    if (options_.maxDepth == 0) return isNew;
    const auto depth = static_cast<uint32_t>(stack_.size());
    if (isNew) {
      while (depthOf_.size() <= id) depthOf_.push_back(depth);
      return true;
    }
    if (depthOf_[id] <= depth) return false;
    depthOf_[id] = depth;
    return true;
  }

  bool notePath() {
    result_.path = startPath_;
    for (size_t i = 0; i < stack_.size(); ++i) {
      retrace(stack_[i].key, stack_[i].next - 1, result_.path);
    }
    return false;
  }

  void publish() {
    statistics_.states = states_;
    statistics_.transitions = transitions_;
    statistics_.passed = passed_;
    statistics_.depth = deepest_;
    statistics_.frontier = stack_.size();
    statistics_.storeBytes = storeBytes() + stack_.bytes() + depthOf_.bytes();
  }

  support::BigArray<Entry> stack_;
  support::BigArray<uint32_t> depthOf_;  // per state, only under a depth bound
  machine::StateKey current_;            // the state the machine is in, if it is one
  // Without stored states, or when a state may be worth a second visit, every step is taken.
  const bool canForesee_ = !options_.stateless && options_.maxDepth == 0;
  uint64_t states_ = 0;
  uint64_t transitions_ = 0;
  uint64_t deepest_ = 0;
};

}  // namespace

Result depthFirst(const program::Program& program, const Options& options, const std::atomic<bool>& stop,
                  Statistics& statistics) {
  return DepthFirst(program, options, stop, statistics).run();
}

}  // namespace clew::search
