// Threads that decide what the exploration asks, while it goes on. Queries travel in blocks. Without nogoods a block is
// one formula (Phan, Malacaria, Pasareanu: Concurrent Bounded Model Checking, SPIN 2015). With nogoods its queries are
// decided one by one, because a query that fails gives a core which usually answers others, also those the exploration
// has not come to yet; when cores answer too few of a block, the rest is decided as one formula after all.
//
// One thread, that of the exploration, builds terms and calls everything here but `interrupt` and the cheap questions.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "symbolic/block_decider.h"
#include "symbolic/disjunct.h"
#include "symbolic/findings.h"
#include "term/solver.h"
#include "term/term.h"

namespace clew::symbolic {

struct BlockOptions {
  unsigned size = 0;     // queries in a block; 0: 1, 2, 4, ... and less while a worker is idle
  bool nogoods = true;   // whether cores are wanted
  bool formulas = true;  // whether a block may be decided as one formula, which leaves no cores
};

class Workers {
 public:
  /// `count` threads; with 0 nothing is decided before `finish`, and then as one formula. `seconds`: the limit of one
  /// question to a solver, 0 for none.
  Workers(term::Terms& terms, term::SolverSpec solver, unsigned count, BlockOptions blocks, double seconds);
  /// Interrupts what is under way.
  ~Workers();
  Workers(const Workers&) = delete;  // threads refer to it
  Workers& operator=(const Workers&) = delete;

  /// Asks. Waits while the workers are far behind. After the first model of an error, or an interruption, nothing is
  /// decided any more. Of the Cut queries one with a model is enough: then others may be left without an answer.
  void submit(Query query);
  /// Whether `take` would return something; costs nothing.
  bool hasArrivals() const { return findings_.hasArrivals(); }
  /// What has arrived since the last call.
  Arrivals take();
  /// Hands over what was held back for larger blocks and waits until everything is decided.
  void finish();
  /// Makes all solvers end soon; what is not decided then is unknown. From any thread, but no signal handler.
  void interrupt();
  /// Whether somebody has nothing to do.
  bool isSomeoneIdle() const { return load_.load(std::memory_order_relaxed) < count_; }
  /// Whether the rest is not decided any more.
  bool stopped() const { return findings_.stopped(); }
  /// Questions to solvers so far.
  uint64_t solverCalls() const { return findings_.solverCalls(); }

 private:
  class Seat;

  std::vector<Query>& heldFor(Purpose purpose) { return held_[static_cast<size_t>(purpose)]; }
  bool isBlockFull(const std::vector<Query>& queries) const;
  void handOver(Purpose purpose);
  void enqueue(Block block);
  void serve();
  void decideHere();
  void interruptSolvers();

  term::Terms& terms_;
  const term::SolverSpec spec_;
  const unsigned count_;
  const BlockOptions options_;
  const double seconds_;

  // Of the exploring thread.
  std::array<std::vector<Query>, 3> held_;        // not handed over yet, by purpose
  std::array<size_t, 3> knownCores_ = {0, 0, 0};  // when the first of them came
  size_t blockSize_ = 1;

  Findings findings_;
  std::mutex mutex_;
  std::condition_variable work_;  // there is a block, or nothing more to do
  std::condition_variable rest_;  // a block was taken or decided
  std::deque<Block> waiting_;
  std::vector<term::Solver*> solvers_;  // that exist
  unsigned busy_ = 0;
  bool leaving_ = false;
  std::atomic<size_t> load_ = 0;  // blocks that wait or are being decided
  std::vector<std::thread> threads_;
};

}  // namespace clew::symbolic
