#include "machine/future.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "support/hash.h"

namespace clew::machine {

namespace {

using program::Op;
using Domain = ConcreteDomain;
using Value = Domain::Value;
using Thread = ConcreteMachine::Thread;

/// A walk that is longer than this gives up: the thread may then touch anything.
constexpr uint32_t kMostInstructions = 20'000;
constexpr size_t kMostAccesses = 400;
constexpr size_t kMostPositions = 400;
constexpr size_t kMostFrames = 100;
constexpr size_t kMostPrivateWrites = 200;

/// Of a step that touches nothing others see; only who touches anything has to do with it.
constexpr Range kNothingShared{1, 1};

Value unknown() { return Domain::undefinedValue(64); }

/// Where in its next step the walk is.
enum class Phase : uint8_t {
  Before,  // its visible operation is still to come
  Inside,
  Behind
};

struct WalkFrame {
  uint32_t pc = 0;
  uint32_t base = 0;
  bool isReal = false;  // the thread has this frame now
};

struct PrivateWrite {
  Range range;
  Value value;  // of at most eight bytes; unknown otherwise
};

/// One way the walk can go on.
struct Position {
  std::vector<WalkFrame> frames;
  std::vector<Value> registers;
  std::vector<PrivateWrite> writes;  // the youngest last
  std::vector<uint64_t> guards;
  std::vector<uint64_t> born;  // private objects that live: depth of the frame and place of each
  uint32_t atomicDepth = 0;
  bool inSection = false;
  bool isChild = false;  // a thread that the thread will have created
  Phase phase = Phase::Before;
};

/// Memory that the walk itself has brought to life.
struct Fresh {
  uint64_t address;
  uint64_t size;
  uint32_t window;  // the first of its windows
  uint32_t windows;
  size_t depth;  // of the frame it belongs to; 0: the heap
  uint32_t pc;
  bool isPrivate;
};

class Walk {
 public:
  Walk(const ConcreteMachine& machine, const Thread& thread, std::span<const Range> unsettled)
      : machine_(machine), program_(machine.program()), thread_(thread), unsettled_(unsettled) {}

  Future run() {
    begin();
    while (!positions_.empty()) {
      Position position = std::move(positions_.back());
      positions_.pop_back();
      while (follow(position)) {
        if (++instructions_ > kMostInstructions || isTooMuch(position)) {
          positions_.push_back(std::move(position));
          giveUp();
          return std::move(future_);
        }
      }
    }
    return std::move(future_);
  }

 private:
  enum class Place : uint8_t {
    Private,   // nobody else can reach it
    Constant,  // nobody writes it
    New,       // does not exist yet, so nobody else knows it now
    Shared,
    Unknown,
  };
  struct Located {
    Place place = Place::Unknown;
    Range range;
    const Object* object = nullptr;
    bool isExact = false;  // else it is some part of the range, nobody knows which
  };

  // ---- where the thread stands ----

  void begin() {
    Position start;
    start.atomicDepth = thread_.atomicDepth;
    start.inSection = thread_.inSection;
    if (thread_.inSection) start.phase = Phase::Inside;
    for (size_t index = 0; index < thread_.frames.size(); ++index) {
      const Frame& frame = thread_.frames[index];
      start.frames.push_back({frame.pc, frame.base, true});
      const size_t needed = size_t{frame.base} + program_.functionAt(frame.pc).slots;
      start.registers.resize(std::max(start.registers.size(), needed), unknown());
      for (const uint32_t slot : program_.liveAt(frame.pc)) {
        start.registers[frame.base + slot] = thread_.registers[frame.base + slot];
      }
    }
    if (start.frames.empty()) return;
    if (thread_.status == ThreadStatus::Waiting || thread_.status == ThreadStatus::Woken) beginWaiting(start);
    positions_.push_back(std::move(start));
  }

  /// Inside pthread_cond_wait: a signal or the time, then the mutex.
  void beginWaiting(Position& start) {
    const Access signal{{thread_.condition, 1}, true, true, false, 0, start.frames.back().pc};
    const Range lock{thread_.mutex, kLockBytes};
    if (thread_.status == ThreadStatus::Waiting) {
      future_.next.push_back(signal);  // whoever signals decides when this goes on
      if (thread_.timed) future_.accesses.push_back(signal);
      start.phase = Phase::Behind;
    }
    takeGuard(start, thread_.mutex);
    touch(start, lock, true, false);
    start.inSection = false;
    Value& result = top(start)[program_.code[start.frames.back().pc].dst];
    result = unknown();
    ++start.frames.back().pc;
  }

  Value* top(Position& position) { return position.registers.data() + position.frames.back().base; }
  bool isAtomicFunction(const Position& position) const {
    return program_.functionAt(position.frames.back().pc).runtime;
  }
  static bool isTooMuch(const Position& position) {
    return position.frames.size() > kMostFrames || position.writes.size() > kMostPrivateWrites;
  }

  /// The walk is too long: from where it stands, and from all the other places, anything can happen.
  void giveUp() {
    for (Position& position : positions_) anything(position);
    positions_.clear();
  }

  // ---- what it touches ----

  static constexpr uint64_t kLockBytes = 8;  // the owner and the nesting of a mutex; its kind stays as it is

  /// The thread is about to do something others can notice.
  void visible(Position& position) {
    if (acted_) return;  // the same operation
    acted_ = true;
    if (position.phase == Phase::Before) {
      position.phase = Phase::Inside;
      position.inSection = position.atomicDepth > 0 || isAtomicFunction(position);
    } else if (position.phase == Phase::Inside && !position.inSection) {
      position.phase = Phase::Behind;
    }
  }

  bool isAtomic(const Position& position) const {
    const program::Instruction& i = program_.code[position.frames.back().pc];
    return (i.flags & program::kAtomic) != 0 || i.op == Op::AtomicRmw || i.op == Op::CompareExchange;
  }

  uint32_t guardsOf(const Position& position) {
    auto& sets = future_.guardSets;
    const auto known = std::find(sets.begin(), sets.end(), position.guards);
    if (known != sets.end()) return static_cast<uint32_t>(known - sets.begin());
    sets.push_back(position.guards);
    return static_cast<uint32_t>(sets.size() - 1);
  }

  void add(std::vector<Access>& to, const Access& access) {
    for (const Access& each : to) {
      if (each.range == access.range && each.write == access.write && each.plain == access.plain &&
          each.atomic == access.atomic && each.guards == access.guards)
        return;
    }
    to.push_back(access);
  }

