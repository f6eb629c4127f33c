// Saving and restoring, on random walks through small programs. A key stands for exactly one state: the
// test writes the whole state down as text each time a key turns up, and the same key must always come
// with the same text and different keys with different texts. Whatever happened in between (other
// branches, steps that ended in a fault or a failed assumption), a restored state must go on as before.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "machine/machine.h"

namespace clew::machine {
namespace {

using Key = std::pair<uint32_t, uint32_t>;

Key keyOf(StateKey key) { return {key.first, key.second}; }

// ---- a state as text ----

std::string hex(const uint8_t* bytes, uint64_t length) {
  std::string text;
  for (uint64_t i = 0; i < length; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

std::string textOf(const Object& object) {
  std::string text = fmt::format("object {:x} kind {} size {} live {} shared {}", object.address,
                                 static_cast<int>(object.kind), object.size, object.live, object.shared);
  if (!object.live) return text + "\n";
  text += " " + hex(object.data, object.size);
  const bool masked = object.undefined != nullptr && std::any_of(object.undefined, object.undefined + object.size,
                                                                 [](uint8_t mask) { return mask != 0; });
  if (masked) text += " undefined " + hex(object.undefined, object.size);
  return text + "\n";
}

std::string textOf(const ConcreteMachine& machine, const ConcreteMachine::Thread& thread) {
  std::string text =
      fmt::format("thread {} status {} detached {} section {} depth {} condition {:x} mutex {:x} result {:x} {:x}\n",
                  thread.number, static_cast<int>(thread.status), thread.detached, thread.inSection, thread.atomicDepth,
                  thread.condition, thread.mutex, thread.result.bits, thread.result.undefined);
  for (const Frame& frame : thread.frames) {
    text += fmt::format("  frame at {} stack objects {}:", frame.pc, frame.stackObjects);
    for (const uint32_t slot : machine.program().liveAt(frame.pc)) {
      const auto& value = thread.registers[frame.base + slot];
      text += fmt::format(" {}={:x}/{:x}", slot, value.bits, value.undefined);
    }
    text += "\n";
  }
  for (const Object* object : thread.stackObjects) text += fmt::format("  stack {:x}\n", object->address);
  return text;
}

std::string textOf(const ConcreteMachine& machine) {
  std::string text = fmt::format("exited {} {}\n", machine.hasExited(), machine.exitStatus());
  for (const auto& thread : machine.threads()) text += textOf(machine, *thread);
  // The arenas have no other way in; nothing is changed.
  auto& memory = const_cast<Memory&>(machine.memory());
  for (uint32_t arena = 0; arena < memory.arenaCount(); ++arena) {
    for (const Object* object : memory.arena(arena).objects) {
      if (!object->constant) text += textOf(*object);
    }
  }
  return text;
}

// ---- a machine that remembers what every key stood for ----

/// What one state or one step looks like from outside.
struct Sight {
  Outcome outcome = Outcome::Stopped;
  Fault fault = Fault::None;
  Key key;  // of the state reached, if one was
  std::vector<std::pair<uint32_t, uint32_t>> choices;
  uint32_t liveThreads = 0;
  bool operator==(const Sight&) const = default;

  bool isState() const { return outcome == Outcome::Stopped || outcome == Outcome::Exited; }
  uint32_t alternatives() const {
    uint32_t count = 0;
    for (const auto& choice : choices) count += choice.second;
    return count;
  }
};

/// All that was ever seen of the states of one set of tables.
struct Memoir {
  std::map<Key, std::string> textOfKey;
  std::map<std::string, Key> keyOfText;
  std::map<Key, Sight> sightOfKey;
};

class Walker {
 public:
  Walker(const program::Program& program, StateTables& tables, Memoir& memoir)
      : machine_(program, tables), memoir_(memoir) {}

  Sight start() { return look(machine_.start()); }
  Sight step(uint32_t alternative) { return look(machine_.step(alternative)); }

  /// Goes back to a state, which must be what it was.
  void restore(Key key) {
    machine_.restore({key.first, key.second});
    EXPECT_EQ(textOf(machine_), memoir_.textOfKey.at(key));
    EXPECT_EQ(sight(key), memoir_.sightOfKey.at(key));
    EXPECT_EQ(keyOf(machine_.save()), key) << "saving what was restored gives another key";
  }

  const ConcreteMachine& machine() const { return machine_; }

 private:
  Sight sight(Key key) {
    Sight sight;
    sight.outcome = machine_.hasExited() ? Outcome::Exited : Outcome::Stopped;
    sight.key = key;
    for (const ThreadChoice& choice : machine_.choices())
      sight.choices.emplace_back(choice.thread, choice.alternatives);
    sight.liveThreads = machine_.liveThreads();
    EXPECT_EQ(sight.alternatives(), machine_.alternativeCount());
    return sight;
  }

  Sight look(Outcome outcome) {
    if (outcome != Outcome::Stopped && outcome != Outcome::Exited) {
      Sight end;
      end.outcome = outcome;
      if (outcome == Outcome::Faulted) end.fault = machine_.report().fault;
      machine_.discard();
      return end;
    }
    const std::string text = textOf(machine_);
    const Key key = keyOf(machine_.save());
    EXPECT_EQ(textOf(machine_), text) << "saving changes the state";
    EXPECT_EQ(memoir_.textOfKey.try_emplace(key, text).first->second, text) << "one key, two states";
    EXPECT_EQ(memoir_.keyOfText.try_emplace(text, key).first->second, key) << "one state, two keys";
    const Sight seen = sight(key);
    EXPECT_EQ(seen.outcome, outcome);
    EXPECT_EQ(memoir_.sightOfKey.try_emplace(key, seen).first->second, seen) << "one key, two futures";
    return seen;
  }

  ConcreteMachine machine_;
  Memoir& memoir_;
};

// ---- the programs ----

struct Subject {
  const char* name;
  const char* text;
};

std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name; }

constexpr Subject kSubjects[] = {
    {"Mutexes", R"(
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int shared[3];
static void *one(void *x) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); shared[0]++;
  pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return x; }
static void *two(void *x) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); shared[1]++;
  pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); shared[2] = shared[0]; return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, shared); pthread_create(&u, 0, two, 0);
  void *r; pthread_join(t, &r); pthread_join(u, 0); return r == shared ? shared[2] : 9; }
)"},
    {"Conditions", R"(
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, woken;
static void *waiter(void *x) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m);
  woken++; ready--; pthread_mutex_unlock(&m); return x; }
