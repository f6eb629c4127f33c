// Several workers find what one finds: the same verdict, and for searches that end by themselves the same numbers of
// states, in both orders. The path to a violation leads there on a fresh machine, and of a breadth-first search it
// is as short as that of one worker.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "program/load.h"
#include "search/search.h"

namespace clew::search {
namespace {

namespace fs = std::filesystem;

struct Found {
  Result result;
  Statistics statistics;
};

void find(const program::Program& program, const Options& options, Found& found) {
  const std::atomic<bool> stop{false};
  found.result = explore(program, options, stop, found.statistics);
}

std::vector<std::string> subjects() {
  std::vector<std::string> files;
  for (const char* group : {"classics", "sync", "deadlock", "assert", "use_after_free", "data_race"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(CLEW_PROGRAM_TESTS) / group)) {
      if (entry.path().extension() == ".c") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Steps to the violation that a path leads to: to a fault, or to a state from which no way leads on. 0 if it leads
/// to neither.
uint64_t lengthOf(const program::Program& program, const Options& options, const machine::Path& path) {
  machine::StateTables tables;
  machine::ConcreteMachine machine(program, tables, options.machine);
  machine::Outcome outcome = machine.start();
  uint64_t steps = 1;
  for (size_t next = 0; outcome == machine::Outcome::Stopped; ++steps) {
    machine.save();
    const uint32_t count = machine.alternativeCount();
    if (count == 0) return next == path.size() ? steps : 0;
    if (count > 1 && next == path.size()) return machine.findRace() ? steps : 0;
    outcome = machine.step(count == 1 ? 0 : path[next++]);
  }
  return outcome == machine::Outcome::Faulted ? steps : 0;
}

class Jobs : public testing::TestWithParam<std::string> {};

TEST_P(Jobs, FindWhatOneWorkerFinds) {
  const auto program = program::load({{GetParam()}, {"-w"}, {}});
  ASSERT_TRUE(program) << program.error().message;
  Options options;
  options.maxStates = 20'000;
  for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
    options.order = order;
    options.jobs = 1;
    Found one;
    find(*program, options, one);
    for (const unsigned jobs : {2u, 3u}) {
      SCOPED_TRACE(testing::Message() << jobs << " workers, order " << static_cast<int>(order));
      options.jobs = jobs;
      Found many;
      find(*program, options, many);
      ASSERT_EQ(many.result.violation.has_value(), one.result.violation.has_value());
      EXPECT_EQ(many.result.shortfall.states, one.result.shortfall.states);
      EXPECT_EQ(many.result.shortfall.unknown.has_value(), one.result.shortfall.unknown.has_value());
      if (one.result.violation) {
        const uint64_t length = lengthOf(*program, options, many.result.path);
        EXPECT_GT(length, 0u);
        if (order == Order::BreadthFirst) EXPECT_EQ(length, lengthOf(*program, options, one.result.path));
      } else {
        EXPECT_EQ(many.statistics.states, one.statistics.states);
        if (one.result.shortfall.states) continue;
        EXPECT_EQ(many.statistics.transitions, one.statistics.transitions);
        EXPECT_EQ(many.statistics.statesByThreads, one.statistics.statesByThreads);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Jobs, testing::ValuesIn(subjects()), [](const auto& info) {
  const fs::path path = info.param;
  return path.parent_path().filename().string() + "_" + path.stem().string();
});

TEST_P(Jobs, SeeTheSameStatesUnderADepthBound) {
  const auto program = program::load({{GetParam()}, {"-w"}, {}});
  ASSERT_TRUE(program) << program.error().message;
  Options options;
  options.properties = *property::PropertySet::parse("recursion-limit");
  for (const uint64_t depth : {5, 12}) {
    options.maxDepth = depth;
    options.order = Order::BreadthFirst;
    options.jobs = 1;
    Found expected;
    find(*program, options, expected);
    if (expected.result.violation || expected.statistics.states > 5000) continue;
    for (const unsigned jobs : {1u, 2u, 3u}) {
      options.order = Order::DepthFirst;
      options.jobs = jobs;
      Found found;
      find(*program, options, found);
      EXPECT_EQ(found.statistics.states, expected.statistics.states) << jobs << " workers, depth " << depth;
      EXPECT_EQ(found.result.shortfall.depth, expected.result.shortfall.depth);
    }
  }
}

}  // namespace
}  // namespace clew::search
