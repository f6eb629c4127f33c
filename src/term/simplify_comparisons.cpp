// Comparisons and choices. Those against constants are written with the constant second and without `or equal`, so that
// a condition and its opposite are a term and its Not, however the program wrote them.
#include <algorithm>
#include <bit>

#include "term/bits.h"
#include "term/simplify.h"

namespace clew::term {
namespace {

bool isExtension(const Node& node) { return node.kind == Kind::ZeroExtend || node.kind == Kind::SignExtend; }

}  // namespace

Term Terms::equal(Term a, Term b) {
  const Step step(*this);
  orderOperands(a, b);
  if (a == b) return truth(true);
  if (isComplement(a, b)) return truth(false);
  if (nodes_[a].width == 1) return bitNot(bitXor(a, b));
  if (const Term folded = fold(Kind::Equal, 1, a, b)) return folded;
  if (ranges_[a].most < ranges_[b].least || ranges_[b].most < ranges_[a].least) return truth(false);
  if (step.isTired()) return make(Kind::Equal, 1, a, b);
  const auto isSum = [&](Term term) {
    const Node& node = nodes_[term];
    return node.kind == Kind::Add || (node.kind == Kind::Mul && isConstant(node.b));
  };
  if (isSum(a) || isSum(b)) return equalLinear(a, b);
  const Term simpler = isConstant(b) ? equalConstant(a, valueOf(b)) : equalAlike(a, b);
  return simpler == kNoTerm ? make(Kind::Equal, 1, a, b) : simpler;
}

/// Takes equal parts away from both sides; coefficients that are negative change sides.
Term Terms::equalLinear(Term a, Term b) {
  const unsigned width = nodes_[a].width;
  const uint64_t mask = maskOf(width);
  Linear difference;
  if (!addTo(difference, a, 1) || !addTo(difference, b, ~uint64_t{0})) return make(Kind::Equal, 1, a, b);
  Linear left;
  Linear right;
  uint64_t sign = 0;  // of the first item
  for (unsigned i = 0; i < difference.count; ++i) {
    Item item = difference.items[i];
    item.coefficient &= mask;
    if (item.coefficient == 0) continue;
    if (sign == 0) sign = (item.coefficient & signBit(width)) != 0 ? ~uint64_t{0} : 1;
    item.coefficient = item.coefficient * sign & mask;
    const bool negative = (item.coefficient & signBit(width)) != 0 && item.coefficient != signBit(width);
    if (negative) item.coefficient = (0 - item.coefficient) & mask;
    (negative ? right : left).insert(item);
  }
  if (sign == 0) return truth((difference.constant & mask) == 0);
  right.constant = (0 - difference.constant * sign) & mask;
  if (left.count == 1 && right.count == 0) {
    return equalScaled(left.items[0].base, left.items[0].coefficient, right.constant, width);
  }
  Term x = termOf(left, width);
  Term y = termOf(right, width);
  if (right.count == 0 || right.constant != 0) return make(Kind::Equal, 1, x, y);
  orderOperands(x, y);
  const Term simpler = equalAlike(x, y);
  return simpler == kNoTerm ? make(Kind::Equal, 1, x, y) : simpler;
}

/// coefficient * base == value: an odd factor has an inverse, a power of two asks for low bits.
Term Terms::equalScaled(Term base, uint64_t coefficient, uint64_t value, unsigned width) {
  const auto places = static_cast<unsigned>(std::countr_zero(coefficient));
  if ((value & maskOf(places)) != 0) return truth(false);
  const uint64_t low = (value >> places) * inverseOfOdd(coefficient >> places);
  const unsigned rest = width - places;
  if (coefficient == 1 && nodes_[base].kind == Kind::Add) {  // a sum of too much
    return make(Kind::Equal, 1, base, constant(value, width));
  }
  return equal(extract(base, 0, rest), constant(low, rest));
}

Term Terms::equalConstant(Term a, uint64_t value) {
  const Node node = nodes_[a];
  if ((zeroBits(a) & value) != 0) return truth(false);
  const unsigned narrow = node.a == kNoTerm ? 0 : nodes_[node.a].width;
  switch (node.kind) {
    case Kind::ZeroExtend: return equal(node.a, constant(value, narrow));
    case Kind::SignExtend: {
      const uint64_t extended = static_cast<uint64_t>(asSigned(value & maskOf(narrow), narrow)) & maskOf(node.width);
      return extended == value ? equal(node.a, constant(value, narrow)) : truth(false);
    }
    case Kind::Concat: {
      const unsigned low = nodes_[node.b].width;
      return bitAnd(equal(node.a, constant(value >> low, narrow)), equal(node.b, constant(value, low)));
    }
    case Kind::Not: return equal(node.a, constant(~value, node.width));
    case Kind::Xor: return isConstant(node.b) ? equal(node.a, constant(value ^ valueOf(node.b), node.width)) : kNoTerm;
    case Kind::Or: return isConstant(node.b) && (valueOf(node.b) & ~value) != 0 ? truth(false) : kNoTerm;
    default: return kNoTerm;
  }
}

/// Both sides made the same way.
Term Terms::equalAlike(Term a, Term b) {
  const Node x = nodes_[a];
  const Node y = nodes_[b];
  if (const Term narrow = equalOfExtended(a, b)) return narrow;
  if (x.kind != y.kind) return kNoTerm;
  switch (x.kind) {
    case Kind::Not: return equal(x.a, y.a);
    case Kind::Concat:
      if (nodes_[x.a].width != nodes_[y.a].width) return kNoTerm;
      return bitAnd(equal(x.a, y.a), equal(x.b, y.b));
    default: return kNoTerm;
  }
}

/// In as few bits as hold both, if one of them was extended: what is cut off says nothing.
Term Terms::equalOfExtended(Term a, Term b) {
  if (!isExtension(nodes_[a]) && !isExtension(nodes_[b])) return kNoTerm;
  const unsigned bits = std::min(unsignedBits(a, b), std::max(signedBits(a), signedBits(b)));
  if (bits >= nodes_[a].width) return kNoTerm;
  return equal(extract(a, 0, bits), extract(b, 0, bits));
}

Term Terms::less(Term a, Term b) {
  const Step step(*this);
  const unsigned width = nodes_[a].width;
  if (a == b) return truth(false);
  if (width == 1) return bitAnd(bitNot(a), b);
  if (const Term folded = fold(Kind::Less, 1, a, b)) return folded;
  if (const Term decided = lessByRange(a, b)) return decided;
  if (isConstant(a)) {  // k < b is not b < k + 1
    return isOnes(a) ? truth(false) : bitNot(less(b, constant(valueOf(a) + 1, width)));
  }
  if (step.isTired()) return make(Kind::Less, 1, a, b);
  const Term simpler = isConstant(b) ? lessConstant(a, valueOf(b)) : lessOfExtended(Kind::Less, a, b);
  return simpler == kNoTerm ? make(Kind::Less, 1, a, b) : simpler;
}

/// Where the ranges tell, and for remainders, which are below the divisor unless that is 0.
Term Terms::lessByRange(Term a, Term b) {
  if (ranges_[a].most < ranges_[b].least) return truth(true);
  if (ranges_[a].least >= ranges_[b].most) return truth(false);
  if (nodes_[a].kind == Kind::URem && nodes_[a].b == b) return bitNot(equal(b, constant(0, nodes_[b].width)));
  if (nodes_[b].kind == Kind::URem && nodes_[b].a == a) return truth(false);
  return kNoTerm;
}

Term Terms::lessConstant(Term a, uint64_t value) {
  const Node node = nodes_[a];
  if (value == 0) return truth(false);
  if (value == 1) return equal(a, constant(0, node.width));
  if (value == maskOf(node.width)) return bitNot(equal(a, constant(value, node.width)));
  const uint64_t most = ~zeroBits(a) & maskOf(node.width);
  if (most < value) return truth(true);
  if (node.kind != Kind::ZeroExtend) return kNoTerm;
  return less(node.a, constant(value, nodes_[node.a].width));  // the value fits: it is not above the most
}

Term Terms::lessSigned(Term a, Term b) {
  const Step step(*this);
  const unsigned width = nodes_[a].width;
  if (a == b) return truth(false);
  if (width == 1) return bitAnd(a, bitNot(b));
  if (const Term folded = fold(Kind::LessSigned, 1, a, b)) return folded;
  if (isConstant(a)) {
    const bool isMost = valueOf(a) == maskOf(width - 1);
    return isMost ? truth(false) : bitNot(lessSigned(b, constant(valueOf(a) + 1, width)));
  }
  if (step.isTired()) return make(Kind::LessSigned, 1, a, b);
  const bool isNegativeA = ranges_[a].least >= signBit(width);
  const bool isNegativeB = ranges_[b].least >= signBit(width);
  if ((isNegativeA && isNegativeB) || (isNonNegative(a) && isNonNegative(b))) return less(a, b);
  if (isNegativeA && isNonNegative(b)) return truth(true);
  if (isNonNegative(a) && isNegativeB) return truth(false);
  const Term simpler = isConstant(b) ? lessSignedConstant(a, valueOf(b)) : lessOfExtended(Kind::LessSigned, a, b);
  return simpler == kNoTerm ? make(Kind::LessSigned, 1, a, b) : simpler;
}

Term Terms::lessSignedConstant(Term a, uint64_t value) {
  const Node node = nodes_[a];
  const uint64_t least = signBit(node.width);
  if (value == least) return truth(false);
  if (value == least + 1) return equal(a, constant(least, node.width));
  if (value == least - 1) return bitNot(equal(a, constant(value, node.width)));
  if (node.kind != Kind::SignExtend) return kNoTerm;
  const unsigned narrow = nodes_[node.a].width;
  const int64_t bound = asSigned(value, node.width);
  if (bound > static_cast<int64_t>(maskOf(narrow - 1))) return truth(true);
  if (bound <= asSigned(signBit(narrow), narrow)) return truth(false);
  return lessSigned(node.a, constant(value, narrow));
}

/// In as few bits as hold both, if one of them was extended. Zero extension keeps the order, which is unsigned then;
/// sign extension keeps both orders.
Term Terms::lessOfExtended(Kind kind, Term a, Term b) {
  if (!isExtension(nodes_[a]) && !isExtension(nodes_[b])) return kNoTerm;
  const unsigned width = nodes_[a].width;
  const auto inside = [&](Kind order, unsigned bits) {
    return apply(order, 1, extract(a, 0, bits), extract(b, 0, bits));
  };
  if (const unsigned bits = unsignedBits(a, b); kind == Kind::Less && bits < width) return inside(kind, bits);
  if (const unsigned bits = std::max(signedBits(a), signedBits(b)); bits < width) return inside(kind, bits);
  return kNoTerm;
}

Term Terms::ifThenElse(Term condition, Term yes, Term no) {
  const Step step(*this);
  const unsigned width = nodes_[yes].width;
  if (isConstant(condition)) return isTrue(condition) ? yes : no;
  if (nodes_[condition].kind == Kind::Not) {
    condition = nodes_[condition].a;
    std::swap(yes, no);
  }
  if (nodes_[yes].kind == Kind::IfThenElse && nodes_[yes].a == condition) yes = nodes_[yes].b;
  if (nodes_[no].kind == Kind::IfThenElse && nodes_[no].a == condition) no = nodes_[no].c;
  if (yes == no) return yes;
  if (width == 1) {
    if (const Term simpler = truthChoice(condition, yes, no)) return simpler;
  } else if (width != 0 && isConstant(yes) && isConstant(no)) {
    if (valueOf(yes) == 1 && valueOf(no) == 0) return make(Kind::ZeroExtend, width, condition);
    if (valueOf(yes) == 0 && valueOf(no) == 1) return make(Kind::ZeroExtend, width, bitNot(condition));
    if (isOnes(yes) && valueOf(no) == 0) return make(Kind::SignExtend, width, condition);
    if (valueOf(yes) == 0 && isOnes(no)) return make(Kind::SignExtend, width, bitNot(condition));
  }
  if (step.isTired()) return make(Kind::IfThenElse, width, condition, yes, no);
  const Node inner = nodes_[yes];
  if (inner.kind == Kind::IfThenElse && inner.c == no) return ifThenElse(bitAnd(condition, inner.a), inner.b, no);
  if (inner.kind == Kind::IfThenElse && inner.b == no) {
    return ifThenElse(bitAnd(condition, bitNot(inner.a)), inner.c, no);
  }
  return make(Kind::IfThenElse, width, condition, yes, no);
}

Term Terms::truthChoice(Term condition, Term yes, Term no) {
  if (isTrue(yes) || yes == condition) return bitOr(condition, no);
  if (isFalse(yes) || isComplement(yes, condition)) return bitAnd(bitNot(condition), no);
  if (isFalse(no) || no == condition) return bitAnd(condition, yes);
  if (isTrue(no) || isComplement(no, condition)) return bitOr(bitNot(condition), yes);
  if (isComplement(yes, no)) return bitXor(condition, no);
  return kNoTerm;
}

}  // namespace clew::term