  void touch(Position& position, Range range, bool write, bool plain = true) {
    visible(position);
    const Access access{range, write, plain, isAtomic(position), guardsOf(position), position.frames.back().pc};
    add(future_.accesses, access);
    if (position.phase == Phase::Inside) add(future_.next, access);
    if (future_.accesses.size() > kMostAccesses && !full_) {
      full_ = true;
      position.guards.clear();
      instructions_ = kMostInstructions;
    }
  }
  void anything(Position& position) {
    const Access access{kAnything, true, true, false, guardsOf(position), position.frames.back().pc};
    add(future_.accesses, access);
    if (position.phase != Phase::Behind) {
      future_.nextMayLoop = true;
      add(future_.next, access);
    }
  }
  /// Nothing is touched, yet the step is one of its own.
  void pause(Position& position) { touch(position, kNothingShared, false); }

  static void takeGuard(Position& position, uint64_t guard) {
    const auto place = std::lower_bound(position.guards.begin(), position.guards.end(), guard);
    if (place == position.guards.end() || *place != guard) position.guards.insert(place, guard);
  }

  /// An unknown place may be private, and then the step goes on behind it, perhaps round a loop.
  void mayGoOn(const Position& position) {
    if (position.phase != Phase::Behind) future_.nextMayLoop = true;
  }

  /// A pointer of which only the object is known keeps the part of the address that names the object's window.
  bool namesObject(Value pointer) const { return pointer.undefined >> program_.addresses.windowBits == 0; }

  Located locate(const Position& position, Value pointer, uint64_t distance, uint64_t bytes) {
    if (!namesObject(pointer)) return {};
    const bool isExact = Domain::isDefined(pointer);
    const Range exact{(pointer.bits + distance) & program_.addresses.pointerMask(), bytes};
    if (program_.addresses.arenaOf(pointer.bits) == freshArena()) {
      const uint32_t window = program_.addresses.windowOf(pointer.bits);
      for (const Fresh& fresh : fresh_) {
        if (window - fresh.window >= fresh.windows) continue;
        return {fresh.isPrivate ? Place::Private : Place::New, isExact ? exact : Range{fresh.address, fresh.size},
                nullptr, isExact};
      }
      return {};
    }
    const Object* object = find(pointer.bits);
    if (object == nullptr || !object->live) return isExact ? Located{Place::Shared, exact, nullptr, true} : Located{};
    const Range range = isExact ? exact : Range{object->address, object->size};
    if (object->constant) return {Place::Constant, range, object, isExact};
    const bool isMine = !position.isChild && object->arena == thread_.number + 1;
    return {object->shared || !isMine ? Place::Shared : Place::Private, range, object, isExact};
  }

  const Object* find(uint64_t address) {
    const uint32_t arena = program_.addresses.arenaOf(address & program_.addresses.addressMask());
    if (arena != 0 && arena != thread_.number + 1 && arena < machine_.memory().arenaCount()) {
      note(future_.threads, arena - 1);
    }
    return machine_.memory().find(address);
  }

  static void note(std::vector<uint32_t>& list, uint32_t number) {
    if (std::find(list.begin(), list.end(), number) == list.end()) list.push_back(number);
  }

  /// What lies there now; unknown if that is not for sure.
  static Value contentOf(const Object& object, const Range& range) {
    const uint64_t offset = range.address - object.address;
    if (range.bytes > 8 || offset > object.size || range.bytes > object.size - offset) return unknown();
    Value value = Domain::constant(0);
    std::memcpy(&value.bits, object.data + offset, range.bytes);
    if (object.undefined != nullptr) std::memcpy(&value.undefined, object.undefined + offset, range.bytes);
    value.bits &= ~value.undefined;
    return value;
  }

  Value privateContent(const Position& position, const Located& located) {
    for (size_t index = position.writes.size(); index-- > 0;) {
      const auto& [range, value] = position.writes[index];
      if (!range.overlaps(located.range)) continue;
      const uint64_t shift = located.range.address - range.address;
      const bool inside = located.range.address >= range.address && shift + located.range.bytes <= range.bytes;
      if (!inside || range.bytes > 8) return unknown();
      const unsigned width = static_cast<unsigned>(8 * located.range.bytes);
      return {value.bits >> 8 * shift & maskOf(width), value.undefined >> 8 * shift & maskOf(width)};
    }
    return located.object != nullptr ? contentOf(*located.object, located.range) : unknown();
  }

  /// What lies in memory that others can reach, if it is settled. Only pointers are worth knowing: a future that
  /// depends on numbers has to be computed for each of their values.
  Value sharedContent(const Located& located) {
    if (located.range.bytes != program_.addresses.pointerBytes()) return unknown();
    const Value content = relyOn(located);  // also to see that it is no pointer
    return Domain::isDefined(content) && isPointer(content.bits) ? content : unknown();
  }

  bool isPointer(uint64_t word) {
    const uint64_t function = (word - program::kFunctionBase) / program::kFunctionStride;
    return (word >= program::kFunctionBase && function < program_.functions.size()) || find(word) != nullptr;
  }

  Value relyOn(const Located& located) {
    const bool changes = std::any_of(unsettled_.begin(), unsettled_.end(),
                                     [&](const Range& range) { return range.overlaps(located.range); });
    if (changes || located.object == nullptr) return unknown();
    const Object& object = *located.object;
    const uint64_t offset = located.range.address - object.address;
    if (offset > object.size || located.range.bytes > object.size - offset || located.range.bytes == 0)
      return unknown();
    if (object.kind == ObjectKind::Global) {
      const uint64_t last = (offset + located.range.bytes - 1) / object.pieceSize;
      for (uint64_t piece = offset / object.pieceSize; piece <= last; ++piece) {
        note(future_.globalItems, object.firstItem + static_cast<uint32_t>(piece));
      }
    }
    if (std::find(future_.known.begin(), future_.known.end(), located.range) == future_.known.end()) {
      future_.known.push_back(located.range);
    }
    return contentOf(object, located.range);
  }

