// Looking into a machine's state and changing it from outside, for whoever generalises states. The functions are the
// machine's own, for a symbolic domain.
#pragma once

#include <utility>
#include <vector>

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

template <typename Domain>
std::vector<uint64_t> Machine<Domain>::forgetDead(std::span<const uint64_t> held) {
  std::vector<uint64_t> forgotten;
  if (memory_.deadObjects() == 0) return forgotten;
  markReferences();
  for (const uint64_t word : held) {
    Object* object = memory_.find(word & program_.addresses.addressMask());
    if (object != nullptr) object->referenced = true;
  }
  for (uint32_t arena = 0; arena < memory_.arenaCount(); ++arena) {
    const auto& objects = memory_.arena(arena).objects;
    for (size_t index = objects.size(); index-- > 0;) {  // from the end, see Memory::removeAll
      Object* object = objects[index];
      const bool isReferenced = std::exchange(object->referenced, false);
      if (object->live || isReferenced) continue;
      forgotten.push_back(object->address);
      Thread& owner = *byNumber_[arena - 1];
      memory_.remove(*object);
      changed(owner);
      owner.objectsChanged = true;
    }
  }
  currentKey_ = {};
  choicesKnown_ = false;
  return forgotten;
}

}  // namespace clew::machine
