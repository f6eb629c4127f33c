// Terms in the words of SMT-LIB, for any solver: a back end makes the operations listed here, the translator decides
// which. Terms of one bit become Booleans, which solvers like better.
//
// A result of floating-point arithmetic has two faces: the number, which further arithmetic takes, and the bits, which
// SMT-LIB cannot ask a number for. Those are a fresh symbol, and a definition says that they stand for the number; any
// pattern of a NaN does. fmod is not to be had (fp.rem rounds the quotient): its result is left open, so that `unsat`
// holds all the same and a model is evaluated anyway.
#pragma once

#include <initializer_list>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "term/bits.h"
#include "term/term.h"

namespace clew::term {

enum class Smt : uint8_t {
  // Booleans.
  Not,
  And,
  Or,
  Xor,
  IfThenElse,
  Equal,  // of anything
  // Bit-vectors.
  Add,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  BitAnd,
  BitOr,
  BitXor,
  BitNot,
  Shl,
  LShr,
  AShr,
  Concat,
  Less,
  LessSigned,
  Extract,     // first: highest bit, second: lowest
  ZeroExtend,  // first: by so many bits
  SignExtend,
  // Arrays.
  Select,
  Store,
  // Floating point; `first` is the width of the result, rounding is to nearest and even unless the name says so.
  BitsToFloat,
  FloatToFloat,
  SignedToFloat,
  UnsignedToFloat,
  FloatToSigned,  // towards zero
  FloatToUnsigned,
  FloatAdd,
  FloatSub,
  FloatMul,
  FloatDiv,
  FloatFused,
  FloatSqrt,
  Floor,
  Ceil,
  Truncate,
  RoundAway,
  RoundEven,
  FloatEqual,
  FloatLess,
  FloatLessEqual,
  FloatIsNaN,
};

/// The operations of a kind that is one operation of SMT-LIB on bit-vectors.
Smt plainOperation(Kind kind);
/// The same for floating point on numbers.
Smt floatOperation(Kind kind);
/// Whether the result is a number that arithmetic has rounded or computed.
bool isFloatResult(Kind kind);

/// `BackEnd` has a type `Expression`, which is cheap to copy, and
///   Expression truth(bool);
///   Expression bits(uint64_t value, unsigned width);
///   Expression symbol(const Node&);            // Boolean, bit-vector or array
///   Expression fresh(Term, unsigned width);    // the bits of a result
///   Expression zeros();                        // the array
///   Expression make(Smt, std::initializer_list<Expression>, unsigned first, unsigned second);
template <typename BackEnd>
class Translator {
 public:
  using Expression = typename BackEnd::Expression;

  Translator(const Terms& terms, BackEnd& backEnd) : terms_(terms), backEnd_(backEnd) {}

  /// The term; a Boolean if it has one bit.
  Expression operator()(Term term) {
    translate(faceOf(term, false));
    return entries_.find(faceOf(term, false))->second.expression;
  }

  /// What is in a term that was translated: bits as below.
  uint8_t traitsOf(Term term) const { return entries_.find(faceOf(term, false))->second.traits; }
  static constexpr uint8_t kDefined = 1;  // there are definitions
  static constexpr uint8_t kArrays = 2;
  static constexpr uint8_t kFloats = 4;

  /// What else must be asserted where these terms are. They were translated before.
  std::vector<Expression> definitions(std::span<const Term> terms) {
    std::vector<Expression> found;
    std::unordered_set<Face> seen;
    std::vector<Face> open;
    for (const Term term : terms) open.push_back(faceOf(term, false));
    while (!open.empty()) {
      const Face face = open.back();
      open.pop_back();
      if ((entries_.find(face)->second.traits & kDefined) == 0 || !seen.insert(face).second) continue;
      if (!isNumber(face) && isFloatResult(nodeOf(face).kind)) {
        const Expression bits = entries_.find(face)->second.expression;
        found.push_back(make(Smt::Equal, {number(termOf(face)), toNumber(bits, nodeOf(face).width)}));
      }
      operands(face, [&](Face operand) { open.push_back(operand); });
    }
    return found;
  }

 private:
  using Face = uint64_t;  // twice the term, and one if it is the number
  struct Entry {
    Expression expression;
    uint8_t traits;
  };

  static Face faceOf(Term term, bool isNumber) { return Face{term} << 1 | (isNumber ? 1 : 0); }
  static Term termOf(Face face) { return static_cast<Term>(face >> 1); }
  static bool isNumber(Face face) { return (face & 1) != 0; }
  const Node& nodeOf(Face face) const { return terms_[termOf(face)]; }

