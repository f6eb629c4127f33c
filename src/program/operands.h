// Which slots of its frame an instruction reads and writes.
#pragma once

#include <cstdint>

#include "program/program.h"

namespace clew::program {

/// Calls `visit(slot)` for each slot that is read, in the function that the instruction is in.
template <typename Visit>
void forEachRead(const Program& program, const Function& function, const Instruction& i, Visit visit) {
  for (const char* letter = operandsOf(i.op); *letter != 0; ++letter) {
    switch (*letter) {
      case 'a': visit(i.a); break;
      case 'b': visit(i.b); break;
      case 'c': visit(i.c); break;
      case 'e': visit(i.d); break;
      case 'A': visit(i.a), visit(i.a + 1); break;
      case 'B': visit(i.b), visit(i.b + 1); break;
      case 'r':
        for (uint32_t k = 0; k < i.b; ++k) visit(i.a + k);
        break;
      case 'C':
        for (const uint32_t slot : program.calls[i.c].arguments) visit(slot);
        for (const Call::Variadic& argument : program.calls[i.c].variadic) {
          const uint32_t slots = argument.byValue ? 1 : argument.bytes / 8;
          for (uint32_t part = 0; part < slots; ++part) visit(argument.slot + part);
        }
        break;
      default: break;
    }
  }
  if (i.op == Op::VaStart) visit(function.variadicSlot);
}

/// The same for each slot that is written; where an exception lands, for what it brings along.
template <typename Visit>
void forEachWritten(const Program& program, const Instruction& i, Visit visit) {
  for (const char* letter = operandsOf(i.op); *letter != 0; ++letter) {
    if (*letter == 'd' || *letter == 'D') visit(i.dst);
    if (*letter == 'D') visit(i.dst + 1);
    if (*letter != 'C') continue;
    const Call& call = program.calls[i.c];
    for (uint32_t k = 0; k < call.resultSlots; ++k) visit(i.dst + k);
    if (call.landingSlot == kNone) continue;
    for (uint32_t k = 0; k < 3; ++k) visit(call.landingSlot + k);
  }
}

}  // namespace clew::program
