#include "report/waiting.h"

#include <fmt/format.h>

namespace clew::report {

std::string waitText(const machine::ConcreteMachine& machine, HeapNumbers& numbers, uint32_t number,
                     const ThreadNamer& nameOfThread) {
  using program::Op;
  const auto& thread = *machine.threadByNumber(number);
  const auto nameOf = [&](uint64_t address) { return nameOfAddress(machine, numbers, address); };
  const auto mutexText = [&](uint64_t mutex) {
    const uint32_t owner = machine.mutexOwner(mutex);
    const std::string name = nameOf(mutex);
    if (owner == 0) return fmt::format("wants mutex {}, which is free", name);
    if (owner == number + 1) return fmt::format("waits for mutex {}, which it holds itself", name);
    return fmt::format("waits for mutex {}, held by {}", name, nameOfThread(owner - 1));
  };
  switch (thread.status) {
    case machine::ThreadStatus::Waiting: return "waits for condition " + nameOf(thread.condition);
    case machine::ThreadStatus::Woken: return "woken, " + mutexText(thread.mutex);
    case machine::ThreadStatus::Terminated: return "has ended";
    case machine::ThreadStatus::Joined: return "has ended and was joined";
    default: break;
  }
  const program::Instruction& next = machine.program().code[thread.frames.back().pc];
  switch (next.op) {
    case Op::MutexLock: return mutexText(machine.slot(thread, next.a).bits);
    case Op::ThreadJoin: {
      const uint32_t target = machine.threadOfHandle(machine.slot(thread, next.a).bits);
      if (target != program::kNone) return fmt::format("waits for {} to end", nameOfThread(target));
      break;
    }
    case Op::OnceBegin: return "waits for another thread's pthread_once";
    case Op::WaitWhile:
    case Op::WaitUntil: return "waits for " + nameOf(machine.slot(thread, next.a).bits);
    default: break;
  }
  return "can go on";
}

}  // namespace clew::report
