// Sorts the candidates of a level in a fixed amount of memory. They are gathered in a buffer; when it is full it is
// sorted, each word keeps its smallest origin, and if that does not make enough room the buffer becomes a run on disk.
// At the end of the level runs and buffer are merged. Runs are merged thirty-two at a time as they come, so that there
// are few however many candidates there are.
//
// For one thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "state/candidate.h"
#include "state/merge_tree.h"
#include "state/recent_words.h"
#include "state/run_files.h"
#include "state/visited_runs.h"
#include "support/cache_pages.h"
#include "support/disk.h"

namespace clew::state {

class CandidateSorter {
 public:
  /// Uses about so many bytes of memory, and some for reading when runs are merged.
  CandidateSorter(support::Disk& disk, const std::string& name, size_t bytes, BlockShape blocks = kBlocks);

  void add(uint64_t word, uint64_t origin) {
    if (!recent_.insert({word, origin})) return;
    buffer_[count_++] = {word, origin};
    if (count_ == capacity_) makeRoom();
  }

  /// Ends the level: calls `found(word, origin)` once for each word that was added, in rising order, with the smallest
  /// of its origins. False if the disk has failed; then some are missing, and origins need not be the smallest.
  template <typename Found>
  bool finish(Found found) {
    reduce();
    Latest<Found> latest(found);
    Readers readers = openRuns(0);
    auto next = buffer_.data();
    const auto end = next + count_;
    for (auto tree = readers.tree(); !tree.atEnd(); tree.advance()) {
      for (; next != end && next->word < tree.word(); ++next) latest.pass(*next);
      latest.pass({tree.word(), tree.source().origin()});
    }
    if (files_.disk().hasFailed()) return false;
    for (; next != end; ++next) latest.pass(*next);
    latest.flush();
    readers = {};
    beginLevel();
    return !files_.disk().hasFailed();
  }

  /// Writes out what is in memory, for a checkpoint.
  void spill();
  /// Appends what a checkpoint has to say; comes after `spill`. Once it is written, and before anything is added, comes
  /// `forgetOld`.
  void save(std::vector<uint8_t>& into) const;
  /// Takes what `save` appended from the reader; false, and the disk has failed, if that or the files it
  /// names are not what they were.
  bool restore(support::CheckedReader& in);
  /// Removes files that were only kept for the checkpoint before this one.
  void forgetOld() { files_.forgetOld(runs_); }

  size_t runs() const { return runs_.size(); }
  /// Memory that was used so far: of what is set aside, what was never needed costs addresses only.
  uint64_t bytes() const { return (2 * mostAtOnce_ + std::min(mostAtOnce_, recent_.size())) * sizeof(Candidate); }

 private:
  static constexpr size_t kFanIn = 32;                        // runs that are merged at a time
  static constexpr BlockShape kBlocks{32u << 10, 64u << 10};  // several dozen are read at the same time

  /// Holds a candidate back until the next word is known, since an equal one may have a smaller origin.
  template <typename Found>
  class Latest {
   public:
    explicit Latest(Found& found) : found_(found) {}
    void pass(Candidate candidate) {
      if (any_ && candidate.word == latest_.word) {
        latest_.origin = std::min(latest_.origin, candidate.origin);
        return;
      }
      flush();
      latest_ = candidate;
      any_ = true;
    }
    void flush() {
      if (any_) found_(latest_.word, latest_.origin);
      any_ = false;
    }

   private:
    Found& found_;
    Candidate latest_{0, 0};
    bool any_ = false;
  };

  /// Runs that are being read.
  struct Readers {
    std::vector<std::unique_ptr<RunReader>> readers;
    MergeTree<RunReader> tree() const;
  };

  void makeRoom();
  void reduce();
  void writeBuffer();
  void mergeLatest();
  Readers openRuns(size_t first);
  void beginLevel();

  RunFiles files_;
  RecentWords recent_;
  const size_t capacity_;  // candidates
  support::CachePages<Candidate> buffer_;
  support::CachePages<Candidate> scratch_;
  size_t count_ = 0;
  size_t mostAtOnce_ = 0;  // candidates in the buffer
  std::vector<RunFiles::Numbered> runs_;
  std::vector<uint32_t> ages_;  // how often what is in each of the runs was merged; falling
  bool spilled_ = false;        // in this level
};

/// Ends a level: calls `found(word, origin)` for each candidate that was never visited before, in rising order; they
/// are visited from then on. False if the disk has failed; what was found until then was new.
template <typename Found>
bool endLevel(CandidateSorter& candidates, VisitedRuns& visited, Found found) {
  VisitedRuns::Level level(visited);
  const bool complete = candidates.finish([&](uint64_t word, uint64_t origin) {
    if (level.keepNew(word)) found(word, origin);
  });
  return complete && level.finish();
}

}  // namespace clew::state
