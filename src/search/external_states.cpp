#include "search/external_states.h"

#include <algorithm>

#include "search/checkpoint_counts.h"
#include "search/general_search.h"
#include "search/run_directory.h"
#include "support/bytes.h"

namespace clew::search {

ExternalStates::ExternalStates(const Options& options, Position& position, Statistics& statistics, Result& result)
    : options_(options),
      run_(*options.external.run),
      disk_(run_.disk()),
      statistics_(statistics),
      needsDepths_(Visited::needsDepths(options)),
      tableBytes_(options.external.memoryBytes / 3),
      minis_(kMost) {
  if (run_.saved()) {
    if (!restore(position, result)) disk_.fail("the checkpoint does not fit the files of the run");
    return;
  }
  names_ = std::make_unique<state::ExternalNames>(disk_, fileOptions("names"));
  states_ = std::make_unique<state::ExternalTuples<state::Pair>>(disk_, fileOptions("states"));
  entries_ = std::make_unique<state::FixedRecords<Entry>>(disk_, fileOptions("found"));
}

state::FileOptions ExternalStates::fileOptions(const char* name) const {
  state::FileOptions options;
  options.name = name;
  options.layout = options_.external.layout;
  options.policy = options_.external.cache;
  options.cacheBytes = options_.external.cacheBytes / 2;  // one half for the states, one for what they consist of
  return options;
}

void ExternalStates::use(machine::StateTables& tables) {
  tables_ = &tables;
  names_->use(tables.components, tables.nodes);
}

Admission ExternalStates::insert(machine::StateKey key, uint32_t depth) {
  last_ = states_->intern(names_->nameOf(key)).number;
  if (!minis_.ensure(uint64_t{last_} + 1)) {
    full_ = true;
    return {true, true, Admission::kNever};
  }
  MiniState& mini = minis_[last_];
  if (!mini.isAdded) return {true, true, Admission::kNever};
  if (!needsDepths_ || mini.origin.depth <= depth) return {false, false, Admission::kNever};
  mini.isExpanded = false;
  return {false, true, mini.origin.depth};
}

uint32_t ExternalStates::add(machine::StateKey /*key*/, const Origin& origin) {
  if (full_) return 0;
  minis_[last_] = {origin, true, false};
  end_ = std::max<uint64_t>(end_, uint64_t{last_} + 1);
  entries_->append({last_, origin.parent, origin.alternative, origin.depth, origin.value, 0, origin.history});
  return last_;
}

machine::StateKey ExternalStates::keyOf(uint32_t number) {
  const machine::StateKey key = names_->keyOf((*states_)[number]);
  return tables_->isFull() ? machine::StateKey{} : key;
}

bool ExternalStates::isCheckpointDue() { return run_.isDue(); }

void ExternalStates::checkpoint(const Position& position, const Result& result) {
  // What A* found is not written down, so the run is resumed from before; and so it is if there was no room for states.
  if (position.best || result.shortfall.full || disk_.hasFailed()) return;
  std::vector<uint8_t> body;
  saveCounts(body, statistics_);
  saveCaveats(body, result);
  support::appendTo<uint64_t>(body, position.cutStates);
  names_->save(body);
  states_->save(body);
  entries_->save(body);
  support::appendTo(body, position.number);
  support::appendTo(body, position.alternative);
  position.open.save(body);
  run_.checkpoint(body);
}

bool ExternalStates::restore(Position& position, Result& result) {
  support::CheckedReader in(*run_.saved());
  const bool makesSense = restoreCounts(in, statistics_) && restoreCaveats(in, result);
  position.cutStates = in.get<uint64_t>();
  names_ = std::make_unique<state::ExternalNames>(disk_, fileOptions("names"), in);
  states_ = std::make_unique<state::ExternalTuples<state::Pair>>(disk_, fileOptions("states"), in);
  entries_ = std::make_unique<state::FixedRecords<Entry>>(disk_, fileOptions("found"), in);
  if (!makesSense || disk_.hasFailed() || !restoreMinis()) return false;
  position.number = in.get<uint32_t>();
  position.alternative = in.get<uint32_t>();
  if (position.number != 0 && position.number >= end_) return false;  // nothing may have been found yet
  if (!position.open.restore(in, end_)) return false;
  markExpanded(position);
  return in.isValid() && in.empty();
}

bool ExternalStates::restoreMinis() {
  bool good = true;
  const bool complete = entries_->forEach([&](uint64_t /*position*/, const Entry& entry) {
    // Parents come before their children and depths rise, so every way back ends.
    const bool hasParent =
        entry.parent == 0 || (isAdded(entry.parent) && minis_[entry.parent].origin.depth < entry.depth);
    if (!hasParent || !minis_.ensure(uint64_t{entry.number} + 1)) {
      good = false;
      return;
    }
    const Origin origin = {entry.parent, entry.alternative, entry.depth, entry.value, entry.history};
    minis_[entry.number] = {origin, true, false};
    end_ = std::max<uint64_t>(end_, uint64_t{entry.number} + 1);
  });
  return good && complete;
}

/// All that do not wait were expanded.
void ExternalStates::markExpanded(const Position& position) {
  for (uint64_t number = 0; number < end_; ++number) minis_[number].isExpanded = true;
  position.open.forEach([&](uint32_t number) { minis_[number].isExpanded = false; });
}

Statistics::Disk ExternalStates::diskUse() const {
  state::PageFiles::Statistics pages = names_->statistics();
  pages += states_->statistics();
  return diskUseOf(run_, pages);
}

}  // namespace clew::search
