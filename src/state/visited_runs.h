// All states that were ever found, on disk: duplicates are detected late, when a level is complete and sorted (Korf's
// delayed duplicate detection). Each level asks for its words in rising order and adds those that are new. Words are in
// a few runs, each larger than all that are younger together; when that is so no more, the runs concerned are merged.
// So there are at most as many runs as the number of words has binary digits, and no word is rewritten more often.
//
// The youngest words stay in memory, sorted, up to a fixed number: a search of many small levels would otherwise write
// a file for each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "state/run_files.h"
#include "state/sorted_run.h"
#include "support/disk.h"

namespace clew::state {

class VisitedRuns {
 public:
  /// Sizes; other ones are for tests.
  struct Shape {
    BlockShape blocks;
    size_t mostYoung = size_t{32} << 10;  // words in memory
  };

  VisitedRuns(support::Disk& disk, const std::string& name, Shape shape);
  VisitedRuns(support::Disk& disk, const std::string& name) : VisitedRuns(disk, name, Shape{}) {}

  /// The words of one level, in rising order. One level at a time; it ends with `finish`.
  class Level {
   public:
    explicit Level(VisitedRuns& visited);
    /// True if the word was in no level before; it is from now on. False also if the disk has failed.
    bool keepNew(uint64_t word);
    /// Adds the new words to those visited; false if the disk has failed.
    bool finish();

   private:
    bool isKnown(uint64_t word);
    void keep(uint64_t word);

    VisitedRuns& visited_;
    std::vector<std::unique_ptr<RunReader>> readers_;  // the youngest run first, which knows most
    std::vector<uint64_t>::const_iterator young_;      // the first that is not below the words so far
    std::vector<uint64_t> fresh_;                      // new words, until they are too many
    std::unique_ptr<RunWriter> writer_;                // has them from then on
    uint64_t number_ = 0;                              // of the writer's file
  };

  /// The number of words.
  uint64_t words() const { return words_; }
  size_t runs() const { return runs_.size(); }
  /// Words that were written to make larger runs of smaller ones.
  uint64_t rewritten() const { return rewritten_; }
  /// Bytes of memory between two levels.
  size_t memory() const;

  /// Appends what a checkpoint has to say. Once it is written, and before the next level, comes `forgetOld`.
  void save(std::vector<uint8_t>& into) const;
  /// Takes what `save` appended from the reader; false, and the disk has failed, if that or the files it
  /// names are not what they were.
  bool restore(support::CheckedReader& in);
  /// Removes files that were only kept for the checkpoint before this one.
  void forgetOld() { files_.forgetOld(runs_); }

 private:
  void addYoung(const std::vector<uint64_t>& fresh);
  bool addRun(std::optional<RunFiles::Numbered> run);
  bool mergeFrom(size_t first);
  bool takeYoung(support::CheckedReader& in);

  const Shape shape_;
  RunFiles files_;
  std::vector<RunFiles::Numbered> runs_;  // the oldest and largest first
  std::vector<uint64_t> young_;           // sorted, in no run
  uint64_t words_ = 0;
  uint64_t rewritten_ = 0;
};

}  // namespace clew::state
