// Shows how a search goes on: one line that renews itself on a terminal, a plain line now and then
// elsewhere, nothing when quiet.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "search/search.h"

namespace clew::report {

class Progress {
 public:
  Progress(const search::Statistics& statistics, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;  // a thread refers to it
  Progress& operator=(const Progress&) = delete;

 private:
  void show();

  const search::Statistics& statistics_;
  bool terminal_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace clew::report
