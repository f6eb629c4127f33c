// The set of visited states, exact. A state's key is a pair of ids, 64 bits; what is stored is a mixture of
// these bits that can be undone, so a slot is the key itself, with its bits in random order: one look at one
// place of memory answers whether a state is known. The pair of zeros is no state, and mixes to 0, which is
// an empty slot.
//
// `CompactKeySet` keeps 40 bits of the mixture in half the memory: 8 choose the segment, 32 are the slot.
// Two states with equal 40 bits are taken for one, so a search with it is incomplete.
#pragma once

#include <cassert>
#include <cstdint>

#include "state/slot_table.h"
#include "state/tuple_table.h"

namespace clew::state {

/// A word of random bits for each key, another one for each, and 0 for the pair of zeros. Each of the operations
/// can be undone: the factors are odd.
constexpr uint64_t mixed(Pair key) {
  const uint64_t word = (uint64_t{key.first} << 32 | key.second) * 0x9E3779B97F4A7C15u;
  return (word ^ word >> 32) * 0xD6E8FEB86659FD93u;
}

class KeySet {
 public:
  explicit KeySet(support::Quiescence* quiescence = nullptr, uint64_t expected = 0) : slots_(quiescence, expected) {}

  /// Adds a key, whose first half is not 0; true if it is new.
  bool insert(Pair key) {
    assert(key.first != 0);
    const uint64_t word = mixed(key);
    return slots_.insert(segmentOf(word), word, [word](uint64_t found) { return found == word; }) == 0;
  }

  bool contains(Pair key) const {
    const uint64_t word = mixed(key);
    return slots_.find(segmentOf(word), word, [word](uint64_t found) { return found == word; }) != 0;
  }

  /// Asks for the memory that a lookup of this key will need.
  void prefetch(Pair key) const { slots_.prefetch(segmentOf(mixed(key)), mixed(key)); }

  uint64_t bytes() const { return slots_.bytes(); }
  bool isFull() const { return slots_.isFull(); }

 private:
  static constexpr unsigned kSegmentBits =
      4;  // fewer would be in the way of each other, more too small for large pages
  struct Traits {
    using Word = uint64_t;
    static constexpr size_t kSegments = size_t{1} << kSegmentBits;
    static constexpr uint64_t kFrozen = mixed(Pair{0, 1});
    static constexpr unsigned kPercent = 76;
    static uint64_t homeOf(uint64_t word, uint64_t size) { return support::placeAmong(word << kSegmentBits, size); }
  };
  static size_t segmentOf(uint64_t word) { return word >> (64 - kSegmentBits); }

  SlotTable<Traits> slots_;
};

class CompactKeySet {
 public:
  explicit CompactKeySet(support::Quiescence* quiescence = nullptr) : slots_(quiescence) {}

  /// Adds a key; true if no key with the same 40 bits was there.
  bool insert(Pair key) {
    const uint32_t word = wordOf(mixed(key));
    return slots_.insert(mixed(key) >> 56, word, [word](uint32_t found) { return found == word; }) == 0;
  }
  bool contains(Pair key) const {
    const uint32_t word = wordOf(mixed(key));
    return slots_.find(mixed(key) >> 56, word, [word](uint32_t found) { return found == word; }) != 0;
  }
  void prefetch(Pair key) const { slots_.prefetch(mixed(key) >> 56, wordOf(mixed(key))); }

  uint64_t bytes() const { return slots_.bytes(); }
  bool isFull() const { return slots_.isFull(); }

 private:
  struct Traits {
    using Word = uint32_t;
    static constexpr size_t kSegments = 256;
    static constexpr uint32_t kFrozen = 0xFFFFFFFF;
    static constexpr unsigned kPercent = 80;
    static uint64_t homeOf(uint32_t word, uint64_t size) { return word * size >> 32; }
  };
  /// The two words that mean something else are moved to their neighbours.
  static uint32_t wordOf(uint64_t mixture) {
    const auto word = static_cast<uint32_t>(mixture >> 24);
    return word == 0 ? 1 : word == Traits::kFrozen ? Traits::kFrozen - 1 : word;
  }

  SlotTable<Traits> slots_;
};

}  // namespace clew::state
