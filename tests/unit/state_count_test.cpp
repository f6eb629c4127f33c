// Exact numbers of reachable states. The programs are generated, the numbers come from somewhere else:
// from closed formulas, or from a small enumerator of the abstract system that knows nothing of the
// machine.
//
// What is counted: a step runs one thread from the visible operation it stands before to just before its
// next one. While at least two threads live, visible are accesses to globals, the calls of pthreads and
// choices; while one thread lives, only choices. A new thread runs to its first visible operation inside
// the step that creates it, a thread ends inside its last step, and the end of the process is one more
// state per final content of memory.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "search/search.h"

namespace clew::search {
namespace {

/// Numbers of states by the number of live threads.
using Counts = std::map<uint64_t, uint64_t>;

uint64_t total(const Counts& counts) {
  uint64_t sum = 0;
  for (const auto& [threads, states] : counts) sum += states;
  return sum;
}

/// Explores everything; a deadlock is just a state here.
Counts explored(const program::Program& program, Order order) {
  Options options;
  options.order = order;
  options.properties = *property::PropertySet::parse("assert,unlock-not-owner,uninitialized-branch");
  const std::atomic<bool> stop{false};
  Statistics statistics;
  const Result result = explore(program, options, stop, statistics);
  EXPECT_FALSE(result.violation.has_value()) << result.violation->message;
  EXPECT_FALSE(result.shortfall.depth || result.shortfall.states || result.shortfall.interrupted);
  EXPECT_EQ(result.shortfall.unknown.value_or(""), "");
  Counts counts;
  for (size_t threads = 0; threads < statistics.statesByThreads.size(); ++threads) {
    if (statistics.statesByThreads[threads] > 0) counts[threads] = statistics.statesByThreads[threads];
  }
  EXPECT_EQ(total(counts), statistics.states);
  return counts;
}

Counts exploredBothWays(const program::Program& program) {
  const Counts counts = explored(program, Order::DepthFirst);
  EXPECT_EQ(explored(program, Order::BreadthFirst), counts);
  return counts;
}

uint64_t power(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (uint64_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

uint64_t binomial(uint64_t n, uint64_t k) {
  uint64_t result = 1;
  for (uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

/// A program whose main creates one thread per body and joins them in the same order.
std::string forkJoin(const std::string& globals, const std::vector<std::string>& bodies) {
  std::string text = "#include <pthread.h>\n" + globals;
  for (size_t i = 0; i < bodies.size(); ++i) {
    text += fmt::format("static void *thread{}(void *unused) {{\n{}  return 0;\n}}\n", i, bodies[i]);
  }
  text += fmt::format("int main(void) {{\n  pthread_t t[{}];\n", std::max<size_t>(bodies.size(), 1));
  for (size_t i = 0; i < bodies.size(); ++i) text += fmt::format("  pthread_create(&t[{}], 0, thread{}, 0);\n", i, i);
  for (size_t i = 0; i < bodies.size(); ++i) text += fmt::format("  pthread_join(t[{}], 0);\n", i);
  return text + "  return 0;\n}\n";
}

/// Sums a number of states that depends on how many threads are not joined yet over everything main can
/// stand before: the creations of thread 2 to N with 1 to N - 1 threads, the joins of thread 1 to N with N
/// to 1 threads.
template <typename StatesOf>
uint64_t overMainsPlaces(uint64_t threads, StatesOf statesOf) {
  uint64_t sum = 0;
  for (uint64_t m = 1; m < threads; ++m) sum += statesOf(m);
  for (uint64_t m = 1; m <= threads; ++m) sum += statesOf(m);
  return sum;
}

struct Size {
  uint64_t threads;
  uint64_t steps;
};

std::ostream& operator<<(std::ostream& out, const Size& size) { return out << size.threads << "x" << size.steps; }

std::vector<Size> sizes(uint64_t mostThreads, uint64_t mostSteps) {
  std::vector<Size> all;
  for (uint64_t threads = 1; threads <= mostThreads; ++threads) {
    for (uint64_t steps = 1; steps <= mostSteps; ++steps) all.push_back({threads, steps});
  }
  return all;
}

// ---- N threads of k stores ----

class StoringThreads : public testing::TestWithParam<Size> {};

/// m unjoined threads stand at one of k + 1 places each, of which the last is the end: a of them live in
/// C(m, a) k^a states.
TEST_P(StoringThreads, HaveOneStatePerCombinationOfPlaces) {
  const auto [threads, steps] = GetParam();
  for (const char* qualifier : {"", "_Atomic ", "volatile "}) {
    std::string globals;
    std::vector<std::string> bodies;
    for (uint64_t i = 0; i < threads; ++i) {
      globals += fmt::format("static {}int g{};\n", qualifier, i);
      bodies.emplace_back();
      for (uint64_t k = 1; k <= steps; ++k) bodies.back() += fmt::format("  g{} = {};\n", i, k);
    }
    Counts expected = {{0, 1}};
    for (uint64_t live = 0; live <= threads; ++live) {
      expected[live + 1] =
          overMainsPlaces(threads, [&](uint64_t m) { return live <= m ? binomial(m, live) * power(steps, live) : 0; });
    }
    ASSERT_EQ(total(expected), overMainsPlaces(threads, [&](uint64_t m) { return power(steps + 1, m); }) + 1);
    EXPECT_EQ(exploredBothWays(test::loadedProgram(forkJoin(globals, bodies))), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(StateCount, StoringThreads, testing::ValuesIn(sizes(3, 4)), testing::PrintToStringParamName());

// ---- local work between the stores costs nothing ----

TEST(StateCount, DoesNotCountPurelyLocalSteps) {
  const std::string body =
      "  int a[10]; int s = 0; for (int i = 0; i < 10; i++) a[i] = i;\n"
      "  for (int i = 0; i < 10; i++) s += a[i];\n  g = s;\n  for (int i = 0; i < 5; i++) s--;\n  g = s;\n";
  const Counts expected = {{0, 1}, {1, 1}, {2, 2}};  // one thread of two stores
  EXPECT_EQ(exploredBothWays(test::loadedProgram(forkJoin("static int g;\n", {body}))), expected);
}

TEST(StateCount, OfAProgramWithOneThreadAndNoChoiceIsItsEndAlone) {
  const Counts expected = {{0, 1}};
  EXPECT_EQ(exploredBothWays(
                test::loadedProgram("int g; int main(void) { for (int i = 0; i < 100; i++) g += i; return g; }")),
            expected);
}

// ---- a thread that is created while main is alone ----

/// Creating a thread is one step even if main was the only thread before: the new thread must get the
/// chance to act before main's next visible operation.
TEST(StateCount, CountsTheCreationOfAThreadAsAStepOfItsOwn) {
  const std::string text = R"(
#include <pthread.h>
static int g, h;
static void *first(void *x) { g = 1; return x; }
static void *second(void *x) { h = 1; return x; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, second, 0);
  g = 2;
  pthread_join(b, 0);
}
)";
  // The first thread before its store or ended; then main before its store or before the join, times the
  // second thread before its store or ended; then the end.
  const Counts expected = {{0, 1}, {1, 1 + 2}, {2, 1 + 2}};
  EXPECT_EQ(exploredBothWays(test::loadedProgram(text)), expected);
}

TEST(Search, FindsWhatAThreadDoesBeforeItsCreatorGoesOn) {
  const auto program = test::loadedProgram(R"(
#include <assert.h>
#include <pthread.h>
static int g;
static void *first(void *x) { g = 0; return x; }
static void *second(void *x) { assert(g == 1); return x; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, second, 0);
  g = 1;
  pthread_join(b, 0);
}
)");
  for (const Order order : {Order::DepthFirst, Order::BreadthFirst}) {
    Options options;
    options.order = order;
    options.properties.remove(property::Property::DataRace);
    const std::atomic<bool> stop{false};
    Statistics statistics;
    const Result result = explore(program, options, stop, statistics);
    ASSERT_TRUE(result.violation.has_value());
    EXPECT_EQ(result.violation->property, property::Property::Assert);
  }
}

// ---- names of what is gone ----

/// When the last pointer to a freed object goes, the object goes, whatever else happens in that step: how
/// long it took to free and to forget it must not show in the state.
TEST(StateCount, DoesNotCountFreedObjectsThatNothingPointsToAnyMore) {
  const std::string allocating = "  p = malloc(8);\n  free(p);\n  p = 0;\n  x = 1;\n";
  const std::string storing = "  y = 1;\n  y = 2;\n";
  const Counts counts = exploredBothWays(
      test::loadedProgram(forkJoin("#include <stdlib.h>\nstatic char *p;\nstatic int x, y;\n", {allocating, storing})));
  // Six places (before p = malloc, the load of p, the free, p = 0, x = 1, ended) next to three.
  EXPECT_EQ(total(counts), 6 + 6 * 3 + 3 + 1u);
}

// ---- a section protected by a mutex ----

class MutexSection : public testing::TestWithParam<uint64_t> {};

/// A thread stands before the lock, at one of three places inside, or has ended, and one at most is inside:
/// m unjoined threads have 2^m + 3 m 2^(m-1) states.
TEST_P(MutexSection, LetsOneThreadInAtATime) {
  const uint64_t threads = GetParam();
  const std::string body = "  pthread_mutex_lock(&m);\n  x = x + 1;\n  pthread_mutex_unlock(&m);\n";
  const std::string text = forkJoin("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int x;\n",
                                    std::vector<std::string>(threads, body));
  const auto statesOf = [](uint64_t m) { return power(2, m) + 3 * m * power(2, m - 1); };
  EXPECT_EQ(total(exploredBothWays(test::loadedProgram(text))), overMainsPlaces(threads, statesOf) + 1);
}

INSTANTIATE_TEST_SUITE_P(StateCount, MutexSection, testing::Range<uint64_t>(1, 6));

// ---- chains of choices ----

class ChoiceChain : public testing::TestWithParam<Size> {};

std::string choiceProgram(uint64_t length, const std::string& step, const std::string& result) {
  return fmt::format(
      "#include <clew.h>\nint g;\nint main(void) {{ int x = 0; for (int i = 0; i < {}; i++) {{ {}; }} return {}; }}\n",
      length, step, result);
}

TEST_P(ChoiceChain, ThatIsRememberedIsATree) {
  const auto [alternatives, length] = GetParam();
  uint64_t expected = 0;
  for (uint64_t i = 0; i <= length; ++i) expected += power(alternatives, i);
  if (alternatives == 1) expected = 1;  // no choice, nothing to stop at
  const auto step = fmt::format("g = g * {} + clew_choose({})", alternatives, alternatives);
  EXPECT_EQ(total(exploredBothWays(test::loadedProgram(choiceProgram(length, step, "0")))), expected);
}

TEST_P(ChoiceChain, ThatIsForgottenIsAChain) {
  const auto [alternatives, length] = GetParam();
  const auto step = fmt::format("clew_choose({})", alternatives);
  EXPECT_EQ(total(exploredBothWays(test::loadedProgram(choiceProgram(length, step, "0")))),
            alternatives == 1 ? 1 : length + 1);
}

/// Sums of i choices of 0 .. n-1 take i (n-1) + 1 values, in a local and then in the exit status.
TEST_P(ChoiceChain, ThatIsSummedUpHasOneStatePerSum) {
  const auto [alternatives, length] = GetParam();
  uint64_t expected = 0;
  for (uint64_t i = 0; i <= length; ++i) expected += i * (alternatives - 1) + 1;
  if (alternatives == 1) expected = 1;
  const auto step = fmt::format("x += clew_choose({})", alternatives);
  EXPECT_EQ(total(exploredBothWays(test::loadedProgram(choiceProgram(length, step, "x")))), expected);
}

INSTANTIATE_TEST_SUITE_P(StateCount, ChoiceChain, testing::ValuesIn(sizes(4, 4)), testing::PrintToStringParamName());

// ---- threads that never end ----

class EndlessThreads : public testing::TestWithParam<Size> {};

/// Each thread goes round k places; main creates the rest and then waits for ever.
TEST_P(EndlessThreads, GoRoundTheirPlaces) {
  const auto [threads, steps] = GetParam();
  std::string globals;
  std::vector<std::string> bodies;
  for (uint64_t i = 0; i < threads; ++i) {
    globals += fmt::format("static int g{};\n", i);
    bodies.emplace_back("  for (;;) {\n");
    for (uint64_t k = 1; k <= steps; ++k) bodies.back() += fmt::format("    g{} = {};\n", i, k % steps);
    bodies.back() += "  }\n";
  }
  Counts expected;
  for (uint64_t m = 1; m <= threads; ++m) expected[m + 1] = power(steps, m);
  EXPECT_EQ(exploredBothWays(test::loadedProgram(forkJoin(globals, bodies))), expected);
}

INSTANTIATE_TEST_SUITE_P(StateCount, EndlessThreads, testing::ValuesIn(sizes(4, 4)), testing::PrintToStringParamName());

// ---- the dining philosophers ----

constexpr const char* kPhilosophers = R"(
#include <pthread.h>
static pthread_mutex_t forks[N];
static void *philosopher(void *arg) {
  long i = (long)arg;
  pthread_mutex_t *first = i == N - 1 ? &forks[0] : &forks[i];
  pthread_mutex_t *second = i == N - 1 ? &forks[i] : &forks[i + 1];
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
}
)";

/// The table with the philosophers that sit at it so far: where each stands tells which forks are taken.
Counts philosophersAtTable(size_t seats) {
  using Table =
      std::vector<int>;  // per seated philosopher: 0 wants the first fork, 1 the second, 2 has both, 3 has the first
  const auto forksOf = [&](size_t i) {
    return i + 1 == seats ? std::pair<size_t, size_t>(0, i) : std::pair<size_t, size_t>(i, i + 1);
  };
  const auto isFree = [&](const Table& table, size_t fork) {
    for (size_t i = 0; i < table.size(); ++i) {
      const auto [first, second] = forksOf(i);
      if ((first == fork && table[i] > 0) || (second == fork && table[i] == 2)) return false;
    }
    return true;
  };
  std::set<Table> seen = {{0}};
  std::deque<Table> queue = {{0}};
  const auto visit = [&](Table table) {
    if (seen.insert(table).second) queue.push_back(std::move(table));
  };
  for (; !queue.empty(); queue.pop_front()) {
    const Table table = queue.front();
    if (table.size() < seats) {
      Table more = table;
      more.push_back(0);
      visit(more);
    }
    for (size_t i = 0; i < table.size(); ++i) {
      const auto [first, second] = forksOf(i);
      if (table[i] == 0 && !isFree(table, first)) continue;
      if (table[i] == 1 && !isFree(table, second)) continue;
      Table next = table;
      next[i] = (next[i] + 1) % 4;
      visit(next);
    }
  }
  Counts counts;
  for (const Table& table : seen) ++counts[table.size() + 1];
  return counts;
}

class Philosophers : public testing::TestWithParam<size_t> {};

TEST_P(Philosophers, SitAsAnIndependentEnumerationSays) {
  const size_t seats = GetParam();
  const auto program = test::loadedProgram(kPhilosophers, {fmt::format("-DN={}", seats)});
  EXPECT_EQ(exploredBothWays(program), philosophersAtTable(seats));
}

INSTANTIATE_TEST_SUITE_P(StateCount, Philosophers, testing::Range<size_t>(2, 8));

TEST(Philosophers, HaveAsManyStatesAsSpinStores) {
  const auto program = test::loadedProgram(kPhilosophers, {"-DN=8"});
  EXPECT_EQ(explored(program, Order::DepthFirst).at(9), 9403u);
}

// ---- random programs ----

/// One statement of a thread of a generated program, over a few variables and mutexes.
struct Statement {
  enum class Kind {
    Store,      // v = c
    Copy,       // v = w
    Increment,  // v = v + 1
    StoreIf,    // if (w) v = c
    Lock,
    Unlock
  };
  Kind kind;
  uint32_t target;
  uint32_t source;
  uint32_t value;

  std::string text() const {
    switch (kind) {
      case Kind::Store: return fmt::format("  v{} = {};\n", target, value);
      case Kind::Copy: return fmt::format("  v{} = v{};\n", target, source);
      case Kind::Increment: return fmt::format("  v{} = (v{} + 1) % 3;\n", target, target);
      case Kind::StoreIf: return fmt::format("  if (v{}) v{} = {};\n", source, target, value);
      case Kind::Lock: return fmt::format("  pthread_mutex_lock(&m{});\n", target);
      default: return fmt::format("  pthread_mutex_unlock(&m{});\n", target);
    }
  }
};

using Body = std::vector<Statement>;

constexpr uint32_t kVariables = 2;
constexpr uint32_t kMutexes = 2;

/// Enumerates the states of a fork-join program of such bodies.
class Enumerator {
 public:
  explicit Enumerator(const std::vector<Body>& bodies) : bodies_(bodies) {}

  Counts counts() {
    State start;
    start.variables.assign(kVariables, 0);
    start.owners.assign(kMutexes, 0);
    create(start);
    visit(start);
    for (; !queue_.empty(); queue_.pop_front()) expand(State(queue_.front()));
    Counts counts;
    for (const State& state : seen_) ++counts[liveThreads(state)];
    return counts;
  }

 private:
  /// Where a thread stands: before the first or the second visible operation of a statement.
  struct Place {
    uint32_t statement = 0;
    bool second = false;
    uint32_t loaded = 0;  // between a load and the store that uses it
    auto operator<=>(const Place&) const = default;
  };
  struct State {
    uint32_t joined = 0;
    bool exited = false;
    std::vector<Place> places;  // of the created threads
    std::vector<uint32_t> variables;
    std::vector<uint32_t> owners;  // thread + 1
    auto operator<=>(const State&) const = default;
  };

  bool hasEnded(const State& state, size_t thread) const {
    return state.places[thread].statement == bodies_[thread].size();
  }

  uint64_t liveThreads(const State& state) const {
    if (state.exited) return 0;
    uint64_t live = 1;
    for (size_t i = 0; i < state.places.size(); ++i) live += hasEnded(state, i) ? 0 : 1;
    return live;
  }

  void visit(State state) {
    if (seen_.insert(state).second) queue_.push_back(std::move(state));
  }

  static void create(State& state) { state.places.emplace_back(); }

  void expand(const State& state) {
    if (state.exited) return;
    stepMain(state);
    for (size_t i = 0; i < state.places.size(); ++i) {
      if (!hasEnded(state, i)) stepThread(state, i);
    }
  }

  void stepMain(State state) {
    if (state.places.size() < bodies_.size()) {
      create(state);
      return visit(state);
    }
    if (!hasEnded(state, state.joined)) return;
    ++state.joined;
    // Alone, main goes through all its joins at once.
    if (liveThreads(state) == 1) {
      state.exited = true;
      state.places.clear();
      state.joined = 0;
    }
    visit(state);
  }

  void stepThread(State state, size_t thread) {
    Place& place = state.places[thread];
    const Statement& statement = bodies_[thread][place.statement];
    uint32_t& target = state.variables[statement.target];
    const auto self = static_cast<uint32_t>(thread) + 1;
    const auto next = [&] { place = {place.statement + 1, false, 0}; };
    switch (statement.kind) {
      case Statement::Kind::Store:
        target = statement.value;
        next();
        break;
      case Statement::Kind::Copy:
      case Statement::Kind::Increment: {
        const bool increment = statement.kind == Statement::Kind::Increment;
        if (!place.second) {
          place.loaded = increment ? (target + 1) % 3 : state.variables[statement.source];
          place.second = true;
        } else {
          target = place.loaded;
          next();
        }
        break;
      }
      case Statement::Kind::StoreIf:
        if (!place.second && state.variables[statement.source] == 0) {
          next();
        } else if (!place.second) {
          place.second = true;
        } else {
          target = statement.value;
          next();
        }
        break;
      case Statement::Kind::Lock:
        if (state.owners[statement.target] != 0) return;
        state.owners[statement.target] = self;
        next();
        break;
      case Statement::Kind::Unlock:
        state.owners[statement.target] = 0;
        next();
        break;
    }
    visit(state);
  }

  const std::vector<Body>& bodies_;
  std::set<State> seen_;
  std::deque<State> queue_;
};

/// A body that never unlocks what it does not hold, nor locks what it holds; it may end with locks held.
Body generatedBody() {
  Body body;
  std::vector<bool> held(kMutexes, false);
  const auto length = *rc::gen::inRange(0, 6);
  for (int i = 0; i < length; ++i) {
    Statement statement{};
    statement.kind = *rc::gen::element(Statement::Kind::Store, Statement::Kind::Copy, Statement::Kind::Increment,
                                       Statement::Kind::StoreIf, Statement::Kind::Lock);
    statement.target = *rc::gen::inRange(0u, kVariables);
    statement.source = *rc::gen::inRange(0u, kVariables);
    statement.value = *rc::gen::inRange(0u, 3u);
    if (statement.kind == Statement::Kind::Lock) {
      if (held[statement.target]) statement.kind = Statement::Kind::Unlock;
      held[statement.target] = !held[statement.target];
    }
    body.push_back(statement);
  }
  return body;
}

static_assert(kMutexes == kVariables, "targets of both kinds are drawn from one range");

RC_GTEST_PROP(StateCount, OfRandomProgramsIsWhatAnIndependentEnumerationSays, ()) {
  const auto threads = *rc::gen::inRange<size_t>(1, 4);
  std::vector<Body> bodies;
  std::vector<std::string> texts;
  for (size_t i = 0; i < threads; ++i) {
    bodies.push_back(generatedBody());
    texts.emplace_back();
    for (const Statement& statement : bodies.back()) texts.back() += statement.text();
  }
  std::string globals;
  for (uint32_t i = 0; i < kVariables; ++i) globals += fmt::format("static unsigned v{};\n", i);
  for (uint32_t i = 0; i < kMutexes; ++i)
    globals += fmt::format("static pthread_mutex_t m{} = PTHREAD_MUTEX_INITIALIZER;\n", i);
  const std::string text = forkJoin(globals, texts);
  RC_LOG(text);
  const auto program = test::loadedProgram(text);
  const Counts expected = Enumerator(bodies).counts();
  RC_ASSERT(explored(program, Order::DepthFirst) == expected);
  RC_ASSERT(explored(program, Order::BreadthFirst) == expected);
}

}  // namespace
}  // namespace clew::search
