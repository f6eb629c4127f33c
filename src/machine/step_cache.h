// Remembers what steps do. Between two choices execution is deterministic, so a thread that stands
// where it stood before, and reads what it read before, does what it did before. An entry says: a
// thread with this root, which then read these items of the state with these ids, left those items
// with those ids. Replaying an entry is a few table lookups; no instruction runs, no byte moves.
//
// The table is a cache in the ordinary sense: where two entries meet, the newer one wins. It starts small and grows
// as long as there are new steps, up to a limit. A lookup first asks which items the step read the last time (its
// shape), then whether it is known for their present ids; each is one line of the processor's cache. What a step reads
// first is always the same; what it reads then depends on what it found. So if the shape does not fit there is a second
// one, which the step had when it last found the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "machine/name_classes.h"
#include "state/tree_cursor.h"
#include "support/cache_pages.h"
#include "support/hash.h"

namespace clew::machine {

class StepCache {
 public:
  /// Steps that read or write more items than this are not remembered.
  static constexpr size_t kMostReads = 4;
  static constexpr size_t kMostWrites = 6;

  /// In place of an alternative: the question how many there are. The answer is the only id.
  static constexpr uint32_t kCountAlternatives = 0xFFFFFFFF;
  /// In place of an answer to it.
  static constexpr uint8_t kNoAnswer = 0xFF;

  /// Everything a step depends on besides the items it reads.
  struct Key {
    uint32_t root = 0;     // of the thread; 0 is none
    uint32_t process = 0;  // which threads there are
    uint32_t alternative = 0;
    uint16_t thread = 0;  // two threads may look alike
    uint16_t liveThreads = 0;
    bool operator==(const Key&) const = default;
  };
  /// An item of the state and its content.
  using Item = state::TreeCursor::Change;
  /// A few items.
  template <size_t kMost>
  class Items {
   public:
    /// False when there is no room.
    bool add(Item item) {
      if (count_ == kMost) return false;
      items_[count_++] = item;
      return true;
    }
    void clear() { count_ = 0; }
    /// The same, keeping them in rising order.
    bool addInOrder(Item item) {
      if (count_ == kMost) return false;
      uint32_t place = count_++;
      for (; place > 0 && items_[place - 1].item > item.item; --place) items_[place] = items_[place - 1];
      items_[place] = item;
      return true;
    }
    std::span<const Item> all() const { return {items_.data(), count_}; }

   private:
    uint32_t count_ = 0;
    std::array<Item, kMost> items_{};  // the first count_ count
  };
  using Reads = Items<kMostReads>;
  using Writes = Items<kMostWrites>;

  /// In place of the item that a step's visible operation touches: it is in the thread's own stack or heap, there is
  /// none, or it may be any that the step reads or writes.
  static constexpr uint8_t kTouchesItself = 5;
  static constexpr uint8_t kTouchesNothing = 6;
  static constexpr uint8_t kTouchesAnything = 7;
  static_assert(kMostReads <= kTouchesItself);

  /// What the steps of one kind do besides writing.
  struct alignas(64) Entry {
    Key key;
    uint64_t number = 0;         // of this entry among all that there ever were; 0 is none
    uint32_t process = 0;        // afterwards; another one when the step created a thread
    uint8_t answer = kNoAnswer;  // of the first alternative: that to the question how many there are
    bool looped : 1 = false;     // the step closed a cycle of the code
    uint8_t lostNames : 7 = 0;   // classes of the names it may have let go of (names.h)
    uint8_t leftWrites : 4 = 0;  // how many of the writes are in the first half of the list
    uint8_t writeCount : 4 = 0;
    uint8_t readCount : 4 = 0;
    uint8_t touched : 3 = kTouchesAnything;  // what takes part in races: which of the items, or one of those above
    bool quiet : 1 = false;  // the only alternative of its thread, and others notice nothing of it but what it writes
    std::array<Item, kMostReads> items{};
    std::span<const Item> reads() const { return {items.data(), readCount}; }
  };
  static_assert(sizeof(Entry) == 64);

  StepCache() : shapes_(kFirstEntries), entries_(kFirstEntries), writes_(kFirstEntries) {
    if (shapes_.data() == nullptr || entries_.data() == nullptr || writes_.data() == nullptr) throw std::bad_alloc();
  }

  /// What the step does, if it is known for the present content; `idOf(item)` tells that content. Stays where it is
  /// until the next insertion.
  template <typename IdOf>
  const Entry* find(const Key& key, IdOf idOf) const {
    const uint64_t hash = hashOf(key);
    const Shape& shape = shapes_[placeOf(hash)];
    if (!(shape.key == key)) return nullptr;
    if (const Entry* known = findAs(shape, hash, idOf)) return known;
    if (shape.items[0] == kNoItem) return nullptr;
    const Shape& other = shapes_[placeOf(mix(hash, idOf(shape.items[0])))];
    return other.key == key ? findAs(other, hash, idOf) : nullptr;
  }
  /// Asks for the memory that a lookup of this key will need first.
  void prefetch(const Key& key) const { __builtin_prefetch(&shapes_[placeOf(hashOf(key))]); }

