// What must hold where a run passes a point: a C expression over variables of the program, or over \result, the value
// that a function returns. Numbers are computed as in mathematics; where C would compute something else (unsigned
// arithmetic that wraps around), or where an expression has parts that are not read here (pointers, members, floating
// point but in a plain comparison with \result), nothing is said.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace clew::witness {

__extension__ using Wide = __int128;

/// A value of a variable.
struct Value {
  Wide number = 0;
  bool isUnsigned = false;  // of at least the size of an int
};

class Constraint {
 public:
  static support::Result<Constraint> parse(std::string_view text);

  /// The variables, in the order in which values are given; \result is called so.
  const std::vector<std::string>& names() const { return names_; }
  bool isAboutResult() const { return names_.size() == 1 && names_.front() == kResult; }
  /// Whether it holds with these values; nothing if that cannot be told.
  std::optional<bool> holds(std::span<const Value> values) const;
  /// The number, as it is written, that \result is equal to; empty if it is no such comparison.
  const std::string& result() const { return result_; }
  /// Numbers that occur in it.
  const std::vector<int64_t>& numbers() const { return numbers_; }

  static constexpr const char* kResult = "\\result";

 private:
  friend class ConstraintParser;
  struct Node {
    enum class Kind : uint8_t {
      Number,
      Name,
      Unary,
      Binary,
      Cast
    };
    Kind kind = Kind::Number;
    std::string text;  // the operator
    Value value;
    uint32_t a = 0, b = 0;
    uint32_t bits = 0;  // of a cast
  };
  std::optional<Value> evaluate(uint32_t node, std::span<const Value> values) const;
  std::optional<Value> compute(const Node& node, std::span<const Value> values) const;

  std::vector<Node> nodes_;
  uint32_t root_ = 0;
  std::vector<std::string> names_;
  std::vector<int64_t> numbers_;
  std::string result_;
};

}  // namespace clew::witness
