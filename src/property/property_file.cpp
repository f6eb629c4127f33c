#include "property/property_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <optional>

#include "support/text_file.h"

namespace clew::property {

namespace {

using support::Error;
using support::Result;

constexpr uint64_t kLargestFile = 64 << 10;
constexpr size_t kMostErrorFunctions = 16;

/// A formula without a name in it, and the properties it stands for, separated by commas.
struct KnownFormula {
  std::string_view formula;
  std::string_view clause;
  std::string_view properties;
};

constexpr std::array kFormulas = {
    KnownFormula{"G valid-free", "valid-free", "double-free,invalid-free"},
    KnownFormula{"G valid-deref", "valid-deref", "out-of-bounds,use-after-free,null-dereference,uninitialized"},
    KnownFormula{"G valid-memtrack", "valid-memtrack", "lost-memory"},
    KnownFormula{"G valid-memcleanup", "valid-memcleanup", "leak"},
    KnownFormula{"G ! overflow", "no-overflow", "signed-overflow"},
    KnownFormula{"G ! data-race", "no-data-race", "data-race"},
};

/// Known to everybody, decided by others.
struct RefusedFormula {
  std::string_view formula;
  std::string_view clause;
};

constexpr std::array kRefused = {
    RefusedFormula{"F end", "termination"},
    RefusedFormula{"G def-behavior", "def-behavior"},
};

/// Words and single characters, with the line they stand on.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) { advance(); }

  std::string_view token() const { return token_; }
  bool atEnd() const { return token_.empty(); }
  size_t line() const { return line_; }

  std::string_view take() {
    const std::string_view taken = token_;
    advance();
    return taken;
  }

  bool accept(std::string_view expected) {
    if (token_ != expected) return false;
    advance();
    return true;
  }

 private:
  static bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

  void advance() {
    skipBlanks();
    size_t length = 0;
    while (length < text_.size() && isWordPart(text_[length])) ++length;
    if (length == 0 && !text_.empty()) length = 1;
    token_ = text_.substr(0, length);
    text_.remove_prefix(length);
  }

