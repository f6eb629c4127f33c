// What a walk ahead (future.h) knows of memory and what it touches: the positions it can be at, private memory with
// what the walk itself has written there, memory that the walk has brought to life, and everything others can reach.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "machine/future.h"
#include "machine/walk_arithmetic.h"

namespace clew::machine {

/// A walk that is longer than this gives up: the thread may then touch anything.
constexpr uint32_t kMostInstructions = 20'000;
constexpr size_t kMostAccesses = 400;
constexpr size_t kMostPositions = 400;
constexpr size_t kMostFrames = 100;
constexpr size_t kMostPrivateWrites = 200;

/// Of a step that touches nothing others see; only who touches anything has to do with it.
constexpr Range kNothingShared{1, 1};
/// What threads touch that end, if it matters which is the last.
constexpr Range kLastEnd{2, 1};

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
  ConcreteDomain::Value value;  // of at most eight bytes; unknown otherwise
  bool operator==(const PrivateWrite&) const = default;
};

/// One way the walk can go on.
struct Position {
  std::vector<WalkFrame> frames;
  std::vector<ConcreteDomain::Value> registers;
  std::vector<PrivateWrite> writes;  // the youngest last
  Guards guards;
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

class WalkMemory {
 public:
  using Thread = ConcreteMachine::Thread;

  WalkMemory(const ConcreteMachine& machine, const Thread& thread, std::span<const Range> unsettled)
      : machine_(machine), program_(machine.program()), thread_(thread), unsettled_(unsettled) {}

 protected:
  using Op = program::Op;
  using Domain = ConcreteDomain;
  using Value = Domain::Value;

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
  };

  Value* top(Position& position) { return position.registers.data() + position.frames.back().base; }
  bool isAtomicFunction(const Position& position) const {
    return program_.functionAt(position.frames.back().pc).runtime;
  }

  // ---- what it touches ----

