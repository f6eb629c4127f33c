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
    "void __VERIFIER_assume(int);\nvoid __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
    "int clew_choose(int);\n"
    "static pthread_t t[3];\n#define START(i, f) pthread_create(&t[i], 0, f, 0)\n#define JOIN(i) pthread_join(t[i], "
    "0)\n";

struct Found {
  std::string violation;
  uint64_t states = 0;
};

Found find(const program::Program& program, ReductionKind kind, property::PropertySet properties, unsigned jobs,
           Order order) {
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

Found find(const std::string& text, ReductionKind kind, property::PropertySet properties, unsigned jobs, Order order) {
  return find(test::loadedProgram(kHead + text), kind, properties, jobs, order);
}

/// Every reduction, order and number of workers finds this violation, or none.
void expectEverywhere(const std::string& text, const std::string& violation,
                      property::PropertySet properties = property::PropertySet::defaults()) {
  const program::Program program = test::loadedProgram(kHead + text);
  for (const ReductionKind kind :
       {ReductionKind::None, ReductionKind::Sleep, ReductionKind::Local, ReductionKind::Full}) {
    for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
      for (const unsigned jobs : {1U, 2U}) {
        EXPECT_EQ(find(program, kind, properties, jobs, order).violation, violation)
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

// main's section lets both a, and b's section, go on. Until b has left its section only b can, so that a's step is not
// there to be taken before b's, though they commute. Behind b's step only a can go on. All is done twice, since what
// was never done is not known to commute.
TEST(Reduction, SeesThatASectionKeepsStepsBackThatCommuteWithItsEnd) {
  expectEverywhere(
      "static pthread_mutex_t m, n;\nstatic atomic_int inside, which;\n"
      "static void *a(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); assert(which != 1); return 0; }\n"
      "static void *b(void *p) {\n"
      "  __VERIFIER_atomic_begin(); inside = 1; pthread_mutex_lock(&n); __VERIFIER_atomic_end();\n"
      "  inside = 2; pthread_mutex_lock(&n); return 0;\n"
      "}\n"
      "int main(void) {\n"
      "  which = clew_choose(2);\n"
      "  pthread_mutex_lock(&m); pthread_mutex_lock(&n); START(0, a); START(1, b);\n"
      "  __VERIFIER_assume(inside);\n"
      "  __VERIFIER_atomic_begin(); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); __VERIFIER_atomic_end();\n"
      "  JOIN(0); JOIN(1);\n"
      "}\n",
      "assert", only("assert"));
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

/// Two threads that have to do with each other for ever, in loops that pass something which may be no step. A third one
/// has so many ways on that it is put off as long as that is allowed.
void expectNotPutOff(const std::string& globals, const std::string& one, const std::string& other) {
  expectEverywhere(globals + "static atomic_int x, y;\n" +                                                       //
                       "static void *a(void *p) { for (;;) { " + one + " } }\n" +                                //
                       "static void *b(void *p) { for (;;) { " + other + " } }\n" +                              //
                       "static void *c(void *p) { int v = clew_choose(3); y = v; assert(y != 1); return 0; }\n"  //
                       "int main(void) { START(0, a); START(1, b); START(2, c); pthread_exit(0); }\n",
                   "assert", only("assert"));
}

TEST(Reduction, KnowsThatALoopMayCloseBehindWhatIsNoStep) {
  expectNotPutOff("", "x = 0; clew_choose(1);", "x = 1; clew_choose(1);");
  expectNotPutOff("static int *_Atomic q;\n", "free(atomic_exchange(&q, 0));", "free(atomic_exchange(&q, 0));");
  expectNotPutOff("", "int v = atomic_exchange(&x, 0); __VERIFIER_assume(v < 3);",
                  "int v = atomic_exchange(&x, 1); __VERIFIER_assume(v < 3);");
  expectNotPutOff("static char to[8], from[8];\n", "int v = atomic_exchange(&x, 0); memcpy(to, from, v & 8);",
                  "int v = atomic_exchange(&x, 1); memcpy(to, from, v & 8);");
  expectNotPutOff("", "int v = atomic_exchange(&x, 0); char own[v + 1]; own[0] = 1;",
                  "int v = atomic_exchange(&x, 1); char own[v + 1]; own[0] = 1;");
  expectNotPutOff("static int *_Atomic here;\n",
                  "int local = 0; here = &local; for (;;) { int v = atomic_exchange(&x, 0); char own[v + 1]; }",
                  "int local = 0; here = &local; for (;;) { int v = atomic_exchange(&x, 1); char own[v + 1]; }");
}

TEST(Reduction, PutsNothingOffForAThreadThatPausesInsideASection) {
  expectEverywhere(
      "static atomic_int x, y;\n"
      "static void *a(void *p) { for (;;) { __VERIFIER_atomic_begin(); x = 0; clew_choose(2); __VERIFIER_atomic_end(); "
      "} "
      "}\n"
      "static void *b(void *p) { int v = clew_choose(3); y = v; assert(y != 1); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); pthread_exit(0); }\n",
      "assert");
}

/// `b` comes in between the two halves of an atomic section only if the thread has to wait there.
void expectComesBetween(const std::string& globals, const std::string& wait, const std::string& main) {
  expectEverywhere(globals + "static atomic_int x, y, z;\n" +
                       "static void *a(void *p) { __VERIFIER_atomic_begin(); y = 1; " + wait +
                       " assert(x == 0); __VERIFIER_atomic_end(); return 0; }\n"
                       "static void *b(void *p) { if (y) x = 1; return 0; }\n"
                       "static void *c(void *p) { z = 1; return 0; }\n"
                       "int main(void) { " +
                       main + " JOIN(0); JOIN(1); }\n",
                   "assert");
}

TEST(Reduction, SeesWhoComesInWhileAThreadWaitsInsideASection) {
  expectComesBetween("static pthread_mutex_t m;\n", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                     "pthread_mutex_lock(&m); START(0, a); START(1, b); pthread_mutex_unlock(&m);");
  expectComesBetween("static pthread_mutex_t m;\n", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
                     "pthread_mutex_lock(&m); START(0, a); while (!y) {} START(1, b); pthread_mutex_unlock(&m);");
  expectComesBetween("#include <semaphore.h>\nstatic sem_t s;\n", "sem_wait(&s);",
                     "sem_init(&s, 0, 0); START(0, a); START(1, b); sem_post(&s);");
  expectComesBetween("", "JOIN(2);", "START(2, c); START(0, a); START(1, b);");
}

TEST(Reduction, SeesARaceWithAThreadThatWaitsAtomically) {
  const std::string rest =
      "static void *b(void *p) { x = !x; return 0; }\n"
      "int main(void) { START(0, a); b(0); JOIN(0); }\n";
  expectEverywhere("static int x;\nstatic void *a(void *p) { while (!__atomic_load_n(&x, 5)) {} return 0; }\n" + rest,
                   "data-race");
  expectEverywhere(
      "static int x = 1;\nstatic void *a(void *p) { while (__atomic_exchange_n(&x, 1, 5)) {} return 0; }\n" + rest,
      "data-race");
}

TEST(Reduction, SeesPartsOfAWordThatIsWaitedFor) {
  expectEverywhere(
      "static union { atomic_int word; _Atomic char part[4]; } u;\nstatic atomic_int x;\n"
      "static void *a(void *p) { while (!u.word) {} x = 1; return 0; }\n"
      "static void *b(void *p) { u.part[2] = 1; return 0; }\n"
      "static void *c(void *p) { assert(x == 0); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); START(2, c); pthread_exit(0); }\n",
      "assert");
}

TEST(Reduction, SeesThatWhoWaitsMayTakeWhatAnotherWaitsFor) {
  expectEverywhere(
      "static atomic_int turn, x;\n"
      "static void *a(void *p) { while (!atomic_exchange(&turn, 0)) {} x++; return 0; }\n"
      "static void *b(void *p) { turn = 1; while (turn) {} int v = x; turn = 1; assert(v == x); return 0; }\n"
      "int main(void) { START(0, a); START(1, a); START(2, b); pthread_exit(0); }\n",
      "assert");
}

TEST(Reduction, PutsNothingOffForThreadsThatWaitForEachOther) {
  expectEverywhere(
      "static atomic_int turn, y;\n"
      "static int look(int n) { return turn != n; }\n"
      "static void await(int n) { while (look(n)) {} }\n"
      "static void *a(void *p) { for (;;) { await(0); turn = 1; } }\n"
      "static void *b(void *p) { for (;;) { await(1); turn = 0; } }\n"
      "static void *c(void *p) { await(1); await(0); int v = clew_choose(5); y = v; assert(y != 1); return 0; }\n"
      "int main(void) { START(0, a); START(1, b); START(2, c); pthread_exit(0); }\n",
      "assert");
}

TEST(Reduction, SeesWhichThreadIsTheLastToEnd) {
  expectEverywhere(
      "static int **_Atomic where;\nstatic atomic_int x, y;\n"
      "static void *a(void *p) { int *mine; where = &mine; mine = malloc(4); x = 1; pthread_exit(0); }\n"
      "static void *b(void *p) { y = 1; return 0; }\n"
      "int main(void) { START(0, b); START(1, a); pthread_exit(0); }\n",
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
