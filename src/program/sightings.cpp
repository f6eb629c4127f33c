#include "program/sightings.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "program/passes.h"

namespace clew::program {

namespace {

using Statement = spec::StatementPattern::Kind;

constexpr unsigned kMostCases = 32;  // of a switch whose branches are seen

llvm::Function* calleeOf(const llvm::CallBase& call) {
  llvm::Value* target = call.getCalledOperand()->stripPointerCasts();
  if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(target)) target = alias->getAliaseeObject();
  return llvm::dyn_cast<llvm::Function>(target);
}

/// Whether the arguments of a call are others than those of the source, as far as the debug information tells.
bool passesParts(const llvm::CallBase& call, const llvm::Function& callee, size_t arguments) {
  const llvm::DISubprogram* subprogram = callee.getSubprogram();
  if (subprogram == nullptr || call.getFunctionType()->isVarArg()) return false;
  const llvm::DITypeRefArray types = subprogram->getType()->getTypeArray();
  const bool isVariadic = types.size() > 1 && types[types.size() - 1] == nullptr;
  return types.size() > 0 && !isVariadic && types.size() - 1 != arguments;
}

/// The object in which an address lies, as far as constant steps show.
const llvm::Value* rootOf(const llvm::Value* address) {
  while (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(address)) address = gep->getPointerOperand();
  return address;
}

/// Whether it is an object of the compiler's own: no source names it.
bool isTemporary(const llvm::Value* address) {
  const llvm::Value* root = rootOf(address);
  if (!llvm::isa<llvm::AllocaInst>(root)) return false;
  const llvm::DIVariable* variable = variableAt(root);
  const auto* local = llvm::dyn_cast_if_present<llvm::DILocalVariable>(variable);
  return variable == nullptr || (local != nullptr && local->isArtificial());
}

/// Whether a value is the result of a call, which is a statement of its own with what it is assigned to.
bool isResult(const llvm::Value* value) {
  while (value->hasOneUse() && llvm::isa<llvm::CastInst>(value))
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  const auto* call = llvm::dyn_cast<llvm::CallBase>(value);
  return call != nullptr && call->hasOneUse() && !llvm::isa<llvm::IntrinsicInst>(call) && !call->isInlineAsm();
}

/// The variable that a store at this place initialises in its declaration.
const llvm::DILocalVariable* declaredBy(const llvm::Instruction& place, llvm::Value* address) {
  const llvm::DILocation* at = place.getDebugLoc().get();
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(address)) {
    const llvm::DILocation* declared = record->getDebugLoc().get();
    const bool isThere =
        declared != nullptr && declared->getLine() == at->getLine() && declared->getColumn() == at->getColumn();
    if (isThere) return record->getVariable();
  }
  return nullptr;
}

/// Where a function keeps what it will return.
const llvm::Value* returnPlace(const llvm::ReturnInst& exit) {
  const auto* load = llvm::dyn_cast_if_present<llvm::LoadInst>(exit.getReturnValue());
  const llvm::Value* place = load == nullptr ? nullptr : load->getPointerOperand();
  return place != nullptr && llvm::isa<llvm::AllocaInst>(place) && variableAt(place) == nullptr ? place : nullptr;
}

class SightingFinder {
 public:
  SightingFinder(llvm::Module& module, const SourceNames& names, const Interest& interest, std::vector<Sighting>& sites)
      : names_(names), interest_(interest), sites_(sites) {
    for (llvm::Function& function : module) {
      if (isWanted(function) && function.hasAddressTaken()) pointedTo_.push_back(&function);
    }
  }

