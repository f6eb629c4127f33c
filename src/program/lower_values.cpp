// Arithmetic, comparisons and conversions. Vectors are lowered lane by lane; 80-bit floats
// use opcodes on two slots; integers of more than 64 bits are in lower_wide.cpp.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include "program/lower.h"

namespace clew::program {

namespace {

uint64_t maskOf(unsigned width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

uint64_t signExtend(uint64_t bits, unsigned width) {
  const unsigned shift = 64 - width;
  return static_cast<uint64_t>(static_cast<int64_t>(bits << shift) >> shift);
}

struct BinaryOpcodes {
  Op both;
  std::optional<Op> withImmediate;
};

BinaryOpcodes binaryOpcodes(llvm::Instruction::BinaryOps operation) {
  switch (operation) {
    case llvm::Instruction::Add: return {Op::Add, Op::AddI};
    case llvm::Instruction::Sub: return {Op::Sub, std::nullopt};
    case llvm::Instruction::Mul: return {Op::Mul, Op::MulI};
    case llvm::Instruction::UDiv: return {Op::UDiv, std::nullopt};
    case llvm::Instruction::SDiv: return {Op::SDiv, std::nullopt};
    case llvm::Instruction::URem: return {Op::URem, std::nullopt};
    case llvm::Instruction::SRem: return {Op::SRem, std::nullopt};
    case llvm::Instruction::And: return {Op::And, Op::AndI};
    case llvm::Instruction::Or: return {Op::Or, Op::OrI};
    case llvm::Instruction::Xor: return {Op::Xor, Op::XorI};
    case llvm::Instruction::Shl: return {Op::Shl, Op::ShlI};
    case llvm::Instruction::LShr: return {Op::LShr, Op::LShrI};
    default: return {Op::AShr, Op::AShrI};
  }
}

struct Comparison {
  Op op;
  bool swapped;
};

Comparison comparisonOf(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return {Op::Eq, false};
    case llvm::CmpInst::ICMP_NE: return {Op::Ne, false};
    case llvm::CmpInst::ICMP_ULT: return {Op::Ult, false};
    case llvm::CmpInst::ICMP_ULE: return {Op::Ule, false};
    case llvm::CmpInst::ICMP_UGT: return {Op::Ult, true};
    case llvm::CmpInst::ICMP_UGE: return {Op::Ule, true};
    case llvm::CmpInst::ICMP_SLT: return {Op::Slt, false};
    case llvm::CmpInst::ICMP_SLE: return {Op::Sle, false};
    case llvm::CmpInst::ICMP_SGT: return {Op::Slt, true};
    default: return {Op::Sle, true};
  }
}

/// The same with a check that the signed result fits.
BinaryOpcodes checkedOpcodes(const BinaryOpcodes& opcodes) {
  switch (opcodes.both) {
    case Op::Add: return {Op::AddNsw, Op::AddNswI};
    case Op::Sub: return {Op::SubNsw, std::nullopt};
    case Op::Mul: return {Op::MulNsw, Op::MulNswI};
    default: return opcodes;
  }
}

FloatKind floatKindOf(unsigned opcode) {
  switch (opcode) {
    case llvm::Instruction::FAdd: return FloatKind::Add;
    case llvm::Instruction::FSub: return FloatKind::Sub;
    case llvm::Instruction::FMul: return FloatKind::Mul;
    case llvm::Instruction::FDiv: return FloatKind::Div;
    default: return FloatKind::Rem;
  }
}

bool isModelledFloat(const llvm::Type* type) {
  const llvm::Type* scalar = type->getScalarType();
  return scalar->isFloatTy() || scalar->isDoubleTy() || scalar->isX86_FP80Ty();
}

}  // namespace

void FunctionLowering::lowerBinary(llvm::BinaryOperator& binary) {
  BinaryOpcodes opcodes = binaryOpcodes(binary.getOpcode());
  const unsigned width = widthOf(binary.getType()->getScalarType());
  const bool overflows = llvm::isa<llvm::OverflowingBinaryOperator>(binary) && binary.hasNoSignedWrap();
  const uint8_t flags = checksArithmetic_ && (binary.isShift() || overflows) ? kSigned : 0;
  if (flags != 0) opcodes = checkedOpcodes(opcodes);
  const auto constant = width <= 64 ? immediate(binary.getOperand(1)) : std::nullopt;
  if (constant && opcodes.withImmediate) {
    const uint32_t a = slotOf(binary.getOperand(0));
    Instruction& made = emitImmediate(*opcodes.withImmediate, resultSlot(binary), a, *constant);
    made.width = static_cast<uint8_t>(width);
    made.flags = flags;
    return;
  }
  const uint32_t a = slotOf(binary.getOperand(0));
  const uint32_t b = slotOf(binary.getOperand(1));
  const uint32_t dst = resultSlot(binary);
  if (width > 64) return lowerWideBinary(binary, dst, a, b);
  for (uint32_t lane = 0; lane < module_.slotsOf(binary.getType()); ++lane) {
    Instruction& made = emit(opcodes.both, dst + lane, a + lane, b + lane);
    made.width = static_cast<uint8_t>(width);
    made.flags = flags;
  }
}

/// Comparison with a constant: `<=` and `>=` become `<` and `>` with the neighbour.
bool FunctionLowering::lowerCompareImmediate(llvm::ICmpInst& compare, uint32_t dst) {
  const unsigned width = widthOf(compare.getOperand(0)->getType()->getScalarType());
  auto number = width <= 64 ? immediate(compare.getOperand(1)) : std::nullopt;
  if (!number) return false;
  const uint64_t top = maskOf(width);
  const uint64_t least = signExtend(uint64_t{1} << (width - 1), width);
  const uint64_t greatest = top >> 1;
  const uint64_t extended = signExtend(*number, width);
  Op op;
  uint64_t imm;
  switch (compare.getPredicate()) {
    case llvm::CmpInst::ICMP_EQ: op = Op::EqI, imm = *number; break;
    case llvm::CmpInst::ICMP_NE: op = Op::NeI, imm = *number; break;
    case llvm::CmpInst::ICMP_ULT: op = Op::UltI, imm = *number; break;
    case llvm::CmpInst::ICMP_UGT: op = Op::UgtI, imm = *number; break;
    case llvm::CmpInst::ICMP_SLT: op = Op::SltI, imm = extended; break;
    case llvm::CmpInst::ICMP_SGT: op = Op::SgtI, imm = extended; break;
    case llvm::CmpInst::ICMP_ULE:
      if (*number == top) return false;
      op = Op::UltI, imm = *number + 1;
      break;
    case llvm::CmpInst::ICMP_UGE:
      if (*number == 0) return false;
      op = Op::UgtI, imm = *number - 1;
      break;
    case llvm::CmpInst::ICMP_SLE:
      if (extended == greatest) return false;
      op = Op::SltI, imm = extended + 1;
      break;
    default:
      if (extended == least) return false;
      op = Op::SgtI, imm = extended - 1;
      break;
  }
  emitImmediate(op, dst, slotOf(compare.getOperand(0)), imm).width = static_cast<uint8_t>(width);
  return true;
}

void FunctionLowering::lowerCompare(llvm::ICmpInst& compare) {
  llvm::Type* type = compare.getOperand(0)->getType();
  if (!type->isVectorTy()) {
    slotOf(compare.getOperand(0));
    if (lowerCompareImmediate(compare, resultSlot(compare))) return;
  }
  const unsigned width = widthOf(type->getScalarType());
  if (width > 64 && type->isVectorTy()) return unmodelled("vectors of wide integers");
  const uint32_t a = slotOf(compare.getOperand(0));
  const uint32_t b = slotOf(compare.getOperand(1));
  const uint32_t dst = resultSlot(compare);
  if (width > 64) return lowerWideCompare(compare.getPredicate(), width, dst, a, b);
  const Comparison comparison = comparisonOf(compare.getPredicate());
  for (uint32_t lane = 0; lane < module_.slotsOf(compare.getType()); ++lane) {
    const uint32_t left = (comparison.swapped ? b : a) + lane;
    const uint32_t right = (comparison.swapped ? a : b) + lane;
    emit(comparison.op, dst + lane, left, right).width = static_cast<uint8_t>(width);
  }
}

// ---- floating point ----

void FunctionLowering::lowerFloatBinary(llvm::BinaryOperator& binary) {
  if (!isModelledFloat(binary.getType())) return unmodelled("this floating-point type");
  const unsigned width = widthOf(binary.getType()->getScalarType());
  const uint32_t a = slotOf(binary.getOperand(0));
  const uint32_t b = slotOf(binary.getOperand(1));
  const uint32_t dst = resultSlot(binary);
  const uint32_t each = width > 64 ? 2 : 1;
  for (uint32_t lane = 0; lane < module_.slotsOf(binary.getType()); lane += each) {
    Instruction& made = emit(width > 64 ? Op::FloatWide : Op::Float, dst + lane, a + lane, b + lane);
    made.width = static_cast<uint8_t>(width);
    made.aux = static_cast<uint8_t>(floatKindOf(binary.getOpcode()));
  }
}

void FunctionLowering::lowerFloatUnary(FloatKind kind, llvm::Type* type, uint32_t dst, uint32_t a) {
  if (!isModelledFloat(type)) return unmodelled("this floating-point type");
  const unsigned width = widthOf(type->getScalarType());
  const uint32_t each = width > 64 ? 2 : 1;
  for (uint32_t lane = 0; lane < module_.slotsOf(type); lane += each) {
    Instruction& made = emit(width > 64 ? Op::FloatWideUnary : Op::FloatUnary, dst + lane, a + lane);
    made.width = static_cast<uint8_t>(width);
    made.aux = static_cast<uint8_t>(kind);
  }
}

void FunctionLowering::lowerFloatCompare(llvm::FCmpInst& compare) {
  llvm::Type* type = compare.getOperand(0)->getType();
  if (!isModelledFloat(type)) return unmodelled("this floating-point type");
  const unsigned width = widthOf(type->getScalarType());
  if (width > 64 && type->isVectorTy()) return unmodelled("this floating-point type");
  const uint32_t a = slotOf(compare.getOperand(0));
  const uint32_t b = slotOf(compare.getOperand(1));
  const uint32_t dst = resultSlot(compare);
  for (uint32_t lane = 0; lane < module_.slotsOf(compare.getType()); ++lane) {
    Instruction& made = emit(width > 64 ? Op::FloatWideCompare : Op::FloatCompare, dst + lane, a + lane, b + lane);
    made.width = static_cast<uint8_t>(width);
    made.aux = static_cast<uint8_t>(compare.getPredicate());  // LLVM's order: bits U, L, G, E
  }
}

// ---- conversions ----

void FunctionLowering::lowerCast(llvm::CastInst& cast) {
  llvm::Type* from = cast.getSrcTy();
  llvm::Type* to = cast.getDestTy();
  switch (cast.getOpcode()) {
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
      if (widthOf(from) == 64 && widthOf(to) == 64) return alias(cast, cast.getOperand(0));
      break;
    case llvm::Instruction::AddrSpaceCast: return alias(cast, cast.getOperand(0));
    case llvm::Instruction::BitCast: return lowerBitCast(cast);
    case llvm::Instruction::ZExt:
      // A narrow integer is already zero-extended in its slot.
      if (!to->isVectorTy() && widthOf(to) <= 64) return alias(cast, cast.getOperand(0));
      break;
    default: break;
  }
  const uint32_t a = slotOf(cast.getOperand(0));
  const uint32_t dst = resultSlot(cast);
  if (from->isVectorTy()) {
    const uint32_t lanes = llvm::cast<llvm::FixedVectorType>(from)->getNumElements();
    if (module_.slotsOf(from) != lanes || module_.slotsOf(to) != lanes) return unmodelled("this vector cast");
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      from->getScalarType()->isIntegerTy() && to->getScalarType()->isIntegerTy()
          ? lowerIntegerCast(cast, dst + lane, a + lane)
          : lowerFloatCast(cast, dst + lane, a + lane);
    }
    return;
  }
  const bool integers = (from->isIntegerTy() || from->isPointerTy()) && (to->isIntegerTy() || to->isPointerTy());
  integers ? lowerIntegerCast(cast, dst, a) : lowerFloatCast(cast, dst, a);
}

