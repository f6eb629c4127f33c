// Threads, mutexes, condition variables and pthread_once, as primitives of the machine. The state of a
// mutex lies in the bytes of its pthread_mutex_t (owner at 0, nesting at 4, kind at 16, on i386 at 12, where
// glibc has them too, so the static initialisers mean what they say); who waits for a condition variable is known
// from the threads themselves.
#pragma once

#include <cerrno>

#include "machine/machine.h"

namespace clew::machine {

namespace mutex_layout {
constexpr uint64_t kOwner = 0;  // number of the owner + 1
constexpr uint64_t kNesting = 4;
constexpr uint64_t kRecursive = 1;
constexpr uint64_t kErrorCheck = 2;
}  // namespace mutex_layout

/// Threads that main creates have the numbers 1, 2, ...; those of thread t a few numbers of their own,
/// so that two threads that create at the same time give the same names in either order.
template <typename Domain>
uint32_t Machine<Domain>::pickThreadNumber(uint32_t creator) const {
  const uint32_t ownBase = program_.addresses.arenas() / 2;
  const uint32_t limit = program_.addresses.arenas() - 2;
  if (creator > 0 && ownBase + (creator + 1) * kOwnNumbers <= limit) {
    const uint32_t base = ownBase + creator * kOwnNumbers;
    for (uint32_t number = base; number < base + kOwnNumbers; ++number) {
      if (byNumber_[number] == nullptr) return number;
    }
  }
  for (uint32_t number = 1; number < limit; ++number) {
    if (byNumber_[number] == nullptr) return number;
  }
  return program::kNone;
}

template <typename Domain>
typename Machine<Domain>::Thread& Machine<Domain>::addThread(uint32_t number) {
  std::unique_ptr<Thread> made;
  if (spareThreads_.empty()) {
    made = std::make_unique<Thread>(tables_.nodes);
  } else {
    made = std::move(spareThreads_.back());
    spareThreads_.pop_back();
  }
  made->number = number;
  made->prospect = {};
  byNumber_[number] = made.get();
  threadsChanged_ = true;
  const auto place = std::lower_bound(threads_.begin(), threads_.end(), number,
                                      [](const auto& each, uint32_t value) { return each->number < value; });
  return **threads_.insert(place, std::move(made));
}

template <typename Domain>
void Machine<Domain>::removeThread(Thread& thread) {
  memory_.removeAll(thread.number + 1);
  byNumber_[thread.number] = nullptr;
  threadsChanged_ = true;
  std::erase(dirtyThreads_, &thread);
  const auto place =
      std::find_if(threads_.begin(), threads_.end(), [&](const auto& each) { return each.get() == &thread; });
  std::unique_ptr<Thread> spare = std::move(*place);
  threads_.erase(place);
  spare->status = ThreadStatus::Running;
  spare->detached = spare->timed = spare->inSection = spare->dirty = spare->objectsChanged = false;
  spare->atomicDepth = spare->controlId = spare->rootId = spare->lowestDirtyFrame = 0;
  spare->condition = spare->mutex = 0;
  spare->result = Domain::constant(0);
  spare->frames.clear();
  spare->stackObjects.clear();
  spareThreads_.push_back(std::move(spare));
}

/// The descriptor that pthread_t values point to, and the thread-local variables.
template <typename Domain>
void Machine<Domain>::createThreadObjects(Thread& thread) {
  const uint32_t arena = thread.number + 1;
  memory_.createAt(arena, 0, ObjectKind::Thread, 0, 0, kHeapPiece);
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    const program::Global& global = program_.globals[i];
    if (!global.threadLocal) continue;
    Object* object = memory_.createAt(arena, memory_.plan().threadLocalWindow[i], ObjectKind::ThreadLocal, i,
                                      global.size, kHeapPiece);
    object->shared = true;
    std::copy(global.bytes.begin(), global.bytes.end(), object->data);
  }
}

