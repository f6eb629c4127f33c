// The heap, and the names of dead objects. A freed object keeps its name as long as a pointer to it is
// anywhere in the state, so that a use of it is always recognised; when the last such pointer is gone
// the name is free again, so that a program that allocates and frees for ever has finitely many states.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "machine/machine.h"

namespace clew::machine {

/// Heap and stack objects are cut into lines of this size.
constexpr uint32_t kHeapPiece = 64;

template <typename Domain>
Object* Machine<Domain>::newObject(Thread& thread, ObjectKind kind, uint32_t site, uint64_t size, bool shared,
                                   bool zero) {
  if (size > limits_.objectBytes) {
    abandon(thread,
            fmt::format("an object of {} bytes is larger than the limit of {} bytes", size, limits_.objectBytes));
    return nullptr;
  }
  if (pointerBits() == 32 && program_.addresses.windowsFor(size) >= program_.addresses.windowsPerArena()) {
    abandon(thread, fmt::format("an object of {} bytes is larger than the 32-bit model allows", size));
    return nullptr;
  }
  if (memory_.bytes() + size > limits_.totalBytes) {
    abandon(thread, fmt::format("the program's objects take more than {} bytes", limits_.totalBytes));
    return nullptr;
  }
  Object* object = memory_.create(thread.number + 1, kind, site, size, kHeapPiece);
  if (object == nullptr) {
    abandon(thread, pointerBits() == 32 ? "what a thread holds is larger than the 32-bit model allows"
                                        : "a thread holds more than a million objects");
    return nullptr;
  }
  object->shared = shared;
  if (zero) {
    std::memset(object->data, 0, size);
  } else {
    memory_.makeUndefined(*object);
  }
  changed(thread);
  thread.objectsChanged = true;
  return object;
}

/// Whether an allocation gets nothing this time. That is a choice, so the step may have to stop before it.
template <typename Domain>
bool Machine<Domain>::allocationFails(Thread& thread, uint32_t site, Value size, bool& mustStop) {
  if (!limits_.allocationMayFail || program_.sites[site].permanent) return false;
  mustStop = !atStart_;
  if (mustStop) return true;
  mayAct_ = false;
  const bool fails = alternative_ == 1;
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, size.bits, fails ? 1 : 0);
  return fails;
}

/// What the library allocates on behalf of the program comes from where the program called the library.
template <typename Domain>
uint32_t Machine<Domain>::allocationSite(const Thread& thread, uint32_t site) const {
  if (program_.sites[site].permanent) return site;
  for (size_t index = thread.frames.size(); index-- > 0;) {
    const uint32_t pc = thread.frames[index].pc;
    if (program_.functionAt(pc).library) continue;
    const Instruction& call = program_.code[pc];
    const bool isCall = call.op == Op::Call || call.op == Op::CallIndirect;
    return isCall && program_.calls[call.c].site != program::kNone ? program_.calls[call.c].site : site;
  }
  return site;
}

/// At the end of the process: memory that nobody freed, or that nobody can free any more.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::leaks(Thread& thread) {
  if (!limits_.reportLeaks && !limits_.reportLostMemory) return Next::Continue;
  if (!mayProceed(thread)) return Next::Stop;
  forgetRecording();
  if constexpr (Domain::kSymbolic) {
    if (run_->hasOpenLinks()) {
      return abandon(thread, "memory of an input structure that the program never looks at is not modelled");
    }
  }
  if (!limits_.reportLeaks) markReachable();
  const Object* lost = nullptr;
  for (uint32_t arena = 1; arena < memory_.arenaCount(); ++arena) {
    for (Object* object : memory_.arena(arena).objects) {
      const bool counts = object->kind == ObjectKind::Heap && object->live && !program_.sites[object->source].permanent;
      const bool reached = std::exchange(object->referenced, false);
      if (lost == nullptr && counts && !reached) lost = object;
    }
  }
  if (lost == nullptr) return Next::Continue;
  return fault(thread, limits_.reportLeaks ? Fault::Leak : Fault::LostMemory,
               fmt::format("{} byte{}, allocated at {}, {}", lost->size, lost->size == 1 ? "" : "s",
                           program::placeOf(program_, program_.sites[lost->source].pc),
                           limits_.reportLeaks ? "never freed" : "which no pointer leads to"));
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::allocate(Thread& thread, const Instruction& i, Value* r) {
  Value size = i.op == Op::AlignedAlloc ? r[i.b] : r[i.a];
  if (i.op == Op::Calloc) {
    const Value count = r[i.b];
    if (Domain::isDefined(size) && Domain::isDefined(count) && count.bits != 0 &&
        size.bits > pointerMask_ / count.bits) {
      r[i.dst] = Domain::constant(0);  // calloc reports the overflow
      return Next::Continue;
    }
    size = Domain::mul(size, count, pointerBits());
  }
  if (!Domain::isDefined(size)) return fault(thread, Fault::Uninitialized, "the size to allocate was never written");
  if (i.op == Op::AlignedAlloc && r[i.a].bits > program_.addresses.margin()) {
    return abandon(thread, fmt::format("an alignment of {} bytes is not modelled", r[i.a].bits));
  }
  const auto site = static_cast<uint32_t>(i.imm());
  bool mustStop = false;
  if (allocationFails(thread, site, size, mustStop)) {
    r[i.dst] = Domain::constant(0);
    return mustStop ? Next::Stop : Next::Continue;
  }
  const Object* object =
      newObject(thread, ObjectKind::Heap, allocationSite(thread, site), size.bits, true, i.op == Op::Calloc);
  if (object == nullptr) return Next::End;
  r[i.dst] = Domain::constant(object->address);
  return Next::Continue;
}

