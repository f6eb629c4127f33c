// Searches of ranges together are one search of everything. Cut points are random, and the programs small. What a range
// with visited states of its own has seen is compared state by state with what the program can reach: every search gets
// tables of its own, and a walk through all states in a fixed order asks each search for its name of the state.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "explored.h"
#include "program_files.h"
#include "search/breadth_first.h"
#include "search/choices.h"
#include "search/depth_first.h"
#include "search/probe.h"
#include "search/shared.h"
#include "search/state_word.h"
#include "support/random.h"

namespace clew::search {
namespace {

const std::atomic<bool> kGoOn{false};

/// Nothing is a violation, so that everything is explored.
Options lookingForNothing() {
  Options options;
  options.properties = *property::PropertySet::parse("recursion-limit");
  return options;
}

/// Ranges between beginnings of random runs.
std::vector<Range> randomRanges(const program::Program& program, const Options& options, size_t cuts, uint64_t seed) {
  support::Random random(seed);
  auto paths = randomPaths(program, options, {}, cuts, seed, kGoOn).paths;
  for (machine::Path& path : paths) {
    if (random.below(2) == 0) path.shorten(random.below(static_cast<uint32_t>(path.size()) + 1));
  }
  std::sort(paths.begin(), paths.end());
  return rangesBetween(paths);
}

/// Walks through what can be reached in so many steps, by levels; calls `look(key, depth)` for each state.
template <typename Look>
void forEachState(Shared& shared, uint64_t maxDepth, Look look) {
  machine::ConcreteMachine machine(shared.program, shared.tables, shared.options.machine);
  machine.setComplaints(shared.options.complaints);
  std::vector<machine::StateKey> level, next;
  std::set<StateWord> seen;
  const auto arrive = [&](machine::Outcome outcome) {
    if (outcome != machine::Outcome::Stopped && outcome != machine::Outcome::Exited) return machine.discard();
    const machine::StateKey key = machine.save();
    if (seen.insert(wordOf(key)).second) next.push_back(key);
  };
  arrive(machine.start());
  for (uint64_t depth = 0; !next.empty(); ++depth) {
    level = std::exchange(next, {});
    for (const machine::StateKey key : level) {
      look(key);
      if (depth == maxDepth && maxDepth > 0) continue;
      machine.restore(key);
      const uint32_t count = machine.alternativeCount();
      for (uint32_t alternative = 0; alternative < count; ++alternative) {
        machine.restore(key);
        arrive(machine.step(alternative));
      }
    }
  }
}

/// Which states a search of a range (or of everything) has been to, by their numbers in such a walk.
std::set<size_t> statesOf(const program::Program& program, const Options& options, const Range* range) {
  Statistics statistics;
  Shared shared(program, options, nullptr, kGoOn, statistics);
  shared.tables.threadPlaces = expectedThreads(program, options);
  if (range != nullptr) shared.begin(*range);
  options.order == Order::DepthFirst ? depthFirst(shared) : breadthFirst(shared);
  shared.tight.count(shared.visited, statistics);
  EXPECT_FALSE(shared.result.violation);
  std::set<size_t> states;
  size_t number = 0;
  forEachState(shared, options.maxDepth, [&](machine::StateKey key) {
    if (shared.visited.holds(key) || shared.tight.holds(key)) states.insert(number);
    ++number;
  });
  EXPECT_EQ(states.size(), statistics.states);
  return states;
}

bool isSmall(const program::Program& program, const Options& options, uint64_t most) {
  Options limited = options;
  limited.maxStates = most;
  const Explored all = explored(program, limited);
  return !all.result.shortfall.states && !all.result.violation;
}

class Ranges : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto& loaded = test::loadedFile(GetParam());
    ASSERT_TRUE(loaded) << loaded.error().message;
    program_ = &*loaded;
  }
  /// The ranges with their own visited states see together what one search sees.
  void expectSameStates(const Options& options, uint64_t seed) {
    const std::set<size_t> expected = statesOf(*program_, options, nullptr);
    std::set<size_t> found;
    for (const Range& range : randomRanges(*program_, options, 4, seed))
      found.merge(statesOf(*program_, options, &range));
    EXPECT_EQ(found, expected);
    EXPECT_EQ(expectSharedStates(options, seed), expected.size());
  }
  /// So do they one after the other with common ones, and count each state once.
  uint64_t expectSharedStates(Options options, uint64_t seed) {
    const Explored all = explored(*program_, options);
    options.ranges = randomRanges(*program_, options, 4, seed);
    const Explored parts = explored(*program_, options);
    EXPECT_EQ(parts.states, all.states);
    EXPECT_EQ(parts.statesByThreads, all.statesByThreads);
    EXPECT_EQ(verdictOf(parts.result, options), verdictOf(all.result, options));
    return parts.states;
  }

  const program::Program* program_ = nullptr;
};

TEST_P(Ranges, TogetherSeeWhatOneSearchSees) {
  Options options = lookingForNothing();
  if (!isSmall(*program_, options, 3000)) return;
  for (const uint64_t seed : {1, 2}) {
    for (const auto kind :
         {machine::ReductionKind::None, machine::ReductionKind::Local, machine::ReductionKind::Full}) {
      for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << nameOf(kind) << ", " << nameOf(order));
        options.order = order;
        options.reduction = kind;
        options.jobs = seed == 2 ? 2 : 1;
        expectSameStates(options, seed);
      }
    }
  }
}