template <typename Domain>
void Machine<Domain>::startThread(uint32_t number, uint32_t function, uint32_t creator, uint32_t pc, Value argument) {
  Thread& made = addThread(number);
  made.creator = creator;
  made.createdAt = symmetry_ == nullptr ? pc : 0;  // threads that change places do not tell where they come from
  made.startFunction = function;
  createThreadObjects(made);
  pushFrame(made, function);
  if (program_.functions[function].parameters > 0) made.registers[0] = argument;
  changed(made);
  made.objectsChanged = true;
  made.lowestDirtyFrame = 0;
  ++liveThreads_;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::createThread(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* handle = resolve(thread, r[i.a], 0, program_.addresses.pointerBytes(), true, offset);
  if (handle == nullptr) return Next::End;
  if (!mayProceed(thread, handle->watched)) return Next::Stop;
  const uint64_t start = r[i.b].bits - program::kFunctionBase;
  const uint64_t function = start / program::kFunctionStride;
  if (!Domain::isDefined(r[i.b]) || start % program::kFunctionStride != 0 || function >= program_.functions.size() ||
      program_.functions[function].parameters > 1) {
    return fault(thread, Fault::NullDereference, "the thread's start routine is not a function of one argument");
  }
  bool detached = false;
  if (!Domain::isDefined(r[i.d]) || r[i.d].bits != 0) {
    uint64_t place = 0;
    const Object* attributes = resolve(thread, r[i.d], 0, 4, false, place);
    if (attributes == nullptr) return Next::End;
    detached = loadFrom(*attributes, place, 32).bits == 1;
  }
  const uint32_t number = pickThreadNumber(thread.number);
  if (number == program::kNone) {
    return abandon(thread,
                   fmt::format("more than {} threads at once is not modelled", program_.addresses.arenas() - 3));
  }
  const uint32_t pc = thread.frames.back().pc;
  const Value argument = r[i.c];
  startThread(number, static_cast<uint32_t>(function), thread.number, pc, argument);
  byNumber_[number]->detached = detached;
  if (createdThread_ != program::kNone) forgetRecording();
  createdThread_ = number;
  mayAct_ = false;                // from here on there is somebody who could come in between
  looped_ |= thread.number != 0;  // threads that follow one another may be a cycle in which nobody jumps back
  thread.inSection = thread.atomicDepth > 0 || isAtomicFunction(thread);
  startedThreads_.push_back(number);
  const Value value = Domain::constant(program_.addresses.addressOf(number + 1, 0, 0));
  storeTo(*handle, offset, pointerBits(), value);
  if (observer_ != nullptr) observer_->operation(thread.number, pc, 0, number);
  r[i.dst] = Domain::constant(0);
  return Next::Continue;
}

template <typename Domain>
uint32_t Machine<Domain>::threadOfHandle(uint64_t handle) const {
  const Object* object = memory_.find(handle);
  if (object == nullptr || object->kind != ObjectKind::Thread || object->address != handle) return program::kNone;
  return object->arena - 1;
}

/// Notes a join for which threads must not have changed places. One inside an atomic section is not preceded by a state
/// in which it could be looked at. And a mutex that the joined thread still holds will be taken for that of the next
/// thread with its number.
template <typename Domain>
void Machine<Domain>::guardJoin(const Thread& thread, const Thread& target) {
  const auto& mutexes = symmetry_->mutexes;
  const bool holds = std::any_of(mutexes.begin(), mutexes.end(),
                                 [&](uint64_t mutex) { return mutexOwner(mutex) == target.number + 1; });
  if (holds || (thread.inSection && liveThreads_ > 1)) identitySeenAt_ = thread.frames.back().pc;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::joinThread(Thread& thread, const Instruction& i, Value* r) {
  const Value handle = r[i.a];
  if (!Domain::isDefined(handle)) return fault(thread, Fault::Uninitialized, "the thread to join was never written");
  if (mustStop(thread)) return Next::Stop;
  noteAddress(handle.bits);
  const uint32_t number = threadOfHandle(handle.bits);
  const auto finish = [&](int error) {
    r[i.dst] = Domain::constant(static_cast<uint64_t>(error));
    return Next::Continue;
  };
  if (number == program::kNone) {
    return fault(thread, Fault::JoinTwice, "there is no such thread; it was joined before or never created");
  }
  Thread& target = *byNumber_[number];
  if (&target == &thread) return mayProceed(thread) ? finish(EDEADLK) : Next::Stop;
  if (target.status == ThreadStatus::Joined) {
    return fault(thread, Fault::JoinTwice, "the thread was joined or detached before");
  }
  if (target.detached) return mayProceed(thread) ? finish(EINVAL) : Next::Stop;
  if (target.status != ThreadStatus::Terminated) return Next::Stop;
  Object* result = nullptr;
  uint64_t offset = 0;
  if (!Domain::isDefined(r[i.b]) || r[i.b].bits != 0) {
    result = resolve(thread, r[i.b], 0, program_.addresses.pointerBytes(), true, offset);
    if (result == nullptr) return Next::End;
  }
  if (!mayProceed(thread, result != nullptr ? result->watched : Watch::None)) return Next::Stop;
  if (result != nullptr) storeTo(*result, offset, pointerBits(), target.result);
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, number, 0);
  if (symmetry_ != nullptr) guardJoin(thread, target);
  noteDeath(*memory_.find(handle.bits));
  changed(target);
  target.status = ThreadStatus::Joined;
  target.result = Domain::constant(0);
  return finish(0);
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::detachThread(Thread& thread, const Instruction& i, Value* r) {
  if (!mayProceed(thread)) return Next::Stop;
  forgetRecording();
  const uint32_t number = Domain::isDefined(r[i.a]) ? threadOfHandle(r[i.a].bits) : program::kNone;
  if (number == program::kNone) {
    r[i.dst] = Domain::constant(ESRCH);
    return Next::Continue;
  }
  Thread& target = *byNumber_[number];
  changed(target);
  r[i.dst] = Domain::constant(target.detached || target.status == ThreadStatus::Joined ? EINVAL : 0);
  target.detached = true;
  if (target.status == ThreadStatus::Terminated) {
    target.status = ThreadStatus::Joined;
    target.result = Domain::constant(0);
  }
  return Next::Continue;
}

/// A thread that returns from its start routine, or calls pthread_exit, runs what the runtime has to do at
/// its end (destructors of its keys) on top of its frames; that function then ends the thread.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::leaveThread(Thread& thread, Value result) {
  if (program_.threadEnd == program::kNone) return exitThread(thread, result);
  pushFrame(thread, program_.threadEnd);
  thread.registers[thread.frames.back().base] = result;
  if (thread.inSection) leaveSection(thread);
  return Next::Reload;
}

/// Ends a thread. What lived on its stack dies; what it allocated stays.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::exitThread(Thread& thread, Value result) {
  const auto& objects = memory_.arena(thread.number + 1).objects;
  const bool hasThreadLocals = std::any_of(
      objects.begin(), objects.end(), [](const Object* object) { return object->kind == ObjectKind::ThreadLocal; });
  if ((hasThreadLocals || reachesShared(thread, 0)) && !mayProceed(thread)) return Next::Stop;
  if (watches_ && liveThreads_ == 1 && !atStart_) return Next::Stop;  // it ends the process, as Exit does
  if (liveThreads_ == 1) letLook();
  if (liveThreads_ == 1) {  // the end of the last thread is the end of the process
    const Next next = leaks(thread);
    if (next != Next::Continue) return next;
  }
  if (thread.detached) forgetRecording();  // it is gone if nothing refers to it
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, 0, result.bits);
  popStackObjects(thread, 0);
  const std::vector<Object*> left = memory_.arena(thread.number + 1).objects;
  for (Object* object : left) {
    if (object->kind != ObjectKind::ThreadLocal) continue;
    noteDeath(*object);
    memory_.kill(*object);
  }
  thread.objectsChanged = true;
  thread.frames.clear();
  thread.lowestDirtyFrame = 0;
  thread.inSection = false;
  thread.atomicDepth = 0;
  thread.result = thread.detached ? Domain::constant(0) : result;
  thread.status = thread.detached ? ThreadStatus::Joined : ThreadStatus::Terminated;
  --liveThreads_;
  if (liveThreads_ == 0) {
    endProcess(0);
    ended_ = Outcome::Exited;
    return Next::End;
  }
  return Next::Stop;
}

