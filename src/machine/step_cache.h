// Remembers what steps do. Between two choices execution is deterministic, so a thread that stands
// where it stood before, and reads what it read before, does what it did before. An entry says: a
// thread with this root, which then read these items of the state with these ids, left those items
// with those ids. Replaying an entry is a few table lookups; no instruction runs, no byte moves.
//
// The table is a cache in the ordinary sense: fixed in size, the newest entry wins. A lookup first asks
// which items the step read the last time (its shape), then whether it is known for their present ids.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "state/tree_cursor.h"
#include "support/hash.h"

namespace clew::machine {

class StepCache {
 public:
  /// Steps that touch more items than this are not remembered.
  static constexpr size_t kFootprint = 4;

  /// In place of an alternative: the question how many there are. The answer is the only id.
  static constexpr uint32_t kCountAlternatives = 0xFFFFFFFF;

  /// Everything a step depends on besides the items it reads.
  struct Key {
    uint32_t root = 0;     // of the thread
    uint32_t process = 0;  // which threads there are
    uint32_t alternative = 0;
    uint16_t thread = 0;  // two threads may look alike
    uint16_t liveThreads = 0;
    bool operator==(const Key&) const = default;
  };
  /// An item of the state and its content.
  using Item = state::TreeCursor::Change;
  /// A few items.
  class Items {
   public:
    /// False when there is no room.
    bool add(Item item) {
      if (count_ == kFootprint) return false;
      items_[count_++] = item;
      return true;
    }
    void clear() { count_ = 0; }
    /// The same, keeping them in rising order.
    bool addInOrder(Item item) {
      if (count_ == kFootprint) return false;
      uint32_t place = count_++;
      for (; place > 0 && items_[place - 1].item > item.item; --place) items_[place] = items_[place - 1];
      items_[place] = item;
      return true;
    }
    std::span<const Item> all() const { return {items_.data(), count_}; }
    /// Whether the items have these contents now.
    template <typename IdOf>
    bool hold(IdOf idOf) const {
      for (uint32_t i = 0; i < count_; ++i) {
        if (idOf(items_[i].item) != items_[i].id) return false;
      }
      return true;
    }

   private:
    uint32_t count_ = 0;
    std::array<Item, kFootprint> items_{};  // the first count_ count
  };

  StepCache() : shapes_(kEntries), entries_(kEntries) {}

  struct Entry {
    Key key;
    Items reads;
    Items writes;      // in the list of the process below
    uint32_t process;  // afterwards; another one when the step created a thread
    bool looped;       // the step closed a cycle of the code
  };

  /// What the step does, if it is known for the present content; `idOf(item)` tells that content.
  template <typename IdOf>
  const Entry* find(const Key& key, IdOf idOf) const {
    uint64_t hash = hashOf(key);
    const Shape& shape = shapes_[hash % kEntries];
    if (!(shape.key == key)) return nullptr;
    for (const Item& read : shape.reads.all()) hash = mix(hash, idOf(read.item));
    const Entry& entry = entries_[hash % kEntries];
    return entry.key == key && entry.reads.hold(idOf) ? &entry : nullptr;
  }

  void insert(const Key& key, const Items& reads, const Items& writes, uint32_t process, bool looped) {
    uint64_t hash = hashOf(key);
    shapes_[hash % kEntries] = {key, reads};
    for (const Item& read : reads.all()) hash = mix(hash, read.id);
    entries_[hash % kEntries] = {key, reads, writes, process, looped};
  }

  uint64_t bytes() const { return kEntries * (sizeof(Shape) + sizeof(Entry)); }

 private:
  static constexpr size_t kEntries = size_t{1} << 13;

  struct Shape {
    Key key;
    Items reads;
  };
  static uint64_t hashOf(const Key& key) {
    return support::hashPair(key.root ^ key.thread << 18, key.process ^ key.alternative << 8 ^ key.liveThreads << 20) >>
           20;
  }
  static uint64_t mix(uint64_t hash, uint32_t id) { return support::hashPair(static_cast<uint32_t>(hash), id) >> 20; }

  std::vector<Shape> shapes_;
  std::vector<Entry> entries_;
};

}  // namespace clew::machine
