#include "machine/reduction.h"

#include <algorithm>
#include <bit>

namespace clew::machine {

namespace {

constexpr size_t kMostThreads = 64;
constexpr uint32_t kUnasked = program::kNone - 1;

uint64_t bit(size_t index) { return uint64_t{1} << index; }

/// Calls `each(index)` for every bit that is set.
template <typename Each>
void forEachBit(uint64_t bits, Each each) {
  for (; bits != 0; bits &= bits - 1) each(static_cast<size_t>(std::countr_zero(bits)));
}

}  // namespace

const char* nameOf(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::Sleep: return "sleep";
    case ReductionKind::Local: return "local";
    case ReductionKind::Full: return "full";
    default: return "none";
  }
}

// ---- the futures of all threads ----

void Reduction::findThreads() {
  threads_.clear();
  for (const auto& thread : machine_.threads()) {
    if (thread->status != ThreadStatus::Terminated && thread->status != ThreadStatus::Joined) {
      threads_.push_back(thread.get());
    }
  }
}

/// Looks up the futures of all threads, and how they go together; only what depends on what has changed.
void Reduction::arrange(Arrangement& arrangement, uint32_t unsettled) {
  const size_t count = threads_.size();
  const bool areSame = std::ranges::equal(threads_, arrangement.threads, {}, &Thread::number);
  if (!areSame || arrangement.unsettled != unsettled) arrangement.moved = ~uint64_t{0};
  arrangement.unsettled = unsettled;
  if (!areSame) {
    arrangement.threads.clear();
    for (const Thread* thread : threads_) arrangement.threads.push_back(thread->number);
    arrangement.futures.assign(count, program::kNone);
    arrangement.dependsOn.assign(count, 0);
    arrangement.rows.assign(count, {});
  }
  const bool isNew = arrangement.moved == ~uint64_t{0};
  uint64_t changed = 0;
  for (size_t index = 0; index < count; ++index) {
    if (!isNew && (arrangement.dependsOn[index] & arrangement.moved) == 0) continue;
    const auto [future, dependsOn] = futures_.of(*threads_[index], unsettled);
    arrangement.dependsOn[index] = dependsOn;
    if (arrangement.futures[index] == future) continue;
    arrangement.futures[index] = future;
    changed |= bit(index);
  }
  arrangement.moved = 0;
  forEachBit(changed, [&](size_t one) { compare(arrangement, one, changed); });
}

/// Looks up how one thread goes together with all, and how those that have not changed go together with it.
void Reduction::compare(Arrangement& arrangement, size_t one, uint64_t changed) {
  const std::span<const uint32_t> futures = arrangement.futures;
  const std::span<Row> rows = arrangement.rows;
  Row mine;
  for (size_t other = 0; other < futures.size(); ++other) {
    mine.note(other, futures_.meet(futures[one], futures[other]));
    if ((changed & bit(other)) == 0) rows[other].note(one, futures_.meet(futures[other], futures[one]));
  }
  mine.conflicts &= ~bit(one);
  mine.guarded &= ~bit(one);
  rows[one] = mine;
}

/// Memory whose content one future relies on and another one writes.
uint32_t Reduction::unsettledBy(const Arrangement& arrangement) {
  uint32_t unsettled = 0;
  for (size_t one = 0; one < threads_.size(); ++one) {
    forEachBit(arrangement.rows[one].relies, [&](size_t other) {
      unsettled = futures_.unionOf(unsettled, meeting(arrangement, one, other).unsettles);
    });
  }
  return unsettled;
}

// ---- guards ----

bool Reduction::holds(size_t mover, uint32_t hold) {
  if (holders_[hold] == kUnasked) holders_[hold] = futures_.holderOf(hold, joinsHold_);
  return holders_[hold] == threads_[mover]->number;
}

