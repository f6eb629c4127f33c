#include "search/breadth_first.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <tuple>

#include "search/boundary.h"
#include "search/explorer.h"
#include "search/sleep.h"
#include "support/stable_array.h"

namespace clew::search {

namespace {

/// A state and how it was found first. Places in the list that nobody used have the key of no state.
struct Origin {
  machine::StateKey key;
  uint32_t parent;
  uint32_t alternative;
};

/// The list of states, and the level that is being expanded.
class Levels {
 public:
  explicit Levels(unsigned workers) : workers_(workers), origins(kMost) {
    origins.append(1);  // nothing is found from place 0
  }

  /// Makes what was found since the next level; false if that is nothing. For one worker, the first.
  bool advance() {
    begin_ = end_;
    end_ = origins.size();
    next_ = begin_;
    ++depth_;
    // Workers take places in blocks, of which the rest stays unused, so blocks are small where levels are.
    block_ = workers_ == 1 ? 1 : std::clamp<size_t>((end_ - begin_) / (16 * size_t{workers_}), 1, 256);
    return begin_ < end_;
  }
  /// What is in the list so far is not to be expanded.
  void pass() { end_ = origins.size(); }
  bool isWorthSharing() const { return workers_ > 1 && end_ - begin_ >= 32 * size_t{workers_}; }

  /// Lets the others expand the level too.
  void share() {
    const std::lock_guard lock(mutex_);
    ++shared_;
    busy_ = workers_ - 1;
    changed_.notify_all();
  }
  /// Waits until the others are done with it.
  void join() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return busy_ == 0; });
  }
  /// There will be no other level.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// Waits for the level after `seen` levels were shared; false if there is none.
  bool await(uint64_t& seen) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || shared_ != seen; });
    if (shared_ == seen) return false;
    seen = shared_;
    return true;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    if (--busy_ == 0) changed_.notify_all();
  }

  struct Part {
    size_t begin, end;
  };
  /// Some states of the level for one worker; none when all are taken.
  Part take() {
    const size_t begin = std::min(next_.fetch_add(block_, std::memory_order_relaxed), end_);
    return {begin, std::min(begin + block_, end_)};
  }

  uint64_t depth() const { return depth_; }
  size_t block() const { return block_; }
  /// States that wait to be expanded, about.
  uint64_t waiting() const { return origins.size() - std::min(next_.load(std::memory_order_relaxed), end_); }

 private:
  static constexpr size_t kMost = size_t{1} << 32;

  const unsigned workers_;
  size_t begin_ = 0;
  size_t end_ = 1;
  size_t block_ = 1;
  uint64_t depth_ = 0;  // of the states that are found now
  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t shared_ = 0;
  unsigned busy_ = 0;
  bool closed_ = false;
  alignas(64) std::atomic<size_t> next_{0};

 public:
  support::StableArray<Origin> origins;
  support::StableArray<Sleepers> asleep{kMost};  // in each of them, if any do
};

class BreadthFirst : Explorer {
 public:
  BreadthFirst(Shared& shared, Levels& levels, unsigned worker) : Explorer(shared, worker), levels_(levels) {}

  void run() {
    if (worker_ == 0) {
      lead();
    } else {
      follow();
    }
    publish(0, bytes());
    finish();
  }

 private:
  void lead() {
    bool goesOn = shared_.range == nullptr ? enter(begin()) : beginAt(*shared_.range);
    while (goesOn && (levels_.advance() || nextPiece_ < boundary_.pieces.size())) {
      freeBegin_ = freeEnd_ = 0;
      const bool shared = levels_.isWorthSharing();
      if (shared) levels_.share();
      goesOn = expandLevel();
      if (shared) {
        shared_.tables.quiescence.rest(worker_);
        levels_.join();
        shared_.tables.quiescence.pass(worker_);
        goesOn = goesOn && !isCut();
      }
      goesOn = goesOn && expandBoundary();
    }
    levels_.close();
  }

  /// Walks along the boundary of a range. Its nodes go into the list for the sake of the paths through them.
  bool beginAt(const Range& range) {
    if (!walkBoundary(*this, range, boundary_)) return false;
    if (boundary_.isAll) return enter(claim(0));
    if (boundary_.nodes.empty()) return true;
    const size_t place = levels_.origins.append(boundary_.nodes.size());
    if (place == levels_.origins.kFull) return runOut() != Step::End;
    firstNode_ = static_cast<uint32_t>(place);
    for (uint32_t i = 0; const Boundary::Node& node : boundary_.nodes) {
      const uint32_t parent = node.parent == Boundary::kNone ? 0 : firstNode_ + node.parent;
      levels_.origins[firstNode_ + i++] = {node.key, parent, node.alternative};
    }
    levels_.pass();
    std::sort(boundary_.pieces.begin(), boundary_.pieces.end(), [&](const auto& one, const auto& other) {
      const auto placeOf = [&](const Boundary::Piece& piece) {
        return std::tuple(boundary_.nodes[piece.node].depth, piece.node, piece.first);
      };
      return placeOf(one) < placeOf(other);
    });
    return true;
  }

