// Reductions leave out steps, never violations. Each program here is a trap: it has a violation that is found only if
// some step is not put off, or it shows that steps are left out at all.
#include <gtest/gtest.h>

#include <string>

#include "loaded_program.h"
#include "search/search.h"

namespace clew::search {
namespace {

using machine::ReductionKind;

const std::string kHead =
    "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include "
    "<stdlib.h>\n#include <string.h>\n"
    "void __VERIFIER_assume(int);\n"
    "static pthread_t t[3];\n#define START(i, f) pthread_create(&t[i], 0, f, 0)\n#define JOIN(i) pthread_join(t[i], "
    "0)\n";

struct Found {
  std::string violation;
  uint64_t states = 0;
};

Found find(const std::string& text, ReductionKind kind, property::PropertySet properties, unsigned jobs, Order order) {
  const program::Program program = test::loadedProgram(kHead + text);
  Options options;
  options.reduction = kind;
  options.properties = properties;
  property::prepare(options.machine, properties);
  options.jobs = jobs;
  options.order = order;
  Statistics statistics;
  const std::atomic<bool> stop{false};
  const Result result = explore(program, options, stop, statistics);
  Found found;
  if (result.violation) found.violation = property::nameOf(result.violation->property);
  found.states = statistics.states;
  return found;
}

/// Every reduction, order and number of workers finds this violation, or none.
void expectEverywhere(const std::string& text, const std::string& violation,
                      property::PropertySet properties = property::PropertySet::defaults()) {
  for (const ReductionKind kind : {ReductionKind::None, ReductionKind::Local, ReductionKind::Full}) {
    for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
      for (const unsigned jobs : {1U, 2U}) {
        EXPECT_EQ(find(text, kind, properties, jobs, order).violation, violation)
            << machine::nameOf(kind) << ", " << jobs << " workers\n"
            << text;
      }
    }
  }
}

property::PropertySet only(const std::string& names) { return *property::PropertySet::parse(names); }

TEST(Reduction, LeavesOutStepsOnLocksThatNobodyElseWants) {
  const std::string text =
      "static pthread_mutex_t m[2];\n"
      "static void *a(void *p) { for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m[0]); pthread_mutex_unlock(&m[0]); "
      "} "
      "return 0; }\n"
      "static void *b(void *p) { for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m[1]); pthread_mutex_unlock(&m[1]); "
      "} "
      "return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n";
  const auto states = [&](ReductionKind kind) {
    return find(text, kind, property::PropertySet::defaults(), 1, Order::DepthFirst).states;
  };
  EXPECT_GT(states(ReductionKind::None), 40U);
  EXPECT_LT(states(ReductionKind::Local), states(ReductionKind::None));
  EXPECT_LE(states(ReductionKind::Full), 2U);
}

TEST(Reduction, DataUnderALockCostsNoStates) {
  const std::string text =
      "static pthread_mutex_t m;\nstatic int x, y;\n"
      "static void *a(void *p) { pthread_mutex_lock(&m); x++; y = x; x = y + 1; pthread_mutex_unlock(&m); return 0; }\n"
      "int main(void) { START(0, a); START(1, a); JOIN(0); JOIN(1); assert(x == 4); }\n";
  const Found none = find(text, ReductionKind::None, property::PropertySet::defaults(), 1, Order::DepthFirst);
  const Found full = find(text, ReductionKind::Full, property::PropertySet::defaults(), 1, Order::DepthFirst);
  EXPECT_EQ(none.violation, "");
  EXPECT_EQ(full.violation, "");
  EXPECT_LT(4 * full.states, none.states);
}

TEST(Reduction, SeesThatATryOfALockIsNotKeptBackByIt) {
  expectEverywhere(
      "static pthread_mutex_t m;\nstatic int missed;\n"
      "static void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }\n"
      "static void *b(void *p) { if (pthread_mutex_trylock(&m)) missed = 1; else pthread_mutex_unlock(&m); return 0; "
      "}\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); assert(!missed); }\n",
      "assert");
}

TEST(Reduction, SeesThatAWaitCanFailAtOnce) {
  expectEverywhere(
      "#include <errno.h>\nstatic pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;\n"
      "static pthread_cond_t c;\nstatic atomic_int x;\n"
      "static void *a(void *p) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); return 0; }\n"
      "static void *b(void *p) { pthread_cond_wait(&c, &m); assert(x == 0); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "assert", only("assert"));
}

TEST(Reduction, SeesThatADetachedThreadKeepsNobodyBack) {
  expectEverywhere(
      "static atomic_int x;\n"
      "static void *a(void *p) { x = 1; x = 2; return 0; }\n"
      "static void *b(void *p) { pthread_detach(t[0]); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(1); JOIN(0); assert(x != 1); }\n",
      "assert", only("assert"));
}

TEST(Reduction, SeesAMutexThatIsMadeAnewWhileItIsHeld) {
  expectEverywhere(
      "static pthread_mutex_t m;\nstatic atomic_int inside;\n"
      "static void *a(void *p) { pthread_mutex_lock(&m); inside++; inside--; return 0; }\n"
      "static void *b(void *p) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); assert(!inside); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "assert", only("assert"));
}

TEST(Reduction, SeesWritesThroughPointersThatOthersChange) {
  expectEverywhere(
      "static atomic_int x, y;\nstatic atomic_int *_Atomic target = &y;\n"
      "static void *a(void *p) { *target = 1; return 0; }\n"
      "static void *b(void *p) { target = &x; return 0; }\n"
      "static void *c(void *p) { int before = x; assert(before == x); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); START(2, c); JOIN(0); JOIN(1); JOIN(2); }\n",
      "assert");
}

TEST(Reduction, PutsNothingOffBehindAnAssumptionThatFails) {
  expectEverywhere(
      "static atomic_int x;\n"
      "static void *a(void *p) { __VERIFIER_assume(x == 7); return 0; }\n"
      "static void *b(void *p) { atomic_int y = 0; y = 1; assert(y == 0); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "assert");
}

TEST(Reduction, PutsNothingOffBehindTheEndOfTheProcess) {
  expectEverywhere(
      "static atomic_int x;\n"
      "static void *a(void *p) { x = 1; assert(0); return 0; }\n"
      "int main(void) { START(0, a); exit(0); }\n",
      "assert");
}

TEST(Reduction, PutsNothingOffBehindAFaultThatIsNotReported) {
  expectEverywhere(
      "static pthread_mutex_t m;\nstatic atomic_int x;\n"
      "static void *a(void *p) { pthread_mutex_unlock(&m); return 0; }\n"
      "static void *b(void *p) { x = 1; assert(x == 0); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "assert", only("assert"));
}

TEST(Reduction, PutsNothingOffForEver) {
  expectEverywhere(
      "static atomic_int x;\n"
      "static void *a(void *p) { for (;;) x = 0; }\n"
      "static void *b(void *p) { atomic_int y = 0; y = 1; assert(y == 0); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "assert");
}

TEST(Reduction, SeesARaceWithAThreadThatWaitsInALoop) {
  expectEverywhere(
      "static int flag;\n"
      "static void *a(void *p) { while (!flag) {} return 0; }\n"
      "static void *b(void *p) { flag = 1; return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "data-race");
}

TEST(Reduction, SeesARaceOfTheOnlyTwo) {
  expectEverywhere(
      "static volatile int flag;\n"
      "static void *a(void *p) { flag = 1; return 0; }\n"
      "int main(void) { START(0, a); while (!flag) {} JOIN(0); }\n",
      "data-race");
}

TEST(Reduction, WakesThreadsThatWaitInLoops) {
  expectEverywhere(
      "static atomic_int flag, x;\n"
      "static void *a(void *p) { while (!flag) {} x = 1; return 0; }\n"
      "static void *b(void *p) { flag = 1; return 0; }\n"
      "static void *c(void *p) { assert(x == 0); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); START(2, c); JOIN(0); JOIN(1); JOIN(2); }\n",
      "assert");
}

TEST(Reduction, SeesMemoryThatIsFreedByAnother) {
  expectEverywhere(
      "static int *_Atomic shared;\n"
      "static void *a(void *p) { int *mine = shared; if (mine) free(mine); return 0; }\n"
      "static void *b(void *p) { int *mine = shared; if (mine) *mine = 1; return 0; }\n"
      "int main(void) { shared = malloc(4); START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "use-after-free", only("use-after-free"));
}

TEST(Reduction, SeesTheEndOfALocalThatOthersUse) {
  expectEverywhere(
      "static int *_Atomic shared;\n"
      "static void work(void) { int local = 1; shared = &local; }\n"
      "static void *a(void *p) { work(); return 0; }\n"
      "static void *b(void *p) { int *theirs = shared; if (theirs) return (void *)(long)*theirs; return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "use-after-free", only("use-after-free"));
}

TEST(Reduction, DoesNotTakeSomePlaceInASmallArrayForItsFirst) {
  const std::string reader =
      "static atomic_int at = 1, x, y;\n"
      "static void *b(void *p) { int v = x; y = v; return 0; }\n"
      "int main(void) { START(0, b); START(1, a); JOIN(0); JOIN(1); assert(y == 0); }\n";
  expectEverywhere("static void *a(void *);\n" + reader +
                       "static const int table[2] = {0, 1};\n"
                       "static void *a(void *p) { if (table[at & 1]) x = 1; return 0; }\n",
                   "assert");
  expectEverywhere(
      "static void *a(void *);\n" + reader +
          "static void *a(void *p) { int own[2] = {0, 0}; own[at & 1] = 1; if (!own[0]) x = 1; return 0; }\n",
      "assert");
}

TEST(Reduction, SeesThatAWaitThatFailsTakesNoMutex) {
  const std::string text =
      "static pthread_mutex_t m;\nstatic pthread_cond_t c;\nstatic int x;\n"
      "static void *a(void *p) { pthread_cond_wait(&c, &m); x = 1; return 0; }\n"
      "int main(void) { pthread_mutexattr_t kind; pthread_mutexattr_init(&kind);\n"
      "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &kind);\n"
      "pthread_mutex_lock(&m); START(0, a); int v = x, w = x; assert(v == w); pthread_mutex_unlock(&m); JOIN(0); }\n";
  expectEverywhere(text, "assert", only("default,-data-race"));
  expectEverywhere(text, "data-race", only("data-race"));
}

TEST(Reduction, PutsNothingOffBehindALoopThatComesRound) {
  const std::string rest =
      "static void *b(void *p) { y = 1; int v = y; assert(v == 1); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); y = 3; pthread_exit(0); }\n";
  expectEverywhere(
      "static atomic_int g, x, y;\n"
      "static void *a(void *p) { for (unsigned i = 0;; i += 1u << 30) if (g == 7) x = i; }\n" +
          rest,
      "assert");
  expectEverywhere(
      "static atomic_int g, x, y;\n"
      "static void *a(void *p) { unsigned i = 0, k = 0; while (1) {\n"
      "if (g == 7) x = i + k; if (i == 0) { i++; k = 0; continue; } i = 0; k++; } }\n" +
          rest,
      "assert");
}

TEST(Reduction, SeesTheTextsThatAFormatAsksForFromWhereItBegins) {
  expectEverywhere(
      "int printf(const char *, ...);\nstatic char text[4] = \"a\";\nstatic atomic_int z;\n"
      "static void *a(void *p) { text[0] = 'b'; return 0; }\n"
      "static void *b(void *p) { z = 1; printf(&\"%%s\"[1], text); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "data-race");
}

TEST(Reduction, KnowsWhatACopyBetweenPlacesThatOverlapLeavesThere) {
  expectEverywhere(
      "static atomic_int x, y;\n"
      "static void *a(void *p) { long own[3] = {0, 1, 0}; int v = x; memmove(own + 1, own, 16); if (own[2]) x = 1; "
      "return 0; }\n"
      "static void *b(void *p) { int v = x; y = v; return 0; }\n"
      "int main(void) { START(0, b); START(1, a); JOIN(0); JOIN(1); assert(y == 0); }\n",
      "assert");
}

TEST(Reduction, TellsPrivateObjectsApart) {
  const std::string rest =
      "static void *b(void *p) { int v = x; y = v; return 0; }\n"
      "int main(void) { START(0, b); START(1, a); JOIN(0); JOIN(1); assert(y == 0); }\n";
  expectEverywhere(
      "static atomic_int x, y;\n"
      "static void *a(void *p) { int v = x; int *before = 0, *now = 0;\n"
      "for (int i = 0; i < 2; i++) { before = now; now = __builtin_alloca(sizeof(int)); *now = i; }\n"
      "if (*before == 0) x = 1; return 0; }\n" +
          rest,
      "assert");
  expectEverywhere(
      "#include <stdarg.h>\nstatic atomic_int x, y;\n"
      "static void put(int n, ...) { va_list l; va_start(l, n); int v = x, s = 0;\n"
      "for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); if (s == 3) x = 1; }\n"
      "static void *a(void *p) { int v = y; put(3, 1, 1, 1); return 0; }\n" +
          rest,
      "assert");
}

TEST(Reduction, SeesThatARegisterLetGoIsMemoryLost) {
  expectEverywhere(
      "static int *_Atomic g;\nstatic atomic_int ready, y;\n"
      "static void *a(void *p) { int *mine = g; ready = 1; int v = y; v += mine == 0; while (y == v) {} "
      "return 0; }\n"
      "int main(void) { g = malloc(4); START(0, a); while (!ready) {} g = 0; return 0; }\n",
      "lost-memory", only("lost-memory"));
}

TEST(Reduction, FindsDeadlocks) {
  expectEverywhere(
      "static pthread_mutex_t m, n;\n"
      "static void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); "
      "pthread_mutex_unlock(&m); return 0; }\n"
      "static void *b(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); "
      "pthread_mutex_unlock(&n); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); JOIN(0); JOIN(1); }\n",
      "deadlock");
}

}  // namespace
}  // namespace clew::search
