// What is left of a job when it ends before its time. Every rank writes down, when all of them stand still for a
// moment, which ranges of the tree are open on it, how much it has counted, and which states it owns that were claimed.
// The first rank then declares this checkpoint to be the valid one. A job that is killed at any moment goes on from the
// last valid one, with any number of ranks.
//
// Claims are only ever added, so each checkpoint writes those since the one before. A job that was resumed begins new
// files, because who owns what depends on the number of ranks.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "distributed/options.h"
#include "search/run_directory.h"
#include "support/disk.h"
#include "support/keyed_hash.h"

namespace clew::distributed {

/// What the ranks agree upon before they begin.
struct JobPlan {
  support::Hash128 secret{};  // of the hashes of states
  uint64_t generation = 0;    // of the checkpoint to go on from; 0: none
  uint64_t epoch = 0;         // of its files
  uint64_t ranks = 0;         // that wrote it
  std::vector<uint8_t> bytes() const;
  /// Empty if it cannot be read.
  static std::optional<JobPlan> of(std::span<const uint8_t> bytes);
};

struct Claim {
  support::Hash128 hash;
  uint64_t depth;
};

class Journal {
 public:
  /// For the first rank: opens the directory of a job, or makes one.
  static support::Result<std::unique_ptr<search::RunDirectory>> openJob(const Options& options, JobPlan& plan);
  /// For every rank, then. The first one has the job's directory, too.
  static support::Result<std::unique_ptr<Journal>> open(const Options& options, const JobPlan& plan, unsigned rank,
                                                        search::RunDirectory* job);

  /// The claims and the open ranges that a rank of the job before had written down; false if they cannot be read.
  bool readClaims(unsigned rank, std::vector<Claim>& claims);
  std::optional<std::vector<uint8_t>> readOpen(unsigned rank);

  /// Whether it is time for a checkpoint, for the first rank to decide.
  bool isDue() const { return Clock::now() >= next_; }
  /// Notes a claim, to be written with the next checkpoint.
  void note(const support::Hash128& hash, uint32_t depth) { claims_.push_back({hash, depth}); }
  /// Writes this rank's part of a checkpoint; false if the disk has failed.
  bool write(uint64_t generation, const std::vector<uint8_t>& open);
  /// Declares it valid, once all have written theirs; false if the disk has failed. Then no other may be written: the
  /// files of the one before are still needed.
  bool commit(uint64_t generation, unsigned ranks);

  std::string error() const { return disk_->error(); }

 private:
  using Clock = std::chrono::steady_clock;

  Journal(std::string directory, const JobPlan& plan, std::unique_ptr<support::Disk> disk, search::RunDirectory* job);
  void removeOld(uint64_t generation);
  std::string directoryOf(unsigned rank) const;

  const std::string directory_;
  JobPlan plan_;
  std::unique_ptr<support::Disk> disk_;
  search::RunDirectory* const job_;
  std::unique_ptr<support::Disk::File> claimsFile_;
  uint64_t claimsLength_ = 0;
  std::vector<Claim> claims_;
  uint64_t firstGeneration_;  // of this job's own
  Clock::time_point begun_;
  Clock::time_point next_;
};

}  // namespace clew::distributed
