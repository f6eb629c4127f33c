#include "search/depth_first.h"

#include <algorithm>

#include "search/boundary.h"
#include "search/explorer.h"
#include "search/pool.h"
#include "search/sleep.h"
#include "search/stack.h"
#include "support/stable_array.h"

namespace clew::search {

namespace {

class DepthFirst : Explorer {
 public:
  DepthFirst(Shared& shared, Pool& pool, unsigned worker) : Explorer(shared, worker), pool_(pool) {}

  void run() {
    if (worker_ != 0 || (shared_.range == nullptr ? enter(begin()) : walkThrough(*shared_.range))) {
      do walk();
      while (!isCut() && findWork());
    }
    publish(0, bytes());
    finish();
  }

 private:
  /// Explores a range, piece by piece; false ends the search.
  bool walkThrough(const Range& range) {
    Boundary boundary;
    if (!walkBoundary(*this, range, boundary)) return false;
    if (boundary.isAll) return enter(claim(0));
    std::vector<std::shared_ptr<const Trail>> trails;  // to each node of the boundary
    trails.reserve(boundary.nodes.size());
    for (const Boundary::Node& node : boundary.nodes) {
      trails.push_back(node.parent == Boundary::kNone
                           ? nullptr
                           : Stack::extend(trails[node.parent], boundary.nodes[node.parent].key, node.alternative,
                                           shared_.workerBytes));
    }
    for (const Boundary::Piece& piece : boundary.pieces) {
      const machine::StateKey key = boundary.nodes[piece.node].key;
      for (uint32_t alternative = piece.first; alternative < piece.end; ++alternative) {
        if (isCut()) return false;
        if (isSpared(key, alternative)) continue;
        stack_.begin(Stack::extend(trails[piece.node], key, alternative, shared_.workerBytes));
        visit(key);
        if (!enter(take(alternative, stack_.depth(), stack_.size()))) return false;
        walk();
      }
    }
    return true;
  }

  void walk() {
    while (!stack_.empty()) {
      if (stack_.isDone()) {
        stack_.pop();
        continue;
      }
      if (isCut()) return;
      if (stack_.open() >= 2 && pool_.isWanted()) giveAway();
      const machine::StateKey top = stack_.top();
      const uint32_t count = alternatives(top, stack_.size());
      const Sleepers asleep = sleeps_ ? asleep_[stack_.size() - 1] : Sleepers{};
      uint32_t alternative = stack_.next();
      while (alternative < count && isSpared(top, alternative, asleep)) ++alternative;
      stack_.take(alternative, alternative + 1 >= count);
      if (alternative == count) continue;
      visit(top);
      if (!enter(take(alternative, stack_.depth(), stack_.size()))) return;
    }
  }

  bool isSpared(machine::StateKey from, uint32_t alternative, Sleepers asleep = {}) {
    if (asleep.contain(alternative)) {
      countSleeper();
      return true;
    }
    if (countTransition()) publish(stack_.size(), bytes());
    return leadsToKnownState(from, alternative, stack_.size(), asleep);
  }

  /// Goes on from what a step led to; false ends the search.
  bool enter(Step step) {
    if (options_.recorder != nullptr) record(step);
    if (step == Step::End && hasFound()) {
      stack_.forEach(kLast, [&](machine::StateKey key, uint32_t taken) { retrace(key, taken, result_.path); });
      completePath(result_.path);
    }
    if (step != Step::New) return step != Step::End;
    if (alternatives() == 0) return true;
    if (options_.maxDepth > 0) {
      if (depthBefore_ == options_.maxDepth) --shared_.cutStates;
      if (stack_.depth() == options_.maxDepth) {
        ++shared_.cutStates;
        return true;
      }
    }
    return push() || runOut() != Step::End;
  }

  bool push() {
    if (!stack_.push(current_)) return false;
    if (!sleeps_) return true;
    if (!asleep_.ensure(stack_.size())) return false;
    asleep_[stack_.size() - 1] = sleepers();
    return true;
  }

  /// Who goes on with the lower part of the stack takes all alternatives there: that nothing sleeps is always right.
  void giveAway() {
    const uint64_t size = stack_.size();
    pool_.offer(stack_.cut(shared_.workerBytes));
    if (sleeps_) std::copy(asleep_.data() + (size - stack_.size()), asleep_.data() + size, asleep_.data());
  }

  uint64_t bytes() const { return stack_.bytes() + asleep_.bytes(); }

  bool findWork() {
    publish(0, bytes());
    const auto work = pool_.take(worker_);
    if (work == nullptr) return false;
    if (!stack_.resume(*work) || (sleeps_ && !asleep_.ensure(stack_.size()))) runOut();
    if (sleeps_) std::fill_n(asleep_.data(), stack_.size(), Sleepers{});
    return true;
  }

  Pool& pool_;
  Stack stack_;
  support::StableArray<Sleepers> asleep_{size_t{1} << 32};  // in each state of the stack, if any do
};

}  // namespace

void depthFirst(Shared& shared) {
  Pool pool(shared);
  shared.inParallel([&](unsigned worker) { DepthFirst(shared, pool, worker).run(); });
}

}  // namespace clew::search
