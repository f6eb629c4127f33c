#include "program/atomic_code.h"

#include "program/flow.h"

namespace clew::program {

AtomicCode::AtomicCode(const Program& program, const CallTargets& calls)
    : program_(program), calls_(calls), mayBe_(program.code.size() + 1, 0) {
  spread();
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    nests_ |= program.code[pc].op == Op::AtomicBegin && mayBe_[pc] != 0;
  }
  if (!nests_) return;
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    if (mayBe_[pc] != 0) waiting_.push_back(pc);
  }
  spread();
}

void AtomicCode::add(uint32_t pc) {
  if (mayBe_[pc] != 0) return;
  mayBe_[pc] = 1;
  waiting_.push_back(pc);
}

void AtomicCode::spread() {
  for (uint32_t pc = 0; pc < program_.code.size(); ++pc) {
    if (program_.code[pc].op == Op::AtomicBegin) add(pc + 1);
  }
  while (!waiting_.empty()) {
    const uint32_t pc = waiting_.back();
    waiting_.pop_back();
    if (pc < program_.code.size()) follow(pc);
  }
}

/// A thread may be inside a section here, so it may be wherever it goes next.
void AtomicCode::follow(uint32_t pc) {
  const Instruction& i = program_.code[pc];
  if (i.op == Op::AtomicEnd && !nests_) return;
  forEachJump(program_, i, [&](uint32_t target) { add(target); });
  if (i.op == Op::Call || i.op == Op::CallIndirect) {
    for (const uint32_t callee : calls_.callees(pc)) add(program_.functions[callee].entry);
    return add(pc + 1);
  }
  if (i.op == Op::Return) return leave(program_.functionOf[pc]);
  if (i.op == Op::Unwind) {
    for (const Call& call : program_.calls) {
      if (call.landing != kNone) add(call.landing);
    }
  }
  if (i.op == Op::LongJump) {
    for (uint32_t other = 0; other < program_.code.size(); ++other) {
      if (program_.code[other].op == Op::SetJump) add(other + 1);
    }
  }
  if (!endsFlow(i.op)) add(pc + 1);
}

/// It may be inside one in every caller.
void AtomicCode::leave(uint32_t function) {
  for (const uint32_t caller : calls_.callersOf(function)) {
    const Function& code = program_.functions[caller];
    for (uint32_t pc = code.entry; pc < code.end; ++pc) {
      const Op op = program_.code[pc].op;
      if (op != Op::Call && op != Op::CallIndirect) continue;
      for (const uint32_t callee : calls_.callees(pc)) {
        if (callee == function) add(pc + 1);
      }
    }
  }
}

}  // namespace clew::program
