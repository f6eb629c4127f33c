// The machine: executes a program from one choice to the next. It is always in some state; `choices`
// says how the run can go on from there, `step` goes on, `save` turns the state into a key and
// `restore` goes back to a key, touching only what differs.
//
// A step runs one thread from the visible operation it stands before to just before its next one.
// Visible is what other threads can notice or be kept from: synchronisation, accesses to memory they
// can reach, and choices. While only one thread lives nothing but a choice is visible.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machine/concrete_domain.h"
#include "machine/fault.h"
#include "machine/limits.h"
#include "machine/memory.h"
#include "machine/observer.h"
#include "machine/prospect.h"
#include "machine/state_tables.h"
#include "machine/step_cache.h"
#include "machine/stretch_cache.h"
#include "machine/touch.h"
#include "program/program.h"
#include "program/thread_symmetry.h"
#include "state/component_pool.h"
#include "state/half_memo.h"
#include "state/tree_cursor.h"
#include "state/tuple_table.h"

namespace clew::machine {

/// After so many backward jumps without a visible operation a step ends at the loop's head, so that an
/// endless local loop becomes a cycle of states instead of a step without end.
constexpr uint32_t kLocalJumps = 1u << 20;

/// Of a pthread_cond_t.
constexpr uint64_t kConditionSize = 48;

enum class ThreadStatus : uint8_t {
  Running,     // stands before the instruction at the top frame's pc
  Waiting,     // inside pthread_cond_wait, not signalled
  Woken,       // signalled, wants its mutex back
  Terminated,  // ended, not joined
  Joined,      // gone; kept while something refers to it
};

struct Frame {
  uint32_t pc = 0;
  uint32_t base = 0;          // first slot in the thread's registers
  uint32_t stackObjects = 0;  // how many of the thread's stack objects are older than this frame
  state::ComponentId id = 0;  // as last saved
};

/// Which of the program's own complaints are errors.
struct Complaints {
  bool assertions = true;                  // false: an assertion that fails ends the process, as it does natively
  uint64_t errorFunctions = ~uint64_t{0};  // bit i: calls of the program's error function i
};

/// One way for one thread to go on.
struct ThreadChoice {
  uint32_t thread;        // number
  uint32_t alternatives;  // at least 1
  uint32_t first;         // its number among the alternatives of all threads
};

template <typename Domain>
class Machine {
 public:
  using Value = typename Domain::Value;

  struct Thread {
    uint32_t number = 0;
    Prospect prospect;
    ThreadStatus status = ThreadStatus::Running;
    bool detached = false;
    bool timed = false;        // Waiting: until a time that may come at any moment. Woken: it has come
    bool inSection = false;    // inside an atomic section whose first visible operation is done
    uint32_t atomicDepth = 0;  // nesting of __VERIFIER_atomic_begin
    uint64_t condition = 0;    // Waiting, Woken
    uint64_t mutex = 0;        // Waiting, Woken
    uint32_t creator = 0;      // number of the creating thread
    uint32_t createdAt = 0;    // pc of the creation
    uint32_t startFunction = 0;
    Value result{};  // Terminated
    [[no_unique_address]] typename Domain::Trace trace;
    std::vector<Frame> frames;
    std::vector<Value> registers;
    std::vector<Object*> stackObjects;

    // As last saved.
    state::ComponentId controlId = 0;
    uint32_t rootId = 0;
    state::TreeCursor frameTree;
    state::TreeCursor objectTree;
    struct Control {
      ThreadStatus status = ThreadStatus::Running;
      bool detached = false, timed = false, inSection = false;
      uint32_t atomicDepth = 0;
      uint64_t condition = 0, mutex = 0;
      uint64_t result = 0, resultUndefined = 0;
      size_t frames = 0;
      bool operator==(const Control&) const = default;
    };
    Control savedControl;
    // Changed since then.
    bool dirty = false;
    bool objectsChanged = false;
    uint32_t lowestDirtyFrame = 0;

    explicit Thread(state::QuadTable& quads) : frameTree(quads), objectTree(quads) {}
  };

  Machine(const program::Program& program, StateTables& tables, MachineLimits limits = {});
  ~Machine();
  Machine(const Machine&) = delete;  // objects and threads are referred to by address
  Machine& operator=(const Machine&) = delete;

  /// Runs main to its first choice. To be called once, before anything else.
  Outcome start();

  /// The ways to go on, thread by thread in the order of their numbers; empty at a deadlock and when
  /// the process has ended. The alternatives of a state are numbered through this list.
  std::span<const ThreadChoice> choices();
  /// How many alternatives there are in all.
  uint32_t alternativeCount() {
    if (!choicesKnown_) choices();
    return alternativeCount_;
  }
  /// Whose alternative it is.
  const ThreadChoice& choiceOf(uint32_t alternative);
  /// Goes on with one of them.
  Outcome step(uint32_t alternative);

