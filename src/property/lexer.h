// Cuts the text of an expression into words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clew::property {

/// What is wrong with a text, and where. Thrown inside this layer only; Expression::parse catches it.
struct Mistake {
  size_t place;  // offset in the text
  std::string what;
};

struct Token {
  enum class Kind : uint8_t {
    End,
    Name,  // with its scopes: a::b::c
    Integer,
    Floating,
    Character,
    Symbol,
  };
  Kind kind = Kind::End;
  std::string_view text;
  size_t begin = 0;
  size_t end = 0;
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next word from this place on. Implication is always the symbol `=>`, however it is written.
  Token at(size_t place) const;

 private:
  Token number(size_t begin) const;
  Token character(size_t begin) const;
  Token name(size_t begin) const;
  Token symbol(size_t begin) const;
  char peek(size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  std::string_view text_;
};

}  // namespace clew::property
