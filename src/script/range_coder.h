// Codes decisions, each by yes or no, in as many bits as they are surprising: a decision that was expected with nine
// chances in ten takes 0.15 bits. How probable one is both sides learn from those before of the same kind. This is the
// range coder of LZMA with finer chances (G. N. N. Martin, "Range encoding", 1979; I. Pavlov's LZMA specification).
//
// What is coded is a number between 0 and 1, byte after byte. A decision cuts the range in which it still lies in two,
// as large as they are probable.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace clew::script {

/// How probable a yes is, learned from those before. All zeros is one that knows nothing.
class Chance {
 public:
  /// Of 65,536; from 1 to 65,535.
  uint32_t ofYes() const { return chance_ ^ kHalf; }
  /// The first decisions count most, the n-th about 1/n, until it is old: then what came long ago is forgotten.
  void learn(bool yes) {
    const uint32_t now = ofYes();
    const auto rate = static_cast<unsigned>(std::bit_width(age_ + 1u));
    chance_ = static_cast<uint16_t>((yes ? now + ((0x10000 - now) >> rate) : now - (now >> rate)) ^ kHalf);
    if (age_ < kOld) ++age_;
  }

 private:
  static constexpr uint16_t kHalf = 0x8000;
  static constexpr uint16_t kOld = 7;
  uint16_t chance_ = 0;  // other than kHalf
  uint16_t age_ = 0;
};

constexpr uint32_t kLeastRange = 1u << 24;

class RangeEncoder {
 public:
  static constexpr bool kWrites = true;
  bool code(Chance& chance, bool yes) {
    const uint32_t part = (range_ >> 16) * chance.ofYes();
    chance.learn(yes);
    choose(part, yes);
    return yes;
  }
  /// Bits of which nothing is known.
  uint32_t codeEven(unsigned bits, uint32_t value) {
    while (bits-- > 0) choose(range_ >> 1, (value >> bits & 1) != 0);
    return value;
  }
  static bool isBroken() { return false; }
  static void breakOff() {}
  /// The bytes; whoever reads them will need the last one, and find nothing left of the number.
  std::vector<uint8_t> finish() {
    for (int i = 0; i < 4; ++i) putByte();
    return std::move(bytes_);
  }

 private:
  void choose(uint32_t part, bool yes) {
    if (yes) {
      range_ = part;
    } else {
      const uint32_t before = low_;
      low_ += part;
      range_ -= part;
      if (low_ < before) carry();
    }
    while (range_ < kLeastRange) {
      putByte();
      range_ <<= 8;
    }
  }
  void putByte() {
    bytes_.push_back(static_cast<uint8_t>(low_ >> 24));
    low_ <<= 8;
  }
  /// The number stays below 1, so some byte before takes it.
  void carry() {
    for (size_t place = bytes_.size(); ++bytes_[--place] == 0;) {
    }
  }
  uint32_t low_ = 0;
  uint32_t range_ = 0xFFFF'FFFF;
  std::vector<uint8_t> bytes_;
};

/// Reads what a RangeEncoder wrote, if it is asked for the same decisions.
class RangeDecoder {
 public:
  static constexpr bool kWrites = false;
  explicit RangeDecoder(std::span<const uint8_t> bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {
    for (int i = 0; i < 4; ++i) takeByte();
  }
  bool code(Chance& chance, bool = false) {
    const bool yes = choose((range_ >> 16) * chance.ofYes());
    chance.learn(yes);
    return yes;
  }
  uint32_t codeEven(unsigned bits, uint32_t = 0) {
    uint32_t value = 0;
    while (bits-- > 0) value = value << 1 | (choose(range_ >> 1) ? 1 : 0);
    return value;
  }
  /// Something was missing or made no sense.
  bool isBroken() const { return broken_; }
  void breakOff() { broken_ = true; }
  /// Whether everything was read: no byte is missing, none is left, and what is left of the number is nothing.
  bool isDone() const { return !broken_ && at_ == end_ && number_ == 0; }

 private:
  bool choose(uint32_t part) {
    const bool yes = number_ < part;
    if (yes) {
      range_ = part;
    } else {
      number_ -= part;
      range_ -= part;
    }
    while (range_ < kLeastRange) {
      takeByte();
      range_ <<= 8;
    }
    return yes;
  }
  void takeByte() {
    number_ <<= 8;
    if (at_ == end_) {
      broken_ = true;
    } else {
      number_ |= *at_++;
    }
  }
  uint32_t number_ = 0;
  uint32_t range_ = 0xFFFF'FFFF;
  const uint8_t* at_;
  const uint8_t* end_;
  bool broken_ = false;
};

}  // namespace clew::script
