// C's arithmetic on integers and pointers, as code: operands are promoted and converted as C does. Where C gives an
// operation no value (a division by zero, a shift by too much) the code computes some value and says so beside it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

#include <optional>
#include <string>
#include <utility>

namespace clew::program {

/// A value of C.
struct Typed {
  llvm::Value* value;  // of 32 or 64 bits
  bool isSigned = true;
  llvm::Value* undefined = nullptr;       // one bit: it has no value; null if it always has one
  const llvm::DIType* pointee = nullptr;  // of a pointer: what it points to, if that is known
  llvm::Value* pointer = nullptr;         // of a pointer: itself, where the value is its address
};

class Arithmetic {
 public:
  explicit Arithmetic(llvm::IRBuilder<>& builder) : builder_(builder) {}

  /// As C promotes operands: nothing is narrower than int.
  Typed promoted(llvm::Value* value, bool isSigned);
  /// A pointer.
  Typed pointer(llvm::Value* pointer, const llvm::DIType* pointee);
  Typed truth(llvm::Value* bit, llvm::Value* undefined = nullptr);
  /// One bit: whether it is not zero.
  llvm::Value* isTrue(const Typed& typed);
  Typed unary(const std::string& symbol, const Typed& operand);
  /// Any operation but && and ||.
  Typed binary(const std::string& symbol, const Typed& left, const Typed& right);
  Typed cast(const std::string& type, const Typed& operand);
  /// Which one by a condition; both are there.
  Typed choice(const Typed& condition, const Typed& one, const Typed& other);
  /// One bit, or null for never: whether either holds.
  llvm::Value* either(llvm::Value* one, llvm::Value* other);

 private:
  Typed pointerStep(const std::string& symbol, const Typed& base, const Typed& count);
  Typed division(bool isQuotient, llvm::Value* a, llvm::Value* b, bool isSigned);
  Typed shift(bool isLeft, const Typed& left, const Typed& right);
  llvm::Value* comparison(const std::string& symbol, llvm::Value* a, llvm::Value* b, bool isSigned);

  llvm::IRBuilder<>& builder_;
};

/// A type as casts name it: bits and whether it is signed; `long` and pointers have `wordBits`. Nothing if it is
/// unknown.
std::optional<std::pair<unsigned, bool>> typeNamed(const std::string& name, unsigned wordBits);

}  // namespace clew::program
