// What a path that the program does not have says about the states on it: conditions that each block takes on to the
// next, until the last block contradicts them. Spacer looks for them, as relations of Horn clauses. If states that are
// equal but for what is known of them share one relation, then the conditions are true however often the path's loops
// are gone round, after Beyer, Henzinger, Majumdar and Rybalchenko, "Path invariants"; if each has its own, there are
// always some, which tell less.
#pragma once

#include <vector>

#include "abstraction/predicates.h"
#include "abstraction/questions.h"

namespace clew::abstraction {

/// Whether a path comes to a head again, and whenever it does the states differ in what is known alone.
bool goesRound(const WholePath& path);

/// For the end of each block but the last, conditions on what was placed there. That every step follows has been
/// checked. Empty if none were found.
std::vector<std::vector<Term>> interpolantsOf(term::Terms& terms, Questions& questions, const WholePath& path,
                                              bool sharesRelations);

}  // namespace clew::abstraction
