// Proofs of nogoods that somebody else has found, or a procedure that is not to be trusted: a solver is asked about
// each.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <string>

#include "symbolic/nogoods.h"
#include "term/solver.h"

namespace clew::symbolic {

struct ProofOptions {
  term::SolverSpec solver;
  unsigned jobs = 1;   // solvers at once
  double seconds = 0;  // for one question; 0: no limit
};

/// Has each nogood proven, by solvers of its own: what it says if one is not, for people.
std::optional<std::string> findUnproven(term::Terms& terms, std::span<const Nogood> nogoods,
                                        const ProofOptions& options, const std::atomic<bool>& stop);

}  // namespace clew::symbolic
