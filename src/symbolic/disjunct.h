// What is asked about a path, and several such questions as one formula.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "term/term.h"

namespace clew::symbolic {

using term::Term;

enum class Purpose : uint8_t {
  Error,    // the path ends in a violation: a model is a counterexample
  Cut,      // the path was cut by a bound: without a model nothing was lost
  Feasible  // the path goes on if there is a model
};

/// Whether all literals of a path can be true at once.
struct Query {
  std::vector<Term> literals;
  Purpose purpose = Purpose::Error;
  uint64_t leaf = 0;  // for the one who asks
};

/// The formula that some query's literals are all true. Queries that follow each other and begin alike share their
/// beginning, as paths of a depth-first search do.
Term disjunctionOf(term::Terms& terms, std::span<const Query> queries);

}  // namespace clew::symbolic
