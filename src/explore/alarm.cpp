#include "explore/alarm.h"

namespace clew::explore {

Alarm::Alarm() : thread_([this] { watch(); }) {}

Alarm::~Alarm() {
  {
    const std::lock_guard lock(mutex_);
    isOver_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Alarm::set(std::chrono::milliseconds time) {
  {
    const std::lock_guard lock(mutex_);
    end_ = Clock::now() + time;
    rings_ = false;
  }
  changed_.notify_all();
}

void Alarm::clear() {
  const std::lock_guard lock(mutex_);
  end_ = Clock::time_point::max();
  rings_ = false;
}

void Alarm::watch() {
  std::unique_lock lock(mutex_);
  while (!isOver_) {
    if (end_ == Clock::time_point::max()) {
      changed_.wait(lock);
    } else if (changed_.wait_until(lock, end_) == std::cv_status::timeout && Clock::now() >= end_) {
      rings_ = true;
      end_ = Clock::time_point::max();
    }
  }
}

}  // namespace clew::explore
