// What a thread can do next, as far as it is remembered, and which items of the state that depends on: it holds until
// one of them changes. Whether two threads may race is seen from what their next steps touch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "machine/step_cache.h"

namespace clew::machine {

/// In place of an item: who waits for which condition variable. It follows from all threads.
constexpr uint32_t kWaiters = 0xFFFFFFFE;

/// An item's bit in a set of items. Several share a bit, so the set may look larger than it is.
constexpr uint64_t bitOf(uint32_t item) { return uint64_t{1} << item % 64; }

/// How a thread's next instruction takes part in data races.
enum class Part : uint8_t {
  None,
  AtomicRead,
  Atomic,
  PlainRead,
  Plain
};
constexpr uint32_t kParts = 5;

constexpr bool isPlain(Part part) { return part >= Part::PlainRead; }

/// The items that a step reads and writes, as sets (bitOf).
struct Traffic {
  uint64_t reads = 0;
  uint64_t writes = 0;

  /// Whether it makes no difference which of two quiet steps is taken first.
  bool commutesWith(const Traffic& other) const {
    return ((writes & (other.reads | other.writes)) | (other.writes & reads)) == 0;
  }
};

struct Prospect {
  uint64_t dependsOn = ~uint64_t{0};
  uint32_t alternatives = 0;
  Part part = Part::None;
  bool inSection = false;   // of the thread
  uint32_t stepIndex = 0;   // where its first alternative is remembered
  uint64_t stepNumber = 0;  // the entry that was there; 0: none
  uint64_t stepDependsOn = 0;
  uint64_t stepTouches = 0;  // in ways that may be races

  /// An answer to the question how many alternatives there are holds the part in races, too.
  uint32_t answer() const { return alternatives * kParts + static_cast<uint32_t>(part); }

  /// What to ask the cache first: whoever could not go on will rarely do so now.
  uint32_t likelyQuestion() const { return alternatives == 0 ? StepCache::kCountAlternatives : 0; }

  /// Finds out from memory how many alternatives the thread with this key has, which stands at this item. False if
  /// nobody remembers.
  template <typename IdOf>
  bool recall(const StepCache& cache, StepCache::Key key, uint32_t ownItem, IdOf idOf) {
    key.alternative = likelyQuestion();
    if (key.alternative == 0) {
      const auto* first = cache.find(key, idOf);
      if (first != nullptr && first->answer != StepCache::kNoAnswer) {
        set(first->answer);
        noteFirst(cache, *first, ownItem);
        dependsOn = stepDependsOn;
        return true;
      }
      key.alternative = StepCache::kCountAlternatives;
    }
    const auto* known = cache.find(key, idOf);
    if (known == nullptr) return false;
    set(cache.writesOf(*known).front().id);
    dependsOn = dependenciesOf(ownItem, known->reads());
    return true;
  }

  /// Keeps where the first alternative is remembered.
  void noteFirst(const StepCache& cache, const StepCache::Entry& known, uint32_t ownItem) {
    stepIndex = cache.indexOf(known);
    stepNumber = known.number;
    stepDependsOn = dependenciesOf(ownItem, known.reads());
    switch (known.touched) {
      case StepCache::kTouchesItself: stepTouches = bitOf(ownItem); return;
      case StepCache::kTouchesNothing: stepTouches = 0; return;
      case StepCache::kTouchesAnything:
        stepTouches = stepDependsOn;
        for (const StepCache::Item& write : cache.writesOf(known)) stepTouches |= bitOf(write.item);
        return;
      default: stepTouches = bitOf(known.items[known.touched].item);
    }
  }

  /// The items on which what a thread does depends: itself, and what it reads.
  static uint64_t dependenciesOf(uint32_t ownItem, std::span<const StepCache::Item> reads) {
    uint64_t items = bitOf(ownItem);
    for (const StepCache::Item& read : reads) items |= bitOf(read.item);
    return items;
  }

 private:
  void set(uint32_t answer) {
    alternatives = answer / kParts;
    part = static_cast<Part>(answer % kParts);
  }
};

/// What the alternatives of a thread touch, all together; none if they are not all remembered, or very many. `step(i)`
/// is what is remembered of one.
template <typename Step>
std::optional<uint64_t> touchesOf(const StepCache& cache, const Prospect& prospect, uint32_t ownItem, Step step) {
  constexpr uint32_t kMany = 8;
  if (prospect.alternatives > kMany) return std::nullopt;
  uint64_t items = 0;
  for (uint32_t i = 0; i < prospect.alternatives; ++i) {
    const StepCache::Entry* const known = step(i);
    if (known == nullptr) return std::nullopt;
    Prospect each;
    each.noteFirst(cache, *known, ownItem);
    items |= each.stepTouches;
  }
  return items;
}

/// Whether any two of some threads may race: their next steps may touch the same item, one of them writes, and one is
/// not atomic.
class Encounters {
 public:
  /// One more thread, whose step takes part in races, touches these items; true if it may race with one before.
  bool add(Part part, uint64_t items) {
    const uint64_t others = part == Part::Plain        ? plain_ | plainRead_ | atomic_ | atomicRead_
                            : part == Part::PlainRead  ? plain_ | atomic_
                            : part == Part::AtomicRead ? plain_
                                                       : plain_ | plainRead_;
    (part == Part::Plain        ? plain_
     : part == Part::PlainRead  ? plainRead_
     : part == Part::AtomicRead ? atomicRead_
                                : atomic_) |= items;
    return (items & others) != 0;
  }

 private:
  uint64_t plain_ = 0;
  uint64_t plainRead_ = 0;
  uint64_t atomic_ = 0;
  uint64_t atomicRead_ = 0;
};

}  // namespace clew::machine
