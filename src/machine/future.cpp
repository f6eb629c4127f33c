#include "machine/future.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "machine/walk_memory.h"
#include "machine/walk_places.h"

namespace clew::machine {

namespace {

class Walk : WalkMemory {
 public:
  using WalkMemory::WalkMemory;

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

  static bool isTooMuch(const Position& position) {
    return position.frames.size() > kMostFrames || position.writes.size() > kMostPrivateWrites;
  }

  /// The walk is too long: from where it stands, and from all the other places, anything can happen.
  void giveUp() {
    for (Position& position : positions_) anything(position);
    positions_.clear();
  }

  // ---- the walk ----

  /// Goes to another place of the same function; false if the walk was there before.
  bool jump(Position& position, uint32_t target, bool counted) {
    uint32_t& pc = position.frames.back().pc;
    const bool back = target <= pc;
    if (back && !counted && position.phase != Phase::Behind) future_.nextMayLoop = true;
    pc = target;
    return !back || !places_.wasHere(position, 'j');
  }

  /// Goes there as well.
  void fork(const Position& position, uint32_t target) {
    if (positions_.size() > kMostPositions) instructions_ = kMostInstructions;
    Position other = position;
    if (jump(other, target, false)) positions_.push_back(std::move(other));
  }

  /// Follows one instruction; false where this way ends.
  bool follow(Position& position) {
    acted_ = false;
    const uint32_t pc = position.frames.back().pc;
    const program::Instruction& i = program_.code[pc];
    Value* r = top(position);
    if (program_.liveRangeOf[pc] != 0 && isVisibleOp(i.op) && position.phase == Phase::Behind &&
        places_.wasHere(position, 'v')) {
      return false;
    }
    if (WalkArithmetic::compute(i, r) || address(i, r)) {
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
    variadic.reserve(record.variadic.size());
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
    arguments.reserve(record.arguments.size() + record.variadic.size());
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
    // The end itself is part of the step before, if nothing others can reach dies with the thread.
    const Access end{{handleOf(thread_.number), 1}, true, false, false, guardsOf(position), position.frames.back().pc};
    add(future_.accesses, end);
    if (position.phase != Phase::Behind) add(future_.next, end);
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
    if (!places_.wasHere(child, 'c')) positions_.push_back(std::move(child));
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
        // What is lost depends on all memory and on every register, so even a read of others counts.
        if (!machine_.limits().reportLeaks && !machine_.limits().reportLostMemory) return;
        visible(position);
        return anything(position);
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

  std::vector<Position> positions_;
  Places places_{program_};
};

}  // namespace

Future foreseeThread(const ConcreteMachine& machine, const ConcreteMachine::Thread& thread,
                     std::span<const Range> unsettled) {
  return Walk(machine, thread, unsettled).run();
}

}  // namespace clew::machine
