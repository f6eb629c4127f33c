#include "search/strict_states.h"

#include <algorithm>

#include "search/checkpoint_counts.h"
#include "search/run_directory.h"
#include "support/bytes.h"

namespace clew::search {

namespace {

/// Shares of the memory: half for sorting, a quarter for the tables; the rest is for names, caches, and what the
/// machine remembers.
constexpr uint64_t kSortShare = 2;
constexpr uint64_t kTableShare = 4;
constexpr uint64_t kCacheShare = 16;

/// More than that makes nothing faster.
constexpr uint64_t kMostSortBytes = uint64_t{512} << 20;

uint64_t sortBytes(const Options& options) {
  return std::min(options.external.memoryBytes / kSortShare, kMostSortBytes);
}

}  // namespace

StrictStates::StrictStates(const Options& options, Statistics& statistics, Result& result)
    : options_(options),
      run_(*options.external.run),
      disk_(run_.disk()),
      statistics_(statistics),
      usesBuckets_(options.order == Order::AStar),
      tableBytes_(options.external.memoryBytes / kTableShare),
      sorter_(disk_, "candidates", sortBytes(options)),
      visited_(disk_, "visited"),
      buckets_(disk_) {
  if (run_.saved()) {
    if (!restore(result)) disk_.fail("the checkpoint does not fit the files of the run");
    return;
  }
  names_ = std::make_unique<state::ExternalNames>(disk_, fileOptions("names"));
  entries_ = std::make_unique<state::FixedRecords<Entry>>(disk_, fileOptions("states"));
}

state::FileOptions StrictStates::fileOptions(const char* name) const {
  state::FileOptions options;
  options.name = name;
  options.layout = state::Layout::Blocks;
  options.policy = options_.external.cache;
  options.cacheBytes = std::min(options_.external.cacheBytes, options_.external.memoryBytes / kCacheShare) / 2;
  return options;
}

void StrictStates::use(machine::StateTables& tables) {
  tables_ = &tables;
  names_->use(tables.components, tables.nodes);
}

void StrictStates::addFirst(machine::StateKey key) {
  isBeginning_ = false;
  sorter_.add(wordOf(key), 0);
  endLevel(sorter_, visited_, [&](uint64_t word, uint64_t origin) { entries_->append({word, origin}); });
  end_ = entries_->count();
}

bool StrictStates::advance() {
  if (usesBuckets_) {
    if (buckets_.empty()) return false;
    depth_ = buckets_.first().depth;
    if (!buckets_.takeFirst([&](const Buckets::Candidate& each) { sorter_.add(each.word, each.origin); })) return false;
  } else {
    ++depth_;
  }
  const bool good =
      endLevel(sorter_, visited_, [&](uint64_t word, uint64_t origin) { entries_->append({word, origin}); });
  end_ = entries_->count();
  return good && (usesBuckets_ || next_ < end_);
}

machine::StateKey StrictStates::keyOf(uint64_t number) {
  const uint64_t word = entries_->read(number).word;
  if (disk_.hasFailed()) return {};
  const machine::StateKey key = names_->keyOf({static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)});
  return tables_->isFull() ? machine::StateKey{} : key;
}

StrictStates::Origin StrictStates::originOf(uint64_t number) {
  const uint64_t packed = entries_->read(number).origin;
  return {packed >> kAlternativeBits, static_cast<uint32_t>(packed & (kMostAlternatives - 1))};
}

bool StrictStates::complain() {
  disk_.fail("the states on disk do not lead back to the first one");
  return false;
}

bool StrictStates::isCheckpointDue() { return run_.isDue(); }

void StrictStates::checkpoint(const Result& result) {
  if (result.shortfall.full || disk_.hasFailed()) return;  // if there was no room for states, some may be missing
  sorter_.spill();
  std::vector<uint8_t> body;
  saveCounts(body, statistics_);
  saveCaveats(body, result);
  names_->save(body);
  entries_->save(body);
  sorter_.save(body);
  visited_.save(body);
  buckets_.save(body);
  support::appendTo(body, isBeginning_);
  support::appendTo(body, depth_);
  support::appendTo(body, next_);
  support::appendTo(body, end_);
  support::appendTo(body, alternative);
  support::appendTo(body, isMet);
  run_.checkpoint(body);
  if (disk_.hasFailed()) return;
  sorter_.forgetOld();
  visited_.forgetOld();
  buckets_.forgetOld();
}

bool StrictStates::restore(Result& result) {
  support::CheckedReader in(*run_.saved());
  const bool makesSense = restoreCounts(in, statistics_) && restoreCaveats(in, result);
  names_ = std::make_unique<state::ExternalNames>(disk_, fileOptions("names"), in);
  entries_ = std::make_unique<state::FixedRecords<Entry>>(disk_, fileOptions("states"), in);
  if (!makesSense || disk_.hasFailed() || !sorter_.restore(in) || !visited_.restore(in)) return false;
  if (!buckets_.restore(in)) return false;
  isBeginning_ = in.get<uint8_t>() != 0;
  depth_ = in.get<uint64_t>();
  next_ = in.get<uint64_t>();
  end_ = in.get<uint64_t>();
  alternative = in.get<uint32_t>();
  isMet = in.get<uint8_t>() != 0;
  return in.isValid() && in.empty() && next_ <= end_ && end_ == entries_->count();
}

uint64_t StrictStates::bytes() const {
  return names_->memoryBytes() + entries_->memoryBytes() + visited_.memory() + buckets_.memoryBytes() + sorter_.bytes();
}

Statistics::Disk StrictStates::diskUse() const {
  state::PageFiles::Statistics pages = names_->statistics();
  pages += entries_->statistics();
  return diskUseOf(run_, pages);
}

}  // namespace clew::search
