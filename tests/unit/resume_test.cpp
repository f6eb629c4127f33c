// A search on disk that pauses, is stopped, or breaks off and goes on from its last checkpoint knows all that an
// undisturbed one knows: it says `safe` only if that does, of as many states, and finds what that finds.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "loaded_program.h"
#include "report/verdict.h"
#include "search/run_directory.h"
#include "search/search.h"
#include "temporary_directory.h"

namespace clew::search {
namespace {

using property::Property;

struct Ending {
  std::string verdict;
  uint64_t states;
  uint64_t pathLength;
  std::vector<uint64_t> statesByThreads;
};

/// One search in a directory, which is gone on with as often as asked for.
class DiskSearch {
 public:
  DiskSearch(const std::string& text, Order order, StoreKind store) : program_(test::loadedProgram(text)) {
    options.order = order;
    options.store = store;
    options.properties.remove(Property::DataRace);
    if (order == Order::AStar) options.heuristics = {{HeuristicKind::ErrorDistance}};
  }

  /// Begins, or goes on.
  Ending run() {
    auto directory = RunDirectory::open(directory_.path(), isBegun_, "test: this");
    if (!directory) throw std::runtime_error(directory.error().message);
    isBegun_ = true;
    if (checkpointsAlways) (*directory)->checkpointAlways();
    options.external.run = directory->get();
    Statistics statistics;
    const std::atomic<bool> stop{false};
    std::atomic<bool> isDone{false};
    std::thread breaker;
    if (breakAt > 0) {
      breaker = std::thread([&] {
        while (!isDone && statistics.states < breakAt) std::this_thread::yield();
        (*directory)->disk().fail("it was pulled out");
      });
    }
    const Result result = explore(program_, options, stop, statistics);
    isDone = true;
    if (breaker.joinable()) breaker.join();
    return {report::verdictOf(result, options, support::StopReason::None).text(), statistics.states, result.path.size(),
            statistics.statesByThreads};
  }

  Options options;
  bool checkpointsAlways = false;
  uint64_t breakAt = 0;  // states after which the disk fails; 0: never

 private:
  program::Program program_;
  TemporaryDirectory directory_;
  bool isBegun_ = false;
};

/// Two threads that count, and whatever main does besides.
std::string counting(const std::string& rest) {
  return R"(
#include <assert.h>
#include <pthread.h>
int clew_choose(int);
int x, y, z;
static void *count(void *p) { for (int i = 0; i < 3; i++) x = x + 1; return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  )" + rest +
         R"(
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
})";
}