template <typename Domain>
void Machine<Domain>::endProcess(int status) {
  forgetRecording();
  while (!threads_.empty()) removeThread(*threads_.back());
  liveThreads_ = 0;
  exited_ = true;
  exitStatus_ = status;
  startedThreads_.clear();
}

// ---- mutexes ----

template <typename Domain>
uint32_t Machine<Domain>::mutexOwner(uint64_t mutex) const {
  const Object* object = memory_.find(mutex);
  if (object == nullptr || !object->live) return 0;
  const uint64_t offset = mutex - object->address;
  if (offset > object->size || object->size - offset < mutexSize()) return 0;
  return static_cast<uint32_t>(loadFrom(*object, offset + mutex_layout::kOwner, 32).bits);
}

/// Whether a lock of this mutex would return. Errors return too: executing it reports them.
template <typename Domain>
bool Machine<Domain>::canLock(const Thread& thread, uint64_t mutex) {
  noteAddress(mutex);
  const Object* held = memory_.find(mutex);
  if (recording_ && held != nullptr && held->live) noteObject(*held, mutex - held->address, mutexSize());
  const uint32_t owner = mutexOwner(mutex);
  if (owner == 0) return true;
  const Object* object = memory_.find(mutex);
  const uint64_t kind = loadFrom(*object, mutex - object->address + mutexKind(), 32).bits;
  return owner == thread.number + 1 && (kind == mutex_layout::kRecursive || kind == mutex_layout::kErrorCheck);
}

