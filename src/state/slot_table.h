// The open-addressing table under the visited set and under every interning table, shared by all workers
// without locks. A slot is one word; 0 is empty; a word's home follows from its own bits, and what does not
// fit there goes into the next free slot. A word, once stored, stays: inserting is one compare-and-swap.
//
// The table is divided into segments that grow one at a time. Who fills a segment too much makes a larger
// array and walks through the old one: words are copied, empty slots get the mark Frozen. So the old array
// can take words until the walk has passed, and what it has taken is copied. Others go on meanwhile: who finds
// what it looks for in the old array is right, who meets the mark waits for the new one. Homes rise with the
// words' bits, so the walk reads and writes from front to back. Old arrays are released when nobody can be
// looking at them any more (Quiescence).
//
// Segments start with different sizes, so that they do not all grow at once and the memory per word stays the
// same while the table grows. In large segments one slot of sixteen is counted when it is filled: who inserts shares
// a counter with the others, and that costs more than the insertion. Slots are counted and not words, whose bits may
// have a pattern: a full array has all its slots filled, whatever fills them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <thread>

#include "support/pages.h"
#include "support/quiescence.h"

namespace clew::state {

/// `Traits` has the type Word, the constants kSegments, kFrozen and kPercent, up to which an array is filled, and
/// `homeOf(word, size)`, which does not fall when the word rises.
template <typename Traits>
class SlotTable {
 public:
  using Word = typename Traits::Word;

  /// Without a quiescence the table belongs to one thread. If so many words are expected there is room for them.
  explicit SlotTable(support::Quiescence* quiescence, uint64_t expected = 0) : quiescence_(quiescence) {
    const uint64_t enough = expected / Traits::kSegments * 110 / Traits::kPercent;
    for (size_t i = 0; i < Traits::kSegments; ++i) {
      const double share = static_cast<double>(i) / Traits::kSegments;
      const auto least = static_cast<uint64_t>(kFirstSize * std::exp2(share));
      auto table = std::make_unique<Table>(std::max(enough, least));
      if (table->slots == nullptr) table = std::make_unique<Table>(least);
      bytes_ += table->pages.bytes();
      if (table->slots == nullptr) std::abort();  // a few kilobytes at the very start
      segments_[i].table = table.release();
    }
  }
  ~SlotTable() {
    for (Segment& segment : segments_) delete segment.table.load();
  }
  SlotTable(const SlotTable&) = delete;  // workers refer to it
  SlotTable& operator=(const SlotTable&) = delete;

  /// The stored word in this segment, at the home of `word` or after, for which `matches` holds; or 0.
  template <typename Matches>
  Word find(size_t segment, Word word, Matches matches) const {
    for (const Table* table = segments_[segment].table.load(std::memory_order_acquire); table != nullptr;
         table = successor(segment, table)) {
      const std::atomic<Word>* const slots = table->slots;
      for (uint64_t slot = Traits::homeOf(word, table->size), rounds = 0;; ++slot) {
        const Word found = slots[slot].load(std::memory_order_acquire);
        if (found == 0) return 0;
        if (matches(found)) return found;
        if (found == Traits::kFrozen && !startsOver(*table, slot, rounds)) break;
      }
    }
    return 0;
  }

  /// Stores the word unless one that matches is there: then that one is the answer, else 0.
  template <typename Matches>
  Word insert(size_t segment, Word word, Matches matches) {
    for (Table* table = segments_[segment].table.load(std::memory_order_acquire); table != nullptr;
         table = successor(segment, table)) {
      std::atomic<Word>* const slots = table->slots;
      for (uint64_t slot = Traits::homeOf(word, table->size), rounds = 0;; ++slot) {
        Word found = slots[slot].load(std::memory_order_acquire);
        if (found == 0 &&
            slots[slot].compare_exchange_strong(found, word, std::memory_order_acq_rel, std::memory_order_acquire)) {
          if ((slot & table->uncounted) == 0) count(segment, *table);
          return 0;
        }
        if (matches(found)) return found;
        if (found == Traits::kFrozen && !startsOver(*table, slot, rounds)) break;
      }
    }
    return 0;
  }

