// What the workers of one search share: the tables, the visited states, the wish to end, the result.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "search/search.h"
#include "search/tight_states.h"
#include "search/visited.h"

namespace clew::search {

class Shared {
 public:
  Shared(const program::Program& program, const Options& options, const program::ThreadSymmetry* symmetry,
         const std::atomic<bool>& stop, Statistics& statistics, ExternalStates* external = nullptr)
      : program(program),
        options(options),
        symmetry(symmetry),
        stop(stop),
        statistics(statistics),
        tables(options.jobs),
        visited(options, &tables.quiescence, external) {
    statistics.statesByThreads.resize(program.addresses.arenas() + 1, 0);
  }

  /// Runs `work(worker)` for every worker at once and waits for all of them.
  template <typename Work>
  void inParallel(Work work) {
    std::vector<std::thread> others;
    try {
      for (unsigned worker = 1; worker < options.jobs; ++worker) others.emplace_back(work, worker);
    } catch (const std::system_error&) {
      halt = true;
      result.shortfall.unknown = "the system does not start so many threads";
    }
    work(0);
    for (std::thread& other : others) other.join();
  }

  /// Whether the workers shall end, because somebody from outside or one of them said so.
  bool mustEnd() const { return halt.load(std::memory_order_relaxed) || stop.load(std::memory_order_relaxed); }

  /// Memory for states, all together.
  uint64_t bytes() const {
    return tables.bytes() + (options.stateless ? 0 : visited.bytes()) + workerBytes.load(std::memory_order_relaxed);
  }
  bool isFull() const { return tables.isFull() || visited.isFull(); }

  /// Ends the search because threads must not change places after all.
  void breakSymmetry(const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (symmetryBroken.empty()) symmetryBroken = why;
  }

  /// Turns to a part of the tree.
  void begin(const Range& next) {
    rangesBefore += range == nullptr ? 0 : 1;
    range = &next;
    startPath = {};
    workerBytes = 0;  // those who walked through the last one are gone
  }

  /// Takes in what a worker found. The first violation counts.
  void add(Result found, const std::vector<uint64_t>& statesByThreads) {
    const std::lock_guard lock(mutex_);
    result.add(std::move(found));
    for (size_t i = 0; i < statesByThreads.size(); ++i) statistics.statesByThreads[i] += statesByThreads[i];
  }

  const program::Program& program;
  const Options& options;
  const program::ThreadSymmetry* symmetry;  // null: threads do not change places
  const std::atomic<bool>& stop;
  Statistics& statistics;
  machine::StateTables tables;
  Visited visited;
  const Range* range = nullptr;  // the part of the tree that is explored; null: all
  size_t rangesBefore = 0;       // that were explored before
  TightStates tight;             // of all ranges so far; for the first worker
  Result result;
  machine::Path startPath;                  // the choices on the way to the first state
  machine::StateKey firstState;             // before threads changed places
  std::map<uint32_t, uint32_t> firstNames;  // and how they did
  std::string symmetryBroken;               // why they must not
  std::atomic<bool> halt{false};
  alignas(64) std::atomic<uint64_t> admitted{0};  // states so far, where their number is limited
  std::atomic<uint64_t> cutStates{0};             // not expanded because of the depth bound, so far
  std::atomic<uint64_t> workerBytes{0};           // of what the workers keep of their own

 private:
  std::mutex mutex_;
};

}  // namespace clew::search
