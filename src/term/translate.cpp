#include "term/translate.h"

#include <algorithm>
#include <cassert>

namespace clew::term {

Smt plainOperation(Kind kind) {
  switch (kind) {
    case Kind::Add: return Smt::Add;
    case Kind::Mul: return Smt::Mul;
    case Kind::UDiv: return Smt::UDiv;
    case Kind::SDiv: return Smt::SDiv;
    case Kind::URem: return Smt::URem;
    case Kind::SRem: return Smt::SRem;
    case Kind::And: return Smt::BitAnd;
    case Kind::Or: return Smt::BitOr;
    case Kind::Xor: return Smt::BitXor;
    case Kind::Shl: return Smt::Shl;
    case Kind::LShr: return Smt::LShr;
    case Kind::AShr: return Smt::AShr;
    case Kind::Concat: return Smt::Concat;
    case Kind::ZeroExtend: return Smt::ZeroExtend;
    case Kind::SignExtend: return Smt::SignExtend;
    case Kind::Less: return Smt::Less;
    default: assert(kind == Kind::LessSigned); return Smt::LessSigned;
  }
}

Smt floatOperation(Kind kind) {
  switch (kind) {
    case Kind::FloatAdd: return Smt::FloatAdd;
    case Kind::FloatSub: return Smt::FloatSub;
    case Kind::FloatMul: return Smt::FloatMul;
    case Kind::FloatDiv: return Smt::FloatDiv;
    case Kind::FloatSqrt: return Smt::FloatSqrt;
    case Kind::FloatFloor: return Smt::Floor;
    case Kind::FloatCeil: return Smt::Ceil;
    case Kind::FloatTruncate: return Smt::Truncate;
    case Kind::FloatRound: return Smt::RoundAway;
    case Kind::FloatRoundEven: return Smt::RoundEven;
    case Kind::FloatEqual: return Smt::FloatEqual;
    case Kind::FloatLess: return Smt::FloatLess;
    case Kind::FloatLessEqual: return Smt::FloatLessEqual;
    case Kind::FloatToSigned: return Smt::FloatToSigned;
    case Kind::FloatToUnsigned: return Smt::FloatToUnsigned;
    case Kind::SignedToFloat: return Smt::SignedToFloat;
    default: assert(kind == Kind::UnsignedToFloat); return Smt::UnsignedToFloat;
  }
}

bool isFloatResult(Kind kind) {
  const bool computes = kind >= Kind::FloatAdd && kind <= Kind::FloatRoundEven && kind != Kind::FloatRem;
  return computes || kind == Kind::FloatConvert || kind == Kind::SignedToFloat || kind == Kind::UnsignedToFloat;
}

ArrayReads readsOf(const Terms& terms, std::span<const Term> conjunction) {
  ArrayReads reads;
  std::unordered_set<Term> seen;
  std::vector<Term> open(conjunction.begin(), conjunction.end());
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term == kNoTerm || !seen.insert(term).second) continue;
    const Node& node = terms[term];
    if (node.kind == Kind::ArraySymbol) reads.arrays.push_back(term);
    if (node.kind == Kind::Select) reads.indices.push_back(node.b);
    open.insert(open.end(), {node.a, node.b, node.c});
  }
  std::sort(reads.indices.begin(), reads.indices.end());
  reads.indices.erase(std::unique(reads.indices.begin(), reads.indices.end()), reads.indices.end());
  return reads;
}

}  // namespace clew::term
