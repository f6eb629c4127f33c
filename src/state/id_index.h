// The open-addressing half of an interning table: it finds ids by hash, the owner of the ids decides
// equality. A slot is 32 bits. The bits that the ids do not need hold a piece of the hash, so that a
// lookup that fails touches nothing but the index, and one that succeeds compares one candidate.
#pragma once

#include <cstdint>

#include "support/big_array.h"

namespace clew::state {

class IdIndex {
 public:
  IdIndex() { resize(kFirstBits); }

  /// The id stored under `hash` for which `equals(id)` holds, or 0.
  template <typename Equals>
  uint32_t find(uint64_t hash, Equals equals) const {
    for (uint64_t slot = home(hash);; slot = (slot + 1) & mask_) {
      const uint32_t entry = slots_[slot];
      if (entry == 0) return 0;
      if ((entry & ~idMask_) == tag(hash) && equals(entry & idMask_)) return entry & idMask_;
    }
  }

  /// Stores an id (at least 1) that is not there yet. `hashOf(id)` is asked when the table grows.
  template <typename HashOf>
  void insert(uint64_t hash, uint32_t id, HashOf hashOf) {
    if (id >= limit_) grow(id, hashOf);
    place(hash, id);
  }

  /// Asks for the slot that a lookup of `hash` will need.
  void prefetch(uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }

  uint64_t bytes() const { return slots_.bytes(); }

 private:
  static constexpr unsigned kFirstBits = 10;

  uint64_t home(uint64_t hash) const { return hash >> (64 - bits_); }
  uint32_t tag(uint64_t hash) const { return static_cast<uint32_t>(hash) & ~idMask_; }

  void resize(unsigned bits) {
    bits_ = bits;
    mask_ = (uint64_t{1} << bits) - 1;
    idMask_ = static_cast<uint32_t>(mask_);
    limit_ = static_cast<uint32_t>(mask_ / 5 * 4);
    slots_.assignZero(mask_ + 1);
  }

  void place(uint64_t hash, uint32_t id) {
    uint64_t slot = home(hash);
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = tag(hash) | id;
  }

  /// Ids are handed out densely from 1, so the old slots can go before the new ones come.
  template <typename HashOf>
  void grow(uint32_t nextId, HashOf hashOf) {
    resize(bits_ + 1);
    for (uint32_t id = 1; id < nextId; ++id) place(hashOf(id), id);
  }

  support::BigArray<uint32_t> slots_;
  unsigned bits_ = 0;
  uint64_t mask_ = 0;
  uint32_t idMask_ = 0;
  uint32_t limit_ = 0;
};

}  // namespace clew::state
