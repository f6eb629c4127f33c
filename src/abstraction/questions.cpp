#include "abstraction/questions.h"

#include <algorithm>
#include <chrono>

namespace clew::abstraction {

using term::Answer;

Questions::Questions(term::Terms& terms, symbolic::PathCondition& path, const term::SolverSpec& solver, double seconds,
                     const std::atomic<bool>& stop)
    : terms_(terms), path_(path), solver_(term::makeSolver(solver, terms)), seconds_(seconds), stop_(stop) {
  watcher_ = std::thread([this] { watch(); });
}

Questions::~Questions() {
  {
    const std::lock_guard lock(watching_);
    isDone_ = true;
  }
  done_.notify_all();
  watcher_.join();
}

/// Whoever waits for a solver cannot look whether somebody asks to stop.
void Questions::watch() {
  constexpr std::chrono::milliseconds kPause{20};
  std::unique_lock lock(watching_);
  while (!done_.wait_for(lock, kPause, [this] { return isDone_; })) {
    if (stop_.load(std::memory_order_relaxed)) solver_->interrupt();
  }
}

term::Decision Questions::decide(std::span<const Term> literals) {
  term::Decision decision;
  const auto isFalse =
      std::find_if(literals.begin(), literals.end(), [&](Term literal) { return terms_.isFalse(literal); });
  if (isFalse != literals.end()) {
    decision.answer = Answer::Unsatisfiable;
    decision.core = {*isFalse};
  } else if (literals.empty()) {
    decision.answer = Answer::Satisfiable;
  } else {
    ++count_;
    decision = solver_->decide(literals, seconds_);
  }
  wasUnknown_ = decision.answer == Answer::Unknown;
  return decision;
}

std::optional<term::Model> Questions::modelOf(Term condition) {
  wasUnknown_ = false;
  std::vector<Term> literals(path_.literals().begin(), path_.literals().end());
  if (condition != term::kNoTerm && !terms_.isTrue(condition)) {
    if (path_.decide(condition) == false) return std::nullopt;
    literals.push_back(condition);
  }
  term::Decision decision = decide(literals);
  if (decision.answer == Answer::Satisfiable) return std::move(decision.model);
  const auto& core = decision.core;
  const bool isOfPath = !core.empty() && std::find(core.begin(), core.end(), condition) == core.end();
  if (decision.answer == Answer::Unsatisfiable && isOfPath) path_.learn(core);
  return std::nullopt;
}

std::optional<std::vector<uint64_t>> Questions::valuesOf(Term term, size_t most) {
  std::vector<Term> literals(path_.literals().begin(), path_.literals().end());
  std::vector<uint64_t> values;
  while (values.size() <= most && !stop_.load(std::memory_order_relaxed)) {
    const term::Decision decision = decide(literals);
    if (decision.answer == Answer::Unknown) return std::nullopt;
    if (decision.answer == Answer::Unsatisfiable) {
      std::sort(values.begin(), values.end());
      return values;
    }
    values.push_back(term::Evaluator(terms_, decision.model)(term));
    literals.push_back(terms_.bitNot(terms_.equal(term, terms_.constant(values.back(), terms_.widthOf(term)))));
  }
  return std::nullopt;
}

}  // namespace clew::abstraction
