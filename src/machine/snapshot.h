// States in and out. A state is a tree:
//
//   key = (left half, right half)         of one list: the process, all threads, all pieces of globals
//   thread = (control, frames, objects)   the latter two are lists of their own
//
// The list has places for more threads than there are, so that it stays the same when one is created or goes.
// Threads and globals alternate in the list, so that both halves of the root carry about the same
// share of what changes; see TreeCursor for why that matters. Only what changed since the last save or
// restore is looked at.
#pragma once

#include <utility>

#include "machine/heap.h"
#include "machine/machine.h"
#include "support/bytes.h"

namespace clew::machine {

// ---- saving ----

/// Whether bytes are next to each other in one term.
inline bool areInARow(const uint64_t* symbols, uint64_t length) {
  for (uint64_t k = 1; k < length; ++k) {
    if (symbols[k] != symbols[0] + k) return false;
  }
  return symbols[0] != 0;
}

template <typename Domain>
state::ComponentId Machine<Domain>::savePiece(const Object& object, uint32_t piece) {
  const uint64_t begin = uint64_t{piece} * object.pieceSize;
  const uint64_t length = object.pieceLength(piece);
  const bool masked =
      object.undefined != nullptr &&
      std::any_of(object.undefined + begin, object.undefined + begin + length, [](uint8_t mask) { return mask != 0; });
  using Kind = state::ComponentKind;
  const Kind kind = object.kind == ObjectKind::Global ? Kind::Data : Kind::Object;
  const bool symbolic =
      Domain::kSymbolic && object.symbols != nullptr &&
      std::any_of(object.symbols + begin, object.symbols + begin + length, [](uint64_t symbol) { return symbol != 0; });
  if (!masked && !symbolic) return tables_.components.intern({object.data + begin, length}, kind);
  support::ByteWriter out(scratch_);
  std::memcpy(out.append(length), object.data + begin, length);
  if (object.undefined != nullptr) {
    std::memcpy(out.append(length), object.undefined + begin, length);
  } else {
    std::memset(out.append(length), 0, length);
  }
  if (symbolic) {  // what is next to each other in one term, as an array is, is said once
    const uint64_t said = areInARow(object.symbols + begin, length) ? 1 : length;
    std::memcpy(out.append(said * sizeof(uint64_t)), object.symbols + begin, said * sizeof(uint64_t));
  }
  return tables_.components.intern(out.bytes(), kind);
}

template <typename Domain>
state::ComponentId Machine<Domain>::saveFrame(const Thread& thread, const Frame& frame) {
  const Value* registers = thread.registers.data() + frame.base;
  support::ByteWriter out(scratch_);
  out.put(frame.pc);
  if constexpr (Domain::kSymbolic) {  // it can be anywhere, and states are hardly ever equal
    for (uint32_t slot = 0; slot < program_.functionAt(frame.pc).slots; ++slot) out.put(registers[slot]);
    return tables_.components.intern(out.bytes(), state::ComponentKind::Frame);
  }
  assert(program_.liveRangeOf[frame.pc] != 0 && "a frame is saved where nobody computed what is live");
  const auto live = program_.liveAt(frame.pc);
  bool undefined = false;
  uint8_t* place = out.append(8 * live.size());
  for (const uint32_t slot : live) {
    std::memcpy(place, &registers[slot].bits, 8);
    undefined |= !Domain::isDefined(registers[slot]);
    place += 8;
  }
  if (undefined) {
    for (const uint32_t slot : live) out.put(registers[slot].undefined);
  }
  return tables_.components.intern(out.bytes(), state::ComponentKind::Frame);
}

template <typename Domain>
void Machine<Domain>::saveFrames(Thread& thread) {
  const auto count = static_cast<uint32_t>(thread.frames.size());
  uint32_t first = std::min(thread.lowestDirtyFrame, count);
  if (count != thread.frameTree.size()) {
    thread.frameTree.layout(count);
    for (uint32_t index = 0; index < first; ++index) thread.frameTree.set(index, thread.frames[index].id);
  }
  for (uint32_t index = first; index < count; ++index) {
    thread.frames[index].id = saveFrame(thread, thread.frames[index]);
    thread.frameTree.set(index, thread.frames[index].id);
  }
  thread.lowestDirtyFrame = count;
}

template <typename Domain>
void Machine<Domain>::saveObjects(Thread& thread) {
  if (!thread.objectsChanged) return;
  const auto& objects = memory_.arena(thread.number + 1).objects;
  uint32_t items = 0;
  for (const Object* object : objects) items += object->pieces;
  thread.objectTree.layout(items);
  uint32_t item = 0;
  for (Object* object : objects) {
    object->firstItem = item;
    for (uint32_t piece = 0; piece < object->pieces; ++piece, ++item) {
      if (object->pieceIds[piece] == 0) object->pieceIds[piece] = savePiece(*object, piece);
      thread.objectTree.set(item, object->pieceIds[piece]);
    }
  }
}

template <typename Domain>
void Machine<Domain>::saveControl(Thread& thread) {
  const typename Thread::Control control = {
      thread.status,    thread.detached, thread.timed,       thread.inSection,        thread.atomicDepth,
      thread.condition, thread.mutex,    thread.result.bits, thread.result.undefined, thread.frames.size()};
  const bool isKnown = thread.controlId != 0 && !thread.objectsChanged && control == thread.savedControl;
  if (isKnown && !Domain::kSymbolic) return;
  thread.savedControl = control;
  waitersKnown_ = false;
  moved_ |= bitOf(kWaiters);
  state::ComponentId trace = 0;
  if constexpr (Domain::kSymbolic) trace = saveTrace(thread);
  support::ByteWriter out(scratch_);
  out.put(thread.status);
  out.put(thread.detached);
  out.put(thread.timed);
  out.put(thread.inSection);
  out.put(thread.atomicDepth);
  out.put(thread.condition);
  out.put(thread.mutex);
  out.put(thread.result);
  if constexpr (Domain::kSymbolic) out.put(trace);
  out.put(thread.creator);
  out.put(thread.createdAt);
  out.put(thread.startFunction);
  out.put(static_cast<uint32_t>(thread.frames.size()));
  for (const Frame& frame : thread.frames) out.put(frame.stackObjects);
  out.put(static_cast<uint32_t>(thread.stackObjects.size()));
  for (const Object* object : thread.stackObjects) out.put(object->window);
  for (const Object* object : memory_.arena(thread.number + 1).objects) {
    out.put(object->window);
    out.put(object->kind);
    out.put(object->live);
    out.put(object->shared);
    out.put(object->source);
    out.put(object->size);
  }
  thread.controlId = tables_.components.intern(out.bytes(), state::ComponentKind::Thread);
}

template <typename Domain>
void Machine<Domain>::saveThread(Thread& thread) {
  saveFrames(thread);
  saveObjects(thread);
  saveControl(thread);
  thread.objectsChanged = false;
  thread.dirty = false;
  const uint32_t frames = thread.frameTree.root();
  const uint32_t objects = thread.objectTree.root();
  thread.rootId = tables_.nodes.intern({{thread.controlId, frames, objects, 0}}).id;
}

template <typename Domain>
state::ComponentId Machine<Domain>::saveProcess() {
  support::ByteWriter out(scratch_);
  out.put(exited_);
  out.put(exitStatus_);
  for (const auto& thread : threads_) out.put(thread->number);
  return tables_.components.intern(out.bytes(), state::ComponentKind::Process);
}

template <typename Domain>
std::vector<uint32_t> Machine<Domain>::threadNumbers() const {
  std::vector<uint32_t> numbers;
  numbers.reserve(threads_.size());
  for (const auto& thread : threads_) numbers.push_back(thread->number);
  return numbers;
}

template <typename Domain>
std::vector<uint32_t> Machine<Domain>::threadNumbers(state::ComponentId process) const {
  support::ByteReader in(tables_.components[process]);
  in.get<bool>();
  in.get<int>();
  std::vector<uint32_t> numbers;
  while (!in.empty()) numbers.push_back(in.get<uint32_t>());
  return numbers;
}

/// The threads that have a place in the list of a state with these threads, whose numbers rise: more than there are,
/// so that the list is the same before a thread's creation and after. It follows from the threads alone.
template <typename Domain>
std::vector<uint32_t> Machine<Domain>::placesFor(std::span<const uint32_t> numbers) const {
  std::vector<uint32_t> places;
  const auto add = [&](uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) places.push_back(first + i);
  };
  // Numbers of threads that main has created, and those of others' threads, creator by creator.
  const uint32_t own = program_.addresses.arenas() / 2;
  const auto others = std::lower_bound(numbers.begin(), numbers.end(), own);
  uint32_t count = std::min(tables_.threadPlaces, own);
  while (others != numbers.begin() && count <= *std::prev(others)) count = std::min(2 * count, own);
  add(0, count);
  for (auto it = others; it != numbers.end(); ++it) {
    const uint32_t creator = (*it - own) / kOwnNumbers;
    const bool isLast = std::next(it) == numbers.end() || (*std::next(it) - own) / kOwnNumbers != creator;
    const uint32_t first = own + creator * kOwnNumbers;
    if (isLast) add(first, std::bit_ceil(*it - first + 1));
  }
  return places;
}

