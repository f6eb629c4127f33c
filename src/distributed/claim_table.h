// The states that this rank owns and that somebody has claimed: who claims a state expands it, all of it, and nobody
// else does. A state is known by a hash of its content with 128 bits, which means the same on every rank.
#pragma once

#include <cstdint>

#include "support/cache_pages.h"
#include "support/hash.h"
#include "support/keyed_hash.h"

namespace clew::distributed {

/// What becomes of a claim.
struct Answer {
  static constexpr uint8_t kGranted = 1;  // the state is to be expanded by whoever asked
  static constexpr uint8_t kNew = 2;      // nobody has claimed it before; otherwise by a longer path
  static constexpr uint8_t kAtBound = 4;  // that path was as long as a path may be
};

class ClaimTable {
 public:
  /// With the depths at which states were claimed, if these matter; a path may have so many steps.
  explicit ClaimTable(uint64_t maxDepth) : maxDepth_(maxDepth) { resize(kFirst); }

  /// Whether there was no memory for all of them.
  bool isFull() const { return full_; }

  /// Claims a state that was reached in so many steps.
  uint8_t claim(const support::Hash128& hash, uint32_t depth) {
    if (full_) return 0;
    const size_t place = find(hash);
    if (slots_[place] == support::Hash128{}) {
      slots_[place] = hash;
      if (maxDepth_ > 0) depths_[place] = depth;
      if (++count_ * 4 > size_ * 3) resize(2 * size_);
      return Answer::kGranted | Answer::kNew;
    }
    if (maxDepth_ == 0 || depths_[place] <= depth) return 0;
    const bool wasAtBound = depths_[place] == maxDepth_;
    depths_[place] = depth;
    return static_cast<uint8_t>(Answer::kGranted | (wasAtBound ? Answer::kAtBound : 0));
  }

  bool contains(const support::Hash128& hash) const { return !full_ && slots_[find(hash)] != support::Hash128{}; }

  /// Whether a state was claimed at the end of a path as long as a path may be, and by no shorter one.
  bool isAtBound(const support::Hash128& hash) const {
    return maxDepth_ > 0 && contains(hash) && depths_[find(hash)] == maxDepth_;
  }

  /// Asks for the memory that a claim will need.
  void prefetch(const support::Hash128& hash) const {
    if (!full_) __builtin_prefetch(&slots_[homeOf(hash)]);
  }

  uint64_t size() const { return count_; }
  uint64_t bytes() const { return size_ * (sizeof(support::Hash128) + (maxDepth_ > 0 ? sizeof(uint32_t) : 0)); }

 private:
  static constexpr size_t kFirst = size_t{1} << 16;

  // The other word says who owns the state, so those of one rank have much of it in common.
  size_t homeOf(const support::Hash128& hash) const { return support::placeAmong(hash[1], size_); }
  size_t find(const support::Hash128& hash) const {
    size_t place = homeOf(hash);
    while (slots_[place] != support::Hash128{} && slots_[place] != hash) place = place + 1 == size_ ? 0 : place + 1;
    return place;
  }
  void resize(size_t size) {
    const support::CachePages<support::Hash128> slots = std::move(slots_);
    const support::CachePages<uint32_t> depths = std::move(depths_);
    const size_t before = size_;
    slots_ = support::CachePages<support::Hash128>(size);
    if (maxDepth_ > 0) depths_ = support::CachePages<uint32_t>(size);
    full_ = slots_.data() == nullptr || (maxDepth_ > 0 && depths_.data() == nullptr);
    size_ = full_ ? 0 : size;
    for (size_t from = 0; from < before && !full_; ++from) {
      if (slots[from] == support::Hash128{}) continue;
      const size_t place = find(slots[from]);
      slots_[place] = slots[from];
      if (maxDepth_ > 0) depths_[place] = depths[from];
    }
  }

  const uint64_t maxDepth_;
  uint64_t count_ = 0;
  size_t size_ = 0;
  support::CachePages<support::Hash128> slots_;  // the hash of zeros is none
  support::CachePages<uint32_t> depths_;
  bool full_ = false;
};

}  // namespace clew::distributed