  /// The thread is about to do something others can notice.
  void visible(Position& position) {
    if (acted_) return;  // the same operation
    acted_ = true;
    if (position.phase == Phase::Before) {
      position.phase = Phase::Inside;
    } else if (position.phase == Phase::Inside && !position.inSection) {
      position.phase = Phase::Behind;
    }
    position.inSection |= position.atomicDepth > 0 || isAtomicFunction(position);
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
          each.atomic == access.atomic && each.guards == access.guards && each.idle == access.idle)
        return;
    }
    to.push_back(access);
  }

  void touch(Position& position, Range range, bool write, bool plain = true, bool idle = false) {
    visible(position);
    const Access access{range, write, plain, isAtomic(position), guardsOf(position), position.frames.back().pc, idle};
    add(future_.accesses, access);
    if (position.phase == Phase::Inside) add(future_.next, access);
    if (future_.accesses.size() > kMostAccesses && !full_) {
      full_ = true;
      position.guards = {};
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

  template <typename Guard>
  static void takeGuard(std::vector<Guard>& guards, const Guard& guard) {
    const auto place = std::lower_bound(guards.begin(), guards.end(), guard);
    if (place == guards.end() || *place != guard) guards.insert(place, guard);
  }

  /// An unknown place may be private, and nothing may be done at all with an unknown number of bytes: then the step
  /// goes on behind it, perhaps round a loop. To be called before `visible` wherever the machine might not stop.
  void mayGoOn(const Position& position) {
    if (position.phase != Phase::Behind) future_.nextMayLoop = true;
  }
  /// There is a choice here, before which a step ends even inside a section.
  void mayRest(const Position& position) {
    if (position.phase == Phase::Inside && position.inSection) future_.nextMayRest = true;
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
                nullptr};
      }
      return {};
    }
    const Object* object = find(pointer.bits);
    if (object == nullptr || !object->live) return isExact ? Located{Place::Shared, exact, nullptr} : Located{};
    const Range range = isExact ? exact : Range{object->address, object->size};
    if (object->constant) return {Place::Constant, range, object};
    const bool isMine = !position.isChild && object->arena == thread_.number + 1;
    return {object->shared || !isMine ? Place::Shared : Place::Private, range, object};
  }

  const Object* find(uint64_t address) {
    const uint32_t arena = program_.addresses.arenaOf(address & program_.addresses.addressMask());
    if (arena != 0 && arena != thread_.number + 1 && arena < machine_.memory().arenaCount()) {
      note(future_.arenas, uint32_t{arena - 1});
    }
    return machine_.memory().find(address);
  }

  template <typename Item>
  static void note(std::vector<Item>& list, const Item& item) {
    if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
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
    if (changes || !isInside(located)) return unknown();
    if (std::find(future_.known.begin(), future_.known.end(), located.range) == future_.known.end()) {
      future_.known.push_back(located.range);
    }
    return presentContent(located);
  }
  static bool isInside(const Located& located) {
    if (located.object == nullptr || located.range.bytes == 0) return false;
    const uint64_t offset = located.range.address - located.object->address;
    return offset <= located.object->size && located.range.bytes <= located.object->size - offset;
  }
  /// What lies there now, and may change. The future then holds only as long as it is there.
  Value presentContent(const Located& located) {
    const Object& object = *located.object;
    if (object.kind != ObjectKind::Global && object.arena != thread_.number + 1) {
      note(future_.threads, uint32_t{object.arena - 1});
    }
    if (object.kind == ObjectKind::Global) {
      const uint64_t offset = located.range.address - object.address;
      const uint64_t end = offset + located.range.bytes;
      for (uint64_t from = offset; from < end;) {
        const auto piece = static_cast<uint32_t>(from / object.pieceSize);
        const uint64_t begin = uint64_t{piece} * object.pieceSize;
        const uint64_t until = std::min<uint64_t>(end, begin + object.pieceSize);
        note(future_.globals, Content{object.firstItem + piece, static_cast<uint32_t>(from - begin),
                                      static_cast<uint32_t>(until - from)});
        from = until;
      }
    }
    return contentOf(object, located.range);
  }

  /// A read of at most eight bytes.
  Value read(Position& position, Value pointer, uint64_t distance, uint64_t bytes) {
    const bool isExact = Domain::isDefined(pointer);  // otherwise it is some place in the range
    const Located located = locate(position, pointer, distance, bytes);
    switch (located.place) {
      case Place::Private: return isExact ? privateContent(position, located) : unknown();
      case Place::Constant: return isExact ? contentOf(*located.object, located.range) : unknown();
      case Place::New: pause(position); return unknown();
      case Place::Shared: touch(position, located.range, false); return isExact ? sharedContent(located) : unknown();
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
    if (located.place == Place::Private && !Domain::isDefined(pointer)) return forget(position, located);
    if (located.place == Place::Private) return remember(position, located.range, value);
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

  // ---- pointers and ranges ----

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

  static Value narrowed(Value value, unsigned width) {
    return {value.bits & maskOf(width), value.undefined & maskOf(width)};
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
    if (unsized || bytes == 0) mayGoOn(position);
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

  /// Synchronisation is visible wherever its object lies.
  void touchWord(Position& position, Value pointer, uint64_t bytes, bool plain = true) {
    const Located located = locate(position, pointer, 0, bytes);
    visible(position);
    if (located.place == Place::Unknown) return anything(position);
    touch(position, located.range, true, plain);
    if (located.place == Place::Private) forget(position, located);
  }

  const ConcreteMachine& machine_;
  const program::Program& program_;
  const Thread& thread_;
  Future future_;
  uint32_t instructions_ = 0;
  bool acted_ = false;  // the instruction under way has been noticed by others

 private:
  std::span<const Range> unsettled_;
  std::vector<Fresh> fresh_;
  uint32_t nextWindow_ = 0;
  bool full_ = false;
};

}  // namespace clew::machine
