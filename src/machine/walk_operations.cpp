// What a walk ahead makes of the instructions that do more than compute.
#include <algorithm>
#include <string_view>
#include <utility>

#include "machine/walk.h"

namespace clew::machine {

// ---- memory ----

/// Of a load or a store.
ConcreteDomain::Value Walk::pointerOf(const program::Instruction& i, const Value* r) const {
  const auto global = [&](uint32_t index) { return Domain::constant(machine_.memory().global(index)->address); };
  return i.op == Op::LoadGlobal ? global(i.b) : i.op == Op::StoreGlobal ? global(i.a) : r[i.a];
}

bool Walk::memory(Position& position, const program::Instruction& i, Value* r) {
  const uint64_t bytes = (i.width + 7u) / 8;
  switch (i.op) {
    case Op::LoadGlobal:
    case Op::Load:
      waitForChange(position, i);
      r[i.dst] = narrowed(read(position, pointerOf(i, r), i.imm(), bytes), i.width);
      return true;
    case Op::StoreGlobal:
    case Op::Store: write(position, pointerOf(i, r), i.imm(), bytes, r[i.b]); return true;
    case Op::AtomicRmw:
      waitForChange(position, i);
      write(position, r[i.a], 0, bytes, unknown());
      r[i.dst] = unknown();
      return true;
    case Op::CompareExchange:
      waitForChange(position, i);
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
      if ((i.flags & program::kShared) == 0) mayGoOn(position);  // to use it is no step
      r[i.dst] =
          bringToLife(position, position.frames.size(),
                      Domain::isDefined(r[i.a]) ? i.imm() * std::min<uint64_t>(r[i.a].bits, 1 << 16) : 1 << 16, false);
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
void Walk::pauseForStack(Position& position) {
  mayGoOn(position);
  for (const Object* object : thread_.stackObjects) {
    if (object->shared && !position.isChild) touch(position, {object->address, object->size + 1}, true);
  }
}

ConcreteDomain::Value Walk::threadLocal(Position& position, const program::Instruction& i) {
  if (position.isChild) return bringToLife(position, 0, program_.globals[i.imm()].size, false);
  const uint32_t window = machine_.memory().plan().threadLocalWindow[i.imm()];
  return Domain::constant(program_.addresses.addressOf(thread_.number + 1, window, program_.globals[i.imm()].size));
}

void Walk::startVariadic(Position& position, Value list) {
  const Value area = top(position)[program_.functionAt(position.frames.back().pc).variadicSlot];
  if (program_.addresses.pointerBits == 32) return write(position, list, 0, 4, area);
  write(position, list, 0, 4, Domain::constant(48));
  write(position, list, 4, 4, Domain::constant(176));
  write(position, list, 8, 8, area);
  write(position, list, 16, 8, Domain::constant(0));
}

ConcreteDomain::Value Walk::allocate(Position& position, const program::Instruction& i) {
  if (machine_.limits().allocationMayFail && !program_.sites[i.imm()].permanent) {
    mayRest(position);
    if (i.op == Op::Calloc) mayGoOn(position);  // too much is refused at once
    pause(position);
    Position failed = position;
    top(failed)[program_.code[position.frames.back().pc].dst] = Domain::constant(0);
    ++failed.frames.back().pc;
    if (positions_.size() > kMostPositions) instructions_ = kMostInstructions;
    positions_.push_back(std::move(failed));
  }
  return bringToLife(position, 0, 1 << 12, false);
}

void Walk::release(Position& position, Value pointer) {
  if (Domain::isDefined(pointer) && pointer.bits == 0) return;
  const Located located = locate(position, pointer, 0, 1);
  if (!Domain::isDefined(pointer)) mayGoOn(position);  // it may be null
  visible(position);
  if (located.place == Place::Unknown) return anything(position);
  if (located.object == nullptr) return pause(position);
  touch(position, {located.object->address, std::max<uint64_t>(located.object->size, 1)}, true);
}

// ---- threads and synchronisation ----
//
// Who has to wait inside an atomic section, behind something else that it did there, gives others a chance to come in
// between. So whether it has to wait counts then, and not only what it does afterwards: the access is not guarded.

bool Walk::synchronise(Position& position, const program::Instruction& i, Value* r) {
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
    case Op::ThreadNumber: r[i.dst] = position.isChild ? unknown() : Domain::constant(thread_.number + 1); return true;
    case Op::MutexLock:
      if (position.inSection) touchWord(position, r[i.a], kLockBytes, false);
      if (Domain::isDefined(r[i.a])) takeGuard(position.guards.holds, r[i.a].bits);
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
      if (i.op == Op::CondSignal) mayRest(position);
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
    case Op::WaitUntil:
      if (position.inSection) read(position, r[i.a], 0, 4);
      waitForWord(position, i);
      read(position, r[i.a], 0, 4);
      return true;
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
ConcreteDomain::Value Walk::lockResult(Position& position, Value mutex) {
  if (!Domain::isDefined(mutex)) return unknown();
  const Located kind = locate(position, mutex, machine_.mutexKind(), 4);
  const Value value = kind.place == Place::Shared ? relyOn(kind) : unknown();
  return Domain::isDefined(value) && value.bits == 0 ? Domain::constant(0) : unknown();
}

void Walk::wait(Position& position, const program::Instruction& i, Value* r) {
  const Value condition = r[i.a];
  const Value mutex = r[i.b];
  touchWord(position, condition, kConditionSize);
  touchWord(position, mutex, kLockBytes, false);
  top(position)[i.dst] = unknown();
  // Who does not hold a mutex that is no normal one gets an error at once: he neither waits nor takes it.
  if (!Domain::isDefined(lockResult(position, mutex))) return;
  position.inSection = acted_ = false;  // waiting ends the step
  takeGuard(position.guards.holds, mutex.bits);
  touchWord(position, mutex, kLockBytes, false);
}

void Walk::joinThread(Position& position, const program::Instruction& i, Value* r) {
  const Value handle = r[i.a];
  const bool isInside = position.inSection;
  visible(position);
  if (!Domain::isDefined(handle)) {
    anything(position);
  } else {
    if (isInside) touch(position, {handle.bits, 1}, true, false);
    takeGuard(position.guards.holds, handle.bits);
    touch(position, {handle.bits, 1}, true, false);
  }
  if (!Domain::isDefined(r[i.b]) || r[i.b].bits != 0) {
    smear(position, r[i.b], program_.addresses.pointerBytes(), false, true);
  }
  top(position)[i.dst] = unknown();
}

/// The new thread's future is part of its creator's.
void Walk::createThread(Position& position, const program::Instruction& i) {
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
  if (!Domain::isDefined(start) || distance % program::kFunctionStride != 0 || function >= program_.functions.size() ||
      program_.functions[function].parameters > 1) {
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

void Walk::environment(Position& position, const program::Instruction& i, Value* r) {
  switch (i.op) {
    case Op::Assume:
      // An assumption that fails ends the path of all threads, so nothing may be put off behind it.
      if (!Domain::isDefined(r[i.a]) || r[i.a].bits == 0) {
        mayGoOn(position);
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
    case Op::Choose:
      if (Domain::isDefined(r[i.a]) && r[i.a].bits <= 1) {
        r[i.dst] = Domain::constant(0);
        return;
      }
      if (!Domain::isDefined(r[i.a])) mayGoOn(position);
      mayRest(position);
      pause(position);
      r[i.dst] = unknown();
      return;
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

}  // namespace clew::machine
