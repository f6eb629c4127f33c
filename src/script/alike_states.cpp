#include "script/alike_states.h"

#include <utility>

namespace clew::script {

/// Makes the newest state one that is found.
void AlikeStates::settle() {
  if (2 * used_ > slots_.size()) grow();
  Slot& slot = slotFor(newest_);
  if (slot.state == 0) ++used_;
  if (slot.hash == newest_) previous_.back() = slot.state - 1;
  slot = {newest_, static_cast<uint32_t>(previous_.size())};
}

/// The slot that has a hash; else one that is free; else the first of its line, whose hash is forgotten.
AlikeStates::Slot& AlikeStates::slotFor(uint32_t hash) {
  Slot* const line = &slots_[(hash >> shift_) * kLine];
  for (size_t i = 0; i < kLine; ++i) {
    if (line[i].hash == hash || line[i].state == 0) return line[i];
  }
  return line[0];
}

void AlikeStates::grow() {
  const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
  --shift_;
  for (const Slot& slot : old) {
    if (slot.state != 0) slotFor(slot.hash) = slot;
  }
}

}  // namespace clew::script
