// SMT-LIB's operations as Z3's expressions.
#pragma once

#include <z3++.h>

#include "term/translate.h"

namespace clew::term {

class Z3BackEnd {
 public:
  using Expression = z3::expr;

  explicit Z3BackEnd(z3::context& context) : context_(context) {}

  Expression truth(bool value) { return context_.bool_val(value); }
  Expression bits(uint64_t value, unsigned width) { return context_.bv_val(value, width); }
  Expression symbol(const Node& node);
  Expression fresh(Term term, unsigned width);
  Expression zeros();
  Expression make(Smt operation, std::initializer_list<Expression> of, unsigned first, unsigned second);

 private:
  z3::sort floatSort(unsigned width) { return width == 32 ? context_.fpa_sort(8, 24) : context_.fpa_sort(11, 53); }
  Z3_ast makeFloat(Smt operation, const Z3_ast* of, unsigned first);
  Z3_ast round(Z3_ast mode, Z3_ast number) { return Z3_mk_fpa_round_to_integral(context_, mode, number); }

  z3::context& context_;
};

}  // namespace clew::term