  /// Whether the last step jumped back to the head of a loop that does not count: only such a step can lead, with
  /// others, back to a state that was there before.
  bool hasLooped() const { return looped_; }

  /// What a step leads to, as far as that is known without executing anything.
  struct Foreseen {
    StateKey key;         // none: it is not known
    uint32_t index = 0;   // where the step is remembered
    bool looped = false;  // as `hasLooped` will say
    uint64_t number = 0;  // of what is remembered there
    uint32_t steps = 1;   // more than one: a stretch
    explicit operator bool() const { return key.first != 0; }
  };
  Foreseen foresee(uint32_t alternative) { return leadsTo(remember(alternative)); }
  /// In two parts, so that the memory that the second one needs can be on its way for several alternatives: what is
  /// remembered of one, which holds until a step is taken, and what it leads to.
  const StepCache::Entry* remember(uint32_t alternative);
  Foreseen leadsTo(const StepCache::Entry* step);
  /// Alternatives of the current state, of threads with smaller numbers, that could as well have been taken before the
  /// step that was foreseen and has led here: both orders are possible and lead to the same state. Bit i is alternative
  /// i; those from 64 on are left out.
  uint64_t commutingWith(const Foreseen& taken);
  /// Goes on with an alternative of which this was foreseen, in this state.
  Outcome step(uint32_t alternative, const Foreseen& foreseen);

  // Steps of one thread that come one behind the other while nobody else can go on (stretch.h).

  /// Learns the steps that are taken until the end of the stretch; to be ended before a step in a state where somebody
  /// else could go on, too.
  void beginStretch();
  void endStretch();
  /// Where a stretch ends that begins with this remembered alternative, if that is known, and if only its thread can go
  /// on in all states between.
  Foreseen foreseeStretch(const StepCache::Entry& first) {
    return stretches_.mayBeginWith(first.key) ? followStretches(first) : Foreseen{};
  }
  /// Goes there; false, and nothing happens, if it is not remembered any more.
  bool stretch(const Foreseen& foreseen);

  /// Two threads whose next steps race in the current state, if there are such.
  std::optional<Race> findRace();
  /// The same for a symbolic domain, with what must hold for them to happen; see also `hasMoreTouches`.
  std::vector<ConditionalRace> findRaces();
  /// Whether steps had so many ways that `findRaces` has not seen all.
  bool hasMoreTouches() const { return hasMoreTouches_; }

  /// The key of the current state.
  StateKey save();
  /// The same if it is saved already; none otherwise.
  StateKey key() const { return currentKey_; }
  /// Makes the state with this key the current one.
  void restore(StateKey key);
  /// The same for a state that is given by the ids of its items, in a list with places for these threads.
  void restore(const std::vector<uint32_t>& places, std::span<const uint32_t> ids);
  /// Lets the machine remember steps and bring content back only when an instruction needs it. What the
  /// accessors below show is then up to date only after `materialise`.
  void remember() { remembering_ = true; }
  void materialise();
  /// To be called instead of `save` after a step that did not end in a state, before `restore`.
  void discard();

  /// Whether the process has ended, and with which status.
  bool hasExited() const { return exited_; }
  int exitStatus() const { return exitStatus_; }
  /// Threads that have not ended.
  uint32_t liveThreads() const { return liveThreads_; }
  const Report& report() const { return report_; }

  const program::Program& program() const { return program_; }
  const MachineLimits& limits() const { return limits_; }
  /// Of glibc's pthread_mutex_t, and where its member __kind stands.
  uint64_t mutexSize() const { return pointerBits() == 32 ? 24 : 40; }
  uint64_t mutexKind() const { return pointerBits() == 32 ? 12 : 16; }
  const Memory& memory() const { return memory_; }
  const std::vector<std::unique_ptr<Thread>>& threads() const { return threads_; }
  const Thread* threadByNumber(uint32_t number) const { return byNumber_[number]; }
  /// The thread that holds the mutex at this address, as number + 1; 0 if nobody does.
  uint32_t mutexOwner(uint64_t mutex) const;
  /// Value of a slot of a thread's top frame.
  Value slot(const Thread& thread, uint32_t index) const { return thread.registers[thread.frames.back().base + index]; }
  /// Number of the thread that a pthread_t stands for, or kNone.
  uint32_t threadOfHandle(uint64_t handle) const;
  /// The text of the program that begins at this address; empty if there is none.
  std::string textAt(uint64_t address) const;

