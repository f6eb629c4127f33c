#include "term/smtlib.h"

#include <fmt/format.h>

#include "term/translate.h"

namespace clew::term {
namespace {

struct Sort {
  enum class Kind : uint8_t {
    Truth,
    Bits,
    Array,
    Float
  };
  Kind kind;
  unsigned width = 0;
};

std::string textOf(Sort sort) {
  switch (sort.kind) {
    case Sort::Kind::Truth: return "Bool";
    case Sort::Kind::Bits: return fmt::format("(_ BitVec {})", sort.width);
    case Sort::Kind::Array: return "(Array (_ BitVec 64) (_ BitVec 8))";
    case Sort::Kind::Float: break;
  }
  return sort.width == 32 ? "(_ FloatingPoint 8 24)" : "(_ FloatingPoint 11 53)";
}

std::string toFloat(unsigned width) { return width == 32 ? "(_ to_fp 8 24)" : "(_ to_fp 11 53)"; }

/// How an operation is written before its operands.
std::string headOf(Smt operation, unsigned first, unsigned second) {
  switch (operation) {
    case Smt::Not: return "not";
    case Smt::And: return "and";
    case Smt::Or: return "or";
    case Smt::Xor: return "xor";
    case Smt::IfThenElse: return "ite";
    case Smt::Equal: return "=";
    case Smt::Add: return "bvadd";
    case Smt::Mul: return "bvmul";
    case Smt::UDiv: return "bvudiv";
    case Smt::SDiv: return "bvsdiv";
    case Smt::URem: return "bvurem";
    case Smt::SRem: return "bvsrem";
    case Smt::BitAnd: return "bvand";
    case Smt::BitOr: return "bvor";
    case Smt::BitXor: return "bvxor";
    case Smt::BitNot: return "bvnot";
    case Smt::Shl: return "bvshl";
    case Smt::LShr: return "bvlshr";
    case Smt::AShr: return "bvashr";
    case Smt::Concat: return "concat";
    case Smt::Less: return "bvult";
    case Smt::LessSigned: return "bvslt";
    case Smt::Extract: return fmt::format("(_ extract {} {})", first, second);
    case Smt::ZeroExtend: return fmt::format("(_ zero_extend {})", first);
    case Smt::SignExtend: return fmt::format("(_ sign_extend {})", first);
    case Smt::Select: return "select";
    case Smt::Store: return "store";
    case Smt::BitsToFloat: return toFloat(first);
    case Smt::FloatToFloat:
    case Smt::SignedToFloat: return toFloat(first) + " RNE";
    case Smt::UnsignedToFloat: return first == 32 ? "(_ to_fp_unsigned 8 24) RNE" : "(_ to_fp_unsigned 11 53) RNE";
    case Smt::FloatToSigned: return fmt::format("(_ fp.to_sbv {}) RTZ", first);
    case Smt::FloatToUnsigned: return fmt::format("(_ fp.to_ubv {}) RTZ", first);
    case Smt::FloatAdd: return "fp.add RNE";
    case Smt::FloatSub: return "fp.sub RNE";
    case Smt::FloatMul: return "fp.mul RNE";
    case Smt::FloatDiv: return "fp.div RNE";
    case Smt::FloatFused: return "fp.fma RNE";
    case Smt::FloatSqrt: return "fp.sqrt RNE";
    case Smt::Floor: return "fp.roundToIntegral RTN";
    case Smt::Ceil: return "fp.roundToIntegral RTP";
    case Smt::Truncate: return "fp.roundToIntegral RTZ";
    case Smt::RoundAway: return "fp.roundToIntegral RNA";
    case Smt::RoundEven: return "fp.roundToIntegral RNE";
    case Smt::FloatEqual: return "fp.eq";
    case Smt::FloatLess: return "fp.lt";
    case Smt::FloatLessEqual: return "fp.leq";
    case Smt::FloatIsNaN: break;
  }
  return "fp.isNaN";
}

struct Written {
  std::string text;
  Sort sort;
};

Sort sortOf(Smt operation, std::initializer_list<Written> of, unsigned first, unsigned second) {
  const Sort left = of.begin()->sort;
  switch (operation) {
    case Smt::IfThenElse: return (of.begin() + 1)->sort;
    case Smt::Extract: return {Sort::Kind::Bits, first - second + 1};
    case Smt::ZeroExtend:
    case Smt::SignExtend: return {Sort::Kind::Bits, left.width + first};
    case Smt::Concat: return {Sort::Kind::Bits, left.width + (of.begin() + 1)->sort.width};
    case Smt::Select: return {Sort::Kind::Bits, 8};
    case Smt::BitsToFloat:
    case Smt::FloatToFloat:
    case Smt::SignedToFloat:
    case Smt::UnsignedToFloat: return {Sort::Kind::Float, first};
    case Smt::FloatToSigned:
    case Smt::FloatToUnsigned: return {Sort::Kind::Bits, first};
    case Smt::Not:
    case Smt::And:
    case Smt::Or:
    case Smt::Xor:
    case Smt::Equal:
    case Smt::Less:
    case Smt::LessSigned:
    case Smt::FloatEqual:
    case Smt::FloatLess:
    case Smt::FloatLessEqual:
    case Smt::FloatIsNaN: return {Sort::Kind::Truth, 0};
    default: return left;
  }
}

/// Writes as it translates: what is shared has a name.
class Writer {
 public:
  using Expression = Written;

