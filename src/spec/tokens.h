// The words of a specification, with what it includes in the place of the #include. A text that includes itself, goes
// too deep or is too large is a mistake.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spec/lexer.h"
#include "spec/reader.h"

namespace clew::spec {

class Tokens {
 public:
  /// Opens the first file; what is wrong is thrown, here and below.
  Tokens(const std::string& name, const FileSource& files, std::vector<std::string>& names);

  const Token& current() const { return current_; }
  bool at(std::string_view word) const { return current_.is(word); }
  bool at(Token::Kind kind) const { return current_.kind == kind; }
  /// The word behind the current one, in the same file.
  Token peek();
  Token take();
  bool accept(std::string_view word);
  Token expect(std::string_view word);
  /// A word of this kind; `what` is what messages call it.
  Token expect(Token::Kind kind, std::string_view what);
  /// Takes the current opening bracket and everything up to the one that closes it.
  std::string takeRaw(char close, bool isCode);
  [[noreturn]] void fail(std::string_view expected) const;

 private:
  struct OpenFile {
    std::string identity;  // the same for all names of a file
    std::string name;
    Lexer lexer;
  };
  void open(const std::string& name, const Place& place);
  void include();
  void advance();

  const FileSource& files_;
  std::vector<std::string>& names_;
  std::vector<std::unique_ptr<std::string>> texts_;  // of all files, which tokens point into
  std::vector<OpenFile> open_;
  Token current_;
};

}  // namespace clew::spec