  /// A read of at most eight bytes.
  Value read(Position& position, Value pointer, uint64_t distance, uint64_t bytes) {
    const Located located = locate(position, pointer, distance, bytes);
    switch (located.place) {
      case Place::Private: return located.isExact ? privateContent(position, located) : unknown();
      case Place::Constant: return located.isExact ? contentOf(*located.object, located.range) : unknown();
      case Place::New: pause(position); return unknown();
      case Place::Shared:
        touch(position, located.range, false);
        return located.isExact ? sharedContent(located) : unknown();
      case Place::Unknown: break;
    }
    mayGoOn(position);
    visible(position);
    readAnything(position);
    return unknown();
  }
  void readAnything(Position& position) {
    const Access access{kAnything, false, true, false, guardsOf(position), position.frames.back().pc};
    add(future_.accesses, access);
    if (position.phase == Phase::Inside) add(future_.next, access);
  }

  void write(Position& position, Value pointer, uint64_t distance, uint64_t bytes, Value value) {
    const Located located = locate(position, pointer, distance, bytes);
    if (located.place == Place::Private) return remember(position, located.range, located.isExact ? value : unknown());
    if (located.place == Place::New) return pause(position);
    if (located.place == Place::Unknown) mayGoOn(position);
    visible(position);
    if (located.place == Place::Unknown) return anything(position);
    touch(position, located.range, true);
  }

  static void remember(Position& position, Range range, Value value) {
    const auto covered = [&](const PrivateWrite& old) {
      return range.address <= old.range.address && old.range.address + old.range.bytes <= range.address + range.bytes;
    };
    std::erase_if(position.writes, covered);
    position.writes.push_back({range, range.bytes > 8 ? unknown() : value});
  }

  /// Something was written there.
  static void forget(Position& position, const Located& located) {
    remember(position, {located.range.address, std::max<uint64_t>(located.range.bytes, 9)}, unknown());
  }

  /// Memory of its own for the walk; the same again when it comes by the same place.
  Value bringToLife(Position& position, size_t depth, uint64_t size, bool isPrivate) {
    const uint32_t pc = position.frames.back().pc;
    if (isPrivate) {  // two that live at once are not told apart
      const uint64_t name = uint64_t{depth} << 32 | pc;
      if (std::find(position.born.begin(), position.born.end(), name) != position.born.end()) return unknown();
      position.born.push_back(name);
    }
    for (const Fresh& fresh : fresh_) {
      if (fresh.depth != depth || fresh.pc != pc || fresh.size != size || fresh.isPrivate != isPrivate) continue;
      if (isPrivate) remember(position, {fresh.address, std::max<uint64_t>(size, 9)}, unknown());
      return Domain::constant(fresh.address);
    }
    const uint32_t windows = program_.addresses.windowsFor(size);
    if (nextWindow_ + windows >= program_.addresses.windowsPerArena()) return unknown();
    const uint64_t address = program_.addresses.addressOf(freshArena(), nextWindow_, size);
    fresh_.push_back({address, size, nextWindow_, windows, depth, pc, isPrivate});
    nextWindow_ += windows;
    return Domain::constant(address);
  }
  /// An arena that no thread gets.
  uint32_t freshArena() const { return program_.addresses.arenas() - 1; }

  // ---- the walk ----

  /// Whether this place was walked from before, with the same values. Places of different kinds do not meet.
  bool wasHere(const Position& position, char kind) {
    digest_.clear();
    const auto put = [&](uint64_t word) { digest_.push_back(word); };
    put(uint64_t{static_cast<uint8_t>(kind)} << 56 | uint64_t{position.atomicDepth} << 8 |
        uint64_t{position.inSection} << 4 | uint64_t{position.isChild} << 3 | static_cast<uint64_t>(position.phase));
    for (const WalkFrame& frame : position.frames) {
      put(frame.pc);
      const auto putSlot = [&](uint32_t slot) {
        put(position.registers[frame.base + slot].bits);
        put(position.registers[frame.base + slot].undefined);
      };
      if (program_.liveRangeOf[frame.pc] != 0) {
        for (const uint32_t slot : program_.liveAt(frame.pc)) putSlot(slot);
      } else {
        for (uint32_t slot = 0; slot < program_.functionAt(frame.pc).slots; ++slot) putSlot(slot);
      }
    }
    put(position.born.size());
    for (const uint64_t name : position.born) put(name);
    put(position.guards.size());
    for (const uint64_t guard : position.guards) put(guard);
    for (const PrivateWrite& write : position.writes) {
      put(write.range.address);
      put(write.range.bytes);
      put(write.value.bits);
      put(write.value.undefined);
    }
    const XXH128_hash_t hash = XXH3_128bits(digest_.data(), 8 * digest_.size());
    return !seen_.insert({hash.low64, hash.high64}).second;
  }

  /// Goes to another place of the same function; false if the walk was there before.
  bool jump(Position& position, uint32_t target, bool counted) {
    uint32_t& pc = position.frames.back().pc;
    const bool back = target <= pc;
    if (back && !counted && position.phase != Phase::Behind) future_.nextMayLoop = true;
    pc = target;
    return !back || !wasHere(position, 'j');
  }

  /// Goes both ways.
  bool fork(const Position& position, uint32_t target) {
    if (positions_.size() > kMostPositions) instructions_ = kMostInstructions;
    Position other = position;
    if (jump(other, target, false)) positions_.push_back(std::move(other));
    return true;
  }

  /// Follows one instruction; false where this way ends.
  bool follow(Position& position) {
    acted_ = false;
    const uint32_t pc = position.frames.back().pc;
    const program::Instruction& i = program_.code[pc];
    Value* r = top(position);
    if (program_.liveRangeOf[pc] != 0 && isVisibleOp(i.op) && position.phase == Phase::Behind &&
        wasHere(position, 'v')) {
      return false;
    }
    if (compute(i, r)) {
      ++position.frames.back().pc;
      return true;
    }
    switch (i.op) {
      case Op::Jump: return jump(position, i.c, (i.flags & program::kCounted) != 0);
      case Op::Branch:
        if (Domain::isDefined(r[i.a])) return jump(position, (r[i.a].bits & 1) != 0 ? i.c : i.d, false);
        fork(position, i.c);
        return jump(position, i.d, false);
      case Op::Switch: return followSwitch(position, i, r);
      case Op::Call: return call(position, i, program_.calls[i.c].callee);
      case Op::CallIndirect: return callIndirect(position, i, r);
      case Op::Return: return returnFrom(position, i, r);
      case Op::Unwind: return unwind(position, r[i.a]);
      case Op::Unreachable:
      case Op::Unmodelled:
      case Op::FaultUnlock:
      case Op::FaultDestroy: return false;
      case Op::Fail:  // may end the process, as exit does
      case Op::Exit:
        visible(position);
        if (position.phase == Phase::Inside) anything(position);
        pause(position);
        return false;
      case Op::ThreadExit: return exitThread(position);
      case Op::ThreadLeave: return leaveThread(position, r[i.a]);
      case Op::LongJump: visible(position); return anything(position), false;
      default: break;
    }
    if (!memory(position, i, r) && !synchronise(position, i, r)) environment(position, i, r);
    ++position.frames.back().pc;
    return true;
  }

