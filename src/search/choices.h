// A machine that makes choices outside of a search, with the same settings as the search, so that it has the same
// choices to make. For paths that somebody gives and for paths that are made up.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/judge.h"
#include "search/range.h"
#include "search/search.h"

namespace clew::search {

class Choices {
 public:
  Choices(const program::Program& program, const Options& options, const std::atomic<bool>& stop)
      : machine_(program, tables_, options.machine), judge_(options, machine_), stop_(stop) {
    machine_.setStopFlags(&stop);
    machine_.setComplaints(options.complaints);
  }
  Choices(const Choices&) = delete;  // invariants refer to the machine
  Choices& operator=(const Choices&) = delete;

  void start() { outcome_ = machine_.start(); }
  /// How many ways on there are; none where the run ends.
  uint32_t count() { return outcome_ == machine::Outcome::Stopped ? machine_.alternativeCount() : 0; }
  void take(uint32_t alternative) { outcome_ = machine_.step(alternative); }
  /// Whether somebody wants all this to end.
  bool isStopped() const { return stop_.load(std::memory_order_relaxed); }

  machine::ConcreteMachine& machine() { return machine_; }
  Judge& judge() { return judge_; }
  /// Of the states that were saved.
  uint64_t bytes() const { return tables_.bytes(); }
  machine::Outcome outcome() const { return outcome_; }
  /// Goes back to a state that was saved.
  void restore(machine::StateKey key) {
    if (outcome_ == machine::Outcome::Stopped || outcome_ == machine::Outcome::Exited) {
      machine_.save();
    } else {
      machine_.discard();
    }
    machine_.restore(key);
    outcome_ = machine::Outcome::Stopped;
  }

 private:
  machine::StateTables tables_;
  machine::ConcreteMachine machine_;
  Judge judge_;  // invariants decide where the machine stops
  const std::atomic<bool>& stop_;
  machine::Outcome outcome_ = machine::Outcome::Stopped;
};

/// What keeps a path from being the beginning of a run; nothing if it is one.
std::optional<support::Error> findMisfit(const program::Program& program, const Options& options,
                                         const machine::Path& path, const std::atomic<bool>& stop);

/// Paths that were made up.
struct MadePaths {
  std::vector<machine::Path> paths;  // sorted
  bool areCut = false;               // some runs were too long and are not there to their end

  /// A path that is only the beginning of where a range begins stands for all that follows it; in the range it is the
  /// bound.
  void clip(const Range& range);
};

/// Random runs in a range: at each choice every alternative is as likely, and what leaves the range is replaced by
/// the bound that it passed, as in Listing 2 of Ranged Model Checking (Funes, Siddiqui, Khurshid 2012).
MadePaths randomPaths(const program::Program& program, const Options& options, const Range& range, size_t count,
                      uint64_t seed, const std::atomic<bool>& stop);

}  // namespace clew::search
