// What each heuristic says of states of small programs, where the right number can be counted by hand.
#include "search/heuristic.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "loaded_program.h"
#include "machine/machine.h"

namespace clew::search {
namespace {

/// A machine in the first state of a program, directed by some heuristics. Steps name the thread that moves.
class Subject {
 public:
  Subject(const std::string& text, const std::string& heuristics)
      : program_(test::loadedProgram(text)),
        machine_(program_, tables_),
        heuristic_(*parseHeuristics(heuristics), {}, machine_) {
    tables_.threadPlaces = 4;
    machine_.remember();
    EXPECT_EQ(machine_.start(), machine::Outcome::Stopped);
    machine_.save();
  }

  uint32_t value() { return heuristic_.value(history_); }

  void step(uint32_t thread, uint32_t alternative = 0) {
    for (const machine::ThreadChoice& choice : machine_.choices()) {
      if (choice.thread != thread) continue;
      history_ = heuristic_.after(history_, choice.first + alternative);
      ASSERT_EQ(machine_.step(choice.first + alternative), machine::Outcome::Stopped);
      machine_.save();
      return;
    }
    FAIL() << "thread " << thread << " cannot go on";
  }

 private:
  const program::Program program_;
  machine::StateTables tables_;
  machine::ConcreteMachine machine_;
  Heuristic heuristic_;
  History history_;
};

constexpr const char* kLocks = R"(
#include <pthread.h>
static pthread_mutex_t a, b;
static void *worker(void *x) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
  return 0;
}
)";

TEST(Heuristic, MostBlockedCountsThreadsThatNothingKeepsFromGoingOn) {
  Subject subject(kLocks, "most-blocked");
  EXPECT_EQ(subject.value(), 4u);  // of four that were expected
  subject.step(1);                 // locks a
  EXPECT_EQ(subject.value(), 4u);
  subject.step(0);  // locks b: now both wait
  EXPECT_EQ(subject.value(), 2u);
}

TEST(Heuristic, ThreadsThatHaveEndedAreNoLongerBlocked) {
  Subject subject(R"(
#include <pthread.h>
static int x;
static void *worker(void *p) { x = 1; return p; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return x;
}
)",
                  "most-blocked");
  subject.step(0);
  EXPECT_EQ(subject.value(), 3u);  // main waits
  subject.step(2);
  EXPECT_EQ(subject.value(), 3u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 4u);
}

TEST(Heuristic, LockOrderFallsAsThreadsHoldALockAndWantAnother) {
  Subject subject(kLocks, "lock-order");
  EXPECT_EQ(subject.value(), 16u - 1 - 1);  // both are before their first lock
  subject.step(1);
  EXPECT_EQ(subject.value(), 16u - 3 - 1);  // one holds a lock and is before the next
  subject.step(0);
  EXPECT_EQ(subject.value(), 16u - 4 - 4);  // both wait for what the other holds
}

TEST(Heuristic, LockOrderSeesLocksThatAFunctionTakesForItsCaller) {
  Subject subject(R"(
#include <pthread.h>
static pthread_mutex_t a, b;
static void take(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void *worker(void *x) { take(&a); take(&b); return x; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}
)",
                  "lock-order");
  EXPECT_EQ(subject.value(), 16u - 1);
  subject.step(1);
  EXPECT_EQ(subject.value(), 16u - 3);
}

TEST(Heuristic, InterleavingIsWorseTheMoreOftenOneThreadMoves) {
  Subject subject(R"(
#include <pthread.h>
static int x, y;
static void *worker(void *p) { x = 1; x = 2; x = 3; x = 4; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  y = 1; y = 2;
  pthread_join(t, 0);
  return y;
}
)",
                  "interleaving");
  EXPECT_EQ(subject.value(), 0u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 0u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 5u);
  subject.step(0);
  EXPECT_EQ(subject.value(), 0u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 4u + 3u);
  subject.step(0);
  EXPECT_EQ(subject.value(), 4u);
  subject.step(1);  // main waits for it, so nobody else could have moved
  EXPECT_EQ(subject.value(), 4u);
}

TEST(Heuristic, ChooseFreeCountsInputs) {
  Subject subject(R"(
#include <clew.h>
static int x, y;
int main(void) {
  x = clew_choose(3);
  y = clew_choose(1);
  x += clew_choose(2);
  return clew_choose(2);
}
)",
                  "choose-free");
  EXPECT_EQ(subject.value(), 0u);
  subject.step(0, 2);
  EXPECT_EQ(subject.value(), 1u);
  subject.step(0, 1);
  EXPECT_EQ(subject.value(), 2u);
}

