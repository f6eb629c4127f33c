// Searches on disk come to what searches in memory come to: verdicts, numbers of states and transitions, paths that
// lead to the violation on a fresh machine, and shortest ones where the order promises them. That holds for every
// layout and cache, and also when the tables in memory are thrown away again and again.
#include "search/external_search.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "disk_search.h"
#include "loaded_program.h"
#include "program_files.h"

namespace clew::search {
namespace {

using report::VerdictKind;

/// In memory, depth-first and breadth-first; once for all tests. States beyond `most` are not looked at.
struct Expected {
  Explored deep;
  Explored broad;
};
const Expected& expectedOf(const std::string& file, const program::Program& program, Options options) {
  static std::map<std::string, Expected> known;
  const auto place = known.find(file);
  if (place != known.end()) return place->second;
  options.order = Order::DepthFirst;
  Explored deep = explored(program, options);
  options.order = Order::BreadthFirst;
  return known.emplace(file, Expected{std::move(deep), explored(program, options)}).first->second;
}

void expectSame(const program::Program& program, const Options& options, const Explored& found,
                const Expected& expected) {
  EXPECT_EQ(found.result.shortfall.disk.value_or(""), "");
  EXPECT_EQ(verdictOf(found.result, options), verdictOf(expected.deep.result, options));
  if (found.result.violation) {
    const uint64_t length = lengthOf(program, options, found.result.path);
    EXPECT_GT(length, 0u);
    const bool isShortest = options.order == Order::BreadthFirst ||
                            (options.order == Order::AStar && isLowerBound(options.heuristics, options.properties));
    if (isShortest) EXPECT_EQ(length, lengthOf(program, options, expected.broad.result.path));
    return;
  }
  EXPECT_EQ(found.states, expected.deep.states);
  EXPECT_EQ(found.statesByThreads, expected.deep.statesByThreads);
  if (expected.deep.result.shortfall.unknown) return;
  EXPECT_EQ(found.frontier, 0u);
  // A* may come back to a state by a shorter path, where a heuristic is no lower bound.
  if (options.order != Order::AStar || options.heuristics.empty() || options.store == StoreKind::Strict)
    EXPECT_EQ(found.transitions, expected.deep.transitions);
  if (options.order == Order::BreadthFirst) EXPECT_EQ(found.depth, expected.broad.depth);
}

class OnDisk : public testing::TestWithParam<std::string> {
 protected:
  static constexpr uint64_t kMostStates = 3'000;

  void SetUp() override {
    const auto& program = test::loadedFile(GetParam());
    ASSERT_TRUE(program) << program.error().message;
    program_ = &*program;
    Options limited = options_;
    limited.maxStates = kMostStates;
    expected_ = &expectedOf(GetParam(), *program_, limited);
    if (expected_->deep.result.shortfall.states || expected_->broad.result.shortfall.states) GTEST_SKIP();
  }

  void expectSameOf(const DiskMode& mode) {
    SCOPED_TRACE(mode.text());
    mode.applyTo(options_);
    DiskSearch search(*program_, options_);
    expectSame(*program_, options_, search.run(), *expected_);
  }

