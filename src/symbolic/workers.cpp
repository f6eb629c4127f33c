#include "symbolic/workers.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace clew::symbolic {

namespace {

constexpr size_t kLargestBlock = 256;
// With nogoods the formula is needed for large blocks only, and sometimes.
constexpr size_t kFormulaFrom = 12;
// Blocks that may wait for each worker before the exploration waits for them.
constexpr size_t kAhead = 8;

}  // namespace

/// A solver that can be interrupted as long as its thread has it.
class Workers::Seat {
 public:
  explicit Seat(Workers& workers) : workers_(workers), solver_(term::makeSolver(workers.spec_, workers.terms_)) {
    const std::lock_guard lock(workers_.mutex_);
    workers_.solvers_.push_back(solver_.get());
  }
  ~Seat() {
    const std::lock_guard lock(workers_.mutex_);
    std::erase(workers_.solvers_, solver_.get());
  }
  Seat(const Seat&) = delete;  // the solver is known by its address
  Seat& operator=(const Seat&) = delete;

  void decide(Block block, bool nogoods) {
    BlockDecider(workers_.terms_, *solver_, {workers_.seconds_, nogoods}, workers_.findings_).decide(std::move(block));
    if (workers_.findings_.stopped()) workers_.interruptSolvers();
  }

 private:
  Workers& workers_;
  std::unique_ptr<term::Solver> solver_;
};

Workers::Workers(term::Terms& terms, term::SolverSpec solver, unsigned count, BlockOptions blocks, double seconds)
    : terms_(terms), spec_(std::move(solver)), count_(count), options_(blocks), seconds_(seconds) {
  for (unsigned number = 0; number < count_; ++number) threads_.emplace_back([this] { serve(); });
}

Workers::~Workers() {
  interrupt();
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// ---- the exploring thread ----

void Workers::submit(Query query) {
  if (findings_.stopped()) {
    findings_.addUnknown(std::move(query), "interrupted");
    return;
  }
  const Purpose purpose = query.purpose;
  if (purpose == Purpose::Cut && findings_.isCutReal()) return;
  auto& held = heldFor(purpose);
  if (held.empty()) knownCores_[static_cast<size_t>(purpose)] = findings_.takenCores();
  held.push_back(std::move(query));
  if (count_ > 0 && (purpose == Purpose::Feasible || isBlockFull(held))) handOver(purpose);
}

bool Workers::isBlockFull(const std::vector<Query>& queries) const {
  if (options_.size > 0) return queries.size() >= options_.size;
  return queries.size() >= blockSize_ || isSomeoneIdle();
}

void Workers::handOver(Purpose purpose) {
  Block block;
  block.queries = std::exchange(heldFor(purpose), {});
  block.knownCores = knownCores_[static_cast<size_t>(purpose)];
  if (block.queries.empty()) return;
  if (block.queries.size() >= blockSize_) blockSize_ = std::min(2 * blockSize_, kLargestBlock);
  const size_t formulaFrom = options_.nogoods && count_ > 0 ? kFormulaFrom : 2;
  if (options_.formulas && block.queries.size() >= formulaFrom && !terms_.isFull()) {
    block.formula = disjunctionOf(terms_, block.queries);
    if (terms_.isFull()) block.formula = term::kNoTerm;
  }
  enqueue(std::move(block));
}

/// Feasible ones first: they save the exploration work.
void Workers::enqueue(Block block) {
  const bool urgent = block.queries.front().purpose == Purpose::Feasible;
  {
    std::unique_lock lock(mutex_);
    rest_.wait(lock, [&] { return count_ == 0 || waiting_.size() < kAhead * count_ || findings_.stopped(); });
    if (urgent)
      waiting_.push_front(std::move(block));
    else
      waiting_.push_back(std::move(block));
    load_.fetch_add(1, std::memory_order_relaxed);
  }
  work_.notify_one();
}

Arrivals Workers::take() {
  const bool automatic = options_.size == 0 && count_ > 0;
  for (const Purpose purpose : {Purpose::Error, Purpose::Cut}) {
    if (automatic && isSomeoneIdle()) handOver(purpose);
  }
  return findings_.take();
}

void Workers::finish() {
  if (count_ > 0) {
    for (const Purpose purpose : {Purpose::Error, Purpose::Cut}) handOver(purpose);
    std::unique_lock lock(mutex_);
    rest_.wait(lock, [&] { return waiting_.empty() && busy_ == 0; });
    return;
  }
  decideHere();
}

/// Without threads: one formula for the errors, one for the cuts, and feasibility one by one, since nobody needs it.
void Workers::decideHere() {
  Seat seat(*this);
  for (const Purpose purpose : {Purpose::Error, Purpose::Cut}) handOver(purpose);
  for (Query& query : std::exchange(heldFor(Purpose::Feasible), {})) enqueue({.queries = {std::move(query)}});
  for (Block& block : std::exchange(waiting_, {})) seat.decide(std::move(block), false);
}

// ---- solvers ----

void Workers::serve() {
  std::unique_ptr<Seat> seat;
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [&] { return leaving_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Block block = std::move(waiting_.front());
    waiting_.pop_front();
    ++busy_;
    lock.unlock();
    rest_.notify_all();
    if (seat == nullptr) seat = std::make_unique<Seat>(*this);
    seat->decide(std::move(block), options_.nogoods);
    lock.lock();
    --busy_;
    load_.fetch_sub(1, std::memory_order_relaxed);
    rest_.notify_all();
  }
}

void Workers::interrupt() {
  findings_.interrupt();
  interruptSolvers();
}

void Workers::interruptSolvers() {
  {
    const std::lock_guard lock(mutex_);
    for (term::Solver* solver : solvers_) solver->interrupt();
  }
  rest_.notify_all();
}

}  // namespace clew::symbolic
