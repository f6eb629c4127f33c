// The places a walk ahead (future.h) has been at, each with all that decides how it goes on from there, so that walking
// through a loop ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/walk_memory.h"
#include "support/hash.h"

namespace clew::machine {

class Places {
 public:
  explicit Places(const program::Program& program) : program_(program) {}

  /// Whether this place was walked from before, with the same values and no other guards: with more of them the walk
  /// would find nothing that it does not know. Places of different kinds do not meet.
  bool wasHere(const Position& position, char kind) {
    words_.clear();
    put(uint64_t{static_cast<uint8_t>(kind)} << 56 | uint64_t{position.atomicDepth} << 8 |
        uint64_t{position.inSection} << 4 | uint64_t{position.isChild} << 3 | static_cast<uint64_t>(position.phase));
    for (const WalkFrame& frame : position.frames) putFrame(position, frame);
    putAll(position.born);
    for (const PrivateWrite& write : position.writes) {
      put(write.range.address);
      put(write.range.bytes);
      put(write.value.bits);
      put(write.value.undefined);
    }
    const XXH128_hash_t hash = XXH3_128bits(words_.data(), 8 * words_.size());
    std::vector<Guards>& before = seen_[{hash.low64, hash.high64}];
    const auto isPart = [&](const Guards& guards) { return isWithin(guards, position.guards); };
    if (std::any_of(before.begin(), before.end(), isPart)) return true;
    before.push_back(position.guards);
    return false;
  }

 private:
  static bool isWithin(const Guards& few, const Guards& many) {
    return std::includes(many.holds.begin(), many.holds.end(), few.holds.begin(), few.holds.end()) &&
           std::includes(many.waits.begin(), many.waits.end(), few.waits.begin(), few.waits.end());
  }
  void put(uint64_t word) { words_.push_back(word); }
  void putAll(const std::vector<uint64_t>& words) {
    put(words.size());
    words_.insert(words_.end(), words.begin(), words.end());
  }
  /// Of a frame what is live, where that is known.
  void putFrame(const Position& position, const WalkFrame& frame) {
    put(frame.pc);
    const auto putSlot = [&](uint32_t slot) {
      put(position.registers[frame.base + slot].bits);
      put(position.registers[frame.base + slot].undefined);
    };
    if (program_.liveRangeOf[frame.pc] != 0) {
      for (const uint32_t slot : program_.liveAt(frame.pc)) putSlot(slot);
    } else {
      for (uint32_t slot = 0; slot < program_.functionAt(frame.pc).slots; ++slot) putSlot(slot);
    }
  }

  const program::Program& program_;
  struct FirstWord {
    size_t operator()(const std::pair<uint64_t, uint64_t>& hash) const { return hash.first; }
  };
  // 128 bits of each place are enough to tell them apart.
  std::unordered_map<std::pair<uint64_t, uint64_t>, std::vector<Guards>, FirstWord> seen_;
  std::vector<uint64_t> words_;
};

}  // namespace clew::machine
