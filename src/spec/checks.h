// What a specification must have beyond its grammar: every name means something, once; what is used is bound.
#pragma once

#include "spec/automaton.h"

namespace clew::spec {

/// Resolves all names of the specification, and adds its warnings; throws a Mistake for what means nothing.
void resolve(Specification& specification);

/// Jokers that are bound whenever a condition holds, in rising order.
std::vector<uint32_t> boundJokers(const Automaton& automaton, uint32_t condition);

/// Adds a warning for every state and trigger whose assumptions may all be false, as far as their form shows.
void warnOfGaps(const Automaton& automaton, Specification& specification);

}  // namespace clew::spec
