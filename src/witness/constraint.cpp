#include "witness/constraint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace clew::witness {

namespace {

constexpr size_t kLongest = 16 << 10;
constexpr size_t kDeepest = 200;
constexpr size_t kMostNames = 12;
/// Beyond this nothing is computed.
constexpr Wide kLargest = Wide{1} << 100;

/// Leaves this file only as a `Result`.
struct Malformed {
  std::string what;
};

struct Operator {
  std::string_view text;
  int rank;
};
constexpr std::array kOperators = {
    Operator{"||", 1}, Operator{"&&", 2}, Operator{"==", 6}, Operator{"!=", 6}, Operator{"<=", 7}, Operator{">=", 7},
    Operator{"<<", 8}, Operator{">>", 8}, Operator{"|", 3},  Operator{"^", 4},  Operator{"&", 5},  Operator{"<", 7},
    Operator{">", 7},  Operator{"+", 9},  Operator{"-", 9},  Operator{"*", 10}, Operator{"/", 10}, Operator{"%", 10}};

constexpr std::array<std::string_view, 8> kTypeWords = {"int",  "unsigned", "signed", "char",
                                                        "long", "short",    "_Bool",  "bool"};

bool isTypeWord(std::string_view word) {
  return std::find(kTypeWords.begin(), kTypeWords.end(), word) != kTypeWords.end();
}

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

class ConstraintParser {
 public:
  explicit ConstraintParser(std::string_view text) : rest_(text) {}

  Constraint parse() {
    if (rest_.size() > kLongest) throw Malformed{"it is too long"};
    if (findFloat()) return std::move(made_);
    made_.root_ = binary(1);
    skipBlanks();
    if (!rest_.empty()) throw Malformed{fmt::format("'{}' is not read here", rest_.substr(0, 20))};
    findResult();
    return std::move(made_);
  }

 private:
  using Node = Constraint::Node;

