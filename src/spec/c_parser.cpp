#include "spec/c_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace clew::spec {

namespace {

using Kind = CNode::Kind;

// What is deeper or longer was not written by people.
constexpr size_t kDeepest = 100;
constexpr size_t kMostNodes = 2000;
constexpr uint64_t kHighestJoker = 99;

constexpr std::array<std::string_view, 19> kTypeWords = {
    "void", "char",   "short", "int",  "long",  "unsigned", "signed", "float",   "double",  "_Bool",
    "bool", "struct", "union", "enum", "const", "volatile", "size_t", "ssize_t", "restrict"};

bool isTypeWord(std::string_view word) {
  return word.ends_with("_t") || std::find(kTypeWords.begin(), kTypeWords.end(), word) != kTypeWords.end();
}

struct BinaryOperator {
  std::string_view text;
  int precedence;
};
constexpr std::array<BinaryOperator, 18> kBinary = {{{"||", 1},
                                                     {"&&", 2},
                                                     {"|", 3},
                                                     {"^", 4},
                                                     {"&", 5},
                                                     {"==", 6},
                                                     {"!=", 6},
                                                     {"<", 7},
                                                     {">", 7},
                                                     {"<=", 7},
                                                     {">=", 7},
                                                     {"<<", 8},
                                                     {">>", 8},
                                                     {"+", 9},
                                                     {"-", 9},
                                                     {"*", 10},
                                                     {"/", 10},
                                                     {"%", 10}}};

int precedenceOf(std::string_view text) {
  for (const BinaryOperator& known : kBinary) {
    if (text == known.text) return known.precedence;
  }
  return 0;
}

int precedenceOf(const Token& token) { return token.kind == Token::Kind::Symbol ? precedenceOf(token.text) : 0; }

/// += and the like; not == and its kin.
bool isChange(std::string_view text) {
  if (text.size() < 2 || !text.ends_with("=")) return false;
  const int precedence = precedenceOf(text.substr(0, text.size() - 1));
  return precedence > 7 || (precedence >= 3 && precedence <= 5);
}

/// Counts how deep the parser is.
class Deeper {
 public:
  Deeper(size_t& depth, const Place& place) : depth_(depth) {
    if (++depth_ > kDeepest) throw Mistake{place, fmt::format("the expression is more than {} deep", kDeepest)};
  }
  ~Deeper() { --depth_; }
  Deeper(const Deeper&) = delete;  // it counts once
  Deeper& operator=(const Deeper&) = delete;

 private:
  size_t& depth_;
};

}  // namespace

CExpression CParser::expression() {
  made_ = {};
  made_.root = conditional();
  return std::exchange(made_, {});
}

StatementPattern CParser::statement() {
  using Statement = StatementPattern::Kind;
  made_ = {};
  StatementPattern pattern;
  if (tokens_.accept("[")) {
    pattern.kind = Statement::Branch;
    made_.root = conditional();
    tokens_.expect("]");
  } else if (tokens_.accept("return")) {
    pattern.kind = Statement::Return;
    made_.root = conditional();
  } else {
    if (atDeclaration()) pattern.type = declaredType();
    assignment();
    const CNode& top = made_.top();
    const bool isAssignment = top.kind == Kind::Assignment;
    const uint32_t right = isAssignment ? top.children[1] : made_.root;
    const CNode& called = made_.nodes[right];
    if (called.kind == Kind::Call && made_.nodes[called.children[0]].kind == Kind::Name) {
      pattern.kind = Statement::Call;
      pattern.call = right;
      if (isAssignment) pattern.result = top.children[0];
    } else if (isAssignment) {
      pattern.kind = pattern.type.empty() ? Statement::Assignment : Statement::Declaration;
    }
  }
  pattern.statement = std::exchange(made_, {});
  return pattern;
}

/// Whether a type is next: a word of one, or a name before another name, a joker or a star with a name.
bool CParser::atDeclaration() {
  const Token first = tokens_.current();
  if (first.kind != Token::Kind::Name) return false;
  if (isTypeWord(first.text)) return true;
  const Token next = tokens_.peek();
  return next.kind == Token::Kind::Name || next.kind == Token::Kind::Joker || next.is("*");
}

