// Addresses, loads, stores, atomic operations and local variables.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "program/lower.h"
#include "program/passes.h"

namespace clew::program {

namespace {

/// A constant distance whose address is used by loads and stores only: they carry it themselves.
bool foldsIntoAccess(const llvm::GetElementPtrInst& gep) {
  if (!gep.hasAllConstantIndices() || gep.getType()->isVectorTy()) return false;
  return std::all_of(gep.user_begin(), gep.user_end(), [&](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return store->getValueOperand() != &gep;
    return llvm::isa<llvm::LoadInst>(user);
  });
}

/// The address of an access as a base and a constant distance.
std::pair<llvm::Value*, uint64_t> addressParts(const llvm::DataLayout& layout, llvm::Value* pointer) {
  auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer);
  if (gep == nullptr || !foldsIntoAccess(*gep)) return {pointer, 0};
  llvm::APInt offset(layout.getIndexTypeSizeInBits(gep->getType()), 0);
  gep->accumulateConstantOffset(layout, offset);
  return {gep->getPointerOperand(), static_cast<uint64_t>(offset.getSExtValue())};
}

}  // namespace

void FunctionLowering::lowerGep(llvm::GetElementPtrInst& gep) {
  if (gep.getType()->isVectorTy()) return unmodelled("vectors of pointers");
  if (foldsIntoAccess(gep)) return;
  const unsigned width = module_.layout().getIndexTypeSizeInBits(gep.getType());
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt constant(width, 0);
  if (!gep.collectOffset(module_.layout(), width, variable, constant)) {
    return unmodelled("this address computation");
  }
  if (variable.empty() && constant.isZero()) return alias(gep, gep.getPointerOperand());
  uint32_t base = slotOf(gep.getPointerOperand());
  const uint32_t dst = resultSlot(gep);
  for (const auto& [index, scale] : variable) {
    const uint32_t slot = slotOf(index);
    Instruction& add = emitImmediate(Op::PointerAdd, dst, base, scale.getZExtValue());
    add.b = slot;
    add.width = static_cast<uint8_t>(std::min(widthOf(index->getType()), 64u));
    base = dst;
  }
  if (!constant.isZero() || variable.empty()) emitImmediate(Op::PointerAddI, dst, base, constant.getSExtValue());
}

/// Where an access goes: a known place in a global, or a distance from a pointer.
FunctionLowering::AccessPlace FunctionLowering::accessPlace(llvm::Value* pointer) {
  const auto [base, distance] = addressParts(module_.layout(), pointer);
  if (const auto address = immediate(base)) {
    const uint64_t target = module_.addressPlus(*address, distance);
    const uint32_t global = module_.globalAt(target);
    if (global != kNone) return {global, 0, target - program_.globals[global].address};
  }
  return {kNone, slotOf(base), distance};
}

/// One instruction per slot of the value. An atomic access in several parts becomes an atomic section.
void FunctionLowering::emitAccess(const AccessPlace& place, llvm::Type* type, uint32_t slot, bool write, bool atomic) {
  const bool inParts = atomic && module_.slotsOf(type) > 1;
  if (inParts) emit(Op::AtomicBegin);
  const bool known = place.global != kNone;
  for (const Leaf& leaf : module_.leavesOf(type)) {
    for (uint32_t part = 0; part < leaf.slots; ++part, ++slot) {
      const uint64_t offset = place.offset + leaf.offset + uint64_t{8} * part;
      const Op op = write ? (known ? Op::StoreGlobal : Op::Store) : (known ? Op::LoadGlobal : Op::Load);
      Instruction& access = emitImmediate(op, slot, place.pointer, offset);
      access.width = static_cast<uint8_t>(std::min(leaf.width - 64 * part, 64u));
      access.flags = atomic ? kAtomic : 0;
      if (write) access.b = slot;
      if (known) (write ? access.a : access.b) = place.global;
    }
  }
  if (inParts) emit(Op::AtomicEnd);
}

void FunctionLowering::lowerLoad(llvm::LoadInst& load) {
  const AccessPlace place = accessPlace(load.getPointerOperand());
  emitAccess(place, load.getType(), resultSlot(load), false, load.isAtomic());
}

void FunctionLowering::lowerStore(llvm::StoreInst& store) {
  const AccessPlace place = accessPlace(store.getPointerOperand());
  const uint32_t value = slotOf(store.getValueOperand());
  emitAccess(place, store.getValueOperand()->getType(), value, true, store.isAtomic());
}

