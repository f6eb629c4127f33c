// Looking into a machine's state and changing it from outside, for whoever generalises states. The functions are the
// machine's own, for a symbolic domain.
#pragma once

#include "symbolic/accesses.h"

namespace clew::machine {

template <typename Domain>
typename Domain::Value Machine<Domain>::valueAt(const Object& object, uint64_t offset, unsigned width) const {
  return loadFrom(object, offset, width);
}

template <typename Domain>
void Machine<Domain>::putRegister(uint32_t number, uint32_t frame, uint32_t slot, Value value) {
  Thread& thread = *byNumber_[number];
  thread.registers[thread.frames[frame].base + slot] = value;
  changed(thread);
  thread.lowestDirtyFrame = std::min(thread.lowestDirtyFrame, frame);
  currentKey_ = {};
  choicesKnown_ = false;
}

template <typename Domain>
void Machine<Domain>::putMemory(uint64_t address, unsigned width, Value value) {
  Object& object = *memory_.find(address);
  storeTo(object, address - object.address, width, value);
  currentKey_ = {};
  choicesKnown_ = false;
}

template <typename Domain>
void Machine<Domain>::forgetLoops() {
  for (const auto& thread : threads_) {
    thread->trace.loops.clear();
    changed(*thread);
  }
  currentKey_ = {};
}

}  // namespace clew::machine
