#include "machine/futures.h"

#include <algorithm>
#include <utility>

#include "support/hash.h"

namespace clew::machine {

namespace {

uint64_t both(uint32_t one, uint32_t other) { return uint64_t{one} << 32 | other; }

template <typename Item>
void addOnce(std::vector<Item>& list, const Item& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

/// Futures are a cache: when there are too many they are computed anew.
void Futures::forget() {
  entries_.clear();
  slots_.assign(1024, {});
  recent_.clear();
  shapes_.clear();
  shapeIds_.clear();
  side_ = 0;
  pairings_.clear();
  otherPairings_.clear();
  meetings_.assign(1, {});
  writers_.clear();
  guardSets_.clear();
  guardSetIds_.clear();
  holds_.clear();
  holdIds_.clear();
  waits_.clear();
  waitIds_.clear();
  ranges_.clear();
  rangesIds_.clear();
  unions_.clear();
  rangesId({});
}

// ---- futures ----

bool Futures::isValid(const Entry& entry) const {
  for (const auto& [part, content] : entry.globals) {
    if (machine_.contentOfGlobalPiece(part.item) == content) continue;
    if (!machine_.holdsSameBytes(part.item, content, part.offset, part.bytes)) return false;
  }
  for (const auto& [number, control] : entry.arenas) {
    if (machine_.controlOfThread(number) != control) return false;
  }
  for (const auto& [number, content] : entry.threads) {
    if (machine_.contentOfThread(number) != content) return false;
  }
  return true;
}

Futures::Found Futures::found(const Entry& entry) const {
  uint64_t items = machine_.bitOfThread(entry.thread);
  for (const auto& [part, content] : entry.globals) items |= machine_.bitOfGlobalPiece(part.item);
  for (const auto& [number, control] : entry.arenas) items |= machine_.bitOfThread(number);
  for (const auto& [number, content] : entry.threads) items |= machine_.bitOfThread(number);
  return {entry.shape, items};
}

Futures::Found Futures::of(const Thread& thread, uint32_t unsettled) {
  const uint32_t root = machine_.contentOfThread(thread.number);
  const size_t place = (size_t{thread.number} * kRecent) | root % kRecent;
  if (recent_.size() <= place) recent_.resize(size_t{thread.number + 1} * kRecent, program::kNone);
  const auto fits = [&](const Entry& entry) {
    return entry.root == root && entry.thread == thread.number && entry.unsettled == unsettled && isValid(entry);
  };
  uint32_t& recent = recent_[place];
  if (recent != program::kNone && fits(entries_[recent])) return found(entries_[recent]);
  const uint64_t hash = support::hashQuad(thread.number, root, unsettled, 0);
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.entry == program::kNone) break;
    if (slot.tag != hash >> 32 || !fits(entries_[slot.entry])) continue;
    recent = slot.entry;
    return found(entries_[recent]);
  }
  recent = walk(thread, root, unsettled, hash);
  return found(entries_[recent]);
}

uint32_t Futures::walk(const Thread& thread, uint32_t root, uint32_t unsettled, uint64_t hash) {
  machine_.materialise();
  Future future = foreseeThread(machine_, thread, ranges_[unsettled]);
  Entry entry{thread.number, root, unsettled, 0, {}, {}, {}};
  for (const Content& part : future.globals) {
    entry.globals.emplace_back(part, machine_.contentOfGlobalPiece(part.item));
  }
  for (const uint32_t number : future.arenas) entry.arenas.emplace_back(number, machine_.controlOfThread(number));
  for (const uint32_t number : future.threads) entry.threads.emplace_back(number, machine_.contentOfThread(number));
  entry.shape = shapeId(std::move(future));
  const auto id = static_cast<uint32_t>(entries_.size());
  entries_.push_back(std::move(entry));
  if (2 * entries_.size() > slots_.size()) {
    slots_.assign(2 * slots_.size(), {});
    for (uint32_t each = 0; each < id; ++each) {
      const Entry& old = entries_[each];
      index(support::hashQuad(old.thread, old.root, old.unsettled, 0), each);
    }
  }
  index(hash, id);
  return id;
}

void Futures::index(uint64_t hash, uint32_t id) {
  const size_t mask = slots_.size() - 1;
  size_t place = hash & mask;
  while (slots_[place].entry != program::kNone) place = (place + 1) & mask;
  slots_[place] = {static_cast<uint32_t>(hash >> 32), id};
}

uint32_t Futures::shapeId(Future future) {
  std::vector<uint64_t> words;
  const auto putRange = [&](const Range& range) { words.insert(words.end(), {range.address, range.bytes}); };
  for (const auto* accesses : {&future.accesses, &future.next}) {
    words.push_back(accesses->size());
    for (const Access& access : *accesses) {
      putRange(access.range);
      words.push_back(uint64_t{access.guards} << 32 | access.pc);
      words.push_back(uint64_t{access.idle} << 3 | uint64_t{access.write} << 2 | uint64_t{access.plain} << 1 |
                      uint64_t{access.atomic});
    }
  }
  for (const Guards& guards : future.guardSets) {
    words.push_back(uint64_t{guards.holds.size()} << 32 | guards.waits.size());
    words.insert(words.end(), guards.holds.begin(), guards.holds.end());
    for (const Range& range : guards.waits) putRange(range);
  }
  words.push_back(uint64_t{future.known.size()} << 3 | uint64_t{future.nextMayRest} << 2 |
                  uint64_t{future.nextMayLoop} << 1 | uint64_t{future.detaches});
  for (const Range& range : future.known) putRange(range);
  const auto [known, isNew] = shapeIds_.try_emplace(std::move(words), static_cast<uint32_t>(shapes_.size()));
  if (isNew) {
    shapes_.push_back({std::move(future), {}, {}, {}, 0});
    addGuards(shapes_.back());
    if (shapes_.size() > side_ && side_ < kMostSide) widen();
  }
  return known->second;
}

/// Makes room for pairs of more futures.
void Futures::widen() {
  const uint32_t side = std::max<uint32_t>(64, 2 * side_);
  std::vector<uint32_t> wider(size_t{side} * side, 0);
  for (size_t row = 0; row < side_; ++row) {
    std::copy_n(pairings_.data() + row * side_, side_, wider.data() + row * side);
  }
  pairings_ = std::move(wider);
  side_ = side;
}

// ---- guards ----

void Futures::addGuards(Shape& shape) {
  for (const Guards& guards : shape.future.guardSets) {
    const auto [known, isNew] = guardSetIds_.try_emplace(guards, static_cast<uint32_t>(guardSets_.size()));
    if (isNew) {
      GuardSet set;
      for (const uint64_t address : guards.holds) set.holds.push_back(holdId(address));
      for (const Range& range : guards.waits) set.waits.push_back(waitId(range));
      guardSets_.push_back(std::move(set));
    }
    shape.guardSets.push_back(known->second);
    for (const uint32_t wait : guardSets_[known->second].waits) addOnce(shape.waits, wait);
  }
}

uint32_t Futures::holdId(uint64_t address) {
  const auto [known, isNew] = holdIds_.try_emplace(address, static_cast<uint32_t>(holds_.size()));
  if (isNew) {
    Hold hold{address, program::kNone, {}};
    const Object* object = machine_.memory().find(address);
    if (object != nullptr && object->kind == ObjectKind::Global) {
      const uint64_t offset = address - object->address;
      const bool isOnePiece = offset / object->pieceSize == (offset + kLockBytes - 1) / object->pieceSize;
      if (isOnePiece) hold.item = object->firstItem + static_cast<uint32_t>(offset / object->pieceSize);
    }
    holds_.push_back(std::move(hold));
  }
  return known->second;
}

uint32_t Futures::waitId(const Range& range) {
  const auto [known, isNew] = waitIds_.try_emplace(range, static_cast<uint32_t>(waits_.size()));
  if (isNew) waits_.push_back(range);
  return known->second;
}

uint32_t Futures::holderOf(uint32_t number, bool joinsHold) {
  Hold& hold = holds_[number];
  const uint32_t joined = machine_.threadOfHandle(hold.address);
  if (joined != program::kNone) {
    return joinsHold && !machine_.threadByNumber(joined)->detached ? joined : program::kNone;
  }
  if (hold.item == program::kNone) {
    machine_.materialise();
    return machine_.mutexOwner(hold.address) - 1;  // nobody's is kNone
  }
  const uint32_t content = machine_.contentOfGlobalPiece(hold.item);
  for (const auto& [known, owner] : hold.owners) {
    if (known == content) return owner;
  }
  machine_.materialise();
  hold.owners.emplace_back(content, machine_.mutexOwner(hold.address) - 1);
  return hold.owners.back().second;
}

std::span<const uint32_t> Futures::writersOf(uint32_t wait, uint32_t id) {
  const auto [known, isNew] = writers_.try_emplace(both(wait, id));
  if (isNew) {
    const Shape& shape = shapes_[id];
    for (const Access& access : shape.future.accesses) {
      const bool writes = access.write && !access.idle && access.range.overlaps(waits_[wait]);
      if (writes) addOnce(known->second, shape.guardSets[access.guards]);
    }
  }
  return known->second;
}

std::span<const Futures::Spoiler> Futures::spoilersOf(uint32_t id) {
  Shape& shape = shapes_[id];
  for (; shape.spoiledHolds < holds_.size(); ++shape.spoiledHolds) {
    const Range lock{holds_[shape.spoiledHolds].address, kLockBytes};
    for (const Access& access : shape.future.accesses) {
      if (!access.write || !access.plain || !access.range.overlaps(lock)) continue;
      shape.spoilers.push_back({static_cast<uint32_t>(shape.spoiledHolds), shape.guardSets[access.guards]});
    }
  }
  return shape.spoilers;
}

// ---- two futures ----

uint32_t Futures::pair(uint32_t mover, uint32_t other) {
  const bool isFar = mover >= side_ || other >= side_;
  if (isFar) {
    const auto known = otherPairings_.find(both(mover, other));
    if (known != otherPairings_.end()) return known->second;
  }
  Meeting meeting = compare(mover, other);
  const uint32_t flags = static_cast<uint32_t>(meeting.kind) | (meeting.unsettles != 0 ? 4U : 0U);
  const auto word = static_cast<uint32_t>(meetings_.size()) << 3 | flags;
  meetings_.push_back(std::move(meeting));
  if (isFar) otherPairings_.emplace(both(mover, other), word);
  return word;
}

Meeting Futures::compare(uint32_t mover, uint32_t other) {
  const Future& mine = shapes_[mover].future;
  const Future& theirs = shapes_[other].future;
  Meeting meeting;
  for (uint32_t index = 0; index < theirs.accesses.size(); ++index) {
    const Access& access = theirs.accesses[index];
    const bool meets =
        std::any_of(mine.next.begin(), mine.next.end(), [&](const Access& next) { return next.conflictsWith(access); });
    if (!meets || meeting.kind == Meeting::Kind::Conflict) continue;
    if (meeting.kind == Meeting::Kind::Apart) meeting.access = index;
    meeting.kind = Meeting::Kind::Guarded;
    if (theirs.guardSets[access.guards].empty()) {
      meeting.kind = Meeting::Kind::Conflict;
      meeting.access = index;
    } else {
      addOnce(meeting.guarded, shapes_[other].guardSets[access.guards]);
    }
  }
  std::vector<Range> unsettled;
  for (const Access& access : theirs.accesses) {
    const bool isKnown = std::any_of(mine.known.begin(), mine.known.end(),
                                     [&](const Range& range) { return range.overlaps(access.range); });
    if (access.write && isKnown) unsettled.push_back(access.range);
  }
  meeting.unsettles = rangesId(std::move(unsettled));
  return meeting;
}

// ---- ranges of memory ----

uint32_t Futures::rangesId(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end());
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  const auto [known, isNew] = rangesIds_.try_emplace(std::move(ranges), static_cast<uint32_t>(ranges_.size()));
  if (isNew) ranges_.push_back(known->first);
  return known->second;
}

uint32_t Futures::unionOf(uint32_t one, uint32_t other) {
  if (one == other || other == 0) return one;
  if (one == 0) return other;
  const auto [known, isNew] = unions_.try_emplace(both(one, other));
  if (isNew) {
    std::vector<Range> all = ranges_[one];
    all.insert(all.end(), ranges_[other].begin(), ranges_[other].end());
    known->second = rangesId(std::move(all));
  }
  return known->second;
}

}  // namespace clew::machine