TEST_P(Ranges, TogetherSeeWhatOneSearchSeesUnderADepthBound) {
  Options options = lookingForNothing();
  for (const uint64_t depth : {3, 9}) {
    options.maxDepth = depth;
    if (!isSmall(*program_, options, 3000)) continue;
    for (const uint64_t seed : {4, 5}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", depth " << depth);
      expectSameStates(options, seed);
    }
  }
}

/// Every node of the tree of choices, by the path to it.
void forEachNode(Choices& choices, machine::Path& path, const std::function<void(const machine::Path&)>& look) {
  const bool isState = choices.outcome() == machine::Outcome::Stopped || choices.outcome() == machine::Outcome::Exited;
  if (!isState) return;
  look(path);
  const uint32_t count = choices.count();
  if (count == 0) return;
  const machine::StateKey key = choices.machine().save();
  for (uint32_t alternative = 0; alternative < count; ++alternative) {
    choices.restore(key);
    if (count > 1) path.push(alternative);
    choices.take(alternative);
    forEachNode(choices, path, look);
    if (count > 1) path.shorten(path.size() - 1);
  }
}

TEST_P(Ranges, WithoutRecognisingStatesVisitEachNodeOnce) {
  Options options = lookingForNothing();
  options.stateless = true;
  if (!isSmall(*program_, options, 3000)) return;
  const uint64_t all = explored(*program_, options).states;
  for (const uint64_t seed : {6, 7, 8}) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    options.ranges = randomRanges(*program_, options, 4, seed);
    const std::vector<Range> ranges = options.ranges;
    EXPECT_EQ(explored(*program_, options).states, all);
    std::map<size_t, uint64_t> expected;
    Choices choices(*program_, options, kGoOn);
    choices.start();
    machine::Path path;
    forEachNode(choices, path, [&](const machine::Path& node) {
      for (size_t i = 0; i < ranges.size(); ++i) expected[i] += ranges[i].placeOf(node).isOutside ? 0 : 1;
    });
    for (size_t i = 0; i < ranges.size(); ++i) {
      options.ranges = {ranges[i]};
      const Explored part = explored(*program_, options);
      EXPECT_EQ(part.states, expected[i]) << ranges[i].text();
      EXPECT_TRUE(ranges[i].isWhole() || verdictOf(part.result, options) != report::VerdictKind::Safe);
    }
  }
}

/// The properties that are violated, found one after the other.
std::set<property::Property> violations(const program::Program& program, Options options) {
  std::set<property::Property> found;
  for (;;) {
    const Explored once = explored(program, options);
    EXPECT_FALSE(once.result.shortfall.states);
    if (!once.result.violation) return found;
    if (options.ranges.size() == 1) {
      EXPECT_FALSE(options.ranges.front().placeOf(once.result.path).isOutside) << once.result.path.text();
    }
    EXPECT_GT(lengthOf(program, options, once.result.path), 0u);
    found.insert(once.result.violation->property);
    options.properties.remove(once.result.violation->property);
    if (options.properties.empty()) return found;
  }
}

TEST_P(Ranges, TogetherFindTheViolationsThatOneSearchFinds) {
  Options options = lookingForNothing();
  if (!isSmall(*program_, options, 3000)) return;
  options = {};
  for (const auto kind : {machine::ReductionKind::None, machine::ReductionKind::Full}) {
    options.reduction = kind;
    options.ranges.clear();
    const auto expected = violations(*program_, options);
    for (const uint64_t seed : {9, 10}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << nameOf(kind));
      std::set<property::Property> found;
      const auto ranges = randomRanges(*program_, options, 4, seed);
      for (const Range& range : ranges) {
        options.ranges = {range};
        found.merge(violations(*program_, options));
      }
      EXPECT_EQ(found, expected);
      options.ranges = ranges;
      EXPECT_EQ(violations(*program_, options), expected);
    }
  }
}

TEST_P(Ranges, OfAProbeAreTheSameEachTimeAndTile) {
  const Options options;
  const auto paths = probedPaths(*program_, options, {}, 5, 1, kGoOn).paths;
  EXPECT_EQ(paths, probedPaths(*program_, options, {}, 5, 1, kGoOn).paths);
  ASSERT_EQ(paths.size(), 5u);
  EXPECT_TRUE(tileTheTree(rangesBetween(paths)));
  for (const machine::Path& path : paths) EXPECT_FALSE(findMisfit(*program_, options, path, kGoOn)) << path.text();
}

TEST_P(Ranges, ContainTheRandomPathsThatAreMadeInThem) {
  const Options options;
  for (const Range& range : randomRanges(*program_, options, 3, 11)) {
    if (range.isEmpty()) continue;
    for (const auto& method : {randomPaths, probedPaths}) {
      for (const machine::Path& path : method(*program_, options, range, 4, 12, kGoOn).paths) {
        EXPECT_TRUE(!range.from || path >= *range.from) << path.text();
        EXPECT_TRUE(!range.to || path <= *range.to) << path.text();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Ranges,
                         testing::ValuesIn(test::programFiles({"classics", "sync", "deadlock", "assert",
                                                               "use_after_free", "data_race"})),
                         [](const auto& info) { return test::nameOfFile(info.param); });

}  // namespace
}  // namespace clew::search
