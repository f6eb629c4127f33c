// Reads the chunks of a script in the background.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "script/file.h"
#include "script/graph.h"
#include "script/progress.h"
#include "support/result.h"
#include "support/watchdog.h"

namespace clew::script {

/// What reading may cost: a few bytes can stand for very many states.
struct Budget {
  const std::atomic<bool>* stop = nullptr;  // somebody asks to stop
  uint64_t bytes = support::physicalBytes() / 10 * 9;
};

class Reading {
 public:
  /// Begins, with so many threads. An error if there are no states, or too many for the budget.
  static support::Result<std::unique_ptr<Reading>> start(const File& file, unsigned jobs, Budget budget = {});
  /// Ends it, whether or not everything has been read.
  ~Reading();
  Reading(const Reading&) = delete;  // the threads refer to it
  Reading& operator=(const Reading&) = delete;

  const File& file() const { return file_; }
  /// What was read so far: as much as `progressOf` its chunk says.
  Graph& graph() { return graph_; }
  const Progress& progressOf(size_t chunk) const { return progress_[chunk]; }
  /// Why a chunk could not be read to its end, when there is no more progress; none if it was.
  const std::optional<support::Error>& errorOf(size_t chunk) const { return errors_[chunk]; }
  /// Gives up what was read.
  Graph take() { return std::move(graph_); }

 private:
  Reading(const File& file, Budget budget);
  void work();

  const File& file_;
  Graph graph_;
  std::atomic<bool> halt_{false};
  std::deque<Progress> progress_;            // of each chunk
  std::vector<uint64_t> transitionsBefore_;  // each chunk
  std::vector<std::optional<support::Error>> errors_;
  std::atomic<size_t> next_{0};  // chunk that nobody reads yet
  std::vector<std::jthread> threads_;
};

}  // namespace clew::script
