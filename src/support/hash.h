// The hash functions of the house: for byte strings, for pairs and for quads of ids.
#pragma once

#define XXH_INLINE_ALL  // most components are short; a call would cost more than the hash
#include <xxhash.h>

#include <cstddef>
#include <cstdint>

namespace clew::support {

inline uint64_t hashBytes(const void* bytes, size_t length) { return XXH3_64bits(bytes, length); }

/// Another one for each seed.
inline uint64_t hashBytes(const void* bytes, size_t length, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes, length, seed);
}

/// Mixes two 32-bit ids. One multiplication and a fold are enough for ids that are dense and small;
/// the tables take the high bits.
inline uint64_t hashPair(uint32_t first, uint32_t second) {
  const uint64_t word = (uint64_t{first} << 32 | second) * 0x9E3779B97F4A7C15u;
  return (word ^ (word >> 32)) * 0xD6E8FEB86659FD93u;
}

/// The same for four.
inline uint64_t hashQuad(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  const uint64_t low = (uint64_t{a} << 32 | b) * 0x9E3779B97F4A7C15u;
  const uint64_t high = (uint64_t{c} << 32 | d) * 0xC2B2AE3D27D4EB4Fu;
  const uint64_t word = low ^ (low >> 32) ^ high ^ (high >> 29);
  return (word ^ (word >> 31)) * 0xD6E8FEB86659FD93u;
}

/// The place among `count` that a hash falls on when it is read as a fraction of one.
inline uint64_t placeAmong(uint64_t hash, uint64_t count) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<uint64_t>(static_cast<Wide>(hash) * count >> 64);
}

}  // namespace clew::support
