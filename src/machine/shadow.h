// A state as the bare ids of its items, with what each thread can do next, for somebody who is led from state to state
// and back. It goes on by remembered steps and takes them back, both by changing a few numbers: nothing is executed,
// no content is fetched, no key is made. Where memory does not help the machine is brought to the same state, and
// asked.
//
// Whoever follows all transitions wants to know of every thread what it can do, so the lanes keep that from state to
// state, as far as it depends on nothing that moved. Whoever trusts a script wants to know it of the thread that moves
// and hardly of any other: then nothing is kept, and a lane is stale until somebody asks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/machine.h"
#include "support/large_stack.h"

namespace clew::machine {

class Shadow {
 public:
  /// A place for a thread in the state, whether or not there is one.
  struct Lane {
    uint32_t number;  // of the thread
    uint32_t item;    // where it stands in the list
    Prospect prospect;
    uint64_t knownAt = 0;  // of this state the prospect is, unless it is that of all; 0: it is stale
    uint64_t keptAt = 0;   // in this state it was kept for whoever leaves it
  };

  /// Of a machine that remembers steps; it may be used by others meanwhile.
  Shadow(ConcreteMachine& machine, bool keepsLanes) : machine_(machine), keepsLanes_(keepsLanes), facts_(kFacts) {}

  /// Goes on to the state that the machine is in, which is saved.
  void enter();
  /// Goes on by a remembered step of the current state.
  void enter(const StepCache::Entry& step);
  /// Goes back to the state that was entered before the last so many.
  void leave(size_t count);
  /// How many states were entered and not left.
  size_t depth() const { return states_.size(); }

  /// Brings the machine to the current state.
  void cast();

  /// Whether any thread can go on.
  bool canGoOn();
  /// Whether two of its threads may race; to be found out from the machine.
  bool mayRace() { return states_.back().mayMeet && areNear(); }
  /// Finds that out anew, since more is remembered.
  void lookAgain() { states_.back().meeting = Meeting::Unknown; }
  /// The lanes of the threads that can go on, in the order of their alternatives: the next behind one, or at the very
  /// beginning. None is null.
  Lane* firstLane() {
    settle();
    const uint32_t only = states_.back().only;
    return only == kNone ? laneFrom(0) : &list_.lanes[only];
  }
  Lane* laneAfter(const Lane& lane) { return states_.back().only == kNone ? laneFrom(indexOf(lane) + 1) : nullptr; }
  uint32_t indexOf(const Lane& lane) const { return static_cast<uint32_t>(&lane - list_.lanes.data()); }
  Lane& laneAt(uint32_t index) { return list_.lanes[index]; }
  /// The lane of a thread that can go on; null if it cannot.
  Lane* laneOf(uint32_t thread);

  /// The first alternative of a thread, if it is remembered together with how many there are. This is all that is ever
  /// asked of most threads.
  const StepCache::Entry* firstStepOf(uint32_t thread) {
    if (states_.back().sections > 0 || thread >= list_.laneOfThread.size()) return nullptr;
    const uint32_t lane = list_.laneOfThread[thread];
    if (lane == kNone) return nullptr;
    const auto* known = machine_.cache_.find(keyOf(list_.lanes[lane], 0), [&](uint32_t item) { return idOf(item); });
    return known == nullptr || known->answer == StepCache::kNoAnswer || letsGo(*known) ? nullptr : known;
  }

  /// What an alternative of a thread does in the current state; null if nobody remembers. Holds until the machine
  /// executes something.
  const StepCache::Entry* stepOf(Lane& lane, uint32_t alternative) {
    const StepCache::Entry* const known = knownStep(lane, alternative);
    return known == nullptr || letsGo(*known) ? nullptr : known;
  }
  /// The same as far as it says what the alternative touches, and which names it lets go of.
  const StepCache::Entry* knownStep(Lane& lane, uint32_t alternative) {
    if (alternative == 0 && lane.prospect.stepNumber != 0) {
      const StepCache::Entry& known = machine_.cache_.at(lane.prospect.stepIndex);
      if (known.number == lane.prospect.stepNumber) return &known;
    }
    return findStep(lane, alternative);
  }

  /// The ids of all items of the current state, and the number of the list in which they stand: 0 for that of the first
  /// state. Both are the same if and only if the state is.
  std::span<const uint32_t> ids() const { return list_.ids; }
  uint32_t list() const { return list_.number; }
  /// What a remembered step writes, in rising order of items.
  std::span<const StepCache::Item> writesOf(const StepCache::Entry& step) const {
    return machine_.cache_.writesOf(step);
  }
  /// The current state's key, from the machine.
  StateKey key() {
    cast();
    return machine_.key();
  }

  /// As those of the machine.
  uint32_t contentOfGlobalPiece(uint32_t item) const { return list_.ids[list_.itemOfGlobal[item]]; }
  uint32_t contentOfThread(uint32_t number) const {
    const uint32_t lane = number < list_.laneOfThread.size() ? list_.laneOfThread[number] : kNone;
    const uint32_t id = lane == kNone ? machine_.absent_ : list_.ids[list_.lanes[lane].item];
    return id == machine_.absent_ ? 0 : id;
  }
  uint32_t contentOf(const Lane& lane) const { return list_.ids[lane.item]; }