bool Reduction::isHeldBack(uint32_t guardSet, size_t mover) {
  const auto& guards = futures_.guardSet(guardSet).holds;
  return std::any_of(guards.begin(), guards.end(), [&](uint32_t hold) { return holds(mover, hold); });
}

/// Whether nobody can lay hands on a mutex of the mover's other than by locking it.
bool Reduction::keepsItsLocks(size_t mover) {
  if (keepsLocks_.empty()) findWhoKeepsLocks();
  return keepsLocks_[mover] != 0;
}

void Reduction::findWhoKeepsLocks() {
  keepsLocks_.assign(threads_.size(), 1);
  for (size_t other = 0; other < threads_.size(); ++other) {
    for (const auto& [hold, guardSet] : futures_.spoilersOf(now_->futures[other])) {
      for (size_t mover = 0; mover < threads_.size(); ++mover) {
        if (!holds(mover, hold)) continue;
        if (mover != other && !isHeldBack(guardSet, mover)) keepsLocks_[mover] = 0;
        break;  // nobody else does
      }
    }
  }
}

/// Whether an access with these guards can happen before the mover moves.
bool Reduction::isLive(uint32_t guardSet, size_t mover) {
  const auto& waits = futures_.guardSet(guardSet).waits;
  if (std::any_of(waits.begin(), waits.end(), [&](uint32_t wait) { return isClosed_[wait] != 0; })) return false;
  return !isHeldBack(guardSet, mover) || !keepsItsLocks(mover);
}

/// The waits that occur anywhere, and who can write what they look at.
void Reduction::findWaits() {
  waits_.clear();
  for (const uint32_t future : now_->futures) {
    const auto waits = futures_.waitsOf(future);
    waits_.insert(waits_.end(), waits.begin(), waits.end());
  }
  isClosed_.assign(futures_.waitCount(), 0);
  if (waits_.empty()) return;
  std::sort(waits_.begin(), waits_.end());
  waits_.erase(std::unique(waits_.begin(), waits_.end()), waits_.end());
  writers_.resize(std::max(writers_.size(), waits_.size()));
  for (size_t place = 0; place < waits_.size(); ++place) {
    writers_[place].clear();
    for (size_t thread = 0; thread < threads_.size(); ++thread) {
      for (const uint32_t set : futures_.writersOf(waits_[place], now_->futures[thread])) {
        writers_[place].push_back({thread, set});
      }
    }
  }
}

/// Finds the waits that go on until the mover moves. All are taken to go on at first; then those end that somebody can
/// write to, until nothing changes: the first to get past a wait would have to get past it with what lies there now.
void Reduction::closeWaits(size_t mover) {
  for (const uint32_t wait : waits_) isClosed_[wait] = 1;
  for (bool isStable = false; !isStable;) {
    isStable = true;
    for (size_t place = 0; place < waits_.size(); ++place) {
      if (isClosed_[waits_[place]] == 0) continue;
      const bool ends = std::any_of(writers_[place].begin(), writers_[place].end(), [&](const Writer& writer) {
        return writer.thread != mover && isLive(writer.guardSet, mover);
      });
      if (!ends) continue;
      isClosed_[waits_[place]] = 0;
      isStable = false;
    }
  }
}

// ---- the current state ----

const ThreadChoice* Reduction::choiceOf(size_t index) {
  for (const ThreadChoice& choice : machine_.choices()) {
    if (choice.thread == threads_[index]->number) return &choice;
  }
  return nullptr;
}

/// Takes a step that may close a cycle or end the path, to see whether it does, and goes back.
void Reduction::probe(size_t index) {
  if ((probed_ & bit(index)) != 0) return;
  probed_ |= bit(index);
  if (!faultsEndPaths_ && !futures_[now_->futures[index]].nextMayLoop) return;
  const ThreadChoice* mine = choiceOf(index);
  if (mine != nullptr) probe(index, *mine, machine_.key());
}

