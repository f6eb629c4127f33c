// Names of freed objects. One may be used again as soon as no value of the state holds it; else a program that
// allocates and frees for ever would have states without end. Values are words, terms, and whatever symbols of heads
// stand for.
#pragma once

#include <cstdint>
#include <set>

#include "abstraction/head.h"
#include "symbolic/machine.h"
#include "term/term.h"

namespace clew::abstraction {

class Names {
 public:
  explicit Names(const term::Terms& terms) : terms_(terms) {}

  /// Lets go of the names that a state does not hold any more.
  void forget(symbolic::SymbolicMachine& machine);
  /// A symbol is about to take the place of a variable's value, which may be the last to hold a name: that must stay
  /// from now on. False if it comes too late, because some state has let go of it.
  bool hide(const symbolic::SymbolicMachine& machine, const Variable& variable, Term value);
  /// All states are forgotten.
  void clear() { forgotten_.clear(); }

 private:
  /// Looks at all numbers in a term that may be addresses. Whether that is all that it can hold.
  template <typename Look>
  bool forEachNumber(Term term, Look look) const;

  const term::Terms& terms_;
  std::set<uint64_t> hidden_;     // addresses of objects
  std::set<uint64_t> forgotten_;  // in some state
  bool isKnown_ = true;           // what symbols may hold
};

}  // namespace clew::abstraction
