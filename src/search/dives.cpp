#include "search/dives.h"

#include <algorithm>
#include <iterator>

#include "support/random.h"

namespace clew::search {

namespace {

constexpr uint64_t kSeed = 1;
constexpr uint32_t kMostRuns = 100'000;  // what cannot be better ends before it begins
constexpr uint64_t kLongest = 2000;      // steps of a run
constexpr uint32_t kTurns = 8;           // one of so many steps may be another thread's, though this one can go on

class Diver {
 public:
  Diver(Trial& trial, const Inputs& inputs) : trial_(trial), inputs_(inputs), random_(kSeed) {}

  /// One run from a state, as long as it is better than that; with its steps if it ends in the violation.
  std::optional<Footsteps> run(machine::StateKey first, const Sighting& sought, uint64_t best, Measure measure,
                               uint64_t work) {
    Footsteps steps;
    Length length;
    uint32_t last = 0;
    trial_.restore(first);
    while (length.steps < kLongest && !trial_.isSpent(work)) {
      const uint32_t count = trial_.count();
      if (count == 0) return std::nullopt;
      const machine::ThreadChoice thread = chosen(last);
      const uint32_t offset = offsetOf(thread);
      ++length.steps;
      length.switches += thread.thread == last ? 0 : 1;
      if (length.by(measure) >= best) return std::nullopt;
      last = thread.thread;
      steps.push_back({trial_.key(), {thread.thread, offset}, thread.first + offset, count > 1});
      trial_.take(thread.first + offset);
      if (trial_.sighting()) return *trial_.sighting() == sought ? std::optional(std::move(steps)) : std::nullopt;
      if (trial_.key() == machine::StateKey{}) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  machine::ThreadChoice chosen(uint32_t last) {
    const auto threads = trial_.threads();
    const auto same = std::find_if(threads.begin(), threads.end(),
                                   [&](const machine::ThreadChoice& each) { return each.thread == last; });
    if (same != threads.end() && random_.below(kTurns) != 0) return *same;
    return threads[random_.below(static_cast<uint32_t>(threads.size()))];
  }

  uint32_t offsetOf(const machine::ThreadChoice& thread) {
    if (thread.alternatives == 1) return 0;
    const auto known = inputs_.find(trial_.placeOf(thread.thread));
    if (known == inputs_.end()) return random_.below(thread.alternatives);
    const uint32_t which = random_.below(static_cast<uint32_t>(known->second.size()));
    return std::min(*std::next(known->second.begin(), which), thread.alternatives - 1);
  }

  Trial& trial_;
  const Inputs& inputs_;
  support::Random random_;
};

}  // namespace

Footsteps dive(Trial& trial, machine::StateKey first, const Sighting& sought, Footsteps steps, Measure measure,
               const Inputs& inputs, uint64_t work) {
  Diver diver(trial, inputs);
  for (uint32_t runs = 0; runs < kMostRuns && !trial.isSpent(work); ++runs) {
    auto found = diver.run(first, sought, lengthOf(steps).by(measure), measure, work);
    if (found && !trial.isSpent(~uint64_t{0})) steps = std::move(*found);
  }
  return steps;
}

}  // namespace clew::search
