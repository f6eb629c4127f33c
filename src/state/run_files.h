// The files of one structure that keeps runs: gives them names, which are never used twice, and removes them when
// nobody needs them. A file that a checkpoint names outlives its use until the next checkpoint, since the run may be
// resumed from there; one that was made and emptied between two checkpoints is removed at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "state/read_ahead.h"
#include "state/sorted_run.h"
#include "support/bytes.h"
#include "support/disk.h"

namespace clew::state {

class RunFiles {
 public:
  /// A run with the number of its file.
  struct Numbered {
    Run run;
    uint64_t number;
    bool named = false;  // by a checkpoint
  };

  /// Files are called by the name and a number.
  RunFiles(support::Disk& disk, std::string name, RunShape shape)
      : disk_(disk), name_(std::move(name)), shape_(shape), readAhead_(disk) {}

  /// Makes a file, has it filled by `fill(writer)`, and returns it as a run; none if the disk has failed.
  template <typename Fill>
  std::optional<Numbered> write(Fill fill) {
    const uint64_t number = nextNumber_;
    const auto writer = begin();
    fill(*writer);
    return finish(*writer, number);
  }
  /// The same in two steps; the number of the run that is begun is `nextNumber`.
  std::unique_ptr<RunWriter> begin();
  std::optional<Numbered> finish(RunWriter& writer, uint64_t number);
  uint64_t nextNumber() const { return nextNumber_; }

  std::unique_ptr<RunReader> read(const Numbered& run) {
    return std::make_unique<RunReader>(disk_, readAhead_, run.run);
  }
  /// The run is needed no more.
  void retire(Numbered run);

  /// Appends what is to be known to read these runs again.
  void save(std::vector<uint8_t>& into, std::span<const Numbered> runs) const;
  /// The runs that were saved, from the reader. Other files of the name are removed. False, and the disk
  /// has failed, if they are not there as they were.
  bool restore(support::CheckedReader& in, std::vector<Numbered>& runs);
  /// A checkpoint names these runs now, and nothing else.
  void forgetOld(std::span<Numbered> runs);

  support::Disk& disk() { return disk_; }

 private:
  static constexpr uint64_t kMostRuns = 4096;  // in a checkpoint that is believed

  std::string nameOf(uint64_t number) const { return name_ + "." + std::to_string(number); }
  bool takeRuns(support::CheckedReader& in, std::vector<Numbered>& runs);
  void removeOthers(std::span<const Numbered> runs);

  support::Disk& disk_;
  const std::string name_;
  const RunShape shape_;
  ReadAhead readAhead_;
  uint64_t nextNumber_ = 0;
  std::vector<std::string> old_;  // named by a checkpoint, but needed no more
  std::random_device random_;
};

}  // namespace clew::state
