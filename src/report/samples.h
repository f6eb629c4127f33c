// How a search went on over time: its counters, looked at now and then by a thread of its own, so that the search does
// not know of it. However long it takes, there are at most so many samples: when there are more, every other one is
// dropped, and the next ones are taken half as often.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "search/search.h"

namespace clew::report {

struct Sample {
  double seconds = 0;  // since the first search began
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t frontier = 0;
  uint64_t bytes = 0;  // that the process takes
};

/// The samples of a check's searches, one list for each.
class Samples {
 public:
  static constexpr size_t kMost = 400;

  void begin() { searches_.emplace_back(); }
  void add(Sample sample);
  const std::vector<std::vector<Sample>>& searches() const { return searches_; }
  std::chrono::milliseconds interval() const { return interval_; }
  double secondsSinceBegin() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point begin_ = Clock::now();
  std::chrono::milliseconds interval_{50};
  std::vector<std::vector<Sample>> searches_;
  size_t count_ = 0;
};

/// Takes samples of one search, from its construction to its destruction.
class Sampler {
 public:
  Sampler(const search::Statistics& statistics, Samples* samples);  // null: none are wanted
  ~Sampler();
  Sampler(const Sampler&) = delete;  // a thread refers to it
  Sampler& operator=(const Sampler&) = delete;

 private:
  void take();

  const search::Statistics& statistics_;
  Samples* samples_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace clew::report
