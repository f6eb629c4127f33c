// What solvers are asked about the path that the machine is on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "symbolic/path_condition.h"
#include "term/solver.h"
#include "term/term.h"

namespace clew::abstraction {

using term::Term;

class Questions {
 public:
  /// `seconds` for one question, 0: no limit. A question ends when somebody asks to stop.
  Questions(term::Terms& terms, symbolic::PathCondition& path, const term::SolverSpec& solver, double seconds,
            const std::atomic<bool>& stop);
  ~Questions();
  Questions(const Questions&) = delete;  // a thread refers to it
  Questions& operator=(const Questions&) = delete;

  /// Values for which the path can be gone and one more condition is true; nothing if there are none, or if the solver
  /// does not know. What contradicts itself on the path is kept as a nogood.
  std::optional<term::Model> modelOf(Term condition = term::kNoTerm);
  /// Whether it did not know, the last time.
  bool wasUnknown() const { return wasUnknown_; }
  /// Whether the path can be gone, as far as anybody knows.
  bool isPossible() { return modelOf() || wasUnknown_; }
  /// All values that a term can have on the path, if there are no more than `most` and the solver knows them.
  std::optional<std::vector<uint64_t>> valuesOf(Term term, size_t most);
  /// About any literals.
  term::Decision decide(std::span<const Term> literals);

  uint64_t count() const { return count_; }

 private:
  void watch();

  term::Terms& terms_;
  symbolic::PathCondition& path_;
  std::unique_ptr<term::Solver> solver_;
  double seconds_;
  const std::atomic<bool>& stop_;
  bool wasUnknown_ = false;
  uint64_t count_ = 0;
  std::mutex watching_;
  std::condition_variable done_;
  bool isDone_ = false;
  std::thread watcher_;
};

}  // namespace clew::abstraction
