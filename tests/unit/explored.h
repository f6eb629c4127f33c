// A search as a value: what it found and what it counted; and whether its path leads there on a fresh machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "machine/machine.h"
#include "report/verdict.h"
#include "search/search.h"

namespace clew::search {

struct Explored {
  Result result;
  uint64_t states;
  uint64_t transitions;
  uint64_t depth;
  uint64_t frontier;
  std::vector<uint64_t> statesByThreads;
  Statistics::Disk disk;
};

inline Explored explored(const program::Program& program, const Options& options, const std::atomic<bool>& stop) {
  Statistics statistics;
  Result result = explore(program, options, stop, statistics);
  return {std::move(result),
          statistics.states,
          statistics.transitions,
          statistics.depth,
          statistics.frontier,
          statistics.statesByThreads,
          statistics.disk ? *statistics.disk : Statistics::Disk{}};
}
inline Explored explored(const program::Program& program, const Options& options) {
  const std::atomic<bool> stop{false};
  return explored(program, options, stop);
}

inline report::VerdictKind verdictOf(const Result& result, const Options& options) {
  return report::verdictOf(result, options, support::StopReason::None).kind;
}

/// Follows a path on a fresh machine and tells `look(machine, steps)` of each state on the way. Returns the number of
/// steps to the fault or to the state from which no way leads on; 0 if the path leads to neither.
template <typename Look>
uint64_t follow(const program::Program& program, const Options& options, const machine::Path& path, Look look) {
  machine::StateTables tables;
  machine::ConcreteMachine machine(program, tables, options.machine);
  machine.setComplaints(options.complaints);
  const auto looking = look(machine);
  machine::Outcome outcome = machine.start();
  uint64_t steps = 0;
  for (size_t next = 0; outcome == machine::Outcome::Stopped; ++steps) {
    machine.save();
    looking(steps);
    const uint32_t count = machine.alternativeCount();
    if (count == 0) return next == path.size() ? steps + 1 : 0;
    if (count > 1 && next == path.size()) return machine.findRace() ? steps + 1 : 0;
    outcome = machine.step(count == 1 ? 0 : path[next++]);
  }
  return outcome == machine::Outcome::Faulted ? steps + 1 : 0;
}

/// Steps to the violation that a path leads to; 0 if there is none.
inline uint64_t lengthOf(const program::Program& program, const Options& options, const machine::Path& path) {
  return follow(program, options, path, [](auto&) { return [](uint64_t) {}; });
}

}  // namespace clew::search
