// The values that a term can have on a path, one by one from a solver.
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "symbolic/path_condition.h"
#include "term/solver.h"

namespace clew::symbolic {

struct ListedValues {
  std::optional<std::vector<uint64_t>> values;  // none: there are more, or the solver does not know
  uint64_t calls = 0;                           // of the solver
};

/// By rising value, if there are no more than `most`. A path with none cannot be gone, and learns that.
inline ListedValues listValues(term::Solver& solver, term::Terms& terms, PathCondition& path, Term term, size_t most,
                               double seconds, const std::atomic<bool>& stop) {
  std::vector<Term> literals(path.literals().begin(), path.literals().end());
  const size_t given = literals.size();
  ListedValues listed;
  std::vector<uint64_t> values;
  while (values.size() <= most && !stop.load(std::memory_order_relaxed)) {
    ++listed.calls;
    const term::Decision decision = solver.decide(literals, seconds);
    if (decision.answer == term::Answer::Unknown) return listed;
    if (decision.answer == term::Answer::Unsatisfiable) {
      if (values.empty())
        path.learn(decision.core.empty() ? std::span<const Term>(literals).first(given) : decision.core);
      std::sort(values.begin(), values.end());
      listed.values = std::move(values);
      return listed;
    }
    values.push_back(term::Evaluator(terms, decision.model)(term));
    literals.push_back(terms.bitNot(terms.equal(term, terms.constant(values.back(), terms.widthOf(term)))));
  }
  return listed;
}

}  // namespace clew::symbolic
