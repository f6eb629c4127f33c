#include "program/call_targets.h"

#include <algorithm>
#include <cstring>

#include "program/slots.h"

namespace clew::program {

CallTargets::CallTargets(const Program& program)
    : program_(program),
      isAddressTaken_(program.functions.size(), 0),
      ofPlace_(1),
      targetsAt_(program.code.size(), 0),
      only_(program.functions.size(), 0),
      callers_(program.functions.size()) {
  findAddressTaken();
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    targetsAt_[pc] = targetsOf(pc);
    const uint32_t caller = program.functionOf[pc];
    for (const uint32_t callee : ofPlace_[targetsAt_[pc]]) {
      // Code lies function by function, so a caller that is known already is the last one.
      if (callers_[callee].empty() || callers_[callee].back() != caller) callers_[callee].push_back(caller);
    }
  }
}

void CallTargets::addAddress(uint64_t address) {
  const uint64_t distance = address - kFunctionBase;
  const uint64_t function = distance / kFunctionStride;
  if (address < kFunctionBase || distance % kFunctionStride != 0 || function >= isAddressTaken_.size()) return;
  isAddressTaken_[function] = 1;
}

void CallTargets::findAddressTaken() {
  for (const Instruction& instruction : program_.code) {
    if (instruction.op == Op::Const) addAddress(instruction.imm());
  }
  const size_t width = program_.addresses.pointerBytes();
  for (const Global& global : program_.globals) {
    for (size_t at = 0; at + width <= global.bytes.size(); ++at) {
      uint64_t address = 0;
      std::memcpy(&address, global.bytes.data() + at, width);
      addAddress(address);
    }
  }
}

uint32_t CallTargets::only(uint32_t function) {
  if (only_[function] == 0) {
    only_[function] = static_cast<uint32_t>(ofPlace_.size());
    ofPlace_.push_back({function});
  }
  return only_[function];
}

uint32_t CallTargets::thatTake(size_t arguments, uint32_t resultSlots) {
  const auto [place, isNew] = bySignature_.try_emplace({arguments, resultSlots}, 0);
  if (!isNew) return place->second;
  std::vector<uint32_t> functions;
  for (uint32_t function = 0; function < program_.functions.size(); ++function) {
    const Function& callee = program_.functions[function];
    const bool fits = callee.parameters <= arguments && callee.resultSlots >= resultSlots;
    if (isAddressTaken_[function] != 0 && fits) functions.push_back(function);
  }
  place->second = static_cast<uint32_t>(ofPlace_.size());
  ofPlace_.push_back(std::move(functions));
  return place->second;
}

uint32_t CallTargets::startsOf(uint32_t pc) {
  const Slots slots(program_, program_.functionAt(pc));
  if (const auto address = slots.constant(program_.code[pc].b)) {
    const uint64_t function = (*address - kFunctionBase) / kFunctionStride;
    if (*address >= kFunctionBase && function < program_.functions.size()) {
      return only(static_cast<uint32_t>(function));
    }
  }
  return thatTake(1, 0);
}

uint32_t CallTargets::targetsOf(uint32_t pc) {
  const Instruction& instruction = program_.code[pc];
  if (instruction.op == Op::ThreadCreate) return startsOf(pc);
  if (instruction.op != Op::Call && instruction.op != Op::CallIndirect) return 0;
  const Call& call = program_.calls[instruction.c];
  if (instruction.op == Op::Call) return only(call.callee);
  return thatTake(call.arguments.size() + call.variadic.size(), call.resultSlots);
}

}  // namespace clew::program
