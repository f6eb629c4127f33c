// Ranges: between which unsigned values a term lies whatever its symbols are. They follow from the ranges of the
// operands alone, so they are computed once, when the term is made, and cost the same however deep it is. What they
// are for: a division of numbers below 16 need not be a circuit of 64 bits.
#include <algorithm>
#include <bit>

#include "term/bits.h"
#include "term/term.h"

namespace clew::term {
namespace {

Range sumOf(const Range& a, const Range& b, uint64_t mask) {
  const bool leastWraps = a.least > mask - b.least;
  const bool mostWraps = a.most > mask - b.most;
  if (leastWraps != mostWraps) return {0, mask};
  return {(a.least + b.least) & mask, (a.most + b.most) & mask};
}

Range productOf(const Range& a, const Range& b, uint64_t mask) {
  uint64_t most = 0;
  if (__builtin_mul_overflow(a.most, b.most, &most) || most > mask) return {0, mask};
  return {a.least * b.least, most};
}

/// False if it leaves the width.
bool addTimes(Range& sum, const Range& range, uint64_t factor, uint64_t mask) {
  uint64_t most = 0;
  if (__builtin_mul_overflow(range.most, factor, &most) || most > mask || sum.most > mask - most) return false;
  sum = {sum.least + range.least * factor, sum.most + most};
  return true;
}

Range quotientOf(const Range& a, const Range& b, uint64_t mask) {
  if (b.least == 0) return {a.least / std::max<uint64_t>(b.most, 1), mask};
  return {a.least / b.most, a.most / b.least};
}

/// By zero it is the dividend.
Range remainderOf(const Range& a, const Range& b) {
  if (a.most < b.least) return a;
  return {0, b.least == 0 ? a.most : std::min(a.most, b.most - 1)};
}

Range signExtensionOf(const Range& a, unsigned from, unsigned to) {
  if (a.most < signBit(from)) return a;
  const uint64_t above = maskOf(to) & ~maskOf(from);
  if (a.least < signBit(from)) return {0, maskOf(to)};
  return {a.least | above, a.most | above};
}

}  // namespace

/// A sum without what wraps: negative coefficients are subtracted. False if the result may wrap, or is a sum of many.
bool Terms::rangeOfDifference(const Node& sum, Range& range) const {
  constexpr unsigned kMostItems = 8;
  const unsigned width = sum.width;
  const uint64_t mask = maskOf(width);
  Range added{0, 0};
  Range subtracted{0, 0};
  const auto addItem = [&](Term term) {
    const Node& node = nodes_[term];
    const bool isScaled = node.kind == Kind::Mul && isConstant(node.b);
    const uint64_t factor = isScaled ? valueOf(node.b) : node.kind == Kind::Constant ? node.value : 1;
    const Range base = isScaled ? ranges_[node.a] : node.kind == Kind::Constant ? Range{1, 1} : ranges_[term];
    const bool isNegative = factor >= signBit(width);
    return addTimes(isNegative ? subtracted : added, base, isNegative ? (0 - factor) & mask : factor, mask);
  };
  const Node* rest = &sum;
  for (unsigned item = 1; item < kMostItems; ++item) {
    if (!addItem(rest->b)) return false;
    if (nodes_[rest->a].kind != Kind::Add) {
      if (!addItem(rest->a) || added.least < subtracted.most) return false;
      range = {added.least - subtracted.most, added.most - subtracted.least};
      return true;
    }
    rest = &nodes_[rest->a];
  }
  return false;
}

Range Terms::rangeOfNode(const Node& node) const {
  if (node.width == 0) return {0, 0};
  const uint64_t mask = maskOf(node.width);
  const Range a = ranges_[node.a];
  const Range b = ranges_[node.b];
  switch (node.kind) {
    case Kind::Constant: return {node.value, node.value};
    case Kind::Add: {
      Range range;
      return rangeOfDifference(node, range) ? range : sumOf(a, b, mask);
    }
    case Kind::Mul: return productOf(a, b, mask);
    case Kind::UDiv: return quotientOf(a, b, mask);
    case Kind::URem: return remainderOf(a, b);
    case Kind::And: return {0, std::min(a.most, b.most)};
    case Kind::Or: return {std::max(a.least, b.least), maskOf(static_cast<unsigned>(std::bit_width(a.most | b.most)))};
    case Kind::Xor: return {0, maskOf(static_cast<unsigned>(std::bit_width(a.most | b.most)))};
    case Kind::Not: return {mask - a.most, mask - a.least};
    case Kind::LShr: return {0, a.most};
    case Kind::AShr: return a.most < signBit(node.width) ? Range{0, a.most} : Range{0, mask};
    case Kind::Extract:
      return a.most >> node.value > mask ? Range{0, mask} : Range{a.least >> node.value, a.most >> node.value};
    case Kind::ZeroExtend: return a;
    case Kind::SignExtend: return signExtensionOf(a, nodes_[node.a].width, node.width);
    case Kind::Concat: {
      const unsigned low = nodes_[node.b].width;
      return {a.least << low | b.least, a.most << low | b.most};
    }
    case Kind::IfThenElse: {
      const Range c = ranges_[node.c];
      return {std::min(b.least, c.least), std::max(b.most, c.most)};
    }
    default: return {0, mask};
  }
}

}  // namespace clew::term
