// Floating point that comes from integers. A program that keeps its integers in a double computes and compares integers
// there, and a solver has to find that out bit by bit: so it is told. An integer of at most 53 bits (24 in a float) is
// exact. One that was rounded still keeps the order: against a constant it is compared as an integer, too.
#include <algorithm>
#include <bit>

#include "term/bits.h"
#include "term/compute.h"
#include "term/simplify.h"

namespace clew::term {
namespace {

bool isTest(Kind kind) { return kind >= Kind::FloatEqual && kind <= Kind::FloatIsNaN; }

/// Signed integers of so many bits are exact: the significant bits and the sign.
unsigned exactSignedBits(unsigned width) { return width == 32 ? 25 : 54; }

/// The integers of a width, numbered from the least on, that are converted and compared with a constant.
struct Converted {
  Kind kind;
  unsigned from, to;
  uint64_t constantBits;

  uint64_t at(uint64_t index) const { return kind == Kind::SignedToFloat ? index ^ signBit(from) : index; }
  bool holds(Kind test, uint64_t index) const {
    return compute(test, 1, to, 0, compute(kind, to, from, 0, at(index), 0, 0), constantBits, 0) != 0;
  }
  /// How many are less (or equal): conversion keeps the order, so these are the first. Not for all of them.
  uint64_t countWhere(Kind test) const {
    uint64_t count = 0;
    for (unsigned place = from; place-- > 0;) {
      const uint64_t more = count | uint64_t{1} << place;
      if (holds(test, more - 1)) count = more;
    }
    return count;
  }
};

}  // namespace

Term Terms::floatOperation(Kind kind, unsigned width, Term a, Term b, Term c) {
  const Step step(*this);
  const bool converts = kind >= Kind::FloatConvert;
  const unsigned result = isTest(kind) ? 1 : converts ? width : nodes_[a].width;
  if (kind == Kind::FloatConvert && result == nodes_[a].width) return a;
  if (kind == Kind::FloatFused && isConstant(a) && isConstant(b) && isConstant(c)) {
    return constant(compute(kind, result, result, 0, valueOf(a), valueOf(b), valueOf(c)), result);
  }
  if (kind != Kind::FloatFused) {
    if (const Term folded = fold(kind, result, a, b)) return folded;
  }
  const Term simpler = step.isTired() ? kNoTerm : simplerFloat(kind, result, a, b);
  return simpler == kNoTerm ? make(kind, result, a, b, c) : simpler;
}

Term Terms::simplerFloat(Kind kind, unsigned width, Term a, Term b) {
  switch (kind) {
    case Kind::FloatFloor:
    case Kind::FloatCeil:
    case Kind::FloatTruncate:
    case Kind::FloatRound:
    case Kind::FloatRoundEven: return isFromInteger(a) ? a : kNoTerm;  // also one that was rounded is whole
    case Kind::FloatIsNaN: return isFromInteger(a) ? truth(false) : kNoTerm;
    case Kind::FloatEqual:
    case Kind::FloatLess:
    case Kind::FloatLessEqual: return floatTest(kind, a, b);
    case Kind::FloatAdd:
    case Kind::FloatSub: return sumOfIntegers(kind, width, a, b);
    case Kind::FloatConvert: {
      const Term whole = wholeOf(a);
      return whole == kNoTerm ? kNoTerm : floatOperation(Kind::SignedToFloat, width, whole, kNoTerm, kNoTerm);
    }
    case Kind::FloatToSigned:
    case Kind::FloatToUnsigned: return toInteger(kind, width, a);
    case Kind::SignedToFloat:
    case Kind::UnsignedToFloat: return fromInteger(kind, width, a);
    default: return kNoTerm;
  }
}

bool Terms::isFromInteger(Term number) const {
  const Kind kind = nodes_[number].kind;
  return kind == Kind::SignedToFloat || kind == Kind::UnsignedToFloat;
}

/// The signed integer that a number is exactly, in any width; or none. A constant -0.0 is none.
Term Terms::wholeOf(Term number) {
  const Node node = nodes_[number];
  const unsigned exact = exactSignedBits(node.width);
  if (node.kind == Kind::Constant) {
    const uint64_t integer = compute(Kind::FloatToSigned, exact, node.width, 0, node.value, 0, 0);
    const uint64_t again = compute(Kind::SignedToFloat, node.width, exact, 0, integer, 0, 0);
    return again == node.value ? constant(integer, exact) : kNoTerm;
  }
  if (!isFromInteger(number)) return kNoTerm;
  if (node.kind == Kind::SignedToFloat) return signedBits(node.a) <= exact ? node.a : kNoTerm;
  if (ranges_[node.a].most > maskOf(exact - 1)) return kNoTerm;
  const unsigned from = nodes_[node.a].width;
  return from == 64 ? node.a : zeroExtend(node.a, from + 1);  // with a sign
}

/// In as few bits as hold the integer.
Term Terms::fromInteger(Kind kind, unsigned width, Term integer) {
  const unsigned from = nodes_[integer].width;
  if (kind == Kind::UnsignedToFloat || isNonNegative(integer)) {
    const unsigned bits = unsignedBits(integer, integer);
    if (bits == from && kind == Kind::UnsignedToFloat) return kNoTerm;
    return floatOperation(Kind::UnsignedToFloat, width, extract(integer, 0, bits), kNoTerm, kNoTerm);
  }
  const unsigned bits = signedBits(integer);
  return bits < from ? floatOperation(kind, width, extract(integer, 0, bits), kNoTerm, kNoTerm) : kNoTerm;
}

/// There and back again; what does not fit is 0.
Term Terms::toInteger(Kind kind, unsigned width, Term number) {
  const Term whole = wholeOf(number);
  if (whole == kNoTerm) return kNoTerm;
  const unsigned from = nodes_[whole].width;
  const Term zero = constant(0, width);
  if (width >= from) {
    const Term wide = signExtend(whole, width);
    const bool keepsSign = kind == Kind::FloatToSigned || isNonNegative(whole);
    return keepsSign ? wide : ifThenElse(lessSigned(whole, constant(0, from)), zero, wide);
  }
  const Term cut = extract(whole, 0, width);
  const Term again = kind == Kind::FloatToSigned ? signExtend(cut, from) : zeroExtend(cut, from);
  return ifThenElse(equal(again, whole), cut, zero);
}

/// A sum that is exact is computed as integers. Zero is +0.0 both ways: no operand is -0.0.
Term Terms::sumOfIntegers(Kind kind, unsigned width, Term a, Term b) {
  if (!isFromInteger(a) && !isFromInteger(b)) return kNoTerm;
  const Term x = wholeOf(a);
  const Term y = wholeOf(b);
  if (x == kNoTerm || y == kNoTerm) return kNoTerm;
  const unsigned bits = std::max(signedBits(x), signedBits(y)) + 1;
  if (bits > exactSignedBits(width)) return kNoTerm;
  const auto resized = [&](Term term) {
    return nodes_[term].width > bits ? extract(term, 0, bits) : signExtend(term, bits);
  };
  const Term sum = kind == Kind::FloatAdd ? add(resized(x), resized(y)) : sub(resized(x), resized(y));
  return floatOperation(Kind::SignedToFloat, width, sum, kNoTerm, kNoTerm);
}

Term Terms::floatTest(Kind kind, Term a, Term b) {
  if (isFromInteger(a) && isConstant(b)) return testAgainst(kind, a, valueOf(b), false);
  if (isConstant(a) && isFromInteger(b)) return testAgainst(kind, b, valueOf(a), true);
  if (!isFromInteger(a) || !isFromInteger(b)) return kNoTerm;
  Term x = wholeOf(a);
  Term y = wholeOf(b);
  if (x == kNoTerm || y == kNoTerm) return kNoTerm;
  const unsigned width = std::max(nodes_[x].width, nodes_[y].width);
  x = signExtend(x, width);
  y = signExtend(y, width);
  if (kind == Kind::FloatEqual) return equal(x, y);
  return kind == Kind::FloatLess ? lessSigned(x, y) : lessEqualSigned(x, y);
}

Term Terms::testAgainst(Kind kind, Term number, uint64_t bits, bool isSwapped) {
  const Node node = nodes_[number];
  const unsigned from = nodes_[node.a].width;
  if (compute(Kind::FloatIsNaN, 1, node.width, 0, bits, 0, 0) != 0) return truth(false);
  const Converted converted{node.kind, from, node.width, bits};
  const uint64_t last = maskOf(from);
  const auto isBelow = [&](Kind test) {
    if (converted.holds(test, last)) return truth(true);
    const Term limit = constant(converted.at(converted.countWhere(test)), from);
    return node.kind == Kind::SignedToFloat ? lessSigned(node.a, limit) : less(node.a, limit);
  };
  if (kind != Kind::FloatEqual) {
    if (!isSwapped) return isBelow(kind);
    return bitNot(isBelow(kind == Kind::FloatLess ? Kind::FloatLessEqual : Kind::FloatLess));
  }
  const uint64_t first = converted.countWhere(Kind::FloatLess);
  if (!converted.holds(kind, first)) return truth(false);
  const bool isOnly = first == last || !converted.holds(kind, first + 1);
  if (isOnly) return equal(node.a, constant(converted.at(first), from));
  return bitAnd(isBelow(Kind::FloatLessEqual), bitNot(isBelow(Kind::FloatLess)));
}

}  // namespace clew::term
