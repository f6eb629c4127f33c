#include "term/checked_solver.h"

#include <algorithm>
#include <exception>
#include <unordered_set>

namespace clew::term {

/// Terms that are false or contradict each other as they stand; the others go to `left`.
bool CheckedSolver::decideAtOnce(std::span<const Term> conjunction, std::vector<Term>& left, Decision& decision) const {
  std::unordered_set<Term> seen;
  for (const Term term : conjunction) {
    if (terms_.isTrue(term) || !seen.insert(term).second) continue;
    const Node& node = terms_[term];
    if (terms_.isFalse(term)) {
      decision.core = {term};
    } else {
      left.push_back(term);
    }
    if (!decision.core.empty()) break;
    if (node.kind == Kind::Not && seen.contains(node.a)) decision.core = {node.a, term};
  }
  // A Not may come before what it negates.
  for (size_t i = 0; decision.core.empty() && i < left.size(); ++i) {
    const Node& node = terms_[left[i]];
    if (node.kind == Kind::Not && seen.contains(node.a)) decision.core = {node.a, left[i]};
  }
  if (!decision.core.empty()) {
    decision.answer = Answer::Unsatisfiable;
    return true;
  }
  if (left.empty()) decision.answer = Answer::Satisfiable;
  return left.empty();
}

Decision CheckedSolver::decide(std::span<const Term> conjunction, double seconds) {
  if (terms_.isFull()) return unknown("there is no room for more terms");
  Decision decision;
  std::vector<Term> left;
  if (decideAtOnce(conjunction, left, decision)) return decision;
  if (isInterrupted()) return unknown("interrupted");
  try {
    decision = ask(left, seconds);
  } catch (const std::exception& problem) {
    return unknown(name() + ": " + problem.what());
  } catch (...) {
    return unknown(name() + " failed");
  }
  if (decision.answer == Answer::Satisfiable) {
    Evaluator evaluate(terms_, decision.model);
    const bool holds = std::all_of(left.begin(), left.end(), [&](Term term) { return evaluate(term) == 1; });
    if (!holds) return unknown("the model of " + name() + " does not satisfy the formula");
  }
  if (decision.answer == Answer::Unknown && isInterrupted()) decision.reason = "interrupted";
  return decision;
}

}  // namespace clew::term
