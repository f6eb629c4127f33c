// The states of a search whose memory does not grow with their number. A state is a word, the two ids of its name
// (state/external_names.h). What a level of states leads to is sorted and compared with everything visited when the
// level is done (state/visited_runs.h): duplicates are detected late. States are written down in the order in which
// they are expanded, each with where it came from, so that a level is a range of numbers and a path can be found.
//
// For A* there is a bucket for each depth and value in place of a level (buckets.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "machine/state_tables.h"
#include "search/buckets.h"
#include "search/search.h"
#include "state/candidate_sorter.h"
#include "state/external_names.h"
#include "state/fixed_records.h"
#include "state/visited_runs.h"

namespace clew::search {

class StrictStates {
 public:
  /// A step: an alternative of the state with this number.
  struct Origin {
    uint64_t parent;
    uint32_t alternative;
  };
  static constexpr unsigned kAlternativeBits = 24;
  static constexpr uint32_t kMostAlternatives = 1u << kAlternativeBits;

  /// Goes on with the run if it has a checkpoint; then `statistics` and `result` are those of that moment.
  StrictStates(const Options& options, Statistics& statistics, Result& result);

  /// From now on, keys are those of these tables.
  void use(machine::StateTables& tables);
  /// The tables have become too large.
  bool mustPause() const { return tables_->bytes() > tableBytes_; }

  /// No state was found yet.
  bool isBeginning() const { return isBeginning_; }
  void addFirst(machine::StateKey key);
  /// A state that a step from a state of this level leads to.
  void add(machine::StateKey key, Origin origin, uint32_t value) {
    const uint64_t word = wordOf(key);
    const uint64_t packed = origin.parent << kAlternativeBits | origin.alternative;
    if (usesBuckets_) {
      buckets_.add(depth_ + 1, value, {word, packed});
    } else {
      sorter_.add(word, packed);
    }
  }

  // ---- the level that is being expanded ----

  /// Makes what was found the next level, or the next bucket; false if there is none or the disk has failed.
  bool advance();
  uint64_t depth() const { return depth_; }
  /// What a path through any state that waits takes at least, if the heuristic is a lower bound.
  uint64_t leastLength() const { return buckets_.empty() ? ~uint64_t{0} : buckets_.first().length; }
  /// The state of the level to be expanded next, and the alternative to be taken.
  uint64_t number() const { return next_; }
  bool isLevelDone() const { return next_ == end_; }
  uint32_t alternative = 0;
  bool isMet = false;  // it was looked at
  void finishState() {
    ++next_;
    alternative = 0;
    isMet = false;
  }
  uint64_t waiting() const { return end_ - next_; }

  /// The key of a state, which is fetched; none if the disk has failed or the tables are full.
  machine::StateKey keyOf(uint64_t number);
  Origin originOf(uint64_t number);
  /// What was read makes no sense; returns false.
  bool complain();

  bool isCheckpointDue();
  void checkpoint(const Result& result);

  /// There was no memory for the names of all states, or the disk has failed.
  bool isFull() const { return names_->isFull() || disk_.hasFailed(); }
  uint64_t bytes() const;
  Statistics::Disk diskUse() const;

 private:
  struct Entry {
    uint64_t word;
    uint64_t origin;
  };

  uint64_t wordOf(machine::StateKey key) {
    const state::Pair name = names_->nameOf(key);
    return uint64_t{name.first} << 32 | name.second;
  }
  bool restore(Result& result);
  state::FileOptions fileOptions(const char* name) const;

  const Options& options_;
  RunDirectory& run_;
  support::Disk& disk_;
  Statistics& statistics_;
  const bool usesBuckets_;
  const uint64_t tableBytes_;
  machine::StateTables* tables_ = nullptr;
  std::unique_ptr<state::ExternalNames> names_;
  std::unique_ptr<state::FixedRecords<Entry>> entries_;
  state::CandidateSorter sorter_;
  state::VisitedRuns visited_;
  Buckets buckets_;
  bool isBeginning_ = true;
  uint64_t depth_ = 0;
  uint64_t next_ = 0;
  uint64_t end_ = 0;
};

}  // namespace clew::search
