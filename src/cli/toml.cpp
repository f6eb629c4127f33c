#include "cli/toml.h"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace clew::cli {

namespace {

using support::Error;
using support::Result;
using Kind = TomlEntry::Kind;

constexpr size_t kMostValues = 10'000;
constexpr uint32_t kLastCodePoint = 0x10FFFF;

bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool isControl(char c) { return c != '\t' && std::iscntrl(static_cast<unsigned char>(c)) != 0; }

bool isOfKey(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

void appendUtf8(std::string& text, uint32_t point) {
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0 | point >> 6);
    add(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    add(0xE0 | point >> 12);
    add(0x80 | (point >> 6 & 0x3F));
    add(0x80 | (point & 0x3F));
  } else {
    add(0xF0 | point >> 18);
    add(0x80 | (point >> 12 & 0x3F));
    add(0x80 | (point >> 6 & 0x3F));
    add(0x80 | (point & 0x3F));
  }
}

/// Reads on until something is wrong; then `problem_` says what, and nothing more is read.
class TomlReader {
 public:
  TomlReader(const std::string& name, std::string_view text) : name_(name), text_(text) {}

  Result<std::vector<TomlEntry>> read() {
    while (!problem_) {
      skipBlankLines();
      if (atEnd()) break;
      if (now() == '[') {
        readTable();
      } else {
        readEntry();
      }
      if (!problem_) endLine();
    }
    if (problem_) return Error{fmt::format("{}:{}: {}", name_, line_, *problem_)};
    return std::move(entries_);
  }

 private:
  bool atEnd() const { return at_ >= text_.size(); }
  char now() const { return atEnd() ? '\0' : text_[at_]; }
  bool startsWith(std::string_view what) const { return !atEnd() && text_.substr(at_).starts_with(what); }

  void fail(std::string what) {
    if (!problem_) problem_ = std::move(what);
  }

  void skipBlanks() {
    while (now() == ' ' || now() == '\t') ++at_;
  }

  void skipComment() {
    if (now() != '#') return;
    while (!atEnd() && now() != '\n' && !startsWith("\r\n")) {
      if (isControl(now())) return fail("a control character in a comment");
      ++at_;
    }
  }

  bool skipNewline() {
    if (startsWith("\r\n")) ++at_;
    if (now() != '\n') return false;
    ++at_;
    ++line_;
    return true;
  }

  void skipBlankLines() {
    do {
      skipBlanks();
      skipComment();
    } while (skipNewline());
  }

  void endLine() {
    skipBlanks();
    skipComment();
    if (!atEnd() && !startsWith("\n") && !startsWith("\r\n")) fail("something follows where the line should end");
  }

  std::string readKey() {
    const size_t begin = at_;
    while (!atEnd() && isOfKey(now())) ++at_;
    if (at_ == begin) fail("expected a plain name of letters, digits, - and _");
    return std::string(text_.substr(begin, at_ - begin));
  }

  void readTable() {
    ++at_;
    if (now() == '[') return fail("arrays of tables are not supported");
    skipBlanks();
    table_ = readKey();
    skipBlanks();
    if (problem_) return;
    if (now() != ']') return fail("expected ] after the table's name");
    ++at_;
    if (!known_.emplace(table_, "").second) fail(fmt::format("the table [{}] is there twice", table_));
  }

  void readEntry() {
    TomlEntry entry;
    entry.table = table_;
    entry.line = line_;
    entry.key = readKey();
    skipBlanks();
    if (problem_) return;
    if (now() != '=') return fail(fmt::format("expected = after {}", entry.key));
    ++at_;
    skipBlanks();
    if (!known_.emplace(table_, entry.key).second) return fail(fmt::format("{} is there twice", entry.key));
    if (now() == '[') {
      entry.kind = Kind::Array;
      readArray(entry.values);
    } else {
      entry.kind = readValue(entry.values);
    }
    if (!problem_) entries_.push_back(std::move(entry));
  }

