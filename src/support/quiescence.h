// When may memory be released that other threads might be looking at? Threads look at a shared table only
// inside an operation, so each worker says now and then that it is between two operations (`pass`). What was
// replaced is retired: it is released when every worker has said so since, or is resting.
//
// The order that matters: who retires has published the replacement before, and takes note of the workers'
// ticks after it; a worker's tick is a full barrier, so that what it looks up after a tick that is newer than
// the noted one is the replacement.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace clew::support {

class Quiescence {
 public:
  explicit Quiescence(unsigned workers = 1) : ticks_(workers) {}
  Quiescence(const Quiescence&) = delete;  // the tables refer to it
  Quiescence& operator=(const Quiescence&) = delete;

  /// The worker holds nothing of any table now.
  void pass(unsigned worker) {
    Tick& tick = ticks_[worker];
    tick.shown.exchange(++tick.count, std::memory_order_seq_cst);
  }
  /// The same, and it will not look at one before it passes again.
  void rest(unsigned worker) { ticks_[worker].shown.exchange(kResting, std::memory_order_seq_cst); }

  /// Takes what has been replaced, and releases it in time.
  template <typename T>
  void retire(std::unique_ptr<T> thing) {
    if (ticks_.size() == 1) return;  // nobody else can be looking at it
    const std::lock_guard lock(mutex_);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::vector<uint64_t> seen;
    seen.reserve(ticks_.size());
    for (const Tick& tick : ticks_) seen.push_back(tick.shown.load(std::memory_order_seq_cst));
    waiting_.push_back({std::shared_ptr<const void>(std::move(thing)), std::move(seen)});
    std::erase_if(waiting_, [&](const Waiting& each) { return haveAllPassed(each.seen); });
  }

 private:
  static constexpr uint64_t kResting = 0;

  struct alignas(64) Tick {
    std::atomic<uint64_t> shown{kResting};
    uint64_t count = 0;
  };
  struct Waiting {
    std::shared_ptr<const void> thing;
    std::vector<uint64_t> seen;
  };

  bool haveAllPassed(const std::vector<uint64_t>& seen) const {
    for (size_t i = 0; i < seen.size(); ++i) {
      const uint64_t now = ticks_[i].shown.load(std::memory_order_seq_cst);
      if (now == seen[i] && now != kResting) return false;
    }
    return true;
  }

  std::vector<Tick> ticks_;
  std::mutex mutex_;
  std::vector<Waiting> waiting_;
};

}  // namespace clew::support
