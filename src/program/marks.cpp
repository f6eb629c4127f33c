#include "program/marks.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <map>
#include <optional>

#include "program/lower.h"
#include "program/passes.h"

namespace clew::program {

namespace {

/// A local variable of a function.
struct Local {
  const llvm::DILocalVariable* variable;
  llvm::AllocaInst* place;
};

const llvm::DIType* plainType(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return derived;
    type = derived->getBaseType();
  }
  return type;
}

bool isSignedType(const llvm::DIType* type) {
  const llvm::DIType* plain = plainType(type);
  if (const auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(plain)) {
    return basic->getEncoding() == llvm::dwarf::DW_ATE_signed ||
           basic->getEncoding() == llvm::dwarf::DW_ATE_signed_char;
  }
  const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(plain);
  return composite != nullptr && isSignedType(composite->getBaseType());
}

/// What clang calls the blocks on both sides of a decision: 1 where the condition holds, 0 where it does not, 2 where
/// the rest of the condition follows.
unsigned sideOf(llvm::StringRef block) {
  for (const char* name : {"if.then", "for.body", "while.body", "do.body", "cond.true"}) {
    if (block.starts_with(name)) return 1;
  }
  for (const char* name : {"if.else", "if.end", "for.end", "for.cond.cleanup", "while.end", "do.end", "cond.false"}) {
    if (block.starts_with(name)) return 0;
  }
  return 2;
}

class Marker {
 public:
  Marker(llvm::Module& module, const std::vector<Mark>& marks)
      : module_(module), marks_(marks), hasThreads_(createsThreads(module)), places_(marks.size(), 0) {
    for (uint32_t i = 0; i < marks.size(); ++i) byLine_.emplace(marks[i].line, i);
    llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
    type_ = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), {word, word}, false);
    note_ = module.getOrInsertFunction("__clew_note", type_).getCallee();
  }

  std::vector<uint32_t> place() {
    for (llvm::Function& function : module_) {
      const llvm::DISubprogram* subprogram = function.getSubprogram();
      const bool isOurs = function.hasFnAttribute(kRuntimeAttribute) || function.hasFnAttribute(kOrdinaryAttribute);
      if (function.isDeclaration() || isOurs || subprogram == nullptr) continue;
      findLocals(function);
      for (llvm::BasicBlock& block : function) markBlock(block);
    }
    return std::move(places_);
  }

 private:
  void findLocals(llvm::Function& function) {
    locals_.clear();
    for (llvm::Instruction& instruction : function.getEntryBlock()) {
      auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (local == nullptr) continue;
      for (const llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(local)) {
        locals_.push_back({declare->getVariable(), local});
      }
      for (const llvm::DbgVariableRecord* declare : llvm::findDVRDeclares(local)) {
        locals_.push_back({declare->getVariable(), local});
      }
    }
  }

  /// Whether an instruction is on the line of a mark.
  bool isOn(const llvm::Instruction& instruction, const Mark& mark) const {
    const llvm::DILocation* at = instruction.getDebugLoc().get();
    return at != nullptr && at->getLine() == mark.line && at->getColumn() >= mark.column &&
           isSameFile(at->getFilename().str(), mark.file);
  }

  static bool isSkipped(const llvm::Instruction& instruction) {
    return llvm::isa<llvm::PHINode, llvm::LandingPadInst, llvm::DbgInfoIntrinsic, llvm::AllocaInst>(instruction);
  }

  void markBlock(llvm::BasicBlock& block) {
    std::map<uint32_t, llvm::Instruction*> wanted;  // marks whose line the block touches
    for (llvm::Instruction& instruction : block) {
      const llvm::DILocation* at = instruction.getDebugLoc().get();
      if (at == nullptr) continue;
      for (auto [mark, end] = byLine_.equal_range(at->getLine()); mark != end; ++mark) {
        wanted.try_emplace(mark->second, nullptr);
      }
    }
    for (const auto& [mark, unused] : wanted) {
      if (marks_[mark].kind == Mark::Kind::Branch) {
        markBranch(mark, *block.getTerminator());
      } else {
        markStatement(mark, block);
      }
    }
  }

  void markStatement(uint32_t index, llvm::BasicBlock& block) {
    const Mark& mark = marks_[index];
    std::vector<llvm::Instruction*> before;
    bool isInside = false;
    bool isSeen = false;
    for (llvm::Instruction& instruction : block) {
      if (isSkipped(instruction) || isNote(instruction)) continue;
      const bool isHere = isOn(instruction, mark);
      isSeen |= isHere && canBeSeen(instruction);
      const bool isEnd = isInside && (!isHere || instruction.isTerminator());
      if (mark.kind == Mark::Kind::Before && isHere && !isInside) before.push_back(&instruction);
      if (mark.kind == Mark::Kind::Behind && isEnd) before.push_back(&instruction);
      isInside = isHere;
    }
    if (mark.onlyIfUnseen && isSeen) return;
    for (llvm::Instruction* place : before) tellPlace(index, *place);
  }

  bool isNote(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && call->getCalledOperand() == note_;
  }

  /// Whether an instruction may do something that other threads can see.
  static bool canBeSeen(const llvm::Instruction& instruction) {
    if (llvm::isa<llvm::CallBase, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::FenceInst>(instruction)) {
      return true;
    }
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    const auto* local = llvm::dyn_cast_if_present<llvm::AllocaInst>(pointer);
    return pointer != nullptr && (local == nullptr || !llvm::isAllocaPromotable(local));
  }

  void tell(llvm::IRBuilder<>& builder, Told what, llvm::Value* value) {
    builder.CreateCall(type_, note_, {builder.getInt64(what.word()), value});
  }

  /// The innermost variable of this name that an instruction can see; none if there is none.
  const Local* findLocal(const std::string& name, const llvm::Instruction& place) const {
    const llvm::DILocation* at = place.getDebugLoc().get();
    for (const llvm::DIScope* scope = at == nullptr ? nullptr : at->getScope(); scope != nullptr;
         scope = scope->getScope()) {
      for (const Local& local : locals_) {
        if (local.variable->getScope() == scope && local.variable->getName() == name) return &local;
      }
      if (llvm::isa<llvm::DISubprogram>(scope)) break;
    }
    return nullptr;
  }

  void tellPlace(uint32_t index, llvm::Instruction& place) {
    const Mark& mark = marks_[index];
    llvm::IRBuilder<> builder(&place);
    uint64_t kinds = 0;
    for (uint32_t i = 0; i < mark.variables.size(); ++i) {
      const Local* local = findLocal(mark.variables[i], place);
      if (local == nullptr) {
        const bool isGlobal = module_.getNamedGlobal(mark.variables[i]) != nullptr;
        kinds |= uint64_t{1} << (isGlobal ? i : 32 + i);
        continue;
      }
      llvm::Value* value = valueOf(*local, builder);
      kinds |= value == nullptr ? uint64_t{1} << (32 + i) : 0;
      if (value == nullptr) continue;
      if (!isSignedType(local->variable->getType())) kinds |= uint64_t{1} << (16 + i);
      tell(builder, {index, i + 1}, value);
    }
    tell(builder, {index, 0}, builder.getInt64(kinds));
    ++places_[index];
  }

  /// The value of a local variable as a word; none if somebody could see that it is read.
  llvm::Value* valueOf(const Local& local, llvm::IRBuilder<>& builder) const {
    llvm::Type* type = local.place->getAllocatedType();
    const bool isNumber = type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
    if (!isNumber && !type->isPointerTy()) return nullptr;
    if (hasThreads_ && !llvm::isAllocaPromotable(local.place)) return nullptr;
    llvm::Value* value = builder.CreateLoad(type, local.place);
    if (type->isPointerTy()) return builder.CreatePtrToInt(value, builder.getInt64Ty());
    return isSignedType(local.variable->getType()) ? builder.CreateSExt(value, builder.getInt64Ty())
                                                   : builder.CreateZExt(value, builder.getInt64Ty());
  }

  void markBranch(uint32_t index, llvm::Instruction& end) {
    if (!isOn(end, marks_[index])) return;
    llvm::IRBuilder<> builder(&end);
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      if (choice->getCondition()->getType()->getIntegerBitWidth() > 64) return;
      tell(builder, {index, Told::kSwitch}, builder.CreateSExt(choice->getCondition(), builder.getInt64Ty()));
      ++places_[index];
      return;
    }
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (branch == nullptr || !branch->isConditional()) return;
    const unsigned holds = sideOf(branch->getSuccessor(0)->getName());
    const unsigned fails = sideOf(branch->getSuccessor(1)->getName());
    if (holds == 2 && fails == 2) return;
    tell(builder, {index, 0},
         builder.CreateSelect(branch->getCondition(), builder.getInt64(holds), builder.getInt64(fails)));
    ++places_[index];
  }

  llvm::Module& module_;
  const std::vector<Mark>& marks_;
  const bool hasThreads_;
  std::vector<uint32_t> places_;
  std::multimap<uint32_t, uint32_t> byLine_;
  std::vector<Local> locals_;
  llvm::Value* note_;
  llvm::FunctionType* type_;
};

}  // namespace

bool isSameFile(std::string_view one, std::string_view other) {
  if (one.size() < other.size()) std::swap(one, other);
  while (other.starts_with("./") || other.starts_with("../")) other.remove_prefix(other.find('/') + 1);
  return !other.empty() && one.ends_with(other) &&
         (one.size() == other.size() || other.front() == '/' || one[one.size() - other.size() - 1] == '/');
}

std::vector<uint32_t> placeMarks(llvm::Module& module, const std::vector<Mark>& marks) {
  return Marker(module, marks).place();
}

}  // namespace clew::program