  void readArray(std::vector<std::string>& values) {
    const size_t begin = line_;
    ++at_;
    for (skipBlankLines(); !problem_ && now() != ']'; skipBlankLines()) {
      if (atEnd()) {
        line_ = begin;
        return fail("the array has no end");
      }
      if (readValue(values) == Kind::Truth) return fail("an array has texts and numbers only");
      skipBlankLines();
      if (now() == ',') {
        ++at_;
      } else if (now() != ']' && !atEnd()) {
        return fail("expected , or ] in the array");
      }
    }
    ++at_;
  }

  Kind readValue(std::vector<std::string>& values) {
    if (++values_ > kMostValues) fail("too many values");
    if (startsWith("\"\"\"") || startsWith("'''")) fail("texts of several lines are not supported");
    if (problem_) return Kind::Text;
    if (now() == '"' || now() == '\'') {
      values.push_back(now() == '"' ? readText() : readLiteral());
      return Kind::Text;
    }
    const size_t begin = at_;
    while (!atEnd() && (isOfKey(now()) || now() == '.' || now() == '+')) ++at_;
    std::string word(text_.substr(begin, at_ - begin));
    const bool isTruth = word == "true" || word == "false";
    if (!isTruth && !isNumber(word)) {
      fail(word.empty() ? "expected a value"
                        : fmt::format("not a value: {} (a text needs quotes)", word.substr(0, 40)));
    }
    values.push_back(std::move(word));
    return isTruth ? Kind::Truth : Kind::Number;
  }

  /// Plain decimal numbers, which are what the command line takes.
  static bool isNumber(std::string_view word) {
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    const size_t point = word.find('.');
    const auto areDigits = [](std::string_view digits) {
      return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::string_view whole = word.substr(0, point);
    if (!areDigits(whole) || (whole.size() > 1 && whole.front() == '0')) return false;
    return point == std::string_view::npos || areDigits(word.substr(point + 1));
  }

  /// Whether the text goes on here; a line's end or a control character ends it wrongly.
  bool goesOn(char quote) {
    if (atEnd() || now() == '\n' || now() == '\r') {
      fail("the text has no end on this line");
      return false;
    }
    if (isControl(now())) {
      fail("a control character in a text");
      return false;
    }
    return now() != quote;
  }

  std::string readLiteral() {
    const size_t begin = ++at_;
    while (goesOn('\'')) ++at_;
    return std::string(text_.substr(begin, at_++ - begin));
  }

  std::string readText() {
    std::string text;
    ++at_;
    while (goesOn('"')) {
      if (now() == '\\') {
        ++at_;
        readEscape(text);
      } else {
        text += text_[at_++];
      }
    }
    ++at_;
    return text;
  }

  void readEscape(std::string& text) {
    constexpr std::string_view kNames = "btnfr\"\\";
    constexpr std::string_view kMeant = "\b\t\n\f\r\"\\";
    const char name = now();
    ++at_;
    if (const size_t which = kNames.find(name); name != '\0' && which != std::string_view::npos) {
      text += kMeant[which];
    } else if (name == 'u' || name == 'U') {
      readCodePoint(text, name == 'u' ? 4 : 8);
    } else {
      fail("an unknown escape in a text (one in single quotes has none)");
    }
  }

  void readCodePoint(std::string& text, size_t digits) {
    uint32_t point = 0;
    for (size_t i = 0; i < digits; ++i, ++at_) {
      const char digit = now();
      if (std::isxdigit(static_cast<unsigned char>(digit)) == 0) return fail("a character's number is incomplete");
      const int value = isDigit(digit) ? digit - '0' : std::tolower(static_cast<unsigned char>(digit)) - 'a' + 10;
      point = point * 16 + static_cast<uint32_t>(value);
    }
    const bool isSurrogate = point >= 0xD800 && point <= 0xDFFF;
    if (point == 0 || isSurrogate || point > kLastCodePoint) return fail("no character has this number");
    appendUtf8(text, point);
  }

  const std::string& name_;
  std::string_view text_;
  size_t at_ = 0;
  size_t line_ = 1;
  size_t values_ = 0;
  std::string table_;
  std::set<std::pair<std::string, std::string>> known_;  // tables have no key
  std::vector<TomlEntry> entries_;
  std::optional<std::string> problem_;
};

}  // namespace

Result<std::vector<TomlEntry>> readToml(const std::string& name, const std::string& text) {
  return TomlReader(name, text).read();
}

}  // namespace clew::cli
