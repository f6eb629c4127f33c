#include "spec/c_expression.h"

#include <fmt/format.h>

#include <array>

namespace clew::spec {

namespace {

using Kind = CNode::Kind;

bool isLeaf(const CNode& node) {
  return node.kind != Kind::Unary && node.kind != Kind::Binary && node.kind != Kind::Conditional &&
         node.kind != Kind::Cast && node.kind != Kind::Assignment;
}

std::string operandText(const CExpression& expression, uint32_t node) {
  const std::string text = expression.textOf(node);
  return isLeaf(expression.nodes[node]) ? text : "(" + text + ")";
}

std::string listText(const CExpression& expression, const std::vector<uint32_t>& nodes) {
  std::string text;
  for (size_t i = 1; i < nodes.size(); ++i) text += (i == 1 ? "" : ", ") + expression.textOf(nodes[i]);
  return text;
}

constexpr std::array<std::array<std::string_view, 2>, 3> kOpposites = {{{"==", "!="}, {"<", ">="}, {">", "<="}}};

bool areOppositeOperators(std::string_view one, std::string_view other) {
  for (const auto& [a, b] : kOpposites) {
    if ((one == a && other == b) || (one == b && other == a)) return true;
  }
  return false;
}

/// Whether `one` is the negation of what `other` says.
bool negates(const CExpression& one, const CExpression& other) {
  const CNode& top = one.top();
  return top.kind == Kind::Unary && top.text == "!" && one.textOf(top.children[0]) == other.text();
}

}  // namespace

std::string CExpression::textOf(uint32_t index) const {
  const CNode& node = nodes[index];
  const auto child = [&](size_t i) { return operandText(*this, node.children[i]); };
  switch (node.kind) {
    case Kind::Number: return std::to_string(node.value);
    case Kind::Name: return node.text;
    case Kind::Text: return "\"" + node.text + "\"";
    case Kind::Joker: return "$" + std::to_string(node.value);
    case Kind::AnyJoker: return "$?";
    case Kind::Variable: return "$$" + node.text;
    case Kind::Membership: return fmt::format("$${}[{}]", node.text, textOf(node.children[0]));
    case Kind::Empty: return fmt::format("$${}.empty", node.text);
    case Kind::Unary: return node.text + child(0);
    case Kind::Binary:
    case Kind::Assignment: return fmt::format("{} {} {}", child(0), node.text, child(1));
    case Kind::Conditional: return fmt::format("{} ? {} : {}", child(0), child(1), child(2));
    case Kind::Cast: return fmt::format("({}){}", node.text, child(0));
    case Kind::Call: return fmt::format("{}({})", child(0), listText(*this, node.children));
    case Kind::Member: return fmt::format("{}.{}", child(0), node.text);
    case Kind::Arrow: return fmt::format("{}->{}", child(0), node.text);
    case Kind::Index: return fmt::format("{}[{}]", child(0), textOf(node.children[1]));
  }
  return "";
}

std::string StatementPattern::text() const {
  switch (kind) {
    case Kind::Declaration: return type + " " + statement.text();
    case Kind::Branch: return "[" + statement.text() + "]";
    case Kind::Return: return "return " + statement.text();
    default: return statement.text();
  }
}

bool areOpposite(const CExpression& one, const CExpression& other) {
  if (negates(one, other) || negates(other, one)) return true;
  const CNode& a = one.top();
  const CNode& b = other.top();
  return a.kind == Kind::Binary && b.kind == Kind::Binary && areOppositeOperators(a.text, b.text) &&
         one.textOf(a.children[0]) == other.textOf(b.children[0]) &&
         one.textOf(a.children[1]) == other.textOf(b.children[1]);
}

}  // namespace clew::spec
