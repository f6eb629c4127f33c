// Arrays: a read passes the stores that are elsewhere for certain, and a store replaces the one it overwrites. Indices
// are compared only as far as numbers decide: the same term, two constants, or one term plus two constants.
#include <vector>

#include "term/simplify.h"

namespace clew::term {
namespace {

constexpr unsigned kMostReads = 4096;
constexpr unsigned kMostOverwritten = 64;  // stores that are looked through for the one that is overwritten

}  // namespace

bool Terms::differByConstant(Term a, Term b) const {
  const auto offset = [&](Term& term) -> uint64_t {
    const Node& node = nodes_[term];
    if (node.kind == Kind::Constant) {
      term = kNoTerm;
      return node.value;
    }
    if (node.kind != Kind::Add || !isConstant(node.b)) return 0;
    term = node.a;
    return valueOf(node.b);
  };
  const uint64_t first = offset(a);
  const uint64_t second = offset(b);
  return a == b && first != second;
}

/// What is at the index, if that is known; otherwise none, and `array` is where reading must begin.
Term Terms::readThrough(Term& array, Term index) const {
  for (unsigned read = 0; read < kMostReads; ++read) {
    const Node& node = nodes_[array];
    if (node.kind == Kind::ArrayZero) return 8;  // the zeros are the first terms, by width
    if (node.kind != Kind::Store) return kNoTerm;
    if (node.b == index) return node.c;
    if (!differByConstant(node.b, index)) return kNoTerm;
    array = node.a;
  }
  return kNoTerm;
}

Term Terms::select(Term array, Term index) {
  const Step step(*this);
  if (const Term known = readThrough(array, index)) return known;
  return make(Kind::Select, 8, array, index);
}

Term Terms::store(Term array, Term index, Term element) {
  const Step step(*this);
  Term begin = array;
  const Term known = readThrough(begin, index);
  if (known == element && known != kNoTerm) return array;
  const Node& written = nodes_[element];
  if (known == kNoTerm && written.kind == Kind::Select && written.a == begin && written.b == index) return array;
  std::vector<Term> above;
  Term below = array;
  while (nodes_[below].kind == Kind::Store && above.size() < kMostOverwritten) {
    const Node& node = nodes_[below];
    if (node.b == index) {
      Term result = make(Kind::Store, 0, node.a, index, element);
      for (size_t i = above.size(); i-- > 0;)
        result = make(Kind::Store, 0, result, nodes_[above[i]].b, nodes_[above[i]].c);
      return result;
    }
    if (!differByConstant(node.b, index)) break;
    above.push_back(below);
    below = node.a;
  }
  return make(Kind::Store, 0, array, index, element);
}

}  // namespace clew::term
