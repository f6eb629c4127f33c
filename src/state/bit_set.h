// The set of visited states as bits: each key sets three bits of a fixed array, all in one line of the cache,
// and is taken for known when they are set already. However many states there are, the memory stays the same;
// a search with it is incomplete.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "state/key_set.h"
#include "support/pages.h"

namespace clew::state {

class BitSet {
 public:
  explicit BitSet(uint64_t bytes)
      : pages_(std::max<uint64_t>(bytes, kLine)),
        words_(static_cast<std::atomic<uint64_t>*>(pages_.data())),
        lines_(pages_.bytes() / kLine) {}

  /// Adds a key; true if one of its bits was not set.
  bool insert(Pair key) {
    const uint64_t mixture = mixed(key);
    std::atomic<uint64_t>* line = lineOf(mixture);
    bool isNew = false;
    for (unsigned i = 0; i < kBits; ++i) {
      const uint64_t place = placeOf(mixture, i);
      const uint64_t bit = uint64_t{1} << place % 64;
      isNew |= (line[place / 64].fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
    }
    return isNew;
  }
  bool contains(Pair key) const {
    const uint64_t mixture = mixed(key);
    const std::atomic<uint64_t>* line = lineOf(mixture);
    for (unsigned i = 0; i < kBits; ++i) {
      const uint64_t place = placeOf(mixture, i);
      if ((line[place / 64].load(std::memory_order_relaxed) >> place % 64 & 1) == 0) return false;
    }
    return true;
  }
  void prefetch(Pair key) const { __builtin_prefetch(lineOf(mixed(key))); }

  uint64_t bytes() const { return pages_.bytes(); }
  /// There was no memory for so many bits.
  bool isFull() const { return words_ == nullptr; }

 private:
  static constexpr uint64_t kLine = 64;  // bytes
  static constexpr unsigned kBits = 3;

  std::atomic<uint64_t>* lineOf(uint64_t mixture) const {
    return words_ + support::placeAmong(mixture, lines_) * (kLine / 8);
  }
  static uint64_t placeOf(uint64_t mixture, unsigned i) { return mixture >> (9 * i) & 511; }

  support::Pages pages_;
  std::atomic<uint64_t>* words_;
  uint64_t lines_;
};

}  // namespace clew::state
