// The directory in which a run keeps what does not fit into memory. Files are written behind the run's back: `write`
// hands bytes over to a thread of its own, which writes what lies side by side in one large request. Reading waits for
// what it asks for to be written, and no longer.
//
// The first thing that goes wrong, such as a full disk, is kept: from then on nothing is written or read any more, and
// who uses the disk asks `hasFailed` now and then. A directory belongs to one run at a time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/result.h"

namespace clew::support {

class Disk {
 public:
  /// What was moved so far.
  struct Traffic {
    uint64_t written = 0;  // bytes
    uint64_t read = 0;
    double writeSeconds = 0;  // that the writing thread was busy
    double readSeconds = 0;
  };

  /// Opens a directory, which is made if it is not there, and locks it.
  static Result<std::unique_ptr<Disk>> open(const std::string& directory);
  ~Disk();
  Disk(const Disk&) = delete;  // files refer to it
  Disk& operator=(const Disk&) = delete;

  class File {
   public:
    ~File();
    File(const File&) = delete;  // the queue refers to it
    File& operator=(const File&) = delete;
    const std::string& name() const { return name_; }

   private:
    friend class Disk;
    File(Disk& disk, std::string name, int descriptor) : disk_(disk), name_(std::move(name)), descriptor_(descriptor) {}
    Disk& disk_;
    const std::string name_;
    const int descriptor_;
    uint64_t waiting_ = 0;  // requests that are not written; guarded by the disk's mutex
  };

  enum class Mode : uint8_t {
    Create,  // empty, whatever was there
    Keep     // as it is; it must be there
  };
  /// A file of the directory; null, and the disk has failed, if it cannot be opened.
  std::unique_ptr<File> openFile(const std::string& name, Mode mode);
  /// Names of the files that begin so; some may be missing if the disk has failed.
  std::vector<std::string> filesNamed(std::string_view prefix);
  void remove(const std::string& name);
  /// Bytes of a file.
  uint64_t sizeOf(const File& file);
  /// Cuts a file off at this size, which it must have.
  void truncate(File& file, uint64_t size);

  /// Has bytes written at a place, soon.
  void write(File& file, uint64_t offset, std::vector<uint8_t> bytes);
  /// Fills the bytes from a place; false if they are not there or the disk has failed.
  bool read(File& file, uint64_t offset, std::span<uint8_t> bytes);
  /// Waits until everything is written; false if the disk has failed.
  bool drain();

  /// Replaces a small file as a whole, so that it has the old content or the new one, whatever happens. What was
  /// written before is written before it.
  void replace(const std::string& name, std::span<const uint8_t> bytes);
  /// The content of such a file; empty if there is none.
  std::optional<std::vector<uint8_t>> readWhole(const std::string& name, uint64_t most);

  bool hasFailed() const { return failed_.load(std::memory_order_relaxed); }
  /// What went wrong.
  std::string error() const;
  /// Declares that something is wrong with what is on the disk.
  void fail(std::string message);

  Traffic traffic() const;
  /// Bytes of all files in the directory.
  uint64_t bytes() const;

 private:
  static constexpr uint64_t kMostWaiting = uint64_t{8} << 20;  // bytes; who writes more waits
  static constexpr size_t kMostAtOnce = 64;                    // requests that become one

  struct Request {
    File* file;
    uint64_t offset;
    std::vector<uint8_t> bytes;
  };

  Disk(std::string directory, int descriptor, int lock);
  void failAt(std::string_view what, std::string_view name, int error);
  void work();
  void writeOut(const std::vector<Request>& requests);

  const std::string directory_;
  const int descriptor_;  // of the directory
  const int lock_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Request> queue_;
  uint64_t waitingBytes_ = 0;
  size_t unwritten_ = 0;  // requests, with those being written now
  bool ending_ = false;
  std::atomic<bool> failed_{false};
  std::string error_;
  Traffic traffic_;
  std::thread writer_;
};

}  // namespace clew::support
