// Which lines of a path are left out: in each of these programs lines say in a comment what they are, and nothing that
// has to do with the violation is ever left out.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "report/byte_set.h"
#include "report/text.h"
#include "report/trace.h"
#include "search/search.h"

namespace clew::report {
namespace {

/// The trace of the first violation that a search finds.
Trace violationOf(const program::Program& program, bool checksRaces = false) {
  search::Options options;
  if (!checksRaces) options.properties.remove(property::Property::DataRace);
  const std::atomic<bool> stop{false};
  search::Statistics statistics;
  const search::Result result = search::explore(program, options, stop, statistics);
  EXPECT_TRUE(result.violation.has_value());
  PathChooser chooser(result.path, false);
  RecordOptions recording;
  recording.races = checksRaces;
  recording.slice = true;
  return record(program, chooser, recording);
}

/// Lines of the source with this comment.
std::set<uint32_t> marked(const std::string& source, const std::string& comment) {
  std::set<uint32_t> lines;
  std::istringstream in(source);
  std::string line;
  for (uint32_t number = 1; std::getline(in, line); ++number) {
    if (line.find("// " + comment) != std::string::npos) lines.insert(number);
  }
  return lines;
}

/// Every line that is marked as needed and that the path has is shown, every one that is marked as noise is not, and
/// the path has some of both.
void expectSlice(const std::string& source, bool checksRaces = false) {
  const program::Program program = test::loadedProgram(source);
  const Trace trace = violationOf(program, checksRaces);
  ASSERT_TRUE(trace.violation) << source;
  const std::set<uint32_t> needed = marked(source, "needed");
  const std::set<uint32_t> noise = marked(source, "noise");
  std::set<uint32_t> seen;
  for (const TraceLine& line : trace.lines) {
    const uint32_t number = line.location.line;
    if (!needed.contains(number) && !noise.contains(number)) continue;
    EXPECT_EQ(line.isMinor, noise.contains(number)) << number << ": " << line.source;
    seen.insert(number);
  }
  std::set<uint32_t> all = needed;
  all.insert(noise.begin(), noise.end());
  EXPECT_EQ(seen, all) << "lines that are not on the path";
}

TEST(Slice, FollowsValuesThroughMemory) {
  expectSlice(R"(#include <assert.h>
static int noise[9], cause, effect;
int main(void) {
  cause = 1;  // needed
  noise[0] = 1;  // noise
  noise[1] = 2;  // noise
  effect = cause + 1;  // needed
  noise[2] = noise[1];  // noise
  cause = 7;  // noise
  assert(effect == 3);  // needed
  return 0;
}
)");
}

TEST(Slice, FollowsValuesThroughLocalsAndCalls) {
  expectSlice(R"(#include <assert.h>
static int from, other, unused, into;
static int twice(int value) { return 2 * value; }
static int thrice(int value) { return 3 * value; }
static void put(int *where, int value) { *where = value; }  // needed
int main(void) {
  from = 4;  // needed
  other = 5;  // noise
  int local = from;  // needed
  unused = thrice(other);  // noise
  int more = local + 1;
  put(&into, twice(more));
  assert(into == 9);  // needed
  return 0;
}
)");
}

TEST(Slice, KeepsWhatDecidedThatALineWasExecuted) {
  expectSlice(R"(#include <assert.h>
static int wanted, unwanted, enabled, result, noise;
int main(void) {
  enabled = 1;  // needed
  wanted = 2;  // needed
  unwanted = 3;  // noise
  if (unwanted == 3)  // noise
    noise = 1;  // noise
  if (enabled)  // needed
    if (wanted > 1)  // needed
      result = 1;  // needed
  assert(result == 0);  // needed
  return 0;
}
)");
}

TEST(Slice, KeepsWhatEndsALoop) {
  expectSlice(R"(#include <assert.h>
static int bound, noise, count;
int main(void) {
  bound = 3;  // needed
  for (int i = 0; i < bound; i++) noise += 2;
  noise = 5;  // noise
  count = 1;  // needed
  assert(count == 0);  // needed
  return 0;
}
)");
}

TEST(Slice, FollowsCopies) {
  expectSlice(R"(#include <assert.h>
#include <string.h>
static struct { int values[8]; } first, second, third;
int main(void) {
  first.values[3] = 1;  // needed
  first.values[4] = 2;  // noise
  third.values[3] = 3;  // noise
  memset(&second, 0, sizeof second);
  memcpy(&second, &first, sizeof second);
  third = second;
  assert(third.values[3] == 0);  // needed
  return 0;
}
)");
}

TEST(Slice, LeavesOutThreadsAndLocksThatHaveNothingToDoWithIt) {
  expectSlice(R"(#include <assert.h>
#include <pthread.h>
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared, noise;
static void *writes(void *unused) {
  pthread_mutex_lock(&other);  // noise
  noise++;  // noise
  pthread_mutex_unlock(&other);  // noise
  pthread_mutex_lock(&guard);  // needed
  shared = 1;  // needed
  pthread_mutex_unlock(&guard);  // needed
  return unused;
}
static void *idles(void *unused) {
  pthread_mutex_lock(&other);  // noise
  noise++;  // noise
  pthread_mutex_unlock(&other);  // noise
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, idles, 0);  // noise
  pthread_create(&two, 0, writes, 0);  // needed
  pthread_join(one, 0);  // noise
  pthread_join(two, 0);  // needed
  assert(shared == 0);  // needed
  return 0;
}
)");
}

TEST(Slice, KeepsUpdatesThatGetLost) {
  expectSlice(R"(#include <assert.h>
#include <pthread.h>
static int counter, noise;
static void *add(void *unused) {
  int old = counter;  // needed
  counter = old + 1;  // needed
  return unused;
}
int main(void) {
  pthread_t a, b;
  noise = 1;  // noise
  pthread_create(&a, 0, add, 0);  // needed
  pthread_create(&b, 0, add, 0);  // needed
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);  // needed
  return 0;
}
)");
}

