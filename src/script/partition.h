// Splits a search into parts that can be certified apart from each other. A part is a set of states; whoever certifies
// it walks from the first state of all to the part's root, and then through the transitions of the part's states. The
// work of a part is the number of these transitions.
//
// Both ways of splitting use that states are numbered in the order of their discovery, so a subtree is a range of
// numbers. The same tree always gives the same parts, and each state is in exactly one.
#pragma once

#include <cstdint>
#include <vector>

#include "script/search_tree.h"

namespace clew::script {

struct Part {
  std::vector<Range> ranges;  // in the order of their numbers; none is empty, no two touch
  StateId root = 1;           // the first of its states
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t initialisation = 0;  // steps from state 1 to the root, on the shortest way
};

/// How many transitions the states of each subtree have: the Subgraphs table of the paper, by the number of the
/// subtree's first state. Place 0 is unused.
std::vector<uint64_t> subgraphs(const SearchTree& tree);

/// The paper's algorithm (figure 4): k-1 times the subtree becomes a part whose size is closest to an equal share of
/// what is left (of several the one with the smallest number), and what is left then is the last part. State 1 always
/// stays for the last. Where nothing else is left, there are fewer parts than k.
std::vector<Part> partitionGreedy(const SearchTree& tree, uint32_t k);

/// Ranges of about the same work, in order: none has more than 1.25/k of it (rounded up), except by what belongs to one
/// state and cannot be split. Within that, parts begin where the path to their root is short, as far as that saves more
/// steps than it makes parts uneven. Where shares are smaller than single states, and always where there are fewer
/// states than k, there are fewer parts; none is empty.
std::vector<Part> partitionEvenly(const SearchTree& tree, uint32_t k);

}  // namespace clew::script
