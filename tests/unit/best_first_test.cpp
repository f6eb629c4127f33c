// Best-first search and A* come to the verdicts of depth-first search, whatever the heuristic says; and A* with a lower
// bound finds paths as short as breadth-first search does, in memory and on disk.
#include "search/best_first.h"

#include <gtest/gtest.h>

#include <string>

#include "disk_search.h"
#include "loaded_program.h"
#include "program_files.h"

namespace clew::search {
namespace {

class BestFirst : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const auto& program = test::loadedFile(GetParam());
    ASSERT_TRUE(program) << program.error().message;
    program_ = &*program;
  }
  const program::Program* program_ = nullptr;
};

TEST_P(BestFirst, AgreesWithDepthFirstSearch) {
  Options options;
  options.maxStates = 3'000;
  const Explored expected = explored(*program_, options);
  if (expected.result.shortfall.states) GTEST_SKIP();
  for (const char* heuristics : {"", "lock-order,most-blocked", "interleaving:10000"}) {
    for (const Order order : {Order::BestFirst, Order::AStar}) {
      SCOPED_TRACE(std::string(nameOf(order)) + " " + heuristics);
      DiskMode{StoreKind::Memory, order, heuristics}.applyTo(options);
      const Explored found = explored(*program_, options);
      EXPECT_EQ(verdictOf(found.result, options), verdictOf(expected.result, options));
      if (found.result.violation) {
        EXPECT_GT(lengthOf(*program_, options, found.result.path), 0u);
      } else {
        EXPECT_EQ(found.states, expected.states);
        EXPECT_EQ(found.statesByThreads, expected.statesByThreads);
        EXPECT_GE(found.transitions, expected.transitions);
        if (order == Order::BestFirst) EXPECT_EQ(found.transitions, expected.transitions);
      }
    }
  }
}

TEST_P(BestFirst, AgreesUnderReductionAndSymmetry) {
  Options options;
  options.maxStates = 3'000;
  options.reduction = machine::ReductionKind::Full;
  options.symmetry = machine::SymmetryKind::Threads;
  const Explored expected = explored(*program_, options);
  if (expected.result.shortfall.states) GTEST_SKIP();
  for (const Order order : {Order::BestFirst, Order::AStar}) {
    SCOPED_TRACE(nameOf(order));
    DiskMode{StoreKind::Memory, order, "lock-order,error-distance"}.applyTo(options);
    const Explored found = explored(*program_, options);
    EXPECT_EQ(verdictOf(found.result, options), verdictOf(expected.result, options));
    if (found.result.violation) EXPECT_GT(lengthOf(*program_, options, found.result.path), 0u);
  }
}

TEST_P(BestFirst, DepthBoundCutsWhatBreadthFirstSearchCuts) {
  Options options;
  options.properties = *property::PropertySet::parse("recursion-limit");
  options.maxDepth = 9;
  options.order = Order::BreadthFirst;
  const Explored expected = explored(*program_, options);
  if (expected.result.violation || expected.states > 3'000) GTEST_SKIP();
  for (const Order order : {Order::BestFirst, Order::AStar}) {
    SCOPED_TRACE(nameOf(order));
    DiskMode{StoreKind::Memory, order, "interleaving:3,most-blocked"}.applyTo(options);
    const Explored found = explored(*program_, options);
    EXPECT_EQ(found.states, expected.states);
    EXPECT_EQ(found.result.shortfall.depth, expected.result.shortfall.depth);
  }
}

TEST_P(BestFirst, AStarWithALowerBoundFindsShortestPaths) {
  Options options;
  options.properties = *property::PropertySet::parse("assert");
  options.maxStates = 20'000;
  options.order = Order::BreadthFirst;
  const Explored shortest = explored(*program_, options);
  if (!shortest.result.violation) GTEST_SKIP();
  const uint64_t length = lengthOf(*program_, options, shortest.result.path);
  ASSERT_GT(length, 0u);
  options.maxStates = 0;
  for (const char* heuristics : {"", "error-distance"}) {
    for (const StoreKind store : {StoreKind::Memory, StoreKind::External, StoreKind::Strict}) {
      const DiskMode mode{store, Order::AStar, heuristics};
      SCOPED_TRACE(mode.text());
      mode.applyTo(options);
      ASSERT_TRUE(isLowerBound(options.heuristics, options.properties));
      const Explored found =
          store == StoreKind::Memory ? explored(*program_, options) : DiskSearch(*program_, options).run();
      ASSERT_TRUE(found.result.violation);
      EXPECT_EQ(lengthOf(*program_, options, found.result.path), length);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, BestFirst, testing::ValuesIn(test::programFiles({"classics", "assert", "deadlock"})),
                         [](const auto& info) { return test::nameOfFile(info.param); });

/// The first violation that is met lies behind a long path that looks short, the second one behind a short path.
TEST(AStar, GoesOnUntilNoShorterPathIsPossible) {
  const auto program = test::loadedProgram(R"(
#include <assert.h>
#include <clew.h>
int main(void) {
  if (clew_choose(2)) {
    for (int i = 0; i < 6; i++) clew_choose(2);
    assert(0);
  }
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += clew_choose(2);
  assert(sum < 3);
}
)");
  Options options;
  options.order = Order::BreadthFirst;
  const Explored shortest = explored(program, options);
  ASSERT_TRUE(shortest.result.violation);
  for (const StoreKind store : {StoreKind::Memory, StoreKind::External, StoreKind::Strict}) {
    for (const uint64_t memory : {0, 64 << 20}) {
      const DiskMode mode{store, Order::AStar, "error-distance"};
      SCOPED_TRACE(mode.text());
      mode.applyTo(options);
      options.properties = *property::PropertySet::parse("assert");
      options.external.memoryBytes = memory;
      const Explored found =
          store == StoreKind::Memory ? explored(program, options) : DiskSearch(program, options).run();
      ASSERT_TRUE(found.result.violation);
      EXPECT_EQ(found.result.path.size(), shortest.result.path.size());
    }
  }
}

}  // namespace
}  // namespace clew::search
