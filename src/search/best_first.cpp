#include "search/best_first.h"

#include "search/general_search.h"
#include "support/stable_array.h"

namespace clew::search {

namespace {

/// All states found, in memory. One that was reached again by a shorter path is there twice.
class MemoryRecords {
 public:
  explicit MemoryRecords(Shared& shared) : visited_(shared.visited), records_(kMost) { records_.append(1); }

  uint32_t add(machine::StateKey key, const Origin& origin) {
    const size_t place = records_.append(1);
    if (place == records_.kFull) return 0;
    records_[place] = {key, origin};
    return static_cast<uint32_t>(place);
  }
  machine::StateKey keyOf(uint32_t number) const { return records_[number].key; }
  const Origin& operator[](uint32_t number) const { return records_[number].origin; }
  bool claim(uint32_t number) const { return visited_.depthOf(keyOf(number)) >= records_[number].origin.depth; }
  static bool mustPause() { return false; }
  static bool isCheckpointDue() { return false; }
  static void checkpoint(const Position& /*position*/, const Result& /*result*/) {}
  uint64_t bytes() const { return records_.bytes(); }

 private:
  static constexpr size_t kMost = (size_t{1} << 32) - 1;

  struct Record {
    machine::StateKey key;
    Origin origin;
  };
  const Visited& visited_;
  support::StableArray<Record> records_;  // none has the number 0
};

}  // namespace

void bestFirst(Shared& shared) {
  MemoryRecords records(shared);
  Position position(shared.options.order);
  GeneralSearch(shared, records, position).run();
}

}  // namespace clew::search
