// Which code may be executed inside an atomic section, wherever it is called from: what follows the beginning of one
// until its end, through calls and returns.
#pragma once

#include <cstdint>
#include <vector>

#include "program/call_targets.h"
#include "program/program.h"

namespace clew::program {

class AtomicCode {
 public:
  AtomicCode(const Program& program, const CallTargets& calls);

  /// Whether a thread may be inside a section before it executes this instruction.
  bool mayBeAt(uint32_t pc) const { return mayBe_[pc] != 0; }

 private:
  void spread();
  void follow(uint32_t pc);
  void leave(uint32_t function);
  void add(uint32_t pc);

  const Program& program_;
  const CallTargets& calls_;
  std::vector<uint8_t> mayBe_;  // per instruction
  std::vector<uint32_t> waiting_;
  bool nests_ = false;  // a section may begin inside another, so an end may not end it
};

}  // namespace clew::program
