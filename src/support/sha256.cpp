#include "support/sha256.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace clew::support {

namespace {

using Word = uint32_t;
using Hash = std::array<Word, 8>;

constexpr std::array<Word, 64> kPrimes = {
    2,   3,   5,   7,   11,  13,  17,  19,  23,  29,  31,  37,  41,  43,  47,  53,  59,  61,  67,  71,  73,  79,
    83,  89,  97,  101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193,
    197, 199, 211, 223, 227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311};

/// The first 32 bits behind the point of a prime's square or cube root, exactly: the largest whole number whose power
/// is not above prime * 2^(32 * power).
Word fractionOfRoot(Word prime, unsigned power) {
  using Wide = unsigned __int128;
  uint64_t root = 0;
  for (uint64_t bit = uint64_t{1} << 37; bit != 0; bit >>= 1) {
    const uint64_t next = root | bit;
    // next^power against prime << 32 * power; for cubes both sides are divided by next.
    const bool fits =
        power == 2 ? Wide{next} * next <= Wide{prime} << 64 : Wide{next} * next <= (Wide{prime} << 96) / next;
    if (fits) root = next;
  }
  return static_cast<Word>(root);
}

struct Constants {
  Hash first;
  std::array<Word, 64> round;
  Constants() {
    for (size_t i = 0; i < first.size(); ++i) first[i] = fractionOfRoot(kPrimes[i], 2);
    for (size_t i = 0; i < round.size(); ++i) round[i] = fractionOfRoot(kPrimes[i], 3);
  }
};

void addBlock(Hash& hash, const uint8_t* block, const Constants& constants) {
  std::array<Word, 64> words;
  for (size_t i = 0; i < 16; ++i) {
    words[i] = Word{block[4 * i]} << 24 | Word{block[4 * i + 1]} << 16 | Word{block[4 * i + 2]} << 8 | block[4 * i + 3];
  }
  for (size_t i = 16; i < 64; ++i) {
    const Word one = words[i - 15];
    const Word two = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(one, 7) ^ std::rotr(one, 18) ^ one >> 3) + words[i - 7] +
               (std::rotr(two, 17) ^ std::rotr(two, 19) ^ two >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (size_t i = 0; i < 64; ++i) {
    const Word more = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                      constants.round[i] + words[i];
    const Word less = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + more;
    d = c;
    c = b;
    b = a;
    a = more + less;
  }
  const Hash added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < hash.size(); ++i) hash[i] += added[i];
}

}  // namespace

std::array<uint8_t, 32> sha256(std::span<const uint8_t> bytes) {
  static const Constants constants;
  Hash hash = constants.first;
  size_t done = 0;
  for (; bytes.size() - done >= 64; done += 64) addBlock(hash, bytes.data() + done, constants);
  std::array<uint8_t, 128> last{};
  const size_t left = bytes.size() - done;
  if (left > 0) std::memcpy(last.data(), bytes.data() + done, left);
  last[left] = 0x80;
  const size_t end = left < 56 ? 64 : 128;
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (size_t i = 0; i < 8; ++i) last[end - 1 - i] = static_cast<uint8_t>(bits >> 8 * i);
  for (size_t block = 0; block < end; block += 64) addBlock(hash, last.data() + block, constants);
  std::array<uint8_t, 32> result;
  for (size_t i = 0; i < 32; ++i) result[i] = static_cast<uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
  return result;
}

std::string sha256Text(std::span<const uint8_t> bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : sha256(bytes)) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace clew::support
