#include "program/weave_arithmetic.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "program/source_names.h"

namespace clew::program {

namespace {

struct NamedType {
  std::string_view name;
  unsigned bits;  // 0: of a word
  bool isSigned;
};
constexpr std::array<NamedType, 18> kNamedTypes = {{{"size_t", 0, false},
                                                    {"ssize_t", 0, true},
                                                    {"uintptr_t", 0, false},
                                                    {"intptr_t", 0, true},
                                                    {"ptrdiff_t", 0, true},
                                                    {"int8_t", 8, true},
                                                    {"uint8_t", 8, false},
                                                    {"int16_t", 16, true},
                                                    {"uint16_t", 16, false},
                                                    {"int32_t", 32, true},
                                                    {"uint32_t", 32, false},
                                                    {"int64_t", 64, true},
                                                    {"uint64_t", 64, false},
                                                    {"gfp_t", 32, false},
                                                    {"u8", 8, false},
                                                    {"u16", 16, false},
                                                    {"u32", 32, false},
                                                    {"u64", 64, false}}};

}  // namespace

std::optional<std::pair<unsigned, bool>> typeNamed(const std::string& name, unsigned wordBits) {
  if (name.ends_with("*")) return std::pair{wordBits, false};
  for (const NamedType& known : kNamedTypes) {
    if (known.name == name) return std::pair{known.bits == 0 ? wordBits : known.bits, known.isSigned};
  }
  unsigned bits = 32;
  unsigned longs = 0;
  bool isSigned = true;
  std::istringstream words(name);
  for (std::string word; words >> word;) {
    if (word == "char") {
      bits = 8;
    } else if (word == "short") {
      bits = 16;
    } else if (word == "long") {
      bits = ++longs == 1 ? wordBits : 64;
    } else if (word == "unsigned") {
      isSigned = false;
    } else if (word != "int" && word != "signed" && word != "const" && word != "volatile") {
      return std::nullopt;
    }
  }
  return std::pair{bits, isSigned};
}

Typed Arithmetic::promoted(llvm::Value* value, bool isSigned) {
  const unsigned bits = value->getType()->getIntegerBitWidth();
  if (bits == 32 || bits == 64) return {value, isSigned};
  llvm::Type* type = bits < 32 ? builder_.getInt32Ty() : builder_.getInt64Ty();
  return {builder_.CreateIntCast(value, type, isSigned), bits < 32 || isSigned};
}

Typed Arithmetic::pointer(llvm::Value* pointer, const llvm::DIType* pointee) {
  const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
  llvm::Value* address = builder_.CreatePtrToInt(pointer, layout.getIntPtrType(pointer->getContext()));
  return {address, false, nullptr, pointee, pointer};
}

Typed Arithmetic::truth(llvm::Value* bit, llvm::Value* undefined) {
  return {builder_.CreateZExt(bit, builder_.getInt32Ty()), true, undefined};
}

llvm::Value* Arithmetic::isTrue(const Typed& typed) {
  return builder_.CreateICmpNE(typed.value, llvm::ConstantInt::get(typed.value->getType(), 0));
}

llvm::Value* Arithmetic::either(llvm::Value* one, llvm::Value* other) {
  if (one == nullptr || other == nullptr) return one == nullptr ? other : one;
  return builder_.CreateOr(one, other);
}

Typed Arithmetic::unary(const std::string& symbol, const Typed& operand) {
  if (symbol == "!") return truth(builder_.CreateNot(isTrue(operand)), operand.undefined);
  llvm::Value* made = symbol == "-" ? builder_.CreateNeg(operand.value) : builder_.CreateNot(operand.value);
  return {made, operand.isSigned, operand.undefined};
}

Typed Arithmetic::cast(const std::string& name, const Typed& operand) {
  if (name == "_Bool" || name == "bool") return truth(isTrue(operand), operand.undefined);
  const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
  const auto [bits, isSigned] = *typeNamed(name, layout.getPointerSizeInBits());
  llvm::Value* value = builder_.CreateIntCast(operand.value, builder_.getIntNTy(bits), operand.isSigned);
  Typed made = promoted(value, isSigned);
  made.undefined = operand.undefined;
  if (name.ends_with("*")) made.pointer = operand.pointer;
  return made;
}

Typed Arithmetic::choice(const Typed& condition, const Typed& one, const Typed& other) {
  llvm::Value* holds = isTrue(condition);
  const bool isWide =
      one.value->getType()->getIntegerBitWidth() == 64 || other.value->getType()->getIntegerBitWidth() == 64;
  llvm::Type* type = isWide ? builder_.getInt64Ty() : builder_.getInt32Ty();
  llvm::Value* a = builder_.CreateIntCast(one.value, type, one.isSigned);
  llvm::Value* b = builder_.CreateIntCast(other.value, type, other.isSigned);
  llvm::Value* undefined = condition.undefined;
  if (one.undefined != nullptr) undefined = either(undefined, builder_.CreateAnd(holds, one.undefined));
  if (other.undefined != nullptr) {
    undefined = either(undefined, builder_.CreateAnd(builder_.CreateNot(holds), other.undefined));
  }
  Typed made{builder_.CreateSelect(holds, a, b), one.isSigned && other.isSigned, undefined};
  const bool arePointers = one.pointer != nullptr && other.pointer != nullptr;
  if (arePointers) {
    made.pointer = builder_.CreateSelect(holds, one.pointer, other.pointer);
    made.pointee = one.pointee;
  }
  return made;
}

llvm::Value* Arithmetic::comparison(const std::string& symbol, llvm::Value* a, llvm::Value* b, bool isSigned) {
  if (symbol == "==") return builder_.CreateICmpEQ(a, b);
  if (symbol == "!=") return builder_.CreateICmpNE(a, b);
  if (symbol == "<") return isSigned ? builder_.CreateICmpSLT(a, b) : builder_.CreateICmpULT(a, b);
  if (symbol == "<=") return isSigned ? builder_.CreateICmpSLE(a, b) : builder_.CreateICmpULE(a, b);
  if (symbol == ">") return isSigned ? builder_.CreateICmpSGT(a, b) : builder_.CreateICmpUGT(a, b);
  if (symbol == ">=") return isSigned ? builder_.CreateICmpSGE(a, b) : builder_.CreateICmpUGE(a, b);
  return nullptr;
}

Typed Arithmetic::binary(const std::string& symbol, const Typed& left, const Typed& right) {
  if (symbol == "<<" || symbol == ">>") return shift(symbol == "<<", left, right);
  const bool isSum = symbol == "+" || symbol == "-";
  if (isSum && left.pointer != nullptr && right.pointer == nullptr) return pointerStep(symbol, left, right);
  if (symbol == "+" && right.pointer != nullptr && left.pointer == nullptr) return pointerStep(symbol, right, left);
  const unsigned leftBits = left.value->getType()->getIntegerBitWidth();
  const unsigned rightBits = right.value->getType()->getIntegerBitWidth();
  const bool isSigned =
      leftBits == rightBits ? left.isSigned && right.isSigned : (leftBits > rightBits ? left.isSigned : right.isSigned);
  llvm::Type* type = builder_.getIntNTy(std::max(leftBits, rightBits));
  llvm::Value* a = builder_.CreateIntCast(left.value, type, left.isSigned);
  llvm::Value* b = builder_.CreateIntCast(right.value, type, right.isSigned);
  llvm::Value* undefined = either(left.undefined, right.undefined);
  if (llvm::Value* holds = comparison(symbol, a, b, isSigned)) return truth(holds, undefined);
  if (symbol == "/" || symbol == "%") {
    Typed made = division(symbol == "/", a, b, isSigned);
    made.undefined = either(undefined, made.undefined);
    return made;
  }
  if (symbol == "+") return {builder_.CreateAdd(a, b), isSigned, undefined};
  if (symbol == "-") return {builder_.CreateSub(a, b), isSigned, undefined};
  if (symbol == "*") return {builder_.CreateMul(a, b), isSigned, undefined};
  if (symbol == "&") return {builder_.CreateAnd(a, b), isSigned, undefined};
  if (symbol == "|") return {builder_.CreateOr(a, b), isSigned, undefined};
  return {builder_.CreateXor(a, b), isSigned, undefined};
}

/// So many elements from where a pointer points; bytes if nobody knows what they are.
Typed Arithmetic::pointerStep(const std::string& symbol, const Typed& base, const Typed& count) {
  const llvm::DIType* element = bareType(base.pointee);
  const uint64_t size = element == nullptr ? 1 : std::max<uint64_t>(element->getSizeInBits() / 8, 1);
  llvm::Value* steps = builder_.CreateIntCast(count.value, builder_.getInt64Ty(), count.isSigned);
  if (symbol == "-") steps = builder_.CreateNeg(steps);
  llvm::Value* offset = builder_.CreateMul(steps, builder_.getInt64(size));
  Typed made = pointer(builder_.CreateGEP(builder_.getInt8Ty(), base.pointer, offset), base.pointee);
  made.undefined = either(base.undefined, count.undefined);
  return made;
}

/// The machine would stop at a division by zero, so it is by one, and whoever asks is told.
Typed Arithmetic::division(bool isQuotient, llvm::Value* a, llvm::Value* b, bool isSigned) {
  llvm::Type* type = a->getType();
  llvm::Value* undefined = builder_.CreateICmpEQ(b, llvm::ConstantInt::get(type, 0));
  if (isSigned) {
    llvm::Value* least = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
    llvm::Value* overflows = builder_.CreateAnd(builder_.CreateICmpEQ(a, least),
                                                builder_.CreateICmpEQ(b, llvm::ConstantInt::getAllOnesValue(type)));
    undefined = builder_.CreateOr(undefined, overflows);
  }
  b = builder_.CreateSelect(undefined, llvm::ConstantInt::get(type, 1), b);
  llvm::Value* made = nullptr;
  if (isQuotient) {
    made = isSigned ? builder_.CreateSDiv(a, b) : builder_.CreateUDiv(a, b);
  } else {
    made = isSigned ? builder_.CreateSRem(a, b) : builder_.CreateURem(a, b);
  }
  return {made, isSigned, undefined};
}

/// Of the type of its left operand.
Typed Arithmetic::shift(bool isLeft, const Typed& left, const Typed& right) {
  llvm::Type* type = left.value->getType();
  llvm::Value* wide = builder_.CreateIntCast(right.value, builder_.getInt64Ty(), right.isSigned);
  llvm::Value* tooFar = builder_.CreateICmpUGE(wide, builder_.getInt64(type->getIntegerBitWidth()));
  llvm::Value* count = builder_.CreateSelect(tooFar, builder_.getInt64(0), wide);
  count = builder_.CreateIntCast(count, type, false);
  llvm::Value* made = nullptr;
  if (isLeft) {
    made = builder_.CreateShl(left.value, count);
  } else {
    made = left.isSigned ? builder_.CreateAShr(left.value, count) : builder_.CreateLShr(left.value, count);
  }
  return {made, left.isSigned, either(tooFar, either(left.undefined, right.undefined))};
}

}  // namespace clew::program
