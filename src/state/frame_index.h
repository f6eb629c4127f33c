// Which frame of a cache holds the page with a key. Open addressing over an array that is at most half full; what is
// taken out leaves no mark, since what stands behind it moves up. So the table stays as good as new, however many pages
// come and go.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace clew::state {

class FrameIndex {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// For so many frames.
  explicit FrameIndex(size_t frames)
      : slots_(std::bit_ceil(2 * frames + 2)), mask_(slots_.size() - 1), shift_(64 - std::countr_zero(slots_.size())) {}

  /// The frame of a key, or kNone.
  uint32_t find(uint64_t key) const {
    for (size_t slot = homeOf(key);; slot = (slot + 1) & mask_) {
      if (slots_[slot].frame == kNone) return kNone;
      if (slots_[slot].key == key) return slots_[slot].frame;
    }
  }

  /// Adds a key, which is not there.
  void insert(uint64_t key, uint32_t frame) {
    size_t slot = homeOf(key);
    while (slots_[slot].frame != kNone) slot = (slot + 1) & mask_;
    slots_[slot] = {key, frame};
  }

  /// Takes out a key, which is there.
  void erase(uint64_t key) {
    size_t hole = homeOf(key);
    while (slots_[hole].key != key || slots_[hole].frame == kNone) hole = (hole + 1) & mask_;
    for (size_t slot = (hole + 1) & mask_; slots_[slot].frame != kNone; slot = (slot + 1) & mask_) {
      // What stands no farther from its home than from the hole would be lost before its home.
      if (((slot - homeOf(slots_[slot].key)) & mask_) < ((slot - hole) & mask_)) continue;
      slots_[hole] = slots_[slot];
      hole = slot;
    }
    slots_[hole] = Slot{};
  }

  void clear() { slots_.assign(slots_.size(), Slot{}); }
  uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    uint64_t key = 0;
    uint32_t frame = kNone;
  };

  /// Keys in a row, as pages of a file are, get homes far from each other: the factor is the golden ratio.
  size_t homeOf(uint64_t key) const { return key * 0x9E3779B97F4A7C15u >> shift_; }

  std::vector<Slot> slots_;
  size_t mask_;
  int shift_;
};

}  // namespace clew::state
