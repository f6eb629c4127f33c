// Stretches are remembered so that a search need not go through them again. They must change nothing that it counts:
// with and without them, in every order and with any number of workers, the same states are stored and as many are
// passed through.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "loaded_program.h"
#include "machine/stretch_cache.h"
#include "program_files.h"
#include "search/search.h"

namespace clew::search {
namespace {

using machine::StepCache;
using machine::Stretch;
using machine::StretchCache;

// ---- one stretch ----

StepCache::Entry stepThat(uint32_t root, std::vector<StepCache::Item> reads) {
  StepCache::Entry step;
  step.key.root = root;
  step.readCount = static_cast<uint8_t>(reads.size());
  std::copy(reads.begin(), reads.end(), step.items.begin());
  return step;
}

TEST(Stretch, DependsOnWhatItReadsBeforeItWritesIt) {
  Stretch stretch;
  const std::vector<StepCache::Item> first = {{1, 11}, {5, 51}};
  const std::vector<StepCache::Item> second = {{1, 12}, {5, 50}};
  ASSERT_TRUE(stretch.append(stepThat(10, {{5, 50}, {6, 60}}), first));
  ASSERT_TRUE(stretch.append(stepThat(11, {{5, 51}, {7, 70}}), second));
  ASSERT_TRUE(stretch.finish(1));
  ASSERT_EQ(stretch.readCount, 3);
  EXPECT_EQ(stretch.reads[0].id, 50U);
  EXPECT_EQ(stretch.reads[2].item, 7U);
  ASSERT_EQ(stretch.writeCount, 1);  // item 5 is as it was
  EXPECT_EQ(stretch.writes[0].item, 1U);
  EXPECT_EQ(stretch.writes[0].id, 12U);
  EXPECT_EQ(stretch.contentAfter(1, 5), 51U);
  EXPECT_EQ(stretch.contentAfter(2, 5), 50U);
  EXPECT_EQ(stretch.contentAfter(2, 7), 0U);
}

TEST(Stretch, IsFoundForTheContentThatItWasLearnedFor) {
  StretchCache cache;
  const auto learn = [&](std::vector<StepCache::Item> reads, uint32_t after) {
    Stretch stretch;
    const std::vector<StepCache::Item> written = {{1, after}};
    stretch.append(stepThat(10, std::move(reads)), written);
    stretch.append(stepThat(after, {}), written);
    stretch.finish(1);
    cache.insert(stretch);
  };
  learn({{3, 1}, {4, 7}}, 20);
  learn({{3, 2}, {5, 8}}, 21);  // what is read next depends on what is read first
  const auto look = [&](uint32_t third, uint32_t fourth, uint32_t fifth) -> uint32_t {
    const auto contentOf = [&](uint32_t item) { return item == 3 ? third : item == 4 ? fourth : fifth; };
    const Stretch* known = cache.find(stepThat(10, {}).key, contentOf);
    return known == nullptr ? 0 : known->writes[0].id;
  };
  EXPECT_EQ(look(1, 7, 0), 20U);
  EXPECT_EQ(look(2, 0, 8), 21U);
  EXPECT_EQ(look(1, 8, 8), 0U);
  EXPECT_EQ(look(2, 7, 7), 0U);
  EXPECT_EQ(look(3, 7, 8), 0U);
}

// ---- searches ----

struct Counts {
  bool isSafe;
  uint64_t states, passed;
  bool operator==(const Counts&) const = default;
};

Counts counted(const program::Program& program, bool executeAll, Order order, unsigned jobs) {
  Options options;
  options.reduction = machine::ReductionKind::Full;
  options.executeAll = executeAll;
  options.order = order;
  options.jobs = jobs;
  options.maxStates = 20'000;
  Statistics statistics;
  const std::atomic<bool> stop{false};
  const Result result = explore(program, options, stop, statistics);
  const bool isWhole = !result.violation && !result.shortfall.states;
  return {isWhole, statistics.states, statistics.passed};
}

/// All ways to search count the same.
void expectSameCounts(const program::Program& program, const std::string& name) {
  const Counts executed = counted(program, true, Order::DepthFirst, 1);
  if (!executed.isSafe) return;  // where a search ends depends on its order
  for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
    for (const unsigned jobs : {1U, 2U}) {
      const Counts remembered = counted(program, false, order, jobs);
      EXPECT_EQ(remembered.isSafe, executed.isSafe) << name;
      EXPECT_EQ(remembered.states, executed.states) << name;
      EXPECT_EQ(remembered.passed, executed.passed) << name;
    }
  }
}

const std::string kHead =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <time.h>\n"
    "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint clew_choose(int);\n"
    "static pthread_t t[4];\nstatic pthread_mutex_t m, n;\nstatic pthread_cond_t c, d;\nstatic int x, y, z[4];\n"
    "static atomic_int a;\n#define LOCK pthread_mutex_lock(&m)\n#define UNLOCK pthread_mutex_unlock(&m)\n";
const std::string kMain =
    "int main(void) { for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)i);\n"
    "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); }\n";

class Stretches : public testing::TestWithParam<std::string> {};

TEST_P(Stretches, ChangeNoCount) {
  expectSameCounts(test::loadedProgram(kHead + "static void *f(void *p) {" + GetParam() + "}\n" + kMain), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Stretches,
    testing::Values(
        // critical sections, for ever and for a while, with different places for different contents
        "for (;;) { LOCK; x = (x + 1) % 3; z[x] = (int)(long)p; UNLOCK; }",
        "for (int i = 0; i < 3; i++) { LOCK; x++; y = x; z[y % 4] = i; UNLOCK; } return 0;",
        // one wakes another, whose waiting the steps behind look at
        "for (;;) { LOCK; while (x == (long)p) pthread_cond_wait(&c, &m); x = (int)(long)p; "
        "pthread_cond_signal(&c); pthread_cond_signal(&d); UNLOCK; }",
        "for (;;) { LOCK; if (x == 0) { x = 1; pthread_cond_wait(&c, &m); x = 0; } else { pthread_cond_broadcast(&c); "
        "pthread_cond_signal(&c); x = 0; } UNLOCK; }",
        // a wait that may end at any time
        "struct timespec s = {0, 0}; for (;;) { LOCK; pthread_cond_timedwait(&c, &m, &s); pthread_cond_signal(&c); "
        "x = !x; UNLOCK; }",
        // somebody else can go on in the middle
        "for (;;) { LOCK; x = 1 - x; pthread_mutex_lock(&n); y = x; UNLOCK; x ? (void)a++ : (void)a--; "
        "pthread_mutex_unlock(&n); }",
        "for (;;) { if (p) { LOCK; x = !x; y = x; a = y; UNLOCK; } else { a = 2; a = 3; } }",
        // a choice in the middle, a section, a thread that goes round alone
        "for (;;) { LOCK; x = clew_choose(2); y = x; x = !y; UNLOCK; }",
        "for (;;) { LOCK; __VERIFIER_atomic_begin(); x = !x; y = x; __VERIFIER_atomic_end(); y = 0; UNLOCK; }",
        "LOCK; for (;;) { x = (x + 1) % 5; y = x; }",
        "LOCK; for (int i = 0; i < 300; i++) { x = (x + 1) % 5; y = x; } UNLOCK; return 0;"));

TEST(Stretches, ChangeNoCountOfProgramsWithLocks) {
  for (const std::string& file : test::programFiles({"classics", "sync"})) {
    const auto& program = test::loadedFile(file);
    ASSERT_TRUE(program) << program.error().message;
    expectSameCounts(*program, file);
  }
}

}  // namespace
}  // namespace clew::search
