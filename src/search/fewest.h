// The best of all paths to a violation, by Dijkstra's algorithm: states are expanded in the order of what it takes to
// get there. How it goes on from a state costs more for who comes to it by another thread, so what is expanded is a
// state together with the thread that came last. That is no more than one change of the thread away from the same state
// reached by any other thread, so what comes later and costs that much more is dropped; mostly a state is expanded
// once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "search/trial.h"

namespace clew::search {

/// Where a thread stood and which of its alternatives it took there: the inputs of a path.
using Inputs = std::map<uint32_t, std::set<uint32_t>>;

struct Fewest {
  std::vector<uint32_t> alternatives;  // of each step; none if there is nothing better
  bool isFound = false;
  bool isWhole = false;  // everything that could be better was looked at
};

/// Looks for a path to the same violation that is better than `length`. With `inputs` threads that have alternatives of
/// their own take no other ones there. Ends when so much work is done in all.
Fewest findFewest(Trial& trial, const Sighting& sought, const Length& length, Measure measure, const Inputs* inputs,
                  uint64_t work);

}  // namespace clew::search
