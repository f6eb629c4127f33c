// Remembers which half of a list becomes which when a certain change is made, so that a change that is made again and
// again in different states is one lookup instead of one per level of the tree. There are few different halves (see
// TreeCursor), so most changes of most halves have been made before.
//
// A cache of one worker. It starts small, so that a small search stays in the processor's caches, and grows while there
// are new things to remember.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "support/cache_pages.h"
#include "support/hash.h"

namespace clew::state {

class HalfMemo {
 public:
  HalfMemo() : size_(kFirstSize), entries_(kFirstSize) {
    if (entries_.data() == nullptr) throw std::bad_alloc();
  }

  /// What the half becomes by the change with this number, which is not 0; 0 if that is not known.
  uint32_t find(uint32_t half, uint64_t change) const {
    const Entry& entry = entries_[placeOf(half, change)];
    return entry.half == half && entry.change == change ? entry.after : 0;
  }

  /// Asks for the memory that `find` will need.
  void prefetch(uint32_t half, uint64_t change) const { __builtin_prefetch(&entries_[placeOf(half, change)]); }

  void insert(uint32_t half, uint64_t change, uint32_t after) {
    if (++inserted_ > size_ && size_ < kMostSize) grow();
    entries_[placeOf(half, change)] = {change, half, after};
  }

 private:
  static constexpr size_t kFirstSize = size_t{1} << 12;
  static constexpr size_t kMostSize = size_t{1} << 19;

  struct Entry {
    uint64_t change;
    uint32_t half;
    uint32_t after;
  };

  size_t placeOf(uint32_t half, uint64_t change) const {
    return support::hashPair(half, static_cast<uint32_t>(change)) >> 32 & (size_ - 1);
  }

  void grow() {
    inserted_ = 0;
    support::CachePages<Entry> larger(4 * size_);
    if (larger.data() == nullptr) return;  // a smaller cache does as well
    const size_t oldSize = std::exchange(size_, 4 * size_);
    const auto old = std::exchange(entries_, std::move(larger));
    for (size_t i = 0; i < oldSize; ++i) {
      if (old[i].change != 0) entries_[placeOf(old[i].half, old[i].change)] = old[i];
    }
  }

  size_t size_;
  support::CachePages<Entry> entries_;
  size_t inserted_ = 0;  // since it grew
};

}  // namespace clew::state