  void find(llvm::Function& function) {
    const bool isMain = function.getName() == "main";
    if (isMain) sites_.push_back({.moment = Moment::Entry, .place = &*function.getEntryBlock().getFirstInsertionPt()});
    returned_ = nullptr;
    for (llvm::BasicBlock& block : function) {
      const auto* exit = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (exit != nullptr) returned_ = returnPlace(*exit);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      findLabels(instruction);
      if (interest_.inStatements && instruction.getDebugLoc()) findStatement(instruction);
      if (isMain && llvm::isa<llvm::ReturnInst>(instruction)) {
        sites_.push_back({.moment = Moment::Exit, .place = &instruction});
      }
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) continue;
      if (llvm::Function* callee = calleeOf(*call)) {
        addCall(*call, *callee, false);
      } else {
        for (llvm::Function* pointed : pointedTo_) addCall(*call, *pointed, true);
      }
    }
  }

 private:
  bool isWanted(const llvm::Function& function) const {
    return (interest_.inAllFunctions && !isLibraryPart(function)) ||
           interest_.functions.contains(sourceNameOf(function));
  }
  /// A part of the library that no program calls by its name.
  static bool isLibraryPart(const llvm::Function& function) {
    return function.isIntrinsic() || function.getName().starts_with("__clew_");
  }

  void findLabels(llvm::Instruction& instruction) {
    const auto add = [&](const llvm::DILabel* label) {
      sites_.push_back({.moment = Moment::Label, .place = &instruction, .name = label->getName().str()});
    };
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
      if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record)) add(label->getLabel());
    }
    if (const auto* label = llvm::dyn_cast<llvm::DbgLabelInst>(&instruction)) add(label->getLabel());
  }

  // ---- statements that are no calls ----

  Sighting& addStatement(llvm::Instruction& place, Statement kind) {
    sites_.push_back({.moment = Moment::Statement, .place = &place});
    sites_.back().statement = kind;
    return sites_.back();
  }

  void findStatement(llvm::Instruction& instruction) {
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      addStore(*store);
    } else if (auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      addCopy(*copy);
    } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
      addAtomic(instruction);
    } else if (auto* exit = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      addReturn(*exit);
    } else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
      if (!branch->isConditional()) return;
      addBranch(instruction, 0, names_.conditionOf(branch->getCondition(), true));
      addBranch(instruction, 1, names_.conditionOf(branch->getCondition(), false));
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      addSwitch(*choice);
    }
  }

  void addStore(llvm::StoreInst& store) {
    llvm::Value* address = store.getPointerOperand();
    llvm::Value* value = store.getValueOperand();
    if (address == returned_) {
      addStatement(store, Statement::Return).value = names_.expressionOf(value);
      return;
    }
    if (isTemporary(address) || isResult(value)) return;
    Sighting& made = addStatement(store, Statement::Assignment);
    made.target = names_.accessAt(address, value->getType());
    made.value = names_.expressionOf(value);
    made.target.value = value;
    made.target.isSigned = made.value.isSigned;
    made.declared = declaredBy(store, address);
  }

  /// Structures and arrays are copied as a whole.
  void addCopy(llvm::MemIntrinsic& copy) {
    if (isTemporary(copy.getDest())) return;
    Sighting& made = addStatement(copy, Statement::Assignment);
    made.target = names_.objectAt(copy.getDest());
    made.declared = declaredBy(copy, copy.getDest());
    const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&copy);
    const llvm::Value* source = transfer == nullptr ? nullptr : rootOf(transfer->getSource());
    const bool isLiteral =
        source == nullptr || (llvm::isa<llvm::GlobalVariable>(source) && variableAt(source) == nullptr);
    if (isLiteral) {
      made.value.text = "{...}";
    } else if (isTemporary(source)) {
      made.value = names_.expressionOf(&copy);  // nobody knows
    } else {
      made.value = names_.objectAt(transfer->getSource());
    }
  }

  void addAtomic(llvm::Instruction& instruction) {
    Sighting& made = addStatement(instruction, Statement::Assignment);
    const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction);
    const llvm::Type* type = update != nullptr ? update->getType() : instruction.getOperand(1)->getType();
    made.target = names_.accessAt(instruction.getOperand(0), type);
    const char* symbol = update == nullptr ? nullptr : symbolOf(update->getOperation());
    made.isUnclear = symbol == nullptr;
    if (symbol != nullptr) {
      made.value = SourceNames::operation(made.target, symbol, names_.expressionOf(update->getValOperand()));
    }
  }

  static const char* symbolOf(llvm::AtomicRMWInst::BinOp operation) {
    switch (operation) {
      case llvm::AtomicRMWInst::Add: return "+";
      case llvm::AtomicRMWInst::Sub: return "-";
      case llvm::AtomicRMWInst::And: return "&";
      case llvm::AtomicRMWInst::Or: return "|";
      case llvm::AtomicRMWInst::Xor: return "^";
      default: return nullptr;
    }
  }

  void addReturn(llvm::ReturnInst& exit) {
    const llvm::Function& function = *exit.getFunction();
    const bool isCopied = function.hasStructRetAttr() || function.getReturnType()->isAggregateType();
    if (isCopied) {
      addStatement(exit, Statement::Return).isUnclear = true;
    } else if (exit.getReturnValue() != nullptr && returned_ == nullptr) {
      addStatement(exit, Statement::Return).value = names_.expressionOf(exit.getReturnValue());
    }
  }

  void addBranch(llvm::Instruction& place, unsigned successor, SourceExpression condition) {
    sites_.push_back({.moment = Moment::Branch, .place = &place});
    sites_.back().statement = Statement::Branch;
    sites_.back().successor = successor;
    sites_.back().value = std::move(condition);
  }

  /// As a chain of comparisons, each of which goes on where those before do not hold.
  void addSwitch(llvm::SwitchInst& choice) {
    const SourceExpression value = names_.expressionOf(choice.getCondition());
    if (choice.getNumCases() > kMostCases) {
      addBranch(choice, 0, value);
      sites_.back().isUnclear = true;
      return;
    }
    std::vector<SourceExpression> others;
    for (const auto& each : choice.cases()) {
      for (const SourceExpression& other : others) addBranch(choice, each.getSuccessorIndex(), other);
      const SourceExpression number = names_.expressionOf(each.getCaseValue());
      addBranch(choice, each.getSuccessorIndex(), SourceNames::operation(value, "==", number));
      others.push_back(SourceNames::operation(value, "!=", number));
    }
    for (const SourceExpression& other : others) addBranch(choice, 0, other);
  }

  // ---- calls ----

  void addCall(llvm::CallBase& call, llvm::Function& callee, bool isIndirect) {
    if (!isWanted(callee)) return;
    Sighting site{.moment = Moment::Before, .place = &call, .call = &call, .callee = &callee, .isIndirect = isIndirect};
    site.name = sourceNameOf(callee);
    site.isAtomic = callee.isDeclaration() || isLibrary(callee);
    site.returns = !call.doesNotReturn() && !callee.doesNotReturn();
    site.isKept = !call.getType()->isVoidTy() && !call.use_empty();
    site.statement = Statement::Call;
    site.result = resultOf(call);
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (call.paramHasAttr(i, llvm::Attribute::StructRet)) continue;
      const llvm::Value* argument = call.getArgOperand(i);
      const bool byValue = call.isByValArgument(i);
      site.arguments.push_back(byValue ? names_.objectAt(argument) : names_.expressionOf(argument));
      if (call.paramHasAttr(i, llvm::Attribute::ZExt)) site.arguments.back().isSigned = false;
    }
    site.hasParts = passesParts(call, callee, site.arguments.size());
    addTypes(callee, site);
    sites_.push_back(site);
    site.moment = Moment::After;
    if (site.returns) sites_.push_back(std::move(site));
  }

  /// What the code does not tell the types of is of those that the function takes.
  static void addTypes(const llvm::Function& callee, Sighting& site) {
    const llvm::DISubprogram* subprogram = callee.getSubprogram();
    if (subprogram == nullptr || site.hasParts) return;
    const llvm::DITypeRefArray types = subprogram->getType()->getTypeArray();
    for (size_t i = 0; i < site.arguments.size() && i + 1 < types.size(); ++i) {
      SourceExpression& argument = site.arguments[i];
      const bool isPointer = argument.value != nullptr && argument.value->getType()->isPointerTy();
      if (isPointer && argument.type == nullptr && argument.pointee == nullptr) argument.type = types[i + 1];
    }
  }

  /// Where the result goes; the call itself if it is used at once.
  SourceExpression resultOf(const llvm::CallBase& call) const {
    const llvm::Value* value = &call;
    while (value->hasOneUse() && llvm::isa<llvm::CastInst>(value->user_back())) value = value->user_back();
    const auto* store = value->hasOneUse() ? llvm::dyn_cast<llvm::StoreInst>(value->user_back()) : nullptr;
    const bool isStored = store != nullptr && store->getValueOperand() == value;
    const SourceExpression itself = names_.expressionOf(&call);
    SourceExpression made = isStored ? names_.accessAt(store->getPointerOperand(), value->getType()) : itself;
    if (isStored && made.type == nullptr) made.type = itself.type;
    made.value = &call;
    made.isSigned = itself.isSigned;
    return made;
  }

  const SourceNames& names_;
  const Interest& interest_;
  std::vector<Sighting>& sites_;
  std::vector<llvm::Function*> pointedTo_;
  const llvm::Value* returned_ = nullptr;  // where the function keeps what it will return
};

}  // namespace

