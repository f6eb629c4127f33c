// The states that were visited before, in the way the options ask for. All workers share it.
#pragma once

#include <cstdint>
#include <optional>

#include "search/depth_table.h"
#include "search/external_states.h"
#include "search/search.h"
#include "state/bit_set.h"
#include "state/key_set.h"

namespace clew::search {

class Visited {
 public:
  /// In `external`, if the store is on disk.
  Visited(const Options& options, support::Quiescence* quiescence, ExternalStates* external) : external_(external) {
    if (external != nullptr) return;
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
    // Of several ranges a later one can come to a state by a shorter path.
    const bool isOneTree = options.ranges.size() < 2;
    const bool isByLevels = (options.order == Order::BreadthFirst && isOneTree) || options.order == Order::Beam;
    return options.order == Order::AStar || options.order == Order::IterativeDeepening ||
           (!isByLevels && options.maxDepth > 0);
  }

  static constexpr uint64_t kNever = Admission::kNever;
  /// Adds a state that was reached in so many steps.
  Admission insert(machine::StateKey key, uint64_t depth) {
    if (external_ != nullptr) return external_->insert(key, static_cast<uint32_t>(depth));
    if (depths_) return depths_->insert(key, static_cast<uint32_t>(depth));
    const bool isNew = exact_ ? exact_->insert(key) : compact_ ? compact_->insert(key) : bits_->insert(key);
    return {isNew, isNew, kNever};
  }

  /// Whether a state needs no second look, however it is reached.
  bool contains(machine::StateKey key) const {
    if (exact_) [[likely]]
      return exact_->contains(key);
    if (depths_) return false;
    if (external_ != nullptr) return external_->canSpareVisits() && external_->contains(key);
    return compact_ ? compact_->contains(key) : bits_->contains(key);
  }

  /// Whether a state was added.
  bool holds(machine::StateKey key) const { return depths_ ? depths_->depthOf(key) != kNever : contains(key); }

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
  bool canSpareVisits() const { return !depths_ && (external_ == nullptr || external_->canSpareVisits()); }
  bool isLossy() const { return compact_ || bits_; }
  bool isFull() const {
    if (external_ != nullptr) return external_->isFull();
    return exact_ ? exact_->isFull() : depths_ ? depths_->isFull() : compact_ ? compact_->isFull() : bits_->isFull();
  }
  uint64_t bytes() const {
    if (external_ != nullptr) return external_->bytes();
    return exact_ ? exact_->bytes() : depths_ ? depths_->bytes() : compact_ ? compact_->bytes() : bits_->bytes();
  }

 private:
  // One of these.
  ExternalStates* external_;
  std::optional<state::KeySet> exact_;
  std::optional<DepthTable> depths_;
  std::optional<state::CompactKeySet> compact_;
  std::optional<state::BitSet> bits_;
};

}  // namespace clew::search
