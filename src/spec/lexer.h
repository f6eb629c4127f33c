// Cuts the text of one specification file into words. Automata and the pieces of C inside of them have the same words,
// so one lexer serves both; what is no sequence of words (a regular expression, code to weave in) is taken as it
// stands.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "spec/place.h"

namespace clew::spec {

struct Token {
  enum class Kind : uint8_t {
    End,
    Name,
    Number,
    String,     // its text is between the quotes, as written
    Joker,      // $1, and $? with the text `?`
    Variable,   // $$name; its text is the name
    Directive,  // #include; its text is the name of the file
    Symbol,
  };
  Kind kind = Kind::End;
  std::string_view text;
  Place place;

  bool is(std::string_view word) const { return (kind == Kind::Name || kind == Kind::Symbol) && text == word; }
  /// As messages call it.
  std::string shown() const;
};

class Lexer {
 public:
  /// The text must outlive the lexer and its tokens.
  Lexer(std::string_view text, uint32_t file) : text_(text) { place_.file = file; }

  /// The next word.
  Token next();
  /// What stands behind an opening bracket that was just taken, up to the one that closes it, which is taken too. A
  /// backslash keeps its next character from counting, and so do the quotes of C if `isCode`.
  std::string_view rawUntil(char close, Place opened, bool isCode);

 private:
  void skipBlanks();
  void skipComment();
  void advance(size_t count);
  Token make(Token::Kind kind, size_t length, size_t before = 0, size_t after = 0);
  Token quoted(char quote, Token::Kind kind);
  Token dollar();
  Token directive();
  Token symbol();
  size_t wordLength(size_t from) const;
  char peek(size_t ahead = 0) const { return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0'; }

  std::string_view text_;
  size_t offset_ = 0;
  Place place_;
};

}  // namespace clew::spec