  void skipBlanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size())); }

  bool accept(std::string_view word) {
    skipBlanks();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  uint32_t add(Node node) {
    made_.nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(made_.nodes_.size() - 1);
  }

  /// A comparison with a number that is no integer; nothing else is known of those.
  bool findFloat() {
    const std::string_view whole = rest_;
    if (accept(Constraint::kResult) && accept("==")) {
      skipBlanks();
      const std::string_view digits = rest_.substr(0, rest_.find_last_not_of(" \t\r\n;") + 1);
      double number = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      const bool isWhole = error == std::errc() && end == digits.data() + digits.size();
      if (isWhole && digits.find_first_not_of("-0123456789") != std::string_view::npos) {
        made_.names_ = {Constraint::kResult};
        made_.result_ = digits;
        made_.root_ = add(Node{});
        return true;
      }
    }
    rest_ = whole;
    return false;
  }

  const Operator* nextOperator() {
    skipBlanks();
    for (const Operator& each : kOperators) {
      if (rest_.starts_with(each.text)) return &each;
    }
    return nullptr;
  }

  uint32_t binary(int lowest) {
    uint32_t left = unary();
    for (const Operator* next = nextOperator(); next != nullptr && next->rank >= lowest; next = nextOperator()) {
      accept(next->text);
      const uint32_t right = binary(next->rank + 1);
      left = add({Node::Kind::Binary, std::string(next->text), {}, left, right, 0});
    }
    return left;
  }

  uint32_t unary() {
    if (++depth_ > kDeepest) throw Malformed{"it is nested too deeply"};
    const uint32_t node = operand();
    --depth_;
    return node;
  }

  uint32_t operand() {
    for (const char* sign : {"!", "~", "-", "+"}) {
      if (accept(sign)) return add({Node::Kind::Unary, sign, {}, unary(), 0, 0});
    }
    if (accept("(")) {
      if (const auto type = castType()) {
        Node cast{Node::Kind::Cast, "", {0, type->second}, 0, 0, type->first};
        cast.a = unary();
        return add(std::move(cast));
      }
      const uint32_t inner = binary(1);
      if (!accept(")")) throw Malformed{"expected )"};
      return inner;
    }
    if (accept(Constraint::kResult)) return name(Constraint::kResult);
    skipBlanks();
    if (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_.front())) != 0) return number();
    const std::string found(word());
    if (found.empty()) throw Malformed{fmt::format("'{}' is not read here", rest_.substr(0, 20))};
    return name(found);
  }

  std::string_view word() {
    size_t length = 0;
    while (length < rest_.size() && isWordPart(rest_[length])) ++length;
    const std::string_view found = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return found;
  }

  /// A type and its closing parenthesis, as its size in bits and whether it is unsigned; nothing if it is none.
  std::optional<std::pair<uint32_t, bool>> castType() {
    const std::string_view before = rest_;
    uint32_t bits = 32;
    bool isUnsigned = false;
    bool isAny = false;
    while (true) {
      skipBlanks();
      const std::string_view behind = rest_;
      const std::string_view next = word();
      if (!isTypeWord(next)) {
        rest_ = behind;
        break;
      }
      isAny = true;
      isUnsigned |= next == "unsigned";
      if (next == "char") bits = 8;
      if (next == "short") bits = 16;
      if (next == "long") bits = 64;
      if (next == "_Bool" || next == "bool") bits = 1;
    }
    if (isAny && accept(")")) return std::pair{bits, isUnsigned};
    if (isAny) throw Malformed{"a cast to such a type is not read here"};
    rest_ = before;
    return std::nullopt;
  }

  uint32_t name(const std::string& text) {
    skipBlanks();
    if (!rest_.empty() && (rest_.front() == '(' || rest_.front() == '[' || rest_.front() == '.')) {
      throw Malformed{"calls and parts of objects are not read here"};
    }
    if (rest_.starts_with("->")) throw Malformed{"parts of objects are not read here"};
    auto& names = made_.names_;
    const auto known = std::find(names.begin(), names.end(), text);
    const auto index = static_cast<uint32_t>(known - names.begin());
    if (known == names.end()) names.push_back(text);
    if (names.size() > kMostNames) throw Malformed{"it has too many variables"};
    return add({Node::Kind::Name, text, {}, index, 0, 0});
  }

  uint32_t number() {
    std::string_view digits = word();
    if (rest_.starts_with('.')) throw Malformed{"such numbers are not read here"};
    const bool isHex = digits.starts_with("0x") || digits.starts_with("0X");
    const bool isOctal = !isHex && digits.size() > 1 && digits.front() == '0';
    if (isHex) digits.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                              isHex     ? 16
                                              : isOctal ? 8
                                                        : 10);
    std::string_view suffix = digits.substr(static_cast<size_t>(end - digits.data()));
    const bool isUnsigned = suffix.find_first_of("uU") != std::string_view::npos;
    if (error != std::errc() || suffix.find_first_not_of("uUlL") != std::string_view::npos || suffix.size() > 3) {
      throw Malformed{fmt::format("'{}' is no number", digits.substr(0, 20))};
    }
    made_.numbers_.push_back(static_cast<int64_t>(value));
    return add({Node::Kind::Number, "", {static_cast<Wide>(value), isUnsigned}, 0, 0, 0});
  }

  /// Whether it is `\result == number`, or the other way round.
  void findResult() {
    if (!made_.isAboutResult()) return;
    const Node& top = made_.nodes_[made_.root_];
    if (top.kind != Node::Kind::Binary || top.text != "==") return;
    for (const auto& [one, other] : {std::pair{top.a, top.b}, std::pair{top.b, top.a}}) {
      if (made_.nodes_[one].kind != Node::Kind::Name) continue;
      const Value nothing;
      const auto value = made_.evaluate(other, {&nothing, 1});
      const bool isConstant = made_.nodes_[other].kind == Node::Kind::Number ||
                              (made_.nodes_[other].kind == Node::Kind::Unary &&
                               made_.nodes_[made_.nodes_[other].a].kind == Node::Kind::Number);
      if (!isConstant || !value) continue;
      if (value->number < 0 && value->number >= std::numeric_limits<int64_t>::min()) {
        made_.result_ = std::to_string(static_cast<int64_t>(value->number));
      } else if (value->number >= 0 && value->number <= std::numeric_limits<uint64_t>::max()) {
        made_.result_ = std::to_string(static_cast<uint64_t>(value->number));
      }
    }
  }

  Constraint made_;
  std::string_view rest_;
  size_t depth_ = 0;
};