 private:
  static constexpr uint32_t kNone = program::kNone;
  static constexpr size_t kFacts = size_t{1} << 12;

  /// All items of a state, and where they stand.
  struct List {
    uint32_t number = 0;           // among all lists there were
    std::vector<uint32_t> places;  // numbers of threads
    std::vector<uint32_t> ids;     // of the items
    std::vector<uint32_t> itemOfGlobal;
    std::vector<uint32_t> laneOfThread;
    std::vector<uint32_t> laneAt;  // of each item; kNone where there is no thread's place
    std::vector<Lane> lanes;
    std::vector<Aim> aims;  // of the lanes' threads
  };

  /// Whether two threads that can go on may race.
  enum class Meeting : uint8_t {
    Unknown,
    No,
    Maybe
  };
  /// What the current state has besides items and lanes, and how many changes of these are older.
  struct State {
    uint64_t number;  // of this state among all that were entered
    size_t items, lanes, aims;
    uint32_t process;
    uint32_t live;      // threads
    uint32_t sections;  // threads in atomic sections
    uint32_t waiters;   // content of the item kWaiters; 0: not known yet
    NameClasses deadNames;
    bool mayMeet;      // two threads may race if they can go on, by their aims
    bool isOtherList;  // than that of the state before, which is among the others
    Meeting meeting;
    bool isSettled;  // no lane is stale
    uint32_t only;   // then: lane that alone may go on, being in an atomic section
  };
  struct OldItem {
    uint32_t item, id;
  };
  /// Of a prospect what does not follow from the remembered step.
  struct OldLane {
    uint64_t dependsOn;
    uint64_t stepNumber;
    uint32_t stepIndex;
    uint32_t alternatives;
    uint32_t index;
    Part part;
    bool inSection;
    bool isStale;
  };
  struct OldAim {
    uint32_t index;
    Aim aim;
  };
  /// What is to be known of a thread's content.
  struct Facts {
    uint32_t root = 0;
    uint32_t control = 0;
    ThreadStatus status = ThreadStatus::Joined;
    bool inSection = false;
    bool hasDeadNames = false;  // its own, or of objects
    bool knowsAim = false;
    Aim aim{};
    uint64_t condition = 0;
    bool isLive() const { return status < ThreadStatus::Terminated; }
  };

  Facts& factsOf(uint32_t root);
  Aim aimOf(uint32_t lane);
  uint64_t change(uint32_t item, uint32_t id);
  uint64_t changeThread(uint32_t before, uint32_t after);
  void findDeadNames();
  void bringBack(const OldLane& old);
  void layOut();
  void spoilLanes(uint64_t moved);
  void aimAnew();
  bool meetsAny(uint32_t lane) const;
  bool doAnyMeet() const;
  void settle() {
    if (!states_.back().isSettled) settleAll();
  }
  void settleAll();
  void settle(Lane& lane) {
    if (isStale(lane) && !recall(lane)) askMachine();
  }
  bool isStale(const Lane& lane) const {
    return keepsLanes_ ? lane.knownAt == 0 : lane.knownAt != states_.back().number;
  }
  bool letsGo(const StepCache::Entry& step) const {
    return ((step.lostNames | kAnyName) & states_.back().deadNames) != 0;
  }
  bool recall(Lane& lane);
  void askMachine();
  void takeProspect(Lane& lane);
  bool areNear();
  Meeting findMeeting();
  bool mayTouchSameBytes();
  uint32_t waiters();
  const StepCache::Entry* findStep(Lane& lane, uint32_t alternative);
  uint32_t idOf(uint32_t item) { return item == kWaiters ? waiters() : list_.ids[item]; }
  StepCache::Key keyOf(const Lane& lane, uint32_t alternative) const {
    const State& state = states_.back();
    return {list_.ids[lane.item], state.process, alternative, static_cast<uint16_t>(lane.number),
            static_cast<uint16_t>(state.live)};
  }
  Lane* laneFrom(uint32_t index) {
    for (; index < list_.lanes.size(); ++index) {
      if (list_.lanes[index].prospect.alternatives > 0) return &list_.lanes[index];
    }
    return nullptr;
  }
  /// To be called before a lane's prospect changes: whoever leaves this state gets it back.
  void keep(Lane& lane) {
    if (!keepsLanes_ || lane.keptAt == states_.back().number) return;
    const Prospect& old = lane.prospect;
    oldLanes_.push({old.dependsOn, old.stepNumber, old.stepIndex, old.alternatives, indexOf(lane), old.part,
                    old.inSection, lane.knownAt == 0});
    lane.keptAt = states_.back().number;
  }

  ConcreteMachine& machine_;
  const bool keepsLanes_;
  uint64_t entered_ = 0;  // states, at all
  List list_;
  std::vector<List> others_;                  // to be returned to
  std::vector<std::vector<uint32_t>> known_;  // places of all lists there were
  support::LargeStack<State> states_;         // entered and not left
  support::LargeStack<OldItem> oldItems_;
  support::LargeStack<OldLane> oldLanes_;
  support::LargeStack<OldAim> oldAims_;
  std::vector<uint32_t> changed_;  // lanes whose content the step under way has changed
  std::vector<Touch> touches_;
  std::vector<Facts> facts_;
  Facts nobody_{.knowsAim = true};  // of a place without a thread
  std::vector<uint8_t> scratch_;
};

}  // namespace clew::machine
