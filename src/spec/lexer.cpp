#include "spec/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clew::spec {

namespace {

constexpr size_t kLongestShown = 40;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c); }

// Longer ones first.
constexpr std::array<std::string_view, 44> kSymbols = {
    "<<=", ">>=", "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=",
    "*=",  "/=",  "|=", "&=", "^=", "%=", "{",  "}",  "(",  ")",  "[",  "]",  ";",  ":",  ",",
    ".",   "=",   "<",  ">",  "!",  "~",  "&",  "^",  "|",  "?",  "+",  "-",  "*",  "/"};

}  // namespace

std::string Token::shown() const {
  const std::string_view some = text.substr(0, kLongestShown);
  switch (kind) {
    case Kind::End: return "the end of the file";
    case Kind::String: return fmt::format("\"{}\"", some);
    case Kind::Joker: return fmt::format("'${}'", some);
    case Kind::Variable: return fmt::format("'$${}'", some);
    case Kind::Directive: return "#include";
    default: return fmt::format("'{}'", some);
  }
}

Token Lexer::next() {
  skipBlanks();
  if (offset_ >= text_.size()) return make(Token::Kind::End, 0);
  const char first = peek();
  if (isDigit(first)) return make(Token::Kind::Number, wordLength(offset_));
  if (isWord(first)) return make(Token::Kind::Name, wordLength(offset_));
  if (first == '"') return quoted('"', Token::Kind::String);
  if (first == '$') return dollar();
  if (first == '#') return directive();
  return symbol();
}

std::string_view Lexer::rawUntil(char close, Place opened, bool isCode) {
  const char open = close == '}' ? '{' : '[';
  const size_t begin = offset_;
  size_t depth = 1;
  char quote = '\0';
  for (; offset_ < text_.size(); advance(1)) {
    const char c = peek();
    if (c == '\\') {
      advance(1);
      if (offset_ >= text_.size()) break;
    } else if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (isCode && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == open) {
      ++depth;
    } else if (c == close && --depth == 0) {
      const std::string_view inside = text_.substr(begin, offset_ - begin);
      advance(1);
      return inside;
    }
  }
  throw Mistake{opened, fmt::format("expected '{}' to close this, found the end of the file", close)};
}

void Lexer::skipBlanks() {
  while (offset_ < text_.size()) {
    if (isBlank(peek())) {
      advance(1);
    } else if (peek() == '/' && (peek(1) == '/' || peek(1) == '*')) {
      skipComment();
    } else {
      return;
    }
  }
}

void Lexer::skipComment() {
  const bool isLine = peek(1) == '/';
  const size_t end = text_.find(isLine ? "\n" : "*/", offset_ + 2);
  if (end == std::string_view::npos) {
    if (!isLine) throw Mistake{place_, "expected '*/' to end this comment, found the end of the file"};
    return advance(text_.size() - offset_);
  }
  advance(end + (isLine ? 1 : 2) - offset_);
}

void Lexer::advance(size_t count) {
  for (const size_t end = std::min(offset_ + count, text_.size()); offset_ < end; ++offset_) {
    ++place_.column;
    if (text_[offset_] != '\n') continue;
    ++place_.line;
    place_.column = 1;
  }
}

/// A word of this length, of which some characters are no text.
Token Lexer::make(Token::Kind kind, size_t length, size_t before, size_t after) {
  const Token token{kind, text_.substr(offset_ + before, length - before - after), place_};
  advance(length);
  return token;
}

Token Lexer::quoted(char quote, Token::Kind kind) {
  size_t end = offset_ + 1;
  while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
  if (end >= text_.size() || text_[end] == '\n') {
    throw Mistake{place_, fmt::format("expected '{}' to end this text, found the end of the line", quote)};
  }
  return make(kind, end + 1 - offset_, 1, 1);
}

Token Lexer::dollar() {
  if (peek(1) == '?') return make(Token::Kind::Joker, 2, 1);
  const bool isVariable = peek(1) == '$';
  const size_t before = isVariable ? 2 : 1;
  const size_t length = wordLength(offset_ + before);
  if (length == 0 || isDigit(peek(before)) == isVariable) {
    throw Mistake{place_, "expected $?, $NUMBER or $$VARIABLE, found '$'"};
  }
  return make(isVariable ? Token::Kind::Variable : Token::Kind::Joker, before + length, before);
}

/// The name of the file is the rest of the line; quotes around it are for those who are used to them.
Token Lexer::directive() {
  constexpr std::string_view kInclude = "#include";
  if (!text_.substr(offset_).starts_with(kInclude) || isWord(peek(kInclude.size()))) {
    throw Mistake{place_, "expected #include, found '#'"};
  }
  const size_t line = std::min(text_.find('\n', offset_), text_.size());
  size_t begin = offset_ + kInclude.size();
  size_t end = std::min(text_.find("//", begin), line);
  const auto trim = [&] {
    while (begin < end && isBlank(text_[begin])) ++begin;
    while (begin < end && isBlank(text_[end - 1])) --end;
  };
  trim();
  const bool hasQuotes = end - begin >= 2 && ((text_[begin] == '"' && text_[end - 1] == '"') ||
                                              (text_[begin] == '<' && text_[end - 1] == '>'));
  if (hasQuotes) {
    ++begin;
    --end;
    trim();
  }
  if (begin >= end) throw Mistake{place_, "expected the name of a file after #include, found the end of the line"};
  Token token = make(Token::Kind::Directive, line - offset_);
  token.text = text_.substr(begin, end - begin);
  return token;
}

Token Lexer::symbol() {
  const std::string_view rest = text_.substr(offset_);
  for (const std::string_view known : kSymbols) {
    if (rest.starts_with(known)) return make(Token::Kind::Symbol, known.size());
  }
  if (rest.front() == '%') return make(Token::Kind::Symbol, 1);
  const auto code = static_cast<unsigned char>(rest.front());
  const bool printable = code > 32 && code < 127;
  throw Mistake{place_, printable ? fmt::format("'{}' has no meaning here", rest.front())
                                  : fmt::format("the byte {:#04x} has no meaning here", code)};
}

size_t Lexer::wordLength(size_t from) const {
  size_t end = from;
  while (end < text_.size() && isWord(text_[end])) ++end;
  return end - from;
}

}  // namespace clew::spec
