// A run: a file of rising words, each with an origin or none with any. Words are coded by their differences
// (`number_code.h`), anew in each block. The first word of each block is also kept in memory, so that a few words are
// looked up by reading a few blocks; the file ends with a copy of these, for the day it is opened again.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "state/block_stream.h"
#include "state/number_code.h"
#include "support/disk.h"

namespace clew::state {

/// What is to be known of a run to open it again.
struct RunFacts {
  uint64_t words = 0;
  uint64_t blocks = 0;  // with words; those with their first words come after them
  uint64_t bytes = 0;   // of the file
  uint64_t salt = 0;    // of the file's checksums
};

/// How runs of one kind are written.
struct RunShape {
  BlockShape blocks;
  bool hasOrigins = false;
};

/// A complete run.
class Run {
 public:
  const std::string& name() const { return file_.file->name(); }
  uint64_t words() const { return words_; }
  RunFacts facts() const { return {words_, firstWords_.size(), file_.bytes, file_.salt}; }
  /// Bytes of memory that it takes as long as nobody reads it.
  size_t memory() const { return firstWords_.capacity() * sizeof(uint64_t); }

  /// The run that was written to a file of this name, which is cut off where the run ended; none, and the disk has
  /// failed, if the facts are not those of a run or the file is not what was written.
  static std::optional<Run> reopen(support::Disk& disk, ReadAhead& readAhead, const std::string& name, RunShape shape,
                                   const RunFacts& facts);

 private:
  friend class RunWriter;
  friend class RunReader;
  bool readFirstWords(support::Disk& disk, ReadAhead& readAhead, uint64_t blocks);

  BlockFile file_;
  bool hasOrigins_ = false;
  uint64_t words_ = 0;
  std::vector<uint64_t> firstWords_;  // of each block
};

class RunWriter {
 public:
  /// A new file; the salt is a random number. If there can be none the disk has failed, and words go nowhere.
  RunWriter(support::Disk& disk, const std::string& name, RunShape shape, uint64_t salt);
  RunWriter(const RunWriter&) = delete;  // the writer of its blocks refers to the run
  RunWriter& operator=(const RunWriter&) = delete;

  /// Words come in rising order.
  void add(uint64_t word, uint64_t origin = 0) {
    assert(run_.words_ == 0 || word > lastAdded());
    words_[waiting_] = word;
    origins_[waiting_] = origin;
    ++run_.words_;
    if (++waiting_ == kNumbersInGroup) flush();
  }
  uint64_t words() const { return run_.words_; }
  /// The run; none if the disk has failed. The writer is of no use any more.
  std::optional<Run> finish();

 private:
  uint64_t lastAdded() const { return waiting_ == 0 ? previous_ : words_[waiting_ - 1]; }
  void flush();
  uint8_t* packGroup(uint8_t* into);
  void sealBlock();
  void writeFirstWords();

  support::Disk& disk_;
  Run run_;
  std::optional<BlockWriter> blocks_;
  NumberGroup words_;  // that are in no block yet
  NumberGroup origins_;
  size_t waiting_ = 0;
  uint64_t previous_ = 0;  // the last word that is in a block
  size_t length_ = 0;      // of the block's content
  uint32_t items_ = 0;     // in the block
};

class RunReader {
 public:
  /// Stands before the first word: `advance` or `skipTo` comes first. The run is held by the caller.
  RunReader(support::Disk& disk, ReadAhead& readAhead, const Run& run)
      : run_(run), disk_(disk), blocks_(disk, readAhead, run.file_) {}

  /// There is no word here. That is also so when the disk has failed, so who comes to the end asks the disk.
  bool atEnd() const { return count_ == 0; }
  uint64_t word() const { return words_[place_]; }
  uint64_t origin() const { return origins_[place_]; }

  void advance() {
    if (++place_ >= count_) nextGroup();
  }
  /// Goes on to the first word that is not below this one; blocks on the way are not read. False at the end.
  bool skipTo(uint64_t word) {
    if ((count_ == 0 || words_[count_ - 1] < word) && !findGroup(word)) return false;
    while (words_[place_] < word) ++place_;
    return true;
  }

 private:
  void nextGroup();
  bool findGroup(uint64_t word);
  bool enterBlock(uint64_t number);
  bool readGroup();
  void end() { count_ = place_ = 0; }

  const Run& run_;
  support::Disk& disk_;
  BlockReader blocks_;
  NumberGroup words_;  // of the group
  NumberGroup origins_;
  size_t place_ = 0;
  size_t count_ = 0;
  const uint8_t* at_ = nullptr;  // in the block, behind the group
  const uint8_t* blockEnd_ = nullptr;
  uint32_t itemsLeft_ = 0;  // in the block
  uint64_t previous_ = 0;   // the word before the next group, minus one at a block's beginning
  uint64_t block_ = 0;      // the next to be entered
};

}  // namespace clew::state
