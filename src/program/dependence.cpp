#include "program/dependence.h"

#include <algorithm>

#include "program/flow.h"
#include "program/operands.h"

namespace clew::program {

namespace {

bool isCall(Op op) { return op == Op::Call || op == Op::CallIndirect; }

}  // namespace

template <typename Visit>
void Dependence::forEachSuccessor(uint32_t pc, Visit visit) const {
  const Instruction& i = program_.code[pc];
  forEachJump(program_, i, visit);
  if (!endsFlow(i.op) && pc + 1 < program_.functionAt(pc).end) visit(pc + 1);
}

Dependence::OfFunction& Dependence::about(uint32_t index) {
  OfFunction& known = functions_[index];
  if (known.isKnown) return known;
  const Function& function = program_.functions[index];
  known.isKnown = true;
  known.writers.resize(function.slots);
  known.predecessors.resize(function.end - function.entry);
  known.successors.resize(function.end - function.entry, 0);
  for (uint32_t pc = function.entry; pc < function.end; ++pc) {
    const Instruction& i = program_.code[pc];
    forEachWritten(program_, i, [&](uint32_t slot) {
      if (slot < known.writers.size()) known.writers[slot].push_back(pc);
    });
    if (i.op == Op::Return) known.returns.push_back(pc);
    forEachSuccessor(pc, [&](uint32_t next) {
      known.predecessors[next - function.entry].push_back(pc);
      ++known.successors[pc - function.entry];
    });
    if (known.successors[pc - function.entry] > 1) known.branches.push_back(pc);
  }
  return known;
}

const std::vector<uint32_t>& Dependence::writersOf(uint32_t function, uint32_t slot) {
  return about(function).writers[slot];
}

const std::vector<uint32_t>& Dependence::returnsOf(uint32_t function) { return about(function).returns; }

const std::vector<uint32_t>& Dependence::callsOf(uint32_t function) {
  const auto [known, isNew] = calls_.try_emplace(function);
  if (!isNew) return known->second;
  for (const uint32_t caller : targets_.callersOf(function)) {
    for (uint32_t pc = program_.functions[caller].entry; pc < program_.functions[caller].end; ++pc) {
      if (!isCall(program_.code[pc].op)) continue;
      const auto& callees = targets_.callees(pc);
      if (std::find(callees.begin(), callees.end(), function) != callees.end()) known->second.push_back(pc);
    }
  }
  return known->second;
}

const std::vector<uint32_t>& Dependence::decidersOf(uint32_t pc) {
  const auto known = deciders_.find(pc);
  return known != deciders_.end() ? known->second : deciders_.emplace(pc, findDeciders(pc)).first->second;
}

/// Goes back from the instruction to all from which every way leads there; what has only some such ways decides.
std::vector<uint32_t> Dependence::findDeciders(uint32_t target) {
  const OfFunction& function = about(program_.functionOf[target]);
  const uint32_t entry = program_.functionAt(target).entry;
  std::vector<uint32_t> left = function.successors;  // ways that are not known to lead there
  std::vector<uint32_t> waiting = {target};
  std::vector<bool> isSure(left.size(), false);
  isSure[target - entry] = true;
  while (!waiting.empty()) {
    const uint32_t pc = waiting.back();
    waiting.pop_back();
    for (const uint32_t before : function.predecessors[pc - entry]) {
      if (--left[before - entry] > 0 || isSure[before - entry]) continue;
      isSure[before - entry] = true;
      waiting.push_back(before);
    }
  }
  std::vector<uint32_t> deciders;
  for (const uint32_t branch : function.branches) {
    const uint32_t ways = left[branch - entry];
    if (ways > 0 && ways < function.successors[branch - entry]) deciders.push_back(branch);
  }
  return deciders;
}

void Needs::add(uint32_t pc) {
  newInstructions_.push_back(pc);
  settle();
}

void Needs::addExecution(uint32_t pc) {
  newExecutions_.push_back(pc);
  settle();
}

bool Needs::includeResultOf(uint32_t pc) const {
  const Program& program = dependence_.program();
  const uint64_t function = program.functionOf[pc];
  bool isNeeded = false;
  forEachWritten(program, program.code[pc], [&](uint32_t slot) { isNeeded |= slots_.contains(function << 32 | slot); });
  return isNeeded;
}

void Needs::need(uint32_t function, uint32_t slot) {
  if (slots_.insert(uint64_t{function} << 32 | slot).second) newSlots_.emplace_back(function, slot);
}

void Needs::settle() {
  const Program& program = dependence_.program();
  while (!newInstructions_.empty() || !newExecutions_.empty() || !newSlots_.empty()) {
    if (!newInstructions_.empty()) {
      const uint32_t pc = newInstructions_.back();
      newInstructions_.pop_back();
      if (!instructions_.insert(pc).second) continue;
      const uint32_t function = program.functionOf[pc];
      forEachRead(program, program.functions[function], program.code[pc], [&](uint32_t slot) { need(function, slot); });
      newExecutions_.push_back(pc);
    } else if (!newExecutions_.empty()) {
      const uint32_t pc = newExecutions_.back();
      newExecutions_.pop_back();
      if (!executions_.insert(pc).second) continue;
      for (const uint32_t decider : dependence_.decidersOf(pc)) newInstructions_.push_back(decider);
    } else {
      const auto [function, slot] = newSlots_.back();
      newSlots_.pop_back();
      settleSlot(function, slot);
    }
  }
}

/// What a slot holds comes from whoever writes it, from the callee if that is a call, and from the callers if it is a
/// parameter.
void Needs::settleSlot(uint32_t function, uint32_t slot) {
  const Program& program = dependence_.program();
  for (const uint32_t writer : dependence_.writersOf(function, slot)) {
    if (!isCall(program.code[writer].op)) {
      newInstructions_.push_back(writer);
      continue;
    }
    newExecutions_.push_back(writer);
    for (const uint32_t callee : dependence_.calleesOf(writer)) {
      for (const uint32_t end : dependence_.returnsOf(callee)) newInstructions_.push_back(end);
    }
  }
  if (slot >= program.functions[function].parameters) return;
  for (const uint32_t call : dependence_.callsOf(function)) {
    const Call& record = program.calls[program.code[call].c];
    // Without a prototype everything is passed as if the callee were variadic.
    if (slot >= record.arguments.size()) {
      newInstructions_.push_back(call);
    } else {
      need(program.functionOf[call], record.arguments[slot]);
    }
  }
}

}  // namespace clew::program