template <typename Domain>
bool Machine<Domain>::hasPlacesFor(std::span<const uint32_t> numbers) const {
  return top_ != nullptr && top_->places == placesFor(numbers);
}

/// Decides where each thread and each piece of a global stands in the list.
template <typename Domain>
void Machine<Domain>::layoutTop(TopList& top) const {
  const auto threads = static_cast<uint32_t>(top.places.size());
  const uint32_t globals = memory_.globalItems();
  top.items.assign(1, {false, program::kNone});  // the process
  top.itemOfThread.assign(top.places.back() + 1, program::kNone);
  top.itemOfGlobal.assign(globals, program::kNone);
  uint32_t thread = 0;
  uint32_t global = 0;
  while (thread < threads || global < globals) {
    // Thread i stands at (i + 1/2) / threads of the way, piece j at (j + 1/2) / globals.
    const bool takeThread = global == globals || (thread < threads && uint64_t{2 * thread + 1} * globals <=
                                                                          uint64_t{2 * global + 1} * threads);
    const auto item = static_cast<uint32_t>(top.items.size());
    if (takeThread) {
      const uint32_t number = top.places[thread++];
      top.itemOfThread[number] = item;
      top.items.push_back({true, number});
    } else {
      top.itemOfGlobal[global] = item;
      top.items.push_back({false, global++});
    }
  }
  top.tree.layout(static_cast<uint32_t>(top.items.size()));
  top.isStale.assign(top.items.size(), 0);
}

