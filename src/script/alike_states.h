// Finds the states in which all threads stand at the same places, the last one first. They differ in what the lists
// do not tell, so when a transition leads to a state that was there before it is mostly one of a few of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/large_stack.h"

namespace clew::script {

/// The states of a chunk by a hash. It may forget some, always the same ones.
class AlikeStates {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  /// The next state, counted from 0. It is not found before the one after it comes: memory is slow.
  void add(uint32_t hash) {
    if (!previous_.empty()) settle();
    newest_ = hash;
    previous_.push(kNone);
    lookAhead(hash);
  }
  /// The last state with this hash; kNone: none that is remembered.
  uint32_t last(uint32_t hash) const {
    const Slot* const line = lineOf(hash);
    for (size_t i = 0; i < kLine; ++i) {
      if (line[i].hash == hash) return line[i].state - 1;
    }
    return kNone;
  }
  /// And the one before it.
  uint32_t previous(uint32_t state) const { return previous_[state]; }
  /// Asks for the memory that a look for this hash will need.
  void lookAhead(uint32_t hash) const { __builtin_prefetch(lineOf(hash)); }

 private:
  struct Slot {
    uint32_t hash = 0;
    uint32_t state = 0;  // counted from 1; 0: none
  };
  static constexpr size_t kLine = 8;  // slots that a hash can be in: what the processor fetches at once
  static constexpr unsigned kFirstBits = 6;

  const Slot* lineOf(uint32_t hash) const { return &slots_[(hash >> shift_) * kLine]; }
  void settle();
  Slot& slotFor(uint32_t hash);
  void grow();

  unsigned shift_ = 32 - kFirstBits;
  std::vector<Slot> slots_ = std::vector<Slot>(kLine << kFirstBits);
  size_t used_ = 0;
  uint32_t newest_ = 0;                     // hash
  support::LargeStack<uint32_t> previous_;  // by state: the last one before with the same hash
};

}  // namespace clew::script