/// What this process uses of its addresses.
uint64_t addressBytes() {
  uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

struct Kind {
  const char* name;
  Order order;
  StoreKind store;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class SearchOnDisk : public testing::TestWithParam<Kind> {
 protected:
  DiskSearch searchOf(const std::string& text) const { return {text, GetParam().order, GetParam().store}; }
};
INSTANTIATE_TEST_SUITE_P(All, SearchOnDisk,
                         testing::Values(Kind{"ExternalDepthFirst", Order::DepthFirst, StoreKind::External},
                                         Kind{"ExternalBreadthFirst", Order::BreadthFirst, StoreKind::External},
                                         Kind{"ExternalAStar", Order::AStar, StoreKind::External},
                                         Kind{"StrictBreadthFirst", Order::BreadthFirst, StoreKind::Strict},
                                         Kind{"StrictAStar", Order::AStar, StoreKind::Strict}),
                         [](const auto& info) { return info.param.name; });

const char* const kDividesSometimes = "if (clew_choose(2)) y = 1 / z;";
const char* const kDividesSometimesSaid = "unknown (paths end in division-by-zero";

TEST_P(SearchOnDisk, SaysTheSameWithNewTablesForEveryState) {
  DiskSearch whole = searchOf(counting(""));
  DiskSearch pausing = searchOf(counting(""));
  pausing.options.external.memoryBytes = 0;
  const Ending expected = whole.run();
  const Ending ending = pausing.run();
  EXPECT_EQ(expected.verdict, "safe");
  EXPECT_EQ(ending.verdict, "safe");
  EXPECT_EQ(ending.states, expected.states);
  EXPECT_EQ(ending.statesByThreads, expected.statesByThreads);
}

TEST_P(SearchOnDisk, RemembersFaultsThatAreNotLookedForOverPauses) {
  DiskSearch search = searchOf(counting(kDividesSometimes));
  search.options.properties.remove(Property::DivisionByZero);
  search.options.external.memoryBytes = 0;
  EXPECT_TRUE(search.run().verdict.starts_with(kDividesSometimesSaid));
}

TEST_P(SearchOnDisk, RemembersFaultsThatAreNotLookedForWhenItIsOver) {
  DiskSearch search = searchOf(counting(kDividesSometimes));
  search.options.properties.remove(Property::DivisionByZero);
  const Ending first = search.run();
  const Ending second = search.run();
  EXPECT_TRUE(first.verdict.starts_with(kDividesSometimesSaid));
  EXPECT_EQ(second.verdict, first.verdict);
  EXPECT_EQ(second.states, first.states);
}

TEST_P(SearchOnDisk, RemembersFaultsThatAreNotLookedForWhenTheDiskFails) {
  DiskSearch whole = searchOf(counting(kDividesSometimes));
  DiskSearch broken = searchOf(counting(kDividesSometimes));
  for (DiskSearch* search : {&whole, &broken}) search->options.properties.remove(Property::DivisionByZero);
  const Ending expected = whole.run();
  broken.checkpointsAlways = true;
  broken.breakAt = expected.states * 9 / 10;
  EXPECT_TRUE(broken.run().verdict.starts_with("unknown (disk"));
  broken.breakAt = 0;
  const Ending ending = broken.run();
  EXPECT_TRUE(ending.verdict.starts_with(kDividesSometimesSaid)) << ending.verdict;
  EXPECT_EQ(ending.states, expected.states);
  EXPECT_EQ(ending.statesByThreads, expected.statesByThreads);
}

TEST_P(SearchOnDisk, RemembersThatPathsWereCut) {
  DiskSearch search = searchOf(counting(""));
  search.options.maxDepth = 8;
  const Ending first = search.run();
  const Ending second = search.run();
  EXPECT_EQ(first.verdict, "bounded (depth 8)");
  EXPECT_EQ(second.verdict, first.verdict);
  EXPECT_EQ(second.states, first.states);
}

TEST_P(SearchOnDisk, RemembersThatPathsWereCutWhenTheDiskFails) {
  DiskSearch whole = searchOf(counting(""));
  DiskSearch broken = searchOf(counting(""));
  for (DiskSearch* search : {&whole, &broken}) search->options.maxDepth = 10;
  const Ending expected = whole.run();
  broken.checkpointsAlways = true;
  broken.breakAt = expected.states - 4;
  broken.run();
  broken.breakAt = 0;
  const Ending ending = broken.run();
  EXPECT_EQ(ending.verdict, "bounded (depth 10)");
  EXPECT_EQ(ending.states, expected.states);
}

TEST_P(SearchOnDisk, RemembersPathsThatWereCutLongBeforeTheDiskFailed) {
  // Depth-first search comes to the endless loop first, and cuts nothing afterwards.
  const std::string text = R"(
int clew_choose(int);
int z;
int main(void) {
  if (clew_choose(2)) for (;;) z = (z + 1 + clew_choose(2)) % 40;
  for (int i = 0; i < 6; i++) z = 2 * z + clew_choose(2);
  return 0;
})";
  DiskSearch whole = searchOf(text);
  DiskSearch broken = searchOf(text);
  for (DiskSearch* search : {&whole, &broken}) search->options.maxDepth = 8;
  const Ending expected = whole.run();
  broken.checkpointsAlways = true;
  broken.breakAt = expected.states - 10;
  broken.run();
  broken.breakAt = 0;
  const Ending ending = broken.run();
  EXPECT_EQ(expected.verdict, "bounded (depth 8)");
  EXPECT_EQ(ending.verdict, expected.verdict);
  EXPECT_EQ(ending.states, expected.states);
}

TEST_P(SearchOnDisk, IsBoundedAgainWhenItGoesOnWithTheSameNumberOfStatesOrLess) {
  DiskSearch search = searchOf(counting(""));
  for (const uint64_t most : {60, 60, 20}) {
    search.options.maxStates = most;
    const Ending ending = search.run();
    EXPECT_EQ(ending.verdict, "bounded (" + std::to_string(most) + " states)");
    EXPECT_EQ(ending.states, 60);
  }
}

TEST_P(SearchOnDisk, CountsNoStateTwiceWhenItGoesOnWithMoreOfThem) {
  DiskSearch whole = searchOf(counting(""));
  DiskSearch inParts = searchOf(counting(""));
  const Ending expected = whole.run();
  for (uint64_t most = 10; most < 100; most += 7) {
    inParts.options.maxStates = most;
    EXPECT_EQ(inParts.run().states, most);
  }
  inParts.options.maxStates = 0;
  const Ending ending = inParts.run();
  EXPECT_EQ(ending.verdict, "safe");
  EXPECT_EQ(ending.states, expected.states);
  EXPECT_EQ(ending.statesByThreads, expected.statesByThreads);
}

TEST(SearchOnDiskWithoutMemory, SaysThatThereIsNoMemory) {
  DiskSearch search(counting(""), Order::BreadthFirst, StoreKind::Strict);
  search.options.external.memoryBytes = uint64_t{4} << 30;
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit little = before;
  little.rlim_cur = addressBytes() + (uint64_t{200} << 20);  // less than is used for sorting
  setrlimit(RLIMIT_AS, &little);
  const Ending ending = search.run();
  setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(ending.verdict, "unknown (the store is full)");
}

TEST_P(SearchOnDisk, FindsAgainWhatItFound) {
  // The deeper failure looks nearer, so A* meets it first.
  DiskSearch search = searchOf(
      counting("if (clew_choose(2)) { y = 1; y = 2; y = 3; y = 4; assert(z); } else { y = 1; y = 2; assert(z); }"));
  search.checkpointsAlways = true;
  const Ending first = search.run();
  const Ending second = search.run();
  EXPECT_EQ(first.verdict, "violated (assert)");
  EXPECT_EQ(second.verdict, first.verdict);
  EXPECT_EQ(second.pathLength, first.pathLength);
}

TEST_P(SearchOnDisk, FindsTheSameWithNewTablesForEveryState) {
  const std::string text = counting("x = 1; if (clew_choose(2)) assert(x != 3);");
  DiskSearch whole = searchOf(text);
  DiskSearch pausing = searchOf(text);
  pausing.options.external.memoryBytes = 0;
  const Ending first = whole.run();
  const Ending second = pausing.run();
  EXPECT_EQ(first.verdict, "violated (assert)");
  EXPECT_EQ(second.verdict, first.verdict);
  EXPECT_EQ(second.pathLength, first.pathLength);
}

}  // namespace
}  // namespace clew::search
