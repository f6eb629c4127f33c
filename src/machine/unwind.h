// Leaving several frames at once: exceptions and longjmp.
#pragma once

#include "machine/machine.h"

namespace clew::machine {

/// Whether other threads can reach what lives in the frames above the given one.
template <typename Domain>
bool Machine<Domain>::reachesSharedAbove(const Thread& thread, size_t index) const {
  return index + 1 < thread.frames.size() && reachesShared(thread, thread.frames[index + 1].stackObjects);
}

/// Ends the frames above the given one, with what lives in them.
template <typename Domain>
void Machine<Domain>::leaveFramesAbove(Thread& thread, size_t index) {
  if (index + 1 < thread.frames.size()) {
    popStackObjects(thread, thread.frames[index + 1].stackObjects);
    thread.frames.resize(index + 1);
  }
  thread.lowestDirtyFrame = std::min(thread.lowestDirtyFrame, static_cast<uint32_t>(index));
  if (thread.inSection) leaveSection(thread);
}

/// The call that a frame below the top stands in, if it knows where to go on when it does not return.
template <typename Domain>
const program::Call* Machine<Domain>::landingOf(const Frame& frame) const {
  const program::Call& call = program_.calls[program_.code[frame.pc].c];
  return call.landing == program::kNone ? nullptr : &call;
}

/// Goes on at the landing of the youngest caller that has one.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::unwind(Thread& thread, Value exception) {
  for (size_t index = thread.frames.size() - 1; index-- > 0;) {
    const program::Call* call = landingOf(thread.frames[index]);
    if (call == nullptr) continue;
    if (reachesSharedAbove(thread, index) && !mayProceed(thread)) return Next::Stop;
    leaveFramesAbove(thread, index);
    Frame& frame = thread.frames.back();
    thread.registers[frame.base + call->landingSlot] = exception;
    looped_ |= call->landing <= frame.pc;
    frame.pc = call->landing;
    return Next::Reload;
  }
  return abandon(thread, "an exception that leaves every function of its thread is not modelled");
}

/// The index-th clause of all the pads that an exception thrown now would pass, the nearest first.
template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::catchClause(Thread& thread, const Instruction& i, Value* r) {
  uint64_t left = r[i.a].bits;
  for (size_t index = thread.frames.size() - 1; index-- > 0;) {
    const program::Call* call = landingOf(thread.frames[index]);
    if (call == nullptr) continue;
    const auto& types = program_.pads[call->pad].types;
    if (left >= types.size()) {
      left -= types.size();
      continue;
    }
    uint64_t offset = 0;
    const unsigned width = pointerBits();
    Object* place = resolve(thread, r[i.b], 0, width / 8, true, offset);
    if (place == nullptr) return Next::End;
    storeTo(*place, offset, width, Domain::constant(types[left]));
    r[i.dst] = Domain::constant(1);
    return Next::Continue;
  }
  r[i.dst] = Domain::constant(0);
  return Next::Continue;
}

// ---- setjmp and longjmp ----

/// What setjmp leaves in a jmp_buf: which frame, where in its code, and how much stack was below it.
namespace jump_layout {
constexpr uint64_t kFrame = 0;
constexpr uint64_t kPlace = 4;
constexpr uint64_t kStack = 8;
constexpr uint64_t kMark = 12;
constexpr uint64_t kSize = 16;
constexpr uint64_t kMarkValue = 0x636C6577;  // written by setjmp and by nobody else
}  // namespace jump_layout

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::setJump(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  Object* buffer = resolve(thread, r[i.a], 0, jump_layout::kSize, true, offset);
  if (buffer == nullptr) return Next::End;
  if (buffer->shared && !mayProceed(thread, buffer->watched)) return Next::Stop;
  const Frame& frame = thread.frames.back();
  storeTo(*buffer, offset + jump_layout::kFrame, 32, Domain::constant(thread.frames.size()));
  storeTo(*buffer, offset + jump_layout::kPlace, 32, Domain::constant(frame.pc));
  storeTo(*buffer, offset + jump_layout::kStack, 32, Domain::constant(frame.stackObjects));
  storeTo(*buffer, offset + jump_layout::kMark, 32, Domain::constant(jump_layout::kMarkValue ^ thread.number));
  r[i.dst] = Domain::constant(0);
  return Next::Continue;
}

template <typename Domain>
typename Machine<Domain>::Next Machine<Domain>::longJump(Thread& thread, const Instruction& i, Value* r) {
  uint64_t offset = 0;
  const Object* buffer = resolve(thread, r[i.a], 0, jump_layout::kSize, false, offset);
  if (buffer == nullptr) return Next::End;
  const auto field = [&](uint64_t place) { return loadFrom(*buffer, offset + place, 32); };
  const Value mark = field(jump_layout::kMark);
  if (!Domain::isDefined(mark) || mark.bits != (jump_layout::kMarkValue ^ thread.number)) {
    return fault(thread, Fault::Uninitialized, "longjmp to a place that this thread's setjmp never saved");
  }
  const uint64_t depth = field(jump_layout::kFrame).bits;
  const auto place = static_cast<uint32_t>(field(jump_layout::kPlace).bits);
  const bool isThere = depth > 0 && depth <= thread.frames.size() && place < program_.code.size() &&
                       program_.code[place].op == Op::SetJump &&
                       program_.functionOf[place] == program_.functionOf[thread.frames[depth - 1].pc] &&
                       thread.frames[depth - 1].stackObjects == field(jump_layout::kStack).bits;
  if (!isThere) return fault(thread, Fault::UseAfterFree, "longjmp into a function that has returned");
  if ((buffer->shared || reachesSharedAbove(thread, depth - 1)) && !mayProceed(thread)) return Next::Stop;
  if (++longJumps_ > kLocalJumps || mustEnd()) return Next::Stop;  // a loop may be made of nothing else
  const Value value = Domain::truncate(r[i.b], 32);
  leaveFramesAbove(thread, depth - 1);
  Frame& frame = thread.frames.back();
  thread.registers[frame.base + program_.code[place].dst] = value.bits == 0 ? Domain::constant(1) : value;
  frame.pc = place + 1;
  looped_ = true;
  return Next::Reload;
}

}  // namespace clew::machine
