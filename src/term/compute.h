// What the operations mean, on words. Simplification and evaluation both compute here, so that they cannot disagree.
#pragma once

#include "term/term.h"

namespace clew::term {

/// How many terms an operation of this kind is applied to.
unsigned operandsOf(Kind kind);

/// The value of an operation on words; not for leaves and arrays. `operandWidth` is that of `a`; `value` is the node's.
uint64_t compute(Kind kind, unsigned width, unsigned operandWidth, uint64_t value, uint64_t a, uint64_t b, uint64_t c);

}  // namespace clew::term
