// Arithmetic. A sum is a constant and terms times coefficients, modulo 2^width; it is written as
//   ((k1*t1 + k2*t2) + ...) + constant
// with the terms by rising number, each once, so that equal sums are equal terms. A sum of more than kMostItems stays
// as it was written: sorting it anew at every addition would take quadratic time.
#include <algorithm>
#include <array>
#include <bit>

#include "term/bits.h"
#include "term/simplify.h"

namespace clew::term {

Term Terms::termOf(const Linear& sum, unsigned width) {
  const uint64_t mask = maskOf(width);
  const uint64_t rest = sum.constant & mask;
  Term result = kNoTerm;
  unsigned used = 0;
  for (unsigned i = 0; i < sum.count; ++i) {
    const uint64_t coefficient = sum.items[i].coefficient & mask;
    if (coefficient == 0) continue;
    const Term base = sum.items[i].base;
    const Term item = coefficient == 1 ? base : make(Kind::Mul, width, base, constant(coefficient, width));
    if (++used == 1 && coefficient == mask && rest == mask && sum.count == 1) return bitNot(base);
    result = result == kNoTerm ? item : make(Kind::Add, width, result, item);
  }
  if (result == kNoTerm) return constant(rest, width);
  return rest == 0 ? result : make(Kind::Add, width, result, constant(rest, width));
}

/// Adds a term with all that it is a sum of; false, and `sum` is useless, if that is too much.
bool Terms::addFlat(Linear& sum, Term term, uint64_t coefficient) const {
  constexpr unsigned kMostSteps = 4 * kMostItems;
  std::array<Item, kMostSteps + 2> open;
  unsigned size = 1;
  open[0] = {term, coefficient};
  for (unsigned step = 0; size > 0; ++step) {
    if (step == kMostSteps) return false;
    const Item item = open[--size];
    const Node& node = nodes_[item.base];
    if (node.kind == Kind::Constant) {
      sum.constant += item.coefficient * node.value;
    } else if (node.kind == Kind::Add) {
      open[size++] = {node.a, item.coefficient};
      open[size++] = {node.b, item.coefficient};
    } else if (node.kind == Kind::Mul && isConstant(node.b)) {
      open[size++] = {node.a, item.coefficient * valueOf(node.b)};
    } else if (node.kind == Kind::Not) {  // -x - 1
      open[size++] = {node.a, uint64_t{0} - item.coefficient};
      sum.constant -= item.coefficient;
    } else if (!sum.insert(item)) {
      return false;
    }
  }
  return true;
}

/// The same; a term that is a sum of too much is added as one.
bool Terms::addTo(Linear& sum, Term term, uint64_t coefficient) const {
  Linear flat = sum;
  if (addFlat(flat, term, coefficient)) {
    sum = flat;
    return true;
  }
  return addWhole(sum, term, coefficient);
}

/// Adds a term as one, but for a constant and a coefficient.
bool Terms::addWhole(Linear& sum, Term term, uint64_t coefficient) const {
  if (nodes_[term].kind == Kind::Add && isConstant(nodes_[term].b)) {
    sum.constant += coefficient * valueOf(nodes_[term].b);
    term = nodes_[term].a;
  }
  if (nodes_[term].kind == Kind::Mul && isConstant(nodes_[term].b)) {
    coefficient *= valueOf(nodes_[term].b);
    term = nodes_[term].a;
  }
  return sum.insert({term, coefficient});
}

/// a + factor * b
Term Terms::addScaled(Term a, Term b, uint64_t factor) {
  Linear sum;
  if (!addTo(sum, a, 1) || !addTo(sum, b, factor)) {
    sum = Linear();
    addWhole(sum, a, 1);  // two terms always have room
    addWhole(sum, b, factor);
  }
  return termOf(sum, nodes_[a].width);
}

Term Terms::add(Term a, Term b) {
  const Step step(*this);
  const unsigned width = nodes_[a].width;
  orderOperands(a, b);
  if (isConstant(b, 0)) return a;
  if (width == 1) return bitXor(a, b);
  if (nodes_[a].kind == Kind::IfThenElse || isConstant(a)) {
    if (const Term folded = fold(Kind::Add, width, a, b)) return folded;
  }
  return addScaled(a, b, 1);
}

Term Terms::sub(Term a, Term b) {
  const Step step(*this);
  const unsigned width = nodes_[a].width;
  if (width == 1) return bitXor(a, b);
  if (isConstant(b)) return add(a, constant(0 - valueOf(b), width));
  return addScaled(a, b, ~uint64_t{0});
}

Term Terms::negate(Term a) {
  const unsigned width = nodes_[a].width;
  return mul(a, constant(~uint64_t{0}, width));
}

Term Terms::mul(Term a, Term b) {
  const Step step(*this);
  const unsigned width = nodes_[a].width;
  orderOperands(a, b);
  if (width == 1) return bitAnd(a, b);
  if (nodes_[a].kind == Kind::IfThenElse || isConstant(a)) {
    if (const Term folded = fold(Kind::Mul, width, a, b)) return folded;
  }
  if (isConstant(b)) {
    Linear sum;
    addTo(sum, a, valueOf(b));  // one term always has room
    return termOf(sum, width);
  }
  uint64_t coefficient = 1;
  for (Term* factor : {&a, &b}) {
    const Node& node = nodes_[*factor];
    if (node.kind != Kind::Mul || !isConstant(node.b)) continue;
    coefficient *= valueOf(node.b);
    *factor = node.a;
  }
  orderOperands(a, b);
  const Term whole = step.isTired() ? make(Kind::Mul, width, a, b) : product(a, b);
  return (coefficient & maskOf(width)) == 1 ? whole : mul(whole, constant(coefficient, width));
}

/// Of two that are no constants: in as few bits as hold the result.
Term Terms::product(Term a, Term b) {
  const unsigned width = nodes_[a].width;
  const auto inside = [&](unsigned bits) { return mul(extract(a, 0, bits), extract(b, 0, bits)); };
  uint64_t most = 0;
  if (!__builtin_mul_overflow(ranges_[a].most, ranges_[b].most, &most)) {
    const unsigned bits = std::max(static_cast<unsigned>(std::bit_width(most)), 1u);
    if (bits < width) return zeroExtend(inside(bits), width);
  }
  const unsigned bits = signedBits(a) + signedBits(b);
  return bits < width ? signExtend(inside(bits), width) : make(Kind::Mul, width, a, b);
}

/// Signed arithmetic with a constant leaves the width beyond a bound of the other operand.
Term Terms::overflows(Kind kind, Term a, Term b) {
  if (kind != Kind::SubOverflows) orderOperands(a, b);
  const unsigned width = nodes_[a].width;
  if (const Term folded = fold(kind, 1, a, b)) return folded;
  const uint64_t most = maskOf(width - 1);
  const uint64_t least = signBit(width);
  if (kind == Kind::UMulOverflows) {
    uint64_t greatest = 0;
    if (!__builtin_mul_overflow(ranges_[a].most, ranges_[b].most, &greatest) && greatest <= maskOf(width)) {
      return truth(false);
    }
    if (isConstant(b) && valueOf(b) != 0) return less(constant(maskOf(width) / valueOf(b), width), a);
    return make(kind, 1, a, b);
  }
  if (kind == Kind::MulOverflows) {
    if (signedBits(a) + signedBits(b) <= width || isConstant(b, 0) || (isConstant(b, 1) && width > 1)) {
      return truth(false);
    }
    return make(kind, 1, a, b);
  }
  if (a == b && kind == Kind::SubOverflows) return truth(false);
  if (signedBits(a) < width && signedBits(b) < width) return truth(false);
  if (isConstant(b)) {
    // a + k leaves above if k > 0 and below if k < 0; a - k the other way round, also for the least k.
    const uint64_t k = valueOf(b);
    const bool adds = kind == Kind::AddOverflows;
    const bool above = (asSigned(k, width) > 0) == adds;
    const uint64_t shifted = adds ? 0 - k : k;
    if (k == 0) return truth(false);
    return above ? lessSigned(constant(most + shifted, width), a) : lessSigned(a, constant(least + shifted, width));
  }
  if (isConstant(a)) {
    const uint64_t k = valueOf(a);
    return asSigned(k, width) < 0 ? lessSigned(constant(k - least, width), b)
                                  : lessSigned(b, constant(k - most, width));
  }
  return make(kind, 1, a, b);
}

}  // namespace clew::term
