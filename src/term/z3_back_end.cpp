#include "term/z3_back_end.h"

namespace clew::term {

z3::expr Z3BackEnd::symbol(const Node& node) {
  const z3::sort sort = node.width == 0   ? context_.array_sort(context_.bv_sort(64), context_.bv_sort(8))
                        : node.width == 1 ? context_.bool_sort()
                                          : context_.bv_sort(node.width);
  return context_.constant(context_.int_symbol(static_cast<int>(node.value)), sort);
}

z3::expr Z3BackEnd::fresh(Term term, unsigned width) {
  return context_.bv_const(("float" + std::to_string(term)).c_str(), width);
}

z3::expr Z3BackEnd::zeros() { return z3::const_array(context_.bv_sort(64), context_.bv_val(0, 8)); }

/// The rounding modes are terms, too; Z3 shares them.
Z3_ast Z3BackEnd::makeFloat(Smt operation, const Z3_ast* of, unsigned first) {
  const z3::context& c = context_;
  const z3::expr even(context_, Z3_mk_fpa_round_nearest_ties_to_even(c));
  const z3::expr zero(context_, Z3_mk_fpa_round_toward_zero(c));
  switch (operation) {
    case Smt::BitsToFloat: return Z3_mk_fpa_to_fp_bv(c, of[0], floatSort(first));
    case Smt::FloatToFloat: return Z3_mk_fpa_to_fp_float(c, even, of[0], floatSort(first));
    case Smt::SignedToFloat: return Z3_mk_fpa_to_fp_signed(c, even, of[0], floatSort(first));
    case Smt::UnsignedToFloat: return Z3_mk_fpa_to_fp_unsigned(c, even, of[0], floatSort(first));
    case Smt::FloatToSigned: return Z3_mk_fpa_to_sbv(c, zero, of[0], first);
    case Smt::FloatToUnsigned: return Z3_mk_fpa_to_ubv(c, zero, of[0], first);
    case Smt::FloatAdd: return Z3_mk_fpa_add(c, even, of[0], of[1]);
    case Smt::FloatSub: return Z3_mk_fpa_sub(c, even, of[0], of[1]);
    case Smt::FloatMul: return Z3_mk_fpa_mul(c, even, of[0], of[1]);
    case Smt::FloatDiv: return Z3_mk_fpa_div(c, even, of[0], of[1]);
    case Smt::FloatFused: return Z3_mk_fpa_fma(c, even, of[0], of[1], of[2]);
    case Smt::FloatSqrt: return Z3_mk_fpa_sqrt(c, even, of[0]);
    case Smt::Floor: return round(z3::expr(context_, Z3_mk_fpa_round_toward_negative(c)), of[0]);
    case Smt::Ceil: return round(z3::expr(context_, Z3_mk_fpa_round_toward_positive(c)), of[0]);
    case Smt::Truncate: return round(zero, of[0]);
    case Smt::RoundAway: return round(z3::expr(context_, Z3_mk_fpa_round_nearest_ties_to_away(c)), of[0]);
    case Smt::RoundEven: return round(even, of[0]);
    case Smt::FloatEqual: return Z3_mk_fpa_eq(c, of[0], of[1]);
    case Smt::FloatLess: return Z3_mk_fpa_lt(c, of[0], of[1]);
    case Smt::FloatLessEqual: return Z3_mk_fpa_leq(c, of[0], of[1]);
    default: return Z3_mk_fpa_is_nan(c, of[0]);
  }
}

z3::expr Z3BackEnd::make(Smt operation, std::initializer_list<Expression> operands, unsigned first, unsigned second) {
  Z3_ast of[3] = {nullptr, nullptr, nullptr};
  unsigned count = 0;
  for (const z3::expr& operand : operands) of[count++] = operand;
  const z3::context& c = context_;
  Z3_ast result = nullptr;
  switch (operation) {
    case Smt::Not: result = Z3_mk_not(c, of[0]); break;
    case Smt::And: result = Z3_mk_and(c, 2, of); break;
    case Smt::Or: result = Z3_mk_or(c, 2, of); break;
    case Smt::Xor: result = Z3_mk_xor(c, of[0], of[1]); break;
    case Smt::IfThenElse: result = Z3_mk_ite(c, of[0], of[1], of[2]); break;
    case Smt::Equal: result = Z3_mk_eq(c, of[0], of[1]); break;
    case Smt::Add: result = Z3_mk_bvadd(c, of[0], of[1]); break;
    case Smt::Mul: result = Z3_mk_bvmul(c, of[0], of[1]); break;
    case Smt::UDiv: result = Z3_mk_bvudiv(c, of[0], of[1]); break;
    case Smt::SDiv: result = Z3_mk_bvsdiv(c, of[0], of[1]); break;
    case Smt::URem: result = Z3_mk_bvurem(c, of[0], of[1]); break;
    case Smt::SRem: result = Z3_mk_bvsrem(c, of[0], of[1]); break;
    case Smt::BitAnd: result = Z3_mk_bvand(c, of[0], of[1]); break;
    case Smt::BitOr: result = Z3_mk_bvor(c, of[0], of[1]); break;
    case Smt::BitXor: result = Z3_mk_bvxor(c, of[0], of[1]); break;
    case Smt::BitNot: result = Z3_mk_bvnot(c, of[0]); break;
    case Smt::Shl: result = Z3_mk_bvshl(c, of[0], of[1]); break;
    case Smt::LShr: result = Z3_mk_bvlshr(c, of[0], of[1]); break;
    case Smt::AShr: result = Z3_mk_bvashr(c, of[0], of[1]); break;
    case Smt::Concat: result = Z3_mk_concat(c, of[0], of[1]); break;
    case Smt::Less: result = Z3_mk_bvult(c, of[0], of[1]); break;
    case Smt::LessSigned: result = Z3_mk_bvslt(c, of[0], of[1]); break;
    case Smt::Extract: result = Z3_mk_extract(c, first, second, of[0]); break;
    case Smt::ZeroExtend: result = Z3_mk_zero_ext(c, first, of[0]); break;
    case Smt::SignExtend: result = Z3_mk_sign_ext(c, first, of[0]); break;
    case Smt::Select: result = Z3_mk_select(c, of[0], of[1]); break;
    case Smt::Store: result = Z3_mk_store(c, of[0], of[1], of[2]); break;
    default: result = makeFloat(operation, of, first); break;
  }
  context_.check_error();
  return {context_, result};
}

}  // namespace clew::term