/// Makes the list with these places the current one.
template <typename Domain>
void Machine<Domain>::selectTop(std::vector<uint32_t> places) {
  for (const uint32_t item : staleItems_) top_->isStale[item] = 0;
  staleItems_.clear();
  const auto known =
      std::find_if(topLists_.begin(), topLists_.end(), [&](const auto& top) { return top->places == places; });
  if (known != topLists_.end()) {
    top_ = known->get();
    return top_->tree.forgetMarks();
  }
  if (topLists_.size() < kTopLists) {
    topLists_.push_back(std::make_unique<TopList>(tables_.nodes));
    top_ = topLists_.back().get();
  } else {
    top_ = topLists_[nextTopList_++ % kTopLists].get();
  }
  top_->places = std::move(places);
  layoutTop(*top_);
}

/// What an item contains, as last saved.
template <typename Domain>
uint32_t Machine<Domain>::contentOf(const TopItem& item) {
  if (item.isThread) return byNumber_[item.index] == nullptr ? absent_ : byNumber_[item.index]->rootId;
  const DirtyPiece& piece = memory_.globalItem(item.index);
  state::ComponentId& id = piece.object->pieceIds[piece.piece];
  if (id == 0) id = savePiece(*piece.object, piece.piece);
  return id;
}

template <typename Domain>
StateKey Machine<Domain>::save() {
  const bool sameList = !threadsChanged_ || hasPlacesFor(threadNumbers());
  StepCache::Writes writes;
  pending_ = pending_ && sameList;
  const auto setItem = [&](uint32_t item, uint32_t id) {
    top_->tree.set(item, id);
    moved_ |= bitOf(item);
    if (pending_) pending_ = writes.addInOrder({item, id});
  };
  for (const DirtyPiece& dirty : memory_.dirty()) {
    Object& object = *dirty.object;
    if (object.kind == ObjectKind::Global) {
      state::ComponentId& id = object.pieceIds[dirty.piece];
      id = savePiece(object, dirty.piece);
      if (sameList) setItem(top_->itemOfGlobal[object.firstItem + dirty.piece], id);
      continue;
    }
    Thread& owner = *byNumber_[object.arena - 1];
    changed(owner);
    if (owner.objectsChanged) continue;  // all its pieces are looked at below
    object.pieceIds[dirty.piece] = savePiece(object, dirty.piece);
    owner.objectTree.set(object.firstItem + dirty.piece, object.pieceIds[dirty.piece]);
  }
  memory_.dirty().clear();
  for (Thread* thread : dirtyThreads_) {
    saveThread(*thread);
    if (sameList) setItem(top_->itemOfThread[thread->number], thread->rootId);
  }
  dirtyThreads_.clear();
  if (threadsChanged_) {
    processId_ = saveProcess();
    threadsChanged_ = waitersKnown_ = false;
    moved_ = ~uint64_t{0};
    if (!sameList) {
      selectTop(placesFor(threadNumbers()));
      for (uint32_t item = 1; item < top_->items.size(); ++item) top_->tree.set(item, contentOf(top_->items[item]));
    }
    setItem(0, processId_);
    for (const uint32_t number : top_->places) {
      const uint32_t item = top_->itemOfThread[number];
      if (byNumber_[number] == nullptr && top_->tree[item] != absent_) setItem(item, absent_);
    }
  }
  if (pending_) {
    StepCache::Entry entry{};
    entry.key = pendingKey_;
    entry.process = processId_;
    entry.answer = answer_;
    entry.looped = looped_;
    entry.lostNames = lostNames_ & kAllNames;
    entry.touched = touched_ & 7;
    entry.quiet = isQuiet(entry);
    for (const StepCache::Item& write : writes.all()) {
      if (top_->tree.isInFirstHalf(write.item)) ++entry.leftWrites;
    }
    cache_.insert(entry, pendingReads_, writes);
    pending_ = false;
  }
  currentKey_ = top_->tree.halves();
  return currentKey_;
}

