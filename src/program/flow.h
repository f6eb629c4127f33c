// Where control can go from an instruction inside its function. A call is followed by the instruction behind it, and
// by its landing if it has one.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace clew::program {

/// Whether nothing behind this instruction is reached by falling through.
inline bool endsFlow(Op op) {
  switch (op) {
    case Op::Jump:
    case Op::Branch:
    case Op::Switch:
    case Op::Return:
    case Op::Unwind:
    case Op::LongJump:
    case Op::Unreachable:
    case Op::Unmodelled:
    case Op::ThreadExit:
    case Op::ThreadLeave:
    case Op::Fail:
    case Op::Exit:
    case Op::FaultUnlock:
    case Op::FaultDestroy:
    case Op::Violate: return true;
    default: return false;
  }
}

/// Calls `visit(target)` for the targets of a jump, and for the landing of a call.
template <typename Visit>
void forEachJump(const Program& program, const Instruction& instruction, Visit visit) {
  switch (instruction.op) {
    case Op::Jump: visit(instruction.c); break;
    case Op::Branch:
      visit(instruction.c);
      visit(instruction.d);
      break;
    case Op::Switch:
      visit(instruction.c);
      for (const uint32_t target : program.switches[instruction.b].targets) visit(target);
      break;
    case Op::Call:
    case Op::CallIndirect:
      if (const uint32_t landing = program.calls[instruction.c].landing; landing != kNone) visit(landing);
      break;
    default: break;
  }
}

}  // namespace clew::program
