// Memory accesses: finding the object behind an address, checking the access, moving bytes and their
// definedness.
#pragma once

#include <fmt/format.h>

#include "machine/atomic_update.h"
#include "machine/machine.h"

namespace clew::machine {

/// Pointer arithmetic. As long as the result stays in the windows of the same object it is an
/// addition; a result that leaves them is marked, so that it can never hit another object by chance.
template <typename Domain>
uint64_t Machine<Domain>::pointerAdd(uint64_t base, uint64_t distance) {
  const uint64_t result = (base + distance) & pointerMask_;
  if (((base ^ result) >> program_.addresses.windowBits) == 0) [[likely]]
    return result;
  noteAddress(base);
  noteAddress(result);
  const Object* from = memory_.find(base);
  if (from != nullptr) return memory_.find(result) == from ? result : program_.addresses.markWild(result);
  return (base & program_.addresses.wild) != 0 ? result | program_.addresses.wild : result;
}

template <typename Domain>
Fault Machine<Domain>::faultOfAddress(uint64_t address, const Object* object) const {
  if (object != nullptr && !object->live) return Fault::UseAfterFree;
  if (object != nullptr || (address & program_.addresses.wild) != 0) return Fault::OutOfBounds;
  if (address < program::kFunctionBase) return Fault::NullDereference;
  return Fault::OutOfBounds;
}

/// The object and the place in it of an access that concerns nobody but the thread and is in order: to a local variable
/// that no pointer known to others leads to. Null if it takes a closer look to tell.
template <typename Domain>
inline Object* Machine<Domain>::privateObject(const Thread& thread, Value pointer, const Instruction& i,
                                              uint64_t& offset) const {
  if (!Domain::isDefined(pointer) || observer_ != nullptr) return nullptr;
  Object* object = memory_.find(pointer.bits);
  if (object == nullptr || !object->live || object->shared || object->arena != thread.number + 1) return nullptr;
  offset = pointer.bits + i.imm() - object->address;
  const uint64_t bytes = (i.width + 7u) / 8;
  return offset < object->size && bytes <= object->size - offset ? object : nullptr;
}

/// The object and the place in it that an access means; null after a fault.
template <typename Domain>
Object* Machine<Domain>::resolve(Thread& thread, Value pointer, uint64_t distance, uint64_t bytes, bool write,
                                 uint64_t& offset) {
  if (!Domain::isDefined(pointer)) [[unlikely]] {
    fault(thread, Fault::Uninitialized, "the address of the access was never written");
    return nullptr;
  }
  Object* object = memory_.find(pointer.bits);
  if (object != nullptr && object->live) [[likely]] {
    offset = pointer.bits + distance - object->address;
    const bool inside = offset <= object->size && bytes <= object->size - offset;
    if (inside && !object->external && object->kind != ObjectKind::Thread && !(write && object->constant)) [[likely]] {
      if (recording_) noteObject(*object, offset, bytes);
      if (footprint_ != nullptr && !mustStop(thread)) [[unlikely]]  // else the step ends before this access
        noteTouch(thread, *object, offset, bytes, write);
      if (symmetry_ != nullptr) [[unlikely]]
        guardIdentity(thread, *object, offset, bytes);
      return object;
    }
    if (object->external) {
      abandon(thread,
              fmt::format("the variable {} is declared but not defined, so it", program_.globals[object->source].name) +
                  " is not modelled");
      return nullptr;
    }
    if (inside && object->constant) {
      fault(thread, Fault::OutOfBounds, "a write to memory that is constant");
      return nullptr;
    }
    fault(thread, Fault::OutOfBounds,
          fmt::format("{} of {} byte{} at offset {} of an object of {} byte{}", write ? "a write" : "a read", bytes,
                      bytes == 1 ? "" : "s", static_cast<int64_t>(offset), object->size, object->size == 1 ? "" : "s"));
    return nullptr;
  }
  const char* what = write ? "a write" : "a read";
  switch (faultOfAddress(pointer.bits, object)) {
    case Fault::UseAfterFree:
      fault(thread, Fault::UseAfterFree,
            fmt::format("{} of {} whose {}", what, object->kind == ObjectKind::Heap ? "memory" : "a local variable",
                        object->kind == ObjectKind::Heap ? "object has been freed" : "function has returned"));
      break;
    case Fault::NullDereference:
      fault(thread, Fault::NullDereference, fmt::format("{} through a null pointer", what));
      break;
    default:
      fault(thread, Fault::OutOfBounds, fmt::format("{} through a pointer that points to no object", what));
      break;
  }
  return nullptr;
}

/// Whether an access overlaps the owner of a mutex for which threads queue that may change places.
template <typename Domain>
bool Machine<Domain>::hidesOwner(const Object& object, uint64_t offset, uint64_t bytes) const {
  constexpr uint64_t kOwnerBytes = 4;
  if (symmetry_ == nullptr || object.kind != ObjectKind::Global) return false;
  const uint64_t begin = object.address + offset;
  const auto& mutexes = symmetry_->mutexes;
  const auto next = std::upper_bound(mutexes.begin(), mutexes.end(), begin - std::min(begin, kOwnerBytes));
  return next != mutexes.end() && *next < begin + bytes;
}

/// Notes an access from which the program could learn which of several like threads is which.
template <typename Domain>
void Machine<Domain>::guardIdentity(const Thread& thread, const Object& object, uint64_t offset, uint64_t bytes) {
  if (threads_.size() == 1) return;
  const uint32_t pc = thread.frames.back().pc;
  if (object.kind == ObjectKind::ThreadLocal) {
    const Thread* owner = byNumber_[object.arena - 1];
    if (owner->number != 0 && symmetry_->harmless[owner->startFunction] != 0) identitySeenAt_ = pc;
    return;
  }
  if (!hidesOwner(object, offset, bytes)) return;
  const Op op = program_.code[pc].op;
  const bool isOperation = op == Op::MutexInit || op == Op::MutexDestroy || op == Op::MutexLock ||
                           op == Op::MutexTryLock || op == Op::MutexUnlock || op == Op::CondWait ||
                           op == Op::CondTimedWait;
  const auto& mutexes = symmetry_->mutexes;
  if (isOperation && bytes == mutexSize() &&
      std::binary_search(mutexes.begin(), mutexes.end(), object.address + offset)) {
    return;
  }
  identitySeenAt_ = pc;
}

template <typename Domain>
typename Domain::Value Machine<Domain>::loadFrom(const Object& object, uint64_t offset, unsigned width) const {
  if constexpr (Domain::kSymbolic) {
    if (object.symbols != nullptr) return loadSymbols(object, offset, width);
  }
  const unsigned bytes = (width + 7) / 8;
  const auto read = [&](const uint8_t* from) {
    uint64_t word = 0;
    switch (bytes) {
      case 1: word = *from; break;
      case 4: std::memcpy(&word, from, 4); break;
      case 8: std::memcpy(&word, from, 8); break;
      default: std::memcpy(&word, from, bytes); break;
    }
    return word & maskOf(width);
  };
  Value value = Domain::constant(read(object.data + offset));
  if (object.undefined != nullptr) value.undefined = read(object.undefined + offset);
  return value;
}

template <typename Domain>
void Machine<Domain>::storeTo(Object& object, uint64_t offset, unsigned width, Value value) {
  const unsigned bytes = (width + 7) / 8;
  memory_.touch(object, offset, bytes);
  if constexpr (Domain::kSymbolic) {
    if (run_->cells != nullptr) noteCell(object, offset, bytes);
    if (value.term != 0 || object.symbols != nullptr) storeSymbols(object, offset, width, value);
  }
  const auto write = [&](uint8_t* to, uint64_t word) {
    switch (bytes) {
      case 1: *to = static_cast<uint8_t>(word); break;
      case 4: std::memcpy(to, &word, 4); break;
      case 8: std::memcpy(to, &word, 8); break;
      default: std::memcpy(to, &word, bytes); break;
    }
  };
  write(object.data + offset, value.bits);
  if (!Domain::isDefined(value)) [[unlikely]]
    memory_.ensureMask(object);
  if (object.undefined != nullptr) write(object.undefined + offset, value.undefined);
}

template <typename Domain>
void Machine<Domain>::observeAccess(const Thread& thread, const Object& object, uint64_t offset, unsigned width,
                                    bool write, bool atomic, Value value) {
  if (observer_ == nullptr) [[likely]]
    return;
  observer_->access({thread.number, thread.frames.back().pc, &object, offset, (width + 7) / 8, write, atomic,
                     value.bits, Domain::isDefined(value), loadFrom(object, offset, width).bits});
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::copyMemory(Thread& thread, const Instruction& i, Value* r) {
  const Value length = r[i.c];
  if (!Domain::isDefined(length)) return fault(thread, Fault::Uninitialized, "the length was never written");
  if (length.bits == 0) return Next::Continue;
  uint64_t to = 0;
  uint64_t from = 0;
  const Object* source = resolve(thread, r[i.b], 0, length.bits, false, from);
  if (source == nullptr) return Next::End;
  Object* target = resolve(thread, r[i.a], 0, length.bits, true, to);
  if (target == nullptr) return Next::End;
  if ((source->shared || target->shared) && !mayProceed(thread, target->watched)) return Next::Stop;
  if (observer_ != nullptr && length.bits <= 8) {
    const auto width = static_cast<unsigned>(8 * length.bits);
    observeAccess(thread, *source, from, width, false, false, loadFrom(*source, from, width));
    observeAccess(thread, *target, to, width, true, false, loadFrom(*source, from, width));
  } else if (observer_ != nullptr) {
    observer_->transfer(thread.number, thread.frames.back().pc, source->address + from, target->address + to,
                        length.bits);
  }
  memory_.touch(*target, to, length.bits);
  std::memmove(target->data + to, source->data + from, length.bits);
  if constexpr (Domain::kSymbolic) memory_.copySymbols(*target, to, *source, from, length.bits);
  if (source->undefined != nullptr) {
    memory_.ensureMask(*target);
    std::memmove(target->undefined + to, source->undefined + from, length.bits);
  } else if (target->undefined != nullptr) {
    std::memset(target->undefined + to, 0, length.bits);
  }
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::fillMemory(Thread& thread, const Instruction& i, Value* r) {
  const Value length = r[i.c];
  Value byte = Domain::truncate(r[i.b], 8);
  if constexpr (Domain::kSymbolic) byte.term = r[i.b].term;
  if (!Domain::isDefined(length)) return fault(thread, Fault::Uninitialized, "the length was never written");
  if (length.bits == 0) return Next::Continue;
  uint64_t to = 0;
  Object* target = resolve(thread, r[i.a], 0, length.bits, true, to);
  if (target == nullptr) return Next::End;
  if (target->shared && !mayProceed(thread, target->watched)) return Next::Stop;
  if (observer_ != nullptr) {
    observer_->transfer(thread.number, thread.frames.back().pc, 0, target->address + to, length.bits);
  }
  memory_.touch(*target, to, length.bits);
  if constexpr (Domain::kSymbolic) {
    if (byte.term != 0) {
      for (uint64_t k = 0; k < length.bits; ++k) storeTo(*target, to + k, 8, byte);
      return Next::Continue;
    }
    if (target->symbols != nullptr) std::fill_n(target->symbols + to, length.bits, 0);
  }
  std::memset(target->data + to, static_cast<int>(byte.bits), length.bits);
  if (!Domain::isDefined(byte)) memory_.ensureMask(*target);
  if (target->undefined != nullptr) std::memset(target->undefined + to, static_cast<int>(byte.undefined), length.bits);
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::atomicRmw(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, (i.width + 7u) / 8, true, offset);
  if (object == nullptr) return Next::End;
  if (object->shared && !mayProceed(thread, object->watched)) return Next::Stop;
  const Value old = loadFrom(*object, offset, i.width);
  const Value result = updated<Domain>(i, old, r[i.b]);
  observeAccess(thread, *object, offset, i.width, true, true, result);
  storeTo(*object, offset, i.width, result);
  r[i.dst] = old;
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::compareExchange(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* object = resolve(thread, r[i.a], 0, (i.width + 7u) / 8, true, offset);
  if (object == nullptr) return Next::End;
  const Value old = loadFrom(*object, offset, i.width);
  const Value same = Domain::equal(old, r[i.b]);
  if (object->shared && !mayProceed(thread, object->watched)) return Next::Stop;
  if (!Domain::isDefined(same)) {
    return fault(thread, Fault::UninitializedBranch, "a compare-and-exchange compares memory that was never written");
  }
  const Value desired = r[i.c];
  if (same.bits != 0) {
    observeAccess(thread, *object, offset, i.width, true, true, desired);
    storeTo(*object, offset, i.width, desired);
  } else {
    observeAccess(thread, *object, offset, i.width, false, true, old);
  }
  r[i.dst] = old;
  r[i.dst + 1] = same;
  return Next::Continue;
}

}  // namespace clew::machine