/// Gives a mutex up. False after a fault; `error` is what the call returns.
template <typename Domain>
bool Machine<Domain>::unlock(Thread& thread, Object& object, uint64_t offset, uint32_t& error) {
  const uint64_t owner = loadFrom(object, offset + mutex_layout::kOwner, 32).bits;
  const uint64_t kind = loadFrom(object, offset + mutexKind(), 32).bits;
  const Value nesting = loadFrom(object, offset + mutex_layout::kNesting, 32);
  error = 0;
  if (owner != thread.number + 1) {
    error = EPERM;
    if (kind == mutex_layout::kRecursive || kind == mutex_layout::kErrorCheck) return true;
    fault(thread, Fault::UnlockNotOwner, owner == 0 ? "nobody holds the mutex" : "another thread holds the mutex");
    return false;
  }
  if (nesting.bits > 0) {
    storeTo(object, offset + mutex_layout::kNesting, 32, Domain::constant(nesting.bits - 1));
  } else {
    storeTo(object, offset + mutex_layout::kOwner, 32, Domain::constant(0));
  }
  return true;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::mutexOperation(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, mutexSize(), true, offset);
  if (object == nullptr) return Next::End;
  if (i.op == Op::MutexLock && !canLock(thread, r[i.a].bits)) return Next::Stop;
  if (!mayProceed(thread, object->watched)) return Next::Stop;
  const Value owner = loadFrom(*object, offset + mutex_layout::kOwner, 32);
  const Value kind = loadFrom(*object, offset + mutexKind(), 32);
  if (i.op != Op::MutexInit && !(Domain::isDefined(owner) && Domain::isDefined(kind))) {
    return fault(thread, Fault::Uninitialized, "the mutex is not initialised, or was destroyed");
  }
  const uint32_t self = thread.number + 1;
  uint32_t error = 0;
  switch (i.op) {
    case Op::MutexInit: {
      Value wanted = Domain::constant(0);
      if (!Domain::isDefined(r[i.b]) || r[i.b].bits != 0) {
        uint64_t place = 0;
        const Object* attributes = resolve(thread, r[i.b], 0, 4, false, place);
        if (attributes == nullptr) return Next::End;
        wanted = Domain::bitAnd(loadFrom(*attributes, place, 32), Domain::constant(0xFFFF));  // the rest is no type
      }
      for (uint64_t word = 0; word < mutexSize(); word += 8) storeTo(*object, offset + word, 64, Domain::constant(0));
      storeTo(*object, offset + mutexKind(), 32, wanted);
      break;
    }
    case Op::MutexDestroy:
      if (owner.bits != 0) {
        return fault(thread, Fault::MutexDestroyedLocked, "the mutex is destroyed while a thread holds it");
      }
      for (uint64_t word = 0; word < mutexSize(); word += 8) {
        storeTo(*object, offset + word, 64, Domain::undefinedValue(64));
      }
      break;
    case Op::MutexUnlock:
      if (!unlock(thread, *object, offset, error)) return Next::End;
      break;
    default:  // lock and trylock
      if (owner.bits == 0) {
        storeTo(*object, offset + mutex_layout::kOwner, 32, Domain::constant(self));
      } else if (owner.bits == self && kind.bits == mutex_layout::kRecursive) {
        const Value nesting = loadFrom(*object, offset + mutex_layout::kNesting, 32);
        storeTo(*object, offset + mutex_layout::kNesting, 32, Domain::add(nesting, Domain::constant(1), 32));
      } else {
        error = i.op == Op::MutexTryLock ? EBUSY : EDEADLK;
      }
      break;
  }
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, r[i.a].bits, error);
  r[i.dst] = Domain::constant(error);
  return Next::Continue;
}