  /// To be called before the start: what is watched decides where threads stop.
  void setComplaints(const Complaints& complaints) { complaints_ = complaints; }
  /// Makes every write to these globals a step of its own, also while only one thread lives, and the end of the
  /// process likewise; so every value they take is seen in some state. To be called before `start`.
  void watch(const std::vector<uint32_t>& globals);
  /// Has somebody look before every such write and end, in the middle of a step; threads stop where they would anyway.
  /// While several live, every write to a global is a step of its own.
  void lookAt(const std::vector<uint32_t>& globals, std::function<void()> looker);
  /// What a piece of a global contains, or a thread with its stack and heap, as an id: equal ids, equal content.
  /// Of the state that was saved or restored last; 0 if there is no such thread.
  uint32_t contentOfGlobalPiece(uint32_t item) const { return top_->tree[top_->itemOfGlobal[item]]; }
  /// Whether bytes of such a piece are now as they are in another content of it.
  bool holdsSameBytes(uint32_t item, uint32_t content, uint32_t offset, uint32_t bytes) const;
  uint32_t contentOfThread(uint32_t number) const {
    return byNumber_[number] == nullptr ? 0 : top_->tree[top_->itemOfThread[number]];
  }
  /// What others can see of a thread at any time: its status, and which objects it has.
  uint32_t controlOfThread(uint32_t number) const {
    return byNumber_[number] == nullptr ? 0 : tables_.nodes[contentOfThread(number)].id[0];
  }

  /// The items whose content has changed since this was last asked, as a set (bitOf): what such a piece or a thread
  /// contains is as it was if its item is not in it. One asks, for whom it is forgotten then.
  uint64_t takeMoved() { return std::exchange(movedBefore_, 0) | moved_; }
  uint64_t bitOfGlobalPiece(uint32_t item) const { return bitOf(top_->itemOfGlobal[item]); }
  uint64_t bitOfThread(uint32_t number) const {
    return byNumber_[number] == nullptr ? ~uint64_t{0} : bitOf(top_->itemOfThread[number]);
  }

  /// Lets threads change places (symmetry.h), so from now on it matters whether the program looks at who holds a
  /// mutex, or at what belongs to such a thread. To be called before `start`.
  void letExchange(const program::ThreadSymmetry& symmetry) { symmetry_ = &symmetry; }
  /// Where it did so; kNone if nowhere.
  uint32_t identitySeenAt() const { return identitySeenAt_; }
  struct Content {
    uint32_t thread, root;
  };
  struct Owner {
    uint64_t mutex;
    uint32_t number;
  };
  /// Gives threads of the saved state each other's content, and mutexes other owners; returns the key.
  StateKey exchange(std::span<const Content> contents, std::span<const Owner> owners);
  /// Who holds a mutex that is a global variable, in the saved state: the number, or kNone.
  uint32_t savedOwner(uint64_t mutex) const;
  /// Brings back what a thread contains in the saved state.
  void refresh(uint32_t number);
  uint32_t savedProcess() const { return processId_; }
  /// How many items the list has in which the saved state stands.
  size_t items() const { return top_->items.size(); }
  const StateTables& tables() const { return tables_; }

  void setObserver(Observer* observer) { observer_ = observer; }
  /// Asked to end soon by either: steps in long local computations return.
  void setStopFlags(const std::atomic<bool>* first, const std::atomic<bool>* second = nullptr) {
    stopFlags_ = {first, second};
  }
  uint64_t instructions() const { return instructions_; }
  /// Where signed arithmetic first wrapped around instead of being reported; kNone if nowhere.
  uint32_t wrappedAt() const { return wrappedAt_; }
  uint64_t bytes() const { return memory_.bytes(); }

  // ---- for a symbolic domain ----

  /// What the machine asks about the path it is on, and tells.
  void setRun(typename Domain::Run run) { run_ = run; }
  /// Whether the current state's one choice is a branch that depends on symbols; it concerns nobody but its thread.
  bool isAtFork() const { return atFork_; }
  /// Whether what can go on depends on symbols in a way that is not modelled; known after `choices`.
  bool choicesDependOnSymbols() const { return choicesSawSymbols_; }
  /// What lies somewhere in an object.
  Value valueAt(const Object& object, uint64_t offset, unsigned width) const;
  /// Changes the state: a slot of a frame, what lies at an address, and how often loops were gone round.
  void putRegister(uint32_t thread, uint32_t frame, uint32_t slot, Value value);
  void putMemory(uint64_t address, unsigned width, Value value);
  void forgetLoops();
  /// Frees the names of dead objects that neither a word of the state nor one of these refers to, and returns them.
  std::vector<uint64_t> forgetDead(std::span<const uint64_t> held);

 private:
  friend class Shadow;  // goes by the same memory

  struct TopList;
  struct TopItem;
  using Instruction = program::Instruction;
  using Op = program::Op;

  /// What an instruction that can do more than compute asks the loop to do next.
  enum class Next : uint8_t {
    Continue,
    Reload,
    Stop,
    End
  };