/// The type before a declared name, its words with one blank between them, its stars without.
std::string CParser::declaredType() {
  std::string text;
  do {
    text += (text.empty() ? "" : " ") + std::string(tokens_.take().text);
  } while (atDeclaration());
  while (tokens_.at("*")) text += tokens_.take().text;
  return text;
}

/// An expression, or an assignment of one in any of C's ways.
void CParser::assignment() {
  for (const std::string_view step : {"++", "--"}) {
    if (!tokens_.at(step)) continue;
    const Place place = tokens_.take().place;
    const uint32_t changed = unary();
    made_.root = changedBy(changed, std::string(step.substr(1)), one(place), place);
    return;
  }
  made_.root = conditional();
  const Token token = tokens_.current();
  if (token.is("=")) {
    tokens_.take();
    const uint32_t left = made_.root;
    const uint32_t right = conditional();
    made_.root = add(Kind::Assignment, token.place, "=", {left, right});
  } else if (token.is("++") || token.is("--")) {
    tokens_.take();
    made_.root = changedBy(made_.root, std::string(token.text.substr(1)), one(token.place), token.place);
  } else if (token.kind == Token::Kind::Symbol && token.text.ends_with("=") && isChange(token.text)) {
    tokens_.take();
    const uint32_t left = made_.root;
    const uint32_t right = conditional();
    made_.root = changedBy(left, std::string(token.text.substr(0, token.text.size() - 1)), right, token.place);
  }
}

uint32_t CParser::one(const Place& place) {
  const uint32_t made = add(Kind::Number, place, "");
  made_.nodes[made].value = 1;
  return made;
}

/// x = x op y; the node of x is part of both sides.
uint32_t CParser::changedBy(uint32_t changed, std::string operation, uint32_t by, const Place& place) {
  const uint32_t value = add(Kind::Binary, place, std::move(operation), {changed, by});
  return add(Kind::Assignment, place, "=", {changed, value});
}

uint32_t CParser::add(Kind kind, const Place& place, std::string text, std::vector<uint32_t> children) {
  if (made_.nodes.size() >= kMostNodes) throw Mistake{place, "the expression is too long"};
  made_.nodes.push_back({kind, place, std::move(text), 0, std::move(children)});
  return static_cast<uint32_t>(made_.nodes.size() - 1);
}

uint32_t CParser::conditional() {
  const Deeper deeper(depth_, tokens_.current().place);
  const uint32_t condition = binary(1);
  if (!tokens_.at("?")) return condition;
  const Place place = tokens_.take().place;
  const uint32_t one = conditional();
  tokens_.expect(":");
  const uint32_t other = conditional();
  return add(Kind::Conditional, place, "?", {condition, one, other});
}

uint32_t CParser::binary(int lowest) {
  uint32_t left = unary();
  while (true) {
    const int precedence = precedenceOf(tokens_.current());
    if (precedence < lowest || precedence == 0) return left;
    const Token operation = tokens_.take();
    const uint32_t right = binary(precedence + 1);
    left = add(Kind::Binary, operation.place, std::string(operation.text), {left, right});
  }
}

uint32_t CParser::unary() {
  const Deeper deeper(depth_, tokens_.current().place);
  for (const std::string_view operation : {"!", "-", "+", "~", "*", "&"}) {
    if (!tokens_.at(operation)) continue;
    const Place place = tokens_.take().place;
    const uint32_t operand = unary();
    return operation == "+" ? operand : add(Kind::Unary, place, std::string(operation), {operand});
  }
  return postfix();
}

uint32_t CParser::postfix() {
  uint32_t made = primary();
  while (true) {
    const Token token = tokens_.current();
    if (token.is("(")) {
      made = add(Kind::Call, token.place, "", arguments(made));
    } else if (token.is("[")) {
      tokens_.take();
      const uint32_t index = conditional();
      tokens_.expect("]");
      made = add(Kind::Index, token.place, "", {made, index});
    } else if (token.is(".") || token.is("->")) {
      tokens_.take();
      const Token name = tokens_.expect(Token::Kind::Name, "the name of a member");
      made = add(token.is(".") ? Kind::Member : Kind::Arrow, token.place, std::string(name.text), {made});
    } else {
      return made;
    }
  }
}

