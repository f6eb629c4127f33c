#include "ranges/searches.h"

#include <fmt/format.h>

#include "ranges/machine_walk.h"
#include "search/breadth_first.h"
#include "search/depth_first.h"
#include "search/shared.h"

namespace clew::ranges {

namespace {

const std::atomic<bool> kGoOn{false};
constexpr size_t kNoBound = ~size_t{0};

void walk(search::Shared& shared) {
  shared.options.order == search::Order::DepthFirst ? depthFirst(shared) : breadthFirst(shared);
}

/// What is behind a run: the next path that does not begin with it.
std::optional<machine::Path> behind(machine::Path run) {
  if (run.size() == 0) return std::nullopt;
  const uint32_t last = run[run.size() - 1];
  run.shorten(run.size() - 1);
  run.push(last + 1);
  return run;
}

}  // namespace

search::Options lookingForNothing() {
  search::Options options;
  options.properties = *property::PropertySet::parse("recursion-limit");
  return options;
}

Searched searched(const program::Program& program, search::Options options, const std::vector<search::Range>& ranges) {
  options.ranges = ranges;
  search::Statistics statistics;
  search::Result result = explore(program, options, kGoOn, statistics);
  return {std::move(result), statistics.states, statistics.transitions};
}

Remembered remembered(const program::Program& program, const search::Options& given,
                      std::span<const search::Range> ranges) {
  search::Options options = given;
  options.ranges.assign(ranges.begin(), ranges.end());
  search::Statistics statistics;
  search::Shared shared(program, options, nullptr, kGoOn, statistics);
  shared.tables.threadPlaces = expectedThreads(program, options);
  if (ranges.empty()) walk(shared);
  for (const search::Range& range : options.ranges) {
    shared.begin(range);
    walk(shared);
    shared.tight.count(shared.visited, statistics);
  }
  Remembered found;
  found.counted = statistics.states;
  MachineWalk machine(program, shared.tables);
  const auto look = [&](machine::StateKey key, uint64_t) {
    const bool isVisited = shared.visited.holds(key);
    if (isVisited) found.visited.insert(machine.contentOf(key));
    if (isVisited || shared.tight.holds(key)) found.states.insert(machine.contentOf(key));
  };
  const auto take = [&](machine::StateKey from, const MachineWalk::Arrival& arrival) {
    const bool isFromVisited = from.first != 0 && shared.visited.holds(from);
    if (isFromVisited && arrival.key && !shared.visited.holds(*arrival.key)) ++found.leaks;
  };
  walkStates(machine, options.maxDepth, kNoBound, look, take);
  return found;
}

ViolatingRuns violatingRuns(const program::Program& program, const search::Options& options,
                            const search::Range& range) {
  ViolatingRuns found;
  std::vector<search::Range> open = {range};
  while (!open.empty()) {
    const search::Range part = open.back();
    open.pop_back();
    const Searched once = searched(program, options, {part});
    if (!once.result.violation) continue;
    const machine::Path& run = once.result.path;
    if (!contains(part, run)) {
      found.strays.push_back(fmt::format("{} among {}", run.text(), part.text()));
      continue;
    }
    found.runs.emplace(run, Finding{once.result.violation->property, once.result.violation->pc});
    open.push_back({part.from, run});
    if (auto next = behind(run)) open.push_back({std::move(next), part.to});
  }
  return found;
}

std::string describe(const search::Options& options) {
  return fmt::format("{}, {} jobs{}, reduction {}, depth {}", nameOf(options.order), options.jobs,
                     options.stateless ? ", stateless" : "", nameOf(options.reduction), options.maxDepth);
}

}  // namespace clew::ranges
