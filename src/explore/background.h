// A search that goes on while somebody walks by hand: of the whole program, as clew check does it, or for the next
// violation from a path on. It has a thread and a machine of its own, and what it finds is a path that can be gone to.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "machine/path.h"
#include "report/samples.h"
#include "report/verdict.h"
#include "search/range.h"
#include "search/search.h"
#include "support/watchdog.h"

namespace clew::explore {

/// What one search is asked.
struct Ask {
  std::optional<search::Range> range;  // none: everything
  bool isShortest = false;             // breadth-first
  uint64_t mostStates = 0;             // 0: no bound
};

/// What it has found.
struct Found {
  report::Verdict verdict;
  std::optional<machine::Path> path;  // to the violation
  std::vector<std::string> notes;
};

/// Does a search, and decides as clew check would. Called by another thread.
using Decide = std::function<Found(const Ask&, const support::Watchdog&, search::Statistics&)>;

class Background {
 public:
  /// Searches end when the process takes so many bytes.
  Background(Decide decide, uint64_t mostBytes) : decide_(std::move(decide)), mostBytes_(mostBytes) {}
  ~Background() { finish(); }
  Background(const Background&) = delete;  // a thread refers to it
  Background& operator=(const Background&) = delete;

  /// Searches the whole program.
  void startWhole();
  /// Looks for a violation: below the path first, if it is open, then in the runs behind it, then in those before it.
  void startNext(const machine::Path& from, bool isOpen);
  /// Asks the search that is going on to end, if there is one.
  void stop();
  /// Takes a sample if it is time to. To be called now and then by the thread that everything else is called by.
  void tick();
  /// How it goes, or what came out.
  nlohmann::ordered_json progress();

 private:
  /// One part of what is to be searched.
  struct Part {
    std::string name;
    Ask ask;
  };
  struct Run {
    std::string kind;
    std::vector<Part> parts;
    search::Statistics statistics;
    support::Watchdog watchdog;
    report::Samples samples;
    std::chrono::steady_clock::time_point lastSample;
    std::mutex mutex;
    size_t part = 0;  // that is being searched
    std::optional<Found> found;
    double seconds = 0;
    std::thread thread;

    Run(std::string kind, std::vector<Part> parts, support::Watchdog::Limits limits)
        : kind(std::move(kind)), parts(std::move(parts)), watchdog(limits) {}
  };

  void start(std::string kind, std::vector<Part> parts, double seconds);
  void finish();  // ends it and waits for that
  void search(Run& run);
  static void sample(Run& run);

  Decide decide_;
  uint64_t mostBytes_;
  std::unique_ptr<Run> run_;
};

}  // namespace clew::explore