TEST(Heuristic, SeveralAreAddedByTheirWeights) {
  Subject subject(kLocks, "most-blocked:100,lock-order");
  EXPECT_EQ(subject.value(), 414u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 412u);
}

TEST(ErrorDistance, CountsVisibleOperationsOnTheWay) {
  Subject subject(R"(
#include <assert.h>
#include <pthread.h>
static int x, y, z;
static void *worker(void *p) { x = 1; y = 2; assert(z == 0); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  z = 1;
  pthread_join(t, 0);
}
)",
                  "error-distance");
  EXPECT_EQ(subject.value(), 3u);
  subject.step(0);
  EXPECT_EQ(subject.value(), 3u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 2u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 1u);
}

TEST(ErrorDistance, GoesThroughCallsAndBackToTheCaller) {
  Subject subject(R"(
#include <assert.h>
#include <pthread.h>
static int x, y, z;
static void touch(int deep) { if (deep) { x = 1; y = 2; } else { x = 3; } }
static void *worker(void *p) { touch(p != 0); touch(p == 0); assert(z == 0); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  z = 1;
  pthread_join(t, 0);
}
)",
                  "error-distance");
  EXPECT_EQ(subject.value(), 3u);  // x = 3 twice is less than is possible, then z
  subject.step(1);
  EXPECT_EQ(subject.value(), 3u);  // x = 1, y = 2, z: it stands before the first of them in the second call
  subject.step(1);
  EXPECT_EQ(subject.value(), 2u);
}

TEST(ErrorDistance, FollowsThreadsThatAreStillToBeCreated) {
  Subject subject(R"(
#include <assert.h>
#include <pthread.h>
static int x, y;
static void *second(void *p) { assert(x == 0); return p; }
static void *first(void *p) { y = 1; pthread_t t; pthread_create(&t, 0, second, 0); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  x = 1;
  pthread_join(t, 0);
}
)",
                  "error-distance");
  EXPECT_EQ(subject.value(), 3u);  // y, the creation, x
  subject.step(1);
  EXPECT_EQ(subject.value(), 2u);
  subject.step(1);
  EXPECT_EQ(subject.value(), 1u);
}

TEST(ErrorDistance, DoesNotCountWhatAnAtomicSectionHides) {
  Subject subject(R"(
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y, z;
static void *worker(void *p) {
  __VERIFIER_atomic_begin();
  x = 1; y = 1; z = 1;
  __VERIFIER_atomic_end();
  x = 2;
  assert(z == 0);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
}
)",
                  "error-distance");
  EXPECT_EQ(subject.value(), 2u);  // x = 2 and z at the end; the section could be empty for all that is known
  subject.step(1);
  EXPECT_EQ(subject.value(), 2u);
}

TEST(ErrorDistance, IsLargeWhereNoErrorCanBeReached) {
  Subject subject("#include <clew.h>\nint main(void) { return clew_choose(2); }\n", "error-distance");
  EXPECT_EQ(subject.value(), WeightedHeuristic::kMostValue);
}

TEST(HeuristicSpec, IsWrittenAsItIsRead) {
  for (const char* text :
       {"most-blocked", "lock-order:4,interleaving", "error-distance:10000,choose-free,lock-order"}) {
    const auto parsed = parseHeuristics(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(textOf(*parsed), text);
  }
  for (const char* text : {"", ",", "most-blocked,", "best", "lock-order:", "lock-order:0", "lock-order:10001",
                           "lock-order:-1", "lock-order:4x", "lock-order,lock-order:2"}) {
    EXPECT_FALSE(parseHeuristics(text)) << text;
  }
}

TEST(HeuristicSpec, OnlyErrorDistanceAloneIsALowerBoundForAssertionsAlone) {
  const auto asserts = *property::PropertySet::parse("assert");
  EXPECT_TRUE(isLowerBound({}, property::PropertySet::defaults()));
  EXPECT_TRUE(isLowerBound(*parseHeuristics("error-distance"), asserts));
  EXPECT_FALSE(isLowerBound(*parseHeuristics("error-distance"), property::PropertySet::defaults()));
  EXPECT_FALSE(isLowerBound(*parseHeuristics("error-distance:2"), asserts));
  EXPECT_FALSE(isLowerBound(*parseHeuristics("error-distance,interleaving"), asserts));
  EXPECT_FALSE(isLowerBound(*parseHeuristics("most-blocked"), asserts));
}

}  // namespace
}  // namespace clew::search
