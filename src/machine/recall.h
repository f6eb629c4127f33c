// Steps that are remembered instead of executed: what a step under way reads is written down, and when
// its state is saved the cache learns what it left behind.
#pragma once

#include <tuple>
#include <utility>

#include "machine/machine.h"
#include "support/bytes.h"

namespace clew::machine {

template <typename Domain>
StepCache::Key Machine<Domain>::keyOf(const Thread& thread, uint32_t alternative) const {
  return {top_->tree[top_->itemOfThread[thread.number]], processId_, alternative, static_cast<uint16_t>(thread.number),
          static_cast<uint16_t>(liveThreads_)};
}

/// The step under way has looked at this item of the state.
template <typename Domain>
void Machine<Domain>::noteItem(uint32_t item) {
  for (const StepCache::Item& known : reads_.all()) {
    if (known.item == item) return;
  }
  if (!reads_.add({item, idOf(item)})) recording_ = false;
}

/// Another thread's stack, objects or status.
template <typename Domain>
void Machine<Domain>::noteThread(uint32_t number) {
  if (number == recordedThread_ || number == createdThread_) return;  // part of the key, or made by the step
  if (byNumber_[number] == nullptr) {
    recording_ = false;
  } else {
    noteItem(top_->itemOfThread[number]);
  }
}

template <typename Domain>
void Machine<Domain>::noteObject(const Object& object, uint64_t offset, uint64_t bytes) {
  if (object.constant || bytes == 0 || offset >= object.size) return;
  bytes = std::min(bytes, object.size - offset);  // an access beyond the end is a fault, seen elsewhere
  if (object.arena != 0) return noteThread(object.arena - 1);
  const uint64_t last = (offset + bytes - 1) / object.pieceSize;
  for (uint64_t piece = offset / object.pieceSize; piece <= last && recording_; ++piece) {
    noteItem(top_->itemOfGlobal[object.firstItem + piece]);
  }
}

/// Which objects there are around an address, apart from their content.
template <typename Domain>
void Machine<Domain>::noteAddress(uint64_t address) {
  const uint32_t arena = program_.addresses.arenaOf(address & program_.addresses.addressMask());
  if (recording_ && arena != 0 && arena < memory_.arenaCount()) noteThread(arena - 1);
}

/// Who waits for condition variables, before the step.
template <typename Domain>
void Machine<Domain>::noteWaiters() {
  if (recording_) noteItem(kWaiters);
}

template <typename Domain>
uint32_t Machine<Domain>::waiters() {
  if (waitersKnown_) return waiters_;
  waitersKnown_ = true;
  support::ByteWriter out(scratch_);
  for (const auto& thread : threads_) {
    if (thread->status != ThreadStatus::Waiting) continue;
    out.put(thread->number);
    out.put(thread->condition);
  }
  waiters_ = tables_.components.intern(out.bytes());
  return waiters_;
}

template <typename Domain>
void Machine<Domain>::beginRecording(const Thread& thread) {
  waiters();  // as long as nobody moves
  recording_ = (deadNames_ & kAnyName) == 0;
  recordedThread_ = thread.number;
  createdThread_ = program::kNone;
  beganInSection_ = thread.inSection;
  answer_ = StepCache::kNoAnswer;
  touched_ = StepCache::kTouchesAnything;
  reads_.clear();
  savedNames_.clear();
  dyingNames_.clear();
  lostNames_ = 0;
}

/// A step begins with the question how many alternatives its thread has: whoever finds the step finds the answer, too.
template <typename Domain>
void Machine<Domain>::noteAnswer(const Thread& thread) {
  if (!recording_) return;
  const auto* known =
      cache_.find(keyOf(thread, StepCache::kCountAlternatives), [&](uint32_t item) { return idOf(item); });
  if (known == nullptr) return;
  const uint32_t answer = cache_.writesOf(*known).front().id;
  if (answer >= StepCache::kNoAnswer) return;
  for (const StepCache::Item& read : known->reads()) reads_.add(read);
  answer_ = static_cast<uint8_t>(answer);
}

/// The step's visible operation is about to touch something; which item that is tells who may race with it. What is
/// read on the way to the next operation is left out.
template <typename Domain>
void Machine<Domain>::noteTouched(Thread& thread) {
  if (!recording_ || touchesMuch(thread)) return;
  touches_.clear();
  recording_ = false;  // what is asked here is no part of the step
  footprint_ = &touches_;
  collectTouches(thread, {});
  footprint_ = nullptr;
  recording_ = true;
  if (touches_.empty()) touched_ = StepCache::kTouchesNothing;
  if (touches_.size() != 1) return;
  const Touch& touch = touches_.front();
  const Object& object = *memory_.find(touch.address);
  if (object.arena == recordedThread_ + 1) {
    touched_ = StepCache::kTouchesItself;
    return;
  }
  uint32_t item = program::kNone;
  if (object.arena == 0) {
    const uint64_t offset = touch.address - object.address;
    const uint64_t piece = offset / object.pieceSize;
    if ((offset + touch.bytes - 1) / object.pieceSize != piece) return;
    item = top_->itemOfGlobal[object.firstItem + piece];
  } else {
    item = top_->itemOfThread[object.arena - 1];
  }
  noteItem(item);
  const auto reads = reads_.all();
  for (size_t index = 0; index < reads.size(); ++index) {
    if (reads[index].item == item) touched_ = static_cast<uint8_t>(index);
  }
}

template <typename Domain>
void Machine<Domain>::endRecording(const StepCache::Key& key, Outcome outcome) {
  const bool cutShort = mustEnd();
  const bool threadsAsKnown = threadsChanged_ == (createdThread_ != program::kNone);
  pending_ = recording_ && outcome == Outcome::Stopped && threadsAsKnown && !cutShort &&
             keepsDyingNames(*byNumber_[key.thread]);
  if (pending_) findLostNames();
  pendingKey_ = key;
  pendingReads_ = reads_;
  recording_ = false;
}

/// Whether a step that is about to be remembered is one that others notice nothing of but what it writes: there are as
/// many threads as before, nobody is kept from going on, and no name is dead.
template <typename Domain>
bool Machine<Domain>::isQuiet(const StepCache::Entry& step) const {
  const auto isWaiters = [](const StepCache::Item& read) { return read.item == kWaiters; };
  return step.answer != StepCache::kNoAnswer && step.answer / kParts == 1 && step.process == step.key.process &&
         step.key.liveThreads == liveThreads_ && deadNames_ == 0 && !beganInSection_ &&
         !byNumber_[step.key.thread]->inSection && std::ranges::none_of(pendingReads_.all(), isWaiters);
}

template <typename Domain>
uint64_t Machine<Domain>::commutingWith(const Foreseen& taken) {
  if (!taken || taken.steps != 1) return 0;
  const StepCache::Entry& step = cache_.at(taken.index);
  if (step.number != taken.number || !step.quiet || threadsChanged_) return 0;
  const auto all = choices();
  // Whoever waits inside a section goes first once it can go on: a step that lets it must be taken in every order.
  const auto waits = [](const auto& thread) { return thread->inSection; };
  if (deadNames_ != 0 || std::ranges::any_of(threads_, waits)) return 0;
  const Traffic traffic = trafficOf(step);
  uint64_t commuting = 0;
  for (const ThreadChoice& choice : all) {
    if (choice.first >= 64) break;
    if (choice.thread >= step.key.thread || choice.alternatives != 1) continue;
    const StepCache::Entry* const other = knownStep(*byNumber_[choice.thread], 0);
    const bool commutes = other != nullptr && other->quiet && traffic.commutesWith(trafficOf(*other));
    if (commutes) commuting |= uint64_t{1} << choice.first;
  }
  return commuting;
}

/// The items that a remembered step reads and writes.
template <typename Domain>
Traffic Machine<Domain>::trafficOf(const StepCache::Entry& step) const {
  Traffic traffic{Prospect::dependenciesOf(top_->itemOfThread[step.key.thread], step.reads()), 0};
  for (const StepCache::Item& write : cache_.writesOf(step)) traffic.writes |= bitOf(write.item);
  return traffic;
}

/// What is remembered of an alternative of a thread in the current state, whose choices are known; null if nothing is.
template <typename Domain>
const StepCache::Entry* Machine<Domain>::knownStep(Thread& thread, uint32_t alternative) {
  Prospect& prospect = thread.prospect;
  const bool isFirst = alternative == 0;
  if (isFirst && prospect.stepNumber != 0) {
    const StepCache::Entry& known = cache_.at(prospect.stepIndex);
    if (known.number == prospect.stepNumber) return &known;
  }
  const auto* known = cache_.find(keyOf(thread, alternative), [&](uint32_t item) { return idOf(item); });
  if (isFirst && known != nullptr) prospect.noteFirst(cache_, *known, top_->itemOfThread[thread.number]);
  return known;
}

/// The same, if it is all that the alternative does here.
template <typename Domain>
const StepCache::Entry* Machine<Domain>::remembered(Thread& thread, uint32_t alternative) {
  const StepCache::Entry* known = knownStep(thread, alternative);
  return known == nullptr || letsGoOfDeadNames(known->lostNames) ? nullptr : known;
}

/// Does a step from memory; `after` is the state it leads to.
template <typename Domain>
void Machine<Domain>::recall(const StepCache::Entry& known, StateKey after) {
  const auto writes = cache_.writesOf(known);
  top_->tree.replace(writes, after);
  for (const auto& [item, id] : writes) itemMoved(item, id);
  if (known.process != processId_) followProcess();
  if (!liveThreadsKnown_) countLiveThreads();
  choicesKnown_ = false;
  currentKey_ = {};
  looped_ = known.looped;
}

template <typename Domain>
typename Machine<Domain>::Foreseen Machine<Domain>::leadsTo(const StepCache::Entry* step) {
  if (step == nullptr) return {};
  return {halvesAfter(*step), cache_.indexOf(*step), step->looped, step->number};
}

template <typename Domain>
const StepCache::Entry* Machine<Domain>::remember(uint32_t alternative) {
  if (!remembering_ || threadsChanged_) return nullptr;
  const ThreadChoice& choice = choiceOf(alternative);
  const StepCache::Entry* const step = remembered(*byNumber_[choice.thread], alternative - choice.first);
  if (step == nullptr) return nullptr;
  const StateKey key = top_->tree.halves();
  if (step->leftWrites > 0) halves_.prefetch(key.first, changeOf(*step, true));
  if (step->leftWrites < step->writeCount) halves_.prefetch(key.second, changeOf(*step, false));
  return step;
}

/// The key of the state after a step.
template <typename Domain>
StateKey Machine<Domain>::halvesAfter(const StepCache::Entry& known) {
  StateKey key = top_->tree.halves();
  if (known.leftWrites > 0) key.first = halfAfter(known, key.first, true);
  if (known.leftWrites < known.writeCount) key.second = halfAfter(known, key.second, false);
  return key;
}

/// What one of the current halves becomes by a step.
template <typename Domain>
inline uint32_t Machine<Domain>::halfAfter(const StepCache::Entry& known, uint32_t half, bool first) {
  const uint32_t after = halves_.find(half, changeOf(known, first));
  return after != 0 ? after : computeHalf(known, half, first);
}

template <typename Domain>
uint32_t Machine<Domain>::computeHalf(const StepCache::Entry& known, uint32_t half, bool first) {
  const auto writes = cache_.writesOf(known);
  const StateKey both =
      top_->tree.halvesAfter(first ? writes.first(known.leftWrites) : writes.subspan(known.leftWrites));
  const uint32_t after = first ? both.first : both.second;
  halves_.insert(half, changeOf(known, first), after);
  return after;
}

/// Asks those threads again for which something has changed; false if all of them can do as much as before.
template <typename Domain>
bool Machine<Domain>::updateProspects() {
  bool differs = processId_ != prospectsProcess_ || !remembering_ || threadsChanged_;
  if (differs || liveThreads_ != prospectsThreads_) moved_ = ~uint64_t{0};
  if (remembering_ && !threadsChanged_) {
    for (const auto& thread : threads_) {
      if ((thread->prospect.dependsOn & moved_) != 0) {
        cache_.prefetch(keyOf(*thread, thread->prospect.likelyQuestion()));
      }
    }
  }
  for (const auto& thread : threads_) {
    if ((thread->prospect.stepDependsOn & moved_) != 0) thread->prospect.stepNumber = 0;
    if ((thread->prospect.dependsOn & moved_) != 0) differs |= updateProspect(*thread);
  }
  movedBefore_ |= std::exchange(moved_, 0);
  prospectsProcess_ = processId_;
  prospectsThreads_ = liveThreads_;
  return differs;
}

/// The same for one thread.
template <typename Domain>
bool Machine<Domain>::updateProspect(Thread& thread) {
  Prospect& prospect = thread.prospect;
  const auto [alternatives, part, inSection] = std::tuple(prospect.alternatives, prospect.part, prospect.inSection);
  prospect.inSection = thread.inSection;
  countAlternatives(thread);
  return prospect.alternatives != alternatives || prospect.part != part || prospect.inSection != inSection;
}

/// How many alternatives a thread has, from memory if possible.
template <typename Domain>
void Machine<Domain>::countAlternatives(Thread& thread) {
  Prospect& prospect = thread.prospect;
  prospect.dependsOn = ~uint64_t{0};
  if (!remembering_ || threadsChanged_) {
    prospect.part = partOf(thread);
    prospect.alternatives = alternativesOf(thread);
    return;
  }
  const uint32_t ownItem = top_->itemOfThread[thread.number];
  const StepCache::Key key = keyOf(thread, StepCache::kCountAlternatives);
  if (prospect.recall(cache_, key, ownItem, [&](uint32_t item) { return idOf(item); })) return;
  materialise();
  beginRecording(thread);
  prospect.alternatives = alternativesOf(thread);
  prospect.part = partOf(thread);
  if (recording_) {
    StepCache::Writes answer;
    answer.add({0, prospect.answer()});
    StepCache::Entry entry{};
    entry.key = key;
    cache_.insert(entry, reads_, answer);
    prospect.dependsOn = Prospect::dependenciesOf(ownItem, reads_.all());
  }
  recording_ = false;
}

/// The tree says that an item has another content now. What others can see of a thread at any time (its
/// status, its objects' names) follows at once, the rest when it is needed. Which threads there are is left to
/// `followProcess`.
template <typename Domain>
void Machine<Domain>::itemMoved(uint32_t item, uint32_t id) {
  moved_ |= bitOf(item);
  if (!remembering_) return restoreTopItem(item, id);
  if (top_->items[item].isThread) {
    Thread* const thread = byNumber_[top_->items[item].index];
    if (thread != nullptr && id != absent_) {
      const state::ComponentId control = tables_.nodes[id].id[0];
      if (control != thread->controlId) restoreControl(*thread, control);
    }
  }
  if (top_->isStale[item] != 0) return;
  top_->isStale[item] = 1;
  staleItems_.push_back(item);
}

template <typename Domain>
void Machine<Domain>::materialise() {
  for (const uint32_t item : staleItems_) {
    top_->isStale[item] = 0;
    restoreTopItem(item, top_->tree[item]);
  }
  staleItems_.clear();
}

template <typename Domain>
void Machine<Domain>::countLiveThreads() {
  liveThreadsKnown_ = true;
  liveThreads_ = 0;
  for (const auto& thread : threads_) liveThreads_ += thread->status < ThreadStatus::Terminated ? 1 : 0;
  deadNames_ = deadNames();
}

}  // namespace clew::machine
