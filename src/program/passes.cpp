#include "program/passes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <map>
#include <vector>

namespace clew::program {

namespace {

/// A function of this type that returns an undefined value; calls of it are recognised by name.
llvm::FunctionCallee undefinedOf(llvm::Module& module, llvm::Type* type) {
  std::string name = kUndefinedPrefix;
  llvm::raw_string_ostream(name) << *type;
  return module.getOrInsertFunction(name, type);
}

bool hasBody(const llvm::Function& function) { return !function.isDeclaration(); }

/// A use of the function as a value, not as what a call calls; null if there is none.
llvm::Use* useAsValue(llvm::Function& function) {
  for (llvm::Use& use : function.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call == nullptr || !call->isCallee(&use)) return &use;
  }
  return nullptr;
}

void addThunk(llvm::Module& module, llvm::Function& function) {
  if (useAsValue(function) == nullptr) return;
  auto* thunk = llvm::Function::Create(function.getFunctionType(), llvm::Function::InternalLinkage,
                                       function.getName() + ".thunk", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", thunk));
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : thunk->args()) arguments.push_back(&argument);
  llvm::CallInst* call = builder.CreateCall(&function, arguments);
  if (call->getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(call);
  }
  // One use at a time: a constant that changes is replaced by another, and all of its uses of the function with it.
  while (llvm::Use* use = useAsValue(function)) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(use->getUser());
        constant != nullptr && !llvm::isa<llvm::GlobalValue>(constant)) {
      constant->handleOperandChange(&function, thunk);
    } else {
      use->set(thunk);
    }
  }
}

/// Whether an unused instruction may go: it cannot fail, write or be seen.
bool canGo(const llvm::Instruction& instruction) {
  if (!instruction.use_empty()) return false;
  const auto* arithmetic = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
  const bool mayFail = instruction.isShift() || (arithmetic != nullptr && arithmetic->hasNoSignedWrap());
  if (mayFail && keepsArithmetic(*instruction.getFunction())) return false;
  if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    const llvm::Function* callee = call->getCalledFunction();
    return callee != nullptr && callee->getName().starts_with(kUndefinedPrefix);
  }
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return false;
    default:
      return instruction.isCast() || instruction.isBinaryOp() || instruction.isUnaryOp() ||
             llvm::isa<llvm::GetElementPtrInst, llvm::CmpInst, llvm::PHINode, llvm::SelectInst, llvm::ExtractValueInst,
                       llvm::InsertValueInst, llvm::FreezeInst>(instruction);
  }
}

/// The functions of llvm.global_ctors or llvm.global_dtors by rising priority; equal ones keep their order.
std::vector<llvm::Function*> listed(const llvm::Module& module, llvm::StringRef list) {
  const llvm::GlobalVariable* variable = module.getNamedGlobal(list);
  if (variable == nullptr || !variable->hasInitializer()) return {};
  std::multimap<uint64_t, llvm::Function*> entries;
  for (const llvm::Use& use : variable->getInitializer()->operands()) {
    const auto* entry = llvm::dyn_cast<llvm::ConstantStruct>(use.get());
    if (entry == nullptr) continue;
    const uint64_t priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue();
    auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
    if (function != nullptr) entries.emplace(priority, function);
  }
  std::vector<llvm::Function*> functions;
  for (const auto& entry : entries) functions.push_back(entry.second);
  return functions;
}

void giveBody(llvm::Module& module, llvm::StringRef name, const std::vector<llvm::Function*>& calls) {
  llvm::Function* function = module.getFunction(name);
  if (function == nullptr) return;
  function->addFnAttr(kRuntimeAttribute);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", function));
  for (llvm::Function* callee : calls) {
    std::vector<llvm::Value*> arguments;
    for (const llvm::Argument& argument : callee->args()) {
      arguments.push_back(llvm::Constant::getNullValue(argument.getType()));
    }
    builder.CreateCall(callee, arguments);
  }
  builder.CreateRetVoid();
}

}  // namespace

