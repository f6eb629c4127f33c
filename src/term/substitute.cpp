#include "term/substitute.h"

namespace clew::term {

Term Substitution::operator()(Term term) {
  work_.assign(1, term);
  while (!work_.empty()) {
    const Term top = work_.back();
    if (known_.contains(top)) {
      work_.pop_back();
      continue;
    }
    const Node node = terms_[top];
    const size_t before = work_.size();
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != kNoTerm && !known_.contains(operand)) work_.push_back(operand);
    }
    if (work_.size() > before) continue;
    const bool isLeaf = node.a == kNoTerm;
    known_[top] = isLeaf ? top : rebuilt(node);
    work_.pop_back();
  }
  return known_.at(term);
}

Term Substitution::rebuilt(const Node& node) const {
  const Term a = of(node.a);
  const Term b = of(node.b);
  const Term c = of(node.c);
  switch (node.kind) {
    case Kind::Add: return terms_.add(a, b);
    case Kind::Mul: return terms_.mul(a, b);
    case Kind::And: return terms_.bitAnd(a, b);
    case Kind::Or: return terms_.bitOr(a, b);
    case Kind::Xor: return terms_.bitXor(a, b);
    case Kind::Not: return terms_.bitNot(a);
    case Kind::Extract: return terms_.extract(a, static_cast<unsigned>(node.value), node.width);
    case Kind::ZeroExtend: return terms_.zeroExtend(a, node.width);
    case Kind::SignExtend: return terms_.signExtend(a, node.width);
    case Kind::Concat: return terms_.concat(a, b);
    case Kind::Equal: return terms_.equal(a, b);
    case Kind::Less: return terms_.less(a, b);
    case Kind::LessSigned: return terms_.lessSigned(a, b);
    case Kind::IfThenElse: return terms_.ifThenElse(a, b, c);
    case Kind::Store: return terms_.store(a, b, c);
    case Kind::Select: return terms_.select(a, b);
    default: return terms_.apply(node.kind, node.width, a, b, c);
  }
}

}  // namespace clew::term
