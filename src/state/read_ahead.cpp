#include "state/read_ahead.h"

#include <cassert>

namespace clew::state {

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  reader_.join();
}

void ReadAhead::begin(Fetch& fetch, support::Disk::File& file, uint64_t offset, std::span<uint8_t> bytes) {
  const std::lock_guard guard(mutex_);
  assert(!fetch.pending_);
  fetch.file_ = &file;
  fetch.offset_ = offset;
  fetch.bytes_ = bytes;
  fetch.pending_ = true;
  queue_.push_back(&fetch);
  changed_.notify_all();
}

bool ReadAhead::await(Fetch& fetch) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !fetch.pending_; });
  return fetch.complete_;
}

void ReadAhead::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !queue_.empty() || ending_; });
    if (queue_.empty()) return;
    Fetch& fetch = *queue_.front();
    queue_.pop_front();
    lock.unlock();
    const bool complete = disk_.read(*fetch.file_, fetch.offset_, fetch.bytes_);
    lock.lock();
    fetch.complete_ = complete;
    fetch.pending_ = false;
    changed_.notify_all();
  }
}

}  // namespace clew::state
