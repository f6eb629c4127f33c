// What the numbers of a script stand for, without keys: a row of words for each number, with the ids of all items of
// the state. Whether a remembered step leads to such a state is seen by comparing ids; no node of a tree is looked up.
// All states of most programs stand in one list of items. A state that stands in another one, because more threads came
// than were expected, is in its row as a key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "machine/shadow.h"
#include "script/script.h"
#include "support/cache_pages.h"
#include "support/hash.h"

namespace clew::search {

class StateRows {
 public:
  /// For so many states, whose list has so many items. Without memory for them it `isEmpty`.
  StateRows(uint64_t states, size_t items) : items_(items), width_(widthFor(items)), words_((states + 1) * width_) {}
  static constexpr uint64_t bytesFor(uint64_t states, size_t items) {
    return (states + 1) * widthFor(items) * sizeof(uint32_t);
  }
  bool isEmpty() const { return words_.data() == nullptr; }

  /// The number stands for the shadow's state.
  void put(script::StateId number, machine::Shadow& shadow) {
    uint32_t* const row = rowOf(number);
    if (isFirst(shadow)) {
      row[0] = kItems;
      std::ranges::copy(shadow.ids(), row + 1);
    } else {
      const machine::StateKey key = shadow.key();
      row[0] = kKey;
      row[1] = key.first;
      row[2] = key.second;
    }
  }
  /// Whether it does.
  bool isAt(script::StateId number, machine::Shadow& shadow) const {
    const uint32_t* const row = rowOf(number);
    if (isFirst(shadow)) return row[0] == kItems && std::equal(row + 1, row + 1 + items_, shadow.ids().begin());
    return row[0] == kKey && machine::StateKey{row[1], row[2]} == shadow.key();
  }
  /// Whether a remembered step of the shadow's state leads to the one behind the number.
  bool leadsTo(script::StateId number, machine::Shadow& shadow, const machine::StepCache::Entry& step) const {
    const uint32_t* const row = rowOf(number);
    if (isFirst(shadow)) return row[0] == kItems && shadow.leadsTo(step, {row + 1, items_});
    shadow.enter(step);
    const bool isThere = isAt(number, shadow);
    shadow.leave(1);
    return isThere;
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
  // The first word of a row.
  static constexpr uint32_t kItems = 1;
  static constexpr uint32_t kKey = 2;

  static constexpr size_t widthFor(size_t items) { return 1 + std::max<size_t>(items, 2); }
  bool isFirst(const machine::Shadow& shadow) const { return shadow.list() == 0; }
  uint32_t* rowOf(script::StateId number) const { return words_.data() + number * width_; }

  size_t items_;
  size_t width_;
  support::CachePages<uint32_t> words_;
};

}  // namespace clew::search
