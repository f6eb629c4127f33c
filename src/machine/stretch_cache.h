// Remembers stretches: several steps that one thread makes one behind the other, as in a critical section in which
// nobody else can go on. A stretch is made of remembered steps (step_cache.h) and depends on what they depend on: the
// thread's content, and the items they read that none of them has written before.
//
// What a thread reads next follows from what it has read so far. So a lookup is a walk: what was read so far leads to
// the item to ask for next, and its content leads on, until the end says which stretch this is. All these places are in
// one table, in which the newer one wins; what is found at the end is compared exactly.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/step_cache.h"
#include "support/cache_pages.h"
#include "support/hash.h"

namespace clew::machine {

/// Steps of one thread, as they are put together and as they are remembered.
struct Stretch {
  static constexpr size_t kMostSteps = 24;
  static constexpr size_t kMostReads = 10;
  static constexpr size_t kMostMoves = 40;
  using Item = StepCache::Item;

  StepCache::Key key;   // of the first step
  uint64_t number = 0;  // among all changes that a step or a stretch can make; 0 is none
  uint8_t steps = 0;
  uint8_t readCount = 0;
  uint8_t moveCount = 0;
  uint8_t writeCount = 0;
  uint8_t leftWrites = 0;                                    // how many of the writes are in the first half of the list
  bool looped = false;                                       // the last step closed a cycle of the code
  NameClasses lostNames = 0;                                 // as those of the steps
  uint64_t touched = 0;                                      // a bit for each item that moves (bitOf)
  std::array<Item, kMostReads> reads;                        // what it depends on, in the order in which it is read
  std::array<Item, kMostMoves> moves;                        // all that is written, in order
  std::array<uint8_t, kMostSteps> movesUntil;                // how many of them are done after each step
  std::array<Item, state::TreeCursor::kMostChanges> writes;  // what differs in the end, in rising order

  std::span<const Item> allReads() const { return {reads.data(), readCount}; }
  std::span<const Item> allWrites() const { return {writes.data(), writeCount}; }
  std::span<const Item> leftHalf() const { return allWrites().first(leftWrites); }
  std::span<const Item> rightHalf() const { return allWrites().subspan(leftWrites); }
  /// What moved in the first so many steps.
  std::span<const Item> movesIn(size_t count) const { return {moves.data(), count == 0 ? 0U : movesUntil[count - 1]}; }
  /// What the last of so many steps moved.
  std::span<const Item> movesOf(size_t count) const {
    return movesIn(count).subspan(count == 1 ? 0U : movesUntil[count - 2]);
  }
  /// The content of an item after so many steps; 0 if it has not moved.
  uint32_t contentAfter(size_t count, uint32_t item) const {
    const auto done = movesIn(count);
    const auto last = std::find_if(done.rbegin(), done.rend(), [&](const Item& move) { return move.item == item; });
    return last == done.rend() ? 0 : last->id;
  }

  /// Makes it empty.
  void clear() {
    steps = readCount = moveCount = writeCount = leftWrites = 0;
    looped = false;
    lostNames = 0;
    touched = 0;
  }

  /// Adds a step that comes next; false if the stretch cannot go on with it.
  bool append(const StepCache::Entry& step, std::span<const Item> written) {
    if (steps == kMostSteps || moveCount + written.size() > kMostMoves) return false;
    for (const Item& read : step.reads()) {
      const auto isThis = [&](const Item& item) { return item.item == read.item; };
      if (std::ranges::any_of(movesIn(steps), isThis) || std::ranges::any_of(allReads(), isThis)) continue;
      if (readCount == kMostReads) return false;
      reads[readCount++] = read;
    }
    if (steps == 0) key = step.key;
    std::ranges::copy(written, moves.begin() + moveCount);
    moveCount = static_cast<uint8_t>(moveCount + written.size());
    movesUntil[steps++] = moveCount;
    looped = step.looped;
    return true;
  }

