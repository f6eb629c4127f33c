// Several workers find what one finds: the same verdict, and for searches that end by themselves the same numbers of
// states, in both orders. The path to a violation leads there on a fresh machine, and of a breadth-first search it
// is as short as that of one worker.
#include <gtest/gtest.h>

#include <string>

#include "explored.h"
#include "program_files.h"

namespace clew::search {
namespace {

class Jobs : public testing::TestWithParam<std::string> {};

TEST_P(Jobs, FindWhatOneWorkerFinds) {
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  Options options;
  options.maxStates = 20'000;
  for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
    options.order = order;
    options.jobs = 1;
    const Explored one = explored(*program, options);
    for (const unsigned jobs : {2u, 3u}) {
      SCOPED_TRACE(testing::Message() << jobs << " workers, order " << static_cast<int>(order));
      options.jobs = jobs;
      const Explored many = explored(*program, options);
      ASSERT_EQ(many.result.violation.has_value(), one.result.violation.has_value());
      EXPECT_EQ(many.result.shortfall.states, one.result.shortfall.states);
      EXPECT_EQ(many.result.shortfall.unknown.has_value(), one.result.shortfall.unknown.has_value());
      if (one.result.violation) {
        const uint64_t length = lengthOf(*program, options, many.result.path);
        EXPECT_GT(length, 0u);
        if (order == Order::BreadthFirst) EXPECT_EQ(length, lengthOf(*program, options, one.result.path));
      } else {
        EXPECT_EQ(many.states, one.states);
        if (one.result.shortfall.states) continue;
        EXPECT_EQ(many.transitions, one.transitions);
        EXPECT_EQ(many.statesByThreads, one.statesByThreads);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Jobs,
                         testing::ValuesIn(test::programFiles({"classics", "sync", "deadlock", "assert",
                                                               "use_after_free", "data_race"})),
                         [](const auto& info) { return test::nameOfFile(info.param); });

TEST_P(Jobs, SeeTheSameStatesUnderADepthBound) {
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  Options options;
  options.properties = *property::PropertySet::parse("recursion-limit");
  for (const uint64_t depth : {5, 12}) {
    options.maxDepth = depth;
    options.order = Order::BreadthFirst;
    options.jobs = 1;
    const Explored expected = explored(*program, options);
    if (expected.result.violation || expected.states > 5000) continue;
    for (const unsigned jobs : {1u, 2u, 3u}) {
      options.order = Order::DepthFirst;
      options.jobs = jobs;
      const Explored found = explored(*program, options);
      EXPECT_EQ(found.states, expected.states) << jobs << " workers, depth " << depth;
      EXPECT_EQ(found.result.shortfall.depth, expected.result.shortfall.depth);
    }
  }
}

}  // namespace
}  // namespace clew::search