// ---- restoring ----

template <typename Domain>
void Machine<Domain>::discard() {
  for (const DirtyPiece& dirty : memory_.dirty()) {
    if (dirty.object->kind != ObjectKind::Global) {
      changed(*byNumber_[dirty.object->arena - 1]);
    } else if (!threadsChanged_) {
      top_->tree.invalidate(top_->itemOfGlobal[dirty.object->firstItem + dirty.piece]);
    }
  }
  memory_.dirty().clear();
  for (Thread* thread : dirtyThreads_) {
    thread->controlId = thread->rootId = 0;
    thread->dirty = thread->objectsChanged = false;
    if (!threadsChanged_) top_->tree.invalidate(top_->itemOfThread[thread->number]);
  }
  dirtyThreads_.clear();
  if (threadsChanged_) processId_ = 0;
  startedThreads_.clear();
  if (top_ != nullptr) top_->tree.forgetMarks();
  choicesKnown_ = pending_ = false;
  liveThreadsKnown_ = false;
}

template <typename Domain>
void Machine<Domain>::restorePiece(Object& object, uint32_t piece, state::ComponentId id) {
  if (object.pieceIds[piece] == id) return;
  const uint64_t begin = uint64_t{piece} * object.pieceSize;
  const uint64_t length = object.pieceLength(piece);
  const auto bytes = tables_.components[id];
  std::memcpy(object.data + begin, bytes.data(), length);
  if (bytes.size() > length) {
    memory_.ensureMask(object);
    std::memcpy(object.undefined + begin, bytes.data() + length, length);
  } else if (object.undefined != nullptr) {
    std::memset(object.undefined + begin, 0, length);
  }
  if (Domain::kSymbolic && bytes.size() > 2 * length) {
    memory_.ensureSymbols(object);
    const uint64_t said = (bytes.size() - 2 * length) / sizeof(uint64_t);
    std::memcpy(object.symbols + begin, bytes.data() + 2 * length, said * sizeof(uint64_t));
    for (uint64_t k = said; k < length; ++k) object.symbols[begin + k] = object.symbols[begin] + k;
  } else if (Domain::kSymbolic && object.symbols != nullptr) {
    std::fill_n(object.symbols + begin, length, 0);
  }
  object.pieceIds[piece] = id;
}

