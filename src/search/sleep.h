// Steps that lead to states which others lead to: sleep sets, without memory.
//
// Let a state s have been found first from p, by a step w of some thread, and let t be the step of a thread with a
// smaller number that commutes with w: both can be taken in p, in both orders, and the orders lead to the same state.
// Then t need not be taken in s. It *sleeps* there: it is there to be taken in p, and w behind it.
//
// Claim: if s is visited and t can be taken in it, the state behind t is visited. If t does not sleep in s, it is
// taken. If it does, p was found before s; so the state q behind t in p is visited, by induction over when states were
// found; and so is the state behind w in q, which is the one behind t in s, by induction over the number of the thread,
// since that of w is greater than that of t. Greater threads come first, and with equal threads what was found earlier.
// (Any order of threads would do. Searches take smaller threads first, and so with this one more is spared.)
//
// Godefroid's sleep sets are handed on from state to state. So they depend on the way, have to be stored with the
// states, and a state has to be visited again when it is reached on a way where fewer threads sleep. Here only the step
// that found a state counts, which each has once: nothing is stored, nothing is visited again, and the argument knows
// nothing of orders and workers. Not much is lost, for a thread that sleeps behind one step of a smaller thread sleeps
// behind the next one of such a thread by itself.
//
// No state is lost, so all that is known from states is found: deadlocks, races, invariants. A step that violates
// something commutes with nothing. Shortest paths stay as short, since a way round is as long.
#pragma once

#include <bit>
#include <cstdint>

namespace clew::search {

/// The alternatives of a state that sleep there, among the first 64.
struct Sleepers {
  uint64_t bits = 0;

  bool contain(uint32_t alternative) const { return alternative < 64 && (bits >> alternative & 1) != 0; }
  /// How many there are from `first` on, before `end`.
  uint32_t countIn(uint32_t first, uint32_t end) const {
    if (bits == 0 || first >= 64) return 0;
    const uint64_t before = end < 64 ? (uint64_t{1} << end) - 1 : ~uint64_t{0};
    return static_cast<uint32_t>(std::popcount(bits & before & ~((uint64_t{1} << first) - 1)));
  }
};

}  // namespace clew::search
