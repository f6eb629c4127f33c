// Steps that are remembered instead of executed: what a step under way reads is written down, and when
// its state is saved the cache learns what it left behind.
#pragma once

#include "machine/machine.h"

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
  if (!reads_.add({item, top_->tree[item]})) recording_ = false;
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

template <typename Domain>
void Machine<Domain>::beginRecording(const Thread& thread) {
  recording_ = mayRemember();
  recordedThread_ = thread.number;
  createdThread_ = program::kNone;
  reads_.clear();
}

template <typename Domain>
void Machine<Domain>::endRecording(const StepCache::Key& key, Outcome outcome) {
  const bool cutShort = mustEnd();
  const bool threadsAsKnown = threadsChanged_ == (createdThread_ != program::kNone);
  pending_ = recording_ && outcome == Outcome::Stopped && threadsAsKnown && !cutShort && memory_.deadObjects() == 0;
  pendingKey_ = key;
  pendingReads_ = reads_;
  recording_ = false;
}

/// Does a step from memory; false if it is not known.
template <typename Domain>
bool Machine<Domain>::recall(const StepCache::Key& key) {
  if (!mayRemember()) return false;
  const auto* known = cache_.find(key, [&](uint32_t item) { return top_->tree[item]; });
  if (known == nullptr || known->process != processId_) return false;
  for (const auto& [item, id] : known->writes.all()) {
    top_->tree.set(item, id);
    itemMoved(item, id);
  }
  if (!liveThreadsKnown_) countLiveThreads();
  choicesKnown_ = false;
  currentKey_ = {};
  looped_ = known->looped;
  return true;
}

template <typename Domain>
std::optional<typename Machine<Domain>::Foreseen> Machine<Domain>::foreseeStep(uint32_t alternative) {
  if (!remembering_ || threadsChanged_ || !mayRemember()) return std::nullopt;
  const ThreadChoice& choice = choiceOf(alternative);
  const auto idOf = [&](uint32_t item) { return top_->tree[item]; };
  const auto* known = cache_.find(keyOf(*byNumber_[choice.thread], alternative - choice.first), idOf);
  if (known == nullptr) return std::nullopt;
  if (known->process == processId_) return Foreseen{top_->tree.halvesAfter(known->writes.all()), known->looped};
  const auto key = foreseeCreation(*known);
  return key ? std::optional(Foreseen{*key, known->looped}) : std::nullopt;
}

template <typename Domain>
std::optional<StateKey> Machine<Domain>::foresee(uint32_t alternative) {
  const auto known = foreseeStep(alternative);
  return known ? std::optional(known->key) : std::nullopt;
}

/// The same for a step that creates a thread: the state after it stands in another list, if that is at hand.
template <typename Domain>
std::optional<StateKey> Machine<Domain>::foreseeCreation(const StepCache::Entry& known) {
  TopList* next = findTop(known.process);
  if (next == nullptr) return std::nullopt;
  next->tree.mark();
  next->tree.set(0, known.process);
  for (const StepCache::Item& write : known.writes.all()) next->tree.set(write.item, write.id);
  const auto isWritten = [&](uint32_t item) {
    const auto writes = known.writes.all();
    return std::any_of(writes.begin(), writes.end(), [&](const StepCache::Item& write) { return write.item == item; });
  };
  for (uint32_t item = 1; item < next->items.size(); ++item) {
    if (!isWritten(item)) next->tree.set(item, top_->tree[top_->itemOf(next->items[item])]);
  }
  return next->tree.halves();
}

/// A remembered answer holds the number of alternatives and the thread's part in races.
constexpr uint32_t kParts = 3;

/// How many alternatives a thread has, from memory if possible.
template <typename Domain>
uint32_t Machine<Domain>::countAlternatives(Thread& thread) {
  if (!remembering_ || threadsChanged_) {
    thread.countKey = {};
    thread.part = partOf(thread);
    return thread.alternatives = alternativesOf(thread);
  }
  const StepCache::Key key = keyOf(thread, StepCache::kCountAlternatives);
  const auto idOf = [&](uint32_t item) { return top_->tree[item]; };
  if (thread.countKey == key && thread.countReads.hold(idOf)) return thread.alternatives;
  if (const auto* known = cache_.find(key, idOf)) {
    thread.countKey = key;
    thread.countReads = known->reads;
    const uint32_t answer = known->writes.all().front().id;
    thread.alternatives = answer / kParts;
    thread.part = static_cast<Part>(answer % kParts);
    return thread.alternatives;
  }
  materialise();
  beginRecording(thread);
  thread.alternatives = alternativesOf(thread);
  thread.part = partOf(thread);
  thread.countKey = recording_ ? key : StepCache::Key{};
  thread.countReads = reads_;
  if (recording_) {
    StepCache::Items answer;
    answer.add({0, thread.alternatives * kParts + static_cast<uint32_t>(thread.part)});
    cache_.insert(key, reads_, answer, processId_, false);
  }
  recording_ = false;
  return thread.alternatives;
}

/// The tree says that an item has another content now. What others can see of a thread at any time (its
/// status, its objects' names) follows at once, the rest when it is needed.
template <typename Domain>
void Machine<Domain>::itemMoved(uint32_t item, uint32_t id) {
  if (!remembering_) return restoreTopItem(item, id);
  if (top_->items[item].isThread) {
    Thread& thread = *byNumber_[top_->items[item].index];
    if (tables_.nodes[id].id[0] != thread.controlId) return restoreThread(thread, id);
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
  liveThreads_ = joinedThreads_ = 0;
  for (const auto& thread : threads_) {
    const bool joined = thread->status == ThreadStatus::Joined;
    joinedThreads_ += joined ? 1 : 0;
    liveThreads_ += joined || thread->status == ThreadStatus::Terminated ? 0 : 1;
  }
}

}  // namespace clew::machine
