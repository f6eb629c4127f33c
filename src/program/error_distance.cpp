#include "program/error_distance.h"

#include <algorithm>
#include <deque>

#include "program/atomic_code.h"
#include "program/call_targets.h"
#include "program/flow.h"
#include "program/slots.h"

namespace clew::program {

namespace {

using Distances = std::vector<uint32_t>;
constexpr uint32_t kNever = ErrorDistance::kNever;

uint32_t sum(uint32_t first, uint32_t second) { return std::min(first + second, kNever); }

/// What a way through the code costs.
struct Costs {
  std::vector<uint8_t> together;  // per instruction: 1 if it certainly ends a step before it while others live
  std::vector<uint8_t> alone;     // and if it does so in any case
};

bool endsStepTogether(const Program& program, const Slots& slots, const Instruction& i) {
  const auto isShared = [&](uint32_t global) {
    return global < program.globals.size() && !program.globals[global].constant && !program.globals[global].threadLocal;
  };
  switch (i.op) {
    case Op::LoadGlobal: return isShared(i.b);
    case Op::StoreGlobal: return isShared(i.a);
    case Op::Load:
    case Op::Store:
    case Op::AtomicRmw:
    case Op::CompareExchange: return isShared(slots.baseOf(i.a));
    case Op::MutexInit:
    case Op::MutexDestroy:
    case Op::MutexLock:
    case Op::MutexTryLock:
    case Op::MutexUnlock:
    case Op::CondInit:
    case Op::CondDestroy:
    case Op::CondWait:
    case Op::CondTimedWait:
    case Op::CondSignal:
    case Op::CondBroadcast:
    case Op::ThreadCreate:
    case Op::ThreadJoin:
    case Op::ThreadDetach:
    case Op::Yield: return true;
    default: return false;
  }
}

Costs costsOf(const Program& program, const AtomicCode& atomic) {
  Costs costs{std::vector<uint8_t>(program.code.size(), 0), std::vector<uint8_t>(program.code.size(), 0)};
  for (const Function& function : program.functions) {
    const Slots slots(program, function);
    for (uint32_t pc = function.entry; pc < function.end; ++pc) {
      const Instruction& i = program.code[pc];
      // A choice ends the step wherever it is, if it is one.
      if (i.op == Op::Choose && slots.constant(i.a).value_or(0) > 1) costs.together[pc] = costs.alone[pc] = 1;
      if (function.runtime || atomic.mayBeAt(pc)) continue;
      if (endsStepTogether(program, slots, i)) costs.together[pc] = 1;
    }
  }
  return costs;
}

/// Where a way ends.
enum class Goal : uint8_t {
  Return,    // of the function
  Error,     // here, in what is called, or in a thread that is created
  ThreadEnd  // here or in what is called
};

/// Finds the distances to a goal from everywhere: they fall until every instruction agrees with those behind it.
class Solver {
 public:
  Solver(const Program& program, const CallTargets& calls, const std::vector<uint8_t>& costs, Goal goal,
         ErrorTargets targets)
      : program_(program),
        calls_(calls),
        costs_(costs),
        goal_(goal),
        targets_(targets),
        distances_(program.code.size() + 1, kNever),
        toReturn_(&distances_),
        inNewThreads_(&distances_) {}

  /// The least ways through functions, unless they are what is looked for.
  void passThrough(const Distances& toReturn) { toReturn_ = &toReturn; }
  /// How far it is in a thread that is created, if that costs something else.
  void goOnInThreads(const Distances& toError) { inNewThreads_ = &toError; }

  Distances solve() {
    isWaiting_.assign(program_.functions.size(), 1);
    for (uint32_t function = 0; function < program_.functions.size(); ++function) waiting_.push_back(function);
    while (!waiting_.empty()) {
      const uint32_t function = waiting_.front();
      waiting_.pop_front();
      isWaiting_[function] = 0;
      if (!settle(program_.functions[function])) continue;
      for (const uint32_t caller : calls_.callersOf(function)) add(caller);
      const bool isThreadEnd = function == program_.threadEnd;
      for (uint32_t other = 0; isThreadEnd && other < program_.functions.size(); ++other) add(other);
    }
    return std::move(distances_);
  }

 private:
  void add(uint32_t function) {
    if (isWaiting_[function] != 0) return;
    isWaiting_[function] = 1;
    waiting_.push_back(function);
  }

  /// True if the distance from the entry has become less.
  bool settle(const Function& function) {
    if (function.entry == function.end) return false;
    const uint32_t before = distances_[function.entry];
    for (bool changes = true; changes;) {
      changes = false;
      for (uint32_t pc = function.end; pc-- > function.entry;) {
        const uint32_t now = distanceFrom(pc);
        changes |= now < distances_[pc];
        distances_[pc] = std::min(distances_[pc], now);
      }
    }
    return distances_[function.entry] < before;
  }

  bool isGoal(const Instruction& i) const {
    switch (i.op) {
      case Op::Return: return goal_ == Goal::Return;
      case Op::LongJump: return true;  // it may lead anywhere
      case Op::Fail: return goal_ == Goal::Error && targets_.assertions;
      case Op::Violate: return goal_ == Goal::Error;
      case Op::ErrorCall: return goal_ == Goal::Error && (targets_.errorFunctions >> i.imm() & 1) != 0;
      case Op::ThreadExit:
      case Op::ThreadLeave: return goal_ == Goal::ThreadEnd;
      default: return false;
    }
  }

  uint32_t entryOf(uint32_t function, const Distances& distances) const {
    const Function& callee = program_.functions[function];
    return callee.entry == callee.end ? kNever : distances[callee.entry];
  }

