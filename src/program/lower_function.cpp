#include <fmt/format.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "program/lower.h"
#include "program/passes.h"

namespace clew::program {

FunctionLowering::FunctionLowering(ModuleLowering& module, llvm::Function& function, uint32_t index)
    : module_(module),
      program_(module.program()),
      function_(function),
      index_(index),
      checksArithmetic_(keepsArithmetic(function)) {}

void FunctionLowering::lower() {
  for (llvm::Argument& argument : function_.args()) {
    slotOf_[&argument] = newSlots(module_.slotsOf(argument.getType()));
  }
  {
    Function& made = program_.functions[index_];
    made.parameters = slots_;
    made.entry = here();
    made.resultSlots = module_.slotsOf(function_.getReturnType());
    made.returnsTwice = function_.callsFunctionThatReturnsTwice();
    if (const llvm::DISubprogram* subprogram = function_.getSubprogram()) {
      location_ = module_.debug().locationOf(subprogram->getFile(), subprogram->getLine(), 0);
    }
    if (function_.isVarArg()) {
      made.variadicSlot = newSlots(1);
      made.variadicSite = newSite("variadic arguments", 0, 0);
    }
  }
  if (const auto error = module_.errorFunctionIndex(function_)) emitImmediate(Op::ErrorCall, 0, 0, *error);
  for (llvm::Argument& argument : function_.args()) {
    if (!argument.hasByValAttr()) continue;
    const uint64_t size = module_.layout().getTypeAllocSize(argument.getParamByValType());
    const uint32_t slot = slotOf_[&argument];
    const llvm::DILocalVariable* variable = localAt(argument);
    const uint32_t site = variable == nullptr ? newSite(argument.getName().str(), 0, size) : newSite(*variable, size);
    Instruction& copy = emitImmediate(Op::CopyArgument, slot, slot, size);
    copy.b = site;
    copy.flags = kShared;
  }
  llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
  for (llvm::BasicBlock* block : order) lowerBlock(*block);
  for (const Fixup& fixup : fixups_) patch(fixup.reference, entryOf_.at(fixup.block));
  Function& made = program_.functions[index_];
  made.end = here();
  made.slots = slots_;
}

// ---- values and slots ----

uint32_t FunctionLowering::newSlots(uint32_t count) {
  const uint32_t first = slots_;
  slots_ += count;
  return first;
}

unsigned FunctionLowering::widthOf(llvm::Type* type) const {
  return static_cast<unsigned>(module_.layout().getTypeSizeInBits(type).getFixedValue());
}

uint32_t FunctionLowering::slotOf(llvm::Value* value) {
  if (const auto known = slotOf_.find(value); known != slotOf_.end()) return known->second;
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return constantSlot(constant);
  return slotOf_[value] = newSlots(module_.slotsOf(value->getType()));
}

uint32_t FunctionLowering::resultSlot(llvm::Instruction& instruction) {
  const auto [known, isNew] = slotOf_.try_emplace(&instruction, 0);
  if (isNew) known->second = newSlots(module_.slotsOf(instruction.getType()));
  return known->second;
}

/// The instruction's value is its operand's; no code is needed. Blocks are lowered in reverse
/// post-order, so nobody can have asked for its slot before.
void FunctionLowering::alias(llvm::Instruction& instruction, llvm::Value* operand) {
  const bool isNew = slotOf_.try_emplace(&instruction, slotOf(operand)).second;
  assert(isNew);
  (void)isNew;
}

void FunctionLowering::constantInto(const llvm::Constant* constant, uint32_t slot) {
  llvm::Type* type = constant->getType();
  if (type->isAggregateType() || type->isVectorTy()) {
    const uint64_t count = type->isStructTy()  ? type->getStructNumElements()
                           : type->isArrayTy() ? type->getArrayNumElements()
                                               : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    for (unsigned i = 0; i < count; ++i) {
      const llvm::Constant* part = constant->getAggregateElement(i);
      constantInto(part, slot);
      slot += module_.slotsOf(part->getType());
    }
    return;
  }
  const unsigned width = widthOf(type);
  const uint32_t words = (width + 63) / 64;
  if (llvm::isa<llvm::UndefValue>(constant)) {
    for (uint32_t word = 0; word < words; ++word) {
      emit(Op::Undefined, slot + word).width = static_cast<uint8_t>(std::min(width - 64 * word, 64u));
    }
    return;
  }
  if (width > 64) {
    llvm::APInt bits(width, 0);
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) bits = integer->getValue();
    if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
      bits = real->getValueAPF().bitcastToAPInt();
    }
    for (uint32_t word = 0; word < words; ++word) emitImmediate(Op::Const, slot + word, 0, bits.getRawData()[word]);
    return;
  }
  if (const auto number = module_.numberOf(constant)) {
    emitImmediate(Op::Const, slot, 0, *number);
    return;
  }
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant->stripPointerCasts());
  if (variable != nullptr && variable->isThreadLocal()) {
    emitImmediate(Op::ThreadLocal, slot, 0, module_.globalIndex(variable));
    return;
  }
  std::string text;
  llvm::raw_string_ostream(text) << *constant;
  unmodelled("the constant " + text);
}

