// The states that a search passes through between two that it stores. Only one thread goes on in each of them, and what
// is put off there must be explored somewhere: if the way leads to a state where only a part of the threads is
// explored, or comes round for ever, the search goes back to one that it has passed and explores all threads there.
// Which one depends on the states alone, not on where the way began.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/reduction.h"

namespace clew::search {

class Passage {
 public:
  struct Place {
    machine::StateKey key;
    uint64_t length;  // how many states were passed before it
    bool isAll;       // all threads are explored there
  };

  /// `leapt`: so many states are passed already, of which nothing is known but that all threads are explored there.
  void begin(uint64_t leapt = 0) {
    length_ = leapt;
    places_.clear();
    open_ = kNone;
    mark_ = {};
    nextMark_ = 0;
  }

  uint64_t length() const { return length_; }

  void pass(machine::StateKey key, const machine::Reduction::Way& way) {
    if (way.isAll) open_ = kNone;
    if (way.closes) {
      if (!way.isAll) open_ = places_.size();
      places_.push_back({key, length_, way.isAll});
    }
    ++length_;
  }

  /// Whether there is a step that closes a cycle of its thread, and no state behind it where all threads are explored.
  bool hasOpen() const { return open_ != kNone; }
  const Place& lastOpen() const { return places_[open_]; }

  /// Whether the way has come to this state before; to be asked wherever it may close a cycle. It is noticed after at
  /// most three rounds (Brent's algorithm).
  bool comesRound(machine::StateKey key) {
    if (key == mark_) return true;
    if (places_.size() == nextMark_) {
      mark_ = key;
      marked_ = places_.size();
      nextMark_ = 2 * nextMark_ + 1;
    }
    return false;
  }
  /// The state of the round to stop at: the one with the smallest fingerprint, if possible one where all are explored.
  const Place& chosen(const machine::StateTables& tables) const {
    const Place* best = nullptr;
    uint64_t smallest = 0;
    for (size_t index = marked_; index < places_.size(); ++index) {
      const Place& place = places_[index];
      const uint64_t fingerprint = tables.fingerprint(place.key);
      const bool isBetter =
          best == nullptr || place.isAll > best->isAll || (place.isAll == best->isAll && fingerprint < smallest);
      if (!isBetter) continue;
      best = &place;
      smallest = fingerprint;
    }
    // The first time that the way came by.
    for (const Place& place : places_) {
      if (place.key == best->key) return place;
    }
    return *best;
  }

 private:
  static constexpr size_t kNone = ~size_t{0};

  uint64_t length_ = 0;
  std::vector<Place> places_;  // where a step closes a cycle of its thread
  size_t open_ = kNone;
  machine::StateKey mark_;
  size_t marked_ = 0;
  size_t nextMark_ = 0;
};

/// Goes on behind a step of a thread while there is only one way, through states that are not stored. The walker takes
/// the steps (`pass`), says which thread has moved if threads change places (`movedTo`), goes back to a place
/// (`goBack`), and says whether to end (`mustEnd`) or to stop at a state that is known (`isKnown`). `isOver`, if given,
/// becomes false if the way has to be gone anew from its beginning, because the first `leapt` states were left out.
template <typename Walker>
machine::Outcome passOn(Walker walker, machine::ConcreteMachine& machine, machine::Reduction& reduction,
                        Passage& passage, uint32_t moved, machine::Outcome outcome, uint64_t leapt = 0,
                        bool* isOver = nullptr) {
  constexpr uint64_t kLongest = 10'000;
  constexpr uint64_t kLongestLeap = 200;
  passage.begin(leapt);
  while (outcome == machine::Outcome::Stopped && !walker.mustEnd()) {
    const machine::StateKey key = machine.save();
    const auto way = reduction.goesOn(moved);
    if (!way && reduction.isPart() && passage.hasOpen()) return walker.goBack(passage.lastOpen());
    if (!way || passage.length() == kLongest) break;
    if (isOver != nullptr && passage.length() > kLongestLeap) {
      *isOver = false;
      break;
    }
    if (way->closes && walker.isKnown(key)) break;
    if (way->closes && passage.comesRound(key)) {
      if (isOver == nullptr) return walker.goBack(passage.chosen(machine.tables()));
      *isOver = false;
      break;
    }
    passage.pass(key, *way);
    moved = reduction.threadOf(way->alternative);
    outcome = walker.pass(way->alternative);
    moved = walker.movedTo(moved);
  }
  return outcome;
}

}  // namespace clew::search