static void *signaller(void *x) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); ready++;
  pthread_cond_signal(&c); pthread_mutex_unlock(&m); } return x; }
int main(void) { pthread_t t[3]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, waiter, 0);
  pthread_create(&t[2], 0, signaller, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return woken; }
)"},
    {"Heap", R"(
#include <pthread.h>
#include <stdlib.h>
struct node { struct node *next; int value; char pad[100]; };
static struct node *top;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void push(int v) { struct node *n = malloc(sizeof *n); n->value = v; pthread_mutex_lock(&m);
  n->next = top; top = n; pthread_mutex_unlock(&m); }
static int pop(void) { pthread_mutex_lock(&m); struct node *n = top; if (n) top = n->next;
  pthread_mutex_unlock(&m); int v = n ? n->value : -1; free(n); return v; }
static void *worker(void *x) { push(1); push(2); pop(); pop(); return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, 0); pthread_create(&u, 0, worker, 0);
  int *p = calloc(40, sizeof(int)); p[39] = 7; p = realloc(p, 300); int v = p[39]; free(p);
  pthread_join(t, 0); pthread_join(u, 0); return v; }
)"},
    {"ThreadsThatMakeThreads", R"(
#include <pthread.h>
static int done[4];
static _Thread_local int mine = 5;
static void *leaf(void *x) { mine++; done[(long)x] = mine; return 0; }
static void *branch(void *x) { long i = (long)x; pthread_t t; pthread_create(&t, 0, leaf, (void *)(i + 2));
  mine += 10; done[i] = mine; pthread_join(t, 0); return (void *)i; }
int main(void) { for (int round = 0; round < 2; round++) { pthread_t t, u; pthread_create(&t, 0, branch, (void *)0);
  pthread_create(&u, 0, branch, (void *)1); void *r; pthread_join(t, &r); pthread_join(u, &r); if (r != (void *)1) return 1; }
  pthread_t d; pthread_create(&d, 0, leaf, (void *)0); pthread_detach(d); return mine; }
)"},
    {"StacksAndRecursion", R"(
#include <pthread.h>
static int *visible;
static int sum(int depth, int *up) { int here[3] = {depth, 0, 0}; visible = here; here[1] = up ? up[0] : 0;
  if (depth > 0) here[2] = sum(depth - 1, here); return here[0] + here[1] + here[2]; }
static void *worker(void *x) { return (void *)(long)sum(3, x); }
int main(void) { int local = 4; pthread_t t; pthread_create(&t, 0, worker, &local); int r = sum(2, &local);
  void *other; pthread_join(t, &other); return r + (int)(long)other; }
)"},
    {"Choices", R"(
#include <clew.h>
#include <pthread.h>
#include <stdlib.h>
static int x, y;
static void *worker(void *a) { x = clew_choose(3); clew_assume(x != 1); y = 12 / (x - y); return a; }
int main(void) { pthread_t t; char *p = clew_choose(2) ? malloc(3) : malloc(80); p[2] = 1; pthread_create(&t, 0, worker, p);
  y = clew_choose(2); clew_assume(!(x == 2 && y == 1)); pthread_join(t, 0); if (y > 5) free(p); p[0] = 2; return y; }
)"},
    {"Undefined", R"(
#include <clew.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a, b; } pairs[2];
static void *worker(void *x) { struct pair p; p.a = 1; pairs[0] = p; memcpy(&pairs[1], x, sizeof p); return 0; }
int main(void) { struct pair *h = malloc(sizeof *h); int v; if (clew_choose(2)) h->b = 3; if (clew_choose(2)) v = 1;
  pthread_t t; pthread_create(&t, 0, worker, h); pairs[0].a = 4; memset(h, 0, 4); pthread_join(t, 0);
  if (pairs[1].b) return v + 1; return pairs[1].a; }
)"},
    {"AtomicsAndSections", R"(
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int n; static int a, b; static pthread_once_t once = PTHREAD_ONCE_INIT;
static void first(void) { a = 1; b = 1; }
static void *worker(void *x) { atomic_fetch_add(&n, 1); pthread_once(&once, first); __VERIFIER_atomic_begin(); a++; b++;
  __VERIFIER_atomic_end(); int e = 2; atomic_compare_exchange_strong(&n, &e, 5); printf("%d %d\n", a, e); return x; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); worker(0); pthread_join(t, 0); return n; }
)"},
    {"Endless", R"(
#include <pthread.h>
static pthread_mutex_t forks[3];
static void *philosopher(void *x) { long i = (long)x; for (;;) { pthread_mutex_lock(&forks[i]);
  pthread_mutex_lock(&forks[(i + 1) % 3]); pthread_mutex_unlock(&forks[(i + 1) % 3]); pthread_mutex_unlock(&forks[i]); } }
int main(void) { pthread_t t[3]; for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  pthread_join(t[0], 0); }
)"},
};