  static bool isVisibleOp(Op op) {
    const char* operands = program::operandsOf(op);
    return operands[0] != 0 && operands[std::char_traits<char>::length(operands) - 1] == 'v';
  }

  /// Arithmetic that addresses and conditions are made of; true if that was all.
  bool compute(const program::Instruction& i, Value* r) {
    const Value immediate = Domain::constant(i.imm());
    switch (i.op) {
      case Op::Const: r[i.dst] = immediate; return true;
      case Op::Move:
      case Op::Freeze: r[i.dst] = r[i.a]; return true;
      case Op::Select:
        r[i.dst] = Domain::isDefined(r[i.a]) ? Domain::select(r[i.a], r[i.b], r[i.c]) : unknown();
        return true;
      case Op::Add:
      case Op::AddNsw: r[i.dst] = Domain::add(r[i.a], r[i.b], i.width); return true;
      case Op::AddI:
      case Op::AddNswI: r[i.dst] = Domain::add(r[i.a], immediate, i.width); return true;
      case Op::Sub:
      case Op::SubNsw: r[i.dst] = Domain::sub(r[i.a], r[i.b], i.width); return true;
      case Op::Mul:
      case Op::MulNsw: r[i.dst] = Domain::mul(r[i.a], r[i.b], i.width); return true;
      case Op::MulI:
      case Op::MulNswI: r[i.dst] = Domain::mul(r[i.a], immediate, i.width); return true;
      case Op::And: r[i.dst] = Domain::bitAnd(r[i.a], r[i.b]); return true;
      case Op::AndI: r[i.dst] = Domain::bitAnd(r[i.a], immediate); return true;
      case Op::Or: r[i.dst] = Domain::bitOr(r[i.a], r[i.b]); return true;
      case Op::OrI: r[i.dst] = Domain::bitOr(r[i.a], immediate); return true;
      case Op::Xor: r[i.dst] = Domain::bitXor(r[i.a], r[i.b]); return true;
      case Op::XorI: r[i.dst] = Domain::bitXor(r[i.a], immediate); return true;
      case Op::Shl: r[i.dst] = Domain::shl(r[i.a], r[i.b], i.width); return true;
      case Op::ShlI: r[i.dst] = Domain::shl(r[i.a], immediate, i.width); return true;
      case Op::LShr: r[i.dst] = Domain::lshr(r[i.a], r[i.b], i.width); return true;
      case Op::LShrI: r[i.dst] = Domain::lshr(r[i.a], immediate, i.width); return true;
      case Op::AShr: r[i.dst] = Domain::ashr(r[i.a], r[i.b], i.width); return true;
      case Op::AShrI: r[i.dst] = Domain::ashr(r[i.a], immediate, i.width); return true;
      case Op::UDiv:
      case Op::URem:
      case Op::SDiv:
      case Op::SRem: r[i.dst] = divide(i, r[i.a], r[i.b]); return true;
      case Op::Trunc: r[i.dst] = Domain::truncate(r[i.a], i.width); return true;
      case Op::SExt: r[i.dst] = Domain::signExtended(r[i.a], i.width, i.aux); return true;
      default: return compare(i, r, immediate) || address(i, r);
    }
  }

  static bool compare(const program::Instruction& i, Value* r, Value immediate) {
    const Value narrow = Domain::constant(i.imm() & maskOf(i.width == 0 ? 64 : i.width));
    switch (i.op) {
      case Op::Eq: r[i.dst] = Domain::equal(r[i.a], r[i.b]); return true;
      case Op::EqI: r[i.dst] = Domain::equal(r[i.a], immediate); return true;
      case Op::Ne: r[i.dst] = Domain::notEqual(r[i.a], r[i.b]); return true;
      case Op::NeI: r[i.dst] = Domain::notEqual(r[i.a], immediate); return true;
      case Op::Ult: r[i.dst] = Domain::less(r[i.a], r[i.b]); return true;
      case Op::UltI: r[i.dst] = Domain::less(r[i.a], immediate); return true;
      case Op::UgtI: r[i.dst] = Domain::less(immediate, r[i.a]); return true;
      case Op::Ule: r[i.dst] = Domain::lessEqual(r[i.a], r[i.b]); return true;
      case Op::Slt: r[i.dst] = Domain::lessSigned(r[i.a], r[i.b], i.width); return true;
      case Op::Sle: r[i.dst] = Domain::lessEqualSigned(r[i.a], r[i.b], i.width); return true;
      case Op::SltI: r[i.dst] = Domain::lessSigned(r[i.a], narrow, i.width); return true;
      case Op::SgtI: r[i.dst] = Domain::lessSigned(narrow, r[i.a], i.width); return true;
      default: return false;
    }
  }

  static Value divide(const program::Instruction& i, Value a, Value b) {
    if (!Domain::isDefined(a) || !Domain::isDefined(b) || b.bits == 0) return unknown();
    if (i.op == Op::UDiv) return Domain::constant(a.bits / b.bits);
    if (i.op == Op::URem) return Domain::constant(a.bits % b.bits);
    const int64_t dividend = signExtend(a.bits, i.width);
    const int64_t divisor = signExtend(b.bits, i.width);
    if (divisor == -1) return unknown();
    const int64_t result = i.op == Op::SDiv ? dividend / divisor : dividend % divisor;
    return Domain::constant(static_cast<uint64_t>(result) & maskOf(i.width));
  }

  bool address(const program::Instruction& i, Value* r) {
    if (i.op == Op::PointerAddI) {
      r[i.dst] = pointerAdd(r[i.a], Domain::constant(i.imm()));
      return true;
    }
    if (i.op != Op::PointerAdd) return false;
    r[i.dst] =
        pointerAdd(r[i.a], Domain::mul(Domain::signExtended(r[i.b], i.width, 64), Domain::constant(i.imm()), 64));
    return true;
  }