template <typename Domain>
bool Machine<Domain>::holdsSameBytes(uint32_t item, uint32_t content, uint32_t offset, uint32_t bytes) const {
  const uint32_t now = contentOfGlobalPiece(item);
  if (now == content) return true;
  const DirtyPiece& piece = memory_.globalItem(item);
  const uint64_t length = piece.object->pieceLength(piece.piece);
  const auto one = tables_.components[content];
  const auto other = tables_.components[now];
  // The mask of what is undefined follows, if there is one.
  return one.size() == other.size() && std::memcmp(one.data() + offset, other.data() + offset, bytes) == 0 &&
         (one.size() == length ||
          std::memcmp(one.data() + length + offset, other.data() + length + offset, bytes) == 0);
}

template <typename Domain>
void Machine<Domain>::restoreFrame(Thread& thread, uint32_t index, state::ComponentId id) {
  Frame& frame = thread.frames[index];
  frame.id = id;
  const auto bytes = tables_.components[id];
  std::memcpy(&frame.pc, bytes.data(), 4);
  frame.base = index == 0 ? 0 : thread.frames[index - 1].base + program_.functionAt(thread.frames[index - 1].pc).slots;
  const size_t needed = size_t{frame.base} + program_.functionAt(frame.pc).slots;
  if (thread.registers.size() < needed) thread.registers.resize(needed + needed / 2);
  Value* registers = thread.registers.data() + frame.base;
  const uint8_t* place = bytes.data() + 4;
  if constexpr (Domain::kSymbolic) {
    std::memcpy(static_cast<void*>(registers), place, bytes.size() - 4);
    return;
  }
  const auto live = program_.liveAt(frame.pc);
  const bool undefined = bytes.size() > 4 + 8 * live.size();
  for (const uint32_t slot : live) {
    uint64_t word = 0;
    std::memcpy(&word, place, 8);
    registers[slot] = Domain::constant(word);
    if (undefined) std::memcpy(&registers[slot].undefined, place + 8 * live.size(), 8);
    place += 8;
  }
}

