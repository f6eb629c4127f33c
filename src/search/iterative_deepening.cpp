#include "search/iterative_deepening.h"

#include <limits>
#include <vector>

#include "search/directed.h"
#include "search/stack.h"

namespace clew::search {

namespace {

class IterativeDeepening : DirectedExplorer {
 public:
  explicit IterativeDeepening(Shared& shared)
      : DirectedExplorer(shared), isLowerBound_(isLowerBound(options_.heuristics, options_.properties)) {
    firstDepth_ = kHighest;
  }

  void run() {
    const Step step = begin();
    root_ = current_;
    if (step == Step::New && alternatives() > 0) {
      bound_ = valueHere({});
      while (beginRound() && walk() && isCutOff_) raiseBound();
    }
    publish(0, bytes());
    finish();
  }

 private:
  static constexpr uint64_t kNone = std::numeric_limits<uint64_t>::max();
  static constexpr uint64_t kHighest = std::numeric_limits<uint32_t>::max() - 1;
  static constexpr uint64_t kLongest = 1'000'000;  // steps of a path

  /// The visited states know how near each was found. In a new round all of them count as found farther away than
  /// anything in it, so each is expanded anew and none has to be forgotten. False if there is no room for a round.
  bool beginRound() {
    const uint64_t room = std::min(bound_, kLongest) + 2;
    if (firstDepth_ < room) {
      result_.shortfall.unknown = "iterative deepening takes too many rounds";
      return false;
    }
    firstDepth_ -= room;
    shared_.visited.insert(root_, firstDepth_);
    next_ = kNone;
    isCutOff_ = false;
    result_.shortfall.depth = false;
    histories_.assign(1, History());
    return stack_.push(root_) || runOut() != Step::End;
  }

  /// To the least that was too much. Where no shortest path can be promised, more is cheaper: all rounds together then
  /// cost a few times the last one.
  void raiseBound() { bound_ = isLowerBound_ ? next_ : std::max(next_, bound_ + bound_ / 2); }

  /// False ends the search.
  bool walk() {
    while (!stack_.empty()) {
      if (stack_.isDone()) {
        stack_.pop();
        histories_.pop_back();
        continue;
      }
      if (isCut()) return false;
      if (countTransition()) publish(stack_.size(), bytes());
      visit(stack_.top());
      const uint32_t alternative = stack_.next();
      const History history = after(histories_.back(), alternative);
      stack_.take(alternative, alternative + 1 == alternatives());
      if (!enter(take(alternative, stack_.depth()), history)) return false;
    }
    return true;
  }

  /// Goes on from what a step led to; false ends the search.
  bool enter(Step step, const History& history) {
    if (step == Step::End && hasFound()) {
      stack_.forEach(kLast, [&](machine::StateKey key, uint32_t taken) { retrace(key, taken, result_.path); });
      completePath(result_.path);
    }
    if (step != Step::New) return step != Step::End;
    if (alternatives() == 0) return true;
    if (options_.maxDepth > 0 && stack_.depth() >= options_.maxDepth) {
      result_.shortfall.depth = true;
      return true;
    }
    const uint64_t estimate = stack_.depth() + valueHere(history);
    if (estimate > bound_) {
      isCutOff_ = true;
      next_ = std::min(next_, estimate);
      return true;
    }
    if (stack_.depth() == kLongest) {
      result_.shortfall.unknown = "paths are too long for iterative deepening";
      return true;
    }
    histories_.push_back(history);
    return stack_.push(current_) || runOut() != Step::End;
  }

  uint64_t bytes() const { return stack_.bytes() + histories_.capacity() * sizeof(History); }

  const bool isLowerBound_;
  machine::StateKey root_;
  Stack stack_;
  std::vector<History> histories_;  // of the states on the stack
  uint64_t bound_ = 0;
  uint64_t next_ = kNone;  // the least estimate above the bound
  bool isCutOff_ = false;  // there is one
};

}  // namespace

void iterativeDeepening(Shared& shared) { IterativeDeepening(shared).run(); }

}  // namespace clew::search