// ---- condition variables ----

template <typename Domain>
uint32_t Machine<Domain>::waitersOf(uint64_t condition) const {
  return static_cast<uint32_t>(std::count_if(threads_.begin(), threads_.end(), [&](const auto& thread) {
    return thread->status == ThreadStatus::Waiting && thread->condition == condition;
  }));
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::conditionOperation(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, kConditionSize, true, offset);
  if (object == nullptr) return Next::End;
  const uint64_t condition = r[i.a].bits;
  if (i.op == Op::CondSignal || i.op == Op::CondBroadcast || i.op == Op::CondDestroy) noteWaiters();
  const uint32_t waiters = i.op == Op::CondSignal ? waitersOf(condition) : 0;
  if (waiters > 1 && !atStart_) return Next::Stop;  // which one wakes is a choice
  if (!mayProceed(thread, object->watched)) return Next::Stop;
  if (i.op != Op::CondInit && !Domain::isDefined(loadFrom(*object, offset, 64))) {
    return fault(thread, Fault::Uninitialized, "the condition variable is not initialised, or was destroyed");
  }
  r[i.dst] = Domain::constant(0);
  uint32_t woken = program::kNone;
  switch (i.op) {
    case Op::CondInit:
    case Op::CondDestroy:
      if (i.op == Op::CondDestroy && waitersOf(condition) > 0) {
        return fault(thread, Fault::MutexDestroyedLocked,
                     "the condition variable is destroyed while a thread waits for it");
      }
      for (uint64_t word = 0; word < kConditionSize; word += 8) {
        storeTo(*object, offset + word, 64, i.op == Op::CondInit ? Domain::constant(0) : Domain::undefinedValue(64));
      }
      break;
    case Op::CondWait:
    case Op::CondTimedWait: {
      uint64_t place = 0;
      uint32_t error = 0;
      if (i.op == Op::CondTimedWait) {
        uint64_t deadline = 0;
        if (resolve(thread, r[i.c], 0, 2 * program_.addresses.pointerBytes(), false, deadline) == nullptr)
          return Next::End;
      }
      Object* mutex = resolve(thread, r[i.b], 0, mutexSize(), true, place);
      if (mutex == nullptr || !unlock(thread, *mutex, place, error)) return Next::End;
      if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, condition, 0);
      if (error != 0) {
        r[i.dst] = Domain::constant(error);
        return Next::Continue;
      }
      thread.status = ThreadStatus::Waiting;
      thread.timed = i.op == Op::CondTimedWait;
      thread.condition = condition;
      thread.mutex = r[i.b].bits;
      thread.inSection = false;
      return Next::Stop;
    }
    default: {  // signal and broadcast
      uint32_t position = 0;
      for (const auto& other : threads_) {
        if (other->status != ThreadStatus::Waiting || other->condition != condition) continue;
        if (i.op == Op::CondBroadcast || position++ == (waiters > 1 ? alternative_ : 0)) {
          other->status = ThreadStatus::Woken;
          other->timed = false;
          changed(*other);
          if (recording_) noteThread(other->number);
          woken = other->number;
        }
      }
      break;
    }
  }
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, condition, woken);
  return Next::Continue;
}

