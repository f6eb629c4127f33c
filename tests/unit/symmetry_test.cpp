// Threads that change places take states away, never violations. The programs here either show that states are
// merged, or they are traps: a thread's identity matters in them in some way, and what comes of it must be found.
#include <gtest/gtest.h>

#include <string>

#include "loaded_program.h"
#include "report/trace.h"
#include "search/search.h"

namespace clew::search {
namespace {

using machine::ReductionKind;
using machine::SymmetryKind;

const std::string kHead =
    "#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
    "#include <semaphore.h>\n#include <string.h>\n#include <threads.h>\n#include <errno.h>\n"
    "void __VERIFIER_assume(int); _Bool __VERIFIER_nondet_bool(void);\n"
    "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
    "typedef void *P;\n"
    "static pthread_t t[4];\n#define START(i, f) pthread_create(&t[i], 0, f, 0)\n#define JOIN(i) pthread_join(t[i], "
    "0)\n"
    "#define BOTH(f) START(0, f); START(1, f)\n"
    "static pthread_mutex_t m, n;\nstatic pthread_cond_t c;\nstatic atomic_int x, y, z;\nstatic int w;\n"
    "#define LOCK pthread_mutex_lock(&m)\n#define UNLOCK pthread_mutex_unlock(&m)\n";

struct Found {
  std::string violation;
  uint64_t states = 0;
  std::string note;
  bool replays = true;
};

Found find(const program::Program& program, Options options) {
  property::prepare(options.machine, options.properties);
  Statistics statistics;
  const std::atomic<bool> stop{false};
  const Result result = explore(program, options, stop, statistics);
  Found found;
  found.states = statistics.states;
  if (!result.notes.empty()) found.note = result.notes.back();
  if (!result.violation) return found;
  found.violation = property::nameOf(result.violation->property);
  report::PathChooser chooser(result.path, false);
  report::RecordOptions recording;
  recording.machine = options.machine;
  recording.races = options.properties.contains(property::Property::DataRace);
  const report::Trace trace = report::record(program, chooser, recording);
  found.replays = trace.violation && trace.violation->property == result.violation->property;
  return found;
}

Found findWithout(const std::string& text, property::PropertySet properties = property::PropertySet::defaults()) {
  Options options;
  options.properties = properties;
  return find(test::loadedProgram(kHead + text), options);
}

/// With symmetry, every reduction, order and number of workers finds this violation, or none, and tells a path to it.
Found expectEverywhere(const std::string& text, const std::string& violation,
                       property::PropertySet properties = property::PropertySet::defaults()) {
  const program::Program program = test::loadedProgram(kHead + text);
  Options options;
  options.properties = properties;
  EXPECT_EQ(find(program, options).violation, violation) << "without symmetry\n" << text;
  options.symmetry = SymmetryKind::Threads;
  Found last;
  for (const ReductionKind kind : {ReductionKind::Full, ReductionKind::Local, ReductionKind::None}) {
    uint64_t states = 0;
    for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
      for (const unsigned jobs : {2U, 1U}) {
        options.reduction = kind;
        options.order = order;
        options.jobs = jobs;
        last = find(program, options);
        EXPECT_EQ(last.violation, violation) << machine::nameOf(kind) << ", " << jobs << " workers\n" << text;
        EXPECT_TRUE(last.replays) << machine::nameOf(kind) << ", " << jobs << " workers\n" << text;
        if (!violation.empty()) continue;
        if (states != 0) {
          EXPECT_EQ(last.states, states) << machine::nameOf(kind) << ", " << jobs << " workers\n" << text;
        }
        states = last.states;
      }
    }
  }
  return last;
}

property::PropertySet only(const std::string& names) { return *property::PropertySet::parse(names); }

void expectUsed(const Found& found) { EXPECT_EQ(found.note, ""); }
void expectNote(const Found& found, const std::string& part) {
  EXPECT_NE(found.note.find("symmetry was not used: "), std::string::npos) << found.note;
  EXPECT_NE(found.note.find(part), std::string::npos) << found.note;
}

// ---- where states are merged ----

TEST(Symmetry, MergesLikeWorkers) {
  const auto text = [](int workers) {
    return "static P work(P p) { for (int i = 0; i < 3; i++) { LOCK; w++; UNLOCK; x++; } return 0; }\n"
           "int main(void) { for (int i = 0; i < " +
           std::to_string(workers) + "; i++) START(i, work); for (int i = 0; i < " + std::to_string(workers) +
           "; i++) JOIN(i); assert(w == 3 * " + std::to_string(workers) + "); }\n";
  };
  uint64_t permutations = 1;
  for (int workers = 2; workers <= 4; ++workers) {
    permutations *= static_cast<uint64_t>(workers);
    const Found merged = workers < 4 ? expectEverywhere(text(workers), "") : Found{};
    expectUsed(merged);
    if (workers == 4) {
      Options options;
      options.symmetry = SymmetryKind::Threads;
      const Found four = find(test::loadedProgram(kHead + text(4)), options);
      EXPECT_EQ(four.violation, "");
      EXPECT_LT(four.states * permutations, findWithout(text(4)).states * 2);
    } else {
      EXPECT_LT(merged.states * permutations, findWithout(text(workers)).states * 3 / 2);
    }
  }
}

TEST(Symmetry, MergesWhereverHandlesAreKept) {
  const std::string work = "static P work(P p) { LOCK; w++; UNLOCK; x++; return 0; }\n";
  const std::string places[] = {
      "int main(void) { pthread_t h[3]; for (int i = 0; i < 3; i++) pthread_create(&h[i], 0, work, 0);"
      " for (int i = 0; i < 3; i++) pthread_join(h[i], 0); assert(w == 3); }\n",
      "int main(void) { pthread_t a, b, d; pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);"
      " pthread_create(&d, 0, work, 0); pthread_join(d, 0); pthread_join(a, 0); pthread_join(b, 0); assert(w == 3); "
      "}\n",
      "int main(void) { pthread_t *h = malloc(3 * sizeof *h); for (int i = 0; i < 3; i++) pthread_create(h + i, 0, "
      "work, 0);"
      " for (int i = 0; i < 3; i++) if (pthread_join(h[i], 0)) abort(); free(h); assert(w == 3); }\n",
      "static void end(pthread_t h) { pthread_join(h, 0); }\n"
      "int main(void) { for (int i = 0; i < 3; i++) START(i, work); for (int i = 2; i >= 0; i--) end(t[i]); assert(w "
      "== 3); }\n",
      "int main(void) { pthread_t h; for (int i = 0; i < 3; i++) pthread_create(&h, 0, work, 0); pthread_exit(0); }\n",
      "int main(void) { START(0, work); START(1, work); START(2, work); return 0; }\n",
  };
  for (const std::string& main : places) {
    const Found merged = expectEverywhere(work + main, "");
    expectUsed(merged);
    EXPECT_LT(merged.states * 2, findWithout(work + main).states) << main;
  }
}

TEST(Symmetry, MergesWaitersAndFindsWhatASignalForgets) {
  const std::string head =
      "static P work(P p) { LOCK; while (!w) pthread_cond_wait(&c, &m); UNLOCK; x++; return 0; }\n"
      "int main(void) { START(0, work); START(1, work); START(2, work); LOCK; w = 1; ";
  const std::string tail = " UNLOCK; JOIN(0); JOIN(1); JOIN(2); assert(x == 3); }\n";
  expectUsed(expectEverywhere(head + "pthread_cond_broadcast(&c);" + tail, ""));
  expectEverywhere(head + "pthread_cond_signal(&c);" + tail, "deadlock");
}

TEST(Symmetry, TellsPathsOfTheProgramAsItIs) {
  expectEverywhere(
      "static P work(P p) { int seen = w; w = seen + 1; return 0; }\n"
      "int main(void) { START(0, work); START(1, work); START(2, work); JOIN(0); JOIN(1); JOIN(2); }\n",
      "data-race");
  expectEverywhere(
      "static P work(P p) { int seen = x; x = seen + 1; return 0; }\n"
      "int main(void) { START(0, work); START(1, work); START(2, work); JOIN(0); JOIN(1); JOIN(2); assert(x > 1); }\n",
      "assert");
  expectEverywhere(
      "static P work(P p) { if (x++ == 1) { LOCK; LOCK; } return 0; }\n"
      "int main(void) { START(0, work); START(1, work); START(2, work); JOIN(2); JOIN(0); JOIN(1); }\n",
      "deadlock");
  expectEverywhere(
      "static P work(P p) { LOCK; pthread_mutex_lock(&n); x++; UNLOCK; pthread_mutex_unlock(&n); return 0; }\n"
      "static P other(P p) { pthread_mutex_lock(&n); LOCK; x++; UNLOCK; pthread_mutex_unlock(&n); return 0; }\n"
      "int main(void) { START(0, work); START(1, other); START(2, work); START(3, other); JOIN(2); JOIN(0); "
      "JOIN(1); JOIN(3); }\n",
      "deadlock");
}

// ---- arguments ----

TEST(Symmetry, KeepsWhatArgumentsTell) {
  expectUsed(expectEverywhere(
      "static P work(P p) { if ((long)p == 1) assert(x == 0); else x = 1; return 0; }\n"
      "int main(void) { for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (P)i); JOIN(0); JOIN(1); "
      "JOIN(2); }\n",
      "assert"));
  expectUsed(expectEverywhere(
      "static atomic_int a[3];\n"
      "static P work(P p) { long me = (long)p; a[me] = 1; if (me == 2) assert(!(a[0] && !a[1])); return 0; }\n"
      "int main(void) { for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, (P)i); JOIN(0); JOIN(1); "
      "JOIN(2); }\n",
      "assert"));
}

// ---- identity observed ----

TEST(Symmetry, DoesNotMergeThreadsThatAskWhoTheyAre) {
  expectNote(expectEverywhere(
                 "static P work(P p) { x++; if (x == 2 && pthread_equal(pthread_self(), t[1])) y = 1; return 0; }\n"
                 "int main(void) { BOTH(work); JOIN(0); JOIN(1); assert(!y); }\n",
                 "assert"),
             "pthread_self is called at");
  expectNote(expectEverywhere("static _Thread_local int own;\n"
                              "static P work(P p) { own++; x++; return &own == p ? 0 : p; }\n"
                              "int main(void) { BOTH(work); JOIN(0); JOIN(1); }\n",
                              ""),
             "the thread-local variable own is used at");
  expectNote(expectEverywhere(
                 "static void *_Atomic low;\nstatic P work(P p) { int own = 0; void *other = low; low = &own; x++;\n"
                 " if (other > (P)&own) y = 1; return 0; }\n"
                 "int main(void) { BOTH(work); JOIN(0); JOIN(1); assert(!y); }\n",
                 "assert", only("assert")),
             "the local variable own has an address at");
  expectNote(
      expectEverywhere(
          "static void *_Atomic low;\nstatic P work(P p) { void *own = malloc(1); void *other = low; low = own;\n"
          " if (other > own) y = 1; return 0; }\n"
          "int main(void) { BOTH(work); JOIN(0); JOIN(1); assert(!y); }\n",
          "assert"),
      "memory is allocated at");
}

TEST(Symmetry, DoesNotMergeThreadsWithHandles) {
  expectNote(expectEverywhere("static P work(P p) { if (x++ == 1) assert(pthread_join(t[0], 0) == 0); return 0; }\n"
                              "int main(void) { BOTH(work); pthread_exit(0); }\n",
                              "assert"),
             "in a thread, a thread is joined at");
  expectNote(expectEverywhere("static P leaf(P p) { x++; return 0; }\n"
                              "static P work(P p) { pthread_t h; pthread_create(&h, 0, leaf, 0); x++; return 0; }\n"
                              "int main(void) { BOTH(work); JOIN(0); JOIN(1); }\n",
                              ""),
             "in a thread, a thread is created at");
  expectNote(expectEverywhere("static P work(P p) { x++; LOCK; UNLOCK; return 0; }\n"
                              "int main(void) { BOTH(work); pthread_detach(t[1]); JOIN(0); assert(x == 2); }\n",
                              "assert"),
             "a thread is detached at");
  expectNote(
      expectEverywhere("static P work(P p) { x++; return (P)(long)x; }\n"
                       "int main(void) { P r; BOTH(work); pthread_join(t[0], &r); JOIN(1); assert(r != (P)2); }\n",
                       "assert"),
      "the result of a join is used at");
  // Somebody else joins.
  expectNote(expectEverywhere("static P work(P p) { if (x++ == 0) { LOCK; UNLOCK; } return 0; }\n"
                              "static P other(P p) { JOIN(1); assert(x != 2); return 0; }\n"
                              "int main(void) { LOCK; BOTH(work); START(2, other); JOIN(2); UNLOCK; JOIN(0); }\n",
                              "assert", only("assert")),
             "in a thread, a thread is joined at");
}

TEST(Symmetry, SeesWhatMainDoesBetweenJoins) {
  const std::string work = "static P work(P p) { if (x++ == 0) { LOCK; UNLOCK; } return 0; }\n";
  expectNote(expectEverywhere(work + "int main(void) { LOCK; BOTH(work); JOIN(1); UNLOCK; JOIN(0); }\n", "deadlock"),
             "joined one by one");
  expectNote(expectEverywhere(work + "int main(void) { LOCK; BOTH(work); JOIN(0); y = 1; assert(x == 1); }\n", "assert",
                              only("assert")),
             "joined one by one");
  // Nothing that ever ends: what main does between is seen nowhere but ahead of it.
  expectNote(expectEverywhere("static P work(P p) { if (x++ == 0) for (;;) LOCK; return 0; }\n"
                              "int main(void) { BOTH(work); JOIN(0); assert(0); JOIN(1); }\n",
                              "assert", only("assert")),
             "joined one by one");
  expectNote(expectEverywhere("static P work(P p) { if (x++ == 0) for (;;) y = 1 - y; return 0; }\n"
                              "int main(void) { BOTH(work); JOIN(0); assert(0); JOIN(1); }\n",
                              "assert", only("assert")),
             "joined one by one");
  expectNote(
      expectEverywhere("static P work(P p) { if (x++ == 0) for (;;) y = 1 - y; return 0; }\n"
                       "int main(void) { BOTH(work); JOIN(0); if (__VERIFIER_nondet_bool()) exit(3); JOIN(1); }\n",
                       ""),
      "joined one by one");
  // Handles that a worker changes.
  expectNote(expectEverywhere("static P work(P p) { if (x++ == 1) t[1] = t[0]; return 0; }\n"
                              "int main(void) { BOTH(work); JOIN(0); JOIN(1); }\n",
                              "join-twice", only("join-twice")),
             "joined one by one");
  expectEverywhere(
      "static P work(P p) { if (x++ == 1) t[1] = t[0]; return 0; }\n"
      "int main(void) { BOTH(work); JOIN(0); JOIN(1); }\n",
      "data-race", only("data-race"));
}

TEST(Symmetry, JoinsWhileOthersGoOn) {
  // A thread that may not change places is joined among those that may.
  expectUsed(expectEverywhere(
      "static P work(P p) { x++; return 0; }\n"
      "int main(void) { BOTH(work); JOIN(1); JOIN(0); BOTH(work); JOIN(0); JOIN(1); assert(x == 4); }\n",
      ""));
  const Found found = expectEverywhere(
      "static P work(P p) { x++; return 0; }\nstatic P other(P p) { atomic_int own = 0; y = (long)&own != 0; z = x; "
      "return 0; }\n"
      "int main(void) { START(0, work); START(1, other); START(2, work); JOIN(0); JOIN(1); JOIN(2); assert(z != 1); "
      "}\n",
      "assert");
  EXPECT_NE(found.note.find("for some threads"), std::string::npos) << found.note;
}

// ---- mutexes ----

TEST(Symmetry, SeesWhoLooksAtTheOwnerOfAMutex) {
  const std::string work = "static P work(P p) { LOCK; x++; UNLOCK; return 0; }\n";
  expectNote(
      expectEverywhere(work + "int main(void) { BOTH(work); int owner; memcpy(&owner, &m, 4); assert(owner != 3); "
                              "JOIN(0); JOIN(1); }\n",
                       "assert", only("assert")),
      "tells threads apart");
  expectNote(expectEverywhere(work + "int main(void) { BOTH(work); assert(m.__data.__lock != 3); JOIN(0); JOIN(1); }\n",
                              "assert", only("assert")),
             "the inside of a mutex is accessed at");
  expectNote(
      expectEverywhere("static P work(P p) { pthread_mutex_lock(p); x++; pthread_mutex_unlock(p); return 0; }\n"
                       "int main(void) { pthread_create(&t[0], 0, work, &m); pthread_create(&t[1], 0, work, &m); "
                       "JOIN(0); JOIN(1); assert(x == 2); }\n",
                       ""),
      "no global variable");
  expectUsed(
      expectEverywhere("static P work(P p) { if (!pthread_mutex_trylock(&m)) { x++; UNLOCK; } else y = 1; return 0; }\n"
                       "int main(void) { pthread_mutex_init(&m, 0); BOTH(work); JOIN(0); JOIN(1); "
                       "pthread_mutex_destroy(&m); assert(!y); }\n",
                       "assert"));
  expectUsed(
      expectEverywhere("static P work(P p) { if (x++ == 0) LOCK; else UNLOCK; return 0; }\n"
                       "int main(void) { BOTH(work); JOIN(0); JOIN(1); }\n",
                       "unlock-not-owner", only("unlock-not-owner")));
  expectEverywhere(
      "static P work(P p) { if (x++ == 0) LOCK; return 0; }\n"
      "int main(void) { BOTH(work); JOIN(0); JOIN(1); pthread_mutex_destroy(&m); }\n",
      "mutex-destroyed-locked");
}

TEST(Symmetry, SeesAMutexThatItsOwnerLeavesBehind) {
  // The next threads get the same numbers, and one of them is taken for the owner.
  expectNote(
      expectEverywhere("static P work(P p) { if (x++ == 0) LOCK; return 0; }\n"
                       "static P again(P p) { UNLOCK; return 0; }\n"
                       "static P idle(P p) { y++; return 0; }\n"
                       "int main(void) { BOTH(work); JOIN(0); JOIN(1); START(0, again); START(1, idle); JOIN(0); "
                       "JOIN(1); }\n",
                       "unlock-not-owner", only("unlock-not-owner")),
      "tells threads apart");
}

TEST(Symmetry, SeesTwoThreadsInAtomicSections) {
  const std::string work =
      "static P work(P p) { if (x++ == 0) { LOCK; UNLOCK; y = 1; } else { pthread_mutex_lock(&n); "
      "pthread_mutex_unlock(&n); "
      "y = 2; } return 0; }\n";
  expectUsed(expectEverywhere(
      work + "int main(void) { LOCK; pthread_mutex_lock(&n); BOTH(work); pthread_mutex_unlock(&n); UNLOCK; "
             "JOIN(0); JOIN(1); assert(y != 1); }\n",
      "assert"));
  expectEverywhere(
      "static P work(P p) { int me = x++; __VERIFIER_atomic_begin(); y++; LOCK; UNLOCK; if (!z) z = me + 1; "
      "__VERIFIER_atomic_end(); return 0; }\n"
      "int main(void) { LOCK; BOTH(work); UNLOCK; JOIN(0); JOIN(1); assert(z != 2); }\n",
      "assert");
}

TEST(Symmetry, IsOffWhereEveryStateIsLookedAt) {
  Options options;
  options.symmetry = SymmetryKind::Threads;
  EXPECT_EQ(symmetryOf(options), SymmetryKind::Threads);
  options.maxDepth = 10;
  EXPECT_EQ(symmetryOf(options), SymmetryKind::None);
  options.maxDepth = 0;
  options.stateless = true;
  EXPECT_EQ(symmetryOf(options), SymmetryKind::None);
  options.stateless = false;
  options.machine.reportLostMemory = true;
  EXPECT_EQ(symmetryOf(options), SymmetryKind::None);
}

}  // namespace
}  // namespace clew::search
