// How many steps a thread is away from an error at least, by its code alone: a lower bound for searches that go where
// an error is near (search/heuristic.h).
//
// While several threads live, a step ends before each operation that others can notice, so a thread needs as many steps
// as there are such operations on a shortest way through its code to an assertion that fails or to a function that must
// not be called. Counted is what certainly ends a step: synchronisation, and accesses to globals that can be named.
// Not counted is what lies in library functions and what may lie in atomic sections. A call counts what is on the
// least way through the callee; behind the creation of a thread the way may go on in the new one.
//
// A thread that is alone stops for choices only. But before it is, all others must have ended, and that takes them
// steps, too: so the distances of all threads together say more than the least of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/program.h"

namespace clew::program {

/// What counts as an error.
struct ErrorTargets {
  bool assertions = true;
  uint64_t errorFunctions = ~uint64_t{0};  // bit i: calls of the program's error function i
};

class ErrorDistance {
 public:
  /// In place of a distance: it is not reached.
  static constexpr uint32_t kNever = 0xFFFF;

  ErrorDistance(const Program& program, ErrorTargets targets);

  /// Steps that one thread, and those it creates, need at least.
  struct OfThread {
    uint32_t together = kNever;  // to an error, while others live
    uint32_t alone = kNever;     // to an error, whoever lives
    uint32_t end = kNever;       // to the end of the thread, while others live
  };
  /// Of a thread that stands at these places, the youngest frame last. One that waits inside pthread_cond_wait stands
  /// at the call and needs so many steps to return from it.
  OfThread ofThread(std::span<const uint32_t> places, uint32_t stepsToWake) const;

  /// Takes in the distances of all live threads, one after the other, and says what they mean together.
  class Total {
   public:
    void add(const OfThread& thread);
    uint32_t value() const;

   private:
    // If a thread is alone before the error all others have ended. So the one that costs least beyond its own end
    // counts, and among those that never end that can only be the only one.
    uint32_t together_ = kNever;
    uint64_t ends_ = 0;          // of all that end
    uint32_t endless_ = 0;       // how many never end
    uint32_t endlessAlone_ = 0;  // of the last of these
    int64_t leastBeyond_ = kNever;
  };

 private:
  /// Per instruction: steps to the nearest goal in the same call or in what it calls.
  using Distances = std::vector<uint32_t>;
  uint32_t along(std::span<const uint32_t> places, uint32_t stepsToWake, const Distances& toGoal,
                 const Distances& toReturn, uint32_t behindEnd) const;

  const Program& program_;
  Distances togetherReturn_;
  Distances togetherError_;
  Distances togetherEnd_;
  Distances aloneReturn_;
  Distances aloneError_;
};

}  // namespace clew::program
