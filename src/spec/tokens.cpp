#include "spec/tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace clew::spec {

namespace {

constexpr size_t kDeepest = 16;
constexpr size_t kMostFiles = 256;

std::string identityOf(const std::string& name) {
  std::error_code failed;
  const auto whole = std::filesystem::weakly_canonical(name, failed);
  return failed ? std::filesystem::path(name).lexically_normal().string() : whole.string();
}

}  // namespace

Tokens::Tokens(const std::string& name, const FileSource& files, std::vector<std::string>& names)
    : files_(files), names_(names) {
  open(name, {});
  advance();
}

void Tokens::open(const std::string& name, const Place& place) {
  const std::string identity = identityOf(name);
  for (const OpenFile& file : open_) {
    if (file.identity == identity) throw Mistake{place, fmt::format("{} includes itself", name)};
  }
  if (open_.size() >= kDeepest)
    throw Mistake{place, fmt::format("files include each other more than {} deep", kDeepest)};
  if (names_.size() >= kMostFiles) throw Mistake{place, fmt::format("more than {} files are included", kMostFiles)};
  auto text = files_(name);
  if (!text) throw Mistake{place, text.error().message};
  names_.push_back(name);
  texts_.push_back(std::make_unique<std::string>(std::move(*text)));
  open_.push_back({identity, name, Lexer(*texts_.back(), static_cast<uint32_t>(names_.size() - 1))});
}

/// Goes on in the file that the current word names.
void Tokens::include() {
  const std::string named(current_.text);
  if (named.find('\0') != std::string::npos) throw Mistake{current_.place, "a name of a file with a zero byte"};
  const std::filesystem::path folder = std::filesystem::path(open_.back().name).parent_path();
  open((folder / named).lexically_normal().string(), current_.place);
}

void Tokens::advance() {
  while (true) {
    current_ = open_.back().lexer.next();
    if (current_.kind == Token::Kind::Directive) {
      include();
    } else if (current_.kind == Token::Kind::End && open_.size() > 1) {
      open_.pop_back();
    } else {
      return;
    }
  }
}

Token Tokens::peek() {
  Lexer ahead = open_.back().lexer;
  return ahead.next();
}

Token Tokens::take() {
  const Token taken = current_;
  advance();
  return taken;
}

bool Tokens::accept(std::string_view word) {
  if (!at(word)) return false;
  advance();
  return true;
}

Token Tokens::expect(std::string_view word) {
  if (!at(word)) fail(fmt::format("'{}'", word));
  return take();
}

Token Tokens::expect(Token::Kind kind, std::string_view what) {
  if (!at(kind)) fail(what);
  return take();
}

std::string Tokens::takeRaw(char close, bool isCode) {
  std::string text(open_.back().lexer.rawUntil(close, current_.place, isCode));
  advance();
  return text;
}

void Tokens::fail(std::string_view expected) const {
  throw Mistake{current_.place, fmt::format("expected {}, found {}", expected, current_.shown())};
}

}  // namespace clew::spec
