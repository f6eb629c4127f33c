#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "program/passes.h"
#include "program/program.h"

namespace clew::program {

namespace {

/// The name of a local variable and where it is declared; the same of whatever else memory was reserved for.
struct Origin {
  std::string name;
  llvm::DebugLoc location;
};

Origin originOf(const llvm::Function& function, const llvm::DILocalVariable* variable) {
  llvm::DISubprogram* subprogram = function.getSubprogram();
  Origin origin;
  if (variable != nullptr) origin.name = variable->getName().str();
  if (subprogram != nullptr) {
    const unsigned line = variable != nullptr ? variable->getLine() : subprogram->getLine();
    origin.location = llvm::DILocation::get(function.getContext(), line, 0, subprogram);
  }
  return origin;
}

const llvm::DILocalVariable* variableOf(llvm::AllocaInst& local) {
  for (const llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(&local)) return declare->getVariable();
  for (const llvm::DbgVariableRecord* declare : llvm::findDVRDeclares(&local)) return declare->getVariable();
  return nullptr;
}

bool isUndefinedValue(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName().starts_with(kUndefinedPrefix);
}

/// The bytes that a call allocates and does not write; null if it is no such call.
llvm::Value* allocatedBytes(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !callee->getReturnType()->isPointerTy()) return nullptr;
  const bool isLibrary = callee->isDeclaration() || callee->hasFnAttribute(kRuntimeAttribute);
  const llvm::StringRef name = callee->getName();
  const bool isNew = name.starts_with("_Znw") || name.starts_with("_Zna");
  const unsigned argument = name == "aligned_alloc" ? 1 : 0;
  if (!isLibrary || (name != "malloc" && argument == 0 && !isNew) || call->arg_size() <= argument) return nullptr;
  return call->getArgOperand(argument);
}

/// Whether a variable is wholly written by the first thing that is done with it, where it is declared.
bool isWrittenAtOnce(const llvm::AllocaInst& local) {
  const llvm::DataLayout& layout = local.getModule()->getDataLayout();
  const auto size = local.getAllocationSize(layout);
  for (const llvm::Instruction* next = local.getNextNode(); next != nullptr && size; next = next->getNextNode()) {
    if (llvm::isa<llvm::DbgInfoIntrinsic>(next)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(next); store != nullptr) {
      const bool isHere = store->getPointerOperand() == &local;
      if (isHere && layout.getTypeStoreSize(store->getValueOperand()->getType()) == *size) return true;
      if (isHere || store->getValueOperand() == &local) return false;
      continue;
    }
    if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(next); fill != nullptr && fill->getRawDest() == &local) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      return length != nullptr && length->getZExtValue() == size->getFixedValue();
    }
    for (const llvm::Use& operand : next->operands()) {
      if (operand.get() == &local) return false;
    }
  }
  return false;
}

class UnwrittenValues {
 public:
  UnwrittenValues(llvm::Module& module, llvm::Function& giver) : module_(module), giver_(giver) {}

  void giveTo(llvm::Function& function) {
    std::vector<llvm::AllocaInst*> locals;
    std::vector<llvm::Instruction*> values;
    std::vector<llvm::CallBase*> allocations;
    for (llvm::Instruction& each : llvm::instructions(function)) {
      if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(&each)) locals.push_back(local);
      if (isUndefinedValue(each)) values.push_back(&each);
      if (allocatedBytes(each) != nullptr) allocations.push_back(llvm::cast<llvm::CallBase>(&each));
    }
    for (llvm::AllocaInst* local : locals) giveToLocal(*local);
    for (llvm::Instruction* value : values) replace(*value);
    for (llvm::CallBase* call : allocations) giveToAllocated(*call);
  }

 private:
  void give(llvm::IRBuilder<>& builder, llvm::Value* memory, llvm::Value* bytes, const Origin& origin) {
    builder.SetCurrentDebugLocation(origin.location);
    llvm::Constant* name = builder.CreateGlobalString(origin.name);
    llvm::Type* size = giver_.getFunctionType()->getParamType(1);
    builder.CreateCall(&giver_, {memory, builder.CreateZExtOrTrunc(bytes, size), name});
  }

  void giveToLocal(llvm::AllocaInst& local) {
    if (isWrittenAtOnce(local)) return;
    llvm::IRBuilder<> builder(local.getNextNode());
    llvm::Value* bytes = builder.getInt64(module_.getDataLayout().getTypeAllocSize(local.getAllocatedType()));
    if (local.isArrayAllocation()) {
      bytes = builder.CreateMul(builder.CreateZExtOrTrunc(local.getArraySize(), builder.getInt64Ty()), bytes);
    }
    give(builder, &local, bytes, originOf(*local.getFunction(), variableOf(local)));
  }

  /// A local variable that is no memory any more.
  void replace(llvm::Instruction& value) {
    llvm::Function& function = *value.getFunction();
    const auto* variable = llvm::dyn_cast_or_null<llvm::DILocalVariable>(value.getMetadata(kVariableMetadata));
    llvm::IRBuilder<> begin(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::AllocaInst* memory = begin.CreateAlloca(value.getType());
    llvm::IRBuilder<> builder(&value);
    const uint64_t bytes = module_.getDataLayout().getTypeStoreSize(value.getType());
    give(builder, memory, builder.getInt64(bytes), originOf(function, variable));
    value.replaceAllUsesWith(builder.CreateLoad(value.getType(), memory));
    value.eraseFromParent();
  }

  void giveToAllocated(llvm::CallBase& call) {
    llvm::Instruction* next = call.getNextNode();
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
      if (invoke->getNormalDest()->getSinglePredecessor() == nullptr) return;
      next = &*invoke->getNormalDest()->getFirstInsertionPt();
    }
    llvm::IRBuilder<> builder(next);
    llvm::Value* wanted = allocatedBytes(call);
    llvm::Value* none = llvm::ConstantInt::get(wanted->getType(), 0);
    llvm::Value* bytes = builder.CreateSelect(builder.CreateIsNull(&call), none, wanted);
    give(builder, &call, bytes, {"", call.getDebugLoc()});
  }

  llvm::Module& module_;
  llvm::Function& giver_;
};

}  // namespace

void nameUndefined(llvm::Instruction& value, llvm::AllocaInst& local) {
  if (const llvm::DILocalVariable* variable = variableOf(local)) {
    value.setMetadata(kVariableMetadata, const_cast<llvm::DILocalVariable*>(variable));
  }
}

void giveValuesToUnwritten(llvm::Module& module) {
  llvm::Function* giver = module.getFunction(kUnwrittenGiver);
  if (giver == nullptr || giver->isDeclaration()) return;
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !function.hasFnAttribute(kRuntimeAttribute)) functions.push_back(&function);
  }
  for (llvm::Function* function : functions) UnwrittenValues(module, *giver).giveTo(*function);
}

}  // namespace clew::program
