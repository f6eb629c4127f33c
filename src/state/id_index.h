// Finds ids by hash; the owner of the ids decides equality. A slot is [32 bits of the hash | id], so that a
// lookup that fails touches nothing but the index, one that succeeds compares one candidate, and growing needs
// nothing but the slots.
#pragma once

#include <cstdint>

#include "state/slot_table.h"

namespace clew::state {

/// An index whose arrays are filled up to so many percent.
template <unsigned percent>
class IdIndexFilledTo {
 public:
  explicit IdIndexFilledTo(support::Quiescence* quiescence = nullptr) : slots_(quiescence) {}

  /// The id stored under `hash` for which `equals(id)` holds, or 0.
  template <typename Equals>
  uint32_t find(uint64_t hash, Equals equals) const {
    return static_cast<uint32_t>(
        slots_.find(segmentOf(hash), hash & kHashBits, [&](uint64_t found) { return matches(found, hash, equals); }));
  }

  /// Stores an id (at least 1) unless an equal one is there: then that one is the answer, else 0.
  template <typename Equals>
  uint32_t insert(uint64_t hash, uint32_t id, Equals equals) {
    return static_cast<uint32_t>(slots_.insert(segmentOf(hash), (hash & kHashBits) | id,
                                               [&](uint64_t found) { return matches(found, hash, equals); }));
  }

  /// Asks for the memory that `find` will need.
  void prefetch(uint64_t hash) const { slots_.prefetch(segmentOf(hash), hash & kHashBits); }

  uint64_t bytes() const { return slots_.bytes(); }
  bool isFull() const { return slots_.isFull(); }

 private:
  static constexpr unsigned kSegmentBits = 5;
  static constexpr uint64_t kHashBits = ~uint64_t{0} << 32;
  struct Traits {
    using Word = uint64_t;
    static constexpr size_t kSegments = size_t{1} << kSegmentBits;
    static constexpr uint64_t kFrozen = kHashBits;  // the id 0 is none
    static constexpr unsigned kPercent = percent;
    static uint64_t homeOf(uint64_t word, uint64_t size) {
      return (word >> 32 << kSegmentBits & 0xFFFFFFFF) * size >> 32;
    }
  };

  static size_t segmentOf(uint64_t hash) { return hash >> (64 - kSegmentBits); }
  template <typename Equals>
  static bool matches(uint64_t found, uint64_t hash, Equals equals) {
    return ((found ^ hash) & kHashBits) == 0 && found != Traits::kFrozen && equals(static_cast<uint32_t>(found));
  }

  SlotTable<Traits> slots_;
};

using IdIndex = IdIndexFilledTo<50>;  // interned things are few, and looked up often

}  // namespace clew::state
