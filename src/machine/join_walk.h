// Walks ahead of a thread that stands before a join, to see whom it joins before it does anything else. The walk
// follows the thread's own code with the registers it has. It reads memory that nobody else writes, computes, branches
// and calls; whatever else the code would do ends it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "machine/machine.h"

namespace clew::machine {

class JoinWalk {
 public:
  JoinWalk(const ConcreteMachine& machine, const program::ThreadSymmetry& plan) : machine_(machine), plan_(plan) {}

  /// Whether the thread, whose content is up to date, joins all of these, each of which has not been joined.
  bool joinsAll(const ConcreteMachine::Thread& thread, std::vector<uint32_t> numbers);

  /// The items of globals that the answer depends on.
  const std::vector<uint32_t>& read() const { return read_; }

 private:
  using Domain = ConcreteDomain;
  using Value = Domain::Value;
  using Instruction = program::Instruction;
  using Op = program::Op;

  struct Place {
    uint32_t pc, base;
    bool hasObjects;
  };

  bool follow(const Instruction& i);
  bool compute(const Instruction& i);
  bool join(const Instruction& i);
  bool load(uint64_t address, uint64_t distance, const Instruction& i);
  bool isSettled(const Object& object) const;
  bool enter(const Instruction& i);
  bool leave(const Instruction& i);
  Value& slot(uint32_t index) { return registers_[frames_.back().base + index]; }

  const ConcreteMachine& machine_;
  const program::ThreadSymmetry& plan_;
  uint32_t self_ = 0;
  std::vector<Place> frames_;
  std::vector<Value> registers_;
  std::vector<uint32_t> wanted_;
  std::vector<uint32_t> joined_;
  std::vector<uint32_t> read_;
};

}  // namespace clew::machine
