// Steps and choices: what a machine does from outside. Who needs machines of a domain of their own includes this file
// and instantiates them.
#pragma once

#include "machine/access.h"
#include "machine/arithmetic.h"
#include "machine/calls.h"
#include "machine/environment.h"
#include "machine/exchange.h"
#include "machine/heap.h"
#include "machine/interpreter.h"
#include "machine/machine.h"
#include "machine/names.h"
#include "machine/races.h"
#include "machine/recall.h"
#include "machine/snapshot.h"
#include "machine/stretch.h"
#include "machine/synchronise.h"
#include "machine/unwind.h"

namespace clew::machine {

template <typename Domain>
Machine<Domain>::Machine(const program::Program& program, StateTables& tables, MachineLimits limits)
    : program_(program),
      pointerMask_(program.addresses.pointerMask()),
      tables_(tables),
      limits_(limits),
      memory_(program),
      byNumber_(program.addresses.arenas(), nullptr),
      absent_(tables.components.intern({})) {}

template <typename Domain>
Machine<Domain>::~Machine() = default;

template <typename Domain>
Outcome Machine<Domain>::finishStep(Outcome outcome) {
  // New threads run up to their first visible operation at once: it concerns nobody else.
  for (size_t next = 0; outcome == Outcome::Stopped && next < startedThreads_.size(); ++next) {
    outcome = run(*byNumber_[startedThreads_[next]], false, 0);
  }
  startedThreads_.clear();
  if (outcome == Outcome::Stopped) collect();
  return outcome;
}

template <typename Domain>
void Machine<Domain>::watch(const std::vector<uint32_t>& globals) {
  for (const uint32_t global : globals) memory_.global(global)->watched = Watch::Stop;
  watches_ = true;
}

template <typename Domain>
void Machine<Domain>::lookAt(const std::vector<uint32_t>& globals, std::function<void()> looker) {
  for (const uint32_t global : globals) {
    Watch& watched = memory_.global(global)->watched;
    if (watched == Watch::None) watched = Watch::Look;
  }
  looker_ = std::move(looker);
}

/// What is seen now depends on more than the step reads, so it is not remembered.
template <typename Domain>
void Machine<Domain>::letLook() {
  if (!looker_ || footprint_ != nullptr) return;
  forgetRecording();
  looker_();
}

template <typename Domain>
Outcome Machine<Domain>::start() {
  startThread(0, program_.startFunction, 0, 0, Domain::constant(0));
  return finishStep(run(*threads_.front(), false, 0));
}

template <typename Domain>
std::span<const ThreadChoice> Machine<Domain>::choices() {
  if (choicesKnown_) return {choices_.data(), choiceCount_};
  choicesKnown_ = true;
  sawSymbols_ = false;
  choicesKey_ = currentKey_;
  lastChoice_ = 0;
  const bool areNew = updateProspects();
  choicesSawSymbols_ = areNew ? sawSymbols_ : choicesSawSymbols_ || sawSymbols_;
  if (!areNew) return {choices_.data(), choiceCount_};
  if (choices_.size() < threads_.size()) choices_.resize(threads_.size());
  size_t count = 0;
  alternativeCount_ = 0;
  plainThreads_ = touchingThreads_ = 0;
  const Thread* inSection = nullptr;
  for (const auto& thread : threads_) {
    const Prospect& prospect = thread->prospect;
    if (prospect.alternatives == 0) continue;
    plainThreads_ += isPlain(prospect.part) ? 1 : 0;
    touchingThreads_ += prospect.part == Part::None ? 0 : 1;
    if (prospect.inSection && inSection == nullptr) inSection = thread.get();
    choices_[count++] = {thread->number, prospect.alternatives, alternativeCount_};
    alternativeCount_ += prospect.alternatives;
  }
  atFork_ = false;
  if constexpr (Domain::kSymbolic) {
    // A branch concerns nobody but its thread, so it is taken before anybody else moves.
    for (const auto& thread : threads_) {
      if (thread->trace.fork.empty() || (inSection != nullptr && inSection != thread.get())) continue;
      atFork_ = true;
      inSection = thread.get();
      break;
    }
  }
  if (inSection != nullptr) {
    // Nobody else moves while a thread is inside an atomic section and can go on.
    alternativeCount_ = inSection->prospect.alternatives;
    choices_[0] = {inSection->number, alternativeCount_, 0};
    count = 1;
  }
  choiceCount_ = count;
  return {choices_.data(), count};
}

template <typename Domain>
const ThreadChoice& Machine<Domain>::choiceOf(uint32_t alternative) {
  if (!choicesKnown_) choices();
  assert(alternative < alternativeCount_ && "no such alternative");
  // A search asks for one alternative after the other.
  if (alternative < choices_[lastChoice_].first) lastChoice_ = 0;
  while (alternative - choices_[lastChoice_].first >= choices_[lastChoice_].alternatives) ++lastChoice_;
  return choices_[lastChoice_];
}

template <typename Domain>
Outcome Machine<Domain>::step(uint32_t alternative) {
  const ThreadChoice& choice = choiceOf(alternative);
  return stepThread(*byNumber_[choice.thread], alternative - choice.first);
}

template <typename Domain>
Outcome Machine<Domain>::step(uint32_t alternative, const Foreseen& foreseen) {
  const StepCache::Entry& known = cache_.at(foreseen.index);
  if (!foreseen || known.number != foreseen.number || observer_ != nullptr) return step(alternative);
  top_->tree.mark();
  if (stretchGoesOn_) addToStretch(*byNumber_[known.key.thread], known);
  recall(known, foreseen.key);
  return Outcome::Stopped;
}

template <typename Domain>
Outcome Machine<Domain>::stepThread(Thread& thread, uint32_t alternative) {
  looped_ = false;
  if (!remembering_ || threadsChanged_ || observer_ != nullptr) return finishStep(run(thread, true, alternative));
  top_->tree.mark();
  const StepCache::Entry* known = knownStep(thread, alternative);
  if (known != nullptr && !letsGoOfDeadNames(known->lostNames)) {
    if (stretchGoesOn_) addToStretch(thread, *known);
    recall(*known, halvesAfter(*known));
    return Outcome::Stopped;
  }
  stretchGoesOn_ = false;  // once all its steps are remembered it can be
  const StepCache::Key key = keyOf(thread, alternative);
  materialise();
  beginRecording(thread);
  if (known != nullptr && known->lostNames != kAllNames) forgetRecording();  // it would be remembered as it is
  if (alternative == 0) noteAnswer(thread);
  noteTouched(thread);
  const Outcome outcome = finishStep(run(thread, true, alternative));
  endRecording(key, outcome);
  return outcome;
}

}  // namespace clew::machine
