// What data races are made of (races.h looks for them).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace clew::machine {

/// A range of bytes that a thread would access in its next step.
struct Touch {
  uint32_t thread, pc;
  uint64_t address, bytes;
  bool write, atomic;
};

/// What a thread's next operation touches, as far as that follows from the thread alone: whatever the rest of the state
/// is, it touches nothing else if it can go on. It may be all memory, or no bytes.
struct Aim {
  uint64_t begin = 0, end = 0;  // addresses
  bool write = false;
  bool atomic = false;

  static constexpr Aim atBytes(uint64_t address, uint64_t bytes, bool write, bool atomic) {
    const bool fits = address + bytes >= address;
    return fits ? Aim{address, address + bytes, write, atomic} : atAnything(atomic);
  }
  static constexpr Aim atAnything(bool atomic) { return {0, ~uint64_t{0}, true, atomic}; }
  bool isNothing() const { return begin == end; }
};

/// Whether two threads with these aims may race, should both be able to go on.
constexpr bool mayRace(const Aim& one, const Aim& other) {
  return one.begin < other.end && other.begin < one.end && (one.write || other.write) && !(one.atomic && other.atomic);
}

/// Two accesses that collide, and the bytes that they share.
struct Race {
  Touch first, second;
  uint64_t address, bytes;
};

/// One that happens if a condition is true, a term of the symbolic machine.
struct ConditionalRace {
  Race race;
  uint32_t condition;
};

/// Says quickly of many accesses that no two of them can collide. Memory is looked at in grains of eight bytes, each of
/// which is found by its number in a table.
class TouchTable {
 public:
  /// False if none collide; true if some may.
  bool mayCollide(std::span<const Touch> touches) {
    begin(touches.size());
    for (const Touch& touch : touches) {
      if (touch.bytes > kLong) return true;
      for (uint64_t grain = touch.address / kGrain; grain <= (touch.address + touch.bytes - 1) / kGrain; ++grain) {
        if (add(grain, touch)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr uint64_t kGrain = 8;
  static constexpr uint64_t kLong = 64;  // bytes

  struct Entry {
    uint64_t grain;
    uint32_t round;  // in which it was filled
    uint32_t thread;
    bool several, written, plain;
  };

  void begin(size_t touches) {
    const size_t enough = std::bit_ceil(2 * touches * (kLong / kGrain + 1));
    if (entries_.size() < enough) entries_.assign(enough, {});
    if (++round_ != 0) return;
    entries_.assign(entries_.size(), {});
    round_ = 1;
  }

  /// Whether something else was there that this may collide with.
  bool add(uint64_t grain, const Touch& touch) {
    size_t place = grain * 0x9E3779B97F4A7C15u >> 32 & (entries_.size() - 1);
    while (entries_[place].round == round_ && entries_[place].grain != grain)
      place = (place + 1) & (entries_.size() - 1);
    Entry& entry = entries_[place];
    if (entry.round != round_) entry = {grain, round_, touch.thread, false, false, false};
    entry.several |= entry.thread != touch.thread;
    entry.written |= touch.write;
    entry.plain |= !touch.atomic;
    return entry.several && entry.written && entry.plain;
  }

  std::vector<Entry> entries_;
  uint32_t round_ = 0;
};

}  // namespace clew::machine