TEST(Slice, KeepsTheLocksOfADeadlock) {
  expectSlice(R"(#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static int noise;
static void *runs(void *unused) {
  pthread_mutex_lock(&c);  // noise
  noise = 1;  // noise
  pthread_mutex_unlock(&c);  // noise
  pthread_mutex_lock(&b);  // needed
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, runs, 0);  // needed
  pthread_mutex_lock(&a);  // needed
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(thread, 0);
  return 0;
}
)");
}

TEST(Slice, KeepsWhatAThreadWaitedForInALoop) {
  expectSlice(R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int flag, noise;
static int data;
static void *runs(void *unused) {
  noise = 1;  // noise
  flag = 1;  // needed
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, runs, 0);  // needed
  while (flag == 0) {}  // needed
  data = 1;  // needed
  assert(data == 0);  // needed
  return 0;
}
)");
}

TEST(Slice, FollowsWhatAThreadReturns) {
  expectSlice(R"(#include <assert.h>
#include <pthread.h>
static _Atomic long from = 1, noise;
static void *returns(void *unused) {
  noise = 1;  // noise
  return (void *)(from + 1);  // needed
}
int main(void) {
  pthread_t thread;
  void *result;
  from = 4;  // needed
  noise = 2;  // noise
  pthread_create(&thread, 0, returns, 0);  // needed
  pthread_join(thread, &result);  // needed
  assert((long)result == 0);
  return 0;
}
)");
}

TEST(Slice, KeepsWhoPostsToASemaphore) {
  expectSlice(R"(#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static _Atomic int noise;
static int data;
static void *posts(void *unused) {
  noise = 1;  // noise
  sem_post(&ready);  // needed
  noise = 2;
  return unused;
}
int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  pthread_create(&thread, 0, posts, 0);  // needed
  sem_wait(&ready);  // needed
  data = 1;  // needed
  assert(data == 0);  // needed
  return 0;
}
)");
}

TEST(Slice, KeepsWhatLedBothThreadsToARace) {
  expectSlice(R"(#include <pthread.h>
#include <stdatomic.h>
static _Atomic int flag, noise;
static int data;
static void *runs(void *unused) {
  noise = 2;  // noise
  if (flag) data = 1;  // needed
  return unused;
}
int main(void) {
  pthread_t thread;
  flag = 1;  // needed
  noise = 1;  // noise
  pthread_create(&thread, 0, runs, 0);  // needed
  data = 2;
  pthread_join(thread, 0);
  return 0;
}
)",
              true);
}

TEST(Slice, LeavesOutNothingWhereMemoryIsMissing) {
  const program::Program program = test::loadedProgram(R"(#include <stdlib.h>
static int noise;
static char *kept;
int main(void) {
  noise = 1;
  kept = malloc(3);
  noise = 2;
  kept = 0;
  return 0;
}
)");
  PathChooser chooser({}, true);
  RecordOptions recording;
  recording.slice = true;
  recording.machine.reportLeaks = true;
  const Trace trace = record(program, chooser, recording);
  ASSERT_TRUE(trace.violation);
  for (const TraceLine& line : trace.lines) EXPECT_FALSE(line.isMinor) << line.source;
}

TEST(Slice, IsFoldedOnlyIfAsked) {
  const program::Program program = test::loadedProgram(R"(#include <assert.h>
static int a, b, c, d;
int main(void) {
  a = 1;
  b = 1;
  c = 1;
  d = 1;
  assert(d == 0);
  return 0;
}
)");
  const Trace trace = violationOf(program);
  const auto text = [&](bool folds) {
    std::ostringstream out;
    printTrace(out, program, trace, {false, false, folds});
    return out.str();
  };
  EXPECT_NE(text(true).find("3 lines that have nothing to do with it"), std::string::npos) << text(true);
  EXPECT_EQ(text(true).find("a = 1;"), std::string::npos);
  EXPECT_NE(text(false).find("a = 1;"), std::string::npos);
  EXPECT_NE(text(true).find("d = 1;"), std::string::npos);
}

RC_GTEST_PROP(ByteSet, HoldsWhatASetOfBytesHolds, ()) {
  ByteSet ranges;
  std::set<uint64_t> bytes;
  const int steps = *rc::gen::inRange(1, 40);
  for (int step = 0; step < steps; ++step) {
    const auto begin = *rc::gen::inRange<uint64_t>(1, 40);
    const auto length = *rc::gen::inRange<uint64_t>(1, 12);
    const bool isAdded = *rc::gen::arbitrary<bool>();
    isAdded ? ranges.add(begin, length) : ranges.remove(begin, length);
    for (uint64_t at = begin; at < begin + length; ++at) isAdded ? void(bytes.insert(at)) : void(bytes.erase(at));
  }
  for (uint64_t begin = 0; begin < 60; ++begin) {
    for (uint64_t length = 1; length < 4; ++length) {
      const auto first = bytes.lower_bound(begin);
      RC_ASSERT(ranges.meets(begin, length) == (first != bytes.end() && *first < begin + length));
    }
  }
}

}  // namespace
}  // namespace clew::report