/// A slot that holds the constant; within one block it is loaded once.
uint32_t FunctionLowering::constantSlot(const llvm::Constant* constant) {
  const auto [known, isNew] = blockConstants_.try_emplace(constant, 0);
  if (isNew) {
    const uint32_t slot = newSlots(module_.slotsOf(constant->getType()));
    known->second = slot;
    constantInto(constant, slot);
    return slot;
  }
  return known->second;
}

std::optional<uint64_t> FunctionLowering::immediate(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  if (constant == nullptr || constant->getType()->isVectorTy()) return std::nullopt;
  return module_.numberOf(constant);
}

// ---- emission ----

Instruction& FunctionLowering::emit(Op op, uint32_t dst, uint32_t a, uint32_t b) {
  Instruction instruction;
  instruction.op = op;
  instruction.dst = dst;
  instruction.a = a;
  instruction.b = b;
  program_.code.push_back(instruction);
  program_.locationOf.push_back(location_);
  program_.functionOf.push_back(index_);
  return program_.code.back();
}

Instruction& FunctionLowering::emitImmediate(Op op, uint32_t dst, uint32_t a, uint64_t imm) {
  Instruction& instruction = emit(op, dst, a);
  instruction.setImm(imm);
  return instruction;
}

/// Reaching this place at run time ends the run with these words; merely containing it is harmless.
void FunctionLowering::unmodelled(const std::string& what) {
  emitImmediate(Op::Unmodelled, 0, 0, module_.textIndex(what));
}

uint32_t FunctionLowering::newSite(const std::string& name, uint32_t type, uint64_t size) {
  program_.sites.push_back({here(), name, type, size});
  return static_cast<uint32_t>(program_.sites.size()) - 1;
}

uint32_t FunctionLowering::newSite(const llvm::DILocalVariable& variable, uint64_t size) {
  const uint32_t site = newSite(variable.getName().str(), module_.debug().typeOf(variable.getType()), size);
  if (program_.keepsLocals) {
    program_.sites[site].firstLine = variable.getLine();
    program_.sites[site].lastLine = lastLineOf(variable.getScope());
  }
  return site;
}

/// Of the source lines that have code.
uint32_t FunctionLowering::lastLineOf(const llvm::DIScope* scope) {
  if (lastLines_.empty()) {
    for (const llvm::Instruction& instruction : llvm::instructions(function_)) {
      const llvm::DILocation* place = instruction.getDebugLoc().get();
      if (place == nullptr) continue;
      for (const llvm::DIScope* each = place->getScope(); each != nullptr; each = each->getScope()) {
        uint32_t& last = lastLines_[each];
        last = std::max(last, place->getLine());
        if (llvm::isa<llvm::DISubprogram>(each)) break;
      }
    }
  }
  const auto found = lastLines_.find(scope);
  return found == lastLines_.end() ? 0 : found->second;
}

// ---- blocks ----

void FunctionLowering::lowerBlock(llvm::BasicBlock& block) {
  entryOf_[&block] = here();
  blockConstants_.clear();
  for (llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction)) continue;
    if (const llvm::DebugLoc& place = instruction.getDebugLoc(); place && place.getLine() != 0) {
      location_ = module_.debug().locationOf(place.get());
    }
    lowerInstruction(instruction);
  }
}

void FunctionLowering::patch(const Reference& reference, uint32_t pc) {
  switch (reference.where) {
    case Reference::Where::First: program_.code[reference.index].c = pc; break;
    case Reference::Where::Second: program_.code[reference.index].d = pc; break;
    case Reference::Where::Landing: program_.calls[reference.index].landing = pc; break;
    case Reference::Where::Table: program_.switches[reference.index].targets[reference.entry] = pc; break;
  }
}

