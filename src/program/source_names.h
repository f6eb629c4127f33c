// What the source calls a value: `dev->lock`, `&table[3]`, `count + 1`. Read off the code as clang makes it at -O0,
// with names from the debug information. Casts are left out, since most of them are nowhere in the source. Two values
// with the same text are the same expression of the source, not the same value.
//
// What the code does not tell apart is one expression: `x++`, `x += 1` and `x = x + 1`; `!x` and `x == 0`; a constant
// expression and its value.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <string>
#include <vector>

namespace clew::program {

/// An expression of the source with its parts.
struct SourceExpression {
  enum class Kind : uint8_t {
    Leaf,     // a name, a number, a text
    Unary,    // symbol is the operator
    Binary,   // likewise
    Member,   // symbol is the name; of an object
    Arrow,    // of what a pointer points to
    Index,    // parts[0][parts[1]]
    Call,     // parts[0] is called with the others
    Unknown,  // the code does not show what it was; the text is its place
  };
  std::string text;
  const llvm::DIType* type = nullptr;  // if it is known
  bool isSimple = true;                // needs no parentheses
  Kind kind = Kind::Leaf;
  std::string symbol = {};
  std::vector<SourceExpression> parts = {};
  const llvm::Value* value = nullptr;     // where the code has it
  bool isSigned = true;                   // the source takes its value, an integer, for a signed one
  const llvm::DIType* pointee = nullptr;  // of an address: what lies there

  bool isKnown() const { return kind != Kind::Unknown; }
};

class SourceNames {
 public:
  explicit SourceNames(const llvm::Module& module) : layout_(module.getDataLayout()) {}

  /// The text of a value; one of its own where the code does not show what it was.
  std::string textOf(const llvm::Value* value) const { return expressionOf(value).text; }
  /// The text of what lies at an address.
  std::string textAt(const llvm::Value* address) const { return objectAt(address, 0).text; }
  /// The same as expressions.
  SourceExpression expressionOf(const llvm::Value* value) const { return valueOf(value, 0); }
  /// The object that lies at an address.
  SourceExpression objectAt(const llvm::Value* address) const { return objectAt(address, 0); }
  /// The object of this type that a load or a store at the address means.
  SourceExpression accessAt(const llvm::Value* address, const llvm::Type* type) const {
    return access(address, type, 0);
  }
  /// What holds if a condition does, or does not: always a comparison, where the code shows it.
  SourceExpression conditionOf(const llvm::Value* condition, bool holds) const { return truthOf(condition, holds, 0); }
  /// A comparison of two expressions, or another operation on them.
  static SourceExpression operation(SourceExpression left, const char* symbol, SourceExpression right);

 private:
  SourceExpression valueOf(const llvm::Value* value, unsigned depth) const;
  SourceExpression addressOf(const llvm::Value* value, unsigned depth) const;
  SourceExpression objectAt(const llvm::Value* address, unsigned depth) const;
  SourceExpression access(const llvm::Value* address, const llvm::Type* type, unsigned depth) const;
  SourceExpression elementOf(const llvm::GEPOperator& gep, unsigned depth) const;
  SourceExpression operationOf(const llvm::Instruction& operation, unsigned depth) const;
  SourceExpression truthOf(const llvm::Value* condition, bool holds, unsigned depth) const;
  SourceExpression callOf(const llvm::CallBase& call, unsigned depth) const;
  static SourceExpression unknown(const llvm::Value* value);

  const llvm::DataLayout& layout_;
  mutable size_t steps_ = 0;  // of one question; hostile code has values whose texts nobody could write
};

/// The name of a function in the source, without its parameters.
std::string sourceNameOf(const llvm::Function& function);

/// The variable that lies at this address, if one does.
const llvm::DIVariable* variableAt(const llvm::Value* address);

/// A type without typedefs and qualifiers.
const llvm::DIType* bareType(const llvm::DIType* type);
/// Whether numbers of a type have a sign.
bool isSignedType(const llvm::DIBasicType& type);
/// What a pointer points to, or what an array is made of; null if it is neither.
const llvm::DIType* elementType(const llvm::DIType* type);

}  // namespace clew::program
