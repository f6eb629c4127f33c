#include "machine/shadow.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/bytes.h"

namespace clew::machine {

// ---- on and back ----

void Shadow::enter() {
  machine_.choices();
  const auto& top = *machine_.top_;
  State state{};
  state.number = ++entered_;
  state.items = oldItems_.size();
  state.lanes = oldLanes_.size();
  state.aims = oldAims_.size();
  state.isOtherList = list_.places != top.places;
  state.process = machine_.processId_;
  state.live = machine_.liveThreads_;
  state.deadNames = machine_.deadNames_;
  state.only = kNone;
  states_.push(state);
  if (state.isOtherList) {
    others_.push_back(std::exchange(list_, {}));
    layOut();
  }
  changed_.clear();
  for (uint32_t item = 0; item < list_.ids.size(); ++item) {
    if (list_.ids[item] == top.tree[item]) continue;
    oldItems_.push({item, std::exchange(list_.ids[item], top.tree[item])});
    if (list_.laneAt[item] != kNone) changed_.push_back(list_.laneAt[item]);
  }
  for (Lane& lane : list_.lanes) {
    takeProspect(lane);
    states_.back().sections += factsOf(list_.ids[lane.item]).inSection ? 1 : 0;
  }
  aimAnew();
  states_.back().mayMeet = doAnyMeet();
}

void Shadow::enter(const StepCache::Entry& step) {
  State state = states_.back();
  state.number = ++entered_;
  state.items = oldItems_.size();
  state.lanes = oldLanes_.size();
  state.aims = oldAims_.size();
  state.isOtherList = false;
  state.meeting = Meeting::Unknown;
  state.isSettled = false;
  state.only = kNone;
  const bool mayHaveMet = state.mayMeet;
  const uint32_t live = state.live;
  states_.push(state);
  changed_.clear();
  uint64_t moved = 0;
  for (const auto& [item, id] : machine_.cache_.writesOf(step)) moved |= change(item, id);
  State& now = states_.back();
  if (now.process != step.process || now.live != live) moved = ~uint64_t{0};
  now.process = step.process;
  if (keepsLanes_) spoilLanes(moved);
  aimAnew();
  // Two threads that have not moved meet as little as before.
  states_.back().mayMeet =
      mayHaveMet ? doAnyMeet() : std::ranges::any_of(changed_, [&](uint32_t lane) { return meetsAny(lane); });
}

void Shadow::leave(size_t count) {
  if (count == 0) return;
  for (; count > 0; --count) {
    const State& state = states_.back();
    for (; oldItems_.size() > state.items; oldItems_.pop()) list_.ids[oldItems_.back().item] = oldItems_.back().id;
    for (; oldAims_.size() > state.aims; oldAims_.pop()) list_.aims[oldAims_.back().index] = oldAims_.back().aim;
    for (; oldLanes_.size() > state.lanes; oldLanes_.pop()) bringBack(oldLanes_.back());
    if (state.isOtherList) {
      list_ = std::move(others_.back());
      others_.pop_back();
    }
    states_.pop();
  }
  if (!keepsLanes_ && !states_.empty()) states_.back().isSettled = false;
}

void Shadow::bringBack(const OldLane& old) {
  Lane& lane = list_.lanes[old.index];
  Prospect& prospect = lane.prospect;
  lane.knownAt = old.isStale ? 0 : states_.back().number;
  lane.keptAt = 0;  // should it change again it is kept again, which is too often but not wrong
  prospect.dependsOn = old.dependsOn;
  prospect.alternatives = old.alternatives;
  prospect.part = old.part;
  prospect.inSection = old.inSection;
  const StepCache::Entry& step = machine_.cache_.at(old.stepIndex);
  if (old.stepNumber != 0 && step.number == old.stepNumber) {
    prospect.noteFirst(machine_.cache_, step, lane.item);
  } else {
    prospect.stepNumber = prospect.stepDependsOn = 0;  // forgotten meanwhile
  }
}

void Shadow::cast() { machine_.restore(list_.places, list_.ids); }

/// Takes over the machine's list, with nothing in it.
void Shadow::layOut() {
  const auto& top = *machine_.top_;
  list_.number = static_cast<uint32_t>(std::ranges::find(known_, top.places) - known_.begin());
  if (list_.number == known_.size()) known_.push_back(top.places);
  list_.places = top.places;
  list_.itemOfGlobal = top.itemOfGlobal;
  list_.ids.assign(top.items.size(), 0);
  list_.laneAt.assign(top.items.size(), kNone);
  list_.laneOfThread.assign(top.itemOfThread.size(), kNone);
  for (const uint32_t number : top.places) {
    const uint32_t item = top.itemOfThread[number];
    list_.laneAt[item] = list_.laneOfThread[number] = static_cast<uint32_t>(list_.lanes.size());
    list_.lanes.push_back({number, item, {}});
  }
  list_.aims.resize(list_.lanes.size());
}

/// Gives an item another content; returns what has moved by it, as far as that is seen in a set.
uint64_t Shadow::change(uint32_t item, uint32_t id) {
  const uint32_t before = std::exchange(list_.ids[item], id);
  if (before == id) return 0;
  oldItems_.push({item, before});
  const uint32_t lane = list_.laneAt[item];
  if (lane == kNone) return bitOf(item);
  changed_.push_back(lane);
  return bitOf(item) | changeThread(before, id);
}

/// The same of a thread's content, besides the item itself.
uint64_t Shadow::changeThread(uint32_t before, uint32_t after) {
  const Facts old = factsOf(before);
  const Facts& now = factsOf(after);
  if (old.control == now.control) return 0;
  State& state = states_.back();
  state.sections += (now.inSection ? 1u : 0u) - (old.inSection ? 1u : 0u);
  state.live += (now.isLive() ? 1u : 0u) - (old.isLive() ? 1u : 0u);
  state.waiters = 0;
  if (old.hasDeadNames != now.hasDeadNames) findDeadNames();
  return bitOf(kWaiters);
}

/// As `Machine::deadNames`.
void Shadow::findDeadNames() {
  NameClasses classes = 0;
  for (const Lane& lane : list_.lanes) {
    if (factsOf(list_.ids[lane.item]).hasDeadNames) classes |= classOfNames(lane.number + 1);
  }
  states_.back().deadNames = classes;
}

Shadow::Facts& Shadow::factsOf(uint32_t root) {
  if (root == machine_.absent_) return nobody_;
  Facts& facts = facts_[(root * 0x9E3779B1u) >> 20];
  if (facts.root == root) return facts;
  facts = {.root = root, .control = machine_.tables_.nodes[root].id[0]};
  support::ByteReader in(machine_.tables_.components[facts.control]);  // as `saveControl` writes it
  facts.status = in.get<ThreadStatus>();
  in.get<bool>();
  in.get<bool>();
  facts.inSection = in.get<bool>();
  in.get<uint32_t>();
  facts.condition = in.get<uint64_t>();
  facts.hasDeadNames = facts.status == ThreadStatus::Joined;
  in.get<uint64_t>();
  in.get<ConcreteDomain::Value>();
  for (int i = 0; i < 3; ++i) in.get<uint32_t>();
  for (int list = 0; list < 2; ++list) {  // frames, and objects on the stack
    for (auto left = in.get<uint32_t>(); left > 0; --left) in.get<uint32_t>();
  }
  while (!in.empty()) {
    in.get<uint32_t>();
    in.get<ObjectKind>();
    facts.hasDeadNames |= !in.get<bool>();
    in.get<bool>();
    in.get<uint32_t>();
    in.get<uint64_t>();
  }
  return facts;
}

// ---- what threads can do ----

/// What lanes say that depends on something that moved is no longer so.
void Shadow::spoilLanes(uint64_t moved) {
  for (Lane& lane : list_.lanes) {
    Prospect& prospect = lane.prospect;
    if (isStale(lane) || ((prospect.dependsOn | prospect.stepDependsOn) & moved) == 0) continue;
    keep(lane);
    if ((prospect.stepDependsOn & moved) != 0) prospect.stepNumber = prospect.stepDependsOn = 0;
    if ((prospect.dependsOn & moved) != 0) lane.knownAt = 0;
  }
}

void Shadow::settleAll() {
  for (const Lane& lane : list_.lanes) {
    if (isStale(lane)) machine_.cache_.prefetch(keyOf(lane, lane.prospect.likelyQuestion()));
  }
  bool isMissing = false;
  for (Lane& lane : list_.lanes) isMissing |= isStale(lane) && !recall(lane);
  if (isMissing) askMachine();
  State& state = states_.back();
  state.isSettled = true;
  if (state.sections == 0) return;
  for (const Lane& lane : list_.lanes) {
    if (lane.prospect.alternatives == 0 || !factsOf(list_.ids[lane.item]).inSection) continue;
    state.only = indexOf(lane);
    return;
  }
}

/// Finds out from memory what a stale lane's thread can do; false if nobody remembers.
bool Shadow::recall(Lane& lane) {
  keep(lane);
  if (!keepsLanes_) lane.prospect.stepNumber = lane.prospect.stepDependsOn = 0;  // of another state
  if (list_.ids[lane.item] == machine_.absent_) {
    lane.prospect = Prospect{.dependsOn = bitOf(lane.item)};
  } else {
    const auto idOfItem = [&](uint32_t item) { return idOf(item); };
    if (!lane.prospect.recall(machine_.cache_, keyOf(lane, 0), lane.item, idOfItem)) return false;
  }
  lane.knownAt = states_.back().number;
  return true;
}

/// Finds it out from the machine, for all that are stale.
void Shadow::askMachine() {
  cast();
  machine_.choices();
  for (Lane& lane : list_.lanes) {
    if (isStale(lane)) takeProspect(lane);
  }
}

void Shadow::takeProspect(Lane& lane) {
  keep(lane);
  const auto* thread = machine_.byNumber_[lane.number];
  lane.prospect = thread == nullptr ? Prospect{.dependsOn = bitOf(lane.item)} : thread->prospect;
  lane.knownAt = states_.back().number;
}

bool Shadow::canGoOn() {
  const auto canGo = [&](const Lane& lane) { return !isStale(lane) && lane.prospect.alternatives > 0; };
  if (std::ranges::any_of(list_.lanes, canGo)) return true;
  return std::ranges::any_of(list_.lanes, [&](Lane& lane) {
    settle(lane);
    return canGo(lane);
  });
}

Shadow::Lane* Shadow::laneOf(uint32_t thread) {
  const uint32_t index = thread < list_.laneOfThread.size() ? list_.laneOfThread[thread] : kNone;
  if (index == kNone) return nullptr;
  if (states_.back().sections > 0) settle();  // others may have to wait for one
  settle(list_.lanes[index]);
  const uint32_t only = states_.back().only;
  const bool canGo = list_.lanes[index].prospect.alternatives > 0 && (only == kNone || only == index);
  return canGo ? &list_.lanes[index] : nullptr;
}

// ---- races ----

/// Where the threads aim that the step has changed.
void Shadow::aimAnew() {
  for (const uint32_t lane : changed_) {
    oldAims_.push({lane, list_.aims[lane]});
    list_.aims[lane] = aimOf(lane);
  }
}

Aim Shadow::aimOf(uint32_t lane) {
  Facts& facts = factsOf(list_.ids[list_.lanes[lane].item]);
  if (!facts.knowsAim) {
    const uint32_t number = list_.lanes[lane].number;
    cast();
    machine_.refresh(number);
    facts.aim = machine_.aimOf(*machine_.byNumber_[number]);
    facts.knowsAim = true;
  }
  return facts.aim;
}

bool Shadow::meetsAny(uint32_t lane) const {
  const Aim& aim = list_.aims[lane];
  if (aim.isNothing()) return false;
  for (uint32_t other = 0; other < list_.aims.size(); ++other) {
    if (machine::mayRace(aim, list_.aims[other]) && other != lane) return true;
  }
  return false;
}

bool Shadow::doAnyMeet() const {
  for (uint32_t lane = 0; lane < list_.aims.size(); ++lane) {
    if (meetsAny(lane)) return true;
  }
  return false;
}

/// Whether two threads that can go on may race.
bool Shadow::areNear() {
  settle();
  State& state = states_.back();
  if (state.meeting == Meeting::Unknown) state.meeting = findMeeting();
  return state.meeting == Meeting::Maybe;
}

/// As `Machine::mayRace`.
Shadow::Meeting Shadow::findMeeting() {
  Encounters encounters;
  for (Lane& lane : list_.lanes) {
    const Prospect& prospect = lane.prospect;
    if (prospect.part == Part::None || prospect.alternatives == 0) continue;
    const auto step = [&](uint32_t alternative) { return knownStep(lane, alternative); };
    const bool isKnown = prospect.alternatives == 1 && (prospect.stepNumber != 0 || step(0) != nullptr);
    const auto items =
        isKnown ? std::optional(prospect.stepTouches) : touchesOf(machine_.cache_, prospect, lane.item, step);
    if (!items) return Meeting::Maybe;
    if (encounters.add(prospect.part, *items)) return mayTouchSameBytes() ? Meeting::Maybe : Meeting::No;
  }
  return Meeting::No;
}

/// Whether two threads race, by what the machine has found their steps to touch; true also if it has not looked yet.
bool Shadow::mayTouchSameBytes() {
  touches_.clear();
  for (Lane& lane : list_.lanes) {
    const Prospect& prospect = lane.prospect;
    if (prospect.part == Part::None || prospect.alternatives == 0) continue;
    const StepCache::Entry* const step = prospect.alternatives == 1 ? knownStep(lane, 0) : nullptr;
    if (step == nullptr) return true;
    const auto& known = machine_.stepTouches_[machine_.cache_.indexOf(*step) % machine_.stepTouches_.size()];
    if (known.step != step->number) return true;
    touches_.insert(touches_.end(), known.touches.begin(), known.touches.begin() + known.count);
  }
  for (size_t one = 0; one < touches_.size(); ++one) {
    for (size_t other = one + 1; other < touches_.size(); ++other) {
      if (ConcreteMachine::raceOf(touches_[one], touches_[other])) return true;
    }
  }
  return false;
}

const StepCache::Entry* Shadow::findStep(Lane& lane, uint32_t alternative) {
  const auto* known = machine_.cache_.find(keyOf(lane, alternative), [&](uint32_t item) { return idOf(item); });
  if (known == nullptr || alternative != 0) return known;
  keep(lane);
  lane.prospect.noteFirst(machine_.cache_, *known, lane.item);
  return known;
}

/// As `Machine::waiters`.
uint32_t Shadow::waiters() {
  uint32_t& known = states_.back().waiters;
  if (known != 0) return known;
  support::ByteWriter out(scratch_);
  for (const Lane& lane : list_.lanes) {
    const Facts& facts = factsOf(list_.ids[lane.item]);
    if (facts.status != ThreadStatus::Waiting) continue;
    out.put(lane.number);
    out.put(facts.condition);
  }
  return known = machine_.tables_.components.intern(out.bytes());
}

}  // namespace clew::machine