  Expression truth(bool value) { return {value ? "true" : "false", {Sort::Kind::Truth, 0}}; }
  Expression bits(uint64_t value, unsigned width) {
    std::string text =
        width % 4 == 0 ? fmt::format("#x{:0{}x}", value, width / 4) : fmt::format("#b{:0{}b}", value, width);
    return {std::move(text), {Sort::Kind::Bits, width}};
  }
  Expression symbol(const Node& node) {
    const Sort sort = node.width == 0   ? Sort{Sort::Kind::Array, 0}
                      : node.width == 1 ? Sort{Sort::Kind::Truth, 0}
                                        : Sort{Sort::Kind::Bits, node.width};
    hasArrays_ = hasArrays_ || node.width == 0;
    const auto number = static_cast<uint32_t>(node.value);
    if (node.width != 0) symbols.push_back(number);
    return declare(fmt::format("s{}", number), sort);
  }
  Expression fresh(Term term, unsigned width) { return declare(fmt::format("f{}", term), {Sort::Kind::Bits, width}); }
  Expression zeros() {
    hasZeros_ = true;
    const Sort sort{Sort::Kind::Array, 0};
    return define(sort, fmt::format("((as const {}) #x00)", textOf(sort)));
  }
  Expression make(Smt operation, std::initializer_list<Expression> of, unsigned first, unsigned second) {
    hasFloats_ = hasFloats_ || operation >= Smt::BitsToFloat;
    std::string text = "(" + headOf(operation, first, second);
    for (const Written& operand : of) text += " " + operand.text;
    return define(sortOf(operation, of, first, second), text + ")");
  }

  std::string_view logic() const {
    if (hasZeros_) return "ALL";  // constant arrays are beyond the logics of arrays
    if (hasFloats_) return hasArrays_ ? "QF_ABVFP" : "QF_BVFP";
    return hasArrays_ ? "QF_ABV" : "QF_BV";
  }

  std::string body;
  std::vector<uint32_t> symbols;

 private:
  Expression declare(std::string name, Sort sort) {
    body += fmt::format("(declare-const {} {})\n", name, textOf(sort));
    return {std::move(name), sort};
  }
  Expression define(Sort sort, const std::string& text) {
    std::string name = fmt::format("t{}", ++defined_);
    body += fmt::format("(define-fun {} () {} {})\n", name, textOf(sort), text);
    return {std::move(name), sort};
  }

  bool hasArrays_ = false;
  bool hasFloats_ = false;
  bool hasZeros_ = false;
  size_t defined_ = 0;
};

}  // namespace

SmtLibScript writeSmtLib(const Terms& terms, std::span<const Term> conjunction) {
  Writer writer;
  Translator<Writer> translate(terms, writer);
  std::string assertions;
  for (size_t i = 0; i < conjunction.size(); ++i) {
    assertions += fmt::format("(assert (! {} :named a{}))\n", translate(conjunction[i]).text, i);
  }
  for (const Written& definition : translate.definitions(conjunction)) {
    assertions += fmt::format("(assert {})\n", definition.text);
  }
  SmtLibScript script;
  std::string asked;
  const ArrayReads reads = readsOf(terms, conjunction);
  for (const Term array : reads.arrays) {
    script.arrays.push_back(static_cast<uint32_t>(terms[array].value));
    for (const Term index : reads.indices) {
      const std::string at = translate(index).text;
      asked += fmt::format(" {} (select {} {})", at, translate(array).text, at);
    }
  }
  script.symbols = writer.symbols;
  script.indices = reads.indices.size();
  std::string values;
  for (const uint32_t symbol : script.symbols) values += fmt::format(" s{}", symbol);
  values += asked;
  script.text = fmt::format(
      "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n(set-logic {})\n{}{}(check-sat)\n",
      writer.logic(), writer.body, assertions);
  if (!values.empty()) script.text += fmt::format("(get-value ({}))\n", values.substr(1));
  script.text += "(get-unsat-core)\n(exit)\n";
  return script;
}

}  // namespace clew::term
