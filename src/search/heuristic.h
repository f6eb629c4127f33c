// How near an error a state seems to be: a number, the smaller the nearer. Directed searches (best first, A*, IDA*,
// beam) expand states with small numbers first.
//
// most-blocked, interleaving and choose-free are those of Groce and Visser (Heuristics for model checking Java
// programs, STTT 2004), the first also that of Edelkamp and Jabbar (Large-scale directed model checking, 2006).
// lock-order is made after Mehler's lock heuristics (StEAM). error-distance is explained in program/error_distance.h.
//
// A number must cost little, with a thousand threads too. What the machine knows of its choices is taken from there.
// What depends on where a thread stands is computed once for each content that a thread has: contents have ids.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/machine.h"
#include "program/error_distance.h"
#include "program/lock_depth.h"
#include "search/heuristic_spec.h"

namespace clew::search {

/// What heuristics have to know of the way to a state. Small, so that a search can keep one for each state.
class History {
 public:
  /// With one more step, by this thread. `hadOthers`: others could have moved as well. `chose`: the step was one of
  /// several that the thread could take, so something of the input was chosen.
  History after(uint32_t thread, bool hadOthers, bool chose) const;

  /// How often the thread that moved last did so among the last few times that others could have, the latest counting
  /// most.
  uint32_t repetition() const;
  /// How many inputs were chosen.
  uint32_t choices() const { return static_cast<uint32_t>(word_ >> kMoveBits); }

  bool operator==(const History&) const = default;

 private:
  static constexpr unsigned kMoves = 6;
  static constexpr unsigned kMoveBits = 8 * kMoves;
  /// The last threads that moved, a byte each, the latest lowest; above them the number of choices.
  uint64_t word_ = 0;
};
static_assert(sizeof(History) == 8);

class Heuristic {
 public:
  /// For the states of this machine, whose tables say how many threads to expect.
  Heuristic(const HeuristicSpec& spec, const machine::Complaints& complaints, machine::ConcreteMachine& machine);
  Heuristic(const Heuristic&) = delete;  // it may be large
  Heuristic& operator=(const Heuristic&) = delete;

  /// Of the current, saved state, which was reached in this way.
  uint32_t value(const History& history);

  /// Whether the way to a state matters.
  bool usesHistory() const { return usesHistory_; }
  /// The way with one of the alternatives of the current state taken, by the machine's numbering.
  History after(const History& history, uint32_t alternative);

 private:
  using Thread = machine::ConcreteMachine::Thread;

  /// What where a thread stands says about it.
  struct View {
    uint32_t content = 0;  // of the thread, as an id; 0: nothing is known
    program::ErrorDistance::OfThread distance;
    uint16_t locks = 0;      // that it holds, as its code tells
    bool wantsLock = false;  // it stands before a mutex
  };

  uint32_t valueOf(HeuristicKind kind, const History& history);
  uint32_t freeThreads();
  uint32_t lockValue();
  uint32_t errorDistance();
  const View& viewOf(const Thread& thread);
  View look(const Thread& thread, uint32_t content);

  static constexpr size_t kViews = 1 << 16;

  const HeuristicSpec spec_;
  machine::ConcreteMachine& machine_;
  bool usesHistory_ = false;
  std::optional<program::ErrorDistance> distances_;  // if they are asked for
  std::optional<program::LockDepth> lockDepths_;
  std::vector<View> views_;       // of contents, each at the place of its hash
  std::vector<uint32_t> places_;  // where a thread stands, frame by frame
};

}  // namespace clew::search
