// Horn clauses: what must be true of some relations. Z3's Spacer looks for relations that fit, in integers; see
// integers.h for what that can say. Nobody has checked what it finds.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "term/term.h"

namespace clew::term {

/// If `from` is true of its parameters, and all literals are, then `to` is true of the arguments.
struct HornClause {
  static constexpr size_t kNone = std::numeric_limits<size_t>::max();

  size_t from = kNone;         // none: at the start
  std::vector<Term> literals;  // over the parameters of `from` and other symbols
  size_t to = kNone;           // none: that must never be
  std::vector<Term> arguments;

  bool operator==(const HornClause&) const = default;
};

struct HornSystem {
  std::vector<std::vector<Term>> relations;  // the parameters of each, which are symbols
  std::vector<HornClause> clauses;
  /// Sums are taken not to leave the range of their bits, which makes it easier to find something.
  bool neverWraps = false;
};

/// For each relation conditions on its parameters, which are true together where it is.
using HornSolution = std::vector<std::vector<Term>>;

/// Solutions that are worth checking, the simplest first; none if there is none, or it is not found with a bounded
/// effort, or the clauses cannot be said in integers.
std::vector<HornSolution> solveHorn(Terms& terms, const HornSystem& system);

}  // namespace clew::term