  /// Whether the operands are wanted as numbers.
  static bool takesNumbers(Kind kind) {
    return kind >= Kind::FloatAdd && kind <= Kind::FloatToUnsigned && kind != Kind::FloatRem;
  }

  template <typename Visit>
  void operands(Face face, Visit visit) const {
    const Node& node = nodeOf(face);
    if (isFloatResult(node.kind) != isNumber(face)) return visit(face ^ 1);
    if (node.kind == Kind::FloatRem) return;
    for (const Term operand : {node.a, node.b, node.c}) {
      if (operand != kNoTerm) visit(faceOf(operand, takesNumbers(node.kind)));
    }
  }

  void translate(Face root) {
    std::vector<Face> open{root};
    while (!open.empty()) {
      const Face face = open.back();
      if (entries_.contains(face)) {
        open.pop_back();
        continue;
      }
      const size_t before = open.size();
      uint8_t traits = nodeOf(face).width == 0 ? kArrays : nodeOf(face).kind >= Kind::FloatAdd ? kFloats : 0;
      if (!isNumber(face) && isFloatResult(nodeOf(face).kind)) traits |= kDefined;
      operands(face, [&](Face operand) {
        const auto found = entries_.find(operand);
        if (found == entries_.end()) {
          open.push_back(operand);
        } else {
          traits |= found->second.traits;
        }
      });
      if (open.size() != before) continue;
      open.pop_back();
      entries_.emplace(face, Entry{build(face), traits});
    }
  }

  Expression make(Smt operation, std::initializer_list<Expression> of, unsigned first = 0, unsigned second = 0) {
    return backEnd_.make(operation, of, first, second);
  }
  Expression known(Term term) const { return entries_.find(faceOf(term, false))->second.expression; }
  Expression number(Term term) const { return entries_.find(faceOf(term, true))->second.expression; }
  Expression toNumber(const Expression& bits, unsigned width) { return make(Smt::BitsToFloat, {bits}, width); }
  /// As a bit-vector even if it has one bit.
  Expression bits(Term term) {
    if (terms_.widthOf(term) != 1) return known(term);
    return make(Smt::IfThenElse, {known(term), backEnd_.bits(1, 1), backEnd_.bits(0, 1)});
  }
  Expression fromBits(const Expression& bits, unsigned width) {
    return width == 1 ? make(Smt::Equal, {bits, backEnd_.bits(1, 1)}) : bits;
  }

  Expression build(Face face) {
    const Node& node = nodeOf(face);
    if (isFloatResult(node.kind)) {
      return isNumber(face) ? floatResult(node) : backEnd_.fresh(termOf(face), node.width);
    }
    if (isNumber(face)) return toNumber(known(termOf(face)), node.width);
    switch (node.kind) {
      case Kind::Constant:
        return node.width == 1 ? backEnd_.truth(node.value != 0) : backEnd_.bits(node.value, node.width);
      case Kind::Symbol:
      case Kind::ArraySymbol: return backEnd_.symbol(node);
      case Kind::ArrayZero: return backEnd_.zeros();
      case Kind::FloatRem: return backEnd_.fresh(termOf(face), node.width);
      case Kind::FloatToSigned:
      case Kind::FloatToUnsigned: return toInteger(node);
      case Kind::FloatIsNaN: return make(Smt::FloatIsNaN, {number(node.a)});
      case Kind::FloatEqual:
      case Kind::FloatLess:
      case Kind::FloatLessEqual: return make(floatOperation(node.kind), {number(node.a), number(node.b)});
      default: return node.width == 1 ? buildTruth(node) : buildBits(node);
    }
  }

  Expression buildTruth(const Node& node) {
    switch (node.kind) {
      case Kind::Not: return make(Smt::Not, {known(node.a)});
      case Kind::And:
      case Kind::Mul: return make(Smt::And, {known(node.a), known(node.b)});
      case Kind::Or: return make(Smt::Or, {known(node.a), known(node.b)});
      case Kind::Xor:
      case Kind::Add: return make(Smt::Xor, {known(node.a), known(node.b)});
      case Kind::Equal: return make(Smt::Equal, {known(node.a), known(node.b)});
      case Kind::Less:
      case Kind::LessSigned: return make(plainOperation(node.kind), {bits(node.a), bits(node.b)});
      case Kind::AddOverflows:
      case Kind::SubOverflows:
      case Kind::MulOverflows:
      case Kind::UMulOverflows: return overflow(node);
      case Kind::IfThenElse: return make(Smt::IfThenElse, {known(node.a), known(node.b), known(node.c)});
      default: return fromBits(buildBits(node), 1);
    }
  }