void Reduction::probe(size_t index, const ThreadChoice& choice, StateKey key) {
  constexpr uint32_t kMostTried = 8;
  const auto [number, alternatives, first] = choice;
  if (alternatives > kMostTried) {
    ending_ |= bit(index);  // as if
    return;
  }
  const auto note = [&](StateKey after, bool looped) {
    if (looped) closing_ |= bit(index);
    if (after == key && alternatives == 1) spinning_ |= bit(index);
  };
  for (uint32_t each = 0; each < alternatives; ++each) {
    if (const auto known = machine_.foresee(first + each)) {
      note(known.key, known.looped);
      continue;
    }
    const Outcome outcome = machine_.step(first + each);
    const bool looped = machine_.hasLooped();
    if (outcome == Outcome::Stopped || outcome == Outcome::Exited) {
      note(machine_.save(), looped);
    } else {
      if (looped) closing_ |= bit(index);
      if (faultsEndPaths_) ending_ |= bit(index);
      machine_.discard();
    }
    machine_.restore(key);
    findThreads();  // the machine may have made them anew
  }
}

/// While a thread is inside an atomic section and can go on, all others are put off. So that state makes up for
/// nothing, and those that lead there have to: by a step that ends there, or by one that ends somebody's waiting there.
void Reduction::findRests() {
  for (size_t index = 0; index < threads_.size(); ++index) {
    if (futures_[now_->futures[index]].nextMayRest) ending_ |= bit(index);
    if (threads_[index]->inSection && (enabled_ & bit(index)) == 0) ending_ = kEverybody;
  }
}

/// The threads that the next step of this one has to do with.
uint64_t Reduction::meetsOf(size_t mover) {
  if ((asked_ & bit(mover)) != 0) return meets_[mover];
  asked_ |= bit(mover);
  const auto& [conflicts, guarded, relies] = now_->rows[mover];
  meets_[mover] = conflicts;
  if (guarded != 0 && !waits_.empty()) closeWaits(mover);
  forEachBit(guarded, [&](size_t other) {
    const auto& sets = meeting(*now_, mover, other).guarded;
    const bool meet = std::any_of(sets.begin(), sets.end(), [&](uint32_t set) { return isLive(set, mover); });
    if (meet) meets_[mover] |= bit(other);
  });
  return meets_[mover];
}

/// Finds the threads that can go on.
void Reduction::findEnabled() {
  enabled_ = 0;
  size_t index = 0;
  for (const ThreadChoice& choice : machine_.choices()) {  // in the order of the threads
    while (threads_[index]->number != choice.thread) ++index;
    enabled_ |= bit(index);
  }
}

/// The threads that have to be explored with this one, if `meetsOf(thread)` says whom each meets.
template <typename MeetsOf>
uint64_t Reduction::closureOf(size_t first, MeetsOf meetsOf) {
  uint64_t closed = bit(first);
  for (uint64_t rest = closed; rest != 0;) {
    uint64_t reached = 0;
    forEachBit(rest, [&](size_t member) { reached |= meetsOf(member); });
    rest = reached & ~closed;
    closed |= rest;
  }
  return closed;
}

/// Whether some of the threads that can go on may be put off, going by what nothing can guard.
bool Reduction::mayReduce(const Arrangement& arrangement) const {
  const auto conflictsOf = [&](size_t thread) { return arrangement.rows[thread].conflicts; };
  for (uint64_t rest = enabled_; rest != 0; rest &= rest - 1) {
    const auto first = static_cast<size_t>(std::countr_zero(rest));
    if ((enabled_ & ~(conflictsOf(first) | bit(first))) == 0) continue;  // as nearly always
    if ((enabled_ & ~closureOf(first, conflictsOf)) != 0) return true;
  }
  return false;
}