  /// As the machine does it; a pointer that leaves its object is not worth following.
  Value pointerAdd(Value base, Value distance) {
    if (!Domain::isDefined(base) || !Domain::isDefined(distance)) return somewhereIn(base);
    const uint64_t result = (base.bits + distance.bits) & program_.addresses.pointerMask();
    if ((base.bits ^ result) >> program_.addresses.windowBits == 0) return Domain::constant(result);
    if (program_.addresses.arenaOf(base.bits) == freshArena()) return Domain::constant(result);
    const Object* from = find(base.bits);
    return from != nullptr && find(result) == from ? Domain::constant(result) : unknown();
  }

  /// Some place in the object that a pointer points into; leaving it would be a fault.
  Value somewhereIn(Value base) {
    if (!namesObject(base)) return unknown();
    const uint64_t low = (uint64_t{1} << program_.addresses.windowBits) - 1;
    const auto fitsOneWindow = [&](uint64_t address, uint64_t size) { return (address & low) + size <= low; };
    const Value region{base.bits & ~low, low};
    if (program_.addresses.arenaOf(base.bits) == freshArena()) {
      const uint32_t window = program_.addresses.windowOf(base.bits);
      const bool fits = std::any_of(fresh_.begin(), fresh_.end(), [&](const Fresh& fresh) {
        return window == program_.addresses.windowOf(fresh.address) && fitsOneWindow(fresh.address, fresh.size);
      });
      return fits ? region : unknown();
    }
    const Object* object = find(base.bits);
    const bool fits = object != nullptr && object->live && fitsOneWindow(object->address, object->size) &&
                      program_.addresses.windowOf(object->address) == program_.addresses.windowOf(base.bits);
    return fits ? region : unknown();
  }

  bool followSwitch(Position& position, const program::Instruction& i, const Value* r) {
    const program::SwitchTable& table = program_.switches[i.b];
    if (!Domain::isDefined(r[i.a])) {
      for (const uint32_t target : table.targets) fork(position, target);
      return jump(position, i.c, false);
    }
    const auto found = std::lower_bound(table.values.begin(), table.values.end(), r[i.a].bits);
    const bool hit = found != table.values.end() && *found == r[i.a].bits;
    return jump(position, hit ? table.targets[static_cast<size_t>(found - table.values.begin())] : i.c, false);
  }

  // ---- calls ----

  void push(Position& position, uint32_t function) {
    const program::Function& callee = program_.functions[function];
    uint32_t base = 0;
    if (!position.frames.empty()) {
      const WalkFrame& caller = position.frames.back();
      base = caller.base + program_.functionAt(caller.pc).slots;
    }
    position.frames.push_back({callee.entry, base, false});
    position.registers.resize(base);
    position.registers.resize(size_t{base} + callee.slots, unknown());
  }

  void leaveSection(Position& position) const {
    if (position.atomicDepth == 0 && !isAtomicFunction(position)) position.inSection = false;
  }

  bool call(Position& position, const program::Instruction& i, uint32_t callee) {
    const program::Call& record = program_.calls[i.c];
    const program::Function& function = program_.functions[callee];
    const uint32_t callerBase = position.frames.back().base;
    if (function.library && printsOnly(position, i, record, function.name)) return true;
    std::vector<Value> variadic;
    for (const auto& argument : record.variadic) variadic.push_back(position.registers[callerBase + argument.slot]);
    push(position, callee);
    for (size_t k = 0; k < record.arguments.size() && k < function.parameters; ++k) {
      top(position)[k] = position.registers[callerBase + record.arguments[k]];
    }
    if (position.inSection) leaveSection(position);
    if (function.variadicSlot != program::kNone) passVariadic(position, record, function, variadic);
    return true;
  }

  /// Printing is long to walk through and does little: it reads its texts. False if this is something else.
  bool printsOnly(Position& position, const program::Instruction& i, const program::Call& record,
                  std::string_view name) {
    if (name != "printf" && name != "fprintf" && name != "puts") return false;
    std::vector<Value> arguments;
    for (const uint32_t slot : record.arguments) arguments.push_back(top(position)[slot]);
    const size_t text = name == "fprintf" ? 1 : 0;
    if (arguments.size() <= text) return false;
    if (name != "puts") {
      const Located format = locate(position, arguments[text], 0, 1);
      if (format.place != Place::Constant || !Domain::isDefined(arguments[text])) return false;
      const uint64_t begin = arguments[text].bits - format.object->address;
      if (begin >= format.object->size) return false;
      const std::string_view shown(reinterpret_cast<const char*>(format.object->data) + begin,
                                   format.object->size - begin);
      if (hasConversion(shown, 'n')) return false;
      if (hasConversion(shown, 's')) {
        for (const auto& argument : record.variadic) arguments.push_back(top(position)[argument.slot]);
      }
    }
    for (const Value& argument : arguments) {
      const bool isText = namesObject(argument) || !Domain::isDefined(argument);
      const Located located = locate(position, argument, 0, 1);
      if (isText && (located.object != nullptr || located.place == Place::Unknown))
        smear(position, argument, 1, true, false);
    }
    for (uint32_t k = 0; k < record.resultSlots; ++k) top(position)[i.dst + k] = unknown();
    ++position.frames.back().pc;
    return true;
  }

  /// Whether a format has a conversion by this letter, or could be taken to have one.
  static bool hasConversion(std::string_view format, char letter) {
    for (size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
      const size_t end = format.find_first_not_of("0123456789.*-+ #'$IhlLqjzt", at + 1);
      if (end != std::string_view::npos && format[end] == letter) return true;
      if (end != std::string_view::npos) at = end;
    }
    return false;
  }

  void passVariadic(Position& position, const program::Call& record, const program::Function& callee,
                    const std::vector<Value>& values) {
    uint64_t size = 0;
    bool simple = true;
    for (const auto& argument : record.variadic) {
      size += argument.distance;
      simple &= !argument.byValue && argument.bytes <= 8 && argument.alignment <= program_.addresses.pointerBytes();
    }
    const Value area = simple ? bringToLife(position, position.frames.size(), size, true) : unknown();
    top(position)[callee.variadicSlot] = area;
    if (!simple || !Domain::isDefined(area)) return;
    uint64_t place = area.bits;
    for (size_t k = 0; k < values.size(); ++k) {
      remember(position, {place, record.variadic[k].bytes}, values[k]);
      place += record.variadic[k].distance;
    }
  }

