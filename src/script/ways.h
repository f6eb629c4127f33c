// How the states of a part are reached. Most are discovered from others of the part; to the rest, which are its roots,
// the script gives ways, which begin in the program's first state, on an earlier way, or in an earlier state of the
// part. A way is a claim like everything else: it is executed, and leads to whatever it leads to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "script/script.h"
#include "support/result.h"

namespace clew::script {

/// A step of a way. Places up to the number of states are those of the part's states; those behind are of states on the
/// ways, in the order in which they come.
struct WayStep {
  StateId from = kNowhere;
  StateId to = kNowhere;
  Label label = 0;
  bool operator==(const WayStep&) const = default;
};

/// Where everything is.
struct WayMap {
  StateId states = 0;     // of the part
  bool hasFirst = false;  // state 1 of the whole script is the first of the part
  /// The place of the program's first state.
  StateId first() const { return hasFirst ? 1 : states + 1; }
};

/// A few million steps are enough for everybody.
constexpr uint64_t kMostWaySteps = uint64_t{1} << 22;

/// The steps in the order in which they can be taken: each begins where one ended, in the first state or in a state of
/// the part whose place is below that of the root that the way leads to.
std::vector<uint8_t> encodeWays(const WayMap& map, std::span<const WayStep> steps);
support::Result<std::vector<WayStep>> decodeWays(const WayMap& map, std::span<const uint8_t> bytes, uint32_t labels);

}  // namespace clew::script