void FunctionLowering::lowerRmw(llvm::AtomicRMWInst& rmw) {
  using Operation = llvm::AtomicRMWInst;
  RmwKind kind;
  switch (rmw.getOperation()) {
    case Operation::Xchg: kind = RmwKind::Exchange; break;
    case Operation::Add: kind = RmwKind::Add; break;
    case Operation::Sub: kind = RmwKind::Sub; break;
    case Operation::And: kind = RmwKind::And; break;
    case Operation::Nand: kind = RmwKind::Nand; break;
    case Operation::Or: kind = RmwKind::Or; break;
    case Operation::Xor: kind = RmwKind::Xor; break;
    case Operation::Max: kind = RmwKind::Max; break;
    case Operation::Min: kind = RmwKind::Min; break;
    case Operation::UMax: kind = RmwKind::UMax; break;
    case Operation::UMin: kind = RmwKind::UMin; break;
    default: return unmodelled("this atomic read-modify-write operation");
  }
  const unsigned width = widthOf(rmw.getType());
  const uint32_t pointer = slotOf(rmw.getPointerOperand());
  const uint32_t value = slotOf(rmw.getValOperand());
  if (width == 128) return lowerWideRmw(rmw, kind, pointer, value);
  if (width > 64) return unmodelled("an atomic operation of this size");
  Instruction& made = emit(Op::AtomicRmw, resultSlot(rmw), pointer, value);
  made.width = static_cast<uint8_t>(width);
  made.aux = static_cast<uint8_t>(kind);
  made.flags = kAtomic;
}

void FunctionLowering::lowerCompareExchange(llvm::AtomicCmpXchgInst& exchange) {
  const unsigned width = widthOf(exchange.getCompareOperand()->getType());
  const uint32_t pointer = slotOf(exchange.getPointerOperand());
  const uint32_t expected = slotOf(exchange.getCompareOperand());
  const uint32_t desired = slotOf(exchange.getNewValOperand());
  if (width == 128) return lowerWideCompareExchange(exchange, pointer, expected, desired);
  if (width > 64) return unmodelled("an atomic operation of this size");
  Instruction& made = emit(Op::CompareExchange, resultSlot(exchange), pointer, expected);
  made.c = desired;
  made.width = static_cast<uint8_t>(width);
  made.flags = kAtomic;
}

// Sixteen bytes at once: an atomic section around plain accesses to both halves.

void FunctionLowering::accessWide(Op op, uint32_t slot, uint32_t pointer) {
  for (uint32_t part = 0; part < 2; ++part) {
    Instruction& access = emitImmediate(op, slot + part, pointer, uint64_t{8} * part);
    if (op == Op::Store) access.b = slot + part;
    access.width = 64;
    access.flags = kAtomic;
  }
}

void FunctionLowering::lowerWideRmw(llvm::AtomicRMWInst& rmw, RmwKind kind, uint32_t pointer, uint32_t value) {
  std::optional<WideKind> wide;
  switch (kind) {
    case RmwKind::Exchange: break;
    case RmwKind::Add: wide = WideKind::Add; break;
    case RmwKind::Sub: wide = WideKind::Sub; break;
    default: return unmodelled("this atomic read-modify-write operation on 16 bytes");
  }
  const uint32_t old = resultSlot(rmw);
  emit(Op::AtomicBegin);
  accessWide(Op::Load, old, pointer);
  if (wide) {
    const uint32_t result = newSlots(2);
    Instruction& made = emit(Op::Wide, result, old, value);
    made.width = 128;
    made.aux = static_cast<uint8_t>(*wide);
    value = result;
  }
  accessWide(Op::Store, value, pointer);
  emit(Op::AtomicEnd);
}

/// A failed exchange writes back what it read.
void FunctionLowering::lowerWideCompareExchange(llvm::AtomicCmpXchgInst& exchange, uint32_t pointer, uint32_t expected,
                                                uint32_t desired) {
  const uint32_t old = resultSlot(exchange);
  const uint32_t same = old + 2;
  const uint32_t result = newSlots(2);
  emit(Op::AtomicBegin);
  accessWide(Op::Load, old, pointer);
  lowerWideCompare(llvm::CmpInst::ICMP_EQ, 128, same, old, expected);
  for (uint32_t part = 0; part < 2; ++part) emit(Op::Select, result + part, same, desired + part).c = old + part;
  accessWide(Op::Store, result, pointer);
  emit(Op::AtomicEnd);
}

const llvm::DILocalVariable* localAt(llvm::Value& address) {
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&address)) {
    if (record->getExpression()->getNumElements() == 0) return record->getVariable();
  }
  return nullptr;
}

void FunctionLowering::lowerAlloca(llvm::AllocaInst& local) {
  const llvm::DILocalVariable* variable = localAt(local);
  const auto makeSite = [&](uint64_t size) {
    return variable == nullptr ? newSite(local.getName().str(), 0, size) : newSite(*variable, size);
  };
  const uint64_t elementSize = module_.layout().getTypeAllocSize(local.getAllocatedType());
  const auto count = immediate(local.getArraySize());
  const bool isSeen = program_.keepsLocals ? local.hasMetadata(kEscapes) : escapes(local);
  const uint8_t flags = isSeen ? kShared : 0;
  const uint32_t dst = resultSlot(local);
  if (local.getAlign().value() > program_.addresses.margin()) return unmodelled("a local variable with this alignment");
  if (count && (*count == 0 || elementSize <= program_.addresses.largestObject / *count)) {
    const uint32_t site = makeSite(elementSize * *count);
    Instruction& made = emitImmediate(Op::Alloca, dst, 0, elementSize * *count);
    made.b = site;
    made.flags = flags;
    return;
  }
  const uint32_t slot = slotOf(local.getArraySize());
  const uint32_t site = makeSite(0);
  Instruction& made = emitImmediate(Op::AllocaDynamic, dst, slot, elementSize);
  made.b = site;
  made.flags = flags;
}

}  // namespace clew::program