  bool callIndirect(Position& position, const program::Instruction& i, const Value* r) {
    const uint64_t distance = r[i.a].bits - program::kFunctionBase;
    const uint64_t function = distance / program::kFunctionStride;
    if (!Domain::isDefined(r[i.a])) return anything(position), false;
    if (distance % program::kFunctionStride != 0 || function >= program_.functions.size()) return false;
    return call(position, i, static_cast<uint32_t>(function));
  }

  /// What lives in a frame that the thread has now dies with it.
  void endFrames(Position& position, size_t first) {
    for (size_t index = first; index < position.frames.size(); ++index) {
      if (!position.frames[index].isReal) continue;
      const size_t end =
          index + 1 < thread_.frames.size() ? thread_.frames[index + 1].stackObjects : thread_.stackObjects.size();
      for (size_t k = thread_.frames[index].stackObjects; k < end; ++k) {
        const Object& object = *thread_.stackObjects[k];
        if (object.shared) touch(position, {object.address, std::max<uint64_t>(object.size, 1)}, true);
      }
    }
  }

  static void buryAbove(Position& position) {
    std::erase_if(position.born, [&](uint64_t name) { return name >> 32 > position.frames.size(); });
  }

  bool returnFrom(Position& position, const program::Instruction& i, const Value* r) {
    endFrames(position, position.frames.size() - 1);
    std::vector<Value> results(r + i.a, r + i.a + i.b);
    if (position.frames.size() == 1) return leaveThread(position, results.empty() ? unknown() : results.front());
    position.frames.pop_back();
    buryAbove(position);
    const uint32_t site = position.frames.back().pc++;
    const program::Instruction& callSite = program_.code[site];
    const uint32_t count = program_.calls[callSite.c].resultSlots;
    for (uint32_t k = 0; k < count; ++k) top(position)[callSite.dst + k] = k < results.size() ? results[k] : unknown();
    if (position.inSection) leaveSection(position);
    return true;
  }

  bool unwind(Position& position, Value exception) {
    for (size_t index = position.frames.size() - 1; index-- > 0;) {
      const program::Call& call = program_.calls[program_.code[position.frames[index].pc].c];
      if (call.landing == program::kNone) continue;
      endFrames(position, index + 1);
      position.frames.resize(index + 1);
      buryAbove(position);
      if (position.inSection) leaveSection(position);
      top(position)[call.landingSlot] = exception;
      return jump(position, call.landing, false);
    }
    return false;
  }

  bool leaveThread(Position& position, Value result) {
    if (program_.threadEnd == program::kNone) return exitThread(position);
    push(position, program_.threadEnd);
    top(position)[0] = result;
    if (position.inSection) leaveSection(position);
    return true;
  }

  bool exitThread(Position& position) {
    if (position.isChild) return pause(position), false;
    endFrames(position, 0);
    for (const Object* object : machine_.memory().objectsOf(thread_.number + 1)) {
      if (object->kind == ObjectKind::ThreadLocal) touch(position, {object->address, object->size}, true);
    }
    touch(position, {handleOf(thread_.number), 1}, true, false);
    return false;
  }
  uint64_t handleOf(uint32_t number) const { return program_.addresses.addressOf(number + 1, 0, 0); }

  // ---- memory ----

  bool memory(Position& position, const program::Instruction& i, Value* r) {
    const uint64_t bytes = (i.width + 7u) / 8;
    const auto global = [&](uint32_t index) { return Domain::constant(machine_.memory().global(index)->address); };
    switch (i.op) {
      case Op::LoadGlobal: r[i.dst] = narrowed(read(position, global(i.b), i.imm(), bytes), i.width); return true;
      case Op::StoreGlobal: write(position, global(i.a), i.imm(), bytes, r[i.b]); return true;
      case Op::Load: r[i.dst] = narrowed(read(position, r[i.a], i.imm(), bytes), i.width); return true;
      case Op::Store: write(position, r[i.a], i.imm(), bytes, r[i.b]); return true;
      case Op::AtomicRmw:
        write(position, r[i.a], 0, bytes, unknown());
        r[i.dst] = unknown();
        return true;
      case Op::CompareExchange:
        write(position, r[i.a], 0, bytes, unknown());
        r[i.dst] = r[i.dst + 1] = unknown();
        return true;
      case Op::CopyMemory: copy(position, r[i.a], r[i.b], r[i.c]); return true;
      case Op::FillMemory: fill(position, r[i.a], Domain::truncate(r[i.b], 8), r[i.c]); return true;
      case Op::ThreadLocal: r[i.dst] = threadLocal(position, i); return true;
      case Op::Alloca:
        r[i.dst] = bringToLife(position, position.frames.size(), i.imm(), (i.flags & program::kShared) == 0);
        return true;
      case Op::AllocaDynamic:
        r[i.dst] = bringToLife(position, position.frames.size(),
                               Domain::isDefined(r[i.a]) ? i.imm() * std::min<uint64_t>(r[i.a].bits, 1 << 16) : 1 << 16,
                               false);
        return true;
      case Op::CopyArgument: {
        const Value from = r[i.a];
        const Value made = bringToLife(position, position.frames.size(), i.imm(), (i.flags & program::kShared) == 0);
        copy(position, made, from, Domain::constant(i.imm()));
        r[i.dst] = made;
        return true;
      }
      case Op::StackSave: r[i.dst] = unknown(); return true;
      case Op::StackRestore: pauseForStack(position); return true;
      case Op::VaStart: startVariadic(position, r[i.a]); return true;
      case Op::Malloc:
      case Op::Calloc:
      case Op::AlignedAlloc: r[i.dst] = allocate(position, i); return true;
      case Op::Realloc:
        release(position, r[i.a]);
        r[i.dst] = allocate(position, i);
        return true;
      case Op::Free: release(position, r[i.a]); return true;
      default: return false;
    }
  }

  static Value narrowed(Value value, unsigned width) {
    return {value.bits & maskOf(width), value.undefined & maskOf(width)};
  }

  /// The end of variable-length arrays: those that exist now and are shared die at an unknown time.
  void pauseForStack(Position& position) {
    for (const Object* object : thread_.stackObjects) {
      if (object->shared && !position.isChild) touch(position, {object->address, object->size + 1}, true);
    }
  }

