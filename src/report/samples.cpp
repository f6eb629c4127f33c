#include "report/samples.h"

#include <algorithm>

#include "support/watchdog.h"

namespace clew::report {

namespace {

constexpr std::chrono::minutes kLongestInterval{1};

}  // namespace

void Samples::add(Sample sample) {
  searches_.back().push_back(sample);
  if (++count_ <= kMost) return;
  count_ = 0;
  for (auto& search : searches_) {
    size_t kept = 0;
    for (size_t i = 0; i < search.size(); ++i) {
      const bool isEnd = i == 0 || i + 1 == search.size();
      if (isEnd || i % 2 == 0) search[kept++] = search[i];
    }
    search.resize(kept);
    count_ += kept;
  }
  interval_ = std::min<std::chrono::milliseconds>(interval_ * 2, kLongestInterval);
}

Sampler::Sampler(const search::Statistics& statistics, Samples* samples) : statistics_(statistics), samples_(samples) {
  if (samples == nullptr) return;
  samples->begin();
  thread_ = std::thread([this] {
    std::unique_lock lock(mutex_);
    do {
      take();
    } while (!finished_.wait_for(lock, samples_->interval(), [this] { return done_; }));
  });
}

Sampler::~Sampler() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  finished_.notify_all();
  thread_.join();
  take();  // how it ended
}

void Sampler::take() {
  samples_->add({samples_->secondsSinceBegin(), statistics_.states, statistics_.transitions, statistics_.frontier,
                 support::residentBytes()});
}

}  // namespace clew::report
