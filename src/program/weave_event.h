// The code of one event: all automata that see it take their transitions, one after the other; what they ask of each
// other is answered as it was before, what they tell each other is done afterwards, and errors come last, so that one
// that ends the path does, whatever the others found.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <set>
#include <string>
#include <vector>

#include "program/program.h"
#include "program/weave_values.h"

namespace clew::program {

/// What is to be known of the woven automata.
struct Notes {
  const spec::Specification& specification;
  std::vector<Monitor>& monitors;
  std::set<std::string>& breaks;

  /// What a violation says that is none, but a BREAK.
  std::string breakText(const std::string& automaton, const spec::Outcome& outcome) const {
    return automaton + ": BREAK at " + specification.placeText(outcome.place);
  }
};

/// Makes the code where the builder stands.
void weaveEvent(llvm::Module& module, llvm::IRBuilder<>& builder, const EventContext& context, Notes& notes);

}  // namespace clew::program
