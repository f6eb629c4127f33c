#include "symbolic/order.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace clew::symbolic {

using term::Kind;
using term::Node;
using term::Term;

namespace {

/// Whether a term says nothing but which of some numbers is less.
bool isAboutOrder(const term::Terms& terms, const Node& node) {
  switch (node.kind) {
    case Kind::Symbol: return node.width > 1;
    case Kind::Constant: return node.width == 1;
    case Kind::Equal:
    case Kind::Less:
    case Kind::LessSigned:
    case Kind::IfThenElse: return node.width != 0 && terms.widthOf(node.b) != 0;
    case Kind::And:
    case Kind::Or:
    case Kind::Xor:
    case Kind::Not: return node.width == 1;
    default: return false;
  }
}

}  // namespace

/// Lists all terms in the conditions; false if some are about more than order, or about two orders: signed and unsigned
/// numbers have different ranks.
bool Order::collect(std::span<const Term> conditions) {
  std::unordered_set<Term> seen;
  std::vector<std::pair<Term, bool>> work;  // and whether the operands are listed
  unsigned width = 0;
  bool isSigned = false;
  bool isUnsigned = false;
  sorted_.clear();
  symbols_ = 0;
  for (const Term condition : conditions) work.emplace_back(condition, false);
  while (!work.empty()) {
    const auto [term, isReady] = work.back();
    work.pop_back();
    if (isReady) {
      sorted_.push_back(term);
      continue;
    }
    if (!seen.insert(term).second) continue;
    const Node& node = terms_[term];
    if (!isAboutOrder(terms_, node)) return false;
    isSigned |= node.kind == Kind::LessSigned;
    isUnsigned |= node.kind == Kind::Less;
    if (isSigned && isUnsigned) return false;
    if (node.kind == Kind::Symbol) {
      if (width != 0 && node.width != width) return false;
      width = node.width;
      ++symbols_;
    }
    work.emplace_back(term, true);
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != term::kNoTerm) work.emplace_back(operand, false);
    }
  }
  return symbols_ > 0 && static_cast<unsigned>(std::bit_width(symbols_ - 1)) < width;
}

std::optional<std::vector<Term>> Order::narrowed(std::span<const Term> conditions) {
  if (!collect(conditions)) return std::nullopt;
  const auto bits = std::max(static_cast<unsigned>(std::bit_width(symbols_ - 1)), 2u);
  for (const Term term : sorted_) {
    const uint64_t key = uint64_t{term} << 8 | bits;
    if (!narrow_.contains(key)) narrow_[key] = rebuild(terms_[term], bits);
  }
  std::vector<Term> result;
  result.reserve(conditions.size());
  for (const Term condition : conditions) result.push_back(narrow(condition, bits));
  return result;
}

Term Order::narrow(Term term, unsigned bits) { return narrow_.at(uint64_t{term} << 8 | bits); }

/// A term whose operands are narrow already. Ranks are small, so that signed and unsigned comparison are one.
Term Order::rebuild(const Node& node, unsigned bits) {
  const auto operand = [&](Term term) { return narrow(term, bits); };
  switch (node.kind) {
    case Kind::Constant: return terms_.truth(node.value != 0);
    case Kind::Symbol: {
      const Term symbol = terms_.symbol("rank", bits);
      wide_[static_cast<uint32_t>(terms_[symbol].value)] = static_cast<uint32_t>(node.value);
      return symbol;
    }
    case Kind::Equal: return terms_.equal(operand(node.a), operand(node.b));
    case Kind::Less:
    case Kind::LessSigned: return terms_.less(operand(node.a), operand(node.b));
    case Kind::IfThenElse: return terms_.ifThenElse(operand(node.a), operand(node.b), operand(node.c));
    case Kind::And: return terms_.bitAnd(operand(node.a), operand(node.b));
    case Kind::Or: return terms_.bitOr(operand(node.a), operand(node.b));
    case Kind::Xor: return terms_.bitXor(operand(node.a), operand(node.b));
    default: return terms_.bitNot(operand(node.a));
  }
}

void Order::widen(term::Model& model) const {
  std::vector<std::pair<uint32_t, uint64_t>> found;
  for (const auto& [symbol, value] : model.values) {
    if (const auto wide = wide_.find(symbol); wide != wide_.end()) found.emplace_back(wide->second, value);
  }
  for (const auto& [symbol, value] : found) model.values[symbol] = value;
}

}  // namespace clew::symbolic
