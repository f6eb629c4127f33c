// The concrete value domain: 64-bit words with a mask of the bits that were never written. Definedness
// is exact per bit for copies, logic, shifts and comparisons and as tight as an interval for addition
// and subtraction, so that bit-fields and masked words do not raise false alarms. A bit that is
// undefined is 0 in the word, so that equal values are equal words.
//
// A domain gives the machine its `Value` and the operations below; nothing else of the interpreter
// depends on what a value is.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "program/instruction.h"

namespace clew::machine {

inline uint64_t maskOf(unsigned width) { return ~uint64_t{0} >> (64 - width); }

inline int64_t signExtend(uint64_t bits, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<int64_t>(bits << shift) >> shift;
}

/// What can be computed on words; another domain's values may be more than that.
template <typename Word>
class WordDomain {
 public:
  using Value = Word;

  static Value constant(uint64_t bits) { return {bits, 0}; }
  static Value undefinedValue(unsigned width) { return {0, maskOf(width)}; }
  static bool isDefined(Value value) { return value.undefined == 0; }

  // ---- integers; `width` is 1 to 64 and operands are zero-extended ----

  static Value add(Value a, Value b, unsigned width) {
    if (bothDefined(a, b)) [[likely]]
      return {(a.bits + b.bits) & maskOf(width), 0};
    const uint64_t least = a.bits + b.bits;
    const uint64_t most = (a.bits | a.undefined) + (b.bits | b.undefined);
    return make(least, (least ^ most) | a.undefined | b.undefined, width);
  }

  static Value sub(Value a, Value b, unsigned width) {
    if (bothDefined(a, b)) [[likely]]
      return {(a.bits - b.bits) & maskOf(width), 0};
    const uint64_t least = a.bits - (b.bits | b.undefined);
    const uint64_t most = (a.bits | a.undefined) - b.bits;
    return make(a.bits - b.bits, (least ^ most) | a.undefined | b.undefined, width);
  }

  static Value mul(Value a, Value b, unsigned width) {
    if (bothDefined(a, b)) [[likely]]
      return {(a.bits * b.bits) & maskOf(width), 0};
    if (isZero(a) || isZero(b)) return {0, 0};
    // An undefined bit can change the product from the place where it meets the other's lowest bit.
    const uint64_t low = lowestBit(a.undefined, b.bits | b.undefined) | lowestBit(b.undefined, a.bits | a.undefined);
    return make(a.bits * b.bits, low == 0 ? 0 : -(low & -low), width);
  }

  // Whether signed arithmetic leaves the width. Of an undefined operand nobody can say so.
  static bool addOverflows(Value a, Value b, unsigned width) {
    int64_t sum = 0;
    return bothDefined(a, b) &&
           leaves(__builtin_add_overflow(signExtend(a.bits, width), signExtend(b.bits, width), &sum), sum, width);
  }
  static bool subOverflows(Value a, Value b, unsigned width) {
    int64_t difference = 0;
    return bothDefined(a, b) &&
           leaves(__builtin_sub_overflow(signExtend(a.bits, width), signExtend(b.bits, width), &difference), difference,
                  width);
  }
  static bool mulOverflows(Value a, Value b, unsigned width) {
    int64_t product = 0;
    return bothDefined(a, b) &&
           leaves(__builtin_mul_overflow(signExtend(a.bits, width), signExtend(b.bits, width), &product), product,
                  width);
  }

  static Value bitAnd(Value a, Value b) {
    if (bothDefined(a, b)) [[likely]]
      return {a.bits & b.bits, 0};
    const uint64_t undefined = (a.undefined | b.undefined) & (a.bits | a.undefined) & (b.bits | b.undefined);
    return {a.bits & b.bits & ~undefined, undefined};
  }

  static Value bitOr(Value a, Value b) {
    if (bothDefined(a, b)) [[likely]]
      return {a.bits | b.bits, 0};
    const uint64_t undefined = (a.undefined | b.undefined) & ~(a.bits | b.bits);
    return {(a.bits | b.bits) & ~undefined, undefined};
  }

  static Value bitXor(Value a, Value b) {
    const uint64_t undefined = a.undefined | b.undefined;
    return {(a.bits ^ b.bits) & ~undefined, undefined};
  }