template <typename Domain>
void Machine<Domain>::restoreControl(Thread& thread, state::ComponentId id) {
  const uint32_t arena = thread.number + 1;
  const auto bytes = tables_.components[id];
  const auto before = thread.controlId == 0 ? std::span<const uint8_t>{} : tables_.components[thread.controlId];
  thread.rootId = 0;
  support::ByteReader in(bytes);
  thread.controlId = id;
  liveThreadsKnown_ = waitersKnown_ = false;
  moved_ |= bitOf(kWaiters);
  thread.status = in.get<ThreadStatus>();
  thread.detached = in.get<bool>();
  thread.timed = in.get<bool>();
  thread.inSection = in.get<bool>();
  thread.atomicDepth = in.get<uint32_t>();
  thread.condition = in.get<uint64_t>();
  thread.mutex = in.get<uint64_t>();
  thread.result = in.get<Value>();
  if constexpr (Domain::kSymbolic) restoreTrace(thread, in.template get<state::ComponentId>());
  thread.savedControl = {thread.status,           thread.detached,     thread.timed, thread.inSection,
                         thread.atomicDepth,      thread.condition,    thread.mutex, thread.result.bits,
                         thread.result.undefined, thread.frames.size()};
  const size_t rest = bytes.size() - in.left();
  if (before.size() > rest && std::ranges::equal(bytes.subspan(rest), before.subspan(rest))) {
    return;  // the same frames and objects
  }
  thread.creator = in.get<uint32_t>();
  thread.createdAt = in.get<uint32_t>();
  thread.startFunction = in.get<uint32_t>();
  thread.frames.assign(in.get<uint32_t>(), Frame{});
  for (Frame& frame : thread.frames) frame.stackObjects = in.get<uint32_t>();
  thread.savedControl.frames = thread.frames.size();
  thread.stackObjects.assign(in.get<uint32_t>(), nullptr);
  std::vector<uint32_t> stackWindows(thread.stackObjects.size());
  for (uint32_t& window : stackWindows) window = in.get<uint32_t>();
  memory_.removeAll(arena);
  memory_.arena(arena).lowestFree = 0;
  uint32_t items = 0;
  while (!in.empty()) {
    const auto window = in.get<uint32_t>();
    const auto kind = in.get<ObjectKind>();
    const auto live = in.get<bool>();
    const auto shared = in.get<bool>();
    const auto source = in.get<uint32_t>();
    const auto size = in.get<uint64_t>();
    Object* object = memory_.createAt(arena, window, kind, source, size, kHeapPiece);
    object->shared = shared;
    if (!live) memory_.kill(*object);
    object->firstItem = items;
    items += object->pieces;
  }
  for (size_t i = 0; i < stackWindows.size(); ++i)
    thread.stackObjects[i] = memory_.arena(arena).windows[stackWindows[i]];
  thread.frameTree.layout(static_cast<uint32_t>(thread.frames.size()));
  thread.objectTree.layout(items);
}

template <typename Domain>
void Machine<Domain>::restoreThread(Thread& thread, uint32_t root) {
  if (thread.rootId == root) return;
  const state::Quad parts = tables_.nodes[root];
  if (parts.id[0] != thread.controlId) restoreControl(thread, parts.id[0]);
  thread.rootId = root;
  thread.lowestDirtyFrame = static_cast<uint32_t>(thread.frames.size());
  if (!thread.frames.empty()) {
    uint32_t first = program::kNone;
    thread.frameTree.moveTo(parts.id[1], [&](uint32_t index, uint32_t id) {
      thread.frames[index].id = id;
      first = std::min(first, index);
    });
    // A frame's place in the registers depends on those below it.
    for (uint32_t index = first; index < thread.frames.size(); ++index)
      restoreFrame(thread, index, thread.frames[index].id);
  }
  if (thread.objectTree.size() > 0) {
    const auto& objects = memory_.arena(thread.number + 1).objects;
    thread.objectTree.moveTo(parts.id[2], [&](uint32_t item, uint32_t id) {
      const auto next =
          std::upper_bound(objects.begin(), objects.end(), item,
                           [](uint32_t value, const Object* object) { return value < object->firstItem; });
      // The last object that starts at or before the item and has pieces is the one it belongs to.
      auto owner = next;
      do --owner;
      while ((*owner)->pieces == 0);
      restorePiece(**owner, item - (*owner)->firstItem, id);
    });
  }
}

