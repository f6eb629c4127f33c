// A conjunction as a script of SMT-LIB 2, and what a solver answers to it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "term/solver.h"

namespace clew::term {

struct SmtLibScript {
  std::string text;
  std::vector<uint32_t> symbols;  // whose values are asked for, in this order
  std::vector<uint32_t> arrays;   // then, for each of these and each index: the index and the element there
  size_t indices = 0;
};

/// The script: declarations of the symbols that occur, one definition for each subterm, the terms as named assertions,
/// and the questions. Its size is linear in that of the terms.
SmtLibScript writeSmtLib(const Terms& terms, std::span<const Term> conjunction);

/// What a solver has printed for such a script. It may be anything: what cannot be understood is Unknown, and a model
/// is not yet believed.
Decision readSmtLibAnswer(std::string_view output, const SmtLibScript& script, std::span<const Term> conjunction);

}  // namespace clew::term
