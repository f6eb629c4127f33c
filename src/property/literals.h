// The arithmetic types of C that an expression can name, and its constants.
#pragma once

#include <optional>
#include <string_view>

#include "property/expression.h"
#include "property/lexer.h"

namespace clew::property {

constexpr ValueType integer(unsigned bytes, bool isSigned) {
  return {ValueType::Kind::Integer, static_cast<uint8_t>(bytes), isSigned, false, 0};
}
constexpr ValueType kInt = integer(4, true);
constexpr ValueType kLongLong = integer(8, true);
constexpr ValueType kUnsignedLongLong = integer(8, false);
constexpr ValueType kFloat{ValueType::Kind::Floating, 4, true, false, 0};
constexpr ValueType kDouble{ValueType::Kind::Floating, 8, true, false, 0};

/// The integer promotions.
ValueType promoted(const ValueType& type);
/// The usual arithmetic conversions.
ValueType common(ValueType a, ValueType b);

/// A name of a type that is written as one word.
std::optional<ValueType> fixedType(std::string_view name, unsigned longBytes);
/// Whether a word can be part of the name of a type.
bool isTypeWord(std::string_view word);

struct Literal {
  uint64_t value = 0;
  ValueType type;
};
/// The value of an integer, floating or character constant.
Literal readLiteral(const Token& token, unsigned longBytes);

}  // namespace clew::property
