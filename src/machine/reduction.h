// Partial-order reduction: which threads need not be tried in a state, because whatever they do can as well be done
// later. It is computed from the state alone, so every search order, every worker, a replay and a certifier agree.
//
// A set of threads is persistent if nothing that the others can do before one of them moves has anything to do with
// their next steps. It is then enough to explore their next steps. What others can do is their future (future.h). An
// access in somebody's future does not count if it can only happen after a mutex that the moving thread holds was
// taken, or after the moving thread was joined.
//
// The futures rely on memory that nobody changes. So they are computed as if nothing changed, then again with
// everything unknown that some future writes, until no future relies on what another one writes.
//
// So that nothing is put off for ever, a set is used only if none of its next steps closes a cycle in the code of its
// thread: every cycle of states closes one somewhere, and there all threads are explored.
//
// A thread whose next step leads back to the same state waits for somebody to write what it looks at. Until then it
// does nothing, so it counts as little as a blocked one.
//
// A state in which only one step is explored, which closes no cycle, is passed through without being stored.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "machine/future.h"

namespace clew::machine {

enum class ReductionKind : uint8_t {
  None,   // every visible operation of every thread is a step
  Local,  // a thread goes on as long as nobody has to do with what it does
  Full,   // and only a persistent set of threads is explored
};

/// As people write it.
const char* nameOf(ReductionKind kind);

/// Why a thread is explored in a state, or not.
struct Reason {
  enum class Kind : uint8_t {
    Blocked,   // it cannot go on
    OnlyOne,   // nobody else can
    Alone,     // nothing others can do has to do with its next step, so it goes first
    Together,  // one of a few that go first
    Waits,     // what it does can as well be done later
    Meets,     // others may touch what its next step touches
    MayLoop,   // nobody has to do with its next step, but it may close a cycle
    Everybody  // no set of threads could go first
  };
  uint32_t thread = 0;  // number
  uint32_t pc = 0;      // where it stands
  bool explored = false;
  Kind kind = Kind::Everybody;
  uint32_t other = 0;    // Meets: the thread it meets
  uint32_t otherPc = 0;  // and where that one would be
};

class Reduction {
 public:
  /// `faultsEndPaths`: some faults are not reported but end their path. Nothing may be put off behind such a step.
  Reduction(ConcreteMachine& machine, ReductionKind kind, bool faultsEndPaths = false)
      : machine_(machine), kind_(kind), faultsEndPaths_(faultsEndPaths) {}

  /// How many alternatives of the current, saved state are explored.
  uint32_t count() { return kind_ == ReductionKind::None ? machine_.alternativeCount() : countExplored(); }
  /// The number of one of them among all alternatives of the state.
  uint32_t alternative(uint32_t index) {
    if (kind_ == ReductionKind::None) return index;
    countExplored();
    return explored_[index];
  }
  /// The only alternative by which the run goes on from the current, saved state without a stop; none if it stops here.
  /// `moved` is the thread that made the last step.
  std::optional<uint32_t> goesOn(uint32_t moved);
  /// Thread that an alternative of the current state belongs to.
  uint32_t threadOf(uint32_t alternative);

  /// Why each thread of the current, saved state is explored or not.
  std::vector<Reason> explain();

 private:
  using Thread = ConcreteMachine::Thread;

  /// A future, with the content of the state it was computed from.
  struct Entry {
    Future future;
    std::vector<uint32_t> globalContent;  // of its globalItems
    std::vector<uint32_t> threadContent;  // of its threads
  };
  struct FutureKey {
    uint32_t thread, root, unsettled;
    bool operator==(const FutureKey&) const = default;
  };
  struct FutureHash {
    size_t operator()(const FutureKey& key) const;
  };
  /// How the next step of one future and all of another one go together.
  struct Meeting {
    enum class Kind : uint8_t {
      Apart,
      Guarded,
      Conflict
    } kind = Kind::Apart;
    bool reliesOn = false;          // the first takes for granted what the second writes
    bool races = false;             // next steps of both conflict, and not both are atomic
    std::vector<uint32_t> guarded;  // accesses of the second that conflict unless their guards are held
    uint32_t conflict = 0;          // the access of the second that conflicts
  };

  uint32_t countExplored();
  void analyse();
  void choose();
  bool rely();
  uint32_t futureOf(const Thread& thread, uint32_t unsettled);
  bool isValid(const Entry& entry) const;
  const Meeting& meet(uint32_t next, uint32_t whole);
  Meeting compare(const Future& next, const Future& whole) const;
  bool isApart(size_t holder, size_t mover, size_t other);
  uint64_t activeBeside(size_t mover);
  void findThreads();
  void probe();
  void probe(size_t index, const ThreadChoice& choice, StateKey key);
  const Meeting& meeting(size_t one, size_t other) const { return *meetings_[one * threads_.size() + other]; }
  bool holds(const Thread& mover, uint64_t guard) const;
  bool isHeldBack(const Thread& mover, const Future& future, const Access& access) const;
  bool keepsItsLocks(size_t mover);
  bool canLoseLocks(size_t mover) const;
  void findHolders();
  void arrange();
  uint32_t unsettledId(std::vector<Range> ranges);
  void forget();

  ConcreteMachine& machine_;
  const ReductionKind kind_;
  const bool faultsEndPaths_;

  // Everything ever computed.
  std::vector<std::unique_ptr<Entry>> entries_;
  std::unordered_map<FutureKey, std::vector<uint32_t>, FutureHash> byThread_;
  std::unordered_map<uint64_t, Meeting> knownMeetings_;
  std::map<std::vector<Range>, uint32_t> unsettledIds_;
  std::vector<std::vector<Range>> unsettledSets_;

  // Of the current state.
  StateKey key_{};
  bool known_ = false;
  std::vector<const Thread*> threads_;    // that have not ended
  std::vector<uint32_t> futures_;         // of each
  std::vector<uint32_t> arranged_;        // the futures that meetings_ are of
  std::vector<const Meeting*> meetings_;  // of each with each
  std::vector<uint64_t> guards_;          // all of them, sorted
  std::vector<uint32_t> holders_;         // of each: the number of the thread, or kNone
  std::vector<int8_t> keepsLocks_;        // per thread; -1: not asked yet
  uint64_t spinning_ = 0;                 // threads whose next step leads back to this state
  uint64_t barred_ = 0;                   // threads whose next step closes a cycle of their code, or ends the path
  std::vector<uint64_t> meets_;           // per thread, a bit for each that its next step has to do with
  std::vector<uint32_t> explored_;        // alternatives
  uint64_t chosen_ = 0;                   // threads of the persistent set; all bits: no reduction
  uint32_t unsettled_ = 0;                // the memory that may change
  bool joinsHold_ = true;                 // who waits for a thread waits until it ends
};

}  // namespace clew::machine
