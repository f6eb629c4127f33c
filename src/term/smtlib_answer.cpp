// Reads what a solver prints. Nothing is taken for granted: lists may be endless, nested or missing.
#include <algorithm>
#include <charconv>
#include <optional>

#include "term/checked_solver.h"
#include "term/smtlib.h"

namespace clew::term {
namespace {

constexpr unsigned kDeepest = 64;

/// One atom or list at a time from a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  /// "(", ")", an atom, or nothing at the end. Strings and quoted symbols are atoms.
  std::string_view next() {
    skipSpace();
    if (rest_.empty()) return {};
    size_t length = 1;
    if (rest_[0] == '"' || rest_[0] == '|') {
      const size_t end = rest_.find(rest_[0], 1);
      length = end == std::string_view::npos ? rest_.size() : end + 1;
    } else if (rest_[0] != '(' && rest_[0] != ')') {
      length = std::min(rest_.find_first_of(" \t\r\n();\"|"), rest_.size());
      length = std::max<size_t>(length, 1);
    }
    const std::string_view token = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return token;
  }

  /// Takes the rest of a list whose "(" was taken; false if it does not end or is too deep.
  bool skipList() {
    for (unsigned depth = 1; depth > 0;) {
      const std::string_view token = next();
      if (token.empty() || depth > kDeepest) return false;
      if (token == "(") ++depth;
      if (token == ")") --depth;
    }
    return true;
  }

  /// Takes an atom or a list; the text of it, or nothing.
  std::optional<std::string_view> expression() {
    skipSpace();
    const std::string_view begin = rest_;
    const std::string_view token = next();
    if (token.empty() || token == ")") return std::nullopt;
    if (token == "(" && !skipList()) return std::nullopt;
    return begin.substr(0, begin.size() - rest_.size());
  }

 private:
  void skipSpace() {
    while (!rest_.empty()) {
      const size_t begin = rest_.find_first_not_of(" \t\r\n");
      rest_.remove_prefix(begin == std::string_view::npos ? rest_.size() : begin);
      if (rest_.empty() || rest_[0] != ';') return;
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    }
  }

  std::string_view rest_;
};

std::optional<uint64_t> parseNumber(std::string_view digits, int base) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// true, #x0F, #b01, (_ bv15 8)
std::optional<uint64_t> parseValue(std::string_view text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  if (text.starts_with("#x")) return parseNumber(text.substr(2), 16);
  if (text.starts_with("#b")) return parseNumber(text.substr(2), 2);
  Reader reader(text);
  if (reader.next() != "(" || reader.next() != "_") return std::nullopt;
  const std::string_view digits = reader.next();
  return digits.starts_with("bv") ? parseNumber(digits.substr(2), 10) : std::nullopt;
}

/// The values in ((expression value) ...), or nothing.
std::optional<std::vector<uint64_t>> parseValues(Reader& reader, size_t count) {
  if (reader.next() != "(") return std::nullopt;
  std::vector<uint64_t> values;
  for (size_t i = 0; i < count; ++i) {
    if (reader.next() != "(" || !reader.expression()) return std::nullopt;
    const auto text = reader.expression();
    const auto value = text ? parseValue(*text) : std::nullopt;
    if (!value || reader.next() != ")") return std::nullopt;
    values.push_back(*value);
  }
  if (reader.next() != ")") return std::nullopt;
  return values;
}

std::optional<Model> parseModel(Reader& reader, const SmtLibScript& script) {
  Model model;
  const size_t count = script.symbols.size() + 2 * script.arrays.size() * script.indices;
  if (count == 0) return model;
  const auto values = parseValues(reader, count);
  if (!values) return std::nullopt;
  size_t at = 0;
  for (const uint32_t symbol : script.symbols) model.values[symbol] = (*values)[at++];
  for (const uint32_t array : script.arrays) {
    for (size_t i = 0; i < script.indices; ++i, at += 2) {
      const uint64_t element = (*values)[at + 1];
      if (element != 0) model.elements[array][(*values)[at]] = static_cast<uint8_t>(element);
    }
  }
  return model;
}

/// The names in the first list that is no error; all terms if there is none.
std::vector<Term> parseCore(Reader& reader, std::span<const Term> conjunction) {
  std::vector<Term> all(conjunction.begin(), conjunction.end());
  while (true) {
    if (reader.next() != "(") return all;
    std::string_view token = reader.next();
    if (token == "error") {
      if (!reader.skipList()) return all;
      continue;
    }
    std::vector<bool> isNamed(conjunction.size(), false);
    for (; token != ")"; token = reader.next()) {
      const auto place = token.starts_with("a") ? parseNumber(token.substr(1), 10) : std::nullopt;
      if (!place || *place >= conjunction.size()) return all;
      isNamed[*place] = true;
    }
    std::vector<Term> core;
    for (size_t i = 0; i < conjunction.size(); ++i) {
      if (isNamed[i]) core.push_back(conjunction[i]);
    }
    return core.empty() ? all : core;
  }
}

/// The beginning of what was printed, for people.
std::string shown(std::string_view output) {
  constexpr size_t kMost = 80;
  std::string text(output.substr(0, std::min(output.find('\n'), kMost)));
  for (char& letter : text) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return text;
}

}  // namespace

Decision readSmtLibAnswer(std::string_view output, const SmtLibScript& script, std::span<const Term> conjunction) {
  Reader reader(output);
  const std::string_view answer = reader.next();
  Decision decision;
  if (answer == "unsat") {
    decision.answer = Answer::Unsatisfiable;
    decision.core = parseCore(reader, conjunction);
    return decision;
  }
  if (answer == "unknown") return unknown("the solver does not know");
  if (answer != "sat")
    return unknown(output.empty() ? "it printed nothing" : "it printed no answer but: " + shown(output));
  auto model = parseModel(reader, script);
  if (!model) return unknown("it printed sat, but no values that can be read");
  decision.answer = Answer::Satisfiable;
  decision.model = std::move(*model);
  return decision;
}

}  // namespace clew::term
