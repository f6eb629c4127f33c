// Exceptions. An invoke is a call that knows where to go on when it does not return: its landing. The
// machine unwinds (`Unwind`), the runtime decides what catches (`__clew_matches`, in runtime/cxx), and a
// landing pad is code that asks it clause by clause and sets the selector that clang's code switches on.
// The personality routine is never run.
#include <llvm/IR/Constants.h>

#include "program/lower.h"

namespace clew::program {

uint32_t ModuleLowering::typeNumber(const llvm::Value* type) {
  return typeNumbers_.try_emplace(type->stripPointerCasts(), static_cast<uint32_t>(typeNumbers_.size()) + 1)
      .first->second;
}

void FunctionLowering::lowerInvoke(llvm::InvokeInst& invoke) {
  const size_t records = program_.calls.size();
  lowerCall(invoke);
  const llvm::BasicBlock* from = invoke.getParent();
  copyPhis(from, invoke.getNormalDest());
  fixups_.push_back({{Reference::Where::First, here()}, invoke.getNormalDest()});
  emit(Op::Jump);
  if (program_.calls.size() == records) return;  // one instruction, which throws nothing
  llvm::LandingPadInst* pad = invoke.getLandingPadInst();
  const auto record = static_cast<uint32_t>(program_.calls.size()) - 1;
  program_.calls[record].landingSlot = resultSlot(*pad);
  program_.calls[record].pad = padOf(*pad);
  lowerEdges(from, {{{Reference::Where::Landing, record}, invoke.getUnwindDest()}});
}

/// The pad's clauses, for the search for a handler before anything is unwound.
uint32_t FunctionLowering::padOf(const llvm::LandingPadInst& pad) {
  LandingPad made;
  for (unsigned i = 0; i < pad.getNumClauses(); ++i) {
    if (pad.isCatch(i)) made.types.push_back(module_.numberOf(pad.getClause(i)).value_or(0));
  }
  program_.pads.push_back(std::move(made));
  return static_cast<uint32_t>(program_.pads.size()) - 1;
}

/// The exception is in the pad's first slot already. The first clause that matches gives the selector;
/// if none does, a cleanup goes on with 0, and anything else is passed by.
void FunctionLowering::lowerLandingPad(llvm::LandingPadInst& pad) {
  const uint32_t exception = resultSlot(pad);
  const uint32_t selector = exception + 1;
  const llvm::Function* matches = function_.getParent()->getFunction("__clew_matches");
  if (matches == nullptr || matches->isDeclaration()) return unmodelled("exception handling");
  std::vector<uint32_t> jumps;
  for (unsigned i = 0; i < pad.getNumClauses(); ++i) {
    if (pad.isFilter(i)) {
      unmodelled("a dynamic exception specification");
      continue;
    }
    const uint32_t type = newSlots(1);
    constantInto(pad.getClause(i), type);
    Call record;
    record.callee = module_.functionIndex(matches);
    record.resultSlots = 1;
    record.arguments = {exception, type};
    program_.calls.push_back(std::move(record));
    const uint32_t caught = newSlots(1);
    emit(Op::Call, caught).c = static_cast<uint32_t>(program_.calls.size()) - 1;
    const uint32_t branch = here();
    emit(Op::Branch, 0, caught).c = branch + 1;
    emitImmediate(Op::Const, selector, 0, module_.typeNumber(pad.getClause(i)));
    jumps.push_back(here());
    emit(Op::Jump);
    program_.code[branch].d = here();
  }
  if (pad.isCleanup()) {
    emitImmediate(Op::Const, selector, 0, 0);
  } else {
    emit(Op::Unwind, 0, exception);
  }
  for (const uint32_t jump : jumps) program_.code[jump].c = here();
}

}  // namespace clew::program
