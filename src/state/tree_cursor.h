// A hash-consed tree over a list of ids, held open at one place. The list is spread evenly over the
// leaves of two complete four-ary trees, its halves; an inner node is the interned quad of its children,
// and a node with only one occupied child is that child. Equal lists of the same length therefore have
// equal halves, a change of one item interns about log4 n quads, and moving to another list of the same
// length visits only the subtrees that differ.
//
// Two halves matter for memory: the search combines them freely, so a store of S states holds S root
// pairs but only about sqrt(S) different halves. Below them nodes are few, so they may be wide.
//
// Who knows the halves beforehand can change the list without asking the table (`replace`), and marked lists can
// be returned to (`rollback`). The nodes between the items and the halves are then brought up to date only when
// they are needed.
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
    dirty_.clear();
    isDirty_.assign(leaves_, 0);
    halvesKnown_ = false;
    forgetMarks();
    nodes_.assign(nodes, 0);
    itemAt_.assign(leaves_, 0);
    leafOf_.resize(count);
    for (uint32_t item = 0; item < count; ++item) {
      leafOf_[item] = static_cast<uint32_t>(uint64_t{item} * leaves_ / count);
      itemAt_[leafOf_[item]] = item;
      invalidate(item);
    }
  }

  uint32_t size() const { return count_; }
  uint32_t operator[](uint32_t item) const { return nodes_[leafOf_[item]]; }

  /// Whether an item belongs to the first half.
  bool isInFirstHalf(uint32_t item) const { return leafOf_[item] < leaves_ / 2; }

  void set(uint32_t item, uint32_t id) {
    assert(item < count_ && id != 0);
    const uint32_t leaf = leafOf_[item];
    if (nodes_[leaf] != id) change(leaf, id);
  }

  /// An item and the id it would get.
  struct Change {
    uint32_t item;
    uint32_t id;
  };
  static constexpr size_t kMostChanges = 8;

  /// Changes a few items, which gives the list these halves.
  void replace(std::span<const Change> changes, Pair halves) {
    for (const Change& change : changes) set(change.item, change.id);
    halves_ = halves;
    halvesKnown_ = true;
  }

  /// Remembers the present list, so that `rollback` can return to it without asking the table. Many lists can be
  /// remembered; the oldest are forgotten.
  void mark() {
    if (marks_.size() == kMostMarks) forgetOldMarks();
    marks_.push_back({halves(), static_cast<uint32_t>(undo_.size())});
  }
  void forgetMarks() {
    marks_.clear();
    undo_.clear();
  }

  /// Returns to a list that was marked, and forgets what was marked since; calls `changed(item, id)` for each change
  /// that is undone. False, and nothing happens, if the list is not among those marked.
  template <typename Changed>
  bool rollback(Pair halves, Changed changed) {
    size_t mark = marks_.size();
    while (mark > 0 && !(marks_[mark - 1].halves == halves)) --mark;
    if (mark == 0) return false;
    const size_t first = marks_[mark - 1].undo;
    for (size_t i = undo_.size(); i-- > first;) {
      overwriteLeaf(undo_[i].leaf, undo_[i].id);
      changed(itemAt_[undo_[i].leaf], undo_[i].id);
    }
    undo_.resize(first);
    marks_.resize(mark - 1);
    halves_ = halves;
    halvesKnown_ = true;
    return true;
  }

  /// Declares the item's content unknown, so that the next move reports it as different.
  void invalidate(uint32_t item) {
    update();
    forgetMarks();
    halvesKnown_ = false;
    uint32_t place = leafOf_[item];
    for (const uint32_t offset : offsets_) {
      nodes_[offset + place] = kUnknown;
      place /= 4;
    }
  }

  /// The ids of the two halves, after interning what changed. The second may be 0.
  Pair halves() {
    if (!halvesKnown_) {
      update();
      halves_ = topNodes();
      halvesKnown_ = true;
    }
    return halves_;
  }

  /// The halves of the list that differs from the current one by a few items, given in rising order;
  /// nothing moves.
  Pair halvesAfter(std::span<const Change> changes) {
    assert(changes.size() <= kMostChanges);
    update();
    Override changed[kMostChanges];
    size_t count = 0;
    for (const Change& change : changes) changed[count++] = {leafOf_[change.item], change.id};
    for (size_t level = 0; level + 1 < offsets_.size(); ++level) count = lift(level, changed, count);
    Pair both = topNodes();
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
    update();
    forgetMarks();
    halves_ = halves;
    halvesKnown_ = true;
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

  static constexpr size_t kMostMarks = 1024;

  struct Mark {
    Pair halves;
    uint32_t undo;  // how many changes are older
  };
  struct Old {
    uint32_t leaf;
    uint32_t id;
  };

  Pair topNodes() const { return {nodes_[offsets_.back()], nodes_[offsets_.back() + 1]}; }

  void change(uint32_t leaf, uint32_t id) {
    if (!marks_.empty()) undo_.push_back({leaf, nodes_[leaf]});
    overwriteLeaf(leaf, id);
    halvesKnown_ = false;
  }

  void overwriteLeaf(uint32_t leaf, uint32_t id) {
    nodes_[leaf] = id;
    if (isDirty_[leaf] != 0) return;
    isDirty_[leaf] = 1;
    dirty_.push_back(leaf);
  }

  /// Forgets half of the marks.
  void forgetOldMarks() {
    const uint32_t changes = marks_[kMostMarks / 2].undo;
    marks_.erase(marks_.begin(), marks_.begin() + kMostMarks / 2);
    undo_.erase(undo_.begin(), undo_.begin() + changes);
    for (Mark& mark : marks_) mark.undo -= changes;
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

  /// Recomputes the ancestors of what was changed, level by level, up to the two halves.
  void update() {
    size_t count = dirty_.size();
    for (const uint32_t leaf : dirty_) isDirty_[leaf] = 0;
    for (size_t level = 0; level + 1 < offsets_.size() && count > 0; ++level) {
      const uint32_t* below = nodes_.data() + offsets_[level];
      if (count > 1) prefetchParents(below, count);
      size_t kept = 0;
      uint32_t last = kUnknown;
      for (size_t i = 0; i < count; ++i) {
        const uint32_t parent = dirty_[i] / 4;
        if (parent == last) continue;
        last = parent;
        const uint32_t id = join(below + size_t{4} * parent);
        const uint32_t node = offsets_[level + 1] + parent;
        if (nodes_[node] == id) continue;
        nodes_[node] = id;
        dirty_[kept++] = parent;
      }
      count = kept;
    }
    dirty_.clear();
  }

  /// Asks for the memory that joining the changed places will need.
  void prefetchParents(const uint32_t* below, size_t count) const {
    uint32_t last = kUnknown;
    for (size_t i = 0; i < count; ++i) {
      const uint32_t parent = dirty_[i] / 4;
      if (parent == last) continue;
      last = parent;
      const uint32_t* children = below + size_t{4} * parent;
      quads_->prefetch({{children[0], children[1], children[2], children[3]}});
    }
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
  std::vector<uint32_t> dirty_;    // leaves whose ancestors are out of date
  std::vector<uint8_t> isDirty_;   // per leaf
  Pair halves_;
  bool halvesKnown_ = false;
  std::vector<Mark> marks_;
  std::vector<Old> undo_;  // what was overwritten since the first mark
};

}  // namespace clew::state
