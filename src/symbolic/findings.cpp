#include "symbolic/findings.h"

#include <utility>

namespace clew::symbolic {

void Findings::addCore(std::vector<Term> literals) {
  const std::lock_guard lock(mutex_);
  arrivals_.cores.push_back(literals);
  cores_.push_back(std::move(literals));
  arrived_.store(true, std::memory_order_release);
}

void Findings::addSatisfiable(Query query, term::Model model) {
  const std::lock_guard lock(mutex_);
  if (query.purpose == Purpose::Error) state_.store(State::Found, std::memory_order_release);
  if (query.purpose == Purpose::Cut) cutIsReal_.store(true, std::memory_order_relaxed);
  arrivals_.satisfiable.push_back({std::move(query), std::move(model)});
  arrived_.store(true, std::memory_order_release);
}

void Findings::addUnknown(Query query, std::string reason) {
  const std::lock_guard lock(mutex_);
  if (state() == State::Found) return;
  arrivals_.unknown.push_back({std::move(query), std::move(reason)});
  arrived_.store(true, std::memory_order_release);
}

void Findings::addUnsatisfiable(uint64_t queries) {
  const std::lock_guard lock(mutex_);
  arrivals_.unsatisfiable += queries;
  arrived_.store(true, std::memory_order_release);
}

Arrivals Findings::take() {
  const std::lock_guard lock(mutex_);
  arrived_.store(false, std::memory_order_relaxed);
  takenCores_.store(cores_.size(), std::memory_order_relaxed);
  return std::exchange(arrivals_, {});
}

void Findings::coresSince(size_t first, std::vector<std::span<const Term>>& into) {
  const std::lock_guard lock(mutex_);
  for (size_t number = first; number < cores_.size(); ++number) into.emplace_back(cores_[number]);
}

void Findings::interrupt() {
  State open = State::Open;
  state_.compare_exchange_strong(open, State::Interrupted, std::memory_order_acq_rel);
}

}  // namespace clew::symbolic
