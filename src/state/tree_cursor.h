// A hash-consed binary tree over a list of ids, held open at one place. The list is spread evenly
// over the leaves of a complete binary tree; an inner node is the interned pair of its children, and
// a node with only one occupied child is that child. Equal lists of the same length therefore have
// equal roots, a change of one item interns about log n pairs, and moving to another list of the same
// length visits only the subtrees that differ.
//
// The even spread matters for memory: the two halves below a root are combined freely by the search,
// so a store of S states holds S root pairs but only about sqrt(S) different halves.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "state/pair_table.h"

namespace clew::state {

class TreeCursor {
 public:
  explicit TreeCursor(PairTable& pairs) : pairs_(&pairs) { layout(0); }

  /// Starts over with `count` items, all unset; each must be set before the root is asked for.
  void layout(uint32_t count) {
    count_ = count;
    leaves_ = std::bit_ceil(std::max<uint32_t>(count, 2));
    nodes_.assign(size_t{2} * leaves_, 0);
    itemAt_.assign(leaves_, 0);
    leafOf_.resize(count);
    for (uint32_t item = 0; item < count; ++item) {
      leafOf_[item] = leaves_ + static_cast<uint32_t>(uint64_t{item} * leaves_ / count);
      itemAt_[leafOf_[item] - leaves_] = item;
      invalidate(item);
    }
    dirty_.clear();
    undo_.clear();
    marked_ = false;
  }

  uint32_t size() const { return count_; }
  uint32_t operator[](uint32_t item) const { return nodes_[leafOf_[item]]; }

  void set(uint32_t item, uint32_t id) {
    assert(item < count_ && id != 0);
    const uint32_t leaf = leafOf_[item];
    if (nodes_[leaf] == id) return;
    if (marked_) undo_.push_back({leaf, nodes_[leaf]});
    nodes_[leaf] = id;
    dirty_.push_back(leaf);
  }

  /// Remembers the present list, so that `rollback` can return to it without asking the table.
  void mark() {
    undo_.clear();
    marked_ = true;
  }

  /// Returns to the list as it was at the last `mark`, provided that nothing but `set` and asking for
  /// the root happened since; calls `changed(item, id)` for each item that differs.
  template <typename Changed>
  void rollback(Changed changed) {
    assert(dirty_.empty());
    for (size_t i = undo_.size(); i-- > 0;) {
      const auto [node, id] = undo_[i];
      nodes_[node] = id;
      if (node >= leaves_) changed(itemAt_[node - leaves_], id);
    }
    undo_.clear();
  }

  /// Declares the item's content unknown, so that the next move reports it as different.
  void invalidate(uint32_t item) {
    for (uint32_t node = leafOf_[item]; node > 0; node /= 2) nodes_[node] = kUnknown;
  }

  /// The ids of the two halves, after interning what changed. The second may be 0.
  Pair halves() {
    update();
    return {nodes_[2], nodes_[3]};
  }

  /// The id of the whole list; 0 for the empty one.
  uint32_t root() {
    update();
    return join(nodes_[2], nodes_[3]);
  }

  /// Makes the current list the one with these halves, which has the same length, and calls
  /// `changed(item, id)` for each item that differs.
  template <typename Changed>
  void moveTo(Pair halves, Changed changed) {
    assert(dirty_.empty());
    descend(2, halves.first, changed);
    descend(3, halves.second, changed);
  }

  /// The same for a list given by its root.
  template <typename Changed>
  void moveTo(uint32_t root, Changed changed) {
    if (nodes_[3] == 0) return moveTo(Pair{root, 0}, changed);
    moveTo((*pairs_)[root], changed);
  }

 private:
  static constexpr uint32_t kUnknown = 0xFFFFFFFF;

  uint32_t join(uint32_t left, uint32_t right) {
    if (right == 0) return left;
    if (left == 0) return right;
    return pairs_->intern({left, right}).id;
  }

  /// Recomputes the ancestors of what was set, level by level, up to the two halves.
  void update() {
    while (!dirty_.empty() && dirty_.front() > 3) {
      size_t kept = 0;
      uint32_t last = 0;
      for (const uint32_t node : dirty_) {
        const uint32_t parent = node / 2;
        if (parent == last) continue;
        last = parent;
        const uint32_t id = join(nodes_[size_t{2} * parent], nodes_[size_t{2} * parent + 1]);
        if (nodes_[parent] == id) continue;
        if (marked_) undo_.push_back({parent, nodes_[parent]});
        nodes_[parent] = id;
        dirty_[kept++] = parent;
      }
      dirty_.resize(kept);
    }
    dirty_.clear();
  }

  template <typename Changed>
  void descend(uint32_t node, uint32_t target, Changed& changed) {
    if (nodes_[node] == target) return;
    nodes_[node] = target;
    if (node >= leaves_) return changed(itemAt_[node - leaves_], target);
    const uint32_t left = 2 * node;
    if (nodes_[left + 1] == 0) return descend(left, target, changed);
    if (nodes_[left] == 0) return descend(left + 1, target, changed);
    const Pair pair = (*pairs_)[target];
    descend(left, pair.first, changed);
    descend(left + 1, pair.second, changed);
  }

  PairTable* pairs_;
  uint32_t count_ = 0;
  uint32_t leaves_ = 2;
  std::vector<uint32_t> nodes_;   // heap order, 2 and 3 are the halves; 0 is unoccupied
  std::vector<uint32_t> itemAt_;  // item of each leaf
  std::vector<uint32_t> leafOf_;  // leaf of each item
  std::vector<uint32_t> dirty_;   // leaves set since the last update, all of one level
  struct Old {
    uint32_t node;
    uint32_t id;
  };
  std::vector<Old> undo_;  // what was overwritten since the last mark
  bool marked_ = false;
};

}  // namespace clew::state