class MachineWalk : public testing::TestWithParam<Subject> {
 protected:
  const program::Program program_ = test::loadedProgram(GetParam().text);
  StateTables tables_;
  Memoir memoir_;
  std::mt19937 random_{20240607};

  uint32_t pick(uint32_t count) { return std::uniform_int_distribution<uint32_t>(0, count - 1)(random_); }

  /// Goes on at random for some steps; stops where no state is reached or nothing can go on.
  void wander(Walker& walker, Sight sight, int steps) {
    for (int i = 0; i < steps && sight.isState() && sight.alternatives() > 0; ++i)
      sight = walker.step(pick(sight.alternatives()));
  }
};

constexpr int kWalks = 30;
constexpr int kLongestWalk = 60;

TEST_P(MachineWalk, GoesOnTheSameWayFromARestoredState) {
  Walker walker(program_, tables_, memoir_);
  const Sight start = walker.start();
  for (int walk = 0; walk < kWalks && !HasFailure(); ++walk) {
    // The walk itself ...
    walker.restore(start.key);
    std::vector<Sight> sights = {start};
    std::vector<uint32_t> alternatives;
    while (sights.size() < kLongestWalk && sights.back().isState() && sights.back().alternatives() > 0) {
      alternatives.push_back(pick(sights.back().alternatives()));
      sights.push_back(walker.step(alternatives.back()));
    }
    // ... and again from somewhere on it, after having been elsewhere.
    for (int round = 0; round < 5 && !alternatives.empty(); ++round) {
      const uint32_t from = pick(static_cast<uint32_t>(alternatives.size()));
      const uint32_t detour = pick(static_cast<uint32_t>(alternatives.size()));
      walker.restore(sights[detour].key);
      wander(walker, sights[detour], 20);
      walker.restore(sights[from].key);
      for (size_t i = from; i < alternatives.size(); ++i) ASSERT_EQ(walker.step(alternatives[i]), sights[i + 1]);
    }
  }
}

