#include "machine/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <tuple>

#include "machine/join_walk.h"
#include "support/hash.h"

namespace clew::machine {

namespace {

constexpr size_t kMostRemembered = 1'000'000;
constexpr size_t kSettledPlaces = size_t{1} << 16;

uint64_t mix(uint64_t hash, uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

size_t placeOf(StateKey key) { return support::hashPair(key.first, key.second) >> 48; }

}  // namespace

const char* nameOf(SymmetryKind kind) { return kind == SymmetryKind::Threads ? "threads" : "none"; }

// ---- moves ----

namespace {

/// The threads among which a thread that stands before a signal chooses; none if it does not.
std::vector<uint32_t> waitersBefore(ConcreteMachine& machine, uint32_t number) {
  machine.materialise();
  const auto& thread = *machine.threadByNumber(number);
  std::vector<uint32_t> waiters;
  if (thread.status != ThreadStatus::Running) return waiters;
  const program::Instruction& i = machine.program().code[thread.frames.back().pc];
  if (i.op != program::Op::CondSignal) return waiters;
  for (const auto& other : machine.threads()) {
    const bool waits = other->status == ThreadStatus::Waiting && other->condition == machine.slot(thread, i.a).bits;
    if (waits) waiters.push_back(other->number);
  }
  return waiters;
}

}  // namespace

Move moveOf(ConcreteMachine& machine, uint32_t alternative) {
  const auto choices = machine.choices();
  const auto mine = std::find_if(choices.begin(), choices.end(), [&](const ThreadChoice& choice) {
    return alternative - choice.first < choice.alternatives;
  });
  Move move{mine->thread, alternative - mine->first};
  const auto waiters = waitersBefore(machine, move.thread);
  if (waiters.size() > 1) move.woken = waiters[move.choice];
  return move;
}

uint32_t alternativeOf(ConcreteMachine& machine, const Move& move) {
  const auto choices = machine.choices();
  const auto mine = std::find_if(choices.begin(), choices.end(),
                                 [&](const ThreadChoice& choice) { return choice.thread == move.thread; });
  assert(mine != choices.end() && "what a thread can do its double can do");
  const uint32_t first = mine == choices.end() ? 0 : mine->first;
  if (move.woken == program::kNone) return first + move.choice;
  const auto waiters = waitersBefore(machine, move.thread);
  return first + static_cast<uint32_t>(std::find(waiters.begin(), waiters.end(), move.woken) - waiters.begin());
}

// ---- settling ----

Symmetry::Symmetry(ConcreteMachine& machine, const program::ThreadSymmetry* plan, bool assertionsFail)
    : machine_(machine), plan_(plan), assertionsFail_(assertionsFail) {
  if (plan_ == nullptr) return;
  machine_.letExchange(*plan_);
  settled_.resize(kSettledPlaces);
}

void Symmetry::breakAt(uint32_t pc, const std::string& what) {
  if (broken_.empty()) broken_ = fmt::format("{} at {}", what, program::placeOf(machine_.program(), pc));
}

uint32_t Symmetry::movedTo(uint32_t number) const {
  const auto move = std::find_if(moves_.begin(), moves_.end(), [&](const auto& each) { return each.first == number; });
  return move == moves_.end() ? number : move->second;
}

std::optional<StateKey> Symmetry::recall(StateKey key) const {
  const Settled& known = settled_[placeOf(key)];
  return known.from == key ? std::optional(known.to) : std::nullopt;
}

void Symmetry::settle(Outcome outcome) {
  moves_.clear();
  if (plan_ == nullptr) return;
  if (machine_.identitySeenAt() != program::kNone) {
    breakAt(machine_.identitySeenAt(), "something is done that tells threads apart");
  }
  if (outcome != Outcome::Stopped || isBroken()) return;
  const StateKey key = machine_.key();
  StateKey result = key;
  if (findMembers()) {
    const uint32_t first = firstToJoin();
    if (!isBroken()) result = arrange(first);
  }
  settled_[placeOf(key)] = {key, result};
}

/// Finds the threads that may change places; false if there are not several.
bool Symmetry::findMembers() {
  members_.clear();
  const Thread* inSection = nullptr;
  for (const auto& thread : machine_.threads()) {
    if (thread->inSection) {
      // The machine lets the first of them go on.
      if (inSection != nullptr) {
        machine_.refresh(thread->number);
        breakAt(thread->frames.back().pc, "two threads are in atomic sections");
      }
      inSection = thread.get();
    }
    if (thread->number == 0 || thread->detached || thread->status == ThreadStatus::Joined) continue;
    if (plan_->harmless[thread->startFunction] == 0) continue;
    const auto& objects = machine_.memory().objectsOf(thread->number + 1);
    const bool ownsNothing = std::all_of(objects.begin(), objects.end(), [](const Object* object) {
      return object->kind == ObjectKind::Thread || object->kind == ObjectKind::ThreadLocal;
    });
    if (!ownsNothing) {
      machine_.refresh(thread->number);
      if (assertionsFail_ && isFailing(*thread)) continue;
      breakAt(thread->frames.back().pc, "a local variable has an address");
    }
    const uint32_t root = machine_.contentOfThread(thread->number);
    members_.push_back({thread->number, thread->status == ThreadStatus::Terminated, 0, 0, root});
  }
  return members_.size() > 1 && !isBroken();
}

/// Whether the thread is about to report a failed assertion. That is the verdict, whatever else there is.
bool Symmetry::isFailing(const Thread& thread) const {
  return std::any_of(thread.frames.begin(), thread.frames.end(), [&](const Frame& frame) {
    const program::Function& function = machine_.program().functionAt(frame.pc);
    return function.library && function.name == "__assert_fail";
  });
}

/// If main waits for one of the members, which; it then has to join them all. kNone if it does not wait.
uint32_t Symmetry::firstToJoin() {
  machine_.refresh(0);
  const Thread& main = *machine_.threadByNumber(0);
  if (main.status != ThreadStatus::Running || main.frames.empty()) return program::kNone;
  const uint32_t pc = main.frames.back().pc;
  const program::Instruction& i = machine_.program().code[pc];
  if (i.op != program::Op::ThreadJoin) return program::kNone;
  if (main.atomicDepth > 0 || main.inSection) breakAt(pc, "threads are joined in an atomic section,");
  if (!joinsAllMembers()) breakAt(pc, "threads are joined one by one, or not all of them, from the join");
  return isBroken() ? program::kNone : machine_.threadOfHandle(machine_.slot(main, i.a).bits);
}

bool Symmetry::joinsAllMembers() {
  std::vector<uint32_t> who;
  for (const auto& thread : machine_.threads()) {
    who.push_back(thread->number << 2 | (thread->detached ? 2u : 0u) |
                  (thread->status == ThreadStatus::Joined ? 1u : 0u));
  }
  const uint32_t content = machine_.contentOfThread(0);
  if (walked_.size() > kMostRemembered) walked_.clear();
  Walked& known = walked_[mix(content, support::hashBytes(who.data(), who.size() * sizeof(uint32_t)))];
  const bool isValid = known.main == content && known.who == who &&
                       std::all_of(known.read.begin(), known.read.end(), [&](const auto& each) {
                         return machine_.contentOfGlobalPiece(each.first) == each.second;
                       });
  if (isValid) return known.joinsAll;
  machine_.materialise();
  std::vector<uint32_t> numbers;
  numbers.reserve(members_.size());
  for (const Member& member : members_) numbers.push_back(member.number);
  JoinWalk walk(machine_, *plan_);
  known.main = content;
  known.who = std::move(who);
  known.joinsAll = walk.joinsAll(*machine_.threadByNumber(0), std::move(numbers));
  known.read.clear();
  for (const uint32_t item : walk.read()) known.read.emplace_back(item, machine_.contentOfGlobalPiece(item));
  return known.joinsAll;
}

/// A hash of content that does not depend on the ids, which come in the order of discovery: so the settled form is the
/// same for every number of workers.
uint64_t Symmetry::hashOf(uint32_t id) {
  if (hashes_.size() > kMostRemembered) hashes_.clear();
  const auto [known, isNew] = hashes_.try_emplace(id);
  if (isNew) known->second = machine_.tables().fingerprint(id);
  return known->second;
}

void Symmetry::findOwners() {
  owners_.clear();
  for (size_t index = 0; index < plan_->mutexes.size(); ++index) {
    const uint32_t owner = machine_.savedOwner(plan_->mutexes[index]);
    owners_.push_back(owner);
    for (Member& member : members_) {
      if (member.number == owner) member.owned |= uint64_t{1} << index;
    }
  }
}

/// Deals the contents out anew: those that have not ended first, in a fixed order, beginning with `first`.
StateKey Symmetry::arrange(uint32_t first) {
  findOwners();
  std::vector<uint32_t> numbers;
  for (Member& member : members_) {
    member.hash = hashOf(member.root);
    numbers.push_back(member.number);
  }
  const auto place = std::find(numbers.begin(), numbers.end(), first);
  if (place != numbers.end()) std::rotate(numbers.begin(), place, place + 1);
  std::sort(members_.begin(), members_.end(), [](const Member& one, const Member& other) {
    return std::tie(one.ended, one.hash, one.owned, one.root, one.number) <
           std::tie(other.ended, other.hash, other.owned, other.root, other.number);
  });
  std::vector<ConcreteMachine::Content> contents;
  std::vector<ConcreteMachine::Owner> owners;
  for (size_t index = 0; index < members_.size(); ++index) {
    const Member& member = members_[index];
    const uint32_t number = numbers[index];
    if (number == member.number) continue;
    moves_.emplace_back(member.number, number);
    if (machine_.contentOfThread(number) != member.root) contents.push_back({number, member.root});
    for (size_t mutex = 0; mutex < owners_.size(); ++mutex) {
      if (owners_[mutex] == member.number) owners.push_back({plan_->mutexes[mutex], number});
    }
  }
  return contents.empty() && owners.empty() ? machine_.key() : machine_.exchange(contents, owners);
}

}  // namespace clew::machine