  /// Finds what hangs on the boundary and belongs to the level that is being found; false ends the search.
  bool expandBoundary() {
    for (; nextPiece_ < boundary_.pieces.size(); ++nextPiece_) {
      const Boundary::Piece& piece = boundary_.pieces[nextPiece_];
      const Boundary::Node& node = boundary_.nodes[piece.node];
      if (node.depth + 1 > levels_.depth()) return true;
      parent_ = firstNode_ + piece.node;
      if (!expand(node.key, piece.first, piece.end)) return false;
    }
    return true;
  }

  void follow() {
    for (uint64_t seen = 0;;) {
      shared_.tables.quiescence.rest(worker_);
      if (!levels_.await(seen)) return;
      shared_.tables.quiescence.pass(worker_);
      freeBegin_ = freeEnd_ = 0;
      expandLevel();
      levels_.leave();
    }
  }

  /// False ends the search.
  bool expandLevel() {
    for (auto part = levels_.take(); part.begin < part.end; part = levels_.take()) {
      for (parent_ = static_cast<uint32_t>(part.begin); parent_ < part.end; ++parent_) {
        if (!(levels_.origins[parent_].key == machine::StateKey{}) && !expand()) return false;
      }
    }
    return true;
  }

  bool expand() {
    const machine::StateKey key = levels_.origins[parent_].key;
    visit(key);
    const uint32_t count = alternatives();
    if (options_.maxDepth > 0 && levels_.depth() > options_.maxDepth) {
      result_.shortfall.depth |= count > 0;
      return true;
    }
    return expand(key, 0, count, sleeps_ ? levels_.asleep[parent_] : Sleepers{});
  }

  /// Takes some alternatives of a state.
  bool expand(machine::StateKey key, uint32_t first, uint32_t end, Sleepers asleep = {}) {
    for (alternative_ = first; alternative_ < end; ++alternative_) {
      if (isCut()) return false;
      if (asleep.contain(alternative_)) {
        countSleeper();
        continue;
      }
      if (countTransition()) publish(worker_ == 0 ? levels_.waiting() : 0, bytes());
      if (leadsToKnownState(key, alternative_, 0, asleep)) continue;
      visit(key);
      if (!enter(take(alternative_, levels_.depth()))) return false;
    }
    return true;
  }

  /// Goes on from what a step led to; false ends the search.
  bool enter(Step step) {
    if (step == Step::End && hasFound()) notePath();
    if (step != Step::New) return step != Step::End;
    if (freeBegin_ == freeEnd_) {
      freeBegin_ = levels_.origins.append(levels_.block());
      if (freeBegin_ == levels_.origins.kFull) return runOut() != Step::End;
      freeEnd_ = freeBegin_ + levels_.block();
    }
    if (sleeps_) {
      if (!levels_.asleep.ensure(freeEnd_)) return runOut() != Step::End;
      levels_.asleep[freeBegin_] = sleepers();
    }
    levels_.origins[freeBegin_++] = {current_, parent_, alternative_};
    return true;
  }

  /// The list is accounted for by one worker.
  uint64_t bytes() const { return worker_ == 0 ? levels_.origins.bytes() + levels_.asleep.bytes() : 0; }

  /// The way to the current step, back through the origins.
  void notePath() {
    std::vector<Origin> steps;
    for (Origin step = {{}, parent_, alternative_}; step.parent != 0; step = levels_.origins[step.parent])
      steps.push_back({levels_.origins[step.parent].key, step.parent, step.alternative});
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) retrace(step->key, step->alternative, result_.path);
    completePath(result_.path);
  }

  Levels& levels_;
  Boundary boundary_;         // of a range, for the first worker
  size_t nextPiece_ = 0;      // of those that hang on it, by depth
  uint32_t firstNode_ = 0;    // the place of its nodes in the list
  uint32_t parent_ = 0;       // the state that is being expanded
  uint32_t alternative_ = 0;  // the way on that is being taken
  size_t freeBegin_ = 0;      // places in the list for what this worker finds
  size_t freeEnd_ = 0;
};

}  // namespace

void breadthFirst(Shared& shared) {
  Levels levels(shared.options.jobs);
  shared.inParallel([&](unsigned worker) { BreadthFirst(shared, levels, worker).run(); });
}

}  // namespace clew::search