  bool mustEnd() const {
    return std::any_of(stopFlags_.begin(), stopFlags_.end(), [](const std::atomic<bool>* flag) {
      return flag != nullptr && flag->load(std::memory_order_relaxed);
    });
  }
  Outcome stepThread(Thread& thread, uint32_t alternative);
  Outcome finishStep(Outcome outcome);

  // Remembered steps (recall.h).
  StepCache::Key keyOf(const Thread& thread, uint32_t alternative) const;
  const StepCache::Entry* knownStep(Thread& thread, uint32_t alternative);
  const StepCache::Entry* remembered(Thread& thread, uint32_t alternative);
  StateKey halvesAfter(const StepCache::Entry& known);
  uint32_t halfAfter(const StepCache::Entry& known, uint32_t half, bool first);
  /// The number that a step's change of one half has.
  static uint64_t changeOf(const StepCache::Entry& known, bool first) { return 2 * known.number + (first ? 1 : 0); }
  uint32_t computeHalf(const StepCache::Entry& known, uint32_t half, bool first);
  void recall(const StepCache::Entry& known, StateKey after);
  void beginRecording(const Thread& thread);
  void noteAnswer(const Thread& thread);
  void noteTouched(Thread& thread);
  void endRecording(const StepCache::Key& key, Outcome outcome);
  bool isQuiet(const StepCache::Entry& step) const;
  Traffic trafficOf(const StepCache::Entry& step) const;
  void noteItem(uint32_t item);
  void noteObject(const Object& object, uint64_t offset, uint64_t bytes);
  void noteThread(uint32_t number);
  void noteAddress(uint64_t address);
  void noteWaiters();
  uint32_t idOf(uint32_t item) { return item == kWaiters ? waiters() : top_->tree[item]; }
  uint32_t waiters();
  void forgetRecording() { recording_ = false; }
  void countAlternatives(Thread& thread);
  bool updateProspects();
  bool updateProspect(Thread& thread);
  void itemMoved(uint32_t item, uint32_t id);
  void countLiveThreads();

  // What steps do to names (names.h).
  NameClasses deadNames() const;
  uint32_t deadNameCount() const;
  bool letsGoOfDeadNames(NameClasses lost) const { return ((lost | kAnyName) & deadNames_) != 0; }
  void noteVanishing(const Object& object);
  void noteDeath(const Object& object);
  bool keepsDyingNames(const Thread& thread);
  void findLostNames();
  void addName(uint64_t word, std::vector<uint64_t>& names) const;
  void addRegister(uint64_t word, std::vector<uint64_t>& names) const;
  void addNames(std::span<const uint8_t> bytes, std::vector<uint64_t>& names) const;
  void addSavedNames(const Object& object, uint64_t begin, uint64_t end);
  void addSavedFrames(const Thread& thread);
  void addFrames(const Thread& thread, size_t first, std::vector<uint64_t>& names) const;

  // Stretches (stretch.h).
  void addToStretch(const Thread& thread, const StepCache::Entry& step);
  void addToStretch(const StepCache::Entry& step, bool isWaiting);
  Foreseen followStretches(const StepCache::Entry& first);
  bool continuesStretch(const StepCache::Entry& step, uint32_t own) const;
  struct Later;
  const Stretch* findStretch(const StepCache::Key& first, const Later& later);
  bool isBlockedDuring(const Stretch& stretch, const Thread& thread, const Later& later, uint64_t& asksFor);
  bool areBlockedDuring(const Stretch& stretch, const Thread& mover, Later& later);
  StateKey keyAfter(const Stretch& stretch, StateKey key, const Later& later);

  // Data races (races.h).
  Part partOf(const Thread& thread);
  bool mayRace();
  void findTouches(uint32_t number, StateKey key);
  bool touchesMuch(const Thread& thread) const;
  Aim aimOf(const Thread& thread) const;
  void noteTouch(const Thread& thread, const Object& object, uint64_t offset, uint64_t bytes, bool write);
  void collectTouches(Thread& thread, StateKey key);
  bool gatherTouches();
  static std::optional<Race> raceOf(const Touch& first, const Touch& second);

  // The interpreter loop (interpreter.h).
  Outcome run(Thread& thread, bool mayAct, uint32_t alternative);
  Outcome execute(Thread& thread, bool atChoice);
  Next special(Thread& thread, const Instruction& instruction, Value* registers);

