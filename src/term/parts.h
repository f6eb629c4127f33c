// A term's parts: itself, and all that it is made of.
#pragma once

#include <unordered_set>
#include <vector>

#include "term/term.h"

namespace clew::term {

/// Looks at each part once, until `look` says that this is enough.
template <typename Look>
void forEachPart(const Terms& terms, Term term, Look look) {
  std::unordered_set<Term> seen;
  std::vector<Term> work{term};
  while (!work.empty()) {
    const Term part = work.back();
    work.pop_back();
    if (!seen.insert(part).second) continue;
    const Node& node = terms[part];
    if (!look(part, node)) return;
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != kNoTerm) work.push_back(operand);
    }
  }
}

}  // namespace clew::term