/// Looks at the futures of all threads; false if that is no use: there are too many threads, or all that can go on have
/// to do with each other. The more memory is not settled, the more they have. `explains`: the latter is of use, too.
bool Reduction::settle(bool explains) {
  if (futures_.isTooMuch()) {
    futures_.forget();
    rounds_ = {};
  }
  findThreads();
  if (threads_.size() > kMostThreads) return false;
  findEnabled();
  const uint64_t moved = machine_.takeMoved();
  for (Arrangement& round : rounds_) round.moved |= moved;
  uint32_t unsettled = 0;
  for (size_t round = 0;; ++round) {
    if (round == kMostRounds) unsettled = futures_.everything();
    arrange(rounds_[round], unsettled);
    now_ = &rounds_[round];
    if (!explains && !mayReduce(*now_)) return false;
    const uint32_t more = unsettledBy(*now_);
    if (round == kMostRounds || more == 0) return true;
    unsettled = futures_.unionOf(unsettled, more);
  }
}

/// Prepares to ask who meets whom; comes after `settle`.
void Reduction::prepare() {
  joinsHold_ = std::none_of(now_->futures.begin(), now_->futures.end(),
                            [&](uint32_t future) { return futures_[future].detaches; });
  holders_.assign(futures_.holdCount(), kUnasked);
  keepsLocks_.clear();
  meets_.assign(threads_.size(), 0);
  asked_ = probed_ = spinning_ = closing_ = ending_ = 0;
  alternatives_.assign(threads_.size(), 0);
  const auto choices = machine_.choices();
  size_t place = 0;
  forEachBit(enabled_, [&](size_t index) { alternatives_[index] = choices[place++].alternatives; });
  findRests();
  findWaits();
}

/// Finds the persistent set to explore: a thread alone whose step closes no cycle, a thread alone, or else the set with
/// the fewest alternatives.
void Reduction::choose() {
  uint64_t alone = 0;  // who could go on alone, but closes a cycle
  for (size_t first = 0; first < threads_.size(); ++first) {
    const bool isCandidate = (enabled_ & bit(first)) != 0 && alternatives_[first] == 1;
    if (!isCandidate || now_->rows[first].conflicts != 0 || meetsOf(first) != 0) continue;
    probe(first);
    if ((ending_ & bit(first)) != 0) continue;
    if ((closing_ & bit(first)) == 0) {
      chosen_ = bit(first);
      return;
    }
    if (alone == 0 && (spinning_ & bit(first)) == 0) alone = bit(first);
  }
  if (alone != 0) {
    chosen_ = alone;
    return;
  }
  chooseSeveral();
}

void Reduction::chooseSeveral() {
  for (size_t index = 0; index < threads_.size(); ++index) meetsOf(index);
  uint32_t fewest = machine_.alternativeCount();
  forEachBit(enabled_, [&](size_t first) {
    const uint64_t closed = closureOf(first, [&](size_t member) { return meets_[member]; });
    uint32_t count = 0;
    forEachBit(closed & enabled_, [&](size_t member) { count += alternatives_[member]; });
    if (count >= fewest) return;
    forEachBit(closed & enabled_, [&](size_t member) { probe(member); });
    if ((closed & enabled_ & (closing_ | ending_)) != 0) return;
    fewest = count;
    chosen_ = closed;
  });
}

/// A search comes back to a state for each of its alternatives, so what was decided last is kept for many.
void Reduction::decide() {
  const StateKey key = machine_.key();
  known_ = true;
  key_ = key;
  explored_.clear();
  Decision& decision = decisions_[key.hash() % decisions_.size()];
  if (decision.key != key) {
    chosen_ = kEverybody;
    if (kind_ == ReductionKind::Full && machine_.choices().size() > 1 && settle()) {
      prepare();
      choose();
    }
    decision = {key, chosen_, chosen_ != kEverybody && (chosen_ & closing_) != 0};
  } else if (decision.chosen != kEverybody) {
    findThreads();
  }
  chosen_ = decision.chosen;
  closes_ = decision.closes;
  if (chosen_ == kEverybody) return;
  for (const ThreadChoice& choice : machine_.choices()) {
    bool isIn = false;
    for (size_t index = 0; !isIn && index < threads_.size(); ++index) {
      isIn = threads_[index]->number == choice.thread && (chosen_ & bit(index)) != 0;
    }
    if (!isIn) continue;
    for (uint32_t each = 0; each < choice.alternatives; ++each) explored_.push_back(choice.first + each);
  }
}