  // Instructions with symbols among their operands; defined where such a domain is (symbolic/).
  bool readsSymbols(const Instruction& instruction, const Value* registers) const;
  Next onSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next branchOnSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next switchOnSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next jumpTo(Thread& thread, uint32_t target);
  Next computeSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next computeFloat(Thread& thread, const Instruction& instruction, Value* registers);
  Next divideSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next shiftSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next addToPointer(Thread& thread, const Instruction& instruction, Value* registers);
  Next accessSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next updateSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next exchangeSymbols(Thread& thread, const Instruction& instruction, Value* registers);
  Next pinPointer(Thread& thread, Value& pointer);
  Next pinValue(Thread& thread, Value& value);
  Next pinOperands(Thread& thread, const Instruction& instruction, Value* registers);
  Next chooseObject(Thread& thread, Value& pointer);
  Next check(Thread& thread, uint32_t holds, Fault fault, std::string message);
  std::optional<uint32_t> fork(Thread& thread, std::span<const uint32_t> conditions);
  bool countLoop(Thread& thread, uint32_t head);
  struct Way;
  bool areSurelyEqual(Value a, Value b, unsigned width) const;
  void collectWays(uint32_t number, uint32_t alternative, StateKey key);
  bool mergeWays(Thread& thread, const Instruction& instruction, uint32_t condition);
  bool tryWay(Thread& thread, uint32_t condition, uint32_t from, uint32_t to, Way& way);
  bool goTo(Thread& thread, uint32_t from, uint32_t to);
  Value either(uint32_t condition, Value yes, Value no) const;
  void noteCell(Object& object, uint64_t offset, unsigned bytes);
  template <typename Cell>
  void putBack(const Cell& cell);
  template <typename Cell>
  static bool areApart(std::span<const Cell> cells);
  state::ComponentId saveTrace(const Thread& thread);
  void restoreTrace(Thread& thread, state::ComponentId id);
  Next makeInput(Thread& thread, const Instruction& instruction, const program::Function& function);
  Next makeInputBytes(Thread& thread, const Instruction& instruction);
  Next chooseInput(Thread& thread, const Instruction& instruction, Value* registers);
  Next makeStructure(Thread& thread, const Instruction& instruction);
  Object* makeStructureObject(Thread& thread, uint32_t structure);
  Next resolveLink(Thread& thread, Value& pointer);
  Next resolveLinks(Thread& thread, const Instruction& instruction, Value* registers);
  std::optional<Next> resolveLinkAt(Thread& thread, Object& object, uint64_t offset, Value value);
  Value loadSymbols(const Object& object, uint64_t offset, unsigned width) const;
  void storeSymbols(Object& object, uint64_t offset, unsigned width, Value value);
  struct Places;
  Object* resolveSymbols(Thread& thread, Value pointer, uint64_t distance, uint64_t bytes, bool write, Places& places);
  Next pinPlace(Thread& thread, const Object& object, const Places& places, uint64_t distance, Value& pointer);
  bool isDefinedAt(const Object& object, const Places& places, unsigned width) const;
  Value loadAnywhere(const Object& object, const Places& places, unsigned width) const;
  void storeAnywhere(Object& object, const Places& places, unsigned width, Value value);
  struct Origin;
  Next abandonPlaces(const Thread& thread, const Object& object, const char* why);
  uint32_t readPart(uint64_t part, unsigned bytes) const;
  Origin originOf(const Object& object, const Places& places, unsigned bytes) const;
  Origin arrayOf(const Object& object, const Places& places) const;
  std::optional<Value> loadFromArray(const Object& object, const Places& places, unsigned width) const;
  bool storeToArray(Object& object, const Places& places, unsigned width, Value value);
  std::optional<Value> loadAt(const Object& object, const Places& places, unsigned width) const;
  bool storeAt(Object& object, const Places& places, unsigned width, Value value);
  bool isSeenByOthers(const Object& object) const;
  Object* resolveEither(Thread& thread, Value pointer, uint64_t bytes, bool write, Places& places);
  Next copySymbols(Thread& thread, const Instruction& instruction, Value* registers);
  bool copyWords(const Object& source, const Places& from, Object& target, const Places& to, uint64_t bytes);

  // Whether a visible operation may be executed now (interpreter.h).
  bool mayProceed(Thread& thread, Watch watched = Watch::None);
  void letLook();
  bool mustStop(const Thread& thread) const { return liveThreads_ >= 2 && !thread.inSection && !mayAct_; }
  bool isAtomicFunction(const Thread& thread) const;
  void leaveSection(Thread& thread);

