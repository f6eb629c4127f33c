// Search by predicate abstraction: proves programs whose loops have no bound. See analysis.h for how.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "machine/path.h"
#include "property/property.h"
#include "search/search.h"
#include "term/solver.h"

namespace clew::abstraction {

/// What of automata states have as it is, from the start; the rest is tracked like the program's own variables, when
/// somebody needs it.
enum class Weaving : uint8_t {
  Automata,  // all of it
  Hybrid,    // which state an automaton is in
  Woven      // nothing
};

/// Where blocks of a path end, and states are abstracted.
enum class Blocks : uint8_t {
  Loops,  // where a loop begins again
  Calls   // there, and where a function of the program is called
};

/// How automata are decided: which of them together, and what each may cost. S0 to S4 are those of "On-the-fly
/// decomposition of specifications in software model checking".
enum class Strategy : uint8_t {
  Each,  // each on its own
  S0,    // all together
  S1,    // all together; what is left then, each on its own
  S2,    // the same, but those that need many more refinements than others are left earlier
  S3,    // all together; then those that nothing was seen of; then each that something was seen of
  S4,    // S2 and S3
  S5     // as S2; what is left goes on in the same graph, by similarity of what it has needed
};

struct Options {
  term::SolverSpec solver;
  double solverSeconds = 0;     // for one question; 0: no limit
  uint32_t refinements = 4000;  // at most, without automata; and of each automaton
  Blocks blocks = Blocks::Loops;
  Weaving weaving = Weaving::Hybrid;
  Strategy strategy = Strategy::S5;
  double partitionSeconds = 900;  // of the processor, for automata that are decided together; S0: no limit
};

/// What became of an automaton.
struct Watched {
  enum class Status : uint8_t {
    Open,
    Satisfied,
    Violated,
    Resigned
  };
  Status status = Status::Open;
  std::optional<property::Violation> violation;
  machine::Path path;      // of the program without other automata, but for those that may choose or end paths
  std::string why;         // nothing was decided
  bool isBounded = false;  // because there were more states than were wanted
  // ---- what it took ----
  uint32_t partition = 0;  // the last that it was in, from 1
  double seconds = 0;      // of the processor, of all of them
  uint32_t refinements = 0;
  uint64_t transitions = 0;  // how often something happened that it looks for
};

/// Proves the program, or finds a violation that the concrete machine has followed, or says why not. Of the search's
/// options those count that say what is checked, and how the machine is. Programs with threads are not known here.
search::Result explore(const program::Program& program, const search::Options& what, const Options& how,
                       const std::atomic<bool>& stop, search::Statistics& statistics);

/// The same for each of a program's automata, but for those that are switched off.
std::vector<Watched> exploreAutomata(const program::Program& program, const std::vector<uint32_t>& automata,
                                     const search::Options& what, const Options& how, const std::atomic<bool>& stop,
                                     search::Statistics& statistics);

}  // namespace clew::abstraction
