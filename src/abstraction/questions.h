// What solvers are asked about the path that the machine is on.
#pragma once

#include <atomic>
#include <condition_variable>
#include <ctime>
#include <deque>
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

inline double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Questions {
 public:
  /// `seconds` for one question, 0: no limit. A question ends when somebody asks to stop, or when time is up.
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
  /// All values that a term can have on the path, if there are no more than `most` and the solver knows them.
  std::optional<std::vector<uint64_t>> valuesOf(Term term, size_t most);
  /// About any literals; for no longer than `seconds` if that is less than for other questions.
  term::Decision decide(std::span<const Term> literals, double seconds = 0);

  /// Lets everything end after so much time of the processor from now on, or when somebody asks to stop. 0: no limit.
  void begin(double seconds);
  /// Whether one or the other has happened.
  bool isHalted() const { return halt_.load(std::memory_order_relaxed); }
  const std::atomic<bool>& halt() const { return halt_; }
  bool isStopped() const { return stop_.load(std::memory_order_relaxed); }

  uint64_t count() const { return count_; }

 private:
  void watch();
  const term::Model* lateModelFor(std::span<const Term> literals) const;
  std::optional<term::Model> tryValues(std::span<const Term> literals) const;
  bool makeTrue(Term literal, term::Model& model) const;
  void remember(const term::Model& model);

  term::Terms& terms_;
  symbolic::PathCondition& path_;
  std::unique_ptr<term::Solver> solver_;
  double seconds_;
  const std::atomic<bool>& stop_;
  std::atomic<bool> halt_ = false;
  std::clock_t deadline_ = 0;  // 0: none
  bool wasUnknown_ = false;
  std::deque<term::Model> late_;  // the newest first
  uint64_t count_ = 0;
  std::mutex watching_;
  std::condition_variable done_;
  bool isDone_ = false;
  std::thread watcher_;
};

}  // namespace clew::abstraction
