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
  state.items = oldItems_.size();
  state.lanes = oldLanes_.size();
  state.isOtherList = list_.places != top.places;
  if (state.isOtherList) {
    others_.push_back(std::exchange(list_, {}));
    layOut();
  }
  for (uint32_t item = 0; item < list_.ids.size(); ++item) {
    if (list_.ids[item] == top.tree[item]) continue;
    oldItems_.push_back({item, std::exchange(list_.ids[item], top.tree[item])});
  }
  for (Lane& lane : list_.lanes) {
    keep(lane);
    const auto* thread = machine_.byNumber_[lane.number];
    lane.prospect = thread == nullptr ? Prospect{.dependsOn = bitOf(lane.item)} : thread->prospect;
  }
  state.process = machine_.processId_;
  state.live = machine_.liveThreads_;
  state.deadNames = machine_.deadNames_;
  states_.push_back(state);
  summarise();
}

void Shadow::enter(const StepCache::Entry& step) {
  State state = states_.back();
  state.items = oldItems_.size();
  state.lanes = oldLanes_.size();
  state.isOtherList = false;
  const uint32_t live = state.live;
  states_.push_back(state);
  uint64_t moved = 0;
  for (const auto& [item, id] : machine_.cache_.writesOf(step)) moved |= change(item, id);
  State& now = states_.back();
  if (now.process != step.process || now.live != live) moved = ~uint64_t{0};
  now.process = step.process;
  updateLanes(moved);
  summarise();
}

void Shadow::leave(size_t count) {
  for (; count > 0; --count) {
    const State& state = states_.back();
    for (; oldItems_.size() > state.items; oldItems_.pop_back()) list_.ids[oldItems_.back().item] = oldItems_.back().id;
    for (; oldLanes_.size() > state.lanes; oldLanes_.pop_back()) {
      list_.lanes[oldLanes_.back().index].prospect = oldLanes_.back().prospect;
    }
    if (state.isOtherList) {
      list_ = std::move(others_.back());
      others_.pop_back();
    }
    states_.pop_back();
  }
}

void Shadow::cast() { machine_.restore(list_.places, list_.ids); }

bool Shadow::leadsTo(const StepCache::Entry& step, std::span<const uint32_t> ids) {
  const auto writes = machine_.cache_.writesOf(step);
  std::array<uint32_t, StepCache::kMostWrites> before;
  for (size_t i = 0; i < writes.size(); ++i) before[i] = std::exchange(list_.ids[writes[i].item], writes[i].id);
  const bool isThere = std::ranges::equal(list_.ids, ids);
  for (size_t i = 0; i < writes.size(); ++i) list_.ids[writes[i].item] = before[i];
  return isThere;
}

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
}

/// Gives an item another content; returns what has moved by it, as far as that is seen in a set.
uint64_t Shadow::change(uint32_t item, uint32_t id) {
  const uint32_t before = std::exchange(list_.ids[item], id);
  if (before == id) return 0;
  oldItems_.push_back({item, before});
  const uint32_t lane = list_.laneAt[item];
  return bitOf(item) | (lane == kNone ? 0 : changeThread(list_.lanes[lane], before, id));
}

uint64_t Shadow::changeThread(Lane& lane, uint32_t before, uint32_t after) {
  const Facts old = factsOf(before);
  const Facts now = factsOf(after);
  if (old.control == now.control) return 0;
  if (now.inSection != lane.prospect.inSection) {
    keep(lane);
    lane.prospect.inSection = now.inSection;
  }
  State& state = states_.back();
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

Shadow::Facts Shadow::factsOf(uint32_t root) {
  if (root == machine_.absent_) return {};
  Facts& facts = facts_[(root * 0x9E3779B1u) >> 20];
  if (facts.root == root) return facts;
  facts.root = root;
  facts.control = machine_.tables_.nodes[root].id[0];
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

void Shadow::updateLanes(uint64_t moved) {
  asked_.clear();
  for (uint32_t index = 0; index < list_.lanes.size(); ++index) {
    Lane& lane = list_.lanes[index];
    Prospect& prospect = lane.prospect;
    if (((prospect.dependsOn | prospect.stepDependsOn) & moved) == 0) continue;
    keep(lane);
    if ((prospect.stepDependsOn & moved) != 0) prospect.stepNumber = prospect.stepDependsOn = 0;
    if ((prospect.dependsOn & moved) == 0) continue;
    machine_.cache_.prefetch(keyOf(lane, prospect.likelyQuestion()));
    asked_.push_back(index);
  }
  missing_.clear();
  for (const uint32_t index : asked_) {
    if (!recall(list_.lanes[index])) missing_.push_back(index);
  }
  if (missing_.empty()) return;
  cast();
  machine_.choices();
  for (const uint32_t index : missing_) {
    list_.lanes[index].prospect = machine_.byNumber_[list_.lanes[index].number]->prospect;
  }
}

bool Shadow::recall(Lane& lane) {
  if (list_.ids[lane.item] == machine_.absent_) {
    lane.prospect = Prospect{.dependsOn = bitOf(lane.item)};
    return true;
  }
  return lane.prospect.recall(machine_.cache_, keyOf(lane, 0), lane.item, [&](uint32_t item) { return idOf(item); });
}

/// As `Machine::choices` and `Machine::mayRace`.
void Shadow::summarise() {
  State& state = states_.back();
  state.alternatives = 0;
  state.only = kNone;
  uint32_t plain = 0;
  uint32_t touching = 0;
  for (uint32_t index = 0; index < list_.lanes.size(); ++index) {
    const Prospect& prospect = list_.lanes[index].prospect;
    if (prospect.alternatives == 0) continue;
    state.alternatives += prospect.alternatives;
    plain += isPlain(prospect.part) ? 1 : 0;
    touching += prospect.part == Part::None ? 0 : 1;
    if (prospect.inSection && state.only == kNone) state.only = index;
  }
  if (state.only != kNone) state.alternatives = list_.lanes[state.only].prospect.alternatives;
  state.mayRace = plain > 0 && touching >= 2;
  if (!state.mayRace) return;
  Encounters encounters;
  for (Lane& lane : list_.lanes) {
    const Prospect& prospect = lane.prospect;
    if (prospect.part == Part::None || prospect.alternatives == 0) continue;
    const auto step = [&](uint32_t alternative) { return knownStep(lane, alternative); };
    const bool isKnown = prospect.alternatives == 1 && (prospect.stepNumber != 0 || step(0) != nullptr);
    const auto items =
        isKnown ? std::optional(prospect.stepTouches) : touchesOf(machine_.cache_, prospect, lane.item, step);
    if (!items) return;
    if (encounters.add(prospect.part, *items)) {
      state.mayRace = mayTouchSameBytes();
      return;
    }
  }
  state.mayRace = false;
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
    const Facts facts = factsOf(list_.ids[lane.item]);
    if (facts.status != ThreadStatus::Waiting) continue;
    out.put(lane.number);
    out.put(facts.condition);
  }
  return known = machine_.tables_.components.intern(out.bytes());
}

}  // namespace clew::machine