/// The time of a waiter is over: from now on it wants its mutex back.
template <typename Domain>
Outcome Machine<Domain>::timeOut(Thread& thread) {
  thread.status = ThreadStatus::Woken;
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, thread.condition, ETIMEDOUT);
  return Outcome::Stopped;
}

/// A woken waiter gets its mutex back and returns from pthread_cond_wait.
template <typename Domain>
Outcome Machine<Domain>::reacquire(Thread& thread) {
  Object* object = memory_.find(thread.mutex);
  const uint32_t pc = thread.frames.back().pc;
  noteAddress(thread.mutex);
  if (recording_ && object != nullptr && object->live) {
    noteObject(*object, thread.mutex - object->address, mutexSize());
  }
  if (object == nullptr || !object->live) {
    fault(thread, Fault::UseAfterFree, "the mutex of a waiting thread is gone");
    return ended_;
  }
  const uint64_t offset = thread.mutex - object->address;
  const Value owner = loadFrom(*object, offset + mutex_layout::kOwner, 32);
  if (!Domain::isDefined(owner)) {
    fault(thread, Fault::Uninitialized, "the mutex of a waiting thread was destroyed");
    return ended_;
  }
  if (owner.bits == thread.number + 1) {  // a recursive mutex, of which waiting gave up one level
    const Value nesting = loadFrom(*object, offset + mutex_layout::kNesting, 32);
    storeTo(*object, offset + mutex_layout::kNesting, 32, Domain::add(nesting, Domain::constant(1), 32));
  }
  storeTo(*object, offset + mutex_layout::kOwner, 32, Domain::constant(thread.number + 1));
  if (observer_ != nullptr) observer_->operation(thread.number, pc, thread.mutex, 1);
  thread.status = ThreadStatus::Running;
  thread.condition = thread.mutex = 0;
  thread.registers[thread.frames.back().base + program_.code[pc].dst] = Domain::constant(thread.timed ? ETIMEDOUT : 0);
  thread.timed = false;
  thread.frames.back().pc++;
  mayAct_ = false;
  return execute(thread, false);
}

// ---- pthread_once ----

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::onceOperation(Thread& thread, const Instruction& i, Value* r) {
  constexpr uint64_t kUnderWay = 1;
  constexpr uint64_t kDone = 2;
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, 4, true, offset);
  if (object == nullptr) return Next::End;
  const Value control = loadFrom(*object, offset, 32);
  if (i.op == Op::OnceBegin && control.bits == kUnderWay) return Next::Stop;
  if (!mayProceed(thread, object->watched)) return Next::Stop;
  if (!Domain::isDefined(control)) return fault(thread, Fault::Uninitialized, "the once control was never written");
  if (i.op == Op::OnceEnd) {
    storeTo(*object, offset, 32, Domain::constant(kDone));
    return Next::Continue;
  }
  r[i.dst] = Domain::constant(control.bits == 0 ? 1 : 0);
  if (control.bits == 0) storeTo(*object, offset, 32, Domain::constant(kUnderWay));
  thread.inSection = false;  // the routine runs in the open
  return Next::Continue;
}

