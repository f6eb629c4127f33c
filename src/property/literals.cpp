#include "property/literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <string>

namespace clew::property {

namespace {

/// The first type of C's list that holds the number.
ValueType typeOfInteger(uint64_t number, bool isUnsigned, unsigned leastBytes, bool decimal) {
  if (leastBytes == 4) {
    if (!isUnsigned && number <= INT32_MAX) return kInt;
    if ((isUnsigned || !decimal) && number <= UINT32_MAX) return integer(4, false);
  }
  return !isUnsigned && number <= INT64_MAX ? kLongLong : kUnsignedLongLong;
}

Literal readInteger(const Token& token, unsigned longBytes) {
  std::string digits(token.text);
  std::string suffix;
  while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) {
    suffix.insert(suffix.begin(), static_cast<char>(digits.back() | 0x20));
    digits.pop_back();
  }
  const auto longs = std::count(suffix.begin(), suffix.end(), 'l');
  const auto unsigneds = std::count(suffix.begin(), suffix.end(), 'u');
  int base = digits.size() > 1 && digits[0] == '0' ? 8 : 10;
  const bool decimal = base == 10;
  const char* from = digits.c_str();
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'x') base = 16, from += 2;
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'b') base = 2, from += 2;
  char* end = nullptr;
  errno = 0;
  const uint64_t number = std::strtoull(from, &end, base);
  if (end == from || *end != 0 || longs > 2 || unsigneds > 1) {
    throw Mistake{token.begin, fmt::format("'{}' is no number", token.text)};
  }
  if (errno == ERANGE) throw Mistake{token.begin, "the number does not fit 64 bits"};
  const unsigned least = longs > 1 ? 8 : longs == 1 ? longBytes : 4;
  return {number, typeOfInteger(number, unsigneds > 0, least, decimal)};
}

Literal readFloating(const Token& token) {
  std::string digits(token.text);
  const bool isFloat = (digits.back() | 0x20) == 'f' && (digits.size() < 2 || (digits[1] | 0x20) != 'x');
  if (isFloat) digits.pop_back();
  char* end = nullptr;
  double number = std::strtod(digits.c_str(), &end);
  if (*end != 0) throw Mistake{token.begin, fmt::format("'{}' is no number", token.text)};
  if (isFloat) number = static_cast<float>(number);
  return {std::bit_cast<uint64_t>(number), isFloat ? kFloat : kDouble};
}

std::optional<int> codeOf(std::string_view text) {
  if (text.size() == 1 && text[0] != '\\') return static_cast<unsigned char>(text[0]);
  if (text.size() < 2 || text[0] != '\\') return std::nullopt;
  const std::string digits(text.substr(1));
  char* end = nullptr;
  if (digits[0] == 'x' || (digits[0] >= '0' && digits[0] <= '7')) {
    const bool hexadecimal = digits[0] == 'x';
    if (digits.size() > 3 || (hexadecimal && digits.size() == 1)) return std::nullopt;
    const unsigned long code = std::strtoul(digits.c_str() + (hexadecimal ? 1 : 0), &end, hexadecimal ? 16 : 8);
    return *end == 0 && code <= 255 ? std::optional<int>(static_cast<int>(code)) : std::nullopt;
  }
  constexpr std::string_view kLetters = "abfnrtv\\'\"?";
  constexpr std::string_view kCodes = "\a\b\f\n\r\t\v\\'\"?";
  const size_t known = kLetters.find(digits[0]);
  if (digits.size() != 1 || known == std::string_view::npos) return std::nullopt;
  return kCodes[known];
}

Literal readCharacter(const Token& token) {
  const auto code = codeOf(token.text);
  if (!code) throw Mistake{token.begin, "this is not one character"};
  return {static_cast<uint64_t>(int64_t{static_cast<signed char>(*code)}), kInt};
}

}  // namespace

ValueType promoted(const ValueType& type) {
  return type.kind == ValueType::Kind::Integer && type.bytes < 4 ? kInt : type;
}

ValueType common(ValueType a, ValueType b) {
  if (a.kind == ValueType::Kind::Floating || b.kind == ValueType::Kind::Floating) {
    const bool isDouble =
        (a.kind == ValueType::Kind::Floating && a.bytes == 8) || (b.kind == ValueType::Kind::Floating && b.bytes == 8);
    return isDouble ? kDouble : kFloat;
  }
  a = promoted(a);
  b = promoted(b);
  if (a.bytes != b.bytes) return a.bytes > b.bytes ? a : b;
  return a.isSigned ? b : a;
}

std::optional<ValueType> fixedType(std::string_view name, unsigned longBytes) {
  if (name == "size_t" || name == "uintptr_t") return integer(longBytes, false);
  if (name == "ssize_t" || name == "intptr_t" || name == "ptrdiff_t") return integer(longBytes, true);
  if (name == "int64_t" || name == "uint64_t") return integer(8, name[0] == 'i');
  if (name == "int8_t" || name == "uint8_t") return integer(1, name[0] == 'i');
  if (name == "int16_t" || name == "uint16_t") return integer(2, name[0] == 'i');
  if (name == "int32_t" || name == "uint32_t") return integer(4, name[0] == 'i');
  return std::nullopt;
}

bool isTypeWord(std::string_view word) {
  constexpr std::array<std::string_view, 12> kWords = {"char",  "short",  "int",   "long", "signed", "unsigned",
                                                       "float", "double", "_Bool", "bool", "const",  "volatile"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end() || fixedType(word, 8);
}

Literal readLiteral(const Token& token, unsigned longBytes) {
  if (token.kind == Token::Kind::Character) return readCharacter(token);
  return token.kind == Token::Kind::Floating ? readFloating(token) : readInteger(token, longBytes);
}

}  // namespace clew::property
