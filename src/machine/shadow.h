// A state as the bare ids of its items, with what each thread can do next, for somebody who is led from state to state
// and back. It goes on by remembered steps and takes them back, both by changing a few numbers: nothing is executed,
// no content is fetched, no key is made. Where memory does not help the machine is brought to the same state, and
// asked.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "machine/machine.h"

namespace clew::machine {

class Shadow {
 public:
  /// A place for a thread in the state, whether or not there is one.
  struct Lane {
    uint32_t number;  // of the thread
    uint32_t item;    // where it stands in the list
    Prospect prospect;
  };

  /// Of a machine that remembers steps; it may be used by others meanwhile.
  explicit Shadow(ConcreteMachine& machine) : machine_(machine), facts_(kFacts) {}

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

  /// How many alternatives the current state has.
  uint32_t alternatives() const { return states_.back().alternatives; }
  /// Whether two of its threads may race; to be found out from the machine.
  bool mayRace() const { return states_.back().mayRace; }
  /// Finds that out anew, since more is remembered.
  void lookAgain() { summarise(); }
  /// The threads that can go on, in the order of their alternatives: `each(lane)`, which says whether to go on.
  template <typename Each>
  void forEachChoice(Each each) {
    const State& state = states_.back();
    if (state.only != kNone) {
      each(list_.lanes[state.only]);
      return;
    }
    for (Lane& lane : list_.lanes) {
      if (lane.prospect.alternatives > 0 && !each(lane)) return;
    }
  }
  /// The lane of a thread that can go on; null if it cannot.
  Lane* laneOf(uint32_t thread) {
    const uint32_t lane = thread < list_.laneOfThread.size() ? list_.laneOfThread[thread] : kNone;
    const uint32_t only = states_.back().only;
    const bool isThere =
        lane != kNone && (only == kNone || only == lane) && list_.lanes[lane].prospect.alternatives > 0;
    return isThere ? &list_.lanes[lane] : nullptr;
  }

  /// What an alternative of a thread does in the current state; null if nobody remembers. Holds until the machine
  /// executes something.
  const StepCache::Entry* stepOf(Lane& lane, uint32_t alternative) {
    const StepCache::Entry* const known = knownStep(lane, alternative);
    const bool letsGo = known != nullptr && ((known->lostNames | kAnyName) & states_.back().deadNames) != 0;
    return letsGo ? nullptr : known;
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
  /// Whether a remembered step of the current state leads to the one in which the items of this list have these ids.
  bool leadsTo(const StepCache::Entry& step, std::span<const uint32_t> ids);
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
  };

  /// What the current state has besides items and lanes, and how many changes of these are older.
  struct State {
    size_t items, lanes;
    uint32_t process;
    uint32_t live;     // threads
    uint32_t waiters;  // content of the item kWaiters; 0: not known yet
    uint32_t alternatives;
    uint32_t only;  // lane that alone may go on, being in an atomic section
    NameClasses deadNames;
    bool mayRace;
    bool isOtherList;  // than that of the state before, which is among the others
  };
  struct OldItem {
    uint32_t item, id;
  };
  struct OldLane {
    uint32_t index;
    Prospect prospect;
  };
  /// What is to be known of a thread's content.
  struct Facts {
    uint32_t root = 0;
    uint32_t control = 0;
    ThreadStatus status = ThreadStatus::Joined;
    bool inSection = false;
    bool hasDeadNames = false;  // its own, or of objects
    bool isLive() const { return status < ThreadStatus::Terminated; }
    uint64_t condition = 0;
  };

  Facts factsOf(uint32_t root);
  uint64_t change(uint32_t item, uint32_t id);
  uint64_t changeThread(Lane& lane, uint32_t before, uint32_t after);
  void findDeadNames();
  void layOut();
  void updateLanes(uint64_t moved);
  bool recall(Lane& lane);
  void summarise();
  bool mayTouchSameBytes();
  uint32_t waiters();
  const StepCache::Entry* findStep(Lane& lane, uint32_t alternative);
  uint32_t idOf(uint32_t item) { return item == kWaiters ? waiters() : list_.ids[item]; }
  StepCache::Key keyOf(const Lane& lane, uint32_t alternative) const {
    const State& state = states_.back();
    return {list_.ids[lane.item], state.process, alternative, static_cast<uint16_t>(lane.number),
            static_cast<uint16_t>(state.live)};
  }
  void keep(const Lane& lane) {
    oldLanes_.push_back({static_cast<uint32_t>(&lane - list_.lanes.data()), lane.prospect});
  }

  ConcreteMachine& machine_;
  List list_;
  std::vector<List> others_;                  // to be returned to
  std::vector<std::vector<uint32_t>> known_;  // places of all lists there were
  std::vector<State> states_;                 // entered and not left
  std::vector<OldItem> oldItems_;
  std::vector<OldLane> oldLanes_;
  std::vector<uint32_t> asked_;    // lanes that depend on something that moved
  std::vector<uint32_t> missing_;  // those of which nobody remembers enough
  std::vector<Touch> touches_;
  std::vector<Facts> facts_;
  std::vector<uint8_t> scratch_;
};

}  // namespace clew::machine
