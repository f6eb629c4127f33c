// The states of a search on disk, as in "External Program Model Checking": in memory there is a mini-state for each, of
// a fixed size; the state itself, a pair of names (state/external_names.h), is on disk. A state that is reached is
// looked for by its hash; where that is equal, the whole state is fetched from the cache or the disk and compared. A
// mini-state knows the one it was found from, which is how a path is found.
//
// Hash and place on disk are in the index of the table of states; a mini-state's number follows from its place.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "machine/state_tables.h"
#include "search/depth_table.h"
#include "search/origin.h"
#include "search/search.h"
#include "state/external_names.h"
#include "state/external_table.h"
#include "support/stable_array.h"

namespace clew::search {

struct Position;

class ExternalStates {
 public:
  /// Goes on with the run if it has a checkpoint; then `position`, `statistics` and `result` are those of that moment.
  /// Whether that worked the disk says.
  ExternalStates(const Options& options, Position& position, Statistics& statistics, Result& result);

  /// From now on, keys are those of these tables.
  void use(machine::StateTables& tables);

  // ---- as a set of visited states ----

  Admission insert(machine::StateKey key, uint32_t depth);
  bool contains(machine::StateKey key) { return isAdded(states_->find(names_->nameOf(key))); }
  /// Whether it does not matter by which path a state is reached.
  bool canSpareVisits() const { return !needsDepths_; }
  bool isFull() const { return full_ || states_->isFull() || names_->isFull() || disk_.hasFailed(); }
  uint64_t bytes() const { return minis_.bytes() + states_->memoryBytes() + names_->memoryBytes(); }

  // ---- as the list of all states of a general search ----

  /// Says how the state was found that was inserted last; 0 if there is no room for that.
  uint32_t add(machine::StateKey key, const Origin& origin);
  /// The key of a state, which is fetched; none if the disk has failed or the tables are full.
  machine::StateKey keyOf(uint32_t number);
  const Origin& operator[](uint32_t number) const { return minis_[number].origin; }
  bool claim(uint32_t number) { return !std::exchange(minis_[number].isExpanded, true) || !needsDepths_; }
  /// The tables have become too large.
  bool mustPause() const { return tables_->bytes() > tableBytes_; }
  bool isCheckpointDue();
  void checkpoint(const Position& position, const Result& result);

  /// What happened on disk.
  Statistics::Disk diskUse() const;

 private:
  struct MiniState {
    Origin origin;
    bool isAdded;  // a state may be on disk although the search ended before it took notice
    bool isExpanded;
  };
  /// A mini-state on disk; the last one with a number counts.
  struct Entry {
    uint32_t number;
    uint32_t parent, alternative, depth, value;
    uint32_t unused;
    History history;
  };
  static_assert(sizeof(Entry) == 32);
  static constexpr size_t kMost = (size_t{1} << 32) - 1;

  bool isAdded(uint32_t number) const { return number < end_ && minis_[number].isAdded; }
  bool restore(Position& position, Result& result);
  bool restoreMinis();
  void markExpanded(const Position& position);
  state::FileOptions fileOptions(const char* name) const;

  const Options& options_;
  RunDirectory& run_;
  support::Disk& disk_;
  Statistics& statistics_;
  const bool needsDepths_;
  const uint64_t tableBytes_;
  machine::StateTables* tables_ = nullptr;
  std::unique_ptr<state::ExternalNames> names_;
  std::unique_ptr<state::ExternalTuples<state::Pair>> states_;
  std::unique_ptr<state::FixedRecords<Entry>> entries_;
  support::StableArray<MiniState> minis_;
  uint64_t end_ = 0;   // numbers of states are below
  uint32_t last_ = 0;  // the state that was inserted last
  bool full_ = false;
};

}  // namespace clew::search