std::vector<uint32_t> CParser::arguments(uint32_t callee) {
  std::vector<uint32_t> list = {callee};
  tokens_.expect("(");
  if (tokens_.accept(")")) return list;
  do {
    list.push_back(conditional());
  } while (tokens_.accept(","));
  tokens_.expect(")");
  return list;
}

uint32_t CParser::primary() {
  const Token token = tokens_.current();
  switch (token.kind) {
    case Token::Kind::Number: return number();
    case Token::Kind::Joker: return joker();
    case Token::Kind::Variable: return variable();
    case Token::Kind::Name: tokens_.take(); return add(Kind::Name, token.place, std::string(token.text));
    case Token::Kind::String: tokens_.take(); return add(Kind::Text, token.place, std::string(token.text));
    default: break;
  }
  if (token.is("(")) return parenthesised();
  tokens_.fail("an expression");
}

uint32_t CParser::number() {
  const Token token = tokens_.take();
  std::string_view digits = token.text;
  while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos)
    digits.remove_suffix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  const bool octal = !hexadecimal && digits.size() > 1 && digits.front() == '0';
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                              hexadecimal ? 16
                                              : octal     ? 8
                                                          : 10);
  if (problem != std::errc() || end != digits.data() + digits.size()) {
    throw Mistake{token.place, fmt::format("expected an integer of 64 bits, found {}", token.shown())};
  }
  const uint32_t made = add(Kind::Number, token.place, "");
  made_.nodes[made].value = value;
  return made;
}

uint32_t CParser::joker() {
  const Token token = tokens_.take();
  if (token.text == "?") return add(Kind::AnyJoker, token.place, "");
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  if (problem != std::errc() || end != token.text.data() + token.text.size() || value > kHighestJoker) {
    throw Mistake{token.place, fmt::format("expected $0 to ${}, found {}", kHighestJoker, token.shown())};
  }
  const uint32_t made = add(Kind::Joker, token.place, "");
  made_.nodes[made].value = value;
  return made;
}

/// $$v, $$s[...], $$s.empty
uint32_t CParser::variable() {
  const Token token = tokens_.take();
  const std::string name(token.text);
  if (tokens_.accept("[")) {
    const uint32_t key = conditional();
    tokens_.expect("]");
    return add(Kind::Membership, token.place, name, {key});
  }
  if (tokens_.accept(".")) {
    tokens_.expect("empty");
    return add(Kind::Empty, token.place, name);
  }
  return add(Kind::Variable, token.place, name);
}

uint32_t CParser::parenthesised() {
  const Place place = tokens_.expect("(").place;
  const Token first = tokens_.current();
  if (first.kind == Token::Kind::Name) {
    if (isTypeWord(first.text)) return cast(place);
    if (tokens_.peek().is(")")) {
      // The name of a type or of a variable: what follows tells.
      tokens_.take();
      tokens_.take();
      using TokenKind = Token::Kind;
      const TokenKind next = tokens_.current().kind;
      const bool isOperand = next == TokenKind::Name || next == TokenKind::Number || next == TokenKind::Joker ||
                             next == TokenKind::Variable || tokens_.at("!") || tokens_.at("~");
      if (isOperand) return add(Kind::Cast, place, std::string(first.text), {unary()});
      return add(Kind::Name, first.place, std::string(first.text));
    }
  }
  const uint32_t inside = conditional();
  tokens_.expect(")");
  return inside;
}

uint32_t CParser::cast(const Place& place) {
  std::string name = type();
  tokens_.expect(")");
  return add(Kind::Cast, place, std::move(name), {unary()});
}

/// Its words with one blank between them, its stars without.
std::string CParser::type() {
  std::string text;
  while (tokens_.at(Token::Kind::Name)) {
    if (!text.empty()) text += ' ';
    text += tokens_.take().text;
  }
  while (tokens_.at("*")) text += tokens_.take().text;
  return text;
}

}  // namespace clew::spec
