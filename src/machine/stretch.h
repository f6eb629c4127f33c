// Stretches that are remembered instead of gone through step by step (stretch_cache.h). A search that passes through
// states in which only one thread can go on asks where that ends. It depends on what the thread does, which is
// remembered, and on the others being unable to go on in each state between, which is asked again for every state the
// stretch begins in: of those that look at something that moves, whether they can go on is remembered like a step.
//
// Who waits for condition variables is one item that follows from all threads, so it is hardly ever the same. A stretch
// ends before a step that looks at it, where the next one begins; the two are put together when they are looked up.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "machine/machine.h"
#include "machine/recall.h"

namespace clew::machine {

// ---- learning ----

template <typename Domain>
void Machine<Domain>::beginStretch() {
  endStretch();
  stretch_.clear();
  stretchBeginning_ = {};
  stretchGoesOn_ = remembering_;
  stretchMovesWaiters_ = false;
  stretchBegan_ = deadNameCount();
}

/// Whether a step finds what the stretch leaves behind so far.
template <typename Domain>
bool Machine<Domain>::continuesStretch(const StepCache::Entry& step, uint32_t own) const {
  const auto isLeft = [&](uint32_t item, uint32_t id) {
    const uint32_t moved = stretch_.contentAfter(stretch_.steps, item);
    if (moved != 0) return moved == id;
    const auto read = std::ranges::find(stretch_.allReads(), item, &StepCache::Item::item);
    return read == stretch_.allReads().end() || read->id == id;
  };
  const bool isOnlyOne = step.answer != StepCache::kNoAnswer && step.answer / kParts == 1 && step.key.alternative == 0;
  return isOnlyOne && step.key.thread == stretch_.key.thread && step.key.process == stretch_.key.process &&
         step.key.liveThreads == stretch_.key.liveThreads && isLeft(own, step.key.root) &&
         std::ranges::all_of(step.reads(), [&](const auto& read) { return isLeft(read.item, read.id); });
}

/// A thread is about to do a remembered step. Most lead to states that are stored, so that there is no stretch, and
/// then this costs nearly nothing: the first step is added when the second one comes.
template <typename Domain>
void Machine<Domain>::addToStretch(const Thread& thread, const StepCache::Entry& step) {
  const Beginning now{step.number, cache_.indexOf(step), thread.status == ThreadStatus::Waiting};
  if (stretch_.steps == 0) {
    const Beginning before = std::exchange(stretchBeginning_, now);
    if (before.number == 0) return;
    const StepCache::Entry& first = cache_.at(before.index);
    if (first.number != before.number) {
      stretchGoesOn_ = false;  // it was forgotten meanwhile
      return;
    }
    addToStretch(first, before.wasWaiting);
  }
  if (stretchGoesOn_) addToStretch(step, now.wasWaiting);
}

template <typename Domain>
void Machine<Domain>::addToStretch(const StepCache::Entry& step, bool isWaiting) {
  const uint32_t own = top_->itemOfThread[step.key.thread];
  const bool looksAtWaiters = std::ranges::any_of(step.reads(), [](const auto& read) { return read.item == kWaiters; });
  const bool hasLooked =
      std::ranges::find(stretch_.allReads(), kWaiters, &StepCache::Item::item) != stretch_.allReads().end();
  if (stretch_.steps > 0 && looksAtWaiters && (!hasLooked || stretchMovesWaiters_)) beginStretch();
  stretch_.lostNames |= step.lostNames;
  const bool isFirst = stretch_.steps == 0;
  const auto written = cache_.writesOf(step);
  if (step.process != step.key.process || (!isFirst && !continuesStretch(step, own)) ||
      !stretch_.append(step, written)) {
    return endStretch();
  }
  if (isWaiting) stretchMovesWaiters_ = true;
  for (const StepCache::Item& write : written) {
    stretch_.touched |= bitOf(write.item);
    stretchMovesWaiters_ |= write.item != own && top_->items[write.item].isThread;
  }
  if (step.looped && !isFirst) endStretch();  // so that all stretches that begin alike end alike
}

template <typename Domain>
void Machine<Domain>::endStretch() {
  if (!std::exchange(stretchGoesOn_, false) || stretch_.steps < 2 || stretch_.key.process != processId_) return;
  if (deadNameCount() != stretchBegan_) return;  // what names it lets go of would be asked too early
  const uint32_t own = top_->itemOfThread[stretch_.key.thread];
  if (!stretch_.finish(own)) return;
  if (stretchMovesWaiters_) stretch_.touched |= bitOf(kWaiters);
  for (const StepCache::Item& write : stretch_.allWrites()) {
    if (top_->tree.isInFirstHalf(write.item)) ++stretch_.leftWrites;
  }
  stretches_.insert(stretch_);
}

// ---- foreseeing ----

/// The current state as it will be behind some stretches.
template <typename Domain>
struct Machine<Domain>::Later {
  static constexpr size_t kMostThreads = 64;

