// The board on which solver workers leave what they have found, for the exploration and for each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "symbolic/disjunct.h"
#include "term/term.h"

namespace clew::symbolic {

/// What workers have found since somebody asked last.
struct Arrivals {
  struct Satisfiable {
    Query query;
    term::Model model;
  };
  struct Unknown {
    Query query;
    std::string reason;
  };
  std::vector<std::vector<Term>> cores;  // literals that no execution has together
  std::vector<Satisfiable> satisfiable;
  std::vector<Unknown> unknown;
  uint64_t unsatisfiable = 0;  // queries
};

/// All functions may be called from any thread.
class Findings {
 public:
  enum class State : uint8_t {
    Open,
    Found,       // there is a model of an error: nothing else is of interest
    Interrupted  // what is not decided yet is unknown
  };

  /// Adds a core; `literals` by rising number.
  void addCore(std::vector<Term> literals);
  /// Adds a model; that of an error ends the search.
  void addSatisfiable(Query query, term::Model model);
  void addUnknown(Query query, std::string reason);
  void addUnsatisfiable(uint64_t queries);
  void addSolverCall() { solverCalls_.fetch_add(1, std::memory_order_relaxed); }

  Arrivals take();
  bool hasArrivals() const { return arrived_.load(std::memory_order_acquire); }
  /// How many cores were taken away so far.
  size_t takenCores() const { return takenCores_.load(std::memory_order_relaxed); }
  /// Appends the cores from number `first` on, which stay valid.
  void coresSince(size_t first, std::vector<std::span<const Term>>& into);

  State state() const { return state_.load(std::memory_order_acquire); }
  bool stopped() const { return state() != State::Open; }
  void interrupt();
  /// Whether a path that was cut has a model, so that others need not be asked.
  bool isCutReal() const { return cutIsReal_.load(std::memory_order_relaxed); }
  uint64_t solverCalls() const { return solverCalls_.load(std::memory_order_relaxed); }

 private:
  std::mutex mutex_;
  Arrivals arrivals_;
  std::deque<std::vector<Term>> cores_;  // all; they never move
  std::atomic<bool> arrived_ = false;
  std::atomic<size_t> takenCores_ = 0;
  std::atomic<State> state_ = State::Open;
  std::atomic<bool> cutIsReal_ = false;
  std::atomic<uint64_t> solverCalls_ = 0;
};

}  // namespace clew::symbolic