std::span<const ThreadChoice> Reduction::choices() {
  const auto all = machine_.choices();
  if (kind_ == ReductionKind::None) return all;
  lookHere();
  if (explored_.size() < 2) return all;
  exploredChoices_.clear();
  for (const ThreadChoice& choice : all) {  // of a thread all alternatives are explored, or none
    if (std::binary_search(explored_.begin(), explored_.end(), choice.first)) exploredChoices_.push_back(choice);
  }
  return exploredChoices_;
}

std::optional<Reduction::Way> Reduction::goesOn(uint32_t moved) {
  if (kind_ == ReductionKind::None) return std::nullopt;
  lookHere();
  const auto choices = machine_.choices();
  if (choices.size() == 1) {
    if (choices.front().alternatives > 1) return std::nullopt;
    return Way{0, true, true};
  }
  if (kind_ == ReductionKind::Full) {
    if (explored_.size() != 1) return std::nullopt;
    return Way{explored_.front(), closes_, false};
  }
  // The thread that moved goes on if its step closes no cycle and concerns nobody.
  const auto mine =
      std::find_if(choices.begin(), choices.end(), [&](const ThreadChoice& choice) { return choice.thread == moved; });
  if (mine == choices.end() || mine->alternatives != 1) return std::nullopt;
  const uint32_t only = mine->first;
  if (!settle()) return std::nullopt;
  const auto mover = static_cast<size_t>(
      std::find_if(threads_.begin(), threads_.end(), [&](const Thread* thread) { return thread->number == moved; }) -
      threads_.begin());
  if (now_->rows[mover].conflicts != 0) return std::nullopt;
  prepare();
  if (meetsOf(mover) != 0) return std::nullopt;
  probe(mover);
  const bool goes = ((closing_ | ending_) & bit(mover)) == 0;
  return goes ? std::optional(Way{only, false, false}) : std::nullopt;
}

std::vector<Reason> Reduction::explain() {
  if (!settle(true)) return {};
  prepare();
  known_ = false;
  chosen_ = kEverybody;
  choose();
  for (size_t index = 0; index < threads_.size(); ++index) {
    meetsOf(index);
    probe(index);
  }
  const auto choices = machine_.choices();
  std::vector<Reason> reasons;
  for (size_t index = 0; index < threads_.size(); ++index) {
    const Thread& thread = *threads_[index];
    const bool enabled = (enabled_ & bit(index)) != 0;
    Reason reason{thread.number, thread.frames.back().pc, enabled && (chosen_ & bit(index)) != 0, {}, 0, 0};
    const auto kind = [&] {
      if (!enabled) return Reason::Kind::Blocked;
      if (choices.size() == 1) return Reason::Kind::OnlyOne;
      if (!reason.explored) return Reason::Kind::Waits;
      if (chosen_ != kEverybody) return meets_[index] == 0 ? Reason::Kind::Alone : Reason::Kind::Together;
      if (meets_[index] != 0) return Reason::Kind::Meets;
      return ((closing_ | ending_) & bit(index)) != 0 ? Reason::Kind::MayLoop : Reason::Kind::Everybody;
    };
    reason.kind = kind();
    if (reason.kind == Reason::Kind::Meets) {
      const auto other = static_cast<size_t>(std::countr_zero(meets_[index]));
      reason.other = threads_[other]->number;
      const uint32_t access = meeting(*now_, index, other).access;
      reason.otherPc = futures_[now_->futures[other]].accesses[access].pc;
    }
    reasons.push_back(reason);
  }
  return reasons;
}

}  // namespace clew::machine