  /// Finds out what differs in the end, if the thread is this item; false if that is too much.
  bool finish(uint32_t ownItem) {
    const auto contentBefore = [&](uint32_t item) -> uint32_t {
      if (item == ownItem) return key.root;
      const auto read = std::ranges::find(allReads(), item, &Item::item);
      return read == allReads().end() ? 0 : read->id;
    };
    writeCount = 0;
    for (const Item& move : movesIn(steps)) {
      const uint32_t after = contentAfter(steps, move.item);
      const bool isNoted = std::ranges::find(allWrites(), move.item, &Item::item) != allWrites().end();
      if (isNoted || after == contentBefore(move.item)) continue;
      if (writeCount == writes.size()) return false;
      writes[writeCount++] = {move.item, after};
    }
    std::sort(writes.begin(), writes.begin() + writeCount, [](Item one, Item other) { return one.item < other.item; });
    return true;
  }
};

class StretchCache {
 public:
  /// The stretch that begins with this step, if it is known for the present content; `idOf(item)` tells that content.
  /// Stays where it is until the next insertion.
  template <typename IdOf>
  const Stretch* find(const StepCache::Key& key, IdOf idOf) const {
    if (!mayBeginWith(key)) return nullptr;
    uint64_t hash = hashOf(key);
    for (size_t length = 0; length <= Stretch::kMostReads; ++length) {
      const Place& place = places_[placeOf(hash)];
      if (place.tag == tagOf(hash, true)) return check(stretches_[place.next], key, idOf);
      if (place.tag != tagOf(hash, false)) return nullptr;
      hash = mix(hash, idOf(place.next));
    }
    return nullptr;
  }

  /// Whether any stretch may begin with this step; it is quick to say that none does.
  bool mayBeginWith(const StepCache::Key& key) const { return beginnings_.test(beginningOf(key)); }

  void insert(Stretch stretch) {
    if (isKnown(stretch)) return;
    if (places_.data() == nullptr) places_ = support::CachePages<Place>(kPlaces);
    if (places_.data() == nullptr) return;  // without memory nothing is remembered
    uint64_t hash = hashOf(stretch.key);
    beginnings_.set(beginningOf(stretch.key));
    for (const Stretch::Item& read : stretch.allReads()) {
      places_[placeOf(hash)] = {tagOf(hash, false), read.item};
      hash = mix(hash, read.id);
    }
    const auto index = static_cast<uint32_t>(inserted_ % kMostStretches);
    places_[placeOf(hash)] = {tagOf(hash, true), index};
    stretch.number = kFirstNumber + ++inserted_;
    if (index == stretches_.size()) stretches_.emplace_back();
    stretches_[index] = stretch;
  }

  uint32_t indexOf(const Stretch& stretch) const { return static_cast<uint32_t>(&stretch - stretches_.data()); }
  const Stretch& at(uint32_t index) const { return stretches_[index]; }

 private:
  static constexpr size_t kMostStretches = size_t{1} << 15;
  static constexpr size_t kPlaces = size_t{1} << 17;
  static constexpr int kBeginningBits = 12;
  static constexpr uint64_t kFirstNumber = uint64_t{1} << 40 | uint64_t{1} << 31;  // no step has it

  struct Place {
    uint32_t tag;   // of what was read so far, and whether this is the end; 0 is none
    uint32_t next;  // the item that is read next, or the stretch
  };

  bool isKnown(const Stretch& stretch) const {
    const auto contentOf = [&](uint32_t item) {
      const auto read = std::ranges::find(stretch.allReads(), item, &Stretch::Item::item);
      return read == stretch.allReads().end() ? 0 : read->id;
    };
    const Stretch* known = find(stretch.key, contentOf);
    return known != nullptr && known->steps == stretch.steps && known->lostNames == stretch.lostNames;
  }

  template <typename IdOf>
  static const Stretch* check(const Stretch& stretch, const StepCache::Key& key, IdOf idOf) {
    if (stretch.number == 0 || !(stretch.key == key)) return nullptr;
    const auto isSame = [&](const Stretch::Item& read) { return idOf(read.item) == read.id; };
    return std::ranges::all_of(stretch.allReads(), isSame) ? &stretch : nullptr;
  }

  static uint64_t hashOf(const StepCache::Key& key) {
    return support::hashQuad(key.root, key.process, key.alternative, uint32_t{key.liveThreads} << 16 | key.thread);
  }
  static uint64_t mix(uint64_t hash, uint32_t id) { return (hash ^ hash >> 32 ^ id) * 0x9E3779B97F4A7C15u; }
  static size_t beginningOf(const StepCache::Key& key) { return key.root * 0x9E3779B1u >> (32 - kBeginningBits); }
  static size_t placeOf(uint64_t hash) { return hash >> 40 & (kPlaces - 1); }
  static uint32_t tagOf(uint64_t hash, bool isEnd) {
    return (static_cast<uint32_t>(hash >> 28) & ~uint32_t{3}) | (isEnd ? 3U : 2U);
  }

  std::vector<Stretch> stretches_;
  std::bitset<size_t{1} << kBeginningBits>
      beginnings_;  // by the first step's thread; where there are few stretches most steps begin none
  support::CachePages<Place> places_;
  uint64_t inserted_ = 0;
};

}  // namespace clew::machine