// ---- waiting for a word of memory ----

template <typename Domain>
bool Machine<Domain>::mustWait(const Instruction& i, Value word, Value value) const {
  return (word.bits == (value.bits & 0xFFFFFFFF)) == (i.op == Op::WaitWhile);
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::waitForWord(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  const Object* object = resolve(thread, r[i.a], 0, 4, false, offset);
  if (object == nullptr) return Next::End;
  const Value word = loadFrom(*object, offset, 32);
  if (!Domain::isDefined(word)) {
    return fault(thread, Fault::Uninitialized, "the synchronisation object is not initialised, or was destroyed");
  }
  if (mustWait(i, word, r[i.b])) {
    if (thread.atomicDepth == 0) thread.inSection = false;  // whoever ends the waiting goes first
    return Next::Stop;
  }
  if (!mayProceed(thread)) return Next::Stop;
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, r[i.a].bits, word.bits);
  return Next::Continue;
}

// ---- choices ----

/// How many ways a thread can go on from where it stands; 0 when it is blocked or has ended.
template <typename Domain>
uint32_t Machine<Domain>::alternativesOf(Thread& thread) {
  if (thread.status == ThreadStatus::Woken) return canLock(thread, thread.mutex) ? 1 : 0;
  if (thread.status != ThreadStatus::Running) return thread.status == ThreadStatus::Waiting && thread.timed ? 1 : 0;
  if constexpr (Domain::kSymbolic) {
    if (!thread.trace.fork.empty()) return static_cast<uint32_t>(thread.trace.fork.size());
  }
  const Instruction& i = program_.code[thread.frames.back().pc];
  const auto operand = [&](uint32_t index) { return slot(thread, index); };
  switch (i.op) {
    case Op::MutexLock: return canLock(thread, operand(i.a).bits) ? 1 : 0;
    case Op::ThreadJoin: {
      const uint32_t number = threadOfHandle(operand(i.a).bits);
      noteAddress(operand(i.a).bits);
      if (number == program::kNone || number == thread.number) return 1;
      const Thread& target = *byNumber_[number];
      return target.status == ThreadStatus::Terminated || target.status == ThreadStatus::Joined || target.detached ? 1
                                                                                                                   : 0;
    }
    case Op::OnceBegin: {
      noteAddress(operand(i.a).bits);
      const Object* object = memory_.find(operand(i.a).bits);
      if (object == nullptr || !object->live) return 1;
      const uint64_t offset = operand(i.a).bits - object->address;
      if (recording_) noteObject(*object, offset, 4);
      return offset + 4 <= object->size && loadFrom(*object, offset, 32).bits == 1 ? 0 : 1;
    }
    case Op::WaitWhile:
    case Op::WaitUntil: {
      noteAddress(operand(i.a).bits);
      const Object* object = memory_.find(operand(i.a).bits);
      if (object == nullptr || !object->live) return 1;  // executing it reports the error
      const uint64_t offset = operand(i.a).bits - object->address;
      if (recording_) noteObject(*object, offset, 4);
      if (offset > object->size || object->size - offset < 4) return 1;
      const Value word = loadFrom(*object, offset, 32);
      return Domain::isDefined(word) && mustWait(i, word, operand(i.b)) ? 0 : 1;
    }
    case Op::CondSignal: noteWaiters(); return std::max<uint32_t>(1, waitersOf(operand(i.a).bits));
    case Op::Malloc:
    case Op::Calloc:
    case Op::AlignedAlloc:
    case Op::Realloc: return limits_.allocationMayFail && !program_.sites[i.imm()].permanent ? 2 : 1;
    case Op::Choose: return static_cast<uint32_t>(std::clamp<uint64_t>(operand(i.a).bits, 1, kMostAlternatives));
    default: return 1;
  }
}

}  // namespace clew::machine
