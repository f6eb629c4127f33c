// Says when something takes too long: a flag that is raised when its time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace clew::support {

class Deadline {
 public:
  Deadline() : thread_([this] { watch(); }) {}
  ~Deadline() {
    {
      const std::lock_guard lock(mutex_);
      isEnding_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  Deadline(const Deadline&) = delete;  // a thread refers to it
  Deadline& operator=(const Deadline&) = delete;

  const std::atomic<bool>& flag() const { return flag_; }

  /// Time counts from now on.
  void begin(double seconds) {
    {
      const std::lock_guard lock(mutex_);
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
      isCounting_ = true;
      flag_ = false;
    }
    changed_.notify_one();
  }
  /// It does not count any more; whether it was over.
  bool end() {
    const std::lock_guard lock(mutex_);
    isCounting_ = false;
    return flag_.exchange(false);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void watch() {
    std::unique_lock lock(mutex_);
    while (!isEnding_) {
      if (!isCounting_) {
        changed_.wait(lock);
      } else if (Clock::now() < end_) {
        changed_.wait_until(lock, end_);
      } else {
        flag_ = true;
        isCounting_ = false;
      }
    }
  }

  std::atomic<bool> flag_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point end_;
  bool isCounting_ = false;
  bool isEnding_ = false;
  std::thread thread_;
};

}  // namespace clew::support
