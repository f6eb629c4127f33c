// Calls, returns and the objects that live on the stack.
#pragma once

#include <fmt/format.h>

#include "machine/machine.h"

namespace clew::machine {

template <typename Domain>
void Machine<Domain>::pushFrame(Thread& thread, uint32_t function) {
  if constexpr (Domain::kSymbolic) run_->noteCall(function);
  const program::Function& callee = program_.functions[function];
  Frame frame;
  frame.pc = callee.entry;
  frame.stackObjects = static_cast<uint32_t>(thread.stackObjects.size());
  if (!thread.frames.empty()) {
    const Frame& caller = thread.frames.back();
    frame.base = caller.base + program_.functionAt(caller.pc).slots;
  }
  thread.frames.push_back(frame);
  const size_t needed = size_t{frame.base} + callee.slots;
  if (thread.registers.size() < needed) thread.registers.resize(needed + needed / 2);
  if (callee.returnsTwice || Domain::kSymbolic) {
    std::fill_n(thread.registers.begin() + frame.base, callee.slots, Domain::constant(0));
  }
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::call(Thread& thread, const Instruction& i, uint32_t callee) {
  if (thread.frames.size() >= limits_.callDepth) {
    std::string message =
        fmt::format("calls nest more than {} deep in {}", limits_.callDepth, program_.functions[callee].name);
    if (limits_.reportRecursion) return fault(thread, Fault::RecursionLimit, std::move(message));
    return abandon(thread, std::move(message));
  }
  const program::Call& record = program_.calls[i.c];
  const program::Function& function = program_.functions[callee];
  if constexpr (Domain::kSymbolic) {
    if (function.input != program::InputKind::None) return makeInput(thread, i, function);
    thread.trace.call(thread.frames.size());
  }
  const uint32_t callerBase = thread.frames.back().base;
  pushFrame(thread, callee);
  const Value* from = thread.registers.data() + callerBase;
  Value* to = thread.registers.data() + thread.frames.back().base;
  size_t filled = 0;
  for (; filled < record.arguments.size() && filled < function.parameters; ++filled)
    to[filled] = from[record.arguments[filled]];
  // A call without a prototype passes everything as if the callee were variadic.
  for (size_t k = 0; k < record.variadic.size() && filled < function.parameters; ++k) {
    const auto& argument = record.variadic[k];
    const uint32_t slots = argument.byValue ? 1 : (argument.bytes + 7) / 8;
    for (uint32_t part = 0; part < slots && filled < function.parameters; ++part)
      to[filled++] = from[argument.slot + part];
  }
  while (filled < function.parameters) to[filled++] = Domain::undefinedValue(64);
  if (thread.inSection) leaveSection(thread);
  if (function.variadicSlot != program::kNone && !passVariadic(thread, record, function, from, to)) return Next::End;
  if constexpr (Domain::kSymbolic) {
    if (!run_->mayBegin(callee, function.entry)) {
      ended_ = Outcome::Abandoned;
      return Next::End;
    }
  }
  return Next::Reload;
}

/// Variadic arguments lie in memory: on i386 in words of four bytes, on x86-64 in words of eight, as its
/// ABI puts those that found no register.
template <typename Domain>
bool Machine<Domain>::passVariadic(Thread& thread, const program::Call& record, const program::Function& callee,
                                   const Value* from, Value* to) {
  const uint64_t word = program_.addresses.pointerBytes();
  uint64_t size = 0;
  for (const auto& argument : record.variadic) {
    if (argument.alignment > word) size = (size + argument.alignment - 1) / argument.alignment * argument.alignment;
    size += argument.distance;
  }
  Object* area = newObject(thread, ObjectKind::Stack, callee.variadicSite, size, true, true);
  if (area == nullptr) return false;
  thread.stackObjects.push_back(area);
  uint64_t place = 0;
  for (const auto& argument : record.variadic) {
    if (argument.alignment > word) place = (place + argument.alignment - 1) / argument.alignment * argument.alignment;
    if (argument.byValue) {
      uint64_t offset = 0;
      const Object* source = resolve(thread, from[argument.slot], 0, argument.bytes, false, offset);
      if (source == nullptr) return false;
      std::memcpy(area->data + place, source->data + offset, argument.bytes);
      if constexpr (Domain::kSymbolic) memory_.copySymbols(*area, place, *source, offset, argument.bytes);
      if (source->undefined != nullptr) {
        memory_.ensureMask(*area);
        std::memcpy(area->undefined + place, source->undefined + offset, argument.bytes);
      }
    } else {
      for (uint32_t done = 0; done < argument.bytes; done += 8) {
        const unsigned width = 8 * std::min(argument.bytes - done, 8u);
        storeTo(*area, place + done, width, from[argument.slot + done / 8]);
      }
    }
    place += argument.distance;
  }
  to[callee.variadicSlot] = Domain::constant(area->address);
  if (observer_ != nullptr) {  // it is the call that does it
    observer_->transfer(thread.number, thread.frames[thread.frames.size() - 2].pc, 0, area->address, size);
  }
  return true;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::callIndirect(Thread& thread, const Instruction& i, Value* r) {
  const Value pointer = r[i.a];
  if (!Domain::isDefined(pointer)) return fault(thread, Fault::Uninitialized, "the function pointer was never written");
  const uint64_t distance = pointer.bits - program::kFunctionBase;
  const uint64_t function = distance / program::kFunctionStride;
  if (pointer.bits < program::kFunctionBase) {
    return fault(thread, Fault::NullDereference, "a call through a null function pointer");
  }
  if (distance % program::kFunctionStride != 0 || function >= program_.functions.size()) {
    return fault(thread, Fault::OutOfBounds, "a call through a pointer that points to no function");
  }
  const program::Function& callee = program_.functions[function];
  const program::Call& record = program_.calls[i.c];
  if (record.arguments.size() + record.variadic.size() < callee.parameters || record.resultSlots > callee.resultSlots) {
    return abandon(thread,
                   fmt::format("a call of {} through a pointer of another function type is not modelled", callee.name));
  }
  return call(thread, i, static_cast<uint32_t>(function));
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::returnFrom(Thread& thread, const Instruction& i, Value* r) {
  const Frame frame = thread.frames.back();
  if (reachesShared(thread, frame.stackObjects) && !mayProceed(thread)) return Next::Stop;
  popStackObjects(thread, frame.stackObjects);
  if (thread.frames.size() == 1) return leaveThread(thread, i.b > 0 ? r[i.a] : Domain::constant(0));
  thread.frames.pop_back();
  Frame& caller = thread.frames.back();
  const Instruction& callSite = program_.code[caller.pc];
  const program::Call& record = program_.calls[callSite.c];
  Value* to = thread.registers.data() + caller.base + callSite.dst;
  for (uint32_t k = 0; k < record.resultSlots; ++k) to[k] = k < i.b ? r[i.a + k] : Domain::undefinedValue(64);
  caller.pc++;
  thread.lowestDirtyFrame = std::min(thread.lowestDirtyFrame, static_cast<uint32_t>(thread.frames.size()) - 1);
  if (thread.inSection) leaveSection(thread);
  return Next::Reload;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::allocateStack(Thread& thread, const Instruction& i, Value* r) {
  uint64_t size = i.imm();
  if (i.op == Op::AllocaDynamic) {
    const Value count = r[i.a];
    if (!Domain::isDefined(count))
      return fault(thread, Fault::Uninitialized, "the size of the array was never written");
    if (size != 0 && count.bits > limits_.objectBytes / size) {
      return abandon(
          thread, fmt::format("a local array of {} elements is larger than {} bytes", count.bits, limits_.objectBytes));
    }
    size *= count.bits;
  }
  uint64_t offset = 0;
  const Object* source = nullptr;
  if (i.op == Op::CopyArgument && size > 0) {
    source = resolve(thread, r[i.a], 0, size, false, offset);
    if (source == nullptr) return Next::End;
    if (source->shared && !mayProceed(thread)) return Next::Stop;
  }
  Object* object = newObject(thread, ObjectKind::Stack, i.b, size, (i.flags & program::kShared) != 0, false);
  if (object == nullptr) return Next::End;
  thread.stackObjects.push_back(object);
  if (source != nullptr) {
    if (observer_ != nullptr) {
      observer_->transfer(thread.number, thread.frames.back().pc, source->address + offset, object->address, size);
    }
    std::memcpy(object->data, source->data + offset, size);
    if constexpr (Domain::kSymbolic) memory_.copySymbols(*object, 0, *source, offset, size);
    if (source->undefined != nullptr) {
      std::memcpy(object->undefined, source->undefined + offset, size);
    } else {
      std::memset(object->undefined, 0, size);
    }
  }
  r[i.dst] = Domain::constant(object->address);
  return Next::Continue;
}

/// The va_list of the x86-64 ABI with all registers used up, so that everything is in memory; on i386 it
/// is a pointer to the arguments and nothing else.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::vaStart(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  const bool isPointer = pointerBits() == 32;
  Object* list = resolve(thread, r[i.a], 0, isPointer ? 4 : 24, true, offset);
  if (list == nullptr) return Next::End;
  if (list->shared && !mayProceed(thread, list->watched)) return Next::Stop;
  const program::Function& function = program_.functionAt(thread.frames.back().pc);
  if (isPointer) {
    storeTo(*list, offset, 32, r[function.variadicSlot]);
    return Next::Continue;
  }
  storeTo(*list, offset, 32, Domain::constant(48));
  storeTo(*list, offset + 4, 32, Domain::constant(176));
  storeTo(*list, offset + 8, 64, r[function.variadicSlot]);
  storeTo(*list, offset + 16, 64, Domain::constant(0));
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::stackRestore(Thread& thread, Value mark) {
  const bool sensible = Domain::isDefined(mark) && mark.bits <= thread.stackObjects.size() &&
                        mark.bits >= thread.frames.back().stackObjects;
  if (!sensible) return Next::Continue;
  if (reachesShared(thread, mark.bits) && !mayProceed(thread)) return Next::Stop;
  popStackObjects(thread, mark.bits);
  return Next::Continue;
}

/// Whether other threads can reach one of the thread's stack objects from the given one on. Ending its life
/// concerns them like a write to it.
template <typename Domain>
bool Machine<Domain>::reachesShared(const Thread& thread, size_t first) const {
  return std::any_of(thread.stackObjects.begin() + static_cast<std::ptrdiff_t>(first), thread.stackObjects.end(),
                     [](const Object* object) { return object->shared; });
}

/// Ends the life of the youngest stack objects until `count` are left. One whose address cannot have
/// left its function is gone at once; the others keep their name while a pointer to them exists.
template <typename Domain>
void Machine<Domain>::popStackObjects(Thread& thread, size_t count) {
  while (thread.stackObjects.size() > count) {
    Object* object = thread.stackObjects.back();
    thread.stackObjects.pop_back();
    thread.objectsChanged = true;
    if (object->shared) {
      noteDeath(*object);
      memory_.kill(*object);
    } else {
      noteVanishing(*object);
      memory_.remove(*object);
    }
  }
}

}  // namespace clew::machine
