// The states that were visited before, in the way the options ask for. All workers share it.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

#include "search/search.h"
#include "state/bit_set.h"
#include "state/key_set.h"
#include "state/tuple_table.h"
#include "support/stable_array.h"

namespace clew::search {

/// States with the length of the shortest path to each so far. Under a depth bound a depth-first search has to
/// expand a state again when it is reached by a shorter path, since more of what follows is then in reach.
class DepthTable {
 public:
  explicit DepthTable(support::Quiescence* quiescence) : keys_(quiescence), depths_(state::PairTable::kMostIds) {}

  struct Answer {
    bool isNew;
    bool isShorter;  // than before; true for a new one
    uint64_t depthBefore;
  };
  static constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();
  Answer insert(machine::StateKey key, uint32_t depth) {
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

class Visited {
 public:
  Visited(const Options& options, support::Quiescence* quiescence) {
    if (needsDepths(options)) {
      depths_.emplace(quiescence);
    } else if (options.store == StoreKind::HashCompact) {
      compact_.emplace(quiescence);
    } else if (options.store == StoreKind::BitState) {
      bits_.emplace(options.bitstateBytes);
    } else {
      exact_.emplace(quiescence);
    }
  }

  /// Whether a state may have to be expanded again when it is reached by a shorter path.
  static bool needsDepths(const Options& options) {
    const bool isByLevels = options.order == Order::BreadthFirst || options.order == Order::Beam;
    return options.order == Order::AStar || options.order == Order::IterativeDeepening ||
           (!isByLevels && options.maxDepth > 0);
  }

  using Answer = DepthTable::Answer;
  static constexpr uint64_t kNever = DepthTable::kNever;
  /// Adds a state that was reached in so many steps.
  Answer insert(machine::StateKey key, uint64_t depth) {
    if (depths_) return depths_->insert(key, static_cast<uint32_t>(depth));
    const bool isNew = exact_ ? exact_->insert(key) : compact_ ? compact_->insert(key) : bits_->insert(key);
    return {isNew, isNew, kNever};
  }

  /// Whether a state needs no second look, however it is reached.
  bool contains(machine::StateKey key) const {
    if (exact_) [[likely]]
      return exact_->contains(key);
    if (depths_) return false;
    return compact_ ? compact_->contains(key) : bits_->contains(key);
  }

  /// The length of the shortest path to a state so far; kNever where that is not known.
  uint64_t depthOf(machine::StateKey key) const { return depths_ ? depths_->depthOf(key) : kNever; }

  /// Asks for the memory that `contains` will need.
  void prefetch(machine::StateKey key) const {
    if (exact_) [[likely]] {
      exact_->prefetch(key);
    } else if (compact_) {
      compact_->prefetch(key);
    } else if (bits_) {
      bits_->prefetch(key);
    }
  }

  /// Whether asking for a state can spare a visit.
  bool canSpareVisits() const { return !depths_; }
  bool isLossy() const { return compact_ || bits_; }
  bool isFull() const {
    return exact_ ? exact_->isFull() : depths_ ? depths_->isFull() : compact_ ? compact_->isFull() : bits_->isFull();
  }
  uint64_t bytes() const {
    return exact_ ? exact_->bytes() : depths_ ? depths_->bytes() : compact_ ? compact_->bytes() : bits_->bytes();
  }

 private:
  // One of these.
  std::optional<state::KeySet> exact_;
  std::optional<DepthTable> depths_;
  std::optional<state::CompactKeySet> compact_;
  std::optional<state::BitSet> bits_;
};

}  // namespace clew::search
