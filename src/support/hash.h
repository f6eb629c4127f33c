// The two hash functions of the house: one for byte strings, one for a pair of ids.
#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>

namespace clew::support {

inline uint64_t hashBytes(const void* bytes, size_t length) { return XXH3_64bits(bytes, length); }

/// Mixes two 32-bit ids. One multiplication and a fold are enough for ids that are dense and small;
/// the tables take the high bits.
inline uint64_t hashPair(uint32_t first, uint32_t second) {
  const uint64_t word = (uint64_t{first} << 32 | second) * 0x9E3779B97F4A7C15u;
  return (word ^ (word >> 32)) * 0xD6E8FEB86659FD93u;
}

}  // namespace clew::support
