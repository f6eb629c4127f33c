// A path as people read it: which thread did what, where, with which values; and how it ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/path.h"
#include "machine/reduction.h"
#include "property/invariants.h"
#include "property/property.h"
#include "report/inputs.h"
#include "report/moments.h"
#include "search/heuristic_spec.h"
#include "support/random.h"
#include "support/result.h"

namespace clew::report {

/// One source line executed in one step, with everything others could notice.
struct TraceLine {
  uint32_t step = 0;    // 0 is the beginning, before the first choice of a thread
  uint32_t thread = 0;  // position among the trace's threads
  program::Location location;
  std::string function;
  std::string source;
  std::vector<std::string> effects;  // `lock fork[1]`, `x: 0 -> 1`
  bool isMinor = false;              // it has nothing to do with how the path ends (slice.h), if that was asked for
};

struct TraceThread {
  uint32_t number = 0;
  std::string name;     // T0, T1, ...
  std::string routine;  // the function it runs
};

/// Where a thread stands at the end and what keeps it there.
struct ThreadEnd {
  uint32_t thread = 0;
  program::Location location;
  std::string source;
  std::string state;  // `waits for mutex fork[1], held by T2`
};

struct Trace {
  std::vector<TraceThread> threads;
  std::vector<TraceLine> lines;
  std::vector<ThreadEnd> ends;
  std::vector<TraceInput> inputs;         // in the order in which they were given
  std::vector<std::string> otherChoices;  // library functions that chose something else: `rand`
  std::string output;                     // what the program printed
  machine::Outcome outcome = machine::Outcome::Stopped;
  std::optional<property::Violation> violation;
  std::string unknown;  // what could not be executed
  int exitStatus = 0;
  bool incomplete = false;               // the path ended before the program did
  uint32_t steps = 0;                    // that were taken, those without a choice included
  program::Location place;               // of the violation, or of what could not be executed
  machine::Path path;                    // the choices that were made
  std::vector<uint32_t> choiceSteps;     // the step that each of them decided
  std::vector<machine::Reason> reasons;  // of the last state, if asked for
  std::vector<uint32_t> values;          // what the heuristics say of the state after each step, if asked for
  std::optional<Moments> moments;        // what it looks like at each line, if asked for
};

/// Decides at each choice: gets the number of alternatives, returns one of them, or nothing to end there.
class Chooser {
 public:
  virtual ~Chooser() = default;
  virtual std::optional<uint32_t> choose(uint32_t alternatives) = 0;
};

/// Follows a given path; beyond its end either stops or takes the first alternative everywhere.
class PathChooser : public Chooser {
 public:
  PathChooser(machine::Path path, bool goOn) : path_(std::move(path)), goOn_(goOn) {}
  std::optional<uint32_t> choose(uint32_t alternatives) override;
  /// A choice of the path that did not exist, as (position, alternatives there).
  std::optional<std::pair<size_t, uint32_t>> mismatch() const { return mismatch_; }
  /// Whether every choice of the path was needed.
  bool finished() const { return next_ >= path_.size(); }

 private:
  machine::Path path_;
  bool goOn_;
  size_t next_ = 0;
  std::optional<std::pair<size_t, uint32_t>> mismatch_;
};

/// Chooses at random, the same way for the same seed on every machine.
class RandomChooser : public Chooser {
 public:
  explicit RandomChooser(uint64_t seed) : random_(seed) {}
  std::optional<uint32_t> choose(uint32_t alternatives) override;

 private:
  support::Random random_;
};

/// Lines of one step that are kept of a close-up. A program with one thread may be one step from its beginning to its
/// end.
constexpr size_t kLinesOfCloseUp = 20'000;

struct RecordOptions {
  machine::MachineLimits machine;
  bool races = true;  // look for them in every state on the way
  machine::Complaints complaints;
  bool explain = false;          // say at the end which threads a search would explore
  bool keepLines = true;         // false: only output and ending
  size_t linesPerStep = 12;      // of more of them (a long initialisation) it is only said that there are
  bool slice = false;            // find out which lines have something to do with the end
  bool keepMoments = false;      // follow values, locks and threads from line to line
  std::ostream* live = nullptr;  // where the program's standard output goes as it appears
  std::ostream* liveErrors = nullptr;
  const std::atomic<bool>* stop = nullptr;
  const property::Invariants* invariants = nullptr;  // checked on the way
  search::HeuristicSpec heuristics;                  // what to say of each state
  uint32_t threads = 1;                              // that the search expected, for the heuristics
};

/// Executes one path on a fresh machine and writes down what happens.
Trace record(const program::Program& program, Chooser& chooser, const RecordOptions& options);

}  // namespace clew::report