  uint32_t distanceFrom(uint32_t pc) const {
    const Instruction& i = program_.code[pc];
    if (isGoal(i)) return 0;
    uint32_t nearest = kNever;
    forEachJump(program_, i, [&](uint32_t target) { nearest = std::min(nearest, distances_[target]); });
    if (i.op == Op::Call || i.op == Op::CallIndirect) return std::min(nearest, throughCall(pc));
    if (i.op == Op::ThreadLeave && goal_ == Goal::Error && program_.threadEnd != kNone) {
      nearest = std::min(nearest, entryOf(program_.threadEnd, distances_));
    }
    if (i.op == Op::ThreadCreate && goal_ == Goal::Error) {
      for (const uint32_t start : calls_.starts(pc)) nearest = std::min(nearest, entryOf(start, *inNewThreads_));
    }
    if (!endsFlow(i.op)) nearest = std::min(nearest, distances_[pc + 1]);
    return sum(nearest, costs_[pc]);
  }

  uint32_t throughCall(uint32_t pc) const {
    uint32_t nearest = kNever;
    for (const uint32_t callee : calls_.callees(pc)) {
      if (goal_ != Goal::Return) nearest = std::min(nearest, entryOf(callee, distances_));
      nearest = std::min(nearest, sum(entryOf(callee, *toReturn_), distances_[pc + 1]));
    }
    return nearest;
  }

  const Program& program_;
  const CallTargets& calls_;
  const std::vector<uint8_t>& costs_;
  const Goal goal_;
  const ErrorTargets targets_;
  Distances distances_;
  const Distances* toReturn_;
  const Distances* inNewThreads_;
  std::deque<uint32_t> waiting_;  // functions that may have nearer goals than is known
  std::vector<uint8_t> isWaiting_;
};

}  // namespace

ErrorDistance::ErrorDistance(const Program& program, ErrorTargets targets) : program_(program) {
  const CallTargets calls(program);
  const Costs costs = costsOf(program, AtomicCode(program, calls));
  const auto solve = [&](const std::vector<uint8_t>& cost, Goal goal, const Distances* toReturn,
                         const Distances* inThreads) {
    Solver solver(program, calls, cost, goal, targets);
    if (toReturn != nullptr) solver.passThrough(*toReturn);
    if (inThreads != nullptr) solver.goOnInThreads(*inThreads);
    return solver.solve();
  };
  togetherReturn_ = solve(costs.together, Goal::Return, nullptr, nullptr);
  togetherError_ = solve(costs.together, Goal::Error, &togetherReturn_, nullptr);
  togetherEnd_ = solve(costs.together, Goal::ThreadEnd, &togetherReturn_, nullptr);
  aloneReturn_ = solve(costs.alone, Goal::Return, nullptr, nullptr);
  // Where main lives as long as the process, no thread that is created is ever alone.
  const uint32_t start = program.functions[program.startFunction].entry;
  const bool mainStays = togetherEnd_[start] == kNever && togetherReturn_[start] == kNever;
  aloneError_ = solve(costs.alone, Goal::Error, &aloneReturn_, mainStays ? &togetherError_ : nullptr);
}

uint32_t ErrorDistance::along(std::span<const uint32_t> places, uint32_t stepsToWake, const Distances& toGoal,
                              const Distances& toReturn, uint32_t behindEnd) const {
  uint32_t nearest = kNever;
  uint32_t left = 0;  // to leave the frames above
  for (size_t index = places.size(); index-- > 0;) {
    const bool isTop = index + 1 == places.size();
    const uint32_t pc = places[index] + (isTop && stepsToWake == 0 ? 0 : 1);
    nearest = std::min(nearest, sum(left, toGoal[pc]));
    left = sum(left, toReturn[pc]);
    if (isTop) continue;
    const Instruction& call = program_.code[places[index]];
    const uint32_t landing =
        call.op == Op::Call || call.op == Op::CallIndirect ? program_.calls[call.c].landing : kNone;
    if (landing == kNone) continue;
    nearest = std::min(nearest, toGoal[landing]);  // an exception leaves frames at no cost
    left = std::min(left, toReturn[landing]);
  }
  // Nobody gets anywhere without a step.
  return std::max(1u, sum(std::min(nearest, sum(left, behindEnd)), stepsToWake));
}

ErrorDistance::OfThread ErrorDistance::ofThread(std::span<const uint32_t> places, uint32_t stepsToWake) const {
  const uint32_t threadEnd = program_.threadEnd;
  const auto behindEnd = [&](const Distances& toError) {
    return threadEnd == kNone ? kNever : toError[program_.functions[threadEnd].entry];
  };
  // Where the steps of several threads are added, the one that wakes this thread is among those of another.
  const uint32_t ownSteps = std::min(stepsToWake, 1u);
  return {along(places, stepsToWake, togetherError_, togetherReturn_, behindEnd(togetherError_)),
          along(places, ownSteps, aloneError_, aloneReturn_, behindEnd(aloneError_)),
          along(places, ownSteps, togetherEnd_, togetherReturn_, 0)};
}

void ErrorDistance::Total::add(const OfThread& thread) {
  together_ = std::min(together_, thread.together);
  if (thread.end == kNever) {
    ++endless_;
    endlessAlone_ = thread.alone;
    return;
  }
  ends_ += thread.end;
  if (thread.alone < kNever) leastBeyond_ = std::min(leastBeyond_, int64_t{thread.alone} - thread.end);
}

uint32_t ErrorDistance::Total::value() const {
  int64_t alone = kNever;
  if (endless_ == 0) alone = leastBeyond_ == kNever ? kNever : static_cast<int64_t>(ends_) + leastBeyond_;
  if (endless_ == 1 && endlessAlone_ < kNever) alone = static_cast<int64_t>(ends_) + endlessAlone_;
  return static_cast<uint32_t>(std::min<int64_t>(together_, alone));
}

}  // namespace clew::program
