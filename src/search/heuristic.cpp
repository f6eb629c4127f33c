#include "search/heuristic.h"

#include <algorithm>

#include "support/hash.h"

namespace clew::search {

namespace {

using machine::ThreadStatus;

/// The worst that a thread can be, for lock-order.
constexpr uint32_t kHarmless = 4;

bool isLive(ThreadStatus status) { return status != ThreadStatus::Terminated && status != ThreadStatus::Joined; }

}  // namespace

History History::after(uint32_t thread, bool hadOthers, bool chose) const {
  constexpr uint64_t kMoveMask = (uint64_t{1} << kMoveBits) - 1;
  constexpr uint64_t kMostChoices = ~uint64_t{0} >> kMoveBits;
  History next = *this;
  if (hadOthers) {
    const uint64_t moves = word_ << 8 | (1 + thread % 255);  // 0 is nobody
    next.word_ = (word_ & ~kMoveMask) | (moves & kMoveMask);
  }
  if (chose && choices() < kMostChoices) next.word_ += uint64_t{1} << kMoveBits;
  return next;
}

uint32_t History::repetition() const {
  const uint64_t last = word_ & 0xFF;
  if (last == 0) return 0;
  uint32_t sum = 0;
  for (unsigned age = 1; age < kMoves; ++age) {
    if ((word_ >> 8 * age & 0xFF) == last) sum += kMoves - age;
  }
  return sum;
}

Heuristic::Heuristic(const HeuristicSpec& spec, const machine::Complaints& complaints,
                     machine::ConcreteMachine& machine)
    : spec_(spec), machine_(machine) {
  for (const WeightedHeuristic& heuristic : spec_) {
    usesHistory_ |= search::usesHistory(heuristic.kind);
    if (heuristic.kind == HeuristicKind::LockOrder) lockDepths_.emplace(machine.program());
    if (heuristic.kind == HeuristicKind::ErrorDistance) {
      distances_.emplace(machine.program(), program::ErrorTargets{complaints.assertions, complaints.errorFunctions});
    }
  }
  if (distances_ || lockDepths_) views_.resize(kViews);
}

uint32_t Heuristic::value(const History& history) {
  uint32_t sum = 0;
  for (const auto& [kind, weight] : spec_) {
    sum += weight * std::min(valueOf(kind, history), WeightedHeuristic::kMostValue);
  }
  return sum;
}

uint32_t Heuristic::valueOf(HeuristicKind kind, const History& history) {
  // Nothing follows the end of the process.
  if (machine_.hasExited()) return WeightedHeuristic::kMostValue;
  switch (kind) {
    case HeuristicKind::MostBlocked: return freeThreads();
    case HeuristicKind::LockOrder: return lockValue();
    case HeuristicKind::Interleaving: return history.repetition();
    case HeuristicKind::ErrorDistance: return errorDistance();
    case HeuristicKind::ChooseFree: return history.choices();
  }
  return 0;
}

History Heuristic::after(const History& history, uint32_t alternative) {
  if (!usesHistory_) return history;
  const auto choices = machine_.choices();
  const auto next =
      std::upper_bound(choices.begin(), choices.end(), alternative,
                       [](uint32_t value, const machine::ThreadChoice& choice) { return value < choice.first; });
  const machine::ThreadChoice& taken = *std::prev(next);
  return history.after(taken.thread, choices.size() > 1, taken.alternatives > 1);
}

/// Threads that nothing keeps from going on: what is missing of a deadlock. Threads that have ended, or that are still
/// to come, count as well. Otherwise a search would let one thread run to its end before it creates the next, and
/// nobody would ever wait for anybody.
uint32_t Heuristic::freeThreads() {
  machine_.choices();  // so that the threads' prospects are those of this state
  uint32_t blocked = 0;
  uint32_t live = 0;
  for (const auto& thread : machine_.threads()) {
    if (!isLive(thread->status)) continue;
    ++live;
    blocked += thread->prospect.alternatives == 0 ? 1 : 0;
  }
  return std::max(machine_.tables().threadPlaces, live) - blocked;
}

/// In a cycle of locks every thread holds one and waits for another. So the danger in a thread is 4 if it does, 3 if it
/// is about to, 2 if it holds one, 1 if it is about to take its first, else 0; what is missing of 4 is the thread's
/// value. Threads that have ended, or are still to come, are harmless.
uint32_t Heuristic::lockValue() {
  machine_.choices();
  uint32_t danger = 0;
  uint32_t live = 0;
  for (const auto& thread : machine_.threads()) {
    if (!isLive(thread->status)) continue;
    ++live;
    const View& view = viewOf(*thread);
    const bool waits = view.wantsLock && thread->prospect.alternatives == 0;
    if (view.locks > 0) danger += waits ? 4 : view.wantsLock ? 3 : 2;
    if (view.locks == 0 && view.wantsLock) danger += 1;
  }
  return kHarmless * std::max(machine_.tables().threadPlaces, live) - danger;
}

uint32_t Heuristic::errorDistance() {
  program::ErrorDistance::Total total;
  for (const auto& thread : machine_.threads()) {
    if (isLive(thread->status)) total.add(viewOf(*thread).distance);
  }
  return total.value();
}

const Heuristic::View& Heuristic::viewOf(const Thread& thread) {
  const uint32_t content = machine_.contentOfThread(thread.number);
  View& view = views_[support::hashPair(content, 0) >> 48];
  if (view.content != content) view = look(thread, content);
  return view;
}

Heuristic::View Heuristic::look(const Thread& thread, uint32_t content) {
  machine_.refresh(thread.number);
  View view;
  view.content = content;
  places_.clear();
  for (const machine::Frame& frame : thread.frames) places_.push_back(frame.pc);
  const bool waits = thread.status == ThreadStatus::Waiting;
  const bool isWoken = thread.status == ThreadStatus::Woken;
  if (distances_) view.distance = distances_->ofThread(places_, waits ? 2 : isWoken ? 1 : 0);
  if (lockDepths_) {
    int32_t locks = waits || isWoken ? -1 : 0;  // it has given up one for the time being
    for (const uint32_t pc : places_) locks += lockDepths_->at(pc);
    view.locks = static_cast<uint16_t>(std::clamp(locks, 0, 0xFFFF));
    view.wantsLock = isWoken || (!waits && machine_.program().code[places_.back()].op == program::Op::MutexLock);
  }
  return view;
}

}  // namespace clew::search
