// Data races. Two threads race when both could go on now, what they would do next touches the same
// bytes, at least one of them writes, and not both do it atomically. That is a property of one state: it
// needs no history, and since every access to memory that others can reach is a step of its own, some
// state shows every race.
//
// What a thread in ordinary code would touch next is written in its next instruction. A library function
// or an atomic section is one step with many accesses, so there the step is taken, watched, and undone.
#pragma once

#include "machine/machine.h"
#include "machine/unwind.h"

namespace clew::machine {

/// How the instruction before which a thread stands takes part in races, as seen from its opcode alone.
template <typename Domain>
Part Machine<Domain>::partOf(const Thread& thread) {
  if (thread.status != ThreadStatus::Running || thread.frames.empty()) return Part::None;
  const uint32_t pc = thread.frames.back().pc;
  const program::Function& function = program_.functionAt(pc);
  if (function.synchronises) return Part::Atomic;
  if (function.runtime || thread.atomicDepth > 0) return Part::Plain;
  const Instruction& i = program_.code[pc];
  switch (i.op) {
    case Op::LoadGlobal:
    case Op::Load: return (i.flags & program::kAtomic) != 0 ? Part::AtomicRead : Part::PlainRead;
    case Op::StoreGlobal:
    case Op::Store: return (i.flags & program::kAtomic) != 0 ? Part::Atomic : Part::Plain;
    case Op::CopyMemory:
    case Op::FillMemory:
    case Op::CopyArgument:
    case Op::Free:
    case Op::Realloc:
    case Op::SetJump:
    case Op::LongJump:
    case Op::MutexInit:
    case Op::MutexDestroy:
    case Op::CondInit:
    case Op::CondDestroy: return Part::Plain;
    case Op::AtomicRmw:
    case Op::CompareExchange:
    case Op::MutexLock:
    case Op::MutexTryLock:
    case Op::MutexUnlock:
    case Op::CondWait:
    case Op::CondTimedWait:
    case Op::CondSignal:
    case Op::CondBroadcast: return Part::Atomic;
    case Op::ThreadCreate:
    case Op::ThreadJoin: {
      // What they write is rarely anybody else's.
      const Value pointer = slot(thread, i.op == Op::ThreadCreate ? i.a : i.b);
      noteAddress(pointer.bits);
      const Object* object = memory_.find(pointer.bits);
      return object != nullptr && object->shared ? Part::Plain : Part::None;
    }
    default: return Part::None;
  }
}

template <typename Domain>
void Machine<Domain>::noteTouch(const Thread& thread, const Object& object, uint64_t offset, uint64_t bytes,
                                bool write) {
  if (!object.shared || object.constant || bytes == 0) return;
  if (object.kind == ObjectKind::Global && program_.globals[object.source].library) return;
  const uint32_t pc = thread.frames.back().pc;
  const Instruction& i = program_.code[pc];
  const bool plainOperation = i.op == Op::MutexInit || i.op == Op::MutexDestroy || i.op == Op::CondInit ||
                              i.op == Op::CondDestroy || i.op == Op::Free || i.op == Op::Realloc ||
                              i.op == Op::ThreadCreate || i.op == Op::ThreadJoin || i.op == Op::SetJump ||
                              i.op == Op::LongJump;
  const bool ordinary = i.op == Op::LoadGlobal || i.op == Op::StoreGlobal || i.op == Op::Load || i.op == Op::Store ||
                        i.op == Op::CopyMemory || i.op == Op::FillMemory || i.op == Op::CopyArgument ||
                        i.op == Op::Write || i.op == Op::VaStart || i.op == Op::FormatDouble;
  const program::Function& function = program_.functionAt(pc);
  const bool inAtomicSection = thread.atomicDepth > 0 || (function.runtime && !function.library);
  const bool atomic =
      inAtomicSection || function.synchronises || (i.flags & program::kAtomic) != 0 || !(ordinary || plainOperation);
  footprint_->push_back({thread.number, pc, object.address + offset, bytes, write, atomic});
}

/// Whether the thread's next step has many accesses that count: it is in a library function or in an atomic section.
template <typename Domain>
bool Machine<Domain>::touchesMuch(const Thread& thread) const {
  return thread.frames.empty() || program_.functionAt(thread.frames.back().pc).runtime || thread.atomicDepth > 0;
}

/// What the thread's next operation touches, by its registers alone: more than `collectTouches` finds, but the same in
/// all states in which the thread's content is this one.
template <typename Domain>
Aim Machine<Domain>::aimOf(const Thread& thread) const {
  if (thread.status != ThreadStatus::Running || thread.frames.empty()) return {};
  const uint32_t pc = thread.frames.back().pc;
  const Instruction& i = program_.code[pc];
  const auto at = [](Value pointer, uint64_t distance, uint64_t bytes, bool write, bool atomic) {
    if (!Domain::isDefined(pointer)) return Aim{};  // a fault of its own
    return Aim::atBytes(pointer.bits + distance, bytes, write, atomic);
  };
  if (touchesMuch(thread)) return Aim::atAnything(program_.functionAt(pc).synchronises);
  const bool atomic = (i.flags & program::kAtomic) != 0;
  const uint64_t bytes = (i.width + 7u) / 8;
  switch (i.op) {
    case Op::LoadGlobal: return at(Domain::constant(memory_.global(i.b)->address), i.imm(), bytes, false, atomic);
    case Op::StoreGlobal: return at(Domain::constant(memory_.global(i.a)->address), i.imm(), bytes, true, atomic);
    case Op::Load: return at(slot(thread, i.a), i.imm(), bytes, false, atomic);
    case Op::Store: return at(slot(thread, i.a), i.imm(), bytes, true, atomic);
    case Op::AtomicRmw:
    case Op::CompareExchange: return at(slot(thread, i.a), 0, bytes, true, true);
    case Op::ThreadCreate: return at(slot(thread, i.a), 0, program_.addresses.pointerBytes(), true, false);
    case Op::ThreadJoin: return at(slot(thread, i.b), 0, program_.addresses.pointerBytes(), true, false);
    case Op::MutexInit:
    case Op::MutexDestroy:
    case Op::CondInit:
    case Op::CondDestroy: return at(slot(thread, i.a), 0, 4, true, false);
    case Op::MutexLock:
    case Op::MutexTryLock:
    case Op::MutexUnlock:
    case Op::CondWait:
    case Op::CondTimedWait:
    case Op::CondSignal:
    case Op::CondBroadcast: return at(slot(thread, i.a), 0, 4, true, true);
    case Op::CopyMemory:
    case Op::FillMemory:
    case Op::CopyArgument:
    case Op::Free:
    case Op::Realloc:
    case Op::SetJump:
    case Op::LongJump: return Aim::atAnything(false);
    default: return {};
  }
}

/// Everything the thread would touch in its next step.
template <typename Domain>
void Machine<Domain>::collectTouches(Thread& thread, StateKey key) {
  const uint32_t pc = thread.frames.back().pc;
  if (touchesMuch(thread)) {
    const uint32_t alternatives = alternativesOf(thread);
    const uint32_t number = thread.number;
    for (uint32_t alternative = 0; alternative < alternatives; ++alternative) {
      if constexpr (Domain::kSymbolic) {
        collectWays(number, alternative, key);
        continue;
      }
      finishStep(run(*byNumber_[number], true, alternative));
      discard();
      restore(key);
      materialise();
    }
    return;
  }
  const Instruction& i = program_.code[pc];
  const auto value = [&](uint32_t index) { return slot(thread, index); };
  const auto touch = [&](Value pointer, uint64_t distance, uint64_t bytes, bool write) {
    if (!Domain::isDefined(pointer)) return;
    const Object* object = memory_.find(pointer.bits);
    if (object == nullptr || !object->live) return;  // a fault of its own
    const uint64_t offset = pointer.bits + distance - object->address;
    if (offset <= object->size && bytes <= object->size - offset) noteTouch(thread, *object, offset, bytes, write);
  };
  const uint64_t bytes = (i.width + 7u) / 8;
  switch (i.op) {
    case Op::LoadGlobal: return touch(Domain::constant(memory_.global(i.b)->address), i.imm(), bytes, false);
    case Op::StoreGlobal: return touch(Domain::constant(memory_.global(i.a)->address), i.imm(), bytes, true);
    case Op::Load: return touch(value(i.a), i.imm(), bytes, false);
    case Op::Store: return touch(value(i.a), i.imm(), bytes, true);
    case Op::AtomicRmw: return touch(value(i.a), 0, bytes, true);
    case Op::CompareExchange: {
      const Object* object = memory_.find(value(i.a).bits);
      if (object == nullptr || !object->live || value(i.a).bits - object->address + bytes > object->size) return;
      const Value old = loadFrom(*object, value(i.a).bits - object->address, i.width);
      if constexpr (Domain::kSymbolic) {
        return touch(value(i.a), 0, bytes, areSurelyEqual(old, value(i.b), i.width));
      }
      return touch(value(i.a), 0, bytes, Domain::equal(old, value(i.b)).bits != 0);
    }
    case Op::CopyMemory:
      touch(value(i.b), 0, value(i.c).bits, false);
      return touch(value(i.a), 0, value(i.c).bits, true);
    case Op::FillMemory: return touch(value(i.a), 0, value(i.c).bits, true);
    case Op::CopyArgument: return touch(value(i.a), 0, i.imm(), false);
    case Op::ThreadCreate: return touch(value(i.a), 0, program_.addresses.pointerBytes(), true);
    case Op::ThreadJoin:
      if (alternativesOf(thread) > 0) touch(value(i.b), 0, program_.addresses.pointerBytes(), true);
      return;
    case Op::SetJump: return touch(value(i.a), 0, jump_layout::kSize, true);
    case Op::LongJump: return touch(value(i.a), 0, jump_layout::kSize, false);
    case Op::Free:
    case Op::Realloc: {
      const Object* object = memory_.find(value(i.a).bits);
      return touch(value(i.a), 0, object == nullptr ? 0 : object->size, true);
    }
    default:
      // A lock that is waited for, or a condition: the other thread's operation on it is what counts.
      if (partOf(thread) != Part::None && alternativesOf(thread) > 0) touch(value(i.a), 0, 4, true);
      return;
  }
}

/// Whether the next steps of two threads, of which one is not atomic, may touch the same item of the state. Asked of
/// what is remembered of them, so it is quick; true also when nothing is remembered.
template <typename Domain>
bool Machine<Domain>::mayRace() {
  if (!remembering_ || threadsChanged_) return true;
  Encounters encounters;
  for (const auto& thread : threads_) {
    const Prospect& prospect = thread->prospect;
    if (prospect.part == Part::None || prospect.alternatives == 0) continue;
    const auto step = [&](uint32_t alternative) { return knownStep(*thread, alternative); };
    const bool isKnown = prospect.alternatives == 1 && step(0) != nullptr;
    const auto items = isKnown ? std::optional(prospect.stepTouches)
                               : touchesOf(cache_, prospect, top_->itemOfThread[thread->number], step);
    if (!items || encounters.add(prospect.part, *items)) return true;
  }
  return false;
}

/// Appends to `touches_` what a thread would touch in its next step. A step that is remembered touches what it touched
/// before.
template <typename Domain>
void Machine<Domain>::findTouches(uint32_t number, StateKey key) {
  Thread& thread = *byNumber_[number];
  const bool mayKnow = remembering_ && !threadsChanged_ && thread.prospect.alternatives == 1;
  const StepCache::Entry* step = mayKnow ? knownStep(thread, 0) : nullptr;
  StepTouches* known = step == nullptr ? nullptr : &stepTouches_[cache_.indexOf(*step) % stepTouches_.size()];
  const uint64_t stepNumber = step == nullptr ? 0 : step->number;
  if (known != nullptr && known->step == stepNumber) {
    touches_.insert(touches_.end(), known->touches.begin(), known->touches.begin() + known->count);
    return;
  }
  materialise();
  const size_t before = touches_.size();
  footprint_ = &touches_;
  collectTouches(thread, key);
  footprint_ = nullptr;
  const size_t count = touches_.size() - before;
  if (known == nullptr || count > known->touches.size()) return;
  known->step = stepNumber;
  known->count = static_cast<uint32_t>(count);
  std::copy_n(touches_.begin() + static_cast<ptrdiff_t>(before), count, known->touches.begin());
}

/// Notes what all threads would touch next. False if no two of them can race.
template <typename Domain>
bool Machine<Domain>::gatherTouches() {
  choices();
  if (plainThreads_ == 0 || touchingThreads_ < 2 || !mayRace()) return false;
  const StateKey key = currentKey_ == StateKey{} ? save() : currentKey_;
  Observer* const observer = std::exchange(observer_, nullptr);
  const Report report = report_;
  const uint32_t wrappedAt = wrappedAt_;
  touches_.clear();
  touchingNumbers_.clear();
  for (const auto& thread : threads_) {
    if (thread->prospect.part != Part::None && thread->prospect.alternatives > 0)
      touchingNumbers_.push_back(thread->number);
  }
  for (const uint32_t number : touchingNumbers_) findTouches(number, key);
  observer_ = observer;
  report_ = report;
  wrappedAt_ = wrappedAt;
  constexpr size_t kFew = 16;
  return touches_.size() <= kFew || touchTable_.mayCollide(touches_);
}

template <typename Domain>
std::optional<Race> Machine<Domain>::raceOf(const Touch& first, const Touch& second) {
  if (first.thread == second.thread || !(first.write || second.write) || (first.atomic && second.atomic)) return {};
  const uint64_t begin = std::max(first.address, second.address);
  const uint64_t end = std::min(first.address + first.bytes, second.address + second.bytes);
  if (begin >= end) return {};
  return Race{first, second, begin, end - begin};
}

template <typename Domain>
std::optional<Race> Machine<Domain>::findRace() {
  if (!gatherTouches()) return std::nullopt;
  for (size_t a = 0; a < touches_.size(); ++a) {
    for (size_t b = a + 1; b < touches_.size(); ++b) {
      if (auto race = raceOf(touches_[a], touches_[b])) return race;
    }
  }
  return std::nullopt;
}

}  // namespace clew::machine
