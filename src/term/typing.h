// Whether a node makes sense. Operations on terms only ever make nodes that do; one that comes from a file may not.
#pragma once

#include "term/term.h"

namespace clew::term {

/// Whether the kind exists, has as many operands as it needs, of widths that fit, and a value that means something.
/// Operands that are not 0 are terms.
bool isWellTyped(const Terms& terms, const Node& node);

}  // namespace clew::term
