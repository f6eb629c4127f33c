// A search on disk that was left at any moment, in whatever way, and gone on with, ends as if it had not been: the same
// verdict, exactly as many states. What is missing or damaged is reported, never believed.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "disk_search.h"
#include "loaded_program.h"

namespace clew::search {
namespace {

namespace fs = std::filesystem;

/// Threads, a heap, choices.
constexpr const char* kSubject = R"(
#include <clew.h>
#include <pthread.h>
#include <stdlib.h>
int sum, *box;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *x) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&lock);
    sum = (sum + clew_choose(3)) % 4;
    if (box) { free(box); box = 0; } else { box = malloc(4); *box = sum; }
    pthread_mutex_unlock(&lock);
  }
  return x;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, work, 0);
  pthread_create(&t, 0, work, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  free(box);
}
)";
/// With some hundred states.
const program::Program& subject() {
  static const program::Program program = test::loadedProgram(kSubject, {"-DROUNDS=2"});
  return program;
}
/// With some thousand, which fill pages on disk.
const program::Program& largeSubject() {
  static const program::Program program = test::loadedProgram(kSubject, {"-DROUNDS=3"});
  return program;
}

/// The same with a violation at its end.
const program::Program& faultySubject() {
  static const program::Program program = test::loadedProgram(R"(
#include <assert.h>
#include <clew.h>
#include <pthread.h>
int sum;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *x) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    sum = sum * 3 + clew_choose(3);
    pthread_mutex_unlock(&lock);
  }
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
  assert(sum != 700);
}
)");
  return program;
}

class Resumed : public testing::TestWithParam<DiskMode> {
 protected:
  Resumed() { GetParam().applyTo(options_); }

  Explored undisturbed(const program::Program& program) const { return DiskSearch(program, options_).run(); }

  /// As it must be in the end; some steps were taken twice, at most so many.
  void expectSame(const Explored& found, const Explored& expected, uint64_t twice) const {
    EXPECT_EQ(found.result.shortfall.disk.value_or(""), "");
    EXPECT_EQ(verdictOf(found.result, options_), verdictOf(expected.result, options_));
    EXPECT_EQ(found.states, expected.states);
    EXPECT_EQ(found.statesByThreads, expected.statesByThreads);
    EXPECT_EQ(found.depth, expected.depth);
    EXPECT_GE(found.transitions, expected.transitions);
    EXPECT_LE(found.transitions, expected.transitions + twice);
    EXPECT_EQ(found.result.path.text(), expected.result.path.text());
  }

  Options options_;
};

TEST_P(Resumed, AfterAnyNumberOfStatesEndsAsIfUndisturbed) {
  for (const program::Program* program : {&subject(), &faultySubject()}) {
    const Explored expected = undisturbed(*program);
    DiskSearch search(*program, options_);
    Explored found;
    uint64_t runs = 0;
    search.options.maxStates = 1;
    for (;; search.options.maxStates += 1 + search.options.maxStates / 6) {
      found = search.run();
      ++runs;
      if (!found.result.shortfall.states || found.result.violation) break;
      ASSERT_EQ(found.states, search.options.maxStates);
      ASSERT_NE(verdictOf(found.result, search.options), report::VerdictKind::Safe);
    }
    EXPECT_GT(runs, 10u);
    expectSame(found, expected, runs);
  }
}

TEST_P(Resumed, AtItsBoundItStaysThere) {
  const Explored expected = undisturbed(subject());
  DiskSearch search(subject(), options_);
  for (const uint64_t most : {1, 1, 50, 50, 50, 20}) {
    search.options.maxStates = most;
    const Explored found = search.run();
    EXPECT_TRUE(found.result.shortfall.states);
    EXPECT_NE(verdictOf(found.result, search.options), report::VerdictKind::Safe);
    EXPECT_EQ(found.states, std::max<uint64_t>(most, most == 20 ? 50 : 0));
  }
  search.options.maxStates = 0;
  expectSame(search.run(), expected, 6);
  expectSame(search.run(), expected, 6);  // it is at its end
}

TEST_P(Resumed, AfterAStopBeforeItsFirstStateEndsAsIfUndisturbed) {
  const Explored expected = undisturbed(subject());
  DiskSearch search(subject(), options_);
  for (const bool stops : {true, true, false}) {
    const std::atomic<bool> stop{stops};
    const Explored found = search.run(stop);
    EXPECT_EQ(found.result.shortfall.interrupted, stops);
    if (!stops) expectSame(found, expected, 0);
  }
}

TEST_P(Resumed, UnderADepthBoundItStillOwnsUpToIt) {
  options_.maxDepth = 9;
  const Explored expected = undisturbed(subject());
  ASSERT_TRUE(expected.result.shortfall.depth);
  DiskSearch search(subject(), options_);
  Explored found;
  search.options.maxStates = 3;
  do {
    search.options.maxStates += 7;
    found = search.run();
  } while (found.result.shortfall.states);
  EXPECT_TRUE(found.result.shortfall.depth);
  EXPECT_EQ(found.states, expected.states);
  search.options.maxStates = 0;
  EXPECT_TRUE(search.run().result.shortfall.depth);  // although there is nothing left to do
}

