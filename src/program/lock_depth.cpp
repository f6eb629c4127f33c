#include "program/lock_depth.h"

#include "program/flow.h"

namespace clew::program {

LockDepth::LockDepth(const Program& program)
    : program_(program),
      depths_(program.code.size() + 1, 0),
      changes_(program.functions.size(), 0),
      isSeen_(program.code.size() + 1, 0) {
  // What a function does to the locks of its caller is small and rarely passes through many calls, so a few rounds
  // find it; more would not make the guess much better.
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    isSeen_.assign(isSeen_.size(), 0);
    for (uint32_t function = 0; function < program.functions.size(); ++function) walk(function);
  }
}

/// Goes through a function from its entry; whoever comes to an instruction first says how deep it is.
void LockDepth::walk(uint32_t function) {
  const Function& code = program_.functions[function];
  if (code.entry == code.end) return;
  std::vector<uint32_t> waiting = {code.entry};
  depths_[code.entry] = 0;
  isSeen_[code.entry] = 1;
  while (!waiting.empty()) {
    const uint32_t pc = waiting.back();
    waiting.pop_back();
    const Instruction& i = program_.code[pc];
    if (i.op == Op::Return) changes_[function] = depths_[pc];
    const auto reach = [&](uint32_t next, int32_t depth) {
      if (isSeen_[next] != 0) return;
      isSeen_[next] = 1;
      depths_[next] = depth;
      waiting.push_back(next);
    };
    forEachJump(program_, i, [&](uint32_t target) { reach(target, depths_[pc]); });
    if (!endsFlow(i.op)) reach(pc + 1, depths_[pc] + changeOf(pc));
  }
}

int32_t LockDepth::changeOf(uint32_t pc) const {
  switch (program_.code[pc].op) {
    case Op::MutexLock: return 1;
    case Op::MutexUnlock: return -1;
    case Op::Call: return changes_[program_.calls[program_.code[pc].c].callee];
    default: return 0;
  }
}

}  // namespace clew::program