  std::array<StepCache::Item, state::TreeCursor::kMostChanges> changes;  // in rising order
  size_t count = 0;
  bool isNow = true;
  bool waitersMoved = false;
  uint64_t lastMoves = 0;                      // what the last step moved
  std::array<uint64_t, kMostThreads> asksFor;  // by place among the threads: what those look at that are blocked
  // Of the stretch that comes next: what moves on the way to the last state but one, behind so many steps and before.
  std::array<uint64_t, Stretch::kMostSteps> stillMoves;

  std::span<const StepCache::Item> all() const { return {changes.data(), count}; }
  /// The content of an item; 0 if it is as it is now.
  uint32_t contentOf(uint32_t item) const {
    for (const StepCache::Item& change : all()) {
      if (change.item == item) return change.id;
    }
    return 0;
  }
  /// Prepares to ask who is blocked during a stretch.
  void approach(const Stretch& stretch) {
    uint64_t moves = 0;
    for (size_t done = stretch.steps - size_t{1}; done > 0; --done) {
      for (const StepCache::Item& move : stretch.movesOf(done)) moves |= bitOf(move.item);
      stillMoves[done] = moves;
    }
    stillMoves[0] = moves | lastMoves;
  }
  /// Goes behind another stretch; false if that is too much.
  bool add(const Stretch& stretch) {
    for (const StepCache::Item& write : stretch.allWrites()) {
      const auto place = std::lower_bound(changes.begin(), changes.begin() + count, write,
                                          [](const auto& one, const auto& other) { return one.item < other.item; });
      if (place != changes.begin() + count && place->item == write.item) {
        place->id = write.id;
        continue;
      }
      if (count == changes.size()) return false;
      std::move_backward(place, changes.begin() + count, changes.begin() + count + 1);
      *place = write;
      ++count;
    }
    waitersMoved |= (stretch.touched & bitOf(kWaiters)) != 0;
    isNow = false;
    lastMoves = 0;
    for (const StepCache::Item& move : stretch.movesOf(stretch.steps)) lastMoves |= bitOf(move.item);
    return true;
  }
};

/// Whether a thread can go on in none of the states between, and if the stretch does not begin now, not where it begins
/// either. `asksFor` is what it looks at in the last state that it is known to be blocked in.
template <typename Domain>
bool Machine<Domain>::isBlockedDuring(const Stretch& stretch, const Thread& thread, const Later& later,
                                      uint64_t& asksFor) {
  if (later.isNow) asksFor = thread.prospect.dependsOn;
  if ((later.stillMoves[0] & asksFor) == 0) return !later.isNow || thread.prospect.alternatives == 0;
  const bool waitersMove = later.waitersMoved || (stretch.touched & bitOf(kWaiters)) != 0;
  if (later.isNow) asksFor = ~uint64_t{0};
  for (size_t done = later.isNow ? 1 : 0; done < stretch.steps && (asksFor & later.stillMoves[done]) != 0; ++done) {
    uint64_t moved = done == 0 ? later.lastMoves : 0;
    if (done > 0) {
      for (const StepCache::Item& move : stretch.movesOf(done)) moved |= bitOf(move.item);
    }
    if ((asksFor & moved) == 0) continue;
    const auto contentOf = [&](uint32_t item) {
      if (const uint32_t after = stretch.contentAfter(done, item)) return after;
      const uint32_t before = later.contentOf(item);
      return before != 0 ? before : idOf(item);
    };
    StepCache::Key question = keyOf(thread, StepCache::kCountAlternatives);
    question.root = contentOf(top_->itemOfThread[thread.number]);
    const StepCache::Entry* known = cache_.find(question, contentOf);
    if (known == nullptr || cache_.writesOf(*known).front().id / kParts != 0) return false;
    asksFor = Prospect::dependenciesOf(top_->itemOfThread[thread.number], known->reads());
    if (waitersMove && (asksFor & bitOf(kWaiters)) != 0) return false;
  }
  return true;
}

/// The same for all but one.
template <typename Domain>
bool Machine<Domain>::areBlockedDuring(const Stretch& stretch, const Thread& mover, Later& later) {
  if (threads_.size() > Later::kMostThreads) return false;
  later.approach(stretch);
  for (size_t index = 0; index < threads_.size(); ++index) {
    if (threads_[index].get() == &mover) continue;
    if (!isBlockedDuring(stretch, *threads_[index], later, later.asksFor[index])) return false;
  }
  return true;
}

/// The stretch that begins with this step, if it is known.
template <typename Domain>
const Stretch* Machine<Domain>::findStretch(const StepCache::Key& first, const Later& later) {
  return stretches_.find(first, [&](uint32_t item) -> uint32_t {
    if (item == kWaiters && later.waitersMoved) return 0;  // nobody knows
    const uint32_t content = later.contentOf(item);
    return content != 0 ? content : idOf(item);
  });
}

template <typename Domain>
typename Machine<Domain>::Foreseen Machine<Domain>::followStretches(const StepCache::Entry& first) {
  constexpr int kMostParts = 4;
  StepCache::Key next = first.key;
  const Thread& mover = *byNumber_[next.thread];
  Later later;
  Foreseen foreseen;
  StateKey key = top_->tree.halves();
  for (int part = 0; part < kMostParts; ++part) {
    const Stretch* const known = findStretch(next, later);
    if (known == nullptr || letsGoOfDeadNames(known->lostNames)) break;
    if (!areBlockedDuring(*known, mover, later) || !later.add(*known)) break;
    key = keyAfter(*known, key, later);
    foreseen = part == 0 ? Foreseen{key, stretches_.indexOf(*known), known->looped, known->number, known->steps}
                         : Foreseen{key, foreseen.index, known->looped, foreseen.number, foreseen.steps + known->steps};
    if (known->looped) break;
    if (const uint32_t root = later.contentOf(top_->itemOfThread[mover.number])) next.root = root;
    next.alternative = 0;
  }
  return foreseen;
}

/// What the key becomes by a stretch, behind which the state is this one.
template <typename Domain>
StateKey Machine<Domain>::keyAfter(const Stretch& stretch, StateKey key, const Later& later) {
  const auto halfAfter = [&](uint32_t half, bool first) {
    const uint64_t change = 2 * stretch.number + (first ? 1 : 0);
    if (const uint32_t known = halves_.find(half, change)) return known;
    const StateKey both = top_->tree.halvesAfter(later.all());
    halves_.insert(half, change, first ? both.first : both.second);
    return first ? both.first : both.second;
  };
  if (stretch.leftWrites > 0) key.first = halfAfter(key.first, true);
  if (stretch.leftWrites < stretch.writeCount) key.second = halfAfter(key.second, false);
  return key;
}

// ---- going there ----

template <typename Domain>
bool Machine<Domain>::stretch(const Foreseen& foreseen) {
  const Stretch* part = &stretches_.at(foreseen.index);
  if (part->number != foreseen.number || observer_ != nullptr) return false;
  Later later;
  StepCache::Key next = part->key;
  next.alternative = 0;
  for (uint32_t steps = 0;;) {
    if (!later.add(*part)) return false;
    steps += part->steps;
    if (steps == foreseen.steps) break;
    if (const uint32_t root = later.contentOf(top_->itemOfThread[next.thread])) next.root = root;
    part = findStretch(next, later);
    if (part == nullptr || steps + part->steps > foreseen.steps) return false;
  }
  top_->tree.mark();
  top_->tree.replace(later.all(), foreseen.key);
  for (const auto& [item, id] : later.all()) itemMoved(item, id);
  if (!liveThreadsKnown_) countLiveThreads();
  choicesKnown_ = false;
  currentKey_ = {};
  looped_ = foreseen.looped;
  beginStretch();  // what comes next may be one, too
  return true;
}

}  // namespace clew::machine
