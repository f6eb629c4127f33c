// Search by predicate abstraction: proves programs whose loops have no bound. A path is gone as by the symbolic engine,
// up to where a loop begins again. There what changes from round to round becomes a symbol, and all that is kept of its
// values is which predicates are true of them. A state with fewer demands than one that was there before is covered by
// it. A path to an error that exists in this abstraction only gives new predicates, and the search begins anew.
#pragma once

#include <atomic>

#include "search/search.h"
#include "term/solver.h"

namespace clew::abstraction {

struct Options {
  term::SolverSpec solver;
  double solverSeconds = 0;    // for one question; 0: no limit
  uint32_t refinements = 400;  // at most
};

/// Proves the program, or finds a violation that the concrete machine has followed, or says why not. Of the search's
/// options those count that say what is checked, and how the machine is. Programs with threads are not known here.
search::Result explore(const program::Program& program, const search::Options& what, const Options& how,
                       const std::atomic<bool>& stop, search::Statistics& statistics);

}  // namespace clew::abstraction
