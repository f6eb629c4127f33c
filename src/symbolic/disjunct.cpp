#include "symbolic/disjunct.h"

#include <algorithm>

namespace clew::symbolic {

namespace {

/// The branch of a trie that is still open: what follows a literal, as far as it is known.
struct OpenNode {
  Term literal;
  Term rest;
};

size_t commonPrefix(std::span<const OpenNode> open, std::span<const Term> literals) {
  const auto differ = std::mismatch(open.begin(), open.end(), literals.begin(), literals.end(),
                                    [](const OpenNode& node, Term literal) { return node.literal == literal; });
  return static_cast<size_t>(differ.first - open.begin());
}

}  // namespace

Term disjunctionOf(term::Terms& terms, std::span<const Query> queries) {
  Term whole = terms.truth(false);
  std::vector<OpenNode> open;
  const auto restAt = [&](size_t depth) -> Term& { return depth == 0 ? whole : open[depth - 1].rest; };
  const auto closeTo = [&](size_t depth) {
    while (open.size() > depth) {
      const OpenNode node = open.back();
      open.pop_back();
      Term& rest = restAt(open.size());
      rest = terms.bitOr(rest, terms.bitAnd(node.literal, node.rest));
    }
  };
  for (const Query& query : queries) {
    closeTo(commonPrefix(open, query.literals));
    for (size_t depth = open.size(); depth < query.literals.size(); ++depth) {
      open.push_back({query.literals[depth], terms.truth(false)});
    }
    restAt(open.size()) = terms.truth(true);
  }
  closeTo(0);
  return whole;
}

}  // namespace clew::symbolic