/// Connects a block's end to its successors. An edge into a block with phis runs through a stub that
/// copies their values.
void FunctionLowering::lowerEdges(const llvm::BasicBlock* from, const std::vector<Fixup>& edges) {
  std::unordered_map<const llvm::BasicBlock*, uint32_t> stubs;
  for (const Fixup& edge : edges) {
    if (edge.block->phis().empty()) {
      fixups_.push_back(edge);
      continue;
    }
    const auto [stub, isNew] = stubs.try_emplace(edge.block, here());
    patch(edge.reference, stub->second);
    if (!isNew) continue;
    blockConstants_.clear();
    copyPhis(from, edge.block);
    fixups_.push_back({{Reference::Where::First, here()}, edge.block});
    emit(Op::Jump).flags = counts(from, edge.block) ? kCounted : 0;
  }
}

/// Whether so small a step comes round to the same value only after a billion turns.
static bool isSmall(const llvm::APInt& by) {
  constexpr unsigned kTurns = 30;
  return by.getBitWidth() >= 32 && by.getBitWidth() <= 64 &&
         by.abs().ule(llvm::APInt::getOneBitSet(by.getBitWidth(), by.getBitWidth() - kTurns));
}

/// By how much an edge into a block changes a phi of it; 0 if that is not a small constant.
static int64_t distance(const llvm::PHINode& phi, const llvm::Value* value, const llvm::DataLayout& layout) {
  if (const auto* add = llvm::dyn_cast<llvm::BinaryOperator>(value)) {
    const auto* by = llvm::dyn_cast<llvm::ConstantInt>(add->getOperand(1));
    const bool counts = add->getOpcode() == llvm::Instruction::Add && add->getOperand(0) == &phi && by != nullptr &&
                        isSmall(by->getValue());
    return counts ? by->getSExtValue() : 0;
  }
  const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(value);
  if (step == nullptr || step->getPointerOperand() != &phi) return 0;
  llvm::APInt by(layout.getIndexTypeSizeInBits(step->getType()), 0);
  return step->accumulateConstantOffset(layout, by) && isSmall(by) ? by.getSExtValue() : 0;
}

/// Whether an edge leads to the head of a loop with a variable that goes up at every turn, or down at every turn.
/// To have the old value again the loop must be entered anew, by the one edge that does not count. (If several do not,
/// one of them may be another turn of this loop, which may in turn be counted by a variable that this edge resets.)
bool FunctionLowering::counts(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
  const llvm::DataLayout& layout = from->getModule()->getDataLayout();
  for (const llvm::PHINode& phi : to->phis()) {
    const int64_t step = distance(phi, phi.getIncomingValueForBlock(from), layout);
    if (step == 0) continue;
    const auto isOpposite = [&](const llvm::Value* value) { return (distance(phi, value, layout) > 0) != (step > 0); };
    const bool mixed = std::any_of(phi.incoming_values().begin(), phi.incoming_values().end(), [&](const auto& value) {
      return distance(phi, value, layout) != 0 && isOpposite(value);
    });
    const auto others = std::count_if(phi.incoming_values().begin(), phi.incoming_values().end(),
                                      [&](const auto& value) { return distance(phi, value, layout) == 0; });
    if (!mixed && others <= 1) return true;
  }
  return false;
}

/// All phis read before any is written: through temporaries when one phi feeds another.
void FunctionLowering::copyPhis(const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  struct Copy {
    uint32_t from, to, count;
  };
  std::vector<Copy> copies;
  std::vector<std::pair<const llvm::Constant*, uint32_t>> constants;
  std::vector<uint32_t> written;
  for (const llvm::PHINode& phi : to->phis()) {
    auto* node = const_cast<llvm::PHINode*>(&phi);
    llvm::Value* value = node->getIncomingValueForBlock(from);
    const uint32_t dst = slotOf(node);
    const uint32_t count = module_.slotsOf(node->getType());
    for (uint32_t i = 0; i < count; ++i) written.push_back(dst + i);
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      constants.emplace_back(constant, dst);
    } else {
      copies.push_back({slotOf(value), dst, count});
    }
  }
  const auto isWritten = [&](const Copy& copy) {
    for (uint32_t i = 0; i < copy.count; ++i) {
      if (std::find(written.begin(), written.end(), copy.from + i) != written.end()) return true;
    }
    return false;
  };
  for (Copy& copy : copies) {
    if (!isWritten(copy)) continue;
    const uint32_t temporary = newSlots(copy.count);
    for (uint32_t i = 0; i < copy.count; ++i) emit(Op::Move, temporary + i, copy.from + i);
    copy.from = temporary;
  }
  for (const Copy& copy : copies) {
    for (uint32_t i = 0; i < copy.count; ++i) emit(Op::Move, copy.to + i, copy.from + i);
  }
  for (const auto& [constant, slot] : constants) constantInto(constant, slot);
}

