#include "support/watchdog.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace clew::support {

namespace {

using namespace std::chrono_literals;

// A signal handler can reach nothing but a global.
volatile sig_atomic_t interrupted = 0;

void onSignal(int /*number*/) {
  if (interrupted != 0) _exit(130);  // the second Ctrl-C does not ask
  interrupted = 1;
}

}  // namespace

bool wasInterrupted() { return interrupted != 0; }

uint64_t residentBytes() {
  unsigned long long total = 0;
  unsigned long long resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  if (fscanf(file, "%llu %llu", &total, &resident) != 2) resident = 0;
  fclose(file);
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

uint64_t peakResidentBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

uint64_t physicalBytes() {
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

Watchdog::Watchdog(Limits limits) : limits_(limits) {
  struct sigaction action{};
  action.sa_flags = SA_RESTART;  // what is being printed goes on
  action.sa_handler = onSignal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGXFSZ, SIG_IGN);  // a file that must not grow is an error of who writes it
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  finished_.notify_all();
  thread_.join();
}

void Watchdog::end(StopReason reason) {
  reason_ = reason;
  stop_ = true;
}

void Watchdog::watch() {
  const auto begin = std::chrono::steady_clock::now();
  const auto secondsLeft = [&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return limits_.seconds - elapsed.count();
  };
  // Now and then, and when the time is up.
  const auto pause = [&] {
    const bool isSoonUp = limits_.seconds > 0 && !stop_ && secondsLeft() < 0.02;
    return isSoonUp ? std::chrono::duration<double>(std::max(secondsLeft(), 0.0005))
                    : std::chrono::duration<double>(20ms);
  };
  std::unique_lock lock(mutex_);
  while (!finished_.wait_for(lock, pause(), [this] { return done_; })) {
    if (stop_) continue;
    if (interrupted != 0) {
      end(StopReason::Interrupt);
    } else if (limits_.seconds > 0 && secondsLeft() <= 0) {
      end(StopReason::TimeLimit);
    } else if (limits_.bytes > 0 && residentBytes() >= limits_.bytes) {
      end(StopReason::MemoryLimit);
    }
  }
}

}  // namespace clew::support
