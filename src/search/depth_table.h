// States with the length of the shortest path to each so far. Under a bound on depth, and for A*, a state has to be
// expanded again when it is reached by a shorter path: more of what follows is then in reach, or nearer.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "machine/machine.h"
#include "state/tuple_table.h"
#include "support/stable_array.h"

namespace clew::search {

/// What is to be done with a state that was reached.
struct Admission {
  bool isNew;
  bool isShorter;  // the path to it than before; true for a new one
  uint64_t depthBefore;

  static constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();
};

class DepthTable {
 public:
  explicit DepthTable(support::Quiescence* quiescence) : keys_(quiescence), depths_(state::PairTable::kMostIds) {}

  static constexpr uint64_t kNever = Admission::kNever;
  Admission insert(machine::StateKey key, uint32_t depth) {
    const auto [id, isNew] = keys_.intern(key);
    if (!depths_.ensure(id + 1)) {
      full_ = true;
      return {isNew, isNew, kNever};
    }
    // Depths are stored as the distance to the largest number, so that 0 is the longest path.
    const uint32_t length = ~depth;
    uint32_t known = depths_[id].load(std::memory_order_relaxed);
    while (known < length) {
      if (depths_[id].compare_exchange_weak(known, length))
        return {isNew, true, known == 0 ? kNever : uint64_t{~known}};
    }
    return {isNew, false, kNever};
  }

  /// The length of the shortest path to a state so far.
  uint64_t depthOf(machine::StateKey key) const {
    const uint32_t id = keys_.find(key);
    return id == 0 ? kNever : uint64_t{~depths_[id].load(std::memory_order_relaxed)};
  }

  uint64_t bytes() const { return keys_.bytes() + depths_.bytes(); }
  bool isFull() const { return keys_.isFull() || full_.load(std::memory_order_relaxed); }

 private:
  state::PairTable keys_;
  support::StableArray<std::atomic<uint32_t>> depths_;  // by id
  std::atomic<bool> full_{false};
};

}  // namespace clew::search
