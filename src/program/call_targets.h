// Which functions a call, or the creation of a thread, may begin. Through a pointer that is every function whose
// address the program has somewhere, in its code or in the initial bytes of a global, if it takes what is passed.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/program.h"

namespace clew::program {

class CallTargets {
 public:
  explicit CallTargets(const Program& program);

  /// The functions that the Call or CallIndirect at this place may call.
  const std::vector<uint32_t>& callees(uint32_t pc) const { return ofPlace_[targetsAt_[pc]]; }
  /// The functions that a thread created by the ThreadCreate at this place may begin with.
  const std::vector<uint32_t>& starts(uint32_t pc) const { return ofPlace_[targetsAt_[pc]]; }
  /// The functions that have a call or a creation of this function.
  const std::vector<uint32_t>& callersOf(uint32_t function) const { return callers_[function]; }

 private:
  void findAddressTaken();
  void addAddress(uint64_t address);
  uint32_t targetsOf(uint32_t pc);
  uint32_t only(uint32_t function);
  uint32_t startsOf(uint32_t pc);
  uint32_t thatTake(size_t arguments, uint32_t resultSlots);

  const Program& program_;
  std::vector<uint8_t> isAddressTaken_;         // per function
  std::vector<std::vector<uint32_t>> ofPlace_;  // sets of functions; the first is empty
  std::vector<uint32_t> targetsAt_;             // per instruction, into them
  std::vector<uint32_t> only_;                  // per function, the set of it alone; 0 if there is none yet
  std::map<std::pair<size_t, uint32_t>, uint32_t> bySignature_;
  std::vector<std::vector<uint32_t>> callers_;  // per function
};

}  // namespace clew::program