  Value threadLocal(Position& position, const program::Instruction& i) {
    if (position.isChild) return bringToLife(position, 0, program_.globals[i.imm()].size, false);
    const uint32_t window = machine_.memory().plan().threadLocalWindow[i.imm()];
    return Domain::constant(program_.addresses.addressOf(thread_.number + 1, window, program_.globals[i.imm()].size));
  }

  void startVariadic(Position& position, Value list) {
    const Value area = top(position)[program_.functionAt(position.frames.back().pc).variadicSlot];
    if (program_.addresses.pointerBits == 32) return write(position, list, 0, 4, area);
    write(position, list, 0, 4, Domain::constant(48));
    write(position, list, 4, 4, Domain::constant(176));
    write(position, list, 8, 8, area);
    write(position, list, 16, 8, Domain::constant(0));
  }

  Value allocate(Position& position, const program::Instruction&) {
    if (machine_.limits().allocationMayFail) {
      pause(position);
      Position failed = position;
      top(failed)[program_.code[position.frames.back().pc].dst] = Domain::constant(0);
      ++failed.frames.back().pc;
      if (positions_.size() > kMostPositions) instructions_ = kMostInstructions;
      positions_.push_back(std::move(failed));
    }
    return bringToLife(position, 0, 1 << 12, false);
  }

  void release(Position& position, Value pointer) {
    if (Domain::isDefined(pointer) && pointer.bits == 0) return;
    const Located located = locate(position, pointer, 0, 1);
    visible(position);
    if (located.place == Place::Unknown) return anything(position);
    if (located.object == nullptr) return pause(position);
    touch(position, {located.object->address, std::max<uint64_t>(located.object->size, 1)}, true);
  }

  void copy(Position& position, Value to, Value from, Value length) {
    if (Domain::isDefined(length) && length.bits == 0) return;
    const bool isShort = Domain::isDefined(length) && length.bits <= 256;
    const uint64_t bytes = Domain::isDefined(length) ? length.bits : 1;
    if (!isShort) {
      const bool unsized = !Domain::isDefined(length);
      smear(position, from, bytes, unsized, false);
      smear(position, to, bytes, unsized, true);
      return;
    }
    std::vector<Value> parts;  // all are read before any is written, since the two places may overlap
    for (uint64_t done = 0; done < bytes; done += 8) {
      parts.push_back(read(position, from, done, std::min<uint64_t>(8, bytes - done)));
    }
    for (uint64_t done = 0; done < bytes; done += 8) {
      write(position, to, done, std::min<uint64_t>(8, bytes - done), parts[done / 8]);
    }
  }

  void fill(Position& position, Value to, Value byte, Value length) {
    if (Domain::isDefined(length) && length.bits == 0) return;
    if (!Domain::isDefined(length) || length.bits > 256 || !Domain::isDefined(byte)) {
      return smear(position, to, length.bits, !Domain::isDefined(length), true);
    }
    const Value word = Domain::constant(byte.bits * 0x0101010101010101u);
    for (uint64_t done = 0; done < length.bits; done += 8) {
      const uint64_t part = std::min<uint64_t>(8, length.bits - done);
      write(position, to, done, part, narrowed(word, static_cast<unsigned>(8 * part)));
    }
  }

  /// Accesses a range whose content does not matter, or becomes unknown.
  void smear(Position& position, Value pointer, uint64_t bytes, bool unsized, bool isWrite) {
    Located located = locate(position, pointer, 0, bytes);
    if (unsized && located.object != nullptr) located.range = {located.object->address, located.object->size + 1};
    if (unsized && located.object == nullptr && located.place != Place::New) located.place = Place::Unknown;
    switch (located.place) {
      case Place::Constant: return;
      case Place::New: return pause(position);
      case Place::Private:
        if (isWrite) forget(position, located);
        return;
      case Place::Shared: visible(position); return touch(position, located.range, isWrite);
      case Place::Unknown: break;
    }
    mayGoOn(position);
    visible(position);
    if (isWrite) return anything(position);
    readAnything(position);
  }

  // ---- threads and synchronisation ----

  bool synchronise(Position& position, const program::Instruction& i, Value* r) {
    switch (i.op) {
      case Op::ThreadCreate: createThread(position, i); return true;
      case Op::ThreadJoin: joinThread(position, i, r); return true;
      case Op::ThreadDetach:
        touchWord(position, r[i.a], 1, false);
        future_.detaches = true;
        r[i.dst] = unknown();
        return true;
      case Op::ThreadSelf:
        r[i.dst] = position.isChild ? unknown() : Domain::constant(handleOf(thread_.number));
        return true;
      case Op::ThreadNumber:
        r[i.dst] = position.isChild ? unknown() : Domain::constant(thread_.number + 1);
        return true;
      case Op::MutexLock:
        if (Domain::isDefined(r[i.a])) takeGuard(position, r[i.a].bits);
        touchWord(position, r[i.a], kLockBytes, false);
        r[i.dst] = lockResult(position, r[i.a]);
        return true;
      case Op::MutexUnlock:
        touchWord(position, r[i.a], kLockBytes, false);
        r[i.dst] = lockResult(position, r[i.a]);
        return true;
      case Op::MutexTryLock:
        touchWord(position, r[i.a], kLockBytes, false);
        r[i.dst] = unknown();
        return true;
      case Op::MutexInit:
        if (!Domain::isDefined(r[i.b]) || r[i.b].bits != 0) read(position, r[i.b], 0, 4);
        [[fallthrough]];
      case Op::MutexDestroy:
        touchWord(position, r[i.a], machine_.mutexSize());
        r[i.dst] = Domain::constant(0);
        return true;
      case Op::CondInit:
      case Op::CondDestroy:
      case Op::CondSignal:
      case Op::CondBroadcast:
        touchWord(position, r[i.a], kConditionSize);
        r[i.dst] = Domain::constant(0);
        return true;
      case Op::CondTimedWait:
      case Op::CondWait: wait(position, i, r); return true;
      case Op::OnceBegin:
        touchWord(position, r[i.a], 4);
        r[i.dst] = unknown();
        position.inSection = false;
        return true;
      case Op::OnceEnd: touchWord(position, r[i.a], 4); return true;
      case Op::WaitWhile:
      case Op::WaitUntil: read(position, r[i.a], 0, 4); return true;
      case Op::Yield: pause(position); return true;
      case Op::AtomicBegin: ++position.atomicDepth; return true;
      case Op::AtomicEnd:
        if (position.atomicDepth > 0) --position.atomicDepth;
        leaveSection(position);
        return true;
      default: return false;
    }
  }

