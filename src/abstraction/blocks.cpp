#include "abstraction/blocks.h"

#include <algorithm>

#include "abstraction/head.h"
#include "program/call_targets.h"
#include "term/parts.h"

namespace clew::abstraction {

namespace {

/// Loops that depend on nothing that is unknown are gone round so often; then they are as others.
constexpr uint32_t kQuietRounds = 200;

bool mayCallItself(const program::CallTargets& calls, size_t functions, uint32_t function) {
  std::vector<bool> isKnown(functions, false);
  std::vector<uint32_t> work = {function};
  while (!work.empty()) {
    const uint32_t callee = work.back();
    work.pop_back();
    for (const uint32_t caller : calls.callersOf(callee)) {
      if (caller == function) return true;
      if (!isKnown[caller]) work.push_back(caller);
      isKnown[caller] = true;
    }
  }
  return false;
}

/// Whether a register that is still read holds an address that depends on inputs: a symbol in its place would lead
/// nowhere.
bool holdsOpenAddress(const symbolic::SymbolicMachine& machine, const term::Terms& terms) {
  const auto& thread = *machine.threads().front();
  bool isAddress = false;
  for (const machine::Frame& frame : thread.frames) {
    for (const uint32_t slot : machine.program().liveAt(frame.pc)) {
      const term::Term value = thread.registers[frame.base + slot].term;
      if (value == term::kNoTerm) continue;
      term::forEachPart(terms, value, [&](term::Term, const term::Node& node) {
        isAddress |= node.kind == term::Kind::Constant && leadsSomewhere(machine, node.value);
        return !isAddress;
      });
    }
  }
  return isAddress;
}

}  // namespace

BlockEnds::BlockEnds(const program::Program& program, Blocks blocks) {
  if (blocks == Blocks::Loops) return;
  const program::CallTargets calls(program);
  const size_t count = program.functions.size();
  for (uint32_t function = 0; function < count; ++function) {
    // Functions of the library are no more than steps of whoever calls them.
    const bool isOfProgram = !program.functions[function].runtime;
    isCutAt_.push_back(isOfProgram);
    mayCallItself_.push_back(isOfProgram && mayCallItself(calls, count, function));
  }
}

symbolic::Bounds BlockEnds::bounds() const {
  return {.unwind = 1, .unwindLoop = {}, .quietRounds = kQuietRounds, .isCutAt = isCutAt_};
}

bool BlockEnds::isUnfit(const symbolic::SymbolicMachine& machine, const term::Terms& terms) const {
  const auto& frames = machine.threads().front()->frames;
  const bool isNested = std::any_of(frames.begin(), frames.end(), [&](const machine::Frame& frame) {
    return mayCallItself_[machine.program().functionOf[frame.pc]];
  });
  return isNested || holdsOpenAddress(machine, terms);
}

}  // namespace clew::abstraction
