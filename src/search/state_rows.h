// What the numbers of a script stand for, without keys: a row of words for each number. A word is the id of a node over
// four items of the state, interned as those of every state tree, so two states are equal if and only if their rows
// are. A remembered step changes two or three of them. Whether it leads to the state with a number is a comparison of
// two rows, which fit a line of the processor's cache, and of what is in those nodes; what a node becomes is
// remembered, too.
//
// All states of most programs stand in one list of items. A state that stands in another one, because more threads came
// than were expected, is in its row as a key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "machine/shadow.h"
#include "script/script.h"
#include "state/half_memo.h"
#include "state/tuple_table.h"
#include "support/cache_pages.h"
#include "support/hash.h"

namespace clew::search {

class StateRows {
 public:
  using Step = machine::StepCache::Entry;

  /// For so many states, whose list has so many items. Without memory for them it `isEmpty`.
  StateRows(uint64_t states, size_t items, state::QuadTable& nodes)
      : width_(widthFor(items)), words_((states + 1) * width_), nodes_(nodes) {}
  static constexpr uint64_t bytesFor(uint64_t states, size_t items) {
    return (states + 1) * widthFor(items) * sizeof(uint32_t);
  }
  bool isEmpty() const { return words_.data() == nullptr; }

  /// The number stands for the shadow's state.
  void put(script::StateId number, machine::Shadow& shadow) {
    uint32_t* const row = rowOf(number);
    if (!isFirst(shadow)) return putKey(row, shadow.key());
    const auto ids = shadow.ids();
    for (size_t item = 0; item < ids.size(); item += kItems) row[item / kItems] = nodeAt(ids, item);
  }
  /// It stands for the shadow's state, to which this step has led from the one behind another number.
  void put(script::StateId number, script::StateId from, machine::Shadow& shadow, const Step& step) {
    if (!isFirst(shadow)) return put(number, shadow);
    uint32_t* const row = rowOf(number);
    std::copy_n(rowOf(from), width_, row);
    forEachChange(shadow.writesOf(step), [&](size_t place, auto writes) {
      row[place] = after(row[place], place, step, writes);
      return true;
    });
  }
  /// Whether the number stands for the shadow's state.
  bool isAt(script::StateId number, machine::Shadow& shadow) {
    const uint32_t* const row = rowOf(number);
    if (!isFirst(shadow)) return row[0] == kKey && machine::StateKey{row[1], row[2]} == shadow.key();
    const auto ids = shadow.ids();
    for (size_t item = 0; item < ids.size(); item += kItems) {
      if (row[item / kItems] != nodeAt(ids, item)) return false;
    }
    return true;
  }
  /// Whether a remembered step of the shadow's state, which is the one behind `from`, leads to the one behind the
  /// number.
  bool leadsTo(script::StateId number, script::StateId from, machine::Shadow& shadow, const Step& step) {
    if (!isFirst(shadow)) {
      shadow.enter(step);
      const bool isThere = isAt(number, shadow);
      shadow.leave(1);
      return isThere;
    }
    const uint32_t* const before = rowOf(from);
    const uint32_t* const row = rowOf(number);
    if (row[0] == kKey) return false;
    size_t done = 0;
    const bool areChangesThere = forEachChange(shadow.writesOf(step), [&](size_t place, auto writes) {
      if (!areSame(before, row, done, place)) return false;
      done = place + 1;
      return changed(before[place], writes) == nodes_[row[place]];
    });
    return areChangesThere && areSame(before, row, done, width_);
  }

  bool areEqual(script::StateId one, script::StateId other) const {
    return std::equal(rowOf(one), rowOf(one) + width_, rowOf(other));
  }
  uint64_t hashOf(script::StateId number) const { return support::hashBytes(rowOf(number), width_ * sizeof(uint32_t)); }
  void prefetch(script::StateId number) const {
    __builtin_prefetch(rowOf(number));
    __builtin_prefetch(rowOf(number) + width_ - 1);
  }
  uint64_t bytesPerState() const { return width_ * sizeof(uint32_t); }

 private:
  static constexpr size_t kItems = 4;     // of a node
  static constexpr uint32_t kKey = 0;     // in place of the first node: a key follows
  static constexpr size_t kKeyWords = 3;  // with that
  using Writes = std::span<const machine::StepCache::Item>;

  static constexpr size_t widthFor(size_t items) { return std::max((items + kItems - 1) / kItems, kKeyWords); }
  static bool isFirst(const machine::Shadow& shadow) { return shadow.list() == 0; }
  uint32_t* rowOf(script::StateId number) const { return words_.data() + number * width_; }
  static void putKey(uint32_t* row, machine::StateKey key) {
    row[0] = kKey;
    row[1] = key.first;
    row[2] = key.second;
  }

  /// Whether two rows have the same words from one place to another; there are few.
  static bool areSame(const uint32_t* one, const uint32_t* other, size_t from, size_t to) {
    while (from < to && one[from] == other[from]) ++from;
    return from >= to;
  }

  /// The node over the items from this one on.
  uint32_t nodeAt(std::span<const uint32_t> ids, size_t item) {
    state::Quad node;
    std::copy_n(ids.begin() + static_cast<ptrdiff_t>(item), std::min(kItems, ids.size() - item), node.id);
    return nodes_.intern(node).id;
  }
  /// What is over the items when these of them are written.
  state::Quad changed(uint32_t node, Writes writes) const {
    state::Quad content = nodes_[node];
    for (const auto& [item, id] : writes) content.id[item % kItems] = id;
    return content;
  }
  /// The node that a step makes of another one.
  uint32_t after(uint32_t node, size_t place, const Step& step, Writes writes) {
    const uint64_t change = step.number * width_ + place;
    if (const uint32_t known = memo_.find(node, change); known != 0) [[likely]]
      return known;
    const uint32_t next = nodes_.intern(changed(node, writes)).id;
    memo_.insert(node, change, next);
    return next;
  }
  /// Calls with the place of each node that is changed, and what is written there, as long as that returns true.
  template <typename Call>
  static bool forEachChange(Writes writes, Call call) {
    while (!writes.empty()) {
      const size_t place = writes.front().item / kItems;
      size_t count = 1;
      while (count < writes.size() && writes[count].item / kItems == place) ++count;
      if (!call(place, writes.first(count))) return false;
      writes = writes.subspan(count);
    }
    return true;
  }

  size_t width_;
  support::CachePages<uint32_t> words_;
  state::QuadTable& nodes_;
  state::HalfMemo memo_;
};

}  // namespace clew::search