  void skipBlanks() {
    while (!text_.empty()) {
      if (text_.starts_with("//")) {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else if (std::isspace(static_cast<unsigned char>(text_.front())) != 0) {
        if (text_.front() == '\n') ++line_;
        text_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  std::string_view token_;
  size_t line_ = 1;
};

class Parser {
 public:
  Parser(const std::string& name, std::string_view text) : scanner_(text) { file_.name = name; }

  Result<PropertyFile> parse() {
    while (!scanner_.atEnd()) {
      if (scanner_.token() == "COVER") {
        refuse("coverage");
        return file_;
      }
      if (auto problem = parseCheck()) return *problem;
    }
    if (file_.clauses.empty()) return Error{fmt::format("{}: no CHECK line in the file", file_.name)};
    return file_;
  }

 private:
  Error errorHere(const std::string& what) const {
    return Error{fmt::format("{}:{}: {}", file_.name, scanner_.line(), what)};
  }

  /// Takes these tokens, which are separated by blanks.
  std::optional<Error> expect(std::string_view tokens) {
    while (!tokens.empty()) {
      const std::string_view expected = tokens.substr(0, tokens.find(' '));
      tokens.remove_prefix(std::min(expected.size() + 1, tokens.size()));
      if (!scanner_.accept(expected)) {
        const std::string found = scanner_.atEnd() ? "the end of the file" : fmt::format("'{}'", shown());
        return errorHere(fmt::format("expected '{}' but found {}", expected, found));
      }
    }
    return std::nullopt;
  }

  std::string shown() const { return std::string(scanner_.token().substr(0, 40)); }

  /// CHECK( init(main()), LTL(...) )
  std::optional<Error> parseCheck() {
    if (auto problem = expect("CHECK ( init (")) return problem;
    if (scanner_.token() != "main") return errorHere(fmt::format("only init(main()) is supported, not '{}'", shown()));
    if (auto problem = expect("main ( ) ) , LTL (")) return problem;
    if (auto problem = parseFormula()) return problem;
    return expect(") )");
  }

  std::optional<Error> parseFormula() {
    std::string formula;
    size_t words = 0;
    while (!scanner_.atEnd() && scanner_.token() != "(" && scanner_.token() != ")" && ++words <= 8) {
      if (!formula.empty()) formula += ' ';
      formula += shown();
      scanner_.take();
    }
    if (scanner_.token() == "(" && formula == "G ! call") return parseCall();
    if (scanner_.token() == "(" && formula == "G ! clew") return parseOwn();
    for (const KnownFormula& known : kFormulas) {
      if (known.formula == formula) return addClause(known);
    }
    for (const RefusedFormula& known : kRefused) {
      if (known.formula == formula) return refuse(known.clause);
    }
    return errorHere(fmt::format("no property is known for the formula '{}'", formula));
  }

  /// call(NAME())
  std::optional<Error> parseCall() {
    scanner_.take();
    const std::string function(scanner_.token());
    if (!isIdentifier(function)) return errorHere(fmt::format("not the name of a function: '{}'", shown()));
    scanner_.take();
    if (auto problem = expect("( ) )")) return problem;
    if (file_.errorFunctions.size() == kMostErrorFunctions) return errorHere("too many functions in one file");
    Clause clause{"unreach-call"};
    clause.properties.add(Property::Assert);
    file_.clauses.push_back(clause);
    file_.errorFunctions.push_back(function);
    return std::nullopt;
  }

  /// clew(NAME)
  std::optional<Error> parseOwn() {
    scanner_.take();
    const std::string name = shown();
    const auto property = propertyNamed(name);
    if (!property) return errorHere(fmt::format("no property is called '{}'", name));
    scanner_.take();
    file_.clauses.push_back({name, PropertySet::none()});
    file_.clauses.back().properties.add(*property);
    return expect(")");
  }

  std::optional<Error> addClause(const KnownFormula& known) {
    const auto properties = PropertySet::parse(known.properties);
    assert(properties && "the table names a property that there is not");
    file_.clauses.push_back({std::string(known.clause), *properties});
    return std::nullopt;
  }

  std::optional<Error> refuse(std::string_view clause) {
    file_.clauses.push_back({std::string(clause), PropertySet::none()});
    if (file_.refused.empty()) file_.refused = fmt::format("{} is not supported", clause);
    return std::nullopt;
  }

  static bool isIdentifier(std::string_view word) {
    return !word.empty() && word.size() <= 200 && std::isdigit(static_cast<unsigned char>(word.front())) == 0 &&
           std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  }

  Scanner scanner_;
  PropertyFile file_;
};

}  // namespace

PropertySet PropertyFile::properties() const {
  PropertySet set = PropertySet::none();
  for (const Clause& clause : clauses) set.add(clause.properties);
  return set;
}

bool PropertyFile::watchesAssertions() const {
  return std::any_of(clauses.begin(), clauses.end(), [](const Clause& clause) {
    return clause.name != "unreach-call" && clause.properties.contains(Property::Assert);
  });
}

std::string_view PropertyFile::clauseOf(Property property) const {
  const auto found = std::find_if(clauses.begin(), clauses.end(),
                                  [&](const Clause& clause) { return clause.properties.contains(property); });
  return found == clauses.end() ? nameOf(property) : std::string_view(found->name);
}

Result<PropertyFile> parsePropertyFile(const std::string& name, std::string_view text) {
  return Parser(name, text).parse();
}

Result<PropertyFile> readPropertyFile(const std::string& name) {
  const auto text = support::readTextFile(name, kLargestFile);
  if (!text) return text.error();
  return parsePropertyFile(name, *text);
}

}  // namespace clew::property
