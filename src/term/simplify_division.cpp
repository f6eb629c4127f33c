// Division is the dearest of all operations for a solver, so the least is left of it: what is a multiple of the divisor
// is taken out, and the rest is divided in as few bits as hold both operands (ranges.cpp). Division by zero has a
// value, too, which must stay what it is.
#include <algorithm>
#include <bit>

#include "term/bits.h"
#include "term/simplify.h"

namespace clew::term {

Term Terms::divide(Kind kind, Term a, Term b) {
  const Step step(*this);
  const unsigned width = nodes_[a].width;
  if (const Term folded = fold(kind, width, a, b)) return folded;
  if (step.isTired()) return make(kind, width, a, b);
  const bool isSigned = kind == Kind::SDiv || kind == Kind::SRem;
  if (!isSigned) return divideUnsigned(kind, a, b);
  if (!isNonNegative(a) || !isNonNegative(b)) return divideSigned(kind, a, b);
  return divideUnsigned(kind == Kind::SDiv ? Kind::UDiv : Kind::URem, a, b);
}

Term Terms::divideSigned(Kind kind, Term a, Term b) {
  const unsigned width = nodes_[a].width;
  const bool isRemainder = kind == Kind::SRem;
  if (isConstant(b, 1) && width > 1) return isRemainder ? constant(0, width) : a;
  if (isOnes(b)) return isRemainder ? constant(0, width) : negate(a);
  if (const Term factor = divideProduct(kind, a, b, true)) return factor;
  // One bit more: the least number divided by -1. By zero the quotient is 1 or -1, and extended the same.
  const unsigned bits = std::max(signedBits(a), signedBits(b)) + 1;
  if (bits >= width) return make(kind, width, a, b);
  return signExtend(divide(kind, extract(a, 0, bits), extract(b, 0, bits)), width);
}

Term Terms::divideUnsigned(Kind kind, Term a, Term b) {
  const unsigned width = nodes_[a].width;
  const bool isRemainder = kind == Kind::URem;
  if (ranges_[a].most < ranges_[b].least) return isRemainder ? a : constant(0, width);
  if (isConstant(b) && std::has_single_bit(valueOf(b))) {
    const auto places = static_cast<unsigned>(std::countr_zero(valueOf(b)));
    if (places == 0) return isRemainder ? constant(0, width) : a;
    return zeroExtend(isRemainder ? extract(a, 0, places) : extract(a, places, width - places), width);
  }
  if (const Term factor = divideProduct(kind, a, b, false)) return factor;
  if (isConstant(b) && valueOf(b) != 0) {
    if (const Term simpler = divideSum(kind, a, valueOf(b))) return simpler;
  }
  const unsigned bits = unsignedBits(a, b);
  if (bits >= width) return make(kind, width, a, b);
  const Term narrow = zeroExtend(divide(kind, extract(a, 0, bits), extract(b, 0, bits)), width);
  if (isRemainder || ranges_[b].least > 0) return narrow;
  return ifThenElse(equal(b, constant(0, width)), constant(~uint64_t{0}, width), narrow);
}

/// (t * b) by b, where the product does not leave the width.
Term Terms::divideProduct(Kind kind, Term a, Term b, bool isSigned) {
  const Node node = nodes_[a];
  if (node.kind != Kind::Mul || (node.a != b && node.b != b) || ranges_[b].least == 0) return kNoTerm;
  uint64_t most = 0;
  const bool fits = isSigned ? signedBits(node.a) + signedBits(node.b) <= node.width
                             : !__builtin_mul_overflow(ranges_[node.a].most, ranges_[node.b].most, &most) &&
                                   most <= maskOf(node.width);
  if (!fits) return kNoTerm;
  const bool isRemainder = kind == Kind::SRem || kind == Kind::URem;
  return isRemainder ? constant(0, node.width) : node.a == b ? node.b : node.a;
}

/// 13*s + 10*t + 25 by 10 is s + t + 2 and (3*s + 5) by 10, where the sum does not leave the width.
Term Terms::divideSum(Kind kind, Term a, uint64_t divisor) {
  const Node& node = nodes_[a];
  const unsigned width = node.width;
  const uint64_t mask = maskOf(width);
  Linear sum;
  if (node.kind != Kind::Add && (node.kind != Kind::Mul || !isConstant(node.b))) return kNoTerm;
  if (!addFlat(sum, a, 1)) return kNoTerm;
  uint64_t most = sum.constant & mask;
  Linear multiple;
  Linear rest;
  multiple.constant = most / divisor;
  rest.constant = most % divisor;
  for (unsigned i = 0; i < sum.count; ++i) {
    const Term base = sum.items[i].base;
    const uint64_t coefficient = sum.items[i].coefficient & mask;
    uint64_t item = 0;
    if (__builtin_mul_overflow(coefficient, ranges_[base].most, &item) || item > mask - most) return kNoTerm;
    most += item;
    if (coefficient >= divisor) multiple.insert({base, coefficient / divisor});
    if (coefficient % divisor != 0) rest.insert({base, coefficient % divisor});
  }
  if (multiple.count == 0 && multiple.constant == 0) return kNoTerm;
  const Term left = divide(kind, termOf(rest, width), constant(divisor, width));
  return kind == Kind::URem ? left : add(termOf(multiple, width), left);
}

}  // namespace clew::term