/// Makes the threads those of a process.
template <typename Domain>
void Machine<Domain>::changeThreads(state::ComponentId process) {
  support::ByteReader in(tables_.components[process]);
  exited_ = in.get<bool>();
  exitStatus_ = in.get<int>();
  const std::vector<uint32_t> numbers = threadNumbers(process);
  for (size_t i = threads_.size(); i-- > 0;) {
    if (!std::binary_search(numbers.begin(), numbers.end(), threads_[i]->number)) removeThread(*threads_[i]);
  }
  for (const uint32_t number : numbers) {
    if (byNumber_[number] == nullptr) addThread(number);
  }
  processId_ = process;
  threadsChanged_ = waitersKnown_ = liveThreadsKnown_ = choicesKnown_ = false;
  moved_ = ~uint64_t{0};
  prospectsProcess_ = 0;
}

/// Makes the threads those that the list says there are.
template <typename Domain>
void Machine<Domain>::followProcess() {
  changeThreads(top_->tree[0]);
  for (const auto& thread : threads_) {
    if (thread->controlId != 0) continue;
    const uint32_t item = top_->itemOfThread[thread->number];
    if (remembering_) {
      restoreControl(*thread, tables_.nodes[top_->tree[item]].id[0]);
    } else {
      restoreTopItem(item, top_->tree[item]);
    }
  }
}

template <typename Domain>
void Machine<Domain>::restoreTopItem(uint32_t item, uint32_t id) {
  if (item == 0) return;  // see followProcess
  if (top_->items[item].isThread) {
    Thread* const thread = byNumber_[top_->items[item].index];
    if (thread != nullptr && id != absent_) restoreThread(*thread, id);
    return;
  }
  const DirtyPiece& piece = memory_.globalItem(top_->items[item].index);
  restorePiece(*piece.object, piece.piece, id);
}

template <typename Domain>
void Machine<Domain>::restore(StateKey key) {
  const auto moved = [&](uint32_t item, uint32_t id) { itemMoved(item, id); };
  choicesKnown_ = key == choicesKey_;  // the search often tries one alternative after the other
  if (top_ == nullptr || !top_->tree.rollback(key, moved)) {
    const state::ComponentId process = tables_.processOf(key.first);
    if (process == processId_ || (processId_ != 0 && hasPlacesFor(threadNumbers(process)))) {
      top_->tree.moveTo(key, moved);
    } else {
      // The list may have been elsewhere for a while: every item is compared with what is there now.
      changeThreads(process);
      selectTop(placesFor(threadNumbers()));
      top_->tree.moveTo(key, [](uint32_t, uint32_t) {});
      for (uint32_t item = 1; item < top_->items.size(); ++item) moved(item, top_->tree[item]);
    }
  }
  if (top_->tree[0] != processId_) followProcess();
  if (choicesKnown_) movedBefore_ |= std::exchange(moved_, 0);
  currentKey_ = key;
  if (!liveThreadsKnown_) countLiveThreads();
}

template <typename Domain>
void Machine<Domain>::restore(const std::vector<uint32_t>& places, std::span<const uint32_t> ids) {
  const bool sameList = top_ != nullptr && processId_ != 0 && top_->places == places;
  if (!sameList) {
    changeThreads(ids[0]);
    selectTop(places);
  }
  top_->tree.forgetMarks();
  for (uint32_t item = 0; item < ids.size(); ++item) {
    if (sameList && top_->tree[item] == ids[item]) continue;
    choicesKnown_ = false;
    top_->tree.set(item, ids[item]);
    itemMoved(item, ids[item]);
  }
  if (top_->tree[0] != processId_) followProcess();
  currentKey_ = top_->tree.halves();
  if (!liveThreadsKnown_) countLiveThreads();
}

}  // namespace clew::machine
