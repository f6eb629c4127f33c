// A hash of 128 bits that depends on a secret: who does not know it cannot make two things with the same hash
// (SipHash-2-4 with its 128-bit result, by Aumasson and Bernstein).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

namespace clew::support {

using Hash128 = std::array<uint64_t, 2>;

class KeyedHash {
 public:
  explicit KeyedHash(Hash128 key) : key_(key) {}

  Hash128 operator()(std::span<const uint8_t> bytes) const {
    Words v = {key_[0] ^ 0x736f6d6570736575u, key_[1] ^ 0x646f72616e646f6du ^ 0xee, key_[0] ^ 0x6c7967656e657261u,
               key_[1] ^ 0x7465646279746573u};
    size_t done = 0;
    for (; bytes.size() - done >= 8; done += 8) add(v, wordAt(bytes.data() + done, 8));
    add(v, uint64_t{bytes.size()} << 56 | wordAt(bytes.data() + done, bytes.size() - done));
    v[2] ^= 0xee;
    for (int i = 0; i < 4; ++i) round(v);
    const uint64_t first = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    for (int i = 0; i < 4; ++i) round(v);
    return {first, v[0] ^ v[1] ^ v[2] ^ v[3]};
  }

 private:
  using Words = std::array<uint64_t, 4>;

  static uint64_t wordAt(const uint8_t* bytes, size_t count) {
    uint64_t word = 0;
    if (count > 0) std::memcpy(&word, bytes, count);
    return word;
  }
  static void add(Words& v, uint64_t word) {
    v[3] ^= word;
    round(v);
    round(v);
    v[0] ^= word;
  }
  static void round(Words& v) {
    v[0] += v[1];
    v[1] = std::rotl(v[1], 13) ^ v[0];
    v[0] = std::rotl(v[0], 32);
    v[2] += v[3];
    v[3] = std::rotl(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = std::rotl(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = std::rotl(v[1], 17) ^ v[2];
    v[2] = std::rotl(v[2], 32);
  }

  Hash128 key_;
};

}  // namespace clew::support