  /// The items it writes, in rising order.
  std::span<const Item> writesOf(const Entry& entry) const {
    return {writes_[indexOf(entry)].data(), entry.writeCount};
  }

  /// Remembers a step. `known` has the key, the process, the answer, `looped`, `lostNames`, `touched`, `quiet` and
  /// `leftWrites`; the rest is filled in here.
  void insert(const Entry& known, const Reads& reads, const Writes& writes) {
    if (++sinceGrowth_ > size_ && size_ < kMostEntries) grow();
    Entry& entry = entries_[makePlace(known.key, reads.all())];
    entry = known;
    entry.number = ++inserted_;
    entry.readCount = reads.all().size() & 15;
    entry.writeCount = writes.all().size() & 15;
    std::copy(reads.all().begin(), reads.all().end(), entry.items.begin());
    std::copy(writes.all().begin(), writes.all().end(), writes_[indexOf(entry)].begin());
  }

  /// Where an entry stands, and what stands there now, which may be another one.
  uint32_t indexOf(const Entry& entry) const { return static_cast<uint32_t>(&entry - entries_.data()); }
  const Entry& at(uint32_t index) const { return entries_[index]; }

 private:
  static constexpr size_t kFirstEntries = size_t{1} << 10;
  static constexpr size_t kMostEntries = size_t{1} << 17;
  static constexpr uint32_t kNoItem = 0xFFFFFFFF;

  struct alignas(32) Shape {
    Key key;
    std::array<uint32_t, kMostReads> items;
  };
  using Written = std::array<Item, kMostWrites>;

  /// The entry for the present content of the items of a shape.
  template <typename IdOf>
  const Entry* findAs(const Shape& shape, uint64_t hash, IdOf idOf) const {
    for (const uint32_t item : shape.items) {
      if (item == kNoItem) break;
      hash = mix(hash, idOf(item));
    }
    const Entry& entry = entries_[placeOf(hash)];
    if (!(entry.key == shape.key)) return nullptr;
    for (const Item& read : entry.reads()) {
      if (idOf(read.item) != read.id) return nullptr;
    }
    return &entry;
  }

  /// Learns the shape of a step, and says where its entry belongs.
  size_t makePlace(const Key& key, std::span<const Item> reads) {
    uint64_t hash = hashOf(key);
    Shape& first = shapes_[placeOf(hash)];
    size_t second = 0;
    Shape shape = {key, {kNoItem, kNoItem, kNoItem, kNoItem}};
    for (size_t i = 0; i < reads.size(); ++i) {
      shape.items[i] = reads[i].item;
      hash = mix(hash, reads[i].id);
      if (i == 0) second = placeOf(hash);
    }
    const bool isOther = first.key == key && first.items != shape.items && first.items[0] == shape.items[0];
    (isOther ? shapes_[second] : first) = shape;
    return placeOf(hash);
  }

  static uint64_t hashOf(const Key& key) {
    const uint64_t low = uint64_t{key.process} << 32 | key.root;
    const uint64_t high = uint64_t{key.liveThreads} << 48 | uint64_t{key.thread} << 32 | key.alternative;
    return (low ^ high * 0xC2B2AE3D27D4EB4Fu) * 0x9E3779B97F4A7C15u;
  }
  static uint64_t mix(uint64_t hash, uint32_t id) { return (hash ^ hash >> 32 ^ id) * 0x9E3779B97F4A7C15u; }
  size_t placeOf(uint64_t hash) const { return hash >> 40 & (size_ - 1); }

  /// A smaller cache does as well, so without memory for more it stays as it is.
  void grow() {
    sinceGrowth_ = 0;
    support::CachePages<Shape> shapes(4 * size_);
    support::CachePages<Entry> oldEntries(4 * size_);
    support::CachePages<Written> oldWrites(4 * size_);
    if (shapes.data() == nullptr || oldEntries.data() == nullptr || oldWrites.data() == nullptr) return;
    shapes_ = std::move(shapes);
    std::swap(entries_, oldEntries);
    std::swap(writes_, oldWrites);
    const size_t oldSize = std::exchange(size_, 4 * size_);
    for (size_t i = 0; i < oldSize; ++i) {
      const Entry& entry = oldEntries[i];
      if (entry.number == 0) continue;
      const size_t place = makePlace(entry.key, entry.reads());
      entries_[place] = entry;
      writes_[place] = oldWrites[i];
    }
  }

  size_t size_ = kFirstEntries;
  support::CachePages<Shape> shapes_;
  support::CachePages<Entry> entries_;
  support::CachePages<Written> writes_;
  uint64_t inserted_ = 0;
  uint64_t sinceGrowth_ = 0;
};

}  // namespace clew::machine