/// The heap object that a pointer given to free or realloc means; null after a fault.
template <typename Domain>
Object* Machine<Domain>::heapObject(Thread& thread, Value pointer) {
  if (!Domain::isDefined(pointer)) {
    fault(thread, Fault::Uninitialized, "the pointer to free was never written");
    return nullptr;
  }
  noteAddress(pointer.bits);
  Object* object = memory_.find(pointer.bits);
  if (object == nullptr || object->kind != ObjectKind::Heap || object->address != pointer.bits) {
    fault(thread, Fault::InvalidFree,
          object != nullptr && object->kind == ObjectKind::Heap
              ? fmt::format("the pointer points {} bytes into the object",
                            static_cast<int64_t>(pointer.bits - object->address))
              : "the pointer does not come from the heap");
    return nullptr;
  }
  if (footprint_ != nullptr && !mustStop(thread)) noteTouch(thread, *object, 0, object->size, true);
  if (!object->live) {
    fault(thread, Fault::DoubleFree, "the object has been freed before");
    return nullptr;
  }
  return object;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::release(Thread& thread, const Instruction& i, Value* r) {
  const Value pointer = r[i.a];
  if (Domain::isDefined(pointer) && pointer.bits == 0) return Next::Continue;
  Object* object = heapObject(thread, pointer);
  if (object == nullptr) return Next::End;
  if (!mayProceed(thread)) return Next::Stop;
  if (observer_ != nullptr) observer_->operation(thread.number, thread.frames.back().pc, pointer.bits, 0);
  Thread& owner = *byNumber_[object->arena - 1];
  changed(owner);
  owner.objectsChanged = true;
  noteDeath(*object);
  memory_.kill(*object);
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::reallocate(Thread& thread, const Instruction& i, Value* r) {
  const Value pointer = r[i.a];
  const Value size = r[i.b];
  if (!Domain::isDefined(size)) return fault(thread, Fault::Uninitialized, "the size to allocate was never written");
  Object* old = nullptr;
  if (!Domain::isDefined(pointer) || pointer.bits != 0) {
    old = heapObject(thread, pointer);
    if (old == nullptr) return Next::End;
    if (!mayProceed(thread)) return Next::Stop;
  }
  const auto site = static_cast<uint32_t>(i.imm());
  bool mustStop = false;
  if (allocationFails(thread, site, size, mustStop)) {
    r[i.dst] = Domain::constant(0);  // the old object stays as it is
    return mustStop ? Next::Stop : Next::Continue;
  }
  Object* made = newObject(thread, ObjectKind::Heap, allocationSite(thread, site), size.bits, true, false);
  if (made == nullptr) return Next::End;
  if (old != nullptr) {
    const uint64_t kept = std::min(old->size, size.bits);
    if (observer_ != nullptr) {
      observer_->transfer(thread.number, thread.frames.back().pc, old->address, made->address, kept);
    }
    std::memcpy(made->data, old->data, kept);
    if constexpr (Domain::kSymbolic) memory_.copySymbols(*made, 0, *old, 0, kept);
    if (old->undefined != nullptr) {
      std::memcpy(made->undefined, old->undefined, kept);
    } else {
      std::memset(made->undefined, 0, kept);
    }
    Thread& owner = *byNumber_[old->arena - 1];
    changed(owner);
    owner.objectsChanged = true;
    noteDeath(*old);
    memory_.kill(*old);
  }
  r[i.dst] = Domain::constant(made->address);
  return Next::Continue;
}

/// Marks every heap object that a chain of pointers reaches from a variable or a register.
template <typename Domain>
void Machine<Domain>::markReachable() {
  std::vector<const Object*> work;
  const auto reach = [&](uint64_t word) {
    Object* object = memory_.find(word & program_.addresses.addressMask());
    if (object == nullptr || object->kind != ObjectKind::Heap || !object->live || object->referenced) return;
    object->referenced = true;
    work.push_back(object);
  };
  const uint64_t bytes = program_.addresses.pointerBytes();
  const auto reachRegister = [&](uint64_t word) {
    for (uint64_t byte = bytes; byte <= 8; ++byte, word >>= 8) reach(word);  // a pointer may be half of a register
  };
  for (uint32_t arena = 0; arena < memory_.arenaCount(); ++arena) {
    for (Object* object : memory_.arena(arena).objects) {
      object->referenced = false;
      if (object->live && object->kind != ObjectKind::Heap) work.push_back(object);
    }
  }
  for (const auto& thread : threads_) {
    reachRegister(thread->result.bits);
    for (const Frame& frame : thread->frames) {
      for (const uint32_t slot : program_.liveAt(frame.pc)) reachRegister(thread->registers[frame.base + slot].bits);
    }
  }
  while (!work.empty()) {
    const Object& object = *work.back();
    work.pop_back();
    for (uint64_t offset = 0; offset + bytes <= object.size; ++offset) {
      if (hidesOwner(object, offset, bytes)) continue;
      uint64_t word = 0;
      std::memcpy(&word, object.data + offset, bytes);
      reach(word);
    }
  }
}

/// Marks every dead object and every joined thread that some word of the state points to.
template <typename Domain>
void Machine<Domain>::markReferences() {
  const auto mark = [&](uint64_t word) {
    Object* object = memory_.find(word & program_.addresses.addressMask());
    if (object != nullptr && (!object->live || object->kind == ObjectKind::Thread)) object->referenced = true;
  };
  const uint64_t bytes = program_.addresses.pointerBytes();
  const auto scanFor = [&]<typename Word>(const Object& object, Word /*type of a pointer*/) {
    const auto mask = static_cast<Word>(program_.addresses.addressMask());
    const uint64_t arenas = memory_.arenaCount();
    for (uint64_t offset = 0; offset + sizeof(Word) <= object.size; ++offset) {  // packed structures: anywhere
      Word word = 0;
      std::memcpy(&word, object.data + offset, sizeof(Word));
      // Most words are no names at all, and globals neither die nor are threads.
      const uint32_t arena = program_.addresses.arenaOf(word & mask);
      if (arena != 0 && arena < arenas && !hidesOwner(object, offset, sizeof(Word))) mark(word);
    }
  };
  const auto scan = [&](const Object& object) {
    if (!object.live || object.constant) return;
    if (bytes == sizeof(uint64_t)) {
      scanFor(object, uint64_t{});
    } else {
      scanFor(object, uint32_t{});
    }
  };
  const auto markRegister = [&](uint64_t word) {
    for (uint64_t byte = bytes; byte <= 8; ++byte, word >>= 8) mark(word);  // a pointer may be half of a register
  };
  for (uint32_t arena = 0; arena < memory_.arenaCount(); ++arena) {
    for (const Object* object : memory_.arena(arena).objects) scan(*object);
  }
  for (const auto& thread : threads_) {
    markRegister(thread->result.bits);
    for (const Frame& frame : thread->frames) {
      for (const uint32_t slot : program_.liveAt(frame.pc)) markRegister(thread->registers[frame.base + slot].bits);
    }
  }
}

/// Frees the names that nothing refers to any more. Runs at the end of every executed step while there are dead names,
/// so that a state does not depend on when its last dangling pointer went.
template <typename Domain>
void Machine<Domain>::collect() {
  deadNames_ = deadNames();
  if constexpr (Domain::kSymbolic) return;  // a term may hold a name that no word shows
  if (deadNames_ == 0) return;
  markReferences();
  std::vector<Thread*> gone;
  for (const auto& thread : threads_) {
    const auto& objects = memory_.arena(thread->number + 1).objects;
    for (size_t index = objects.size(); index-- > 0;) {  // from the end, see Memory::removeAll
      Object* object = objects[index];
      const bool referenced = std::exchange(object->referenced, false);
      if (object->kind == ObjectKind::Thread && !referenced && thread->status == ThreadStatus::Joined) {
        gone.push_back(thread.get());
      }
      if (!object->live && !referenced) {
        memory_.remove(*object);
        changed(*thread);
        thread->objectsChanged = true;
        forgetRecording();  // that nothing refers to it depends on every word of the state
      }
    }
  }
  for (Thread* thread : gone) {
    if (memory_.arena(thread->number + 1).objects.size() != 1) continue;
    removeThread(*thread);
    forgetRecording();
  }
  deadNames_ = deadNames();
}

}  // namespace clew::machine