void callConstructors(llvm::Module& module) {
  giveBody(module, "__clew_run_constructors", listed(module, "llvm.global_ctors"));
  std::vector<llvm::Function*> destructors = listed(module, "llvm.global_dtors");
  std::reverse(destructors.begin(), destructors.end());
  giveBody(module, "__clew_run_destructors", destructors);
}

bool keepsArithmetic(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  const llvm::DICompileUnit* unit = subprogram == nullptr ? nullptr : subprogram->getUnit();
  return !function.hasFnAttribute(kRuntimeAttribute) && unit != nullptr && !unit->isOptimized();
}

void markImpossibleConstants(llvm::Module& module) {
  std::vector<llvm::Instruction*> users;
  for (llvm::Function& function : module) {
    if (!hasBody(function) || !keepsArithmetic(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool isBuilt = llvm::isa<llvm::InsertValueInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                                     llvm::PHINode, llvm::DbgInfoIntrinsic>(instruction);
      const bool has = std::any_of(instruction.op_begin(), instruction.op_end(), [](const llvm::Use& operand) {
        return llvm::isa<llvm::PoisonValue>(operand.get()) && operand->getType()->isSingleValueType();
      });
      if (has && !isBuilt) users.push_back(&instruction);
    }
  }
  for (llvm::Instruction* user : users) {
    llvm::IRBuilder<> builder(user);
    builder.CreateCall(module.getOrInsertFunction(kNoValue, builder.getVoidTy()));
  }
}

void freezeUnwritten(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    const bool isOurs = variable.hasAttribute(kRuntimeAttribute) && variable.hasInitializer();
    const auto isRead = [](const llvm::User* user) { return llvm::isa<llvm::LoadInst>(user); };
    if (isOurs && llvm::all_of(variable.users(), isRead)) variable.setConstant(true);
  }
}

void addThunks(llvm::Module& module) {
  std::vector<llvm::Function*> declared;
  for (llvm::Function& function : module) {
    const bool isNull = function.hasExternalWeakLinkage();  // nobody defines it, so its address is null
    if (!hasBody(function) && !function.isIntrinsic() && !isNull) declared.push_back(&function);
  }
  for (llvm::Function* function : declared) addThunk(module, *function);
}

void removeUnreachableBlocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (hasBody(function)) llvm::EliminateUnreachableBlocks(function);
  }
}

void promoteLocals(llvm::Module& module, Locals which) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (hasBody(function)) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) {
    if (function->callsFunctionThatReturnsTwice()) continue;  // a longjmp finds locals as they are, not as they were
    const bool isOfRuntime =
        function->hasFnAttribute(kRuntimeAttribute) || function->hasFnAttribute(kOrdinaryAttribute);
    std::vector<llvm::AllocaInst*> locals;
    for (llvm::Instruction& instruction : function->getEntryBlock()) {
      auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (local == nullptr || !llvm::isAllocaPromotable(local)) continue;
      const bool stays = which == Locals::OfTheRuntime && !isOfRuntime && !llvm::findDVRDeclares(local).empty();
      if (!stays) locals.push_back(local);
    }
    for (llvm::AllocaInst* local : locals) {
      llvm::IRBuilder<> builder(local->getNextNode());
      llvm::Type* type = local->getAllocatedType();
      llvm::CallInst* undefined = builder.CreateCall(undefinedOf(module, type));
      nameUndefined(*undefined, *local);
      builder.CreateStore(undefined, local);
    }
    llvm::DominatorTree dominators(*function);
    llvm::PromoteMemToReg(locals, dominators);
  }
}

void removeDeadCode(llvm::Module& module) {
  // Backwards, so that a chain of dead values goes in one pass; cycles through phis need no more.
  for (llvm::Function& function : module) {
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::BasicBlock& block : llvm::reverse(function)) {
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block))) {
          if (!canGo(instruction)) continue;
          instruction.eraseFromParent();
          changed = true;
        }
      }
    }
  }
}

}  // namespace clew::program
