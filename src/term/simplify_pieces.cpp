// Pieces of words: extracts, extensions, concatenations. A word that is stored byte by byte is cut into extracts;
// reading it back puts them together, and must give the word again: what is next to each other in one term is one
// extract, also where a part of it was simplified. Concatenations lean to the right; zeros above are a ZeroExtend.
#include <bit>

#include "term/bits.h"
#include "term/simplify.h"

namespace clew::term {

Term Terms::extract(Term a, unsigned lowest, unsigned width) {
  const Step step(*this);
  const Node node = nodes_[a];
  if (width == node.width) return a;
  if (const Term folded = fold(Kind::Extract, width, a, kNoTerm, lowest)) return folded;
  if (node.kind == Kind::Extract) return extract(node.a, lowest + static_cast<unsigned>(node.value), width);
  const Term whole = make(Kind::Extract, width, a, kNoTerm, kNoTerm, lowest);
  if (step.isTired()) return whole;
  Term simpler = kNoTerm;
  switch (node.kind) {
    case Kind::Concat: {
      const unsigned middle = nodes_[node.b].width;
      if (lowest >= middle) return extract(node.a, lowest - middle, width);
      if (lowest + width <= middle) return extract(node.b, lowest, width);
      return concat(extract(node.a, 0, lowest + width - middle), extract(node.b, lowest, middle - lowest));
    }
    case Kind::ZeroExtend:
    case Kind::SignExtend: simpler = extractOfExtended(node, lowest, width); break;
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
    case Kind::Mul: simpler = isConstant(node.b) ? extractOfLogic(node, lowest, width) : kNoTerm; break;
    case Kind::Add: simpler = lowest == 0 ? extractOfSum(a, width) : kNoTerm; break;
    default: break;
  }
  return simpler == kNoTerm ? whole : simpler;
}

/// Only sign bits stay an extract: so they find the word again when they are put together.
Term Terms::extractOfExtended(const Node& node, unsigned lowest, unsigned width) {
  const unsigned narrow = nodes_[node.a].width;
  if (lowest + width <= narrow) return extract(node.a, lowest, width);
  if (lowest < narrow) {
    const Term part = extract(node.a, lowest, narrow - lowest);
    return node.kind == Kind::ZeroExtend ? zeroExtend(part, width) : signExtend(part, width);
  }
  return node.kind == Kind::ZeroExtend ? constant(0, width) : kNoTerm;
}

/// Where the constant decides all bits or none; and what a power of two has shifted.
Term Terms::extractOfLogic(const Node& node, unsigned lowest, unsigned width) {
  const uint64_t value = valueOf(node.b);
  if (node.kind == Kind::Mul) {
    const auto places = static_cast<unsigned>(std::countr_zero(value));
    if (lowest + width <= places) return constant(0, width);
    return std::has_single_bit(value) && lowest >= places ? extract(node.a, lowest - places, width) : kNoTerm;
  }
  const uint64_t mask = maskOf(width);
  const uint64_t part = value >> lowest & mask;
  if (node.kind == Kind::And && part == 0) return constant(0, width);
  if (node.kind == Kind::Or && part == mask) return constant(mask, width);
  return part == (node.kind == Kind::And ? mask : 0) ? extract(node.a, lowest, width) : kNoTerm;
}

/// The low bits of a sum of what was extended are the sum of low bits.
Term Terms::extractOfSum(Term sum, unsigned width) {
  constexpr unsigned kFew = 4;
  Linear whole;
  if (!addFlat(whole, sum, 1) || whole.count > kFew) return kNoTerm;
  Linear cut;
  cut.constant = whole.constant;
  for (unsigned i = 0; i < whole.count; ++i) {
    const Item& item = whole.items[i];
    const Kind kind = nodes_[item.base].kind;
    if (kind != Kind::ZeroExtend && kind != Kind::SignExtend && kind != Kind::Concat) return kNoTerm;
    if (!addFlat(cut, extract(item.base, 0, width), item.coefficient)) return kNoTerm;
  }
  return width == 1 ? kNoTerm : termOf(cut, width);
}

Term Terms::zeroExtend(Term a, unsigned width) {
  const Step step(*this);
  const Node node = nodes_[a];
  if (width == node.width) return a;
  if (node.kind == Kind::ZeroExtend) return zeroExtend(node.a, width);
  if (const Term folded = fold(Kind::ZeroExtend, width, a)) return folded;
  if (node.kind == Kind::Extract && node.value + width <= nodes_[node.a].width) {
    const uint64_t above = maskOf(width) & ~maskOf(node.width);  // bits that are 0 in the whole term, too
    if ((zeroBits(node.a) >> node.value & above) == above)
      return extract(node.a, static_cast<unsigned>(node.value), width);
  }
  if (node.kind == Kind::Concat && isConstant(node.b, 0)) {
    const uint64_t factor = uint64_t{1} << nodes_[node.b].width;
    return mul(zeroExtend(node.a, width), constant(factor, width));
  }
  if (node.kind == Kind::Mul && nodes_[node.a].kind == Kind::ZeroExtend && isConstant(node.b)) {
    const auto places = static_cast<unsigned>(std::countr_zero(valueOf(node.b)));
    const Term shifted = nodes_[node.a].a;
    if (std::has_single_bit(valueOf(node.b)) && nodes_[shifted].width + places <= node.width) {  // nothing is lost
      return mul(zeroExtend(shifted, width), constant(valueOf(node.b), width));
    }
  }
  return make(Kind::ZeroExtend, width, a);
}

Term Terms::signExtend(Term a, unsigned width) {
  const Step step(*this);
  const Node node = nodes_[a];
  if (width == node.width) return a;
  if (node.kind == Kind::SignExtend) return signExtend(node.a, width);
  if (const Term folded = fold(Kind::SignExtend, width, a)) return folded;
  if ((zeroBits(a) & signBit(node.width)) != 0) return zeroExtend(a, width);
  return make(Kind::SignExtend, width, a);
}

/// One term for two that are next to each other, or none.
Term Terms::mergeAdjacent(Term high, Term low) {
  const unsigned highWidth = nodes_[high].width;
  const unsigned lowWidth = nodes_[low].width;
  const Node above = nodes_[high];
  if (above.kind == Kind::Extract && above.value >= lowWidth) {
    const auto lowest = static_cast<unsigned>(above.value) - lowWidth;
    if (extract(above.a, lowest, lowWidth) == low) return extract(above.a, lowest, highWidth + lowWidth);
  }
  const Node below = nodes_[low];
  if (below.kind == Kind::Extract && below.value + lowWidth + highWidth <= nodes_[below.a].width) {
    const auto lowest = static_cast<unsigned>(below.value);
    if (extract(below.a, lowest + lowWidth, highWidth) == high) return extract(below.a, lowest, highWidth + lowWidth);
  }
  if (above.kind == Kind::SignExtend) {
    if (const Term merged = mergeAdjacent(above.a, low)) return signExtend(merged, highWidth + lowWidth);
  }
  return fold(Kind::Concat, highWidth + lowWidth, high, low);
}

Term Terms::concat(Term high, Term low) {
  const Step step(*this);
  const unsigned width = nodes_[high].width + nodes_[low].width;
  if (step.isTired()) return make(Kind::Concat, width, high, low);
  if (isConstant(high, 0)) return zeroExtend(low, width);
  const Node above = nodes_[high];
  if (above.kind == Kind::Concat) return concat(above.a, concat(above.b, low));
  if (above.kind == Kind::ZeroExtend) {
    if (const Term folded = fold(Kind::Concat, width, high, low)) return folded;
    return zeroExtend(concat(above.a, low), width);
  }
  if (const Term merged = mergeAdjacent(high, low)) return merged;
  const Node below = nodes_[low];
  if (below.kind == Kind::Concat) {
    if (const Term merged = mergeAdjacent(high, below.a)) return concat(merged, below.b);
  }
  if (below.kind == Kind::ZeroExtend && above.kind == Kind::Constant) {
    const unsigned zeros = below.width - nodes_[below.a].width;
    return concat(constant(above.value << zeros, above.width + zeros), below.a);
  }
  return make(Kind::Concat, width, high, low);
}

/// Marks the bits at which a new piece begins, but for the lowest.
void Terms::boundariesOf(Term term, uint64_t& boundaries) const {
  unsigned lowest = 0;
  const auto mark = [&](unsigned bit) {
    if (bit < 64) boundaries |= uint64_t{1} << bit;  // others were shifted out
  };
  for (int piece = 0; piece < 64; ++piece) {
    const Node& node = nodes_[term];
    if (node.kind == Kind::Concat) {
      // It leans to the right: what is above has no pieces.
      mark(lowest + nodes_[node.b].width);
      term = node.b;
    } else if (node.kind == Kind::ZeroExtend) {
      mark(lowest + nodes_[node.a].width);
      term = node.a;
    } else if (node.kind == Kind::Mul && isConstant(node.b) && std::has_single_bit(valueOf(node.b))) {
      lowest += static_cast<unsigned>(std::countr_zero(valueOf(node.b)));
      mark(lowest);
      term = node.a;
    } else {
      return;
    }
  }
}

/// a | b where no bit can be 1 in both: the pieces of one lie between those of the other.
Term Terms::joinDisjoint(Term a, Term b) {
  const unsigned width = nodes_[a].width;
  if ((zeroBits(a, 8) | zeroBits(b, 8)) != maskOf(width)) return kNoTerm;
  uint64_t boundaries = 0;
  boundariesOf(a, boundaries);
  boundariesOf(b, boundaries);
  boundaries &= maskOf(width) & ~uint64_t{1};
  if (boundaries == 0) return kNoTerm;
  Term result = kNoTerm;
  for (unsigned lowest = 0; lowest < width;) {
    const uint64_t rest = lowest == 63 ? 0 : boundaries >> (lowest + 1);
    const unsigned next = rest == 0 ? width : lowest + 1 + static_cast<unsigned>(std::countr_zero(rest));
    const Term x = extract(a, lowest, next - lowest);
    const Term y = extract(b, lowest, next - lowest);
    if (!isConstant(x, 0) && !isConstant(y, 0) && !(isConstant(x) && isConstant(y))) return kNoTerm;
    const Term piece = bitOr(x, y);
    result = result == kNoTerm ? piece : concat(piece, result);
    lowest = next;
  }
  return result;
}

}  // namespace clew::term
