#include "property/lexer.h"

#include <fmt/format.h>

#include <array>

namespace clew::property {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isWord(char c) { return isLetter(c) || isDigit(c); }

// Longer ones first.
constexpr std::array<std::string_view, 34> kSymbols = {
    "=>", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "+",
    "-",  "*",  "/",  "%",  "<",  ">",  "!",  "~",  "&",  "^",  "|",  "?",  ":",  "(",  ")",  "[",  "]"};

}  // namespace

Token Lexer::at(size_t place) const {
  while (place < text_.size() && isBlank(text_[place])) ++place;
  if (place >= text_.size()) return {Token::Kind::End, {}, text_.size(), text_.size()};
  const char first = text_[place];
  if (isDigit(first) || (first == '.' && isDigit(peek(place + 1)))) return number(place);
  if (first == '\'') return character(place);
  if (isLetter(first)) return name(place);
  if (first == ':' && peek(place + 1) == ':' && isLetter(peek(place + 2))) return name(place);
  return symbol(place);
}

/// As the preprocessor sees numbers: everything that can belong to one; the parser judges it.
Token Lexer::number(size_t begin) const {
  size_t end = begin;
  const bool hexadecimal = text_[begin] == '0' && (peek(begin + 1) | 0x20) == 'x';
  const char exponent = hexadecimal ? 'p' : 'e';
  bool floating = false;
  while (isWord(peek(end)) || peek(end) == '.') {
    const bool atExponent = (peek(end) | 0x20) == exponent;
    floating |= peek(end) == '.' || atExponent;
    ++end;
    if (atExponent && (peek(end) == '+' || peek(end) == '-')) ++end;
  }
  return {floating ? Token::Kind::Floating : Token::Kind::Integer, text_.substr(begin, end - begin), begin, end};
}

Token Lexer::character(size_t begin) const {
  size_t end = begin + 1;
  while (end < text_.size() && text_[end] != '\'') end += text_[end] == '\\' ? 2 : 1;
  if (end >= text_.size()) throw Mistake{begin, "the character constant does not end"};
  return {Token::Kind::Character, text_.substr(begin + 1, end - begin - 1), begin, end + 1};
}

Token Lexer::name(size_t begin) const {
  size_t end = begin;
  if (peek(end) == ':') end += 2;
  while (true) {
    while (isWord(peek(end))) ++end;
    if (peek(end) != ':' || peek(end + 1) != ':' || !isLetter(peek(end + 2))) break;
    end += 2;
  }
  return {Token::Kind::Name, text_.substr(begin, end - begin), begin, end};
}

Token Lexer::symbol(size_t begin) const {
  const std::string_view rest = text_.substr(begin);
  for (const std::string_view known : kSymbols) {
    if (!rest.starts_with(known)) continue;
    const size_t end = begin + known.size();
    const bool apart = begin > 0 && isBlank(text_[begin - 1]) && isBlank(peek(end));
    return {Token::Kind::Symbol, known == "->" && apart ? std::string_view("=>") : known, begin, end};
  }
  if (rest.front() == '.' || rest.front() == ',' || rest.front() == '=') {
    return {Token::Kind::Symbol, rest.substr(0, 1), begin, begin + 1};
  }
  const auto code = static_cast<unsigned char>(rest.front());
  const bool printable = code > 32 && code < 127;
  throw Mistake{begin, printable ? fmt::format("'{}' has no meaning here", rest.front())
                                 : fmt::format("the byte {:#04x} has no meaning here", code)};
}

}  // namespace clew::property
