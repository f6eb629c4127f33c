// A hash-consed tree over a list of ids, held open at one place. The list is spread evenly over the
// leaves of two complete four-ary trees, its halves; an inner node is the interned quad of its children,
// and a node with only one occupied child is that child. Equal lists of the same length therefore have
// equal halves, a change of one item interns about log4 n quads, and moving to another list of the same
// length visits only the subtrees that differ.
//
// Two halves matter for memory: the search combines them freely, so a store of S states holds S root
// pairs but only about sqrt(S) different halves. Below them nodes are few, so they may be wide.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "state/tuple_table.h"

namespace clew::state {

class TreeCursor {
 public:
  explicit TreeCursor(QuadTable& quads) : quads_(&quads) { layout(0); }

  /// Starts over with `count` items, all unset; each must be set before a root is asked for.
  void layout(uint32_t count) {
    count_ = count;
    leaves_ = 2;
    while (leaves_ < count) leaves_ *= 4;
    offsets_.clear();
    uint32_t nodes = 0;
    for (uint32_t width = leaves_; width >= 2; width /= 4) {
      offsets_.push_back(nodes);
      nodes += width;
    }
    nodes_.assign(nodes, 0);
    itemAt_.assign(leaves_, 0);
    leafOf_.resize(count);
    for (uint32_t item = 0; item < count; ++item) {
      leafOf_[item] = static_cast<uint32_t>(uint64_t{item} * leaves_ / count);
      itemAt_[leafOf_[item]] = item;
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
    overwrite(leaf, id);
    dirty_.push_back(leaf);
  }

  /// Remembers the present list, so that `rollback` can return to it without asking the table.
  void mark() {
    undo_.clear();
    marked_ = true;
  }

  /// Returns to the list as it was at the last `mark`, provided that nothing but `set` and asking for
  /// the halves happened since; calls `changed(item, id)` for each item that differs.
  template <typename Changed>
  void rollback(Changed changed) {
    assert(marked_ && dirty_.empty());
    for (size_t i = undo_.size(); i-- > 0;) {
      const auto [node, id] = undo_[i];
      nodes_[node] = id;
      if (node < leaves_) changed(itemAt_[node], id);
    }
    undo_.clear();
  }

  /// Declares the item's content unknown, so that the next move reports it as different.
  void invalidate(uint32_t item) {
    uint32_t place = leafOf_[item];
    for (const uint32_t offset : offsets_) {
      nodes_[offset + place] = kUnknown;
      place /= 4;
    }
  }

  /// The ids of the two halves, after interning what changed. The second may be 0.
  Pair halves() {
    if (!dirty_.empty()) update();
    return {nodes_[offsets_.back()], nodes_[offsets_.back() + 1]};
  }

  /// An item and the id it would get.
  struct Change {
    uint32_t item;
    uint32_t id;
  };
  static constexpr size_t kMostChanges = 8;

  /// The halves of the list that differs from the current one by a few items, given in rising order;
  /// nothing moves.
  Pair halvesAfter(std::span<const Change> changes) {
    assert(dirty_.empty() && changes.size() <= kMostChanges);
    Override changed[kMostChanges];
    size_t count = 0;
    for (const Change& change : changes) changed[count++] = {leafOf_[change.item], change.id};
    for (size_t level = 0; level + 1 < offsets_.size(); ++level) count = lift(level, changed, count);
    Pair both = {nodes_[offsets_.back()], nodes_[offsets_.back() + 1]};
    for (size_t i = 0; i < count; ++i) (changed[i].place == 0 ? both.first : both.second) = changed[i].id;
    return both;
  }

  /// The id of the whole list; 0 for the empty one.
  uint32_t root() {
    const Pair both = halves();
    return both.second == 0 ? both.first : quads_->intern({{both.first, both.second, 0, 0}}).id;
  }

  /// Makes the current list the one with these halves, which has the same length, and calls
  /// `changed(item, id)` for each item that differs.
  template <typename Changed>
  void moveTo(Pair halves, Changed changed) {
    assert(dirty_.empty());
    const size_t top = offsets_.size() - 1;
    descend(top, 0, halves.first, changed);
    descend(top, 1, halves.second, changed);
  }

  /// The same for a list given by its root.
  template <typename Changed>
  void moveTo(uint32_t root, Changed changed) {
    if (nodes_[offsets_.back() + 1] == 0) return moveTo(Pair{root, 0}, changed);
    const Quad& both = (*quads_)[root];
    moveTo(Pair{both.id[0], both.id[1]}, changed);
  }

 private:
  static constexpr uint32_t kUnknown = 0xFFFFFFFF;

  void overwrite(uint32_t node, uint32_t id) {
    if (marked_) undo_.push_back({node, nodes_[node]});
    nodes_[node] = id;
  }

  /// The node over four children; none, or the only one, stands for itself.
  uint32_t join(const uint32_t* children) {
    const int occupied = (children[0] != 0) + (children[1] != 0) + (children[2] != 0) + (children[3] != 0);
    if (occupied < 2) return children[0] | children[1] | children[2] | children[3];
    return quads_->intern({{children[0], children[1], children[2], children[3]}}).id;
  }

  struct Override {
    uint32_t place;
    uint32_t id;
  };

  /// Turns changes of one level, from left to right, into those of the level above; returns how many there are.
  size_t lift(size_t level, Override* changed, size_t count) {
    size_t lifted = 0;
    for (size_t i = 0; i < count;) {
      const uint32_t parent = changed[i].place / 4;
      uint32_t children[4];
      std::copy_n(nodes_.data() + offsets_[level] + size_t{4} * parent, 4, children);
      do {
        children[changed[i].place % 4] = changed[i].id;
        ++i;
      } while (i < count && changed[i].place / 4 == parent);
      changed[lifted++] = {parent, join(children)};
    }
    return lifted;
  }

  /// Recomputes the ancestors of what was set, level by level, up to the two halves.
  void update() {
    size_t count = dirty_.size();
    for (size_t level = 0; level + 1 < offsets_.size() && count > 0; ++level) {
      const uint32_t* below = nodes_.data() + offsets_[level];
      size_t kept = 0;
      uint32_t last = kUnknown;
      for (size_t i = 0; i < count; ++i) {
        const uint32_t parent = dirty_[i] / 4;
        if (parent == last) continue;
        last = parent;
        const uint32_t id = join(below + size_t{4} * parent);
        const uint32_t node = offsets_[level + 1] + parent;
        if (nodes_[node] == id) continue;
        overwrite(node, id);
        dirty_[kept++] = parent;
      }
      count = kept;
    }
    dirty_.clear();
  }

  template <typename Changed>
  void descend(size_t level, uint32_t place, uint32_t target, Changed& changed) {
    uint32_t& node = nodes_[offsets_[level] + place];
    if (node == target) return;
    node = target;
    if (level == 0) return changed(itemAt_[place], target);
    const uint32_t* children = nodes_.data() + offsets_[level - 1] + size_t{4} * place;
    const int occupied = (children[0] != 0) + (children[1] != 0) + (children[2] != 0) + (children[3] != 0);
    const Quad quad = occupied < 2 ? Quad{{target, target, target, target}} : (*quads_)[target];
    for (uint32_t child = 0; child < 4; ++child) {
      if (children[child] != 0) descend(level - 1, 4 * place + child, quad.id[child], changed);
    }
  }

  QuadTable* quads_;
  uint32_t count_ = 0;
  uint32_t leaves_ = 2;
  std::vector<uint32_t> offsets_;  // of each level in nodes_: the leaves first, the two halves last
  std::vector<uint32_t> nodes_;    // 0 is unoccupied
  std::vector<uint32_t> itemAt_;   // item of each leaf
  std::vector<uint32_t> leafOf_;   // leaf of each item
  std::vector<uint32_t> dirty_;    // leaves set since the last update
  struct Old {
    uint32_t node;
    uint32_t id;
  };
  std::vector<Old> undo_;  // what was overwritten since the last mark
  bool marked_ = false;
};

}  // namespace clew::state
