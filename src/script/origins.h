// By a state and a label: the state from which such a transition to it came last.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "script/script.h"
#include "script/zero_table.h"

namespace clew::script {

/// It may forget some, always the same ones, and is wrong once in about a thousand times.
class Origins {
 public:
  Origins() : slots_(size_t{1} << kBits) {}

  /// A transition with this label leads there from a state, counted from 0 in the chunk. It is not found before the
  /// next comes: memory is slow.
  void add(StateId to, Label label, uint32_t from) {
    settle();
    newest_ = tagOf(to, label) << kFromBits | from;
    newestPlace_ = placeOf(to);
    if (newestPlace_ + kMostLooks > prepared_) [[unlikely]]
      prepare();
    __builtin_prefetch(&slots_[newestPlace_]);
  }
  /// Where it came from; kNone if that is not known.
  uint32_t find(StateId to, Label label) const {
    const uint32_t tag = tagOf(to, label);
    size_t place = placeOf(to);
    for (size_t i = 0; i < kMostLooks && slots_[place] != 0; ++i, place = (place + 1) % kSlots) {
      if (slots_[place] >> kFromBits == tag) return slots_[place] & ((1u << kFromBits) - 1);
    }
    return kNone;
  }
  static constexpr uint32_t kNone = ~uint32_t{0};

 private:
  static constexpr unsigned kFromBits = 22;  // a chunk has no more states
  static constexpr unsigned kBits = 25;
  static constexpr size_t kSlots = size_t{1} << kBits;
  static constexpr size_t kSlotsOfState = 6;
  static constexpr size_t kMostLooks = 16;

  void settle() {
    size_t place = newestPlace_;
    for (size_t i = 0; i < kMostLooks; ++i, place = (place + 1) % kSlots) {
      if (slots_[place] != 0 && slots_[place] >> kFromBits != newest_ >> kFromBits) continue;
      slots_[place] = newest_;
      return;
    }
    slots_[newestPlace_] = newest_;
  }
  /// Near each other for states that are near each other, since these are looked for one after the other.
  /// As far as numbers go, which rise, and somewhat further.
  void prepare() {
    constexpr size_t kMore = size_t{1} << 14;
    const size_t end = std::min(newestPlace_ + kMore, kSlots);
    const size_t begin = std::max(prepared_, newestPlace_);
    if (begin < end) slots_.prepare(begin, end - begin);
    prepared_ = end == kSlots ? ~size_t{0} : end;
  }
  static size_t placeOf(StateId to) { return size_t{to} * kSlotsOfState % kSlots; }
  /// From 1 to 1023.
  static uint32_t tagOf(StateId to, Label label) {
    const uint64_t mixed = (uint64_t{to} << 32 | (label + 1)) * 0x9E3779B97F4A7C15u;
    return static_cast<uint32_t>((mixed >> 32) * 1023 >> 32) + 1;
  }
  uint32_t newest_ = 0;
  size_t newestPlace_ = 0;
  size_t prepared_ = 0;        // slots up to here
  ZeroTable<uint32_t> slots_;  // tag, from; 0: none
};

}  // namespace clew::script
