// Threads that change places. If several threads run code that cannot tell them apart (program/thread_symmetry.h), it
// does not matter which of them is where: states that differ only by that are one state. `settle` turns each into the
// same one, by giving the contents of such threads to their numbers in a fixed order.
//
// The contents are exchanged, nothing else: who holds handles holds the same handles as before. So what means a thread
// by its handle must not care which one it gets. That is main's joining: when main comes to a join, its code is walked
// ahead, and it must join all threads that may have changed places before it does anything else, so that it gets on
// when all have ended and no sooner, in whatever order. The thread it waits for first gets the content of one that has
// not ended while there is such a one: main's joins are put off until they all can be made.
//
// What is taken for granted shows in the states that are explored: when main does come to a join that it follows by
// something else, or when somebody looks at the inside of a mutex, then `isBroken`, and the search has to be repeated
// without all this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "machine/machine.h"

namespace clew::machine {

enum class SymmetryKind : uint8_t {
  None,
  Threads,  // states that differ only by which of some like threads is which are one
};

/// As people write it.
const char* nameOf(SymmetryKind kind);

/// What an alternative of a state means, in terms of threads.
struct Move {
  uint32_t thread;
  uint32_t choice;                  // among the thread's own
  uint32_t woken = program::kNone;  // the thread that a signal chooses
};
Move moveOf(ConcreteMachine& machine, uint32_t alternative);
/// The alternative of the machine's state that means this.
uint32_t alternativeOf(ConcreteMachine& machine, const Move& move);

class Symmetry {
 public:
  /// `plan` may be null: nothing is ever exchanged. `assertionsFail`: one that does not hold is a violation.
  Symmetry(ConcreteMachine& machine, const program::ThreadSymmetry* plan, bool assertionsFail);

  bool isUsed() const { return plan_ != nullptr; }
  /// To be called after every step: brings the current, saved state, if it is one, into its settled form.
  void settle(Outcome outcome);
  /// The number that a thread got by the last `settle`.
  uint32_t movedTo(uint32_t number) const;
  /// The settled form of a state that was settled before, if it is still remembered.
  std::optional<StateKey> recall(StateKey key) const;

  /// Something that was taken for granted does not hold.
  bool isBroken() const { return !broken_.empty(); }
  const std::string& whatBrokeIt() const { return broken_; }

 private:
  using Thread = ConcreteMachine::Thread;

  struct Member {
    uint32_t number;
    bool ended;
    uint64_t hash;   // of the content
    uint64_t owned;  // a bit for each mutex of the plan
    uint32_t root;
  };
  /// The answer to whether main joins everybody, and what it depends on besides main itself.
  struct Walked {
    uint32_t main = 0;          // its content
    std::vector<uint32_t> who;  // the threads there are, and which can be joined
    bool joinsAll = false;
    std::vector<std::pair<uint32_t, uint32_t>> read;  // items of globals and what they contained
  };

  bool findMembers();
  bool isFailing(const Thread& thread) const;
  void findOwners();
  uint32_t firstToJoin();
  bool joinsAllMembers();
  uint64_t hashOf(uint32_t id);
  StateKey arrange(uint32_t first);
  void breakAt(uint32_t pc, const std::string& what);

  ConcreteMachine& machine_;
  const program::ThreadSymmetry* plan_;
  const bool assertionsFail_;
  std::string broken_;
  std::vector<Member> members_;
  std::vector<uint32_t> owners_;  // of each mutex of the plan
  std::vector<std::pair<uint32_t, uint32_t>> moves_;
  std::unordered_map<uint32_t, uint64_t> hashes_;
  std::unordered_map<uint64_t, Walked> walked_;
  struct Settled {
    StateKey from, to;
  };
  std::vector<Settled> settled_;  // a place for each hash
};

}  // namespace clew::machine