  // Memory accesses (access.h).
  Object* privateObject(const Thread& thread, Value pointer, const Instruction& instruction, uint64_t& offset) const;
  Object* resolve(Thread& thread, Value pointer, uint64_t distance, uint64_t bytes, bool write, uint64_t& offset);
  Fault faultOfAddress(uint64_t address, const Object* object) const;
  void guardIdentity(const Thread& thread, const Object& object, uint64_t offset, uint64_t bytes);
  bool hidesOwner(const Object& object, uint64_t offset, uint64_t bytes) const;
  Value loadFrom(const Object& object, uint64_t offset, unsigned width) const;
  void storeTo(Object& object, uint64_t offset, unsigned width, Value value);
  void observeAccess(const Thread& thread, const Object& object, uint64_t offset, unsigned width, bool write,
                     bool atomic, Value value);
  Next copyMemory(Thread& thread, const Instruction& instruction, Value* registers);
  Next fillMemory(Thread& thread, const Instruction& instruction, Value* registers);
  Next atomicRmw(Thread& thread, const Instruction& instruction, Value* registers);
  Next compareExchange(Thread& thread, const Instruction& instruction, Value* registers);
  uint64_t pointerAdd(uint64_t base, uint64_t distance);

  // Calls and the stack (calls.h).
  Next call(Thread& thread, const Instruction& instruction, uint32_t callee);
  Next callIndirect(Thread& thread, const Instruction& instruction, Value* registers);
  Next returnFrom(Thread& thread, const Instruction& instruction, Value* registers);
  bool passVariadic(Thread& thread, const program::Call& record, const program::Function& callee, const Value* from,
                    Value* to);
  Next allocateStack(Thread& thread, const Instruction& instruction, Value* registers);
  Next vaStart(Thread& thread, const Instruction& instruction, Value* registers);
  Next stackRestore(Thread& thread, Value mark);
  void popStackObjects(Thread& thread, size_t count);
  bool reachesShared(const Thread& thread, size_t first) const;
  void pushFrame(Thread& thread, uint32_t function);

  // Exceptions and jumps (unwind.h).
  Next unwind(Thread& thread, Value exception);
  Next catchClause(Thread& thread, const Instruction& instruction, Value* registers);
  Next setJump(Thread& thread, const Instruction& instruction, Value* registers);
  Next longJump(Thread& thread, const Instruction& instruction, Value* registers);
  bool reachesSharedAbove(const Thread& thread, size_t index) const;
  void leaveFramesAbove(Thread& thread, size_t index);
  const program::Call* landingOf(const Frame& frame) const;

  // The heap (heap.h).
  Next allocate(Thread& thread, const Instruction& instruction, Value* registers);
  Next release(Thread& thread, const Instruction& instruction, Value* registers);
  Next reallocate(Thread& thread, const Instruction& instruction, Value* registers);
  Object* newObject(Thread& thread, ObjectKind kind, uint32_t site, uint64_t size, bool shared, bool zero);
  Object* heapObject(Thread& thread, Value pointer);
  Next leaks(Thread& thread);
  bool allocationFails(Thread& thread, uint32_t site, Value size, bool& mustStop);
  void markReachable();
  uint32_t allocationSite(const Thread& thread, uint32_t site) const;
  void collect();
  void markReferences();

  // Threads and synchronisation (synchronise.h).
  Next createThread(Thread& thread, const Instruction& instruction, Value* registers);
  void guardJoin(const Thread& thread, const Thread& target);
  Next joinThread(Thread& thread, const Instruction& instruction, Value* registers);
  Next detachThread(Thread& thread, const Instruction& instruction, Value* registers);
  Next leaveThread(Thread& thread, Value result);
  Next exitThread(Thread& thread, Value result);
  Next mutexOperation(Thread& thread, const Instruction& instruction, Value* registers);
  Next conditionOperation(Thread& thread, const Instruction& instruction, Value* registers);
  Next onceOperation(Thread& thread, const Instruction& instruction, Value* registers);
  Next waitForWord(Thread& thread, const Instruction& instruction, Value* registers);
  bool mustWait(const Instruction& instruction, Value word, Value value) const;
  bool unlock(Thread& thread, Object& mutex, uint64_t offset, uint32_t& error);
  bool canLock(const Thread& thread, uint64_t mutex);
  uint32_t alternativesOf(Thread& thread);
  uint32_t waitersOf(uint64_t condition) const;
  Thread& addThread(uint32_t number);
  void startThread(uint32_t number, uint32_t function, uint32_t creator, uint32_t pc, Value argument);
  uint32_t pointerBits() const { return program_.addresses.pointerBits; }
  static constexpr uint32_t kOwnNumbers = 8;  // for the threads that one thread other than main creates
  uint32_t pickThreadNumber(uint32_t creator) const;
  void createThreadObjects(Thread& thread);
  void endProcess(int status);
  Outcome reacquire(Thread& thread);
  Outcome timeOut(Thread& thread);

  // The environment (environment.h).
  Next choose(Thread& thread, const Instruction& instruction, Value* registers);
  Next exitProcess(Thread& thread, int status);
  Next environment(Thread& thread, const Instruction& instruction, Value* registers);
  Next writeOutput(Thread& thread, const Instruction& instruction, Value* registers);
  Next formatDouble(Thread& thread, const Instruction& instruction, Value* registers);
  Next copyArgument(Thread& thread, const Instruction& instruction, Value* registers);
  Next readInput(Thread& thread, const Instruction& instruction, Value* registers);
  Next parseReal(Thread& thread, const Instruction& instruction, Value* registers);
  Next undefine(Thread& thread, const Instruction& instruction, Value* registers);