  /// A shift by the width or more has no defined result.
  static Value shl(Value a, Value b, unsigned width) {
    if (!isDefined(b) || b.bits >= width) [[unlikely]]
      return undefinedValue(width);
    return {(a.bits << b.bits) & maskOf(width), (a.undefined << b.bits) & maskOf(width)};
  }
  static Value lshr(Value a, Value b, unsigned width) {
    if (!isDefined(b) || b.bits >= width) [[unlikely]]
      return undefinedValue(width);
    return {a.bits >> b.bits, a.undefined >> b.bits};
  }
  static Value ashr(Value a, Value b, unsigned width) {
    if (!isDefined(b) || b.bits >= width) [[unlikely]]
      return undefinedValue(width);
    const auto shift = [&](uint64_t bits) { return static_cast<uint64_t>(signExtend(bits, width) >> b.bits); };
    return {shift(a.bits) & maskOf(width), shift(a.undefined) & maskOf(width)};
  }

  static Value equal(Value a, Value b) {
    if (bothDefined(a, b)) [[likely]]
      return {a.bits == b.bits, 0};
    const bool different = ((a.bits ^ b.bits) & ~(a.undefined | b.undefined)) != 0;
    return different ? Value{0, 0} : undefinedValue(1);
  }
  static Value notEqual(Value a, Value b) { return negate(equal(a, b)); }

  static Value less(Value a, Value b) {
    if (bothDefined(a, b)) [[likely]]
      return {a.bits < b.bits, 0};
    if ((a.bits | a.undefined) < b.bits) return {1, 0};
    if (a.bits >= (b.bits | b.undefined)) return {0, 0};
    return undefinedValue(1);
  }
  static Value lessEqual(Value a, Value b) { return negate(less(b, a)); }
  static Value lessSigned(Value a, Value b, unsigned width) { return less(flipSign(a, width), flipSign(b, width)); }
  static Value lessEqualSigned(Value a, Value b, unsigned width) {
    return negate(less(flipSign(b, width), flipSign(a, width)));
  }

  static Value truncate(Value a, unsigned width) { return {a.bits & maskOf(width), a.undefined & maskOf(width)}; }
  static Value signExtended(Value a, unsigned from, unsigned to) {
    return {static_cast<uint64_t>(signExtend(a.bits, from)) & maskOf(to),
            static_cast<uint64_t>(signExtend(a.undefined, from)) & maskOf(to)};
  }

  static Value select(Value condition, Value yes, Value no) {
    if (isDefined(condition)) [[likely]]
      return (condition.bits & 1) != 0 ? yes : no;
    const uint64_t undefined = yes.undefined | no.undefined | (yes.bits ^ no.bits);
    return {yes.bits & ~undefined, undefined};
  }

  /// Any function of defined operands; undefined as a whole if one of them is.
  template <typename Function, typename... Values>
  static Value strict(unsigned width, Function function, Values... values) {
    if ((isDefined(values) && ...)) [[likely]]
      return {function(values.bits...) & maskOf(width), 0};
    return undefinedValue(width);
  }

 private:
  static bool leaves(bool word, int64_t result, unsigned width) {
    return word || signExtend(static_cast<uint64_t>(result), width) != result;
  }
  static bool bothDefined(Value a, Value b) { return (a.undefined | b.undefined) == 0; }
  static bool isZero(Value a) { return (a.bits | a.undefined) == 0; }
  static Value make(uint64_t bits, uint64_t undefined, unsigned width) {
    undefined &= maskOf(width);
    return {bits & maskOf(width) & ~undefined, undefined};
  }
  static uint64_t lowestBit(uint64_t undefined, uint64_t other) {
    return undefined == 0 ? 0 : (undefined & -undefined) * (other & -other);
  }
  static Value negate(Value a) { return {(a.bits ^ 1) & ~a.undefined & 1, a.undefined}; }
  static Value flipSign(Value a, unsigned width) {
    const uint64_t sign = uint64_t{1} << (width - 1);
    return {(a.bits ^ sign) & ~a.undefined, a.undefined};
  }
};

struct ConcreteValue {
  uint64_t bits;
  uint64_t undefined;  // mask
  bool operator==(const ConcreteValue&) const = default;
};

class ConcreteDomain : public WordDomain<ConcreteValue> {
 public:
  static constexpr bool kSymbolic = false;
  struct Run {};    // what a domain knows of the path that the machine is on
  struct Trace {};  // what it keeps of a thread
};

}  // namespace clew::machine
