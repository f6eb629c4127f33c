// Strict search compares states only when a level is done, or a bucket of A*, and drops a state that was expanded
// before: for shortest paths the heuristic must not fall by more than a step takes.
#include "search/strict_search.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "disk_search.h"
#include "loaded_program.h"
#include "program_files.h"
#include "search/heuristic.h"

namespace clew::search {
namespace {

class ErrorDistance : public testing::TestWithParam<std::string> {};

TEST_P(ErrorDistance, FallsByNoMoreThanOneInAStep) {
  const auto& program = test::loadedFile(GetParam());
  ASSERT_TRUE(program) << program.error().message;
  const Options options;
  std::mt19937 random(3);
  constexpr int kWalks = 10;
  constexpr int kSteps = 100;
  for (int walk = 0; walk < kWalks; ++walk) {
    machine::StateTables tables;
    machine::ConcreteMachine machine(*program, tables, options.machine);
    machine.setComplaints(options.complaints);
    Heuristic heuristic(*parseHeuristics("error-distance"), options.complaints, machine);
    machine::Outcome outcome = machine.start();
    uint32_t before = 0;
    for (int step = 0; step < kSteps && outcome == machine::Outcome::Stopped; ++step) {
      machine.save();
      const uint32_t value = heuristic.value({});
      ASSERT_LE(before, value + 1) << "step " << step << " of walk " << walk;
      before = value;
      const uint32_t count = machine.alternativeCount();
      if (count == 0) break;
      outcome = machine.step(random() % count);
    }
    if (outcome == machine::Outcome::Faulted && machine.report().fault == machine::Fault::AssertionFailed)
      ASSERT_LE(before, 1u);
  }
}

/// The step that wakes a thread is one of another, which counts it, too.
TEST(ErrorDistanceOfWaiters, IsALowerBound) {
  const auto program = test::loadedProgram(R"(
#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
volatile int waiting, a, b, c, d;
static void *work(void *x) {
  pthread_mutex_lock(&lock);
  if (waiting) pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return x;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&lock);
  waiting = 1;
  pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  a = 1; b = 1; c = 1; d = 1;
  assert(0);
}
)");
  Options options;
  options.order = Order::BreadthFirst;
  options.properties = *property::PropertySet::parse("assert");
  const Explored shortest = explored(program, options);
  ASSERT_TRUE(shortest.result.violation);
  std::vector<uint32_t> values;
  const uint64_t length = follow(program, options, shortest.result.path, [&](machine::ConcreteMachine& machine) {
    auto heuristic = std::make_shared<Heuristic>(*parseHeuristics("error-distance"), options.complaints, machine);
    return [&, heuristic](uint64_t) { values.push_back(heuristic->value({})); };
  });
  for (size_t step = 0; step < values.size(); ++step) EXPECT_LE(values[step] + step, length - 1) << "in state " << step;
}

INSTANTIATE_TEST_SUITE_P(Programs, ErrorDistance,
                         testing::ValuesIn(test::programFiles({"classics", "assert", "deadlock", "sync"})),
                         [](const auto& info) { return test::nameOfFile(info.param); });

/// Wide levels, so that candidates are written out and merged, with paths of many lengths to the same state.
TEST(StrictSearch, OfWideLevelsAgreesWithMemory) {
  const auto program = test::loadedProgram(R"(
#include <assert.h>
#include <clew.h>
unsigned char digit[6];
int main(void) {
  for (;;) {
    const int place = clew_choose(6);
    const int by = clew_choose(2) + 1;
    digit[place] = (digit[place] + by) % 4;
    assert(!(digit[0] == 3 && digit[1] == 3 && digit[2] == 1 && digit[3] == 2 && digit[5] == 3));
  }
}
)");
  Options options;
  options.order = Order::BreadthFirst;
  const Explored shortest = explored(program, options);
  ASSERT_TRUE(shortest.result.violation);
  for (const char* properties : {"assert", "deadlock"}) {
    options.properties = *property::PropertySet::parse(properties);
    options.order = Order::BreadthFirst;
    options.store = StoreKind::Memory;
    const Explored expected = explored(program, options);
    for (const DiskMode& mode : {kDiskModes[4], kDiskModes[5]}) {
      SCOPED_TRACE(mode.text() + " for " + properties);
      mode.applyTo(options);
      options.external.memoryBytes = 1 << 20;
      const Explored found = DiskSearch(program, options).run();
      EXPECT_EQ(verdictOf(found.result, options), verdictOf(expected.result, options));
      EXPECT_EQ(found.result.path.size(), expected.result.path.size());
      if (!found.result.violation) {
        EXPECT_EQ(found.states, expected.states);
        EXPECT_EQ(found.transitions, expected.transitions);
      }
      EXPECT_GT(found.disk.pauses, 0u);
    }
  }
}

}  // namespace
}  // namespace clew::search
