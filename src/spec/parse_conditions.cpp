// The conditions and integers of automata. `&&` and `||` bind alike and from the left; comparisons bind closer.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "spec/c_parser.h"
#include "spec/parser.h"
#include "spec/regular.h"

namespace clew::spec {

namespace {

using TokenKind = Token::Kind;

constexpr size_t kDeepest = 100;
constexpr size_t kMostConditions = 100000;  // of an automaton
constexpr size_t kMostOperands = 500;       // in a row
constexpr size_t kMostTerms = 1000;
constexpr size_t kLongestRegex = 200;

/// Throws if nobody can make sense of a regular expression.
void checkRegex(const std::string& text, const Place& place) {
  if (text.size() > kLongestRegex)
    throw Mistake{place, fmt::format("the regular expression is longer than {}", kLongestRegex)};
  try {
    static_cast<void>(regexOf(text));
  } catch (const std::regex_error&) {
    throw Mistake{place, fmt::format("'{}' is not a regular expression", text)};
  }
}

/// Throws if a pattern is nothing that a program does.
void checkHappens(const StatementPattern& pattern, const Place& place) {
  if (pattern.kind != StatementPattern::Kind::Other) return;
  throw Mistake{place, fmt::format("expected a call, an assignment, [a condition] or a return of a value, found '{}'",
                                   pattern.text())};
}

/// The statement that a text between quotes is.
StatementPattern statementIn(const Token& text) {
  std::string code;
  for (size_t i = 0; i < text.text.size(); ++i) {
    const bool isQuoted = text.text.substr(i).starts_with("\\\"") || text.text.substr(i).starts_with("\\\\");
    if (isQuoted) ++i;
    code += text.text[i];
  }
  std::vector<std::string> names;
  const FileSource files = [&](const std::string&) -> support::Result<std::string> { return code; };
  try {
    Tokens tokens("", files, names);
    StatementPattern made = CParser(tokens).statement();
    tokens.accept(";");
    if (!tokens.at(TokenKind::End)) tokens.fail("the end of the text");
    checkHappens(made, text.place);
    for (CNode& node : made.statement.nodes) {
      const bool isJoker = node.kind == CNode::Kind::Joker || node.kind == CNode::Kind::AnyJoker;
      if (isJoker) throw Mistake{node.place, "jokers stand in {}, not in a text"};
      node.place = text.place;
    }
    return made;
  } catch (const Mistake& mistake) {
    throw Mistake{text.place, "the text is no statement: " + mistake.what};
  }
}

}  // namespace

uint32_t Parser::add(Condition condition) {
  if (conditions_.size() >= kMostConditions) throw Mistake{condition.place, "the automaton has too many conditions"};
  conditions_.push_back(std::move(condition));
  return static_cast<uint32_t>(conditions_.size() - 1);
}

uint32_t Parser::condition() {
  if (++depth_ > kDeepest)
    throw Mistake{tokens_.current().place, fmt::format("the condition is more than {} deep", kDeepest)};
  uint32_t left = comparison();
  for (size_t operands = 1; tokens_.at("&&") || tokens_.at("||"); ++operands) {
    const Token word = tokens_.take();
    if (operands >= kMostOperands) throw Mistake{word.place, "the condition is too long"};
    const uint32_t right = comparison();
    const auto kind = word.text == "&&" ? Condition::Kind::And : Condition::Kind::Or;
    left = add({.kind = kind, .place = word.place, .a = left, .b = right});
  }
  --depth_;
  return left;
}

uint32_t Parser::comparison() {
  const bool isInteger = tokens_.at(TokenKind::Number) || tokens_.at("-") || tokens_.at("EVAL") ||
                         (tokens_.at(TokenKind::Name) && !tokens_.at("TRUE") && !tokens_.at("FALSE") &&
                          !tokens_.at("MATCH") && !tokens_.at("CHECK") && !tokens_.at("COVERS_LINES"));
  if (isInteger) {
    Condition made{.kind = Condition::Kind::IntegerEqual, .place = tokens_.current().place};
    made.left = integer();
    if (!tokens_.at("==") && !tokens_.at("!=")) tokens_.fail("'==' or '!='");
    if (tokens_.take().text == "!=") made.kind = Condition::Kind::IntegerNotEqual;
    made.right = integer();
    return add(std::move(made));
  }
  uint32_t left = simple();
  for (size_t operands = 1; tokens_.at("==") || tokens_.at("!="); ++operands) {
    const Token word = tokens_.take();
    if (operands >= kMostOperands) throw Mistake{word.place, "the condition is too long"};
    const uint32_t right = simple();
    const auto kind = word.text == "==" ? Condition::Kind::Equal : Condition::Kind::NotEqual;
    left = add({.kind = kind, .place = word.place, .a = left, .b = right});
  }
  return left;
}

uint32_t Parser::simple() {
  const Place place = tokens_.current().place;
  if (tokens_.accept("TRUE")) return add({.kind = Condition::Kind::True, .place = place});
  if (tokens_.accept("FALSE")) return add({.kind = Condition::Kind::False, .place = place});
  if (tokens_.at("MATCH")) return match();
  if (tokens_.at("CHECK")) return check();
  if (tokens_.at("COVERS_LINES")) return coversLines();
  if (tokens_.accept("!")) {
    if (++depth_ > kDeepest) throw Mistake{place, fmt::format("the condition is more than {} deep", kDeepest)};
    const uint32_t inside = simple();
    --depth_;
    return add({.kind = Condition::Kind::Not, .place = place, .a = inside});
  }
  if (tokens_.accept("(")) {
    const uint32_t inside = condition();
    tokens_.expect(")");
    return inside;
  }
  tokens_.fail("a condition");
}

uint32_t Parser::match() {
  const Place place = tokens_.expect("MATCH").place;
  Condition made{.kind = Condition::Kind::Match, .place = place};
  Match& match = made.match;
  if (tokens_.at("{")) return statementMatch(Match::Kind::Statement, place);
  if (tokens_.accept("CALL")) return statementMatch(Match::Kind::Call, place);
  if (tokens_.accept("RETURN")) return statementMatch(Match::Kind::Return, place);
  if (tokens_.accept("ENTRY")) {
    match.kind = Match::Kind::Entry;
  } else if (tokens_.accept("EXIT")) {
    match.kind = Match::Kind::Exit;
  } else if (tokens_.accept("ASSERT")) {
    match.kind = Match::Kind::Assert;
  } else if (tokens_.accept("FUNCTIONCALL")) {
    match.kind = Match::Kind::FunctionCall;
    match.text = tokens_.expect(TokenKind::String, "the name of a function in quotes").text;
  } else {
    const bool isLabel = tokens_.accept("LABEL");
    if (tokens_.at(TokenKind::String)) {
      match.kind = isLabel ? Match::Kind::Label : Match::Kind::Text;
      const Token text = tokens_.take();
      match.text = text.text;
      if (!isLabel) match.pattern = statementIn(text);
    } else if (tokens_.at("[")) {
      match.kind = isLabel ? Match::Kind::LabelRegex : Match::Kind::Regex;
      const Place opened = tokens_.current().place;
      match.text = tokens_.takeRaw(']', false);
      checkRegex(match.text, opened);
    } else {
      tokens_.fail(
          isLabel
              ? "a text in quotes or a regular expression in []"
              : "something to match: {...}, \"...\", [...], CALL, RETURN, FUNCTIONCALL, LABEL, ENTRY, EXIT or ASSERT");
    }
  }
  return add(std::move(made));
}

uint32_t Parser::statementMatch(Match::Kind kind, const Place& place) {
  Condition made{.kind = Condition::Kind::Match, .place = place};
  tokens_.expect("{");
  made.match.kind = kind;
  made.match.pattern = CParser(tokens_).statement();
  tokens_.accept(";");
  tokens_.expect("}");
  const StatementPattern& pattern = made.match.pattern;
  if (kind != Match::Kind::Statement && !pattern.isCall()) {
    throw Mistake{pattern.statement.top().place, fmt::format("expected a call, found '{}'", pattern.text())};
  }
  checkHappens(pattern, pattern.statement.top().place);
  return add(std::move(made));
}

uint32_t Parser::check() {
  Condition made{.kind = Condition::Kind::Check, .place = tokens_.expect("CHECK").place};
  made.query = query(false);
  return add(std::move(made));
}

/// ("question"), (analysis, "question") or (IS_TARGET_STATE).
Query Parser::query(bool needsAnalysis) {
  Query made;
  tokens_.expect("(");
  if (tokens_.at(TokenKind::Name)) {
    made.analysis = tokens_.take().text;
    if (!needsAnalysis && tokens_.at(")")) {
      made.question = std::exchange(made.analysis, "");
    } else {
      tokens_.expect(",");
      made.question = tokens_.expect(TokenKind::String, "a question in quotes").text;
    }
  } else if (needsAnalysis) {
    tokens_.fail("the name of an analysis");
  } else {
    made.question = tokens_.expect(TokenKind::String, "a question in quotes or the name of an analysis").text;
  }
  tokens_.expect(")");
  return made;
}

uint32_t Parser::coversLines() {
  Condition made{.kind = Condition::Kind::CoversLines, .place = tokens_.expect("COVERS_LINES").place};
  tokens_.expect("(");
  while (tokens_.at(TokenKind::Number)) made.lines.push_back(static_cast<uint64_t>(number()));
  tokens_.expect(")");
  return add(std::move(made));
}

Integer Parser::integer() {
  Integer made;
  made.terms.push_back(term());
  while (tokens_.at("+") || tokens_.at("-")) {
    const bool isNegative = tokens_.take().text == "-";
    if (made.terms.size() >= kMostTerms) throw Mistake{tokens_.current().place, "the sum is too long"};
    made.terms.push_back(term());
    made.terms.back().isNegative = isNegative;
  }
  return made;
}

Integer::Term Parser::term() {
  Integer::Term made;
  made.place = tokens_.current().place;
  if (tokens_.at(TokenKind::Number) || tokens_.at("-")) {
    made.value = number();
  } else if (tokens_.accept("EVAL")) {
    made.value = query(true);
  } else if (tokens_.at(TokenKind::Name)) {
    made.value = VariableUse{std::string(tokens_.take().text), kUnresolved};
  } else {
    tokens_.fail("a number or the name of a variable");
  }
  return made;
}

int64_t Parser::number() {
  const bool isNegative = tokens_.accept("-");
  const Token token = tokens_.expect(TokenKind::Number, "a number");
  int64_t value = 0;
  const auto [end, problem] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  if (problem != std::errc() || end != token.text.data() + token.text.size()) {
    throw Mistake{token.place, fmt::format("expected a number of 64 bits, found {}", token.shown())};
  }
  return isNegative ? -value : value;
}

}  // namespace clew::spec