TEST_P(MachineWalk, GivesTwoMachinesTheSameKeysOnTheSamePath) {
  for (int walk = 0; walk < kWalks && !HasFailure(); ++walk) {
    Walker first(program_, tables_, memoir_);
    Walker second(program_, tables_, memoir_);
    Sight one = first.start();
    ASSERT_EQ(second.start(), one);
    for (int i = 0; i < kLongestWalk && one.isState() && one.alternatives() > 0; ++i) {
      const uint32_t alternative = pick(one.alternatives());
      one = first.step(alternative);
      ASSERT_EQ(second.step(alternative), one);
    }
  }
}

TEST_P(MachineWalk, RestoresInOneMachineWhatAnotherSaved) {
  Walker first(program_, tables_, memoir_);
  Walker second(program_, tables_, memoir_);
  const Sight start = first.start();
  second.start();
  for (int walk = 0; walk < kWalks && !HasFailure(); ++walk) {
    first.restore(start.key);
    Sight sight = start;
    for (int i = 0; i < kLongestWalk && sight.isState() && sight.alternatives() > 0; ++i) {
      const uint32_t alternative = pick(sight.alternatives());
      second.restore(sight.key);
      const Sight next = first.step(alternative);
      ASSERT_EQ(second.step(alternative), next);
      sight = next;
    }
  }
}

TEST_P(MachineWalk, GivesAFreshMachineWithTablesOfItsOwnTheSameRun) {
  for (int walk = 0; walk < kWalks && !HasFailure(); ++walk) {
    StateTables tables;
    Memoir memoir;
    Walker first(program_, tables_, memoir_);
    Walker second(program_, tables, memoir);
    Sight one = first.start();
    Sight two = second.start();
    for (int i = 0; i < kLongestWalk; ++i) {
      two.key = one.key;  // keys are numbers of the tables; all else must agree
      ASSERT_EQ(one, two);
      ASSERT_EQ(textOf(first.machine()), textOf(second.machine()));
      if (!one.isState() || one.alternatives() == 0) break;
      const uint32_t alternative = pick(one.alternatives());
      one = first.step(alternative);
      two = second.step(alternative);
      if (!one.isState()) break;
    }
  }
}