bool isLibrary(const llvm::Function& function) {
  return function.hasFnAttribute(kRuntimeAttribute) || function.hasFnAttribute(kOrdinaryAttribute);
}

std::optional<std::string> Sighting::text() const {
  if (moment == Moment::Branch) return "[" + value.text + "]";
  if (moment == Moment::Statement) {
    return statement == Statement::Return ? fmt::format("return {};", value.text)
                                          : fmt::format("{} = {};", target.text, value.text);
  }
  if (call == nullptr) return std::nullopt;
  std::string list;
  for (const SourceExpression& argument : arguments) list += (list.empty() ? "" : ", ") + argument.text;
  const bool isAssigned = isKept && result.kind != SourceExpression::Kind::Call && result.isKnown();
  return fmt::format("{}{}({});", isAssigned ? result.text + " = " : "", name, list);
}

std::string Sighting::placeText() const {
  const llvm::DILocation* at = place->getDebugLoc().get();
  return at == nullptr ? "" : fmt::format("{}:{}", at->getFilename().str(), at->getLine());
}

std::vector<Sighting> findSightings(llvm::Module& module, const SourceNames& names, const Interest& interest) {
  std::vector<Sighting> sites;
  SightingFinder finder(module, names, interest, sites);
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() && !isLibrary(function)) finder.find(function);
  }
  return sites;
}

}  // namespace clew::program
