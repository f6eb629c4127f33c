// Questions and orders to other analyses: CHECK, EVAL and MODIFY. The only analyses here are the automata of the
// specification: their states and their numbers. What is asked of others is a mistake that says what could be asked.
#pragma once

#include "spec/automaton.h"

namespace clew::spec {

/// CHECK: `state == NAME` or `variable == NUMBER`, or the same with `!=`, of one automaton or of any. Throws a Mistake.
void resolveQuestion(Query& query, const Specification& specification, const Place& place);
/// EVAL: a variable of an automaton.
void resolveEvaluation(Query& query, const Specification& specification, const Place& place);
/// MODIFY: `setvalue(variable := NUMBER)` of an automaton.
void resolveOrder(Query& query, const Specification& specification, const Place& place);

}  // namespace clew::spec