  /// Asks for the slot that a lookup of this word will need.
  void prefetch(size_t segment, Word word) const {
    const Table* table = segments_[segment].table.load(std::memory_order_acquire);
    __builtin_prefetch(&table->slots[Traits::homeOf(word, table->size)]);
  }

  uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
  /// There was no memory to grow: what was inserted since may be missing.
  bool isFull() const { return full_.load(std::memory_order_relaxed); }

 private:
  static constexpr uint64_t kFirstSize = 16;
  static constexpr uint64_t kSmall = 4096;        // slots; below, growing doubles
  static constexpr uint64_t kCountAll = 1 << 16;  // slots; below, every one is counted

  struct Table {
    explicit Table(uint64_t atLeast) : pages((atLeast + 1) * sizeof(Word)) {
      slots = static_cast<std::atomic<Word>*>(pages.data());
      size = pages.bytes() / sizeof(Word) - 1;
      if (slots != nullptr) slots[size].store(Traits::kFrozen, std::memory_order_relaxed);
      uncounted = size < kCountAll ? 0 : 15;
      limit = size * Traits::kPercent / 100 / (uncounted + 1);
    }
    support::Pages pages;
    std::atomic<Word>* slots;
    uint64_t size;       // without the slot after the last one, which is frozen: who gets there starts over
    uint64_t limit;      // of counted slots
    uint64_t uncounted;  // slots whose number has one of these bits are not counted
    alignas(64) std::atomic<uint64_t> used{0};
    std::atomic<bool> growing{false};
  };
  struct alignas(64) Segment {
    std::atomic<Table*> table{nullptr};
  };

  /// At a frozen slot: whether it is the one after the last, and the way leads on from the first. After two rounds
  /// there is no empty slot left, which happens when others are fast and the one who makes room is not.
  static bool startsOver(const Table& table, uint64_t& slot, uint64_t& rounds) {
    if (slot != table.size || ++rounds == 2) return false;
    slot = ~uint64_t{0};  // one before the first
    return true;
  }

  void count(size_t segment, Table& table) {
    if (table.used.fetch_add(1, std::memory_order_relaxed) + 1 >= table.limit) grow(segment, table);
  }

  void grow(size_t segment, Table& old) {
    if (old.growing.load(std::memory_order_relaxed) || old.growing.exchange(true)) return;
    auto larger = std::make_unique<Table>(old.size < kSmall ? 2 * old.size : old.size / 2 * 3);
    if (larger->slots == nullptr) {
      full_ = true;
      return;
    }
    for (uint64_t slot = 0; slot < old.size; ++slot) {
      Word word = old.slots[slot].load(std::memory_order_acquire);
      if (word == 0 && old.slots[slot].compare_exchange_strong(word, Traits::kFrozen)) continue;
      place(*larger, word);
    }
    bytes_ += larger->pages.bytes() - old.pages.bytes();
    segments_[segment].table.store(larger.release(), std::memory_order_seq_cst);
    std::unique_ptr<Table> retired(&old);
    if (quiescence_ != nullptr) quiescence_->retire(std::move(retired));
  }

  /// Stores a word in an array that nobody else knows yet.
  static void place(Table& table, Word word) {
    uint64_t slot = Traits::homeOf(word, table.size);
    while (table.slots[slot].load(std::memory_order_relaxed) != 0) {
      if (++slot == table.size) slot = 0;
    }
    table.slots[slot].store(word, std::memory_order_relaxed);
    if ((slot & table.uncounted) == 0) table.used.store(table.used.load(std::memory_order_relaxed) + 1);
  }

  /// Waits for the array that replaces this one; null if there will be none.
  Table* successor(size_t segment, const Table* old) const {
    for (unsigned turn = 0;; ++turn) {
      Table* table = segments_[segment].table.load(std::memory_order_acquire);
      if (table != old) return table;
      if (isFull()) return nullptr;
      if (turn > 100) std::this_thread::yield();
    }
  }

  support::Quiescence* quiescence_;
  std::array<Segment, Traits::kSegments> segments_;
  std::atomic<uint64_t> bytes_{0};
  std::atomic<bool> full_{false};
};

}  // namespace clew::state
