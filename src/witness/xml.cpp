#include "witness/xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace clew::witness {

namespace {

constexpr size_t kDeepest = 32;
constexpr size_t kMostElements = 2'000'000;
constexpr std::string_view kBlanks = " \t\r\n";

/// Leaves this file only as a `Result`.
struct Malformed {
  std::string what;
};

bool isNamePart(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_:-.").find(c) != std::string_view::npos;
}

void appendUtf8(std::string& text, uint32_t code) {
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6), add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F)), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
  }
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  uint32_t line() const { return line_; }

  Element document() {
    skipMisc();
    if (!rest().starts_with('<')) throw Malformed{"expected an element"};
    Element root = element(0);
    skipMisc();
    if (!rest().empty()) throw Malformed{"something follows the document's element"};
    return root;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }

  void advance(size_t count) {
    line_ += static_cast<uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              text_.begin() + static_cast<std::ptrdiff_t>(at_ + count), '\n'));
    at_ += count;
  }

  bool accept(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    advance(word.size());
    return true;
  }

  void skipBlanks() { advance(std::min(rest().find_first_not_of(kBlanks), rest().size())); }

  /// Everything up to the word, which is taken too.
  std::string_view until(std::string_view word, const char* what) {
    const size_t end = rest().find(word);
    if (end == std::string_view::npos) throw Malformed{fmt::format("{} does not end", what)};
    const std::string_view found = rest().substr(0, end);
    advance(end + word.size());
    return found;
  }

  /// Comments and instructions to somebody else.
  bool skipAside() {
    if (accept("<!--")) return until("-->", "a comment"), true;
    if (accept("<?")) return until("?>", "an instruction"), true;
    if (rest().starts_with("<!DOCTYPE")) throw Malformed{"document types are not supported"};
    return false;
  }

  void skipMisc() {
    do skipBlanks();
    while (skipAside());
  }

  std::string name() {
    size_t length = 0;
    while (length < rest().size() && isNamePart(rest()[length])) ++length;
    if (length == 0) throw Malformed{"expected a name"};
    const std::string found(rest().substr(0, length));
    advance(length);
    return found;
  }

  /// A text with what its entities stand for.
  static std::string plain(std::string_view text) {
    std::string made;
    while (!text.empty()) {
      const size_t begin = text.find('&');
      made += text.substr(0, begin);
      if (begin == std::string_view::npos) break;
      const size_t end = text.find(';', begin);
      if (end == std::string_view::npos) throw Malformed{"an entity does not end"};
      appendEntity(made, text.substr(begin + 1, end - begin - 1));
      text.remove_prefix(end + 1);
    }
    return made;
  }

  static void appendEntity(std::string& made, std::string_view entity) {
    constexpr std::pair<std::string_view, char> kKnown[] = {
        {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    for (const auto& [word, character] : kKnown) {
      if (entity == word) return void(made += character);
    }
    const bool isHex = entity.starts_with("#x");
    uint32_t code = 0;
    const std::string_view digits = entity.substr(std::min<size_t>(entity.size(), isHex ? 2 : 1));
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, isHex ? 16 : 10);
    const bool isCode = entity.starts_with('#') && error == std::errc() && end == digits.data() + digits.size() &&
                        code > 0 && code < 0x110000 && (code < 0xD800 || code > 0xDFFF);
    if (!isCode) throw Malformed{"an unknown entity"};
    appendUtf8(made, code);
  }

  void attributes(Element& element) {
    while (true) {
      skipBlanks();
      if (rest().empty() || rest().front() == '>' || rest().front() == '/') return;
      std::string key = name();
      skipBlanks();
      if (!accept("=")) throw Malformed{fmt::format("expected = behind {}", key.substr(0, 40))};
      skipBlanks();
      const char quote = rest().empty() ? '\0' : rest().front();
      if (quote != '"' && quote != '\'') throw Malformed{"the value of an attribute has no quotes"};
      advance(1);
      element.attributes.emplace_back(std::move(key), plain(until(std::string_view(&quote, 1), "an attribute")));
    }
  }

  Element element(size_t depth) {
    if (depth > kDeepest) throw Malformed{fmt::format("elements are nested more than {} deep", kDeepest)};
    if (++elements_ > kMostElements) throw Malformed{"too many elements"};
    Element element;
    element.line = line_;
    advance(1);
    element.name = name();
    attributes(element);
    if (accept("/>")) return element;
    if (!accept(">")) throw Malformed{fmt::format("the element {} does not end", element.name.substr(0, 40))};
    while (!accept("</")) {
      if (rest().empty()) throw Malformed{fmt::format("the element {} is not closed", element.name.substr(0, 40))};
      if (accept("<![CDATA[")) {
        element.text += until("]]>", "a CDATA section");
      } else if (rest().front() == '<') {
        if (!skipAside()) element.children.push_back(this->element(depth + 1));
      } else {
        const std::string_view piece = rest().substr(0, rest().find('<'));
        element.text += plain(piece);
        advance(piece.size());
      }
    }
    if (name() != element.name)
      throw Malformed{fmt::format("{} is closed by another name", element.name.substr(0, 40))};
    skipBlanks();
    if (!accept(">")) throw Malformed{"an end tag does not end"};
    return element;
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1;
  size_t elements_ = 0;
};

}  // namespace

std::string_view Element::attribute(std::string_view key) const {
  for (const auto& [name, value] : attributes) {
    if (name == key) return value;
  }
  return {};
}

support::Result<Element> parseXml(const std::string& name, std::string_view text) {
  Reader reader(text);
  try {
    return reader.document();
  } catch (const Malformed& problem) {
    return support::Error{fmt::format("{}:{}: {}", name, reader.line(), problem.what)};
  }
}

}  // namespace clew::witness
