// Pointers are sums: a constant part, which says which object is meant, and the rest, of which it is known in what
// steps it goes.
#pragma once

#include <numeric>
#include <vector>

#include "term/bits.h"
#include "term/term.h"

namespace clew::symbolic {

/// The sum of the constants in a sum.
inline uint64_t constantPart(const term::Terms& terms, term::Term term) {
  uint64_t sum = 0;
  std::vector<term::Term> work{term};
  while (!work.empty()) {
    const term::Node& node = terms[work.back()];
    work.pop_back();
    if (node.kind == term::Kind::Constant) sum += node.value;
    if (node.kind == term::Kind::Add) work.insert(work.end(), {node.a, node.b});
  }
  return sum & term::maskOf(terms.widthOf(term));
}

/// What the symbolic part of a sum is a multiple of, whatever its symbols are.
inline uint64_t strideOf(const term::Terms& terms, term::Term term) {
  uint64_t exact = 0;  // common divisor
  bool wraps = false;  // sums of such size that they may leave the word, so only powers of two are sure
  std::vector<term::Term> work{term};
  while (!work.empty()) {
    const term::Node node = terms[work.back()];
    const term::Term self = work.back();
    work.pop_back();
    if (node.kind == term::Kind::Constant) continue;
    if (node.kind == term::Kind::Add) {
      work.insert(work.end(), {node.a, node.b});
      continue;
    }
    uint64_t factor = 1;
    term::Term rest = self;
    if (node.kind == term::Kind::Mul && terms.isConstant(node.a)) factor = terms.valueOf(node.a), rest = node.b;
    if (node.kind == term::Kind::Mul && terms.isConstant(node.b)) factor = terms.valueOf(node.b), rest = node.a;
    const term::Kind kind = terms[rest].kind;
    const bool isNarrow = (kind == term::Kind::SignExtend || kind == term::Kind::ZeroExtend) &&
                          terms.widthOf(terms[rest].a) <= 32 && terms.widthOf(rest) == 64;
    if (term::asSigned(factor, node.width) < 0) factor = (0 - factor) & term::maskOf(node.width);
    wraps |= !isNarrow || factor >> 24 != 0;
    exact = std::gcd(exact, factor);
  }
  if (exact == 0) return 1;
  return wraps ? exact & -exact : exact;
}

}  // namespace clew::symbolic
