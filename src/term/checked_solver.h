// What all back ends have: questions that need no solver, interruption, and the check of what a solver says.
#pragma once

#include "term/solver.h"

namespace clew::term {

class CheckedSolver : public Solver {
 public:
  explicit CheckedSolver(const Terms& terms) : terms_(terms) {}

  Decision decide(std::span<const Term> conjunction, double seconds) final;
  void interrupt() override { interrupted_.store(true); }
  void resume() override { interrupted_.store(false); }

 protected:
  /// The answer of the solver itself for terms that are neither true nor false and each there once. May throw a
  /// std::exception; a model is not yet believed.
  virtual Decision ask(std::span<const Term> conjunction, double seconds) = 0;

  bool isInterrupted() const { return interrupted_.load(); }
  const Terms& terms() const { return terms_; }

 private:
  bool decideAtOnce(std::span<const Term> conjunction, std::vector<Term>& left, Decision& decision) const;

  const Terms& terms_;
  std::atomic<bool> interrupted_{false};
};

/// An Unknown that says why.
inline Decision unknown(std::string reason) {
  Decision decision;
  decision.reason = std::move(reason);
  return decision;
}

}  // namespace clew::term