  /// Synchronisation is visible wherever its object lies.
  void touchWord(Position& position, Value pointer, uint64_t bytes, bool plain = true) {
    const Located located = locate(position, pointer, 0, bytes);
    visible(position);
    if (located.place == Place::Unknown) return anything(position);
    touch(position, located.range, true, plain);
    if (located.place == Place::Private) forget(position, located);
  }

  /// A normal mutex gives no errors; what another kind returns depends on who holds it.
  Value lockResult(Position& position, Value mutex) {
    if (!Domain::isDefined(mutex)) return unknown();
    const Located kind = locate(position, mutex, machine_.mutexKind(), 4);
    const Value value = kind.place == Place::Shared ? relyOn(kind) : unknown();
    return Domain::isDefined(value) && value.bits == 0 ? Domain::constant(0) : unknown();
  }

  void wait(Position& position, const program::Instruction& i, Value* r) {
    const Value condition = r[i.a];
    const Value mutex = r[i.b];
    touchWord(position, condition, kConditionSize);
    touchWord(position, mutex, kLockBytes, false);
    top(position)[i.dst] = unknown();
    // Who does not hold a mutex that is no normal one gets an error at once: he neither waits nor takes it.
    if (!Domain::isDefined(lockResult(position, mutex))) return;
    position.inSection = acted_ = false;  // waiting ends the step
    takeGuard(position, mutex.bits);
    touchWord(position, mutex, kLockBytes, false);
  }

  void joinThread(Position& position, const program::Instruction& i, Value* r) {
    const Value handle = r[i.a];
    visible(position);
    if (!Domain::isDefined(handle)) {
      anything(position);
    } else {
      takeGuard(position, handle.bits);
      touch(position, {handle.bits, 1}, true, false);
    }
    if (!Domain::isDefined(r[i.b]) || r[i.b].bits != 0) {
      smear(position, r[i.b], program_.addresses.pointerBytes(), false, true);
    }
    top(position)[i.dst] = unknown();
  }

  /// The new thread's future is part of its creator's.
  void createThread(Position& position, const program::Instruction& i) {
    const Value start = top(position)[i.b];
    const Value argument = top(position)[i.c];
    const Value attributes = top(position)[i.d];
    if (!Domain::isDefined(attributes) || attributes.bits != 0) read(position, attributes, 0, 4);
    smear(position, top(position)[i.a], program_.addresses.pointerBytes(), false, true);
    pause(position);
    // Threads that follow one another may be a cycle in which nobody jumps back; only main is never made anew.
    if (position.phase != Phase::Behind && thread_.number != 0) future_.nextMayLoop = true;
    top(position)[i.dst] = Domain::constant(0);
    const uint64_t distance = start.bits - program::kFunctionBase;
    const uint64_t function = distance / program::kFunctionStride;
    position.inSection = position.atomicDepth > 0 || isAtomicFunction(position);
    if (!Domain::isDefined(start) || distance % program::kFunctionStride != 0 ||
        function >= program_.functions.size() || program_.functions[function].parameters > 1) {
      return anything(position);
    }
    Position child;
    child.isChild = true;
    child.guards = position.guards;
    child.phase = Phase::Behind;
    push(child, static_cast<uint32_t>(function));
    if (program_.functions[function].parameters > 0) top(child)[0] = argument;
    if (!wasHere(child, 'c')) positions_.push_back(std::move(child));
  }

  // ---- the environment ----

  void environment(Position& position, const program::Instruction& i, Value* r) {
    switch (i.op) {
      case Op::Assume:
        // An assumption that fails ends the path of all threads, so nothing may be put off behind it.
        if (!Domain::isDefined(r[i.a]) || r[i.a].bits == 0) {
          visible(position);
          if (position.phase == Phase::Inside) anything(position);
          pause(position);
        }
        return;
      case Op::CheckLeaks:
        if (!machine_.limits().reportLeaks && !machine_.limits().reportLostMemory) return;
        visible(position);
        return readAnything(position);
      case Op::Choose: {
        pause(position);
        top(position)[i.dst] = unknown();
        return;
      }
      case Op::Write: smear(position, r[i.b], r[i.c].bits, !Domain::isDefined(r[i.c]), false); return;
      case Op::FormatDouble: {
        const auto& arguments = program_.calls[i.c].arguments;
        if (i.width == 80) smear(position, r[arguments[2]], 10, false, false);
        smear(position, r[arguments[0]], 0, true, true);
        break;
      }
      case Op::ArgumentCopy: smear(position, r[i.b], 0, true, true); return;
      case Op::ParseReal:
        smear(position, r[i.b], 0, true, false);
        smear(position, r[i.a], 16, false, true);
        break;
      case Op::Undefine: smear(position, r[i.a], r[i.b].bits, !Domain::isDefined(r[i.b]), true); return;
      case Op::SetJump: smear(position, r[i.a], 16, false, true); break;
      case Op::CatchClause: smear(position, r[i.b], program_.addresses.pointerBytes(), false, true); break;
      case Op::ErrorCall:
      case Op::Note: return;
      default: break;
    }
    const std::string_view operands = program::operandsOf(i.op);
    if (operands.find_first_of("dD") != std::string_view::npos) top(position)[i.dst] = unknown();
    if (operands.find('D') != std::string_view::npos) top(position)[i.dst + 1] = unknown();
  }

  const ConcreteMachine& machine_;
  const program::Program& program_;
  const Thread& thread_;
  std::span<const Range> unsettled_;
  Future future_;
  std::vector<Position> positions_;
  std::vector<Fresh> fresh_;
  uint32_t nextWindow_ = 0;
  std::set<std::pair<uint64_t, uint64_t>> seen_;  // 128 bits of each place are enough to tell them apart
  std::vector<uint64_t> digest_;
  uint32_t instructions_ = 0;
  bool full_ = false;
  bool acted_ = false;  // the instruction under way has been noticed by others
};

}  // namespace

Future foreseeThread(const ConcreteMachine& machine, const Thread& thread, std::span<const Range> unsettled) {
  return Walk(machine, thread, unsettled).run();
}

}  // namespace clew::machine
