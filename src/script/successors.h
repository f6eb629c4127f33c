// What followed the last time in the same circumstances. There are several views of what is the same, from narrow to
// wide; the narrowest that has an answer is asked first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "script/range_coder.h"
#include "script/zero_table.h"

namespace clew::script {

/// Codes symbols below 2^24.
class Successors {
 public:
  static constexpr size_t kViews = 5;

  Successors() : slots_(size_t{1} << kBits) {}

  /// There will be many.
  void prepare() { slots_.prepare(); }

  /// A symbol; `views(v)` is the hash of what a view sees, from narrow to wide, and `tell` codes the symbol if all
  /// views are wrong. Nobody asks the views behind the one that is right, and they learn nothing: what the narrow ones
  /// know they need not know, too.
  template <typename Code, typename Views, typename Tell>
  uint32_t code(Code& code, Views views, uint32_t truth, Tell tell) {
    std::array<Slot*, kViews> slots{};
    std::array<uint32_t, kViews> refuted{};
    size_t wrong = 0;
    size_t asked = 0;
    bool isFound = false;
    uint32_t symbol = 0;
    while (asked < kViews && !isFound) {
      const size_t view = asked++;
      const uint64_t mixed = (views(view) ^ view) * 0x9E3779B97F4A7C15u;
      Slot& slot = slots_[mixed >> (64 - kBits)];
      slots[view] = &slot;
      const uint32_t tag = static_cast<uint32_t>(mixed >> 8) | 1;
      if (slot.tag != tag) {
        slot = {tag, kUnknown << 8};
        continue;
      }
      const uint32_t guess = slot.symbol >> 8;
      bool isNew = guess != kUnknown;
      for (size_t i = 0; i < wrong; ++i) isNew &= refuted[i] != guess;
      if (!isNew) continue;
      isFound = code.code(right_[view][slot.symbol & 0xFF], guess == truth);
      symbol = guess;
      refuted[wrong++] = guess;
    }
    if (!isFound) symbol = tell();
    for (size_t view = 0; view < asked; ++view) learn(*slots[view], symbol);
    return symbol;
  }

 private:
  struct Slot {
    uint32_t tag;
    uint32_t symbol;  // and in its lowest byte how often it was right
  };
  static constexpr size_t kBits = 18;
  static constexpr uint32_t kUnknown = 0xFF'FFFF;
  static constexpr uint32_t kMostHits = 15;

  static void learn(Slot& slot, uint32_t symbol) {
    const uint32_t hits = slot.symbol & 0xFF;
    if (slot.symbol >> 8 == symbol) {
      if (hits < kMostHits) ++slot.symbol;
    } else if (hits > 1) {
      slot.symbol = (slot.symbol & ~0xFFu) | hits / 4;
    } else {
      slot.symbol = symbol << 8;
    }
  }
  ZeroTable<Slot> slots_;
  std::array<std::array<Chance, kMostHits + 1>, kViews> right_{};
};

}  // namespace clew::script