support::Result<Constraint> Constraint::parse(std::string_view text) {
  try {
    return ConstraintParser(text).parse();
  } catch (const Malformed& problem) {
    return support::Error{problem.what};
  }
}

std::optional<Value> Constraint::evaluate(uint32_t index, std::span<const Value> values) const {
  const Node& node = nodes_[index];
  switch (node.kind) {
    case Node::Kind::Number: return node.value;
    case Node::Kind::Name: return node.a < values.size() ? std::optional(values[node.a]) : std::nullopt;
    default: break;
  }
  const auto value = compute(node, values);
  if (!value || value->number > kLargest || value->number < -kLargest) return std::nullopt;
  return value;
}

std::optional<Value> Constraint::compute(const Node& node, std::span<const Value> values) const {
  const auto a = evaluate(node.a, values);
  if (!a) return std::nullopt;
  if (node.kind == Node::Kind::Cast) {
    const bool isUnsigned = node.value.isUnsigned || node.bits == 1;
    const Wide least = isUnsigned ? 0 : -(Wide{1} << (node.bits - 1));
    const Wide most = (Wide{1} << (isUnsigned ? node.bits : node.bits - 1)) - 1;
    if (a->number < least || a->number > most) return std::nullopt;
    return Value{a->number, isUnsigned && node.bits >= 32};
  }
  const auto truth = [](bool holds) { return Value{holds ? 1 : 0, false}; };
  if (node.kind == Node::Kind::Unary) {
    if (node.text == "!") return truth(a->number == 0);
    if (node.text == "+") return a;
    if (a->isUnsigned) return std::nullopt;
    return Value{node.text == "-" ? -a->number : ~a->number, false};
  }
  const std::string& text = node.text;
  if (text == "&&" && a->number == 0) return truth(false);
  if (text == "||" && a->number != 0) return truth(true);
  const auto b = evaluate(node.b, values);
  if (!b) return std::nullopt;
  if (text == "&&" || text == "||") return truth(b->number != 0);
  const Wide x = a->number;
  const Wide y = b->number;
  const bool isUnsigned = a->isUnsigned || b->isUnsigned;
  if (isUnsigned && (x < 0 || y < 0)) return std::nullopt;  // C would convert what is negative
  if (text == "==") return truth(x == y);
  if (text == "!=") return truth(x != y);
  if (text == "<") return truth(x < y);
  if (text == "<=") return truth(x <= y);
  if (text == ">") return truth(x > y);
  if (text == ">=") return truth(x >= y);
  if (text == "&") return Value{x & y, isUnsigned};
  if (text == "|") return Value{x | y, isUnsigned};
  if (text == "^") return Value{x ^ y, isUnsigned};
  if (text == "/" || text == "%") {
    if (y == 0) return std::nullopt;
    return Value{text == "/" ? x / y : x % y, isUnsigned};
  }
  if (isUnsigned) return std::nullopt;
  if (text == "+") return Value{x + y, false};
  if (text == "-") return Value{x - y, false};
  const bool isSmall = x < (Wide{1} << 50) && x > -(Wide{1} << 50) && y < (Wide{1} << 50) && y > -(Wide{1} << 50);
  if (!isSmall) return std::nullopt;
  if (text == "*") return Value{x * y, false};
  if (x < 0 || y < 0 || y > 40) return std::nullopt;
  return Value{text == "<<" ? x << y : x >> y, false};
}

std::optional<bool> Constraint::holds(std::span<const Value> values) const {
  if (nodes_[root_].kind == Node::Kind::Number && !result_.empty()) return std::nullopt;
  const auto value = evaluate(root_, values);
  if (!value) return std::nullopt;
  return value->number != 0;
}

}  // namespace clew::witness