void FunctionLowering::lowerIntegerCast(llvm::CastInst& cast, uint32_t dst, uint32_t a) {
  const unsigned from = widthOf(cast.getSrcTy()->getScalarType());
  const unsigned to = widthOf(cast.getDestTy()->getScalarType());
  const bool extendsSign = cast.getOpcode() == llvm::Instruction::SExt;
  if (from > 64 || to > 64) return lowerWideCast(dst, to, a, from, extendsSign);
  if (extendsSign) {
    Instruction& made = emit(Op::SExt, dst, a);
    made.width = static_cast<uint8_t>(from);
    made.aux = static_cast<uint8_t>(to);
  } else {
    emit(Op::Trunc, dst, a).width = static_cast<uint8_t>(std::min(from, to));
  }
}

void FunctionLowering::lowerFloatCast(llvm::CastInst& cast, uint32_t dst, uint32_t a) {
  llvm::Type* from = cast.getSrcTy()->getScalarType();
  llvm::Type* to = cast.getDestTy()->getScalarType();
  const auto isInteger = [](llvm::Type* type) { return type->isIntegerTy(); };
  if ((!isInteger(from) && !isModelledFloat(from)) || (!isInteger(to) && !isModelledFloat(to))) {
    return unmodelled("this floating-point type");
  }
  const unsigned fromWidth = widthOf(from);
  const unsigned toWidth = widthOf(to);
  if ((isInteger(from) && fromWidth > 64) || (isInteger(to) && toWidth > 64)) {
    return unmodelled("conversions between 128-bit integers and floating point");
  }
  Op op;
  if (isInteger(to)) {
    op = fromWidth > 64 ? Op::FloatWideToInt : Op::FloatToInt;
  } else if (isInteger(from)) {
    op = toWidth > 64 ? Op::IntToFloatWide : Op::IntToFloat;
  } else if (toWidth > 64) {
    op = Op::FloatExtendWide;
  } else {
    op = fromWidth > 64 ? Op::FloatTruncWide : Op::FloatConvert;
  }
  Instruction& made = emit(op, dst, a);
  made.width = static_cast<uint8_t>(fromWidth);
  made.aux = static_cast<uint8_t>(toWidth);
  const bool isSigned = cast.getOpcode() == llvm::Instruction::FPToSI || cast.getOpcode() == llvm::Instruction::SIToFP;
  made.flags = isSigned ? kSigned : 0;
}

