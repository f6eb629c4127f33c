// Terms with other terms in place of symbols.
#pragma once

#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace clew::term {

class Substitution {
 public:
  explicit Substitution(Terms& terms) : terms_(terms) {}

  /// Of the same width. To be said before the first use.
  void put(Term symbol, Term instead) { known_[symbol] = instead; }
  Term operator()(Term term);

 private:
  Term rebuilt(const Node& node) const;
  Term of(Term term) const { return term == kNoTerm ? kNoTerm : known_.at(term); }

  Terms& terms_;
  std::unordered_map<Term, Term> known_;
  std::vector<Term> work_;
};

}  // namespace clew::term