TEST_P(MachineWalk, EntersEveryAlternativeFromTheStateItBelongsTo) {
  Walker walker(program_, tables_, memoir_);
  std::vector<Key> queue = {walker.start().key};
  constexpr size_t kMostStates = 400;
  // Breadth first, then the same states in reverse: every step must lead where it led before.
  std::map<Key, std::vector<Sight>> successors;
  for (size_t i = 0; i < queue.size() && i < kMostStates && !HasFailure(); ++i) {
    const Key key = queue[i];
    for (uint32_t alternative = 0; alternative < memoir_.sightOfKey[key].alternatives(); ++alternative) {
      walker.restore(key);
      const size_t known = memoir_.textOfKey.size();
      successors[key].push_back(walker.step(alternative));
      if (memoir_.textOfKey.size() > known) queue.push_back(successors[key].back().key);
    }
  }
  for (auto entry = successors.rbegin(); entry != successors.rend() && !HasFailure(); ++entry) {
    for (uint32_t alternative = 0; alternative < entry->second.size(); ++alternative) {
      walker.restore(entry->first);
      ASSERT_EQ(walker.step(alternative), entry->second[alternative]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, MachineWalk, testing::ValuesIn(kSubjects),
                         [](const auto& info) { return std::string(info.param.name); });

// ---- independent actions ----

/// Programs whose threads have nothing to do with each other after they were created.
constexpr Subject kIndependent[] = {
    {"ThreadsThatAllocate", R"(
#include <pthread.h>
#include <stdlib.h>
static char *a, *b;
static void *one(void *x) { a = malloc(8); a[0] = 1; free(a); a = malloc(8); a[1] = 2; return x; }
static void *two(void *x) { b = malloc(8); b[0] = 1; char *c = malloc(200); c[5] = b[0]; free(b); b = c; return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);
  pthread_join(t, 0); pthread_join(u, 0); }
)"},
    {"ThreadsOfOneRoutineThatAllocate", R"(
#include <pthread.h>
#include <stdlib.h>
static int *of[2];
static void *worker(void *x) { int **mine = &of[(long)x]; for (int i = 0; i < 3; i++) { int *p = malloc(4 * (i + 1));
  p[i] = i; free(*mine); *mine = p; } return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, (void *)0); pthread_create(&u, 0, worker, (void *)1);
  pthread_join(t, 0); pthread_join(u, 0); }
)"},
    {"ThreadsThatMakeThreads", R"(
#include <pthread.h>
static int done[2];
static void *leaf(void *x) { done[(long)x] = 1; done[(long)x] = 2; return x; }
static void *branch(void *x) { pthread_t t, u; pthread_create(&t, 0, leaf, x); pthread_join(t, 0);
  pthread_create(&u, 0, leaf, x); pthread_join(u, 0); return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, branch, (void *)0); pthread_create(&u, 0, branch, (void *)1);
  pthread_join(t, 0); pthread_join(u, 0); }
)"},
    {"ThreadsWithVisibleLocals", R"(
#include <pthread.h>
static int *of[2];
static void fill(int **place, int n) { int local[20]; *place = local; local[n] = n; local[19] = n; *place = 0; }
static void *worker(void *x) { fill(&of[(long)x], 3); fill(&of[(long)x], 4); return x; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, worker, (void *)0); pthread_create(&u, 0, worker, (void *)1);
  pthread_join(t, 0); pthread_join(u, 0); }
)"},
};

class IndependentActions : public testing::TestWithParam<Subject> {};

TEST_P(IndependentActions, LeadToTheSameKeyInEitherOrder) {
  const program::Program program = test::loadedProgram(GetParam().text);
  StateTables tables;
  Memoir memoir;
  Walker walker(program, tables, memoir);
  std::vector<Key> queue = {walker.start().key};
  std::set<Key> seen = {queue.front()};
  size_t squares = 0;
  const auto stepThread = [&](const Sight& from, uint32_t thread) {
    uint32_t alternative = 0;
    for (const auto& choice : from.choices) {
      if (choice.first == thread) return std::optional(walker.step(alternative));
      alternative += choice.second;
    }
    return std::optional<Sight>();
  };
  for (size_t i = 0; i < queue.size() && !HasFailure(); ++i) {
    const Key key = queue[i];
    const Sight here = memoir.sightOfKey.at(key);
    for (const auto& [thread, alternatives] : here.choices) {
      walker.restore(key);
      const auto next = stepThread(here, thread);
      if (seen.insert(next->key).second) queue.push_back(next->key);
    }
    for (const auto& [first, _] : here.choices) {
      for (const auto& [second, __] : here.choices) {
        // Main is left out: its joins depend on the others' ends.
        if (first == 0 || second == 0 || first >= second) continue;
        walker.restore(key);
        auto one = stepThread(here, first);
        one = stepThread(*one, second);
        walker.restore(key);
        auto other = stepThread(here, second);
        other = stepThread(*other, first);
        ASSERT_TRUE(one && other);
        ASSERT_EQ(*one, *other) << memoir.textOfKey[one->key] << "\n" << memoir.textOfKey[other->key];
        ++squares;
      }
    }
  }
  EXPECT_GT(squares, 20u);
}

INSTANTIATE_TEST_SUITE_P(Programs, IndependentActions, testing::ValuesIn(kIndependent),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace clew::machine
