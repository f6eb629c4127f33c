#include "machine/reduction.h"

#include <algorithm>
#include <bit>

#include "support/hash.h"

namespace clew::machine {

namespace {

constexpr size_t kMostThreads = 64;
constexpr size_t kMostEntries = 200'000;
constexpr size_t kMostMeetings = 1'000'000;
constexpr int kMostRounds = 6;
constexpr uint64_t kEverybody = ~uint64_t{0};

uint64_t bit(size_t index) { return uint64_t{1} << index; }

}  // namespace

const char* nameOf(ReductionKind kind) {
  switch (kind) {
    case ReductionKind::Local: return "local";
    case ReductionKind::Full: return "full";
    default: return "none";
  }
}

size_t Reduction::FutureHash::operator()(const FutureKey& key) const {
  return support::hashQuad(key.thread, key.root, key.unsettled, 0);
}

// ---- futures ----

uint32_t Reduction::unsettledId(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  const auto [known, isNew] = unsettledIds_.try_emplace(std::move(ranges), unsettledSets_.size());
  if (isNew) unsettledSets_.push_back(known->first);
  return known->second;
}

bool Reduction::isValid(const Entry& entry) const {
  const Future& future = entry.future;
  for (size_t i = 0; i < future.globalItems.size(); ++i) {
    if (machine_.contentOfGlobalPiece(future.globalItems[i]) != entry.globalContent[i]) return false;
  }
  for (size_t i = 0; i < future.threads.size(); ++i) {
    if (machine_.contentOfThread(future.threads[i]) != entry.threadContent[i]) return false;
  }
  return true;
}

uint32_t Reduction::futureOf(const Thread& thread, uint32_t unsettled) {
  auto& known = byThread_[{thread.number, machine_.contentOfThread(thread.number), unsettled}];
  for (const uint32_t id : known) {
    if (isValid(*entries_[id])) return id;
  }
  machine_.materialise();
  auto entry = std::make_unique<Entry>();
  entry->future = foreseeThread(machine_, thread, unsettledSets_[unsettled]);
  for (const uint32_t item : entry->future.globalItems) {
    entry->globalContent.push_back(machine_.contentOfGlobalPiece(item));
  }
  for (const uint32_t number : entry->future.threads) {
    entry->threadContent.push_back(machine_.contentOfThread(number));
  }
  const auto id = static_cast<uint32_t>(entries_.size());
  entries_.push_back(std::move(entry));
  known.push_back(id);
  return id;
}

/// Futures are a cache: when there are too many they are computed anew.
void Reduction::forget() {
  entries_.clear();
  byThread_.clear();
  knownMeetings_.clear();
  arranged_.clear();
  unsettledIds_.clear();
  unsettledSets_.clear();
}

// ---- how two of them go together ----

Reduction::Meeting Reduction::compare(const Future& next, const Future& whole) const {
  Meeting meeting;
  for (const Access& mine : next.next) {
    for (uint32_t index = 0; index < whole.accesses.size(); ++index) {
      const Access& theirs = whole.accesses[index];
      if (!mine.conflictsWith(theirs)) continue;
      if (theirs.guards == 0) {
        meeting.kind = Meeting::Kind::Conflict;
        meeting.conflict = index;
      } else if (meeting.kind != Meeting::Kind::Conflict) {
        meeting.kind = Meeting::Kind::Guarded;
        if (std::find(meeting.guarded.begin(), meeting.guarded.end(), index) == meeting.guarded.end()) {
          meeting.guarded.push_back(index);
        }
      }
    }
  }
  for (const Access& mine : next.next) {
    meeting.races |= std::any_of(whole.next.begin(), whole.next.end(), [&](const Access& theirs) {
      return mine.conflictsWith(theirs) && !(mine.atomic && theirs.atomic);
    });
  }
  meeting.reliesOn = std::any_of(next.known.begin(), next.known.end(), [&](const Range& range) {
    return std::any_of(whole.accesses.begin(), whole.accesses.end(),
                       [&](const Access& access) { return access.write && access.range.overlaps(range); });
  });
  return meeting;
}

const Reduction::Meeting& Reduction::meet(uint32_t next, uint32_t whole) {
  const auto [known, isNew] = knownMeetings_.try_emplace(uint64_t{next} << 32 | whole);
  if (isNew) known->second = compare(entries_[next]->future, entries_[whole]->future);
  return known->second;
}

/// Who keeps others back, by each of the guards, as long as he does not move.
void Reduction::findHolders() {
  holders_.clear();
  for (const uint64_t guard : guards_) {
    const uint32_t joined = machine_.threadOfHandle(guard);
    if (joined == program::kNone) {
      holders_.push_back(machine_.mutexOwner(guard) - 1);  // nobody's is kNone
    } else {
      holders_.push_back(joinsHold_ && !machine_.threadByNumber(joined)->detached ? joined : program::kNone);
    }
  }
  keepsLocks_.assign(threads_.size(), -1);
}

bool Reduction::holds(const Thread& mover, uint64_t guard) const {
  const auto place = std::lower_bound(guards_.begin(), guards_.end(), guard) - guards_.begin();
  return holders_[static_cast<size_t>(place)] == mover.number;
}

bool Reduction::isHeldBack(const Thread& mover, const Future& future, const Access& access) const {
  const auto& guards = future.guardSets[access.guards];
  return std::any_of(guards.begin(), guards.end(), [&](uint64_t guard) { return holds(mover, guard); });
}

/// Whether nobody can lay hands on a mutex of the mover's other than by locking it.
bool Reduction::keepsItsLocks(size_t mover) {
  if (keepsLocks_[mover] < 0) keepsLocks_[mover] = canLoseLocks(mover) ? 0 : 1;
  return keepsLocks_[mover] != 0;
}

bool Reduction::canLoseLocks(size_t mover) const {
  const Thread& thread = *threads_[mover];
  for (size_t other = 0; other < threads_.size(); ++other) {
    if (other == mover) continue;
    const Future& future = entries_[futures_[other]]->future;
    for (const Access& access : future.accesses) {
      if (!access.write || !access.plain) continue;
      const auto first = std::lower_bound(guards_.begin(), guards_.end(),
                                          access.range.address - std::min(access.range.address, kLockBytes));
      for (auto guard = first; guard != guards_.end() && *guard < access.range.address + access.range.bytes; ++guard) {
        const bool isHit = access.range.overlaps({*guard, kLockBytes}) && holds(thread, *guard);
        if (isHit && !isHeldBack(thread, future, access)) return true;
      }
    }
  }
  return false;
}

/// Whether nothing the other can do before the holder moves has to do with the mover's next step.
bool Reduction::isApart(size_t holder, size_t mover, size_t other) {
  const Meeting& both = meeting(mover, other);
  if (both.kind == Meeting::Kind::Apart) return true;
  if (both.kind == Meeting::Kind::Conflict) return false;
  const Future& future = entries_[futures_[other]]->future;
  const bool heldBack = std::all_of(both.guarded.begin(), both.guarded.end(), [&](uint32_t index) {
    return isHeldBack(*threads_[holder], future, future.accesses[index]);
  });
  return heldBack && keepsItsLocks(holder);
}

/// The threads that can do something before the mover moves: all but those that wait, in loops, for what only the mover
/// can write.
uint64_t Reduction::activeBeside(size_t mover) {
  const uint64_t all = threads_.size() == kMostThreads ? kEverybody : bit(threads_.size()) - 1;
  uint64_t active = all & ~spinning_ & ~bit(mover);
  uint64_t before = 0;
  do {
    before = active;
    for (uint64_t rest = spinning_ & ~active & ~bit(mover); rest != 0; rest &= rest - 1) {
      const auto spinner = static_cast<size_t>(std::countr_zero(rest));
      bool wakes = meeting(mover, spinner).races;  // the state in which they race must be seen
      for (uint64_t others = active; others != 0 && !wakes; others &= others - 1) {
        wakes = !isApart(mover, spinner, static_cast<size_t>(std::countr_zero(others)));
      }
      if (wakes) active |= bit(spinner);
    }
  } while (before != active);
  return active;
}

/// Takes the steps that may close a cycle or end the path, to see whether they do, and goes back.
void Reduction::probe() {
  spinning_ = barred_ = 0;
  const StateKey key = machine_.key();
  for (size_t index = 0; index < threads_.size(); ++index) {
    if (!faultsEndPaths_ && !entries_[futures_[index]]->future.nextMayLoop) continue;
    const auto choices = machine_.choices();
    const auto mine = std::find_if(choices.begin(), choices.end(), [&](const ThreadChoice& choice) {
      return choice.thread == threads_[index]->number;
    });
    if (mine == choices.end()) continue;
    probe(index, *mine, key);
    findThreads();  // the machine may have made them anew
  }
}

void Reduction::probe(size_t index, const ThreadChoice& choice, StateKey key) {
  constexpr uint32_t kMostTried = 8;
  const auto [number, alternatives, first] = choice;
  if (alternatives > kMostTried) {
    barred_ |= bit(index);
    return;
  }
  for (uint32_t each = 0; each < alternatives; ++each) {
    const Outcome outcome = machine_.step(first + each);
    const bool ends = outcome == Outcome::Faulted || outcome == Outcome::Pruned;
    if (machine_.hasLooped() || (ends && faultsEndPaths_)) barred_ |= bit(index);
    if (outcome == Outcome::Stopped || outcome == Outcome::Exited) {
      if (machine_.save() == key && alternatives == 1) spinning_ |= bit(index);
    } else {
      machine_.discard();
    }
    machine_.restore(key);
  }
}

/// Looks up how each future goes together with each; only those that are new since the last time.
void Reduction::arrange() {
  const size_t count = futures_.size();
  if (arranged_ == futures_) return;
  if (arranged_.size() != count) {
    arranged_.assign(count, program::kNone);
    meetings_.assign(count * count, nullptr);
  }
  for (size_t one = 0; one < count; ++one) {
    for (size_t other = 0; other < count; ++other) {
      if (arranged_[one] == futures_[one] && arranged_[other] == futures_[other]) continue;
      meetings_[one * count + other] = &meet(futures_[one], futures_[other]);
    }
  }
  arranged_ = futures_;
  guards_.clear();
  for (const uint32_t id : futures_) {
    for (const auto& guards : entries_[id]->future.guardSets)
      guards_.insert(guards_.end(), guards.begin(), guards.end());
  }
  std::sort(guards_.begin(), guards_.end());
  guards_.erase(std::unique(guards_.begin(), guards_.end()), guards_.end());
}

// ---- the current state ----

/// Looks for content that one future relies on and another one writes; true if there is none. Otherwise the futures are
/// computed anew.
bool Reduction::rely() {
  std::vector<Range> unsettled;
  for (size_t one = 0; one < futures_.size(); ++one) {
    for (size_t other = 0; other < futures_.size(); ++other) {
      if (!meeting(one, other).reliesOn) continue;
      const auto& known = entries_[futures_[one]]->future.known;
      for (const Access& access : entries_[futures_[other]]->future.accesses) {
        const bool hit = access.write && std::any_of(known.begin(), known.end(),
                                                     [&](const Range& range) { return range.overlaps(access.range); });
        if (hit) unsettled.push_back(access.range);
      }
    }
  }
  if (unsettled.empty()) return true;
  const auto& before = unsettledSets_[unsettled_];
  unsettled.insert(unsettled.end(), before.begin(), before.end());
  unsettled_ = unsettledId(std::move(unsettled));
  return false;
}

void Reduction::findThreads() {
  threads_.clear();
  for (const auto& thread : machine_.threads()) {
    if (thread->status != ThreadStatus::Terminated && thread->status != ThreadStatus::Joined) {
      threads_.push_back(thread.get());
    }
  }
}

void Reduction::analyse() {
  if (entries_.size() > kMostEntries || knownMeetings_.size() > kMostMeetings) forget();
  chosen_ = kEverybody;
  findThreads();
  if (threads_.size() > kMostThreads) return;
  unsettled_ = unsettledId({});
  for (int round = 0;; ++round) {
    if (round == kMostRounds) unsettled_ = unsettledId({kAnything});
    futures_.clear();
    for (const Thread* thread : threads_) futures_.push_back(futureOf(*thread, unsettled_));
    arrange();
    if (round == kMostRounds || rely()) break;
  }
  joinsHold_ =
      std::none_of(futures_.begin(), futures_.end(), [&](uint32_t id) { return entries_[id]->future.detaches; });
  probe();
  machine_.materialise();
  findHolders();
  meets_.assign(threads_.size(), 0);
  for (size_t mover = 0; mover < threads_.size(); ++mover) {
    for (uint64_t rest = activeBeside(mover); rest != 0; rest &= rest - 1) {
      const auto other = static_cast<size_t>(std::countr_zero(rest));
      if (!isApart(mover, mover, other)) meets_[mover] |= bit(other);
    }
  }
}

/// Finds the persistent set with the fewest alternatives.
void Reduction::choose() {
  const auto choices = machine_.choices();
  std::vector<uint32_t> alternatives(threads_.size(), 0);
  uint64_t enabled = 0;
  for (size_t index = 0; index < threads_.size(); ++index) {
    for (const ThreadChoice& choice : choices) {
      if (choice.thread != threads_[index]->number) continue;
      alternatives[index] = choice.alternatives;
      enabled |= bit(index);
    }
  }
  uint32_t fewest = machine_.alternativeCount();
  for (size_t first = 0; first < threads_.size(); ++first) {
    if ((enabled & ~barred_ & bit(first)) == 0) continue;
    uint64_t closed = bit(first);
    for (uint64_t before = 0; before != closed;) {
      before = closed;
      for (uint64_t rest = closed; rest != 0; rest &= rest - 1) closed |= meets_[std::countr_zero(rest)];
    }
    if ((closed & enabled & barred_) != 0) continue;
    uint32_t count = 0;
    for (uint64_t rest = closed & enabled; rest != 0; rest &= rest - 1) count += alternatives[std::countr_zero(rest)];
    if (count >= fewest) continue;
    fewest = count;
    chosen_ = closed;
  }
}

uint32_t Reduction::countExplored() {
  const StateKey key = machine_.key();
  if (known_ && key == key_) return static_cast<uint32_t>(explored_.size());
  known_ = true;
  key_ = key;
  explored_.clear();
  chosen_ = kEverybody;
  if (kind_ == ReductionKind::Full && machine_.choices().size() > 1) {
    analyse();
    if (threads_.size() <= kMostThreads) choose();
  }
  for (const ThreadChoice& choice : machine_.choices()) {
    bool isIn = chosen_ == kEverybody;
    for (size_t index = 0; !isIn && index < threads_.size(); ++index) {
      isIn = threads_[index]->number == choice.thread && (chosen_ & bit(index)) != 0;
    }
    if (!isIn) continue;
    for (uint32_t each = 0; each < choice.alternatives; ++each) explored_.push_back(choice.first + each);
  }
  return static_cast<uint32_t>(explored_.size());
}

uint32_t Reduction::threadOf(uint32_t alternative) {
  for (const ThreadChoice& choice : machine_.choices()) {
    if (alternative - choice.first < choice.alternatives) return choice.thread;
  }
  return program::kNone;
}

std::vector<Reason> Reduction::explain() {
  analyse();
  known_ = false;
  if (threads_.size() > kMostThreads) return {};
  choose();
  const auto choices = machine_.choices();
  std::vector<Reason> reasons;
  for (size_t index = 0; index < threads_.size(); ++index) {
    const Thread& thread = *threads_[index];
    const bool enabled = std::any_of(choices.begin(), choices.end(),
                                     [&](const ThreadChoice& choice) { return choice.thread == thread.number; });
    Reason reason{thread.number, thread.frames.back().pc, enabled && (chosen_ & bit(index)) != 0, {}, 0, 0};
    const auto kind = [&] {
      if (!enabled) return Reason::Kind::Blocked;
      if (choices.size() == 1) return Reason::Kind::OnlyOne;
      if (!reason.explored) return Reason::Kind::Waits;
      if (chosen_ != kEverybody) return meets_[index] == 0 ? Reason::Kind::Alone : Reason::Kind::Together;
      if (meets_[index] != 0) return Reason::Kind::Meets;
      return (barred_ & bit(index)) != 0 ? Reason::Kind::MayLoop : Reason::Kind::Everybody;
    };
    reason.kind = kind();
    if (reason.kind == Reason::Kind::Meets) {
      const auto other = static_cast<size_t>(std::countr_zero(meets_[index]));
      const Meeting& both = meeting(index, other);
      const uint32_t access = both.kind == Meeting::Kind::Conflict ? both.conflict : both.guarded.front();
      reason.other = threads_[other]->number;
      reason.otherPc = entries_[futures_[other]]->future.accesses[access].pc;
    }
    reasons.push_back(reason);
  }
  return reasons;
}

std::optional<uint32_t> Reduction::goesOn(uint32_t moved) {
  if (kind_ == ReductionKind::None) return std::nullopt;
  if (kind_ == ReductionKind::Full) {
    if (count() != 1) return std::nullopt;
    if (chosen_ != kEverybody) return explored_.front();
  }
  const auto choices = machine_.choices();
  // One thread alone, or (local) the one that moved: its step must close no cycle and concern nobody.
  const auto mine = std::find_if(choices.begin(), choices.end(), [&](const ThreadChoice& choice) {
    return kind_ == ReductionKind::Full || choice.thread == moved;
  });
  if (mine == choices.end() || mine->alternatives != 1) return std::nullopt;
  const bool isOnlyOne = choices.size() == 1;
  if (kind_ == ReductionKind::Full && !isOnlyOne) return std::nullopt;
  const uint32_t only = mine->first;
  const uint32_t number = mine->thread;
  analyse();
  known_ = false;
  if (threads_.size() > kMostThreads) return std::nullopt;
  for (size_t index = 0; index < threads_.size(); ++index) {
    if (threads_[index]->number != number) continue;
    const bool alone = isOnlyOne || meets_[index] == 0;
    if (alone && (barred_ & bit(index)) == 0) return only;
  }
  return std::nullopt;
}

}  // namespace clew::machine