  Expression buildBits(const Node& node) {
    switch (node.kind) {
      case Kind::Not: return make(Smt::BitNot, {bits(node.a)});
      case Kind::Extract: {
        const auto lowest = static_cast<unsigned>(node.value);
        return make(Smt::Extract, {bits(node.a)}, lowest + node.width - 1, lowest);
      }
      case Kind::ZeroExtend:
      case Kind::SignExtend:
        return make(plainOperation(node.kind), {bits(node.a)}, node.width - terms_.widthOf(node.a));
      case Kind::IfThenElse: return make(Smt::IfThenElse, {known(node.a), known(node.b), known(node.c)});
      case Kind::Store: return make(Smt::Store, {known(node.a), known(node.b), known(node.c)});
      case Kind::Select: return make(Smt::Select, {known(node.a), known(node.b)});
      default: return make(plainOperation(node.kind), {bits(node.a), bits(node.b)});
    }
  }

  /// In so many bits that the result fits; then it is compared with what the width keeps of it.
  Expression overflow(const Node& node) {
    const unsigned width = terms_.widthOf(node.a);
    const bool multiplies = node.kind == Kind::MulOverflows || node.kind == Kind::UMulOverflows;
    const Smt extend = node.kind == Kind::UMulOverflows ? Smt::ZeroExtend : Smt::SignExtend;
    const unsigned more = multiplies ? width : 1;
    const Expression a = make(extend, {bits(node.a)}, more);
    Expression b = make(extend, {bits(node.b)}, more);
    if (node.kind == Kind::SubOverflows) {
      b = make(Smt::Add, {make(Smt::BitNot, {b}), backEnd_.bits(1, width + 1)});
    }
    const Expression result = make(multiplies ? Smt::Mul : Smt::Add, {a, b});
    const Expression kept = make(extend, {make(Smt::Extract, {result}, width - 1, 0)}, more);
    return make(Smt::Not, {make(Smt::Equal, {result, kept})});
  }

  Expression floatResult(const Node& node) {
    switch (node.kind) {
      case Kind::FloatConvert: return make(Smt::FloatToFloat, {number(node.a)}, node.width);
      case Kind::SignedToFloat:
      case Kind::UnsignedToFloat: return make(floatOperation(node.kind), {bits(node.a)}, node.width);
      case Kind::FloatFused: return make(Smt::FloatFused, {number(node.a), number(node.b), number(node.c)});
      default: break;
    }
    if (node.b == kNoTerm) return make(floatOperation(node.kind), {number(node.a)}, node.width);
    return make(floatOperation(node.kind), {number(node.a), number(node.b)}, node.width);
  }

  /// What does not fit is 0, which SMT-LIB leaves open.
  Expression toInteger(const Node& node) {
    const unsigned from = terms_.widthOf(node.a);
    const bool isSigned = node.kind == Kind::FloatToSigned;
    const Expression value = number(node.a);
    const Expression whole = make(Smt::Truncate, {value}, from);
    const Expression limit = power(isSigned ? node.width - 1u : node.width, from, false);
    const Expression least = isSigned ? power(node.width - 1u, from, true) : toNumber(backEnd_.bits(0, from), from);
    const Expression fits =
        make(Smt::And, {make(Smt::FloatLess, {whole, limit}), make(Smt::FloatLessEqual, {least, whole})});
    const Expression converted = make(floatOperation(node.kind), {value}, node.width);
    return fromBits(make(Smt::IfThenElse, {fits, converted, backEnd_.bits(0, node.width)}), node.width);
  }

  /// Two to the exponent, as a number.
  Expression power(unsigned exponent, unsigned width, bool isNegative) {
    const uint64_t bits = width == 32 ? uint64_t{127 + exponent} << 23 : uint64_t{1023 + exponent} << 52;
    return toNumber(backEnd_.bits(isNegative ? bits | signBit(width) : bits, width), width);
  }

  const Terms& terms_;
  BackEnd& backEnd_;
  std::unordered_map<Face, Entry> entries_;
};

/// Where arrays are read: the model has to say what is there.
struct ArrayReads {
  std::vector<Term> arrays;   // symbols
  std::vector<Term> indices;  // each may be read in any of them
};
ArrayReads readsOf(const Terms& terms, std::span<const Term> conjunction);

}  // namespace clew::term
