// What a search did for one of several ranges.
#pragma once

#include <chrono>

#include "search/search.h"

namespace clew::symbolic {

/// Counts what is done for a range while it lives.
class RangeCount {
 public:
  RangeCount(search::Statistics& statistics, bool isWanted)
      : statistics_(statistics),
        isWanted_(isWanted),
        states_(statistics.states),
        transitions_(statistics.transitions) {}
  ~RangeCount() {
    if (!isWanted_) return;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
    statistics_.ranges.push_back(
        {statistics_.states - states_, statistics_.transitions - transitions_, seconds.count()});
  }
  RangeCount(const RangeCount&) = delete;  // a scope
  RangeCount& operator=(const RangeCount&) = delete;

 private:
  search::Statistics& statistics_;
  bool isWanted_;
  uint64_t states_, transitions_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace clew::symbolic
