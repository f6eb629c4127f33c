#include "symbolic/block_decider.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace clew::symbolic {

using term::Answer;
using term::Decision;

namespace {

// A block of which so many queries needed the solver, and so many are left, is rather decided as a whole.
constexpr unsigned kPatience = 8;
constexpr size_t kManyLeft = 4;

// Cores that are worth shortening, and how long that may take: a few times what it took to find them.
constexpr size_t kLongestCore = 40;
constexpr double kSlowestCore = 0.1;
constexpr double kShortBudget = 0.02;
constexpr double kBudgetFactor = 4;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool contains(const std::vector<Term>& sorted, std::span<const Term> core) {
  return std::all_of(core.begin(), core.end(),
                     [&](Term literal) { return std::binary_search(sorted.begin(), sorted.end(), literal); });
}

}  // namespace

void BlockDecider::decide(Block block) {
  failures_ = 0;
  started_ = Clock::now();
  seenCores_ = block.knownCores;
  isCut_ = !block.queries.empty() && block.queries.front().purpose == Purpose::Cut;
  open(std::move(block.queries));
  if (options_.nogoods || block.formula == term::kNoTerm)
    decideEach(block);
  else
    decideAtOnce(block.formula, options_.seconds);
  reportUnknown();
}

void BlockDecider::open(std::vector<Query> queries) {
  for (auto query = queries.rbegin(); query != queries.rend(); ++query) {
    std::vector<Term> sorted = query->literals;
    std::sort(sorted.begin(), sorted.end());
    open_.push_back({std::move(*query), std::move(sorted), {}});
  }
}

void BlockDecider::decideEach(Block& block) {
  while (!isMoot()) {
    dropKnown();
    if (open_.empty()) return;
    const bool together = failures_ >= kPatience && open_.size() >= kManyLeft;
    if (together && block.formula != term::kNoTerm) {
      if (decideAtOnce(std::exchange(block.formula, term::kNoTerm), expectedSeconds())) return;
    } else {
      decideNext();
    }
  }
}

/// What the rest would take one by one: the whole may not take longer, since some formulas are much harder than all
/// their parts.
double BlockDecider::expectedSeconds() const {
  const double rest = secondsSince(started_) / failures_ * static_cast<double>(open_.size());
  return options_.seconds > 0 ? std::min(rest, options_.seconds) : rest;
}

void BlockDecider::dropKnown() {
  cores_.clear();
  findings_.coresSince(seenCores_, cores_);
  seenCores_ += cores_.size();
  if (cores_.empty()) return;
  const auto dropped = std::erase_if(open_, [&](const OpenQuery& each) {
    return std::any_of(cores_.begin(), cores_.end(), [&](auto core) { return contains(each.sorted, core); });
  });
  if (dropped > 0) findings_.addUnsatisfiable(dropped);
}

void BlockDecider::decideNext() {
  const Clock::time_point start = Clock::now();
  Decision decision = ask(open_.back().query.literals, options_.seconds);
  const double took = secondsSince(start);
  OpenQuery next = std::move(open_.back());
  open_.pop_back();
  switch (decision.answer) {
    case Answer::Satisfiable: findings_.addSatisfiable(std::move(next.query), std::move(decision.model)); break;
    case Answer::Unsatisfiable:
      ++failures_;
      findings_.addUnsatisfiable(1);
      if (!options_.nogoods && next.query.purpose != Purpose::Feasible) break;
      // Nothing is no contradiction: a solver that says so only does not know which literals it used.
      if (decision.core.empty()) decision.core = next.query.literals;
      findings_.addCore(shortened(std::move(decision.core), took));
      break;
    case Answer::Unknown:
      next.reason = std::move(decision.reason);
      unknown_.push_back(std::move(next));
      break;
  }
}

/// Decides all that are not decided yet, also those the solver did not know alone. False if it does not know.
bool BlockDecider::decideAtOnce(Term formula, double seconds) {
  if (isMoot()) return true;
  Decision decision = ask({&formula, 1}, seconds);
  if (decision.answer == Answer::Unknown) {
    for (OpenQuery& each : open_) each.reason = decision.reason;
    return false;
  }
  if (decision.answer == Answer::Satisfiable) {
    reportModel(std::move(decision.model));
    return true;
  }
  findings_.addUnsatisfiable(open_.size() + unknown_.size());
  open_.clear();
  unknown_.clear();
  return true;
}

/// A model of the whole block is one of some query.
void BlockDecider::reportModel(term::Model model) {
  term::Evaluator evaluate(terms_, model);
  for (auto* queries : {&open_, &unknown_}) {
    const auto found = std::find_if(queries->begin(), queries->end(), [&](const OpenQuery& each) {
      return std::all_of(each.sorted.begin(), each.sorted.end(), [&](Term literal) { return evaluate(literal) == 1; });
    });
    if (found == queries->end()) continue;
    Query query = std::move(found->query);
    queries->erase(found);
    findings_.addSatisfiable(std::move(query), std::move(model));
    return;
  }
  for (OpenQuery& each : open_) each.reason = "the solver's model belongs to none of the paths";
}

/// What is left has no answer, or needs none.
void BlockDecider::reportUnknown() {
  const bool needsNone = isCut_ && findings_.isCutReal();
  const bool interrupted = findings_.state() == Findings::State::Interrupted;
  for (auto* queries : {&open_, &unknown_}) {
    for (OpenQuery& each : *queries) {
      if (needsNone) break;
      findings_.addUnknown(std::move(each.query), interrupted ? "interrupted" : std::move(each.reason));
    }
    queries->clear();
  }
}

Decision BlockDecider::ask(std::span<const Term> literals, double seconds) {
  findings_.addSolverCall();
  return solver_.decide(literals, seconds);
}

/// Leaves literals out one by one as long as the others still contradict each other.
std::vector<Term> BlockDecider::shortened(std::vector<Term> core, double took) {
  const Clock::time_point start = Clock::now();
  const double budget = std::max(kShortBudget, kBudgetFactor * took);
  const bool worthwhile = core.size() <= kLongestCore && took <= kSlowestCore;
  for (size_t index = core.size(); worthwhile && index-- > 0 && core.size() > 1;) {
    const double left = budget - secondsSince(start);
    if (left <= 0 || findings_.stopped()) break;
    std::vector<Term> shorter = core;
    shorter.erase(shorter.begin() + static_cast<ptrdiff_t>(index));
    Decision decision = ask(shorter, left);
    if (decision.answer != Answer::Unsatisfiable) continue;
    core = decision.core.empty() ? std::move(shorter) : std::move(decision.core);
    index = std::min(index, core.size());
  }
  std::sort(core.begin(), core.end());
  return core;
}

}  // namespace clew::symbolic
