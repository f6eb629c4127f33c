// Better ways to the same violation. A search stops at the first violation that it meets, by whatever way it came: one
// that goes depth-first changes threads at every other step and takes steps that nobody needs. Who reads a path has to
// follow every change of the running thread, so the best path is the one with the fewest of these, and among such the
// one with the fewest steps. First it is looked for in the order of that measure (fewest.h), which finds the best path
// there is; where that takes too long, the path that is there is made better piece by piece (shorten.h).
//
// Every candidate is executed, by the rules of the search, and counts only if it ends in the same violation.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "machine/path.h"
#include "search/search.h"

namespace clew::search {

/// What is counted first.
enum class Measure : uint8_t {
  Switches,  // then steps
  Steps      // then switches: for searches that promise a shortest path, and under a bound on steps
};

/// How long a path is. A context switch is a step of another thread than the one before; the first step follows on
/// main. It does not matter whether the thread before could have gone on: who reads the path has to look elsewhere
/// either way.
struct Length {
  uint64_t steps = 0;
  uint64_t switches = 0;

  bool operator==(const Length&) const = default;
  /// One number, smaller for what is better.
  uint64_t by(Measure measure) const {
    return measure == Measure::Switches ? switches << 32 | steps : steps << 32 | switches;
  }
};

/// What may be spent. Work is counted in executed instructions and in steps, so that the same command shows the same
/// path on any machine; the seconds are there for programs on which that is a bad measure.
struct Allowance {
  uint64_t work = 0;
  uint64_t bytes = 0;
  double seconds = 0;
};

struct Minimised {
  machine::Path path;
  Length before;         // of the path that was given, up to its violation
  Length after;          // of this one
  bool isLeast = false;  // there is no better one
  Measure measure = Measure::Switches;
};

/// The measure that goes with a search.
Measure measureOf(const Options& options);

/// The allowance of so many seconds. Without `isAsked` nobody has asked for them, and a search that was over at once
/// is not followed by anything that takes longer.
Allowance allowanceOf(double seconds, bool isAsked, const Statistics& statistics, uint64_t memoryLeft);

/// A better path to the violation of this property at the end of a path, or the same path if none was found. None if
/// the path does not lead to such a violation. Obeys the `stop` flag.
std::optional<Minimised> minimise(const program::Program& program, const Options& options, property::Property property,
                                  const machine::Path& path, const Allowance& allowance, const std::atomic<bool>& stop);

}  // namespace clew::search
