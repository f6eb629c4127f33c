// The symbolic search: walks the tree of schedules and of branches on symbols depth-first and asks no solver on the
// way. What a path needs for its error is handed to solver workers while the search goes on; what they refute comes
// back as nogoods that keep the search from paths like it (Phan, Malacaria, Pasareanu: Concurrent Bounded Model
// Checking, 2015; nogoods are ours).
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "search/certify.h"
#include "search/search.h"
#include "symbolic/run.h"
#include "symbolic/workers.h"
#include "term/solver.h"

namespace clew::symbolic {

/// When solvers are asked.
enum class Solving : uint8_t {
  Postponed,  // about paths to errors, by workers
  Eager       // at every branch, as classical symbolic execution does
};

/// Whether ways that soon come together are gone as one.
enum class Merging : uint8_t {
  Never,
  Race,  // when there are many paths, by a second search beside the first
  Always
};

struct Options {
  Bounds bounds;
  Merging merging = Merging::Race;
  uint32_t branches = 0;  // on symbols, of a path; 0: no bound
  Solving solving = Solving::Postponed;
  BlockOptions blocks;
  unsigned workers = 1;  // 0: everything is decided at the end, as one formula
  term::SolverSpec solver;
  double solverSeconds = 0;  // for one question; 0: no limit
  /// Where to write the nogoods that refute all errors, for a certificate (nogood_code.h); stays empty if they cannot
  /// be written. Then every refutation leaves a nogood: blocks are not decided as one formula.
  std::vector<uint8_t>* nogoods = nullptr;
};

/// Explores every path of the program, for all inputs, and stops at the first violation, which the concrete machine has
/// followed. Of the search's options those count that say what is checked, and how the machine is.
search::Result explore(const program::Program& program, const search::Options& what, const Options& how,
                       const std::atomic<bool>& stop, search::Statistics& statistics);

/// Certifies that nothing is violated, with the nogoods that `explore` has written. Walks the same tree and asks no
/// solver on the way: every path to an error, and to whatever else keeps a program from being safe, must contain a
/// nogood. Each that was needed is then proven by a solver of this side, and so is what difference constraints have
/// refuted. Of the options bounds, solver and workers count.
std::optional<search::Rejection> certify(const program::Program& program, const search::Options& what,
                                         const Options& how, std::span<const uint8_t> nogoods,
                                         const std::atomic<bool>& stop, search::Statistics& statistics);

}  // namespace clew::symbolic