  const program::Program* program_ = nullptr;
  const Expected* expected_ = nullptr;
  Options options_;
};

TEST_P(OnDisk, SearchesAgreeWithMemory) {
  for (const DiskMode& mode : kDiskModes) expectSameOf(mode);
  expectSameOf({StoreKind::Strict, Order::AStar, "most-blocked"});
}

TEST_P(OnDisk, SearchesThatForgetTheirTablesAgreeWithMemory) {
  constexpr uint64_t kFewStates = 25;
  if (expected_->deep.states > kFewStates || expected_->broad.states > kFewStates) GTEST_SKIP();
  options_.external.memoryBytes = 0;  // so they are forgotten after each state
  for (const DiskMode& mode : kDiskModes) expectSameOf(mode);
}

TEST_P(OnDisk, ReducedSearchAgreesWithMemory) {
  options_.reduction = machine::ReductionKind::Full;
  for (const DiskMode& mode : kDiskModes) {
    if (mode.store == StoreKind::Strict || mode.order == Order::BreadthFirst || mode.order == Order::AStar) continue;
    SCOPED_TRACE(mode.text());
    mode.applyTo(options_);
    const Explored found = DiskSearch(*program_, options_).run();
    EXPECT_EQ(verdictOf(found.result, options_), verdictOf(expected_->deep.result, options_));
    EXPECT_LE(found.states, expected_->deep.result.violation ? UINT64_MAX : expected_->deep.states);
    if (found.result.violation) EXPECT_GT(lengthOf(*program_, options_, found.result.path), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, OnDisk, testing::ValuesIn(test::programFiles({"classics", "sync", "deadlock"})),
                         [](const auto& info) { return test::nameOfFile(info.param); });

// ---- programs that are special ----

Expected inMemory(const program::Program& program, Options options) {
  options.store = StoreKind::Memory;
  options.order = Order::DepthFirst;
  Explored deep = explored(program, options);
  options.order = Order::BreadthFirst;
  return {std::move(deep), explored(program, options)};
}

void expectSameInAllModes(const program::Program& program, Options options) {
  const Expected expected = inMemory(program, options);
  for (const DiskMode& mode : kDiskModes) {
    SCOPED_TRACE(mode.text());
    mode.applyTo(options);
    expectSame(program, options, DiskSearch(program, options).run(), expected);
  }
}

TEST(ExternalSearch, OfProgramsThatEndAtOnceAgreesWithMemory) {
  for (const char* text : {
           "int main(void) { return 0; }",
           "#include <stdlib.h>\nint main(void) { exit(3); }",
           "#include <assert.h>\nint main(void) { assert(0); }",
           "int main(void) { int *none = 0; return *none; }",
           "int main(void) { for (;;) ; }",
           "#include <clew.h>\nint main(void) { clew_assume(0); }",
           "#include <pthread.h>\nint main(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
           " pthread_mutex_lock(&m); pthread_mutex_lock(&m); }",
           "#include <semaphore.h>\nsem_t s;\nint main(void) { sem_init(&s, 0, 0); sem_wait(&s); }",
           "#include <pthread.h>\nint main(void) { pthread_join(pthread_self(), 0); }",
           "#include <clew.h>\n#include <assert.h>\nint main(void) { assert(clew_choose(3) != 2); }",
       }) {
    SCOPED_TRACE(text);
    const auto program = test::loadedProgram(text, {"-w"});
    Options options;
    expectSameInAllModes(program, options);
    options.external.memoryBytes = 0;
    expectSameInAllModes(program, options);
  }
}

/// What a global variable, an object on the heap and one on a stack hold is the same at times.
constexpr const char* kLookalikes = R"(
#include <clew.h>
#include <pthread.h>
#include <stdlib.h>
struct cell { long a, b, c, d, e, f, g, h; };
struct cell shared;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *x) {
  struct cell own = {0};
  for (int i = 0; i < 2; i++) {
    struct cell *made = calloc(1, sizeof *made);
    pthread_mutex_lock(&lock);
    switch (clew_choose(3)) {
      case 0: shared.a ^= 1; break;
      case 1: made->a ^= 1; own = *made; break;
      default: own.a ^= 1; shared = own;
    }
    if (own.a == shared.a) made->a = own.a;
    pthread_mutex_unlock(&lock);
    free(made);
  }
  return x;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, 0);
  pthread_create(&t, 0, work, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
)";

TEST(ExternalSearch, StatesAreRecognisedWhateverPartHadAContentFirst) {
  const auto program = test::loadedProgram(kLookalikes);
  Options options;
  const Expected expected = inMemory(program, options);
  options.external.memoryBytes = 0;
  for (const DiskMode& mode : {kDiskModes[0], kDiskModes[4]}) {
    SCOPED_TRACE(mode.text());
    mode.applyTo(options);
    const Explored found = DiskSearch(program, options).run();
    expectSame(program, options, found, expected);
    EXPECT_GT(found.disk.pauses, found.states / 4);
  }
}

constexpr const char* kCounters = R"(
#include <clew.h>
unsigned char count[4];
int main(void) {
  for (int i = 0; i < 12; i++) {
    const int k = clew_choose(4);
    count[k] = (count[k] + 1) % 4;
  }
}
)";

TEST(ExternalSearch, EveryLayoutAndCacheOfOnePageAgreesWithMemory) {
  using state::CachePolicy;
  const auto program = test::loadedProgram(kCounters);
  Options options;
  const Expected expected = inMemory(program, options);
  options.external.cacheBytes = 0;  // one page is kept
  options.external.memoryBytes = 4 << 20;
  for (const auto layout : {state::Layout::Single, state::Layout::Blocks, state::Layout::Hashed}) {
    for (const auto cache : {CachePolicy::Lru, CachePolicy::Lfu, CachePolicy::Fifo, CachePolicy::Lifo,
                             CachePolicy::FlushWhenFull, CachePolicy::TwoDimensional, CachePolicy::None}) {
      options.external.layout = layout;
      options.external.cache = cache;
      for (const DiskMode& mode : {kDiskModes[0], kDiskModes[1], kDiskModes[4]}) {
        SCOPED_TRACE(mode.text() + " " + state::nameOf(layout) + " " + state::nameOf(cache));
        mode.applyTo(options);
        expectSame(program, options, DiskSearch(program, options).run(), expected);
      }
    }
  }
}

TEST(ExternalSearch, DepthBoundCutsWhatItCutsInMemory) {
  const auto program = test::loadedProgram(kLookalikes);
  Options options;
  for (const uint64_t depth : {1, 2, 5, 9, 60}) {
    options.maxDepth = depth;
    options.store = StoreKind::Memory;
    options.order = Order::BreadthFirst;
    const Explored expected = explored(program, options);
    for (const DiskMode& mode : kDiskModes) {
      mode.applyTo(options);
      for (const uint64_t memory : {0, 64 << 20}) {
        if (memory == 0 && depth > 9) continue;
        SCOPED_TRACE(mode.text() + " to depth " + std::to_string(depth) + " with memory " + std::to_string(memory));
        options.external.memoryBytes = memory;
        const Explored found = DiskSearch(program, options).run();
        EXPECT_EQ(found.states, expected.states);
        EXPECT_EQ(found.result.shortfall.depth, expected.result.shortfall.depth);
        EXPECT_EQ(verdictOf(found.result, options), verdictOf(expected.result, options));
      }
    }
  }
}

TEST(ExternalSearch, InvariantsAreWatched) {
  const auto program = test::loadedProgram(kLookalikes);
  const struct {
    std::vector<std::string> ofStates, ofTransitions;
    VerdictKind verdict;
  } questions[] = {
      {{"shared.a < 2"}, {}, VerdictKind::Safe},
      {{"shared.a == 0"}, {}, VerdictKind::Violated},
      {{"shared.a != 0"}, {}, VerdictKind::Violated},  // in the first state
      {{}, {"shared.a != 1 || next(shared.a) != 1"}, VerdictKind::Violated},
      {{}, {"next(shared.a) < 2"}, VerdictKind::Safe},
      {{"shared.b == 0"}, {"next(shared.a) >= shared.a"}, VerdictKind::Violated},
  };
  for (const auto& question : questions) {
    const auto invariants = property::Invariants::parse(question.ofStates, question.ofTransitions, program);
    ASSERT_TRUE(invariants) << invariants.error().message;
    Options options;
    options.invariants = &*invariants;
    options.order = Order::BreadthFirst;
    const Explored expected = explored(program, options);
    ASSERT_EQ(verdictOf(expected.result, options), question.verdict);
    for (const DiskMode& mode : kDiskModes) {
      SCOPED_TRACE(mode.text());
      mode.applyTo(options);
      const Explored found = DiskSearch(program, options).run();
      EXPECT_EQ(verdictOf(found.result, options), question.verdict);
      if (!found.result.violation) {
        EXPECT_EQ(found.states, expected.states);
      } else if (options.order == Order::BreadthFirst) {
        EXPECT_EQ(found.result.path.size(), expected.result.path.size());
      }
    }
  }
}

}  // namespace
}  // namespace clew::search
