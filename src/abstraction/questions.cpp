#include "abstraction/questions.h"

#include <algorithm>
#include <chrono>

#include "symbolic/values.h"

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
  symbolic::ListedValues listed = symbolic::listValues(*solver_, terms_, path_, term, most, seconds_, stop_);
  count_ += listed.calls;
  return std::move(listed.values);
}

}  // namespace clew::abstraction
