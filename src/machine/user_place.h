// Where a thread is, in the eyes of whoever wrote the program: not in the library, but where that was called.
#pragma once

#include <cstddef>
#include <cstdint>

#include "machine/machine.h"

namespace clew::machine {

/// The innermost place of a thread that belongs to the user's own program, not counting `skipped` frames; kNone if
/// there is none.
inline uint32_t userPc(const ConcreteMachine& machine, uint32_t number, std::ptrdiff_t skipped = 0) {
  const auto* thread = machine.threadByNumber(number);
  if (thread == nullptr || thread->frames.empty()) return program::kNone;
  const program::Program& program = machine.program();
  // Headers of the system are the user's program only where nothing else is.
  for (const bool orHeader : {false, true}) {
    for (auto frame = thread->frames.rbegin() + skipped; frame != thread->frames.rend(); ++frame) {
      const bool isHeader = program.files[program.locationAt(frame->pc).file].isSystem();
      if (!program.functionAt(frame->pc).library && (orHeader || !isHeader)) return frame->pc;
    }
  }
  return program::kNone;
}

}  // namespace clew::machine
