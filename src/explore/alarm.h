// Ends what takes too long while somebody waits for an answer: a flag that a thread of its own sets when the time is
// up.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace clew::explore {

class Alarm {
 public:
  Alarm();
  ~Alarm();
  Alarm(const Alarm&) = delete;  // a thread refers to it
  Alarm& operator=(const Alarm&) = delete;

  /// Set once the time is up.
  const std::atomic<bool>& rings() const { return rings_; }
  /// From now on there is so much time.
  void set(std::chrono::milliseconds time);
  /// There is no hurry any more.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();

  std::atomic<bool> rings_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point end_ = Clock::time_point::max();
  bool isOver_ = false;
  std::thread thread_;
};

}  // namespace clew::explore