/// The same bits under another type: free between scalars of one slot, shifted together or apart when
/// the number of parts changes (small vectors passed as integers).
void FunctionLowering::lowerBitCast(llvm::CastInst& cast) {
  llvm::Value* operand = cast.getOperand(0);
  const auto& from = module_.leavesOf(cast.getSrcTy());
  const auto& to = module_.leavesOf(cast.getDestTy());
  const auto single = [](const Leaf& leaf) { return leaf.slots == 1; };
  if (from.size() == to.size() && from.front().slots == to.front().slots) return alias(cast, operand);
  if (!std::all_of(from.begin(), from.end(), single) || !std::all_of(to.begin(), to.end(), single)) {
    return unmodelled("this conversion between vectors");
  }
  const uint32_t source = slotOf(operand);
  const uint32_t dst = resultSlot(cast);
  // Both sides have the same number of bits and every part has a power of two of them.
  const unsigned fromWidth = from.front().width;
  const unsigned toWidth = to.front().width;
  if (fromWidth < toWidth) {
    const unsigned each = toWidth / fromWidth;
    for (uint32_t part = 0; part < to.size(); ++part) {
      emit(Op::Move, dst + part, source + part * each);
      for (unsigned i = 1; i < each; ++i) {
        const uint32_t shifted = newSlots(1);
        emitImmediate(Op::ShlI, shifted, source + part * each + i, uint64_t{i} * fromWidth).width = 64;
        emit(Op::Or, dst + part, dst + part, shifted).width = 64;
      }
    }
    return;
  }
  const unsigned each = fromWidth / toWidth;
  for (uint32_t part = 0; part < to.size(); ++part) {
    emitImmediate(Op::LShrI, dst + part, source + part / each, uint64_t{part % each} * toWidth).width =
        static_cast<uint8_t>(fromWidth);
    emit(Op::Trunc, dst + part, dst + part).width = static_cast<uint8_t>(toWidth);
  }
}

}  // namespace clew::program
