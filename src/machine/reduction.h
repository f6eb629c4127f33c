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
// A loop that would go round with what lies in memory now waits for somebody to write there: what is behind it counts
// as little as what is behind a mutex, as long as nobody but the moving thread can write there.
//
// So that nothing is put off for ever, on every cycle of states there is one where all threads are explored. A cycle of
// states closes a cycle in the code of some thread. (Inside an atomic section there are no others to explore, so
// nothing is put off where a step may end there.) A set of several threads is used only if none of its next steps does
// that. A single thread may go on all the same, and the search passes through the states on its way: it follows them
// until more than one step is explored, or until it comes round; then it goes back to the last state, or to one state
// of the round, and explores all threads there (Explorer).
//
// A state in which only one step is explored is passed through without being stored.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "machine/futures.h"

namespace clew::machine {

enum class ReductionKind : uint8_t {
  None,   // every visible operation of every thread is a step
  Sleep,  // steps are left out, but no states; that is for searches, so to `Reduction` it is as None
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
    MayLoop,   // nobody has to do with its next step, but it may close a cycle or keep others from going on
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
      : machine_(machine), kind_(kind), faultsEndPaths_(faultsEndPaths), futures_(machine), decisions_(4096) {}

  /// How many alternatives of the current, saved state are explored, if the search does not pass through it.
  uint32_t count() {
    if (kind_ == ReductionKind::None) return machine_.alternativeCount();
    lookHere();
    return explored_.size() < 2 ? machine_.alternativeCount() : static_cast<uint32_t>(explored_.size());
  }
  /// The number of one of them among all alternatives of the state.
  uint32_t alternative(uint32_t index) {
    if (kind_ == ReductionKind::None) return index;
    lookHere();
    return explored_.size() < 2 ? index : explored_[index];
  }

  /// The choices that they belong to.
  std::span<const ThreadChoice> choices();

  /// How a search passes through a state.
  struct Way {
    uint32_t alternative;
    bool closes;  // it may close a cycle
    bool isAll;   // all threads are explored
  };
  /// The only alternative that is explored in the current, saved state; none if there are several, or none at all.
  /// `moved` is the thread that made the last step.
  std::optional<Way> goesOn(uint32_t moved);
  /// Whether several alternatives are explored in the current, saved state, and not all.
  bool isPart() {
    if (kind_ == ReductionKind::None) return false;
    lookHere();
    return explored_.size() > 1;
  }
  /// Thread that an alternative of the current state belongs to.
  uint32_t threadOf(uint32_t alternative) { return machine_.choiceOf(alternative).thread; }

  /// Why each thread of the current, saved state is explored or not.
  std::vector<Reason> explain();

 private:
  using Thread = ConcreteMachine::Thread;
  static constexpr uint64_t kEverybody = ~uint64_t{0};
  static constexpr size_t kMostRounds = 6;

  /// How a thread goes together with all: a bit for each that ...
  struct Row {
    uint64_t conflicts = 0;  // its next step meets
    uint64_t guarded = 0;    // it may meet
    uint64_t relies = 0;     // writes what it counts on
    void note(size_t other, Futures::Pairing pairing) {
      const auto put = [other](uint64_t& bits, uint64_t is) { bits = (bits & ~(uint64_t{1} << other)) | is << other; };
      put(conflicts, pairing.conflict());
      put(guarded, pairing.guarded());
      put(relies, pairing.unsettles());
    }
  };
  /// How the futures of all threads go together, each with each.
  struct Arrangement {
    uint32_t unsettled = 0;           // what the futures were looked up for
    uint64_t moved = ~uint64_t{0};    // and the items that have changed since then
    std::vector<uint32_t> threads;    // numbers
    std::vector<uint64_t> dependsOn;  // the items that each future depends on
    std::vector<uint32_t> futures;    // numbers
    std::vector<Row> rows;
  };

  /// Finds out what is explored in the current state. A search asks again and again while it is in one.
  void lookHere() {
    if (!known_ || !(machine_.key() == key_)) decide();
  }
  void decide();
  void findEnabled();
  bool mayReduce(const Arrangement& arrangement) const;
  bool settle(bool explains = false);
  void prepare();
  template <typename MeetsOf>
  static uint64_t closureOf(size_t first, MeetsOf meetsOf);
  void choose();
  void chooseSeveral();
  void findThreads();
  void arrange(Arrangement& arrangement, uint32_t unsettled);
  void compare(Arrangement& arrangement, size_t one, uint64_t changed);
  uint32_t unsettledBy(const Arrangement& arrangement);
  void probe(size_t index);
  void probe(size_t index, const ThreadChoice& choice, StateKey key);
  void findRests();
  uint64_t meetsOf(size_t mover);
  void findWaits();
  void closeWaits(size_t mover);
  bool isLive(uint32_t guardSet, size_t mover);
  bool isHeldBack(uint32_t guardSet, size_t mover);
  bool holds(size_t mover, uint32_t hold);
  bool keepsItsLocks(size_t mover);
  void findWhoKeepsLocks();
  const ThreadChoice* choiceOf(size_t index);
  const Meeting& meeting(const Arrangement& arrangement, size_t one, size_t other) {
    return futures_.meeting(futures_.meet(arrangement.futures[one], arrangement.futures[other]));
  }

  ConcreteMachine& machine_;
  const ReductionKind kind_;
  const bool faultsEndPaths_;
  Futures futures_;

  struct Decision {
    StateKey key;
    uint64_t chosen = 0;
    bool closes = false;
  };
  std::vector<Decision> decisions_;  // of some states, each at a place given by its key

  // Of the current state.
  StateKey key_{};
  bool known_ = false;
  std::vector<const Thread*> threads_;  // that have not ended
  std::array<Arrangement, kMostRounds + 1> rounds_;
  const Arrangement* now_ = nullptr;  // the last of them
  std::vector<uint32_t> holders_;     // per hold: the number of the thread, kNone, or kUnasked
  std::vector<int8_t> keepsLocks_;    // per thread; empty: not asked yet
  std::vector<uint32_t> waits_;       // that occur in some future
  struct Writer {
    size_t thread;
    uint32_t guardSet;
  };
  std::vector<std::vector<Writer>> writers_;  // of each of waits_
  std::vector<uint8_t> isClosed_;             // per wait: nobody but the mover can write what it looks at
  uint64_t enabled_ = 0;                      // threads that can go on
  std::vector<uint32_t> alternatives_;        // of each
  uint64_t probed_ = 0;                       // threads of which the next three are known
  uint64_t spinning_ = 0;                     // threads whose next step leads back to this state
  uint64_t closing_ = 0;                      // threads whose next step closes a cycle of their code
  uint64_t ending_ = 0;                       // threads whose next step ends the path, or lets nobody else go on
  uint64_t asked_ = 0;                        // threads of which is known whom they meet
  std::vector<uint64_t> meets_;               // per thread, a bit for each that its next step has to do with
  std::vector<uint32_t> explored_;            // alternatives, if these are not all
  std::vector<ThreadChoice> exploredChoices_;
  bool closes_ = false;    // one of them may close a cycle
  uint64_t chosen_ = 0;    // threads of the persistent set; all bits: no reduction
  bool joinsHold_ = true;  // who waits for a thread waits until it ends
};

}  // namespace clew::machine
