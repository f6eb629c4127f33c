// Reads from a disk behind the back of those who need it next: a thread of its own that takes one request after the
// other.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <thread>

#include "support/disk.h"

namespace clew::state {

class ReadAhead {
 public:
  /// One piece of a file on its way into memory. It stays where it is until it was waited for.
  class Fetch {
   public:
    Fetch() = default;
    Fetch(const Fetch&) = delete;  // the queue refers to it
    Fetch& operator=(const Fetch&) = delete;

   private:
    friend class ReadAhead;
    support::Disk::File* file_ = nullptr;
    uint64_t offset_ = 0;
    std::span<uint8_t> bytes_;
    bool pending_ = false;  // guarded by the mutex, and so is the next
    bool complete_ = false;
  };

  explicit ReadAhead(support::Disk& disk) : disk_(disk), reader_([this] { work(); }) {}
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;  // its thread refers to it
  ReadAhead& operator=(const ReadAhead&) = delete;

  /// Has bytes filled from a place of a file, soon.
  void begin(Fetch& fetch, support::Disk::File& file, uint64_t offset, std::span<uint8_t> bytes);
  /// Waits for them; false if they are not there or the disk has failed.
  bool await(Fetch& fetch);

 private:
  void work();

  support::Disk& disk_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Fetch*> queue_;
  bool ending_ = false;
  std::thread reader_;
};

}  // namespace clew::state
