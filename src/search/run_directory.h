// The directory of a run whose states are on disk, and its checkpoints. A checkpoint says where the search was and how
// long each file was then; files only grow, so a run that ended at any moment, for whatever reason, goes on from its
// last checkpoint as if nothing had happened.
//
// A checkpoint also says of what the run is: the program, the options. Another one is not gone on with. The first
// checkpoint says nothing else and is there before any other file, so that files of others are never taken for a run's.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/disk.h"

namespace clew::search {

class RunDirectory {
 public:
  /// Opens a directory for a new run, or to go on with the one that is in it. `identity` has a line `name: value` for
  /// everything that must be the same then.
  static support::Result<std::unique_ptr<RunDirectory>> open(const std::string& directory, bool resume,
                                                             std::string identity);

  support::Disk& disk() { return *disk_; }
  /// What the last checkpoint says, if there is one to go on from.
  const std::optional<std::vector<uint8_t>>& saved() const { return saved_; }

  /// Whether it is time for a checkpoint: they take a small share of the run's time.
  bool isDue();
  /// From now on it is whenever somebody asks; for tests.
  void checkpointAlways() { isAlwaysDue_ = true; }
  void checkpoint(const std::vector<uint8_t>& body);
  uint64_t checkpoints() const { return checkpoints_; }

 private:
  using Clock = std::chrono::steady_clock;

  RunDirectory(std::unique_ptr<support::Disk> disk, std::string identity)
      : disk_(std::move(disk)), identity_(std::move(identity)) {}
  bool isUsed() const;
  std::optional<support::Error> begin(const std::string& directory);
  std::optional<support::Error> resume(const std::string& directory);
  void write(const std::vector<uint8_t>& body);

  std::unique_ptr<support::Disk> disk_;
  const std::string identity_;
  std::optional<std::vector<uint8_t>> saved_;
  uint64_t checkpoints_ = 0;
  uint32_t asked_ = 0;
  bool isAlwaysDue_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(200);
};

}  // namespace clew::search