void FunctionLowering::lowerInstruction(llvm::Instruction& instruction) {
  using namespace llvm;
  if (auto* binary = dyn_cast<BinaryOperator>(&instruction)) {
    return binary->getType()->isFPOrFPVectorTy() ? lowerFloatBinary(*binary) : lowerBinary(*binary);
  }
  if (auto* compare = dyn_cast<ICmpInst>(&instruction)) return lowerCompare(*compare);
  if (auto* compare = dyn_cast<FCmpInst>(&instruction)) return lowerFloatCompare(*compare);
  if (auto* cast = dyn_cast<CastInst>(&instruction)) return lowerCast(*cast);
  if (auto* select = dyn_cast<SelectInst>(&instruction)) return lowerSelect(*select);
  if (auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return lowerGep(*gep);
  if (auto* load = dyn_cast<LoadInst>(&instruction)) return lowerLoad(*load);
  if (auto* store = dyn_cast<StoreInst>(&instruction)) return lowerStore(*store);
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction)) return lowerRmw(*rmw);
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) return lowerCompareExchange(*exchange);
  if (auto* local = dyn_cast<AllocaInst>(&instruction)) return lowerAlloca(*local);
  if (auto* branch = dyn_cast<BranchInst>(&instruction)) return lowerBranch(*branch);
  if (auto* choice = dyn_cast<SwitchInst>(&instruction)) return lowerSwitch(*choice);
  if (auto* ret = dyn_cast<ReturnInst>(&instruction)) return lowerReturn(*ret);
  if (auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction)) return lowerShuffle(*shuffle);
  if (auto* invoke = dyn_cast<InvokeInst>(&instruction)) return lowerInvoke(*invoke);
  if (auto* pad = dyn_cast<LandingPadInst>(&instruction)) return lowerLandingPad(*pad);
  if (auto* call = dyn_cast<CallBase>(&instruction)) return lowerCall(*call);
  switch (instruction.getOpcode()) {
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertValue:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::InsertElement: return lowerAggregate(instruction);
    case llvm::Instruction::FNeg:
      return lowerFloatUnary(FloatKind::Negate, instruction.getType(), resultSlot(instruction),
                             slotOf(instruction.getOperand(0)));
    case llvm::Instruction::Freeze: {
      const uint32_t from = slotOf(instruction.getOperand(0));
      const uint32_t to = resultSlot(instruction);
      for (uint32_t i = 0; i < module_.slotsOf(instruction.getType()); ++i) emit(Op::Freeze, to + i, from + i);
      return;
    }
    case llvm::Instruction::Fence: return;  // sequential consistency
    case llvm::Instruction::Resume: {
      const uint32_t exception = slotOf(instruction.getOperand(0));
      emit(Op::Unwind, 0, exception);
      return;
    }
    case llvm::Instruction::Unreachable: emit(Op::Unreachable); return;
    default: return unmodelled(fmt::format("the LLVM instruction {}", instruction.getOpcodeName()));
  }
}

// ---- aggregates ----

void FunctionLowering::lowerAggregate(llvm::Instruction& instruction) {
  const auto copy = [&](uint32_t to, uint32_t from, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) emit(Op::Move, to + i, from + i);
  };
  const auto partSlot = [&](llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    uint32_t slot = 0;
    for (const unsigned index : indices) {
      for (unsigned i = 0; i < index; ++i) {
        slot += module_.slotsOf(llvm::ExtractValueInst::getIndexedType(type, {i}));
      }
      type = llvm::ExtractValueInst::getIndexedType(type, {index});
    }
    return slot;
  };
  llvm::Value* whole = instruction.getOperand(0);
  if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    const uint32_t from = slotOf(whole) + partSlot(whole->getType(), extract->getIndices());
    return copy(resultSlot(instruction), from, module_.slotsOf(instruction.getType()));
  }
  if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    const uint32_t before = slotOf(whole);
    const uint32_t value = slotOf(insert->getInsertedValueOperand());
    const uint32_t dst = resultSlot(instruction);
    copy(dst, before, module_.slotsOf(instruction.getType()));
    return copy(dst + partSlot(whole->getType(), insert->getIndices()), value,
                module_.slotsOf(insert->getInsertedValueOperand()->getType()));
  }
  const bool extracts = llvm::isa<llvm::ExtractElementInst>(instruction);
  const auto lane = immediate(instruction.getOperand(extracts ? 1 : 2));
  const auto* vector = llvm::cast<llvm::FixedVectorType>(whole->getType());
  if (!lane || *lane >= vector->getNumElements()) return unmodelled("a vector lane chosen at run time");
  const uint32_t each = module_.slotsOf(vector->getElementType());
  const uint32_t before = slotOf(whole);
  if (extracts) {
    return copy(resultSlot(instruction), before + static_cast<uint32_t>(*lane) * each, each);
  }
  const uint32_t value = slotOf(instruction.getOperand(1));
  const uint32_t dst = resultSlot(instruction);
  copy(dst, before, module_.slotsOf(instruction.getType()));
  copy(dst + static_cast<uint32_t>(*lane) * each, value, each);
}

