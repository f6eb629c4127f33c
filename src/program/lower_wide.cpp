// Integers of more than 64 bits take one slot per 64 bits, the lowest first; the highest slot holds
// what is left. Logic, shifts by a constant, conversions and tests for equality become operations on
// the single words, whatever the width (clang reads packed bit-fields as integers of hundreds of bits).
// The rest of arithmetic exists for two words only, as opcodes.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Operator.h>

#include "program/lower.h"

namespace clew::program {

namespace {

constexpr unsigned kWord = 64;

uint32_t wordsOf(unsigned width) { return (width + kWord - 1) / kWord; }
/// Bits in the highest word.
unsigned topWidth(unsigned width) { return width - kWord * (wordsOf(width) - 1); }

WideKind wideKindOf(llvm::Instruction::BinaryOps operation) {
  switch (operation) {
    case llvm::Instruction::Add: return WideKind::Add;
    case llvm::Instruction::Sub: return WideKind::Sub;
    case llvm::Instruction::Mul: return WideKind::Mul;
    case llvm::Instruction::UDiv: return WideKind::UDiv;
    case llvm::Instruction::SDiv: return WideKind::SDiv;
    case llvm::Instruction::URem: return WideKind::URem;
    case llvm::Instruction::SRem: return WideKind::SRem;
    case llvm::Instruction::Shl: return WideKind::Shl;
    case llvm::Instruction::LShr: return WideKind::LShr;
    default: return WideKind::AShr;
  }
}

}  // namespace

void FunctionLowering::lowerWideBinary(llvm::BinaryOperator& binary, uint32_t dst, uint32_t a, uint32_t b) {
  if (binary.getType()->isVectorTy()) return unmodelled("vectors of wide integers");
  const unsigned width = widthOf(binary.getType());
  switch (binary.getOpcode()) {
    case llvm::Instruction::And: return wordwise(Op::And, dst, a, b, wordsOf(width));
    case llvm::Instruction::Or: return wordwise(Op::Or, dst, a, b, wordsOf(width));
    case llvm::Instruction::Xor: return wordwise(Op::Xor, dst, a, b, wordsOf(width));
    default: break;
  }
  const auto* amount = llvm::dyn_cast<llvm::ConstantInt>(binary.getOperand(1));
  if (binary.isShift() && amount != nullptr && amount->getValue().ult(width)) {
    return shiftWords(binary.getOpcode(), dst, a, width, static_cast<unsigned>(amount->getValue().getZExtValue()));
  }
  if (width > 2 * kWord) return unmodelled("arithmetic on integers of more than 128 bits");
  Instruction& made = emit(binary.isShift() ? Op::WideShift : Op::Wide, dst, a, b);
  made.width = static_cast<uint8_t>(width);
  made.aux = static_cast<uint8_t>(wideKindOf(binary.getOpcode()));
  const bool overflows = llvm::isa<llvm::OverflowingBinaryOperator>(binary) && binary.hasNoSignedWrap();
  const bool divides = binary.getOpcode() == llvm::Instruction::SDiv || binary.getOpcode() == llvm::Instruction::SRem;
  made.flags = checksArithmetic_ && (binary.isShift() || overflows || divides) ? kSigned : 0;
}

void FunctionLowering::wordwise(Op op, uint32_t dst, uint32_t a, uint32_t b, uint32_t words) {
  for (uint32_t word = 0; word < words; ++word) emit(op, dst + word, a + word, b + word).width = kWord;
}

/// dst = the words of `from` shifted by a constant: each word of the result joins two of the source.
void FunctionLowering::shiftWords(unsigned operation, uint32_t dst, uint32_t from, unsigned width, unsigned amount) {
  const auto words = static_cast<int64_t>(wordsOf(width));
  const auto whole = static_cast<int64_t>(amount / kWord);
  const unsigned rest = amount % kWord;
  const bool left = operation == llvm::Instruction::Shl;
  // Words beyond the ends: zero, or copies of the sign.
  const uint32_t fill = newSlots(1);
  const uint32_t top = newSlots(1);
  if (operation == llvm::Instruction::AShr) {
    emitExtension(top, from + static_cast<uint32_t>(words) - 1, topWidth(width));
    emitImmediate(Op::AShrI, fill, top, kWord - 1).width = kWord;
  } else {
    emit(Op::Move, top, from + static_cast<uint32_t>(words) - 1);
    emitImmediate(Op::Const, fill, 0, 0);
  }
  const auto source = [&](int64_t word) {
    if (word < 0 || word >= words) return fill;
    return word == words - 1 ? top : from + static_cast<uint32_t>(word);
  };
  for (int64_t word = 0; word < words; ++word) {
    const uint32_t to = dst + static_cast<uint32_t>(word);
    const uint32_t near = source(left ? word - whole : word + whole);
    const uint32_t far = source(left ? word - whole - 1 : word + whole + 1);
    if (rest == 0) {
      emit(Op::Move, to, near);
      continue;
    }
    const uint32_t carried = newSlots(1);
    emitImmediate(left ? Op::ShlI : Op::LShrI, to, near, rest).width = kWord;
    emitImmediate(left ? Op::LShrI : Op::ShlI, carried, far, kWord - rest).width = kWord;
    emit(Op::Or, to, to, carried).width = kWord;
  }
  const uint32_t last = dst + static_cast<uint32_t>(words) - 1;
  emit(Op::Trunc, last, last).width = static_cast<uint8_t>(topWidth(width));
}

/// Sign-extends one word from `width` to 64 bits.
void FunctionLowering::emitExtension(uint32_t dst, uint32_t from, unsigned width) {
  Instruction& made = emit(Op::SExt, dst, from);
  made.width = static_cast<uint8_t>(width);
  made.aux = kWord;
}

/// Between integers of any widths, at least one of them wide.
void FunctionLowering::lowerWideCast(uint32_t dst, unsigned to, uint32_t from, unsigned width, bool isSigned) {
  const uint32_t target = wordsOf(to);
  const uint32_t given = std::min(wordsOf(width), target);
  for (uint32_t word = 0; word < given; ++word) emit(Op::Move, dst + word, from + word);
  if (to > width && isSigned) {
    emitExtension(dst + given - 1, dst + given - 1, topWidth(width));
    for (uint32_t word = given; word < target; ++word) {
      emitImmediate(Op::AShrI, dst + word, dst + given - 1, kWord - 1).width = kWord;
    }
  } else {
    for (uint32_t word = given; word < target; ++word) emitImmediate(Op::Const, dst + word, 0, 0);
  }
  emit(Op::Trunc, dst + target - 1, dst + target - 1).width = static_cast<uint8_t>(topWidth(to));
}

void FunctionLowering::lowerWideCompare(llvm::CmpInst::Predicate predicate, unsigned width, uint32_t dst, uint32_t a,
                                        uint32_t b) {
  const bool equality = predicate == llvm::CmpInst::ICMP_EQ || predicate == llvm::CmpInst::ICMP_NE;
  if (equality) {
    const bool equal = predicate == llvm::CmpInst::ICMP_EQ;
    for (uint32_t word = 0; word < wordsOf(width); ++word) {
      const uint32_t each = word == 0 ? dst : newSlots(1);
      emit(equal ? Op::Eq : Op::Ne, each, a + word, b + word).width = kWord;
      if (word > 0) emit(equal ? Op::And : Op::Or, dst, dst, each).width = 1;
    }
    return;
  }
  if (width > 2 * kWord) return unmodelled("comparing integers of more than 128 bits");
  const bool swapped = llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isGE(predicate);
  const bool strict = llvm::CmpInst::isStrictPredicate(predicate);
  const bool isSigned = llvm::CmpInst::isSigned(predicate);
  Instruction& made = emit(Op::WideCompare, dst, swapped ? b : a, swapped ? a : b);
  made.width = static_cast<uint8_t>(width);
  made.aux = static_cast<uint8_t>(isSigned ? (strict ? WideKind::Slt : WideKind::Sle)
                                           : (strict ? WideKind::Ult : WideKind::Ule));
}

}  // namespace clew::program
