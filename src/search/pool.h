// Work for those who have none. A worker that has run dry waits here; one that has plenty and sees that others
// wait cuts its stack and offers the lower part. When all wait, the search is over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "search/shared.h"
#include "search/stack.h"

namespace clew::search {

class Pool {
 public:
  explicit Pool(Shared& shared) : shared_(shared) {}

  /// Whether somebody waits in vain.
  bool isWanted() const { return wanted_.load(std::memory_order_relaxed) > 0; }

  void offer(std::shared_ptr<const Trail> work) {
    {
      const std::lock_guard lock(mutex_);
      offers_.push_back(std::move(work));
      --wanted_;
    }
    changed_.notify_one();
  }

  /// Waits for work; null when there will be none.
  std::shared_ptr<const Trail> take(unsigned worker) {
    shared_.tables.quiescence.rest(worker);
    std::unique_lock lock(mutex_);
    ++waiting_;
    ++wanted_;
    while (offers_.empty() && waiting_ < shared_.options.jobs && !shared_.mustEnd())
      changed_.wait_for(lock, std::chrono::milliseconds(5));
    if (offers_.empty() || shared_.mustEnd()) {
      changed_.notify_all();  // everybody waits: this will not change
      return nullptr;
    }
    --waiting_;
    auto work = std::move(offers_.back());
    offers_.pop_back();
    shared_.tables.quiescence.pass(worker);
    return work;
  }

 private:
  Shared& shared_;
  alignas(64) std::atomic<int> wanted_{0};  // those who wait without the offers
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<const Trail>> offers_;
  unsigned waiting_ = 0;
};

}  // namespace clew::search
