// Words of 1 to 64 bits.
#pragma once

#include <bit>
#include <cstdint>

namespace clew::term {

/// As many ones as the width says; the width may be 0.
constexpr uint64_t maskOf(unsigned width) { return width == 0 ? 0 : ~uint64_t{0} >> (64 - width); }

constexpr uint64_t signBit(unsigned width) { return uint64_t{1} << (width - 1); }

constexpr int64_t asSigned(uint64_t bits, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<int64_t>(bits << shift) >> shift;
}

/// The factor that takes an odd number to 1, modulo 2^64: each round of Newton's doubles the bits that are right.
constexpr uint64_t inverseOfOdd(uint64_t odd) {
  uint64_t inverse = odd;
  for (int round = 0; round < 5; ++round) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace clew::term
