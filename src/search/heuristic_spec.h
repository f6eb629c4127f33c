// Which heuristics a directed search uses, as they are written on the command line: `most-blocked,lock-order:4`.
//
// Several are added, each times its weight. A sum keeps the unit of its parts, threads or steps, so that A* can add it
// to the depth; and with a large weight the first of two decides alone, the other only where the first says the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "property/property.h"
#include "support/result.h"

namespace clew::search {

enum class HeuristicKind : uint8_t {
  MostBlocked,    // threads that nothing keeps from going on
  LockOrder,      // how far threads are from holding one lock and waiting for another
  Interleaving,   // how often the thread that moved last has moved of late
  ErrorDistance,  // steps to an error, at least
  ChooseFree      // inputs that were chosen on the way
};

/// As on the command line.
const char* nameOf(HeuristicKind kind);

/// Whether an error is never nearer than this heuristic says, if assertions are all that is looked for. A* then finds
/// shortest paths.
constexpr bool isLowerBound(HeuristicKind kind) { return kind == HeuristicKind::ErrorDistance; }

/// Whether the way to a state matters, not the state alone.
constexpr bool usesHistory(HeuristicKind kind) {
  return kind == HeuristicKind::Interleaving || kind == HeuristicKind::ChooseFree;
}

struct WeightedHeuristic {
  HeuristicKind kind = HeuristicKind::MostBlocked;
  uint32_t weight = 1;

  /// Each kind is at most this, and a weight at most that, so that all kinds together fit 32 bits.
  static constexpr uint32_t kMostValue = 0xFFFF;
  static constexpr uint32_t kMostWeight = 10'000;
};
using HeuristicSpec = std::vector<WeightedHeuristic>;

/// From names separated by commas, each with `:WEIGHT` behind it or not.
support::Result<HeuristicSpec> parseHeuristics(std::string_view text);

/// As it is parsed.
std::string textOf(const HeuristicSpec& spec);

/// Whether the sum is a lower bound on the number of steps to a violation of these properties. An empty one is.
bool isLowerBound(const HeuristicSpec& spec, property::PropertySet properties);

}  // namespace clew::search