  // Numbers that are not plain 64-bit integers (arithmetic.h).
  Next signedOverflow(Thread& thread, const Instruction& instruction, Value* registers);
  Next badShift(Thread& thread, const Instruction& instruction, const Value* registers);
  bool divide(Thread& thread, const Instruction& instruction, Value* registers);
  void wide(const Instruction& instruction, Value* registers);
  bool wideDivide(Thread& thread, const Instruction& instruction, Value* registers);
  bool checkWide(Thread& thread, const Instruction& instruction, const Value* registers);
  void wideCompare(const Instruction& instruction, Value* registers);
  void bits(const Instruction& instruction, Value* registers);
  void overflow(const Instruction& instruction, Value* registers);
  void floatOperation(const Instruction& instruction, Value* registers);
  void floatWideOperation(const Instruction& instruction, Value* registers);
  void floatConversion(const Instruction& instruction, Value* registers);
  void floatClass(const Instruction& instruction, Value* registers);

  // Faults.
  Next fault(const Thread& thread, Fault fault, std::string message);
  Next abandon(const Thread& thread, std::string message);

  // Saving and restoring (snapshot.h).
  void saveThread(Thread& thread);
  void saveFrames(Thread& thread);
  void saveObjects(Thread& thread);
  void saveControl(Thread& thread);
  state::ComponentId saveProcess();
  std::vector<uint32_t> placesFor(std::span<const uint32_t> numbers) const;
  bool hasPlacesFor(std::span<const uint32_t> numbers) const;
  void selectTop(std::vector<uint32_t> places);
  void layoutTop(TopList& top) const;
  std::vector<uint32_t> threadNumbers() const;
  std::vector<uint32_t> threadNumbers(state::ComponentId process) const;
  uint32_t contentOf(const TopItem& item);
  state::ComponentId saveFrame(const Thread& thread, const Frame& frame);
  state::ComponentId savePiece(const Object& object, uint32_t piece);
  void changeThreads(state::ComponentId process);
  void followProcess();
  void restoreThread(Thread& thread, uint32_t root);
  void restoreControl(Thread& thread, state::ComponentId id);
  void restoreFrame(Thread& thread, uint32_t index, state::ComponentId id);
  void restorePiece(Object& object, uint32_t piece, state::ComponentId id);
  void restoreTopItem(uint32_t item, uint32_t id);
  std::pair<uint32_t, uint64_t> placeOfOwner(uint64_t mutex) const;
  void removeThread(Thread& thread);
  void changed(Thread& thread) {
    if (thread.dirty) return;
    thread.dirty = true;
    dirtyThreads_.push_back(&thread);
  }

  const program::Program& program_;
  const uint64_t pointerMask_;
  StateTables& tables_;
  MachineLimits limits_;
  Memory memory_;
  std::vector<std::unique_ptr<Thread>> threads_;  // by rising number
  std::vector<std::unique_ptr<Thread>> spareThreads_;
  std::vector<Thread*> byNumber_;
  uint32_t liveThreads_ = 0;
  bool liveThreadsKnown_ = true;  // false while a restore is under way
  bool exited_ = false;
  int exitStatus_ = 0;
  Report report_;
  Complaints complaints_;
  Observer* observer_ = nullptr;
  bool watches_ = false;          // somebody wants to see every value of some globals in a state
  std::function<void()> looker_;  // somebody looks at others during steps
  std::array<const std::atomic<bool>*, 2> stopFlags_{};
  uint64_t instructions_ = 0;
  uint32_t wrappedAt_ = program::kNone;
  const program::ThreadSymmetry* symmetry_ = nullptr;  // if threads may change places
  uint32_t identitySeenAt_ = program::kNone;

  [[no_unique_address]] typename Domain::Run run_{};
  bool atFork_ = false;              // see isAtFork
  mutable bool sawSymbols_ = false;  // something was loaded that is a symbol
  bool choicesSawSymbols_ = false;   // for the choices that are known

  // Of the step under way.
  bool mayAct_ = false;       // the step's one visible operation is still to come
  uint32_t longJumps_ = 0;    // how often it called longjmp
  bool looped_ = false;       // it jumped back
  bool atStart_ = false;      // the next instruction is the one the thread stood before
  uint32_t alternative_ = 0;  // chosen for that instruction
  Outcome ended_ = Outcome::Stopped;
  std::vector<uint32_t> startedThreads_;
  std::vector<Touch>* footprint_ = nullptr;  // of a step taken only to see what it touches

