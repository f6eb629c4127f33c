// What a step does to names. A dead name is free again when no word of the state refers to it any more (heap.h). That
// depends on every word, but a step that lets go of no such name frees none: whatever referred to it before does so
// still. So a step is remembered with the names that its writes overwrite and do not write again. Whether any of them
// is dead is asked when the step is recalled, of a few classes of names instead of each, and if there may be one the
// step is executed.
//
// A step that makes a name dead is remembered if its own thread refers to that name afterwards, as main does that joins
// threads whose handles it keeps: then the name stays, whatever the rest of the state is.
#pragma once

#include <algorithm>

#include "machine/machine.h"

namespace clew::machine {

/// The classes in which there are dead names. Threads that change places may leave some behind to which nothing refers.
template <typename Domain>
NameClasses Machine<Domain>::deadNames() const {
  NameClasses classes = 0;
  for (const auto& thread : threads_) {
    const uint32_t arena = thread->number + 1;
    if (thread->status == ThreadStatus::Joined || memory_.deadObjects(arena) > 0) classes |= classOfNames(arena);
  }
  return classes != 0 && symmetry_ != nullptr ? classes | kAnyName : classes;
}

template <typename Domain>
uint32_t Machine<Domain>::deadNameCount() const {
  if (deadNames_ == 0) return 0;
  const auto isJoined = [](const auto& thread) { return thread->status == ThreadStatus::Joined; };
  return memory_.deadObjects() + static_cast<uint32_t>(std::ranges::count_if(threads_, isJoined));
}

// ---- which names there are in something ----

/// Globals have no names that matter, and nothing is named after a thread that does not exist.
template <typename Domain>
void Machine<Domain>::addName(uint64_t word, std::vector<uint64_t>& names) const {
  const uint64_t address = word & program_.addresses.addressMask();
  const uint32_t arena = program_.addresses.arenaOf(address);
  if (arena == 0 || byNumber_[arena - 1] == nullptr) return;
  names.push_back(address >> program_.addresses.windowBits);
}

template <typename Domain>
void Machine<Domain>::addRegister(uint64_t word, std::vector<uint64_t>& names) const {
  for (uint64_t byte = program_.addresses.pointerBytes(); byte <= 8; ++byte, word >>= 8) addName(word, names);
}

template <typename Domain>
void Machine<Domain>::addNames(std::span<const uint8_t> bytes, std::vector<uint64_t>& names) const {
  const uint64_t width = program_.addresses.pointerBytes();
  for (uint64_t offset = 0; offset + width <= bytes.size(); ++offset) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + offset, width);
    addName(word, names);
  }
}

template <typename Domain>
void Machine<Domain>::addFrames(const Thread& thread, size_t first, std::vector<uint64_t>& names) const {
  for (size_t index = first; index < thread.frames.size(); ++index) {
    const Frame& frame = thread.frames[index];
    for (const uint32_t slot : program_.liveAt(frame.pc)) addRegister(thread.registers[frame.base + slot].bits, names);
  }
}

// ---- which names there were before the step ----

/// In these bytes of an object, as last saved.
template <typename Domain>
void Machine<Domain>::addSavedNames(const Object& object, uint64_t begin, uint64_t end) {
  const auto contentOf = [&](uint32_t piece) {
    const uint32_t item = object.firstItem + piece;
    return object.arena == 0 ? top_->tree[top_->itemOfGlobal[item]] : byNumber_[object.arena - 1]->objectTree[item];
  };
  scratch_.clear();
  while (begin + scratch_.size() < end) {
    const uint64_t at = begin + scratch_.size();
    const auto piece = static_cast<uint32_t>(at / object.pieceSize);
    const uint64_t skipped = at % object.pieceSize;
    const uint64_t length = std::min(object.pieceLength(piece) - skipped, end - at);
    const auto bytes = tables_.components[contentOf(piece)].subspan(skipped, length);
    scratch_.insert(scratch_.end(), bytes.begin(), bytes.end());
  }
  addNames(scratch_, savedNames_);
}

/// In the frames that the step has changed.
template <typename Domain>
void Machine<Domain>::addSavedFrames(const Thread& thread) {
  for (uint32_t index = thread.lowestDirtyFrame; index < thread.frameTree.size(); ++index) {
    const auto bytes = tables_.components[thread.frameTree[index]];
    uint32_t pc = 0;
    std::memcpy(&pc, bytes.data(), 4);
    for (size_t slot = 0; slot < program_.liveAt(pc).size(); ++slot) {  // as `saveFrame` writes it
      uint64_t word = 0;
      std::memcpy(&word, bytes.data() + 4 + 8 * slot, 8);
      addRegister(word, savedNames_);
    }
  }
}

// ---- what a step does to them ----

/// An object is about to go, with all that it refers to.
template <typename Domain>
void Machine<Domain>::noteVanishing(const Object& object) {
  constexpr uint64_t kMostBytes = 4096;
  if (!recording_ || object.firstItem == program::kNone) return;
  if (object.size > kMostBytes) {
    lostNames_ = kAllNames;
  } else {
    addSavedNames(object, 0, object.size);
  }
}

/// A name is about to die.
template <typename Domain>
void Machine<Domain>::noteDeath(const Object& object) {
  noteVanishing(object);
  if (recording_) dyingNames_.push_back(object.address >> program_.addresses.windowBits);
}

/// Whether the step's own thread refers to all names that died in it.
template <typename Domain>
bool Machine<Domain>::keepsDyingNames(const Thread& thread) {
  if (dyingNames_.empty()) return true;
  if (symmetry_ != nullptr) return false;
  presentNames_.clear();
  addFrames(thread, 0, presentNames_);
  for (const Object* object : memory_.objectsOf(thread.number + 1)) {
    if (object->live) addNames({object->data, object->size}, presentNames_);
  }
  return std::ranges::all_of(
      dyingNames_, [&](uint64_t name) { return std::ranges::find(presentNames_, name) != presentNames_.end(); });
}

/// Finds out of which names the step may have let go. Where there are no dead names all will do: should it matter once,
/// the step is executed and remembered again.
template <typename Domain>
void Machine<Domain>::findLostNames() {
  constexpr size_t kMostPieces = 64;
  if (deadNames_ == 0 || memory_.dirty().size() > kMostPieces) lostNames_ = kAllNames;
  if (lostNames_ == kAllNames) return;
  presentNames_.clear();
  const uint64_t overlap = program_.addresses.pointerBytes() - 1;  // a word may begin before what has changed
  for (const DirtyPiece& dirty : memory_.dirty()) {
    const Object& object = *dirty.object;
    const uint64_t first = uint64_t{dirty.piece} * object.pieceSize;
    const uint64_t begin = first - std::min(first, overlap);
    const uint64_t end = std::min(object.size, first + object.pieceLength(dirty.piece) + overlap);
    if (object.firstItem != program::kNone) addSavedNames(object, begin, end);
    addNames({object.data + begin, end - begin}, presentNames_);
  }
  for (const Thread* thread : dirtyThreads_) {
    const bool isNew = thread->controlId == 0;
    if (!isNew) {
      addSavedFrames(*thread);
      addRegister(thread->savedControl.result, savedNames_);
    }
    addFrames(*thread, isNew ? 0 : thread->lowestDirtyFrame, presentNames_);
    addRegister(thread->result.bits, presentNames_);
  }
  std::ranges::sort(presentNames_);
  for (const uint64_t name : savedNames_) {
    if (std::ranges::binary_search(presentNames_, name)) continue;
    lostNames_ |= classOfNames(program_.addresses.arenaOf(name << program_.addresses.windowBits));
  }
}

}  // namespace clew::machine