void FunctionLowering::lowerShuffle(llvm::ShuffleVectorInst& shuffle) {
  const auto* input = llvm::cast<llvm::FixedVectorType>(shuffle.getOperand(0)->getType());
  const uint32_t each = module_.slotsOf(input->getElementType());
  const uint32_t first = slotOf(shuffle.getOperand(0));
  const uint32_t second = slotOf(shuffle.getOperand(1));
  uint32_t dst = resultSlot(shuffle);
  for (const int lane : shuffle.getShuffleMask()) {
    const auto count = static_cast<int>(input->getNumElements());
    for (uint32_t i = 0; i < each; ++i, ++dst) {
      if (lane < 0) {
        emit(Op::Undefined, dst).width = static_cast<uint8_t>(widthOf(input->getElementType()));
      } else {
        const uint32_t from = lane < count ? first + static_cast<uint32_t>(lane) * each
                                           : second + static_cast<uint32_t>(lane - count) * each;
        emit(Op::Move, dst, from + i);
      }
    }
  }
}

void FunctionLowering::lowerSelect(llvm::SelectInst& select) {
  if (select.getCondition()->getType()->isVectorTy()) return unmodelled("vector selection");
  const uint32_t condition = slotOf(select.getCondition());
  const uint32_t yes = slotOf(select.getTrueValue());
  const uint32_t no = slotOf(select.getFalseValue());
  const uint32_t dst = resultSlot(select);
  for (uint32_t i = 0; i < module_.slotsOf(select.getType()); ++i) {
    emit(Op::Select, dst + i, condition, yes + i).c = no + i;
  }
}

// ---- control ----

void FunctionLowering::lowerBranch(llvm::BranchInst& branch) {
  const llvm::BasicBlock* from = branch.getParent();
  if (branch.isUnconditional()) {
    copyPhis(from, branch.getSuccessor(0));
    fixups_.push_back({{Reference::Where::First, here()}, branch.getSuccessor(0)});
    emit(Op::Jump).flags = counts(from, branch.getSuccessor(0)) ? kCounted : 0;
    return;
  }
  const uint32_t condition = slotOf(branch.getCondition());
  const uint32_t pc = here();
  emit(Op::Branch, 0, condition);
  lowerEdges(from, {{{Reference::Where::First, pc}, branch.getSuccessor(0)},
                    {{Reference::Where::Second, pc}, branch.getSuccessor(1)}});
}

void FunctionLowering::lowerSwitch(llvm::SwitchInst& choice) {
  const unsigned width = widthOf(choice.getCondition()->getType());
  if (width > 64) return unmodelled("a switch over a 128-bit value");
  const uint32_t value = slotOf(choice.getCondition());
  const auto index = static_cast<uint32_t>(program_.switches.size());
  std::vector<std::pair<uint64_t, const llvm::BasicBlock*>> cases;
  for (const auto& each : choice.cases()) {
    cases.emplace_back(each.getCaseValue()->getZExtValue(), each.getCaseSuccessor());
  }
  std::sort(cases.begin(), cases.end());
  program_.switches.emplace_back();
  const uint32_t pc = here();
  std::vector<Fixup> edges = {{{Reference::Where::First, pc}, choice.getDefaultDest()}};
  for (const auto& [number, block] : cases) {
    SwitchTable& table = program_.switches.back();
    edges.push_back({{Reference::Where::Table, index, static_cast<uint32_t>(table.values.size())}, block});
    table.values.push_back(number);
    table.targets.push_back(0);
  }
  emit(Op::Switch, 0, value, index).width = static_cast<uint8_t>(width);
  lowerEdges(choice.getParent(), edges);
}

void FunctionLowering::lowerReturn(llvm::ReturnInst& ret) {
  llvm::Value* value = ret.getReturnValue();
  const uint32_t slot = value == nullptr ? 0 : slotOf(value);
  emit(Op::Return, 0, slot, value == nullptr ? 0 : module_.slotsOf(value->getType()));
}

}  // namespace clew::program
