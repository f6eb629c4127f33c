#include "report/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "report/text.h"
#include "support/watchdog.h"

namespace clew::report {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

}  // namespace

Progress::Progress(const search::Statistics& statistics, bool quiet)
    : statistics_(statistics), terminal_(isatty(STDERR_FILENO) != 0) {
  if (!quiet) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  finished_.notify_all();
  thread_.join();
}

void Progress::show() {
  const auto begin = Clock::now();
  const auto interval = terminal_ ? 500ms : 10000ms;
  uint64_t before = 0;
  bool shown = false;
  std::unique_lock lock(mutex_);
  while (!finished_.wait_for(lock, interval, [this] { return done_; })) {
    const uint64_t transitions = statistics_.transitions;
    const double rate = static_cast<double>(transitions - before) / std::chrono::duration<double>(interval).count();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    before = transitions;
    const std::string line =
        fmt::format("{:.0f} s: {} states, {} transitions/s, depth {}, frontier {}, {}", seconds,
                    grouped(statistics_.states), grouped(static_cast<uint64_t>(rate)), grouped(statistics_.depth),
                    grouped(statistics_.frontier), byteText(support::residentBytes()));
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\033[K" : "", line, terminal_ ? "" : "\n");
    fflush(stderr);
    shown = true;
  }
  if (terminal_ && shown) fmt::print(stderr, "\r\033[K");
}

}  // namespace clew::report
