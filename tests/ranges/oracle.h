// What a program can do, found by taking every way on from every state with a machine and nothing else: no search, no
// set of visited states, no reduction. It is what searches of ranges are compared with, so it must not share
// their mistakes. The tree lists every run; the graph only every state, also of programs whose runs have no end.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/path.h"
#include "property/property.h"
#include "search/range.h"
#include "support/keyed_hash.h"

namespace clew::ranges {

/// A state by its content, which means the same in all tables.
using Content = support::Hash128;
using Contents = std::set<Content>;

/// Of all hashes of content. Chance makes no two of them equal, and nobody else has a say.
constexpr support::Hash128 kSecret = {7, 3};

/// Something that is wrong, and the place in the program.
struct Finding {
  property::Property property;
  uint32_t pc;
  auto operator<=>(const Finding&) const = default;
};
using Findings = std::set<Finding>;

/// A node of the tree of choices: a state, or the end of a run that is none.
struct Node {
  machine::Path path;
  uint64_t depth = 0;             // steps from the beginning
  std::optional<Content> state;   // none: a fault, or an assumption that failed
  std::vector<Finding> findings;  // here
  bool isEnd = false;             // of a run
};

struct Tree {
  std::vector<Node> nodes;  // in the order of their paths, parents first
  Contents states;
  Findings findings;
  bool isCut = false;   // some run goes on after so many steps
  std::string refusal;  // why there is no tree; empty if there is one

  /// What is found at the nodes with this path.
  Findings at(const machine::Path& path) const;
};

/// All nodes in so many steps; 0: all there are.
Tree enumerate(const program::Program& program, uint64_t maxDepth, size_t mostNodes);

struct Graph {
  Contents states;
  Findings findings;
  bool isCut = false;  // some state goes on that cannot be reached in fewer steps
  std::string refusal;
};

/// All states in so many steps, level by level.
Graph reach(const program::Program& program, uint64_t maxDepth, size_t mostStates);

/// A run with random choices, of at most so many steps.
machine::Path randomRun(const program::Program& program, uint64_t seed, uint64_t steps);

/// Whether a run with this path is in a range: from <= path < to.
bool contains(const search::Range& range, const machine::Path& path);
/// Whether a search of the range comes by a node: the node is on the way to where the range begins, or in it.
bool comesBy(const search::Range& range, const machine::Path& path);

}  // namespace clew::ranges
