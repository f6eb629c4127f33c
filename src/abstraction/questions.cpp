#include "abstraction/questions.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "machine/concrete_domain.h"
#include "symbolic/values.h"
#include "term/parts.h"

namespace clew::abstraction {

using term::Answer;

Questions::Questions(term::Terms& terms, symbolic::PathCondition& path, const term::SolverSpec& solver, double seconds,
                     const std::atomic<bool>& stop)
    : terms_(terms), path_(path), solver_(term::makeSolver(solver, terms)), seconds_(seconds), stop_(stop) {
  solver_->expectSmallQuestions();
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
    const bool isLate = deadline_ != 0 && std::clock() >= deadline_;
    if (!isLate && !isStopped()) continue;
    halt_ = true;
    solver_->interrupt();
  }
}

void Questions::begin(double seconds) {
  const std::lock_guard lock(watching_);
  deadline_ = seconds > 0 ? std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC) : 0;
  halt_ = isStopped();
  if (!halt_) solver_->resume();
}

term::Decision Questions::decide(std::span<const Term> literals, double seconds) {
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
    const bool isShorter = seconds > 0 && (seconds_ <= 0 || seconds < seconds_);
    decision = solver_->decide(literals, isShorter ? seconds : seconds_);
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
  if (const term::Model* late = lateModelFor(literals)) return *late;
  if (auto tried = tryValues(literals)) {
    remember(*tried);
    return tried;
  }
  term::Decision decision = decide(literals);
  if (decision.answer == Answer::Satisfiable) {
    remember(decision.model);
    return std::move(decision.model);
  }
  const auto& core = decision.core;
  const bool isOfPath = !core.empty() && std::find(core.begin(), core.end(), condition) == core.end();
  if (decision.answer == Answer::Unsatisfiable && isOfPath) path_.learn(core);
  return std::nullopt;
}

/// Most paths that can be gone can be gone with values that some path before was.
const term::Model* Questions::lateModelFor(std::span<const Term> literals) const {
  for (const term::Model& model : late_) {
    term::Evaluator evaluate(terms_, model);
    if (std::all_of(literals.begin(), literals.end(), [&](Term literal) { return evaluate(literal) != 0; })) {
      return &model;
    }
  }
  return nullptr;
}

/// Changes the newest model where it does not fit, one symbol after the other, to numbers that the literals compare
/// with.
std::optional<term::Model> Questions::tryValues(std::span<const Term> literals) const {
  constexpr int kRounds = 3;
  term::Model model = late_.empty() ? term::Model() : late_.front();
  for (int round = 0; round < kRounds; ++round) {
    bool isChanged = false;
    for (const Term literal : literals) {
      if (term::Evaluator(terms_, model)(literal) != 0) continue;
      if (!makeTrue(literal, model)) return std::nullopt;
      isChanged = true;
    }
    if (!isChanged) return model;
  }
  return std::nullopt;
}

/// Whether one other value is enough.
bool Questions::makeTrue(Term literal, term::Model& model) const {
  constexpr size_t kMostNodes = 60;
  std::vector<Term> symbols;
  std::set<uint64_t> values = {0, 1, ~uint64_t{0}};
  size_t count = 0;
  bool isSimple = true;
  term::forEachPart(terms_, literal, [&](Term part, const term::Node& node) {
    isSimple = node.width != 0 && ++count <= kMostNodes;
    if (node.kind == term::Kind::Symbol) symbols.push_back(part);
    if (node.kind == term::Kind::Constant) values.insert({node.value, node.value + 1, node.value - 1});
    return isSimple;
  });
  if (!isSimple) return false;
  for (const Term symbol : symbols) {
    const auto number = static_cast<uint32_t>(terms_[symbol].value);
    const uint64_t before = model.valueOf(number);
    for (const uint64_t value : values) {
      model.values[number] = value & machine::maskOf(terms_.widthOf(symbol));
      if (term::Evaluator(terms_, model)(literal) != 0) return true;
    }
    model.values[number] = before;
  }
  return false;
}

void Questions::remember(const term::Model& model) {
  constexpr size_t kMost = 8;
  if (late_.size() == kMost) late_.pop_back();
  late_.push_front(model);
}

std::optional<std::vector<uint64_t>> Questions::valuesOf(Term term, size_t most) {
  symbolic::ListedValues listed = symbolic::listValues(*solver_, terms_, path_, term, most, seconds_, halt_);
  count_ += listed.calls;
  return std::move(listed.values);
}

}  // namespace clew::abstraction
