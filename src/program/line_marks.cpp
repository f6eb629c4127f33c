// A note wherever the program's own code comes to another line, so that somebody can look before anything on that line
// is done: accesses and operations alone would tell of some lines too late, and of those that only call or jump never.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "program/lower.h"
#include "program/marks.h"
#include "program/passes.h"

namespace clew::program {

namespace {

/// What the compiler puts between statements is no line of its own: an unconditional jump stands at the end of a block
/// and often has the line of its closing brace.
bool isBetweenStatements(const llvm::Instruction& instruction) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) return branch->isUnconditional();
  return llvm::isa<llvm::PHINode, llvm::LandingPadInst, llvm::DbgInfoIntrinsic, llvm::AllocaInst,
                   llvm::UnreachableInst>(instruction);
}

/// Whether a function is one that people want to step through: not the library's, and not of the system's headers.
bool isStepped(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  const bool isOurs = function.hasFnAttribute(kRuntimeAttribute) || function.hasFnAttribute(kOrdinaryAttribute);
  if (function.isDeclaration() || isOurs || subprogram == nullptr) return false;
  return !SourceFile{subprogram->getFilename().str(), {}}.isSystem();
}

}  // namespace

void markLines(llvm::Module& module) {
  llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), {word, word}, false);
  llvm::Value* note = module.getOrInsertFunction("__clew_note", type).getCallee();
  for (llvm::Function& function : module) {
    if (!isStepped(function)) continue;
    uint32_t index = Told::kEnters;
    for (llvm::BasicBlock& block : function) {
      const llvm::DILocation* last = nullptr;
      for (llvm::Instruction& instruction : block) {
        const llvm::DILocation* at = instruction.getDebugLoc().get();
        if (at == nullptr || at->getLine() == 0 || isBetweenStatements(instruction)) continue;
        if (last != nullptr && last->getLine() == at->getLine() && last->getFile() == at->getFile()) continue;
        llvm::IRBuilder<> builder(&instruction);
        builder.CreateCall(type, note, {builder.getInt64(Told{Told::kLine, index}.word()), builder.getInt64(0)});
        last = at;
        index = 0;
      }
      index = 0;
    }
  }
}

}  // namespace clew::program
