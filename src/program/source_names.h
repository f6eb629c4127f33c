// What the source calls a value: `dev->lock`, `&table[3]`, `count + 1`. Read off the code as clang makes it at -O0,
// with names from the debug information. Casts are left out, since most of them are nowhere in the source. Two values
// with the same text are the same expression of the source, not the same value.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <string>

namespace clew::program {

class SourceNames {
 public:
  explicit SourceNames(const llvm::Module& module) : layout_(module.getDataLayout()) {}

  /// The text of a value; one of its own where the code does not show what it was.
  std::string textOf(const llvm::Value* value) const { return valueOf(value, 0).text; }
  /// The text of what lies at an address.
  std::string textAt(const llvm::Value* address) const { return objectAt(address, 0).text; }
  /// Whether the source takes this value, an integer, for a signed one.
  bool isSigned(const llvm::Value* value) const;

 private:
  struct Named {
    std::string text;
    const llvm::DIType* type = nullptr;
    bool isSimple = true;  // needs no parentheses
  };
  Named valueOf(const llvm::Value* value, unsigned depth) const;
  Named objectAt(const llvm::Value* address, unsigned depth) const;
  Named elementOf(const llvm::GEPOperator& gep, unsigned depth) const;
  Named operationOf(const llvm::Instruction& operation, unsigned depth) const;
  Named callOf(const llvm::CallBase& call, unsigned depth) const;
  static Named unknown(const llvm::Value* value);

  const llvm::DataLayout& layout_;
};

/// The name of a function in the source, without its parameters.
std::string sourceNameOf(const llvm::Function& function);

}  // namespace clew::program