TEST_P(Resumed, AfterStopsAtRandomMomentsEndsAsIfUndisturbed) {
  for (const program::Program* program : {&subject(), &faultySubject()}) {
    const Explored expected = undisturbed(*program);
    std::mt19937 random(7);
    DiskSearch search(*program, options_);
    if (program == &subject()) search.options.external.memoryBytes = 0;  // so that it pauses
    Explored found;
    uint64_t runs = 0;
    for (int micros = 500;; micros += micros / 2) {
      std::atomic<bool> stop{false};
      std::thread stopper([&, wait = random() % micros] {
        std::this_thread::sleep_for(std::chrono::microseconds(wait));
        stop = true;
      });
      found = search.run(stop);
      stopper.join();
      ++runs;
      // What was found just before somebody asked to stop is an answer, too.
      if (!found.result.shortfall.interrupted || found.result.violation) break;
    }
    // A* goes on after it has found something, to see that nothing is nearer; it may have been stopped in that.
    if (options_.order == Order::AStar && found.result.violation && found.transitions < expected.transitions) {
      EXPECT_EQ(verdictOf(found.result, options_), verdictOf(expected.result, options_));
      continue;
    }
    expectSame(found, expected, runs);
  }
}

// ---- killed ----

/// What a run leaves that was killed at some moment before the checkpoint that `after` has: the files have grown since
/// `before`, none of them is known to have been written to its end, and none is gone yet.
void leaveKilled(const fs::path& before, const fs::path& after, const fs::path& into, std::mt19937& random) {
  fs::copy(before, into);
  for (const auto& entry : fs::directory_iterator(after)) {
    const std::string name = entry.path().filename().string();
    if (name == "checkpoint" || name == "lock") continue;
    const fs::path old = before / name;
    const uint64_t least = fs::exists(old) ? fs::file_size(old) : 0;
    const uint64_t most = std::max<uint64_t>(least, entry.file_size());
    if (!fs::exists(old) && random() % 4 == 0) continue;  // not begun
    fs::copy_file(entry.path(), into / name, fs::copy_options::overwrite_existing);
    fs::resize_file(into / name, least + random() % (most - least + 1));
  }
}

TEST_P(Resumed, AfterBeingKilledEndsAsIfUndisturbed) {
  const Explored expected = undisturbed(largeSubject());
  std::mt19937 random(11);
  for (int round = 0; round < 5; ++round) {
    const uint64_t first = 1 + random() % expected.states;
    const uint64_t more = random() % expected.states;
    SCOPED_TRACE(testing::Message() << first << " states and " << more << " more");
    const TemporaryDirectory copies;
    DiskSearch search(largeSubject(), options_);
    search.options.maxStates = first;
    search.run();
    fs::copy(search.path(), copies / "before");
    search.options.maxStates = first + more;
    search.run();
    leaveKilled(copies / "before", search.path(), copies / "killed", random);
    const auto run = RunDirectory::open((copies / "killed").string(), true, DiskSearch::kIdentity);
    ASSERT_TRUE(run) << run.error().message;
    Options options = options_;
    options.external.run = run->get();
    expectSame(explored(largeSubject(), options), expected, 1);
  }
}

TEST_P(Resumed, WithAFileThatIsGoneOrDamagedReportsIt) {
  const Explored expected = undisturbed(largeSubject());
  DiskSearch search(largeSubject(), options_);
  search.options.maxStates = expected.states / 2;
  search.run();
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(search.path())) {
    const std::string name = entry.path().filename().string();
    if (name != "checkpoint" && name != "lock") files.push_back(entry.path());
  }
  uint64_t reported = 0;
  for (const fs::path& file : files) {
    for (const bool isGone : {true, false}) {
      SCOPED_TRACE(file.filename().string() + (isGone ? " is gone" : " is damaged"));
      const TemporaryDirectory copies;
      const fs::path copy = copies / "copy";
      fs::copy(search.path(), copy);
      const fs::path victim = copy / file.filename();
      if (isGone) {
        fs::remove(victim);
      } else {
        if (fs::file_size(victim) == 0) continue;
        std::fstream bytes(victim, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(static_cast<std::streamoff>(fs::file_size(victim) / 2));
        bytes.put('?');
      }
      const auto run = RunDirectory::open(copy.string(), true, DiskSearch::kIdentity);
      ASSERT_TRUE(run) << run.error().message;
      Options options = options_;
      options.external.run = run->get();
      const Explored found = explored(largeSubject(), options);
      if (found.result.shortfall.disk) {
        ++reported;
        EXPECT_EQ(verdictOf(found.result, options), report::VerdictKind::Unknown);
      } else {
        expectSame(found, expected, 1);  // nothing in it was needed
      }
    }
  }
  EXPECT_GT(reported, 0u);
}

INSTANTIATE_TEST_SUITE_P(Modes, Resumed, testing::ValuesIn(kDiskModes), [](const auto& info) {
  return std::string(nameOf(info.param.store)) + "_" + nameOf(info.param.order);
});

}  // namespace
}  // namespace clew::search
