// On what an instruction depends inside of threads: on the instructions that wrote its operands, and on the branches
// that decided that it is executed. Both are found without executing anything, so they are those of all executions:
// of an operand everything counts that may have written it anywhere in the function, of a function everything that may
// call it. Memory is not followed here; who has seen what was read and written knows better.
//
// A branch decides on an instruction if one way from it leads there for sure and another one does not. A way that may
// stay in a loop for ever does not lead there for sure, so what is behind a loop depends on what ends the loop; that is
// how threads wait for each other.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "program/call_targets.h"
#include "program/program.h"

namespace clew::program {

/// Computes what it is asked for and remembers it.
class Dependence {
 public:
  explicit Dependence(const Program& program)
      : program_(program), targets_(program), functions_(program.functions.size()) {}

  const Program& program() const { return program_; }
  /// The branches of its function that decide on an instruction.
  const std::vector<uint32_t>& decidersOf(uint32_t pc);
  /// The instructions of a function that write a slot.
  const std::vector<uint32_t>& writersOf(uint32_t function, uint32_t slot);
  const std::vector<uint32_t>& returnsOf(uint32_t function);
  /// The calls that may call a function.
  const std::vector<uint32_t>& callsOf(uint32_t function);
  /// The functions that a call may call.
  const std::vector<uint32_t>& calleesOf(uint32_t pc) const { return targets_.callees(pc); }

 private:
  struct OfFunction {
    bool isKnown = false;
    std::vector<std::vector<uint32_t>> writers;       // by slot
    std::vector<std::vector<uint32_t>> predecessors;  // by instruction, from the first one on
    std::vector<uint32_t> successors;                 // how many, by instruction
    std::vector<uint32_t> branches;
    std::vector<uint32_t> returns;
  };
  OfFunction& about(uint32_t function);
  template <typename Visit>
  void forEachSuccessor(uint32_t pc, Visit visit) const;
  std::vector<uint32_t> findDeciders(uint32_t pc);

  const Program& program_;
  CallTargets targets_;
  std::vector<OfFunction> functions_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> deciders_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> calls_;
};

/// What is needed to explain some instructions of one thread. Grows only.
class Needs {
 public:
  explicit Needs(Dependence& dependence) : dependence_(dependence) {}

  /// An instruction has to be explained: its operands, and that it was executed.
  void add(uint32_t pc);
  /// That it was executed, and nothing else.
  void addExecution(uint32_t pc);
  /// Whether something that an instruction writes is needed.
  bool includeResultOf(uint32_t pc) const;

 private:
  void settle();
  void settleSlot(uint32_t function, uint32_t slot);
  void need(uint32_t function, uint32_t slot);

  Dependence& dependence_;
  std::unordered_set<uint32_t> instructions_;
  std::unordered_set<uint32_t> executions_;
  std::unordered_set<uint64_t> slots_;
  std::vector<uint32_t> newInstructions_;
  std::vector<uint32_t> newExecutions_;
  std::vector<std::pair<uint32_t, uint32_t>> newSlots_;
};

}  // namespace clew::program
