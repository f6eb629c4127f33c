// And, or, exclusive or, not, and shifts. Bits that are moved or cut by a constant become pieces (simplify_pieces.cpp)
// or, to the left, coefficients of sums.
#include <bit>

#include "term/bits.h"
#include "term/simplify.h"

namespace clew::term {

bool Terms::isComplement(Term a, Term b) const {
  return (nodes_[a].kind == Kind::Not && nodes_[a].a == b) || (nodes_[b].kind == Kind::Not && nodes_[b].a == a);
}

/// For `kind` And and `other` Or: x & (x & y) is x & y, x & (x | y) is x, x & (~x & y) is 0, x & (~x | y) is x & y; and
/// dually.
Term Terms::absorb(Kind kind, Kind other, Term a, Term b) {
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const Node node = nodes_[b];
    if (node.kind == kind) {
      if (node.a == a || node.b == a) return b;
      if (isComplement(a, node.a) || isComplement(a, node.b)) {
        return constant(kind == Kind::And ? 0 : ~uint64_t{0}, node.width);
      }
    } else if (node.kind == other) {
      if (node.a == a || node.b == a) return a;
      if (isComplement(a, node.a)) return apply(kind, node.width, a, node.b);
      if (isComplement(a, node.b)) return apply(kind, node.width, a, node.a);
    }
  }
  return kNoTerm;
}

/// The operation on what was extended, where it does nothing to the bits above.
Term Terms::logicOfExtended(Kind kind, Term a, Term b) {
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  if (x.kind != Kind::ZeroExtend) return kNoTerm;
  const unsigned narrow = nodes_[x.a].width;
  if (y.kind == Kind::ZeroExtend && nodes_[y.a].width == narrow)
    return zeroExtend(apply(kind, narrow, x.a, y.a), x.width);
  if (y.kind != Kind::Constant || (kind != Kind::And && (y.value & ~maskOf(narrow)) != 0)) return kNoTerm;
  return zeroExtend(apply(kind, narrow, x.a, constant(y.value, narrow)), x.width);
}

/// A mask of bits in a row cuts out a piece.
Term Terms::maskedWith(Term a, uint64_t mask) {
  const unsigned width = nodes_[a].width;
  const auto low = static_cast<unsigned>(std::countr_zero(mask));
  const auto ones = static_cast<unsigned>(std::countr_one(mask >> low));
  if (mask >> low != maskOf(ones)) return make(Kind::And, width, a, constant(mask, width));
  const Term piece = extract(a, low, ones);
  return zeroExtend(low == 0 ? piece : concat(piece, constant(0, low)), width);
}

Term Terms::bitAnd(Term a, Term b) {
  const Step step(*this);
  orderOperands(a, b);
  const unsigned width = nodes_[a].width;
  if (a == b || isOnes(b)) return a;
  if (isConstant(b, 0)) return b;
  if (isComplement(a, b)) return constant(0, width);
  if (const Term folded = fold(Kind::And, width, a, b)) return folded;
  if (step.isTired()) return make(Kind::And, width, a, b);
  if (isConstant(b)) {
    const uint64_t zeros = zeroBits(a);
    const uint64_t mask = valueOf(b) & ~zeros;
    if (mask == 0) return constant(0, width);
    if (mask == (~zeros & maskOf(width))) return a;
    const Node& node = nodes_[a];
    if (node.kind == Kind::And && isConstant(node.b)) return bitAnd(node.a, constant(mask & valueOf(node.b), width));
  }
  if (const Term absorbed = absorb(Kind::And, Kind::Or, a, b)) return absorbed;
  if (const Term narrow = logicOfExtended(Kind::And, a, b)) return narrow;
  return isConstant(b) ? maskedWith(a, valueOf(b)) : make(Kind::And, width, a, b);
}

Term Terms::bitOr(Term a, Term b) {
  const Step step(*this);
  orderOperands(a, b);
  const unsigned width = nodes_[a].width;
  if (a == b || isConstant(b, 0)) return a;
  if (isOnes(b)) return b;
  if (isComplement(a, b)) return constant(~uint64_t{0}, width);
  if (const Term folded = fold(Kind::Or, width, a, b)) return folded;
  if (step.isTired()) return make(Kind::Or, width, a, b);
  const Node node = nodes_[a];
  if (isConstant(b) && node.kind == Kind::Or && isConstant(node.b)) {
    return bitOr(node.a, constant(valueOf(node.b) | valueOf(b), width));
  }
  if (const Term absorbed = absorb(Kind::Or, Kind::And, a, b)) return absorbed;
  if (const Term narrow = logicOfExtended(Kind::Or, a, b)) return narrow;
  const bool isSum = node.kind == Kind::Mul || node.kind == Kind::Add;
  if (isSum && isConstant(b) && (valueOf(b) & ~zeroBits(a)) == 0) return add(a, b);
  if (const Term joined = joinDisjoint(a, b)) return joined;
  return make(Kind::Or, width, a, b);
}

Term Terms::bitXor(Term a, Term b) {
  const Step step(*this);
  orderOperands(a, b);
  const unsigned width = nodes_[a].width;
  if (a == b) return constant(0, width);
  if (isConstant(b, 0)) return a;
  if (isOnes(b)) return bitNot(a);
  if (isComplement(a, b)) return constant(~uint64_t{0}, width);
  if (const Term folded = fold(Kind::Xor, width, a, b)) return folded;
  if (step.isTired()) return make(Kind::Xor, width, a, b);
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  if (x.kind == Kind::Not) return isConstant(b) ? bitXor(x.a, bitNot(b)) : bitNot(bitXor(x.a, b));
  if (y.kind == Kind::Not) return bitNot(bitXor(a, y.a));
  if (x.kind == Kind::Xor) {
    if (x.a == b) return x.b;
    if (x.b == b) return x.a;
    if (isConstant(x.b) && isConstant(b)) return bitXor(x.a, constant(valueOf(x.b) ^ valueOf(b), width));
    if (isConstant(x.b)) return bitXor(bitXor(x.a, b), x.b);
  }
  if (y.kind == Kind::Xor) {
    if (y.a == a) return y.b;
    if (y.b == a) return y.a;
    if (isConstant(y.b)) return bitXor(bitXor(y.a, a), y.b);
  }
  if (const Term narrow = logicOfExtended(Kind::Xor, a, b)) return narrow;
  return make(Kind::Xor, width, a, b);
}

Term Terms::bitNot(Term a) {
  const Step step(*this);
  const Node node = nodes_[a];
  if (node.kind == Kind::Not) return node.a;
  if (const Term folded = fold(Kind::Not, node.width, a)) return folded;
  if (node.kind == Kind::Xor && isConstant(node.b) && node.width > 1) {
    return make(Kind::Xor, node.width, node.a, constant(~valueOf(node.b), node.width));
  }
  return make(Kind::Not, node.width, a);
}

Term Terms::shift(Kind kind, Term a, Term b) {
  const unsigned width = nodes_[a].width;
  if (const Term folded = fold(kind, width, a, b)) return folded;
  if (isConstant(a, 0)) return a;
  if (!isConstant(b)) return make(kind, width, a, b);
  if (isConstant(b, 0)) return a;
  const bool leaves = valueOf(b) >= width;
  const auto by = static_cast<unsigned>(leaves ? width - 1 : valueOf(b));
  if (kind == Kind::AShr) return by == 0 ? a : signExtend(extract(a, by, width - by), width);
  if (leaves) return constant(0, width);
  return kind == Kind::Shl ? mul(a, constant(uint64_t{1} << by, width)) : zeroExtend(extract(a, by, width - by), width);
}

}  // namespace clew::term
