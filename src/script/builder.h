// Puts a script together from what a depth-first search tells while it goes: each new state with its list, and for
// the transitions one after the other where they lead.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "script/coder.h"
#include "script/file.h"
#include "script/script.h"
#include "support/cache_pages.h"
#include "support/large_stack.h"

namespace clew::script {

/// Numbers for 64-bit keys, none of which is 0, in the order they come.
class Numbering {
 public:
  Numbering() : slots_(kFirstSlots) {
    if (slots_.data() == nullptr) throw std::bad_alloc();
  }

  /// Gives the next number to a new key.
  void add(uint64_t key);
  /// The number of a key; kNowhere if it has none.
  StateId find(uint64_t key) const;
  /// Whether it is this number; quicker than to find it.
  bool is(uint64_t key, StateId number) const { return number - 1 < keys_.size() && keys_[number - 1] == key; }
  /// Asks for the memory that adding a key will need.
  void prefetch(uint64_t key) const { __builtin_prefetch(&slots_[homeOf(key)]); }

 private:
  static constexpr size_t kFirstSlots = size_t{1} << 12;

  size_t homeOf(uint64_t key) const {
    const uint64_t word = key * 0x9E3779B97F4A7C15u;
    return (word ^ word >> 32) & (size_ - 1);
  }
  void put(StateId number);
  void grow();

  support::LargeStack<uint64_t> keys_;  // of number 1, 2, ...
  size_t size_ = kFirstSlots;
  support::CachePages<StateId> slots_;  // kNowhere: empty
};

/// Where a chunk ends; tests have small ones.
struct ChunkLimits {
  uint64_t states = kChunkStates;
  uint64_t transitions = kChunkTransitions;
};

class Builder {
 public:
  /// The alphabet belongs to the caller, who adds to it.
  Builder(const Alphabet& alphabet, Kind kind, ChunkLimits limits = {})
      : alphabet_(alphabet), kind_(kind), limits_(limits) {}

  /// The transition under way, if there is one, leads to a new state, which has this list. In a sub-script there is
  /// none when the path has come to its end: then the state is a root.
  void enter(uint64_t key, std::span<const Label> labels);
  /// It leads to a state that was entered before, or nowhere.
  void reach(uint64_t key) {
    const StateId state = numberOf(key);
    broken_ |= state == kNowhere;
    settle(state);
  }
  void stop() { settle(kNowhere); }
  /// It leads out of the part that a sub-script is of.
  void leave() { settle(kElsewhere); }
  /// A state with this key will soon be entered.
  void prefetch(uint64_t key) const { numbers_.prefetch(key); }

  /// Whether every transition of every state is there.
  bool isComplete();
  std::vector<CodedChunk> finish();

 private:
  /// A state on the path.
  struct Open {
    StateId state;
    uint32_t next;  // of its transitions
    uint32_t count;
    uint32_t chunk;
  };
  bool settlePath();
  StateId numberOf(uint64_t key);
  void settle(StateId to);
  void closeIfFull();
  ChunkCoder& chunkFor(StateId state);
  void makeTrustful();

  const Alphabet& alphabet_;
  const Kind kind_;
  const ChunkLimits limits_;
  Numbering numbers_;
  std::vector<std::unique_ptr<ChunkCoder>> chunks_;
  StateId states_ = 0;
  support::LargeStack<Open> path_;
  // Of a trustful script, which is put together at the end.
  std::vector<StateId> parent_;  // by state
  std::vector<Label> by_;
  std::vector<std::vector<Label>> lists_;  // of the states on the path
  bool broken_ = false;
};

}  // namespace clew::script
