// What ranks send each other.
#pragma once

namespace clew::distributed {

enum Kind : unsigned {
  kClaims,   // hashes of states, with depths if these matter
  kAnswers,  // to claims: a byte for each, in the same order
  kAsk,      // for something to do
  kWork,     // ranges, as a tree of alternatives
  kNothing,  // there is no work to give
  kTight     // states on the boundary of a range
};

}  // namespace clew::distributed
