// Directed orders come to the verdicts of depth-first search, on paths that lead to the violation on a fresh machine;
// what they cut they own up to; and where a heuristic is a lower bound, iterative deepening finds shortest paths.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "explored.h"
#include "loaded_program.h"
#include "program_files.h"
#include "search/heuristic.h"
#include "search/search.h"

namespace clew::search {
namespace {

using report::VerdictKind;

Result find(const program::Program& program, const Options& options) { return explored(program, options).result; }

HeuristicSpec spec(const std::string& text) { return *parseHeuristics(text); }

class Directed : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto& program = test::loadedFile(GetParam());
    ASSERT_TRUE(program) << program.error().message;
    program_ = &*program;
  }
  const program::Program* program_ = nullptr;
};

TEST_P(Directed, OrdersAgreeWithDepthFirstSearch) {
  Options options;
  options.maxStates = 5'000;
  const Result expected = find(*program_, options);
  if (expected.shortfall.states) return;
  for (const char* heuristics : {"most-blocked", "lock-order,interleaving", "error-distance,choose-free:3"}) {
    for (const Order order : {Order::IterativeDeepening, Order::Beam}) {
      SCOPED_TRACE(std::string(nameOf(order)) + " " + heuristics);
      options.order = order;
      options.heuristics = spec(heuristics);
      options.beamWidth = 1'000'000;
      const Result result = find(*program_, options);
      EXPECT_EQ(verdictOf(result, options), verdictOf(expected, options));
      if (result.violation) {
        EXPECT_GT(lengthOf(*program_, options, result.path), 0u);
      }
    }
  }
}

TEST_P(Directed, WideBeamAgreesUnderReductionAndSymmetry) {
  Options options;
  options.maxStates = 5'000;
  options.reduction = machine::ReductionKind::Full;
  options.symmetry = machine::SymmetryKind::Threads;
  const Result expected = find(*program_, options);
  if (expected.shortfall.states) return;
  options.order = Order::Beam;
  options.heuristics = spec("lock-order,error-distance,interleaving");
  options.beamWidth = 1'000'000;
  const Result result = find(*program_, options);
  EXPECT_EQ(verdictOf(result, options), verdictOf(expected, options));
  if (result.violation) {
    EXPECT_GT(lengthOf(*program_, options, result.path), 0u);
  }
}

TEST_P(Directed, SearchesThatCutNeverSaySafe) {
  Options options;
  options.maxStates = 5'000;
  options.order = Order::Beam;
  options.beamWidth = 2;
  options.heuristics = spec("most-blocked");
  const Result narrow = find(*program_, options);
  if (narrow.shortfall.beam) {
    EXPECT_NE(verdictOf(narrow, options), VerdictKind::Safe);
  }
  if (narrow.violation) {
    EXPECT_GT(lengthOf(*program_, options, narrow.path), 0u);
  }
  options.order = Order::RandomWalk;
  options.walks = 20;
  options.maxDepth = 200;
  options.heuristics.clear();
  const Result random = find(*program_, options);
  EXPECT_NE(verdictOf(random, options), VerdictKind::Safe);
  if (random.violation) {
    EXPECT_GT(lengthOf(*program_, options, random.path), 0u);
  }
}

/// The shortest path is as long as breadth-first search says, and on it the heuristic never says too much.
TEST_P(Directed, ErrorDistanceIsALowerBound) {
  Options options;
  options.properties = *property::PropertySet::parse("assert");
  options.maxStates = 20'000;
  options.order = Order::BreadthFirst;
  const Result shortest = find(*program_, options);
  if (!shortest.violation) return;
  const HeuristicSpec distance = spec("error-distance");
  std::vector<uint32_t> values;
  const uint64_t length = follow(*program_, options, shortest.path, [&](machine::ConcreteMachine& machine) {
    auto heuristic = std::make_shared<Heuristic>(distance, options.complaints, machine);
    return [&, heuristic](uint64_t) { values.push_back(heuristic->value({})); };
  });
  ASSERT_GT(length, 0u);
  for (size_t step = 0; step < values.size(); ++step) {
    EXPECT_GE(values[step], 1u) << "in state " << step;
    EXPECT_LE(values[step] + step, length - 1) << "in state " << step;
  }
  options.order = Order::IterativeDeepening;
  options.heuristics = distance;
  ASSERT_TRUE(isLowerBound(options.heuristics, options.properties));
  const Result deepened = find(*program_, options);
  if (deepened.shortfall.states) return;
  ASSERT_TRUE(deepened.violation);
  EXPECT_EQ(lengthOf(*program_, options, deepened.path), length);
}

TEST_P(Directed, IterativeDeepeningWithoutHeuristicFindsShortestPaths) {
  Options options;
  options.maxStates = 3'000;
  options.order = Order::BreadthFirst;
  const Result shortest = find(*program_, options);
  if (!shortest.violation) return;
  options.order = Order::IterativeDeepening;
  const Result deepened = find(*program_, options);
  if (deepened.shortfall.states) return;
  ASSERT_TRUE(deepened.violation);
  EXPECT_EQ(lengthOf(*program_, options, deepened.path), lengthOf(*program_, options, shortest.path));
}

INSTANTIATE_TEST_SUITE_P(Programs, Directed,
                         testing::ValuesIn(test::programFiles({"classics", "sync", "deadlock", "assert", "svcomp"})),
                         [](const auto& info) { return test::nameOfFile(info.param); });

TEST(DirectedSearch, RandomWalksAreTheSameForTheSameSeed) {
  const auto program = test::loadedProgram(R"(
#include <assert.h>
#include <clew.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 6; i++) sum = 10 * sum + clew_choose(4);
  assert(sum % 7 != 3);
}
)");
  Options options;
  options.order = Order::RandomWalk;
  options.walks = 1000;
  options.seed = 7;
  const Result first = find(program, options);
  ASSERT_TRUE(first.violation);
  EXPECT_EQ(find(program, options).path.text(), first.path.text());
  options.seed = 8;
  EXPECT_NE(find(program, options).path.text(), first.path.text());
}

TEST(DirectedSearch, IterativeDeepeningOfAnEndlessLoopEnds) {
  const auto program = test::loadedProgram(R"(
#include <clew.h>
static unsigned char round;
int main(void) { for (;;) round = (round + clew_choose(2)) % 5; }
)");
  Options options;
  options.order = Order::IterativeDeepening;
  EXPECT_EQ(verdictOf(find(program, options), options), VerdictKind::Safe);
  options.maxDepth = 3;
  EXPECT_EQ(verdictOf(find(program, options), options), VerdictKind::Bounded);
}

}  // namespace
}  // namespace clew::search
