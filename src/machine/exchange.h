// Threads that change places in a saved state, see symmetry.h.
#pragma once

#include "machine/snapshot.h"

namespace clew::machine {

/// The item of the globals that holds the owner of a mutex, and its place there.
template <typename Domain>
std::pair<uint32_t, uint64_t> Machine<Domain>::placeOfOwner(uint64_t mutex) const {
  const Object& object = *memory_.find(mutex);
  const uint64_t offset = mutex - object.address;
  return {object.firstItem + static_cast<uint32_t>(offset / object.pieceSize), offset % object.pieceSize};
}

template <typename Domain>
uint32_t Machine<Domain>::savedOwner(uint64_t mutex) const {
  const auto [item, place] = placeOfOwner(mutex);
  const DirtyPiece& piece = memory_.globalItem(item);
  const auto bytes = tables_.components[contentOfGlobalPiece(item)];
  const uint64_t length = piece.object->pieceLength(piece.piece);
  uint32_t owner = 0;
  uint32_t undefined = 0;
  std::memcpy(&owner, bytes.data() + place, 4);
  if (bytes.size() > length) std::memcpy(&undefined, bytes.data() + length + place, 4);
  return owner == 0 || undefined != 0 ? program::kNone : owner - 1;
}

template <typename Domain>
void Machine<Domain>::refresh(uint32_t number) {
  const uint32_t item = top_->itemOfThread[number];
  if (top_->isStale[item] != 0) restoreTopItem(item, top_->tree[item]);
}

template <typename Domain>
StateKey Machine<Domain>::exchange(std::span<const Content> contents, std::span<const Owner> owners) {
  for (const auto& [number, root] : contents) {
    const uint32_t item = top_->itemOfThread[number];
    top_->tree.set(item, root);
    itemMoved(item, root);
  }
  for (const auto& [mutex, number] : owners) {
    const auto [item, place] = placeOfOwner(mutex);
    const uint32_t inTree = top_->itemOfGlobal[item];
    restoreTopItem(inTree, top_->tree[inTree]);
    Object& object = *memory_.find(mutex);
    storeTo(object, mutex - object.address, 32, Domain::constant(number + 1));
  }
  choicesKnown_ = false;
  if (!liveThreadsKnown_) countLiveThreads();
  return save();
}

}  // namespace clew::machine
