// Every future that was computed so far (future.h), and how each two of them go together. A search comes by the same
// futures again and again, and threads in different places often have the same one; so futures, pairs of them, their
// guards and the memory they count on have numbers, and what is known of them is looked up by number.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/future.h"

namespace clew::machine {

/// How the next step of one thread and all that another one may still do go together.
struct Meeting {
  enum class Kind : uint8_t {
    Apart,
    Guarded,  // they meet unless the guards of all accesses that could meet are held
    Conflict
  } kind = Kind::Apart;
  uint32_t access = 0;            // of the other: one that could meet
  uint32_t unsettles = 0;         // memory that the first takes for granted and the other one writes
  std::vector<uint32_t> guarded;  // guard sets of the accesses that could meet
};

class Futures {
 public:
  using Thread = ConcreteMachine::Thread;

  explicit Futures(ConcreteMachine& machine) : machine_(machine) { forget(); }

  /// The number of the future of a thread in the current, saved state, if this memory is not settled, and the items
  /// that it depends on (bitOf): it is the same until one of them has another content.
  struct Found {
    uint32_t future;
    uint64_t dependsOn;
  };
  Found of(const Thread& thread, uint32_t unsettled);
  const Future& operator[](uint32_t id) const { return shapes_[id].future; }
  /// How two futures go together. What most want to know of it is in the number itself.
  struct Pairing {
    uint32_t word;
    uint64_t guarded() const { return word & 1; }
    uint64_t conflict() const { return word >> 1 & 1; }
    uint64_t unsettles() const { return word >> 2 & 1; }
  };
  static_assert(static_cast<int>(Meeting::Kind::Guarded) == 1 && static_cast<int>(Meeting::Kind::Conflict) == 2);
  Pairing meet(uint32_t mover, uint32_t other) {
    if (mover < side_ && other < side_) {
      uint32_t& known = pairings_[size_t{mover} * side_ + other];
      if (known == 0) known = pair(mover, other);
      return {known};
    }
    return {pair(mover, other)};
  }
  const Meeting& meeting(Pairing pairing) const { return meetings_[pairing.word >> 3]; }

  /// Waits that occur among the guards of a future.
  std::span<const uint32_t> waitsOf(uint32_t id) const { return shapes_[id].waits; }
  /// Guard sets of the accesses by which a future may write what a wait looks at.
  std::span<const uint32_t> writersOf(uint32_t wait, uint32_t id);
  /// An access by which a future may write to a mutex without locking or unlocking it.
  struct Spoiler {
    uint32_t hold, guardSet;
  };
  std::span<const Spoiler> spoilersOf(uint32_t id);

  struct GuardSet {
    std::vector<uint32_t> holds;  // numbers of mutexes and threads
    std::vector<uint32_t> waits;  // numbers of waits
  };
  const GuardSet& guardSet(uint32_t id) const { return guardSets_[id]; }
  size_t holdCount() const { return holds_.size(); }
  size_t waitCount() const { return waits_.size(); }
  /// The number of the thread that holds it in the current state; kNone if nobody does. A thread that has to be joined
  /// holds whoever waits for it, unless it is let go.
  uint32_t holderOf(uint32_t hold, bool joinsHold);

  /// Sets of ranges of memory, by number; 0 is empty.
  uint32_t unionOf(uint32_t one, uint32_t other);
  uint32_t everything() { return rangesId({kAnything}); }

  /// Too much is known to look it up quickly, or at all.
  bool isTooMuch() const {
    return entries_.size() > kMostEntries || meetings_.size() > kMostMeetings || writers_.size() > kMostMeetings;
  }
  void forget();

 private:
  static constexpr size_t kMostEntries = 200'000;
  static constexpr size_t kMostMeetings = 1'000'000;
  static constexpr uint32_t kMostSide = 2048;

  /// A future; the same for all threads and states that have it.
  struct Shape {
    Future future;
    std::vector<uint32_t> guardSets;  // by number
    std::vector<uint32_t> waits;
    std::vector<Spoiler> spoilers;
    size_t spoiledHolds = 0;  // the spoilers of so many holds are known
  };
  /// What a future was computed from.
  struct Entry {
    uint32_t thread, root, unsettled;
    uint32_t shape;
    std::vector<std::pair<Content, uint32_t>> globals;   // with all that the piece contained
    std::vector<std::pair<uint32_t, uint32_t>> arenas;   // threads, and which objects they had
    std::vector<std::pair<uint32_t, uint32_t>> threads;  // and all that they had
  };
  /// A mutex or a thread that others may have to wait for. Who holds a mutex in a global depends on a piece of it.
  struct Hold {
    uint64_t address;
    uint32_t item = program::kNone;
    std::vector<std::pair<uint32_t, uint32_t>> owners;  // content of the piece, and who that means
  };

  bool isValid(const Entry& entry) const;
  Found found(const Entry& entry) const;
  uint32_t walk(const Thread& thread, uint32_t root, uint32_t unsettled, uint64_t hash);
  void index(uint64_t hash, uint32_t id);
  uint32_t shapeId(Future future);
  uint32_t pair(uint32_t mover, uint32_t other);
  Meeting compare(uint32_t mover, uint32_t other);
  void addGuards(Shape& shape);
  void widen();
  uint32_t holdId(uint64_t address);
  uint32_t waitId(const Range& range);
  uint32_t rangesId(std::vector<Range> ranges);

  ConcreteMachine& machine_;
  std::vector<Entry> entries_;
  struct Slot {
    uint32_t tag = 0;  // of the hash
    uint32_t entry = program::kNone;
  };
  std::vector<Slot> slots_;  // entries by thread, content and unsettled memory
  static constexpr size_t kRecent = 128;
  std::vector<uint32_t> recent_;  // per thread: the last answers, by content
  std::deque<Shape> shapes_;
  std::map<std::vector<uint64_t>, uint32_t> shapeIds_;
  uint32_t side_ = 0;
  std::vector<uint32_t> pairings_;  // of each two among the first so many futures; 0: not known yet
  std::unordered_map<uint64_t, uint32_t> otherPairings_;
  std::vector<Meeting> meetings_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> writers_;

  std::vector<GuardSet> guardSets_;
  std::map<Guards, uint32_t> guardSetIds_;
  std::vector<Hold> holds_;
  std::map<uint64_t, uint32_t> holdIds_;
  std::vector<Range> waits_;
  std::map<Range, uint32_t> waitIds_;
  std::vector<std::vector<Range>> ranges_;
  std::map<std::vector<Range>, uint32_t> rangesIds_;
  std::unordered_map<uint64_t, uint32_t> unions_;
};

}  // namespace clew::machine
