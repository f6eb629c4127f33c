// Ends long work: on Ctrl-C, on a time limit, on a memory limit. A thread of its own looks at clock and
// memory, so that the work itself only reads one flag.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace clew::support {

enum class StopReason : uint8_t {
  None,
  Interrupt,
  TimeLimit,
  MemoryLimit
};

/// Resident memory of this process now, and its peak so far, in bytes.
uint64_t residentBytes();
uint64_t peakResidentBytes();
/// Memory of the machine, in bytes.
uint64_t physicalBytes();

/// Whether a signal has asked this process to end, while somebody watched.
bool wasInterrupted();

class Watchdog {
 public:
  struct Limits {
    double seconds = 0;  // 0: none
    uint64_t bytes = 0;  // of resident memory; 0: none
  };

  explicit Watchdog(Limits limits);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;  // a thread refers to it
  Watchdog& operator=(const Watchdog&) = delete;

  /// True once the work should end.
  const std::atomic<bool>& stop() const { return stop_; }
  StopReason reason() const { return reason_; }
  /// Ends the work as Ctrl-C does.
  void interrupt() { end(StopReason::Interrupt); }

 private:
  void watch();
  void end(StopReason reason);

  Limits limits_;
  std::atomic<bool> stop_{false};
  std::atomic<StopReason> reason_{StopReason::None};
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace clew::support
