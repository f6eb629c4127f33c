#include "search/minimise.h"

#include <algorithm>

#include "search/dives.h"
#include "search/fewest.h"
#include "search/shorten.h"

namespace clew::search {

namespace {

/// What a second is worth, at the pace of a slow machine.
constexpr uint64_t kWorkPerSecond = 12'000'000;
/// Where nobody has asked for it: what is always worth it, and how much more than the search has done.
constexpr uint64_t kSmallWork = 3'000'000;
constexpr uint64_t kWorkPerTransition = 100;
/// Steps of a path that is better looked for elsewhere first.
constexpr size_t kLongPath = 200;
constexpr uint64_t kMostBytes = uint64_t{512} << 20;

class Minimiser {
 public:
  Minimiser(const program::Program& program, const Options& options, const Allowance& allowance,
            const std::atomic<bool>& stop)
      : options_(options),
        allowance_(allowance),
        measure_(measureOf(options)),
        trial_(program, options, allowance, stop) {}

  std::optional<Minimised> run(property::Property property, const machine::Path& path) {
    trial_.start();
    first_ = trial_.key();
    steps_ = follow(path);
    if (!trial_.sighting() || trial_.sighting()->property != property || trial_.isSpent(~uint64_t{0})) {
      return std::nullopt;
    }
    sought_ = *trial_.sighting();
    Minimised result;
    result.before = lengthOf(steps_);
    result.measure = measure_;
    result.isLeast = improve();
    result.after = lengthOf(steps_);
    result.path = pathOf(steps_);
    return result;
  }

 private:
  /// Takes the steps of a path up to the first violation.
  Footsteps follow(const machine::Path& path) {
    Footsteps steps;
    for (size_t next = 0; !trial_.sighting() && trial_.key() != machine::StateKey{};) {
      const uint32_t count = trial_.count();
      const bool isLost = count == 0 || (count > 1 && (next == path.size() || path[next] >= count));
      if (isLost || trial_.isSpent(~uint64_t{0})) break;
      step(count > 1 ? path[next++] : 0, steps);
    }
    return steps;
  }

  void step(uint32_t alternative, Footsteps& steps) {
    for (const machine::ThreadChoice& each : trial_.threads()) {
      const uint32_t offset = alternative - each.first;
      if (offset >= each.alternatives) continue;
      if (each.alternatives > 1) inputs_[trial_.placeOf(each.thread)].insert(offset);
      steps.push_back({trial_.key(), {each.thread, offset}, alternative, trial_.count() > 1});
      break;
    }
    trial_.take(alternative);
  }

  /// True if what is there now is the best there is.
  bool improve() {
    if (steps_.empty()) return true;
    const bool isPart = !options_.ranges.empty() && !tileTheTree(options_.ranges);
    if (isPart) {  // a state does not say by which path it was reached, so no search of states stays in a range
      shortenHere([&](const machine::Path& path) { return isInRange(path); });
      return false;
    }
    if (steps_.size() > kLongPath) {
      const uint64_t work = trial_.work() + (allowance_.work - std::min(allowance_.work, trial_.work())) / 5;
      steps_ = dive(trial_, first_, sought_, std::move(steps_), measure_, inputs_, work);
    }
    // Among many inputs a path is hardly ever found again, so those that it has are tried alone first.
    const bool hasInputs = !inputs_.empty();
    const bool isDone = search(hasInputs ? &inputs_ : nullptr, trial_.work() / 2 + allowance_.work / 2);
    if (isDone && !hasInputs) return !trial_.hasGap();
    if (!isDone) shortenHere([](const machine::Path&) { return true; });
    return hasInputs && search(nullptr, allowance_.work) && !trial_.hasGap();
  }

  void shortenHere(const Admits& admits) { steps_ = shorten(trial_, sought_, std::move(steps_), measure_, admits); }

  /// Looks for better paths among all, or among those with the same inputs; true if all were looked at.
  bool search(const Inputs* inputs, uint64_t work) {
    if (trial_.isSpent(work)) return false;
    trial_.restore(first_);
    const Fewest fewest = findFewest(trial_, sought_, lengthOf(steps_), measure_, inputs, work);
    if (fewest.isFound) retrace(fewest.alternatives);
    return fewest.isWhole;
  }

  /// Makes alternatives steps.
  void retrace(const std::vector<uint32_t>& alternatives) {
    trial_.restore(first_);
    Footsteps steps;
    for (const uint32_t alternative : alternatives) step(alternative, steps);
    if (trial_.sighting() == sought_) steps_ = std::move(steps);
  }

  bool isInRange(const machine::Path& path) const {
    return std::any_of(options_.ranges.begin(), options_.ranges.end(),
                       [&](const Range& range) { return !range.placeOf(path).isOutside; });
  }

  const Options& options_;
  const Allowance allowance_;
  const Measure measure_;
  Trial trial_;
  machine::StateKey first_;
  Footsteps steps_;
  Inputs inputs_;
  Sighting sought_{};
};

}  // namespace

Measure measureOf(const Options& options) {
  const bool isShortest = options.order == Order::BreadthFirst || options.order == Order::AStar ||
                          options.order == Order::IterativeDeepening;
  return isShortest || options.maxDepth > 0 ? Measure::Steps : Measure::Switches;
}

Allowance allowanceOf(double seconds, bool isAsked, const Statistics& statistics, uint64_t memoryLeft) {
  Allowance allowance;
  allowance.seconds = 2 * seconds;
  allowance.work = static_cast<uint64_t>(std::min(seconds, 1e9) * kWorkPerSecond);
  if (!isAsked) {
    const uint64_t transitions = statistics.transitions;
    allowance.work =
        std::min(allowance.work + kWorkPerTransition / 2 * transitions, kSmallWork + kWorkPerTransition * transitions);
  }
  allowance.bytes = std::min(kMostBytes, memoryLeft / 2);
  return allowance;
}

std::optional<Minimised> minimise(const program::Program& program, const Options& options, property::Property property,
                                  const machine::Path& path, const Allowance& allowance,
                                  const std::atomic<bool>& stop) {
  return Minimiser(program, options, allowance, stop).run(property, path);
}

}  // namespace clew::search
