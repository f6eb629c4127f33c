// The boundary of a range (search/range.h): the nodes of the tree whose path is the beginning of one of its bounds.
// Only some of their subtrees are in the range. They are called tight; every other node is free: all that follows is in
// the range, or nothing.
//
// A tight node is never looked up among the visited states and never put there: a state that is there counts as
// explored with all that follows, and a tight one is not. So a boundary is always walked, also where another path has
// been to the same states. What hangs free on the boundary comes in pieces, each some alternatives in a row of one
// tight node; a search takes these like any others, and whatever state it claims it expands whole. docs/design.md says
// why ranges together then miss nothing.
//
// Under a reduction the nodes are those of the reduced tree, and a step may make several choices. The bounds need not
// lie in it: where it leaves them, the order of paths decides.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "search/range.h"

namespace clew::search {

class Explorer;

struct Boundary {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  /// A tight node, and how it is reached from the one before.
  struct Node {
    uint32_t parent;  // kNone: it is the first state
    uint32_t alternative;
    machine::StateKey key;
    uint64_t depth;  // steps from the beginning
  };
  /// Alternatives of a tight node that lead into the range and to free nodes.
  struct Piece {
    uint32_t node;
    uint32_t first, end;
  };

  std::vector<Node> nodes;    // parents first
  std::vector<Piece> pieces;  // in the order of their paths
  bool isAll = false;         // the first state is free itself, and the explorer is there
};

/// Walks along the boundary of a range from the beginning of the program, looks at every state there, and notes
/// it among the shared ones. False if the search is over; then the path to what was found is in the result.
bool walkBoundary(Explorer& explorer, const Range& range, Boundary& boundary);

}  // namespace clew::search