  // Choices of the current state.
  std::vector<ThreadChoice> choices_;  // the first choiceCount_ count
  size_t choiceCount_ = 0;
  uint32_t alternativeCount_ = 0;
  bool choicesKnown_ = false;
  size_t lastChoice_ = 0;         // index of the one asked for last
  uint32_t plainThreads_ = 0;     // that would access memory in their next step, not atomically
  uint32_t touchingThreads_ = 0;  // that would access memory at all
  StateKey choicesKey_;           // the saved state they were last computed for
  StateKey currentKey_;           // the saved state the machine is in, or none

  // Remembered steps.
  bool remembering_ = false;
  bool recording_ = false;  // the step under way can still be remembered
  uint32_t recordedThread_ = 0;
  uint32_t createdThread_ = program::kNone;  // by the step under way
  bool beganInSection_ = false;              // the step under way: nobody else could have gone on instead
  StepCache::Reads reads_;                   // items that the step under way has read
  StepCache::Key pendingKey_;                // of a step that is remembered when its state is saved
  StepCache::Reads pendingReads_;
  uint8_t answer_ = StepCache::kNoAnswer;          // how many alternatives the step under way was chosen from
  uint8_t touched_ = StepCache::kTouchesAnything;  // by its visible operation
  bool pending_ = false;
  NameClasses lostNames_ = 0;  // classes of those that the step has let go of, and did not refer to again
  // Names that there were, that died, and that there are, as far as the step under way may have changed that.
  std::vector<uint64_t> savedNames_, dyingNames_, presentNames_;
  NameClasses deadNames_ = 0;  // of the current state
  uint32_t waiters_ = 0;       // the content of the item kWaiters, as of the state that was saved or restored last
  bool waitersKnown_ = false;
  StepCache cache_;
  state::HalfMemo halves_;
  StretchCache stretches_;
  Stretch stretch_;  // the one that is learned
  struct Beginning {
    uint64_t number = 0;  // of a remembered step; 0: none
    uint32_t index = 0;   // where it is remembered
    bool wasWaiting = false;
  };
  Beginning stretchBeginning_;        // its first step, as long as there is no second one
  bool stretchGoesOn_ = false;        // it is
  bool stretchMovesWaiters_ = false;  // others are woken in it, or its thread is
  uint32_t stretchBegan_ = 0;         // with so many dead names
  // What the threads' prospects were computed for.
  uint64_t moved_ = ~uint64_t{0};  // items that changed since then
  uint64_t movedBefore_ = 0;       // and since somebody else asked, before that (takeMoved)
  state::ComponentId prospectsProcess_ = 0;
  uint32_t prospectsThreads_ = 0;  // that lived

  // The current state as last saved or restored. With remembering on, an item's content may be older
  // than the tree says; such items are listed.
  state::ComponentId processId_ = 0;
  const state::ComponentId absent_;  // in place of a thread's content: there is no such thread
  bool threadsChanged_ = true;
  struct TopItem {
    bool isThread;
    uint32_t index;  // number of the thread, or item among the globals' pieces
  };
  /// The list over all threads and pieces of globals, with places for certain threads, of which some may be empty. A
  /// few are kept, each at the state it was last used for.
  struct TopList {
    explicit TopList(state::QuadTable& quads) : tree(quads) {}
    std::vector<uint32_t> places;  // numbers of threads, rising
    state::TreeCursor tree;        // item 0 is the process
    std::vector<TopItem> items;
    std::vector<uint32_t> itemOfThread;  // by number
    std::vector<uint32_t> itemOfGlobal;
    std::vector<uint8_t> isStale;  // per item
    uint32_t itemOf(TopItem item) const { return item.isThread ? itemOfThread[item.index] : itemOfGlobal[item.index]; }
  };
  static constexpr size_t kTopLists = 16;
  std::vector<std::unique_ptr<TopList>> topLists_;
  size_t nextTopList_ = 0;
  TopList* top_ = nullptr;
  std::vector<Thread*> dirtyThreads_;
  struct StepTouches {
    uint64_t step = 0;  // number of what is remembered
    uint32_t count = 0;
    std::array<Touch, 3> touches;
  };
  std::vector<StepTouches> stepTouches_ = std::vector<StepTouches>(4096);  // of some steps, by their places
  std::vector<Touch> touches_;                                             // of the state that is looked at
  std::vector<uint32_t> touchConditions_;  // terms: when they happen, in a symbolic domain
  bool hasMoreTouches_ = false;
  TouchTable touchTable_;
  std::vector<uint32_t> touchingNumbers_;
  std::vector<uint32_t> staleItems_;
  std::vector<uint8_t> scratch_;
};

extern template class Machine<ConcreteDomain>;
using ConcreteMachine = Machine<ConcreteDomain>;

}  // namespace clew::machine
