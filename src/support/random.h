// Numbers that look like chance and are the same for the same seed on every machine (SplitMix64).
#pragma once

#include <cstdint>

namespace clew::support {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  /// One of 0 ... count - 1.
  uint32_t below(uint32_t count) {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    mixed ^= mixed >> 31;
    return static_cast<uint32_t>((mixed >> 32) * count >> 32);
  }

 private:
  uint64_t state_;
};

}  // namespace clew::support
