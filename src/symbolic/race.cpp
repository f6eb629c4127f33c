#include "symbolic/race.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace clew::symbolic {

namespace {

class Race {
 public:
  Race(const program::Program& program, const search::Options& what, const Options& how, const std::atomic<bool>& stop,
       search::Statistics& statistics)
      : program_(program), what_(what), how_(how), stop_(stop), statistics_(statistics) {}

  search::Result run() {
    constexpr std::chrono::milliseconds kPause{5};
    begin(runners_[0], Merging::Never, statistics_);
    const auto headStart = std::chrono::steady_clock::now() + kHeadStart;
    std::unique_lock lock(mutex_);
    while (!isDecided()) {
      changed_.wait_for(lock, kPause);
      if (stop_.load(std::memory_order_relaxed)) break;
      const bool isTime = !runners_[1].thread.joinable() && std::chrono::steady_clock::now() >= headStart;
      if (isTime) begin(runners_[1], Merging::Always, merged_);
    }
    lock.unlock();
    for (Runner& runner : runners_) runner.stop = true;
    for (Runner& runner : runners_) {
      if (runner.thread.joinable()) runner.thread.join();
    }
    return takeBest();
  }

 private:
  static constexpr std::chrono::milliseconds kHeadStart{200};

  struct Runner {
    std::atomic<bool> stop = false;
    Options how;
    std::thread thread;
    std::optional<search::Result> result;
  };

  void begin(Runner& runner, Merging merging, search::Statistics& statistics) {
    runner.how = how_;
    runner.how.merging = merging;
    runner.thread = std::thread([this, &runner, &statistics] {
      search::Result result = explore(program_, what_, runner.how, runner.stop, statistics);
      const std::lock_guard lock(mutex_);
      runner.result = std::move(result);
      changed_.notify_all();
    });
  }

  static bool isAnswer(const std::optional<search::Result>& result) {
    if (!result) return false;
    const search::Shortfall& shortfall = result->shortfall;
    return result->violation || !(shortfall.unknown || shortfall.interrupted || shortfall.full);
  }

  /// Whether somebody knows, or nobody is left who could.
  bool isDecided() const {
    return std::any_of(runners_.begin(), runners_.end(), [](const Runner& each) { return isAnswer(each.result); }) ||
           std::all_of(runners_.begin(), runners_.end(),
                       [](const Runner& each) { return !each.thread.joinable() || each.result; });
  }

  search::Result takeBest() {
    const bool isMerged = isAnswer(runners_[1].result) && !isAnswer(runners_[0].result);
    if (isMerged) statistics_.symbolic = merged_.symbolic;
    return std::move(*runners_[isMerged ? 1 : 0].result);
  }

  const program::Program& program_;
  const search::Options& what_;
  const Options& how_;
  const std::atomic<bool>& stop_;
  search::Statistics& statistics_;
  search::Statistics merged_;
  std::array<Runner, 2> runners_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace

search::Result race(const program::Program& program, const search::Options& what, const Options& how,
                    const std::atomic<bool>& stop, search::Statistics& statistics) {
  return Race(program, what, how, stop, statistics).run();
}

}  // namespace clew::symbolic
