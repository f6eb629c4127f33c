// How much of a chunk has been read, for somebody who follows on another thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace clew::script {

class Progress {
 public:
  /// Whoever reads is asked to stop by either of these.
  Progress(const std::atomic<bool>* stop, const std::atomic<bool>* halt) : stop_(stop), halt_(halt) {}

  // ---- whoever reads ----

  /// So many things have happened: states were entered, transitions gone through. False: it is time to stop.
  bool reach(uint64_t events) {
    word_.store(events << 1, std::memory_order_release);
    word_.notify_all();
    return !mustStop();
  }
  /// There will be no more than these.
  void end(uint64_t events) {
    word_.store(events << 1 | 1, std::memory_order_release);
    word_.notify_all();
  }
  bool mustStop() const { return isSet(stop_) || isSet(halt_); }

  // ---- whoever follows ----

  static constexpr uint64_t kAll = ~uint64_t{0} >> 1;

  /// Waits until more than so many things have happened, and says how many; not more if there will be none.
  uint64_t waitForMoreThan(uint64_t events) const {
    constexpr int kTries = 64;  // before the kernel is asked to wait: mostly the other thread is quicker
    uint64_t word = word_.load(std::memory_order_acquire);
    for (int tries = 0; word >> 1 <= events && (word & 1) == 0; ++tries) {
      if (tries < kTries) {
        std::this_thread::yield();
      } else {
        word_.wait(word, std::memory_order_acquire);
      }
      word = word_.load(std::memory_order_acquire);
    }
    return word >> 1;
  }

 private:
  static bool isSet(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(std::memory_order_relaxed); }
  const std::atomic<bool>* stop_;
  const std::atomic<bool>* halt_;
  std::atomic<uint64_t> word_{0};  // what happened, and in the lowest bit whether that is all
};

}  // namespace clew::script
