// The states that this rank owns and that somebody has claimed: who claims a state expands it, all of it, and nobody
// else does. A state is known by a hash of its content with 128 bits, which means the same on every rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

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

  /// Claims a state that was reached in so many steps.
  uint8_t claim(const support::Hash128& hash, uint32_t depth) {
    const size_t place = find(hash);
    if (slots_[place] == support::Hash128{}) {
      slots_[place] = hash;
      if (maxDepth_ > 0) depths_[place] = depth;
      if (++count_ * 4 > slots_.size() * 3) resize(2 * slots_.size());
      return Answer::kGranted | Answer::kNew;
    }
    if (maxDepth_ == 0 || depths_[place] <= depth) return 0;
    const bool wasAtBound = depths_[place] == maxDepth_;
    depths_[place] = depth;
    return static_cast<uint8_t>(Answer::kGranted | (wasAtBound ? Answer::kAtBound : 0));
  }

  /// Asks for the memory that a claim will need.
  void prefetch(const support::Hash128& hash) const { __builtin_prefetch(&slots_[homeOf(hash)]); }

  uint64_t size() const { return count_; }
  uint64_t bytes() const { return slots_.size() * sizeof(support::Hash128) + depths_.size() * sizeof(uint32_t); }

  /// Calls `visitor(hash, depth)` for every state.
  template <typename Visitor>
  void forEach(Visitor visitor) const {
    for (size_t place = 0; place < slots_.size(); ++place) {
      if (slots_[place] != support::Hash128{}) visitor(slots_[place], maxDepth_ > 0 ? depths_[place] : 0);
    }
  }

 private:
  static constexpr size_t kFirst = size_t{1} << 16;

  // The other word says who owns the state, so those of one rank have much of it in common.
  size_t homeOf(const support::Hash128& hash) const { return support::placeAmong(hash[1], slots_.size()); }
  size_t find(const support::Hash128& hash) const {
    size_t place = homeOf(hash);
    while (slots_[place] != support::Hash128{} && slots_[place] != hash)
      place = place + 1 == slots_.size() ? 0 : place + 1;
    return place;
  }
  void resize(size_t size) {
    std::vector<support::Hash128> slots(size);
    std::vector<uint32_t> depths(maxDepth_ > 0 ? size : 0);
    slots.swap(slots_);
    depths.swap(depths_);
    for (size_t from = 0; from < slots.size(); ++from) {
      if (slots[from] == support::Hash128{}) continue;
      const size_t place = find(slots[from]);
      slots_[place] = slots[from];
      if (maxDepth_ > 0) depths_[place] = depths[from];
    }
  }

  const uint64_t maxDepth_;
  uint64_t count_ = 0;
  std::vector<support::Hash128> slots_;  // the hash of zeros is none
  std::vector<uint32_t> depths_;
};

}  // namespace clew::distributed
