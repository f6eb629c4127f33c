// Numbers of 64 bits in as few bytes as each needs. A group of numbers is first their lengths, half a byte each, and
// then their bytes: since all lengths stand together, where a number lies is known before the one before it is read,
// and the processor reads several at once. A 0 takes no byte.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace clew::state {

constexpr size_t kNumbersInGroup = 64;
/// Bytes that may be touched behind where a group begins, when it is written and when it is read, even if what is read
/// is no group at all: each length says 15 at most.
constexpr size_t kGroupReach = kNumbersInGroup / 2 + 15 * kNumbersInGroup + 8;

/// An even number of places, so that numbers can be taken two at a time.
using NumberGroup = std::array<uint64_t, kNumbersInGroup>;

/// Writes the first `count` numbers of a group; returns where they end.
inline uint8_t* packNumbers(const NumberGroup& numbers, size_t count, uint8_t* into) {
  const auto put = [](uint64_t number, uint8_t*& at) {
    const auto length = static_cast<unsigned>(std::bit_width(number) + 7) / 8;
    std::memcpy(at, &number, sizeof number);
    at += length;
    return length;
  };
  uint8_t* at = into + (count + 1) / 2;
  for (size_t i = 0; i < count; i += 2) {
    const unsigned first = put(numbers[i], at);
    const unsigned second = i + 1 < count ? put(numbers[i + 1], at) : 0;
    into[i / 2] = static_cast<uint8_t>(first | second << 4);
  }
  return at;
}

/// Reads `count` numbers, and one more if that is odd; returns where they end, which may be anywhere within
/// `kGroupReach` if they were not written by `packNumbers`.
inline const uint8_t* unpackNumbers(const uint8_t* from, size_t count, NumberGroup& numbers) {
  static constexpr std::array<uint64_t, 16> kMasks = [] {
    std::array<uint64_t, 16> masks{};
    for (unsigned length = 0; length < 16; ++length) {
      masks[length] = length < 8 ? (uint64_t{1} << 8 * length) - 1 : ~uint64_t{0};
    }
    return masks;
  }();
  const auto take = [&from](unsigned length) {
    uint64_t number;
    std::memcpy(&number, from, sizeof number);
    from += length;
    return number & kMasks[length];
  };
  const uint8_t* lengths = from;
  from += (count + 1) / 2;
  for (size_t i = 0; i < count; i += 2) {
    const unsigned pair = *lengths++;
    numbers[i] = take(pair & 15);
    numbers[i + 1] = take(pair >> 4);
  }
  return from;
}

}  // namespace clew::state
