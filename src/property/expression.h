// What people write after --invariant and --next: C expressions over the globals of the checked program.
// A text becomes a small typed tree. All of C's implicit conversions are nodes of their own, so that the
// evaluator (evaluate.h) has one rule per node.
//
// Beyond C there is implication, `=>` or `->` with blanks around it (without blanks it is a member behind
// a pointer), and in --next `next(x)`: the value of x after the transition.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/program.h"
#include "support/result.h"

namespace clew::property {

/// The type of a value. Integers travel in 64 bits, extended by their sign; floats as doubles.
struct ValueType {
  enum class Kind : uint8_t {
    Integer,
    Floating,
    Pointer
  };
  Kind kind = Kind::Integer;
  uint8_t bytes = 4;
  bool isSigned = true;
  bool isBoolean = false;
  uint32_t target = 0;  // pointers: the program's type of what they point to
  bool operator==(const ValueType&) const = default;
};

enum class Operation : uint8_t {
  Constant,    // value
  Load,        // from the address a
  Offset,      // address a + value
  Index,       // address a + b * value; in an array of `limit` elements, 0: of unknown length
  Difference,  // (address a - address b) / value
  Convert,     // a as this node's type
  Negate,
  Complement,
  Not,
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Implies,
  Conditional,  // a ? b : c
  Next,         // a, after the transition
};

constexpr uint32_t kNoNode = 0xFFFFFFFF;

struct Node {
  Operation operation = Operation::Constant;
  ValueType type;
  uint32_t a = kNoNode;
  uint32_t b = kNoNode;
  uint32_t c = kNoNode;
  uint64_t value = 0;
  uint64_t limit = 0;
  uint8_t bitOffset = 0;    // Load: of a bit-field in the first byte
  uint8_t bitWidth = 0;     // Load: of a bit-field; 0: the whole
  bool isShown = false;     // Load: a value people want to see, not a pointer on the way to one
  bool hasNext = false;     // depends on the state after the transition
  uint32_t slot = kNoNode;  // where a value from before the transition is kept meanwhile
  uint32_t shownType = 0;   // Load: the program's type of what is there
  uint32_t begin = 0;       // its part of the text
  uint32_t end = 0;
};

/// A variable that is known besides the globals: a local of somebody's frame.
struct Local {
  std::string name;
  uint64_t address = 0;
  uint32_t type = 0;
};

class Expression {
 public:
  enum class Kind : uint8_t {
    Invariant,
    Next,
    Place,  // may also be something that is no value: a structure, an array; then it is its address
  };

  /// Reads a text; the error is one line with the place of the mistake. Of several locals with a name the first counts.
  static support::Result<Expression> parse(std::string_view text, Kind kind, const program::Program& program,
                                           std::span<const Local> locals = {});

  const std::string& text() const { return text_; }
  std::string_view textOf(const Node& node) const {
    return std::string_view(text_).substr(node.begin, node.end - node.begin);
  }
  const std::vector<Node>& nodes() const { return nodes_; }
  uint32_t root() const { return root_; }
  /// Globals that are named in the text.
  const std::vector<uint32_t>& globals() const { return globals_; }
  /// Of a Place, if the root is an address: the program's type of what lies there. None otherwise.
  uint32_t typeOfPlace() const { return typeOfPlace_; }
  /// The largest parts that do not depend on the state after the transition, by slot.
  const std::vector<uint32_t>& parts() const { return parts_; }

 private:
  friend class ExpressionBuilder;
  friend class ExpressionParser;
  std::string text_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> globals_;
  std::vector<uint32_t> parts_;
  uint32_t root_ = 0;
  uint32_t typeOfPlace_ = program::kNone;
};

}  // namespace clew::property
