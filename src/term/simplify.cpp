// What all rules use: constants, terms that are one of two constants, and bits that are known.
#include "term/simplify.h"

#include <algorithm>
#include <bit>

#include "term/bits.h"
#include "term/compute.h"

namespace clew::term {

uint64_t Terms::maskOfTerm(Term term) const { return maskOf(nodes_[term].width); }

/// Operands of commutative operations: a constant is the second, otherwise the older term is the first.
void Terms::orderOperands(Term& a, Term& b) const {
  if (isConstant(a) != isConstant(b) ? isConstant(a) : a > b) std::swap(a, b);
}

/// `c ? 7 : 9`, also written as an extension of one bit.
bool Terms::choiceOf(Term term, Choice& choice) const {
  const Node& node = nodes_[term];
  if (node.kind == Kind::IfThenElse && node.width != 0 && isConstant(node.b) && isConstant(node.c)) {
    choice = {node.a, nodes_[node.b].value, nodes_[node.c].value};
  } else if ((node.kind == Kind::ZeroExtend || node.kind == Kind::SignExtend) && nodes_[node.a].width == 1) {
    choice = {node.a, node.kind == Kind::ZeroExtend ? 1 : maskOf(node.width), 0};
  } else {
    return false;
  }
  const Node& condition = nodes_[choice.condition];
  if (condition.kind == Kind::Not) choice = {condition.a, choice.no, choice.yes};
  return true;
}

/// The operation on constants, and on terms that are one of two constants by the same condition; or none.
Term Terms::fold(Kind kind, unsigned width, Term a, Term b, uint64_t value) {
  const unsigned operandWidth = nodes_[a].width;
  const bool unary = b == kNoTerm;
  if (isConstant(a) && (unary || isConstant(b))) {
    return constant(compute(kind, width, operandWidth, value, valueOf(a), unary ? 0 : valueOf(b), 0), width);
  }
  Choice first{kNoTerm, 0, 0};
  Choice second{kNoTerm, 0, 0};
  if (isConstant(a)) {
    first = {kNoTerm, valueOf(a), valueOf(a)};
  } else if (!choiceOf(a, first)) {
    return kNoTerm;
  }
  if (!unary && isConstant(b)) {
    second = {kNoTerm, valueOf(b), valueOf(b)};
  } else if (!unary && !choiceOf(b, second)) {
    return kNoTerm;
  }
  if (first.condition != kNoTerm && second.condition != kNoTerm && first.condition != second.condition) return kNoTerm;
  const Term condition = first.condition != kNoTerm ? first.condition : second.condition;
  return ifThenElse(condition, constant(compute(kind, width, operandWidth, value, first.yes, second.yes, 0), width),
                    constant(compute(kind, width, operandWidth, value, first.no, second.no, 0), width));
}

/// So many bits hold both terms as unsigned numbers.
unsigned Terms::unsignedBits(Term a, Term b) const {
  const uint64_t most = std::max(ranges_[a].most, ranges_[b].most);
  return std::max(static_cast<unsigned>(std::bit_width(most)), 1u);
}

/// Whether its sign bit is 0.
bool Terms::isNonNegative(Term term) const { return (zeroBits(term) & signBit(nodes_[term].width)) != 0; }

/// Bits that are 0 whatever the symbols are.
uint64_t Terms::zeroBits(Term term, unsigned depth) const {
  const Node& node = nodes_[term];
  const uint64_t mask = maskOf(node.width);
  if (node.kind == Kind::Constant) return ~node.value & mask;
  const uint64_t above = mask & ~maskOf(static_cast<unsigned>(std::bit_width(ranges_[term].most)));
  return depth == 0 ? above : above | zeroBitsInside(node, depth);
}

/// Those that the operands' bits tell.
uint64_t Terms::zeroBitsInside(const Node& node, unsigned depth) const {
  const uint64_t mask = maskOf(node.width);
  const auto of = [&](Term operand) { return zeroBits(operand, depth - 1); };
  const auto lowZeros = [&](Term operand) { return static_cast<unsigned>(std::countr_one(of(operand))); };
  switch (node.kind) {
    case Kind::ZeroExtend: return of(node.a) | (mask & ~maskOfTerm(node.a));
    case Kind::SignExtend: {
      const uint64_t zeros = of(node.a);
      const bool isPositive = (zeros & signBit(nodes_[node.a].width)) != 0;
      return isPositive ? zeros | (mask & ~maskOfTerm(node.a)) : zeros;
    }
    case Kind::Concat: return of(node.a) << nodes_[node.b].width | of(node.b);
    case Kind::Extract: return of(node.a) >> node.value & mask;
    case Kind::And: return of(node.a) | of(node.b);
    case Kind::Or:
    case Kind::Xor: return of(node.a) & of(node.b);
    case Kind::IfThenElse: return of(node.b) & of(node.c);
    case Kind::Add: return maskOf(std::min(lowZeros(node.a), lowZeros(node.b))) & mask;
    case Kind::Mul: return maskOf(std::min(lowZeros(node.a) + lowZeros(node.b), 64u)) & mask;
    default: return 0;
  }
}

/// So many bits hold the term as a signed number.
unsigned Terms::signedBits(Term term, unsigned depth) const {
  const Node& node = nodes_[term];
  if (node.kind == Kind::Constant) {
    const auto bits = static_cast<uint64_t>(asSigned(node.value, node.width));
    return 65 - static_cast<unsigned>(std::max(std::countl_zero(bits), std::countl_one(bits)));
  }
  const unsigned most = std::min<unsigned>(node.width, static_cast<unsigned>(std::bit_width(ranges_[term].most)) + 1);
  if (node.kind == Kind::SignExtend) return std::min<unsigned>(most, nodes_[node.a].width);
  if (depth == 0) return most;
  const auto of = [&](Term operand) { return signedBits(operand, depth - 1); };
  switch (node.kind) {
    case Kind::IfThenElse: return std::min(most, std::max(of(node.b), of(node.c)));
    case Kind::Add: return std::min(most, std::max(of(node.a), of(node.b)) + 1);
    case Kind::Mul: return std::min(most, of(node.a) + of(node.b));
    case Kind::SDiv: return std::min(most, of(node.a) + 1);  // by -1; by 0 it is 1 or -1, which has room, too
    case Kind::SRem: {
      const unsigned bits = std::min(most, of(node.a));
      return isConstant(node.b) && valueOf(node.b) != 0 ? std::min(bits, of(node.b)) : bits;
    }
    default: return most;
  }
}

Term Terms::apply(Kind kind, unsigned width, Term a, Term b, Term c) {
  const Step step(*this);
  switch (kind) {
    case Kind::Add: return add(a, b);
    case Kind::Mul: return mul(a, b);
    case Kind::And: return bitAnd(a, b);
    case Kind::Or: return bitOr(a, b);
    case Kind::Xor: return bitXor(a, b);
    case Kind::Not: return bitNot(a);
    case Kind::ZeroExtend: return zeroExtend(a, width);
    case Kind::SignExtend: return signExtend(a, width);
    case Kind::Concat: return concat(a, b);
    case Kind::Equal: return equal(a, b);
    case Kind::Less: return less(a, b);
    case Kind::LessSigned: return lessSigned(a, b);
    case Kind::IfThenElse: return ifThenElse(a, b, c);
    case Kind::Store: return store(a, b, c);
    case Kind::Select: return select(a, b);
    case Kind::UDiv:
    case Kind::SDiv:
    case Kind::URem:
    case Kind::SRem: return divide(kind, a, b);
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr: return shift(kind, a, b);
    case Kind::AddOverflows:
    case Kind::SubOverflows:
    case Kind::MulOverflows:
    case Kind::UMulOverflows: return overflows(kind, a, b);
    default: return floatOperation(kind, width, a, b, c);
  }
}

}  // namespace clew::term
