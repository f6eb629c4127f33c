// Minimal paths from outside: whatever searched, what is shown has the fewest context switches, is replayed to the same
// violation, and can be switched off.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

using nlohmann::json;

constexpr const char* kPhilosophers = R"(#include <pthread.h>
static pthread_mutex_t fork_mutex[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *philosopher(void *number) {
  long left = (long)number, right = (left + 1) % 3;
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&fork_mutex[left]);
    pthread_mutex_lock(&fork_mutex[right]);
    pthread_mutex_unlock(&fork_mutex[right]);
    pthread_mutex_unlock(&fork_mutex[left]);
  }
  return 0;
}
int main(void) {
  pthread_t thread[3];
  for (long i = 0; i < 3; i++) pthread_create(&thread[i], 0, philosopher, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(thread[i], 0);
  return 0;
}
)";

constexpr const char* kInputs = R"(#include <assert.h>
int __VERIFIER_nondet_int(void);
static int sum, count;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 1000) sum = 1;
  assert(sum == 0);
  return 0;
}
)";

/// Main, the other thread, and main again have to run.
constexpr const char* kTurns = R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int turn, noise;
static int total;
static void *other(void *unused) {
  for (int i = 0; i < 3; i++) noise++;
  if (turn == 1) turn = 2;
  noise = 7;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  noise = 1;
  turn = 1;
  if (turn == 2) total = 1;
  assert(total == 0);
  pthread_join(thread, 0);
  return 0;
}
)";

class Minimised : public CommandLine {
 protected:
  Minimised() {
    write("table.c", kPhilosophers);
    write("turns.c", kTurns);
    write("inputs.c", kInputs);
  }

  /// Checks a program and gives back what the report says of its violation, which can be seen again.
  json violationOf(const Words& words, const std::string& verdict, const Words& forReplay = {}) const {
    Words all = {"check", "--json", "report.json"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = clew(all);
    expectVerdict(outcome, kViolated, verdict);
    const json report = json::parse(read("report.json"));
    Words again = {"replay", words.front(), "--path", report["violation"]["path"].get<std::string>()};
    again.insert(again.end(), forReplay.begin(), forReplay.end());
    expectVerdict(clew(again), kViolated, verdict);
    return report["violation"];
  }
  static void expectLength(const json& violation, int switches, int steps) {
    EXPECT_EQ(violation["minimised"]["context_switches"], switches) << violation;
    EXPECT_EQ(violation["minimised"]["steps"], steps) << violation;
    EXPECT_LE(violation["minimised"]["context_switches"], violation["minimised"]["context_switches_before"]);
    EXPECT_EQ(violation["minimised"]["least"], true) << violation;
  }
};

TEST_F(Minimised, IsWhateverSearchFindsIt) {
  // Main creates two more threads, each of the three takes its first fork.
  for (const Words& mode :
       {Words{}, Words{"--search", "bfs"}, Words{"--search", "best"}, Words{"--jobs", "2"},
        Words{"--reduction", "full"}, Words{"--symmetry", "threads"}, Words{"--stateless"}, Words{"--search", "random"},
        Words{"--search", "bfs", "--store", "strict", "--store-dir", "run"}, Words{"--max-depth", "9"}}) {
    Words words = {"table.c"};
    words.insert(words.end(), mode.begin(), mode.end());
    expectLength(violationOf(words, "violated (deadlock)"), 3, 5);
  }
}

TEST_F(Minimised, IsOtherViolationsToo) {
  // Main sets the turn by two writes, the other thread goes to its end, and then main is alone: one step.
  expectLength(violationOf({"turns.c", "--property", "assert"}, "violated (assert)"), 2, 9);
  // Two steps of main, and five of the other thread.
  const Words invariant = {"--invariant", "turn != 2"};
  expectLength(violationOf({"turns.c", "--invariant", "turn != 2"}, "violated (invariant)", invariant), 1, 7);
}

TEST_F(Minimised, KeepsInputsThatViolate) {
  const json violation = violationOf({"inputs.c", "--engine", "symbolic"}, "violated (assert)");
  EXPECT_EQ(violation["minimised"]["context_switches"], 0);
}

TEST_F(Minimised, IsNothingIfNobodyWantsIt) {
  const json found = violationOf({"table.c", "--minimize", "0"}, "violated (deadlock)");
  EXPECT_FALSE(found.contains("minimised"));
  EXPECT_EQ(clew({"check", "table.c", "--minimize", "0"}).output.find("minimised"), std::string::npos);
  EXPECT_NE(clew({"check", "table.c"}).output.find("; fewest possible\n"), std::string::npos);
  EXPECT_NE(clew({"check", "table.c", "--search", "bfs"}).output.find("; shortest possible\n"), std::string::npos);
  EXPECT_EQ(clew({"check", "table.c", "--quiet"}).output.find("minimised"), std::string::npos);
}

TEST_F(Minimised, NeedsANumberOfSeconds) {
  for (const char* wrong : {"-1", "x", "nan", "1e999", ""}) {
    expectComplaint({"check", "table.c", "--minimize", wrong}, "seconds");
  }
}

TEST_F(Minimised, TraceFoldsUnlessAllIsAskedFor) {
  const Outcome folded = clew({"check", "turns.c", "--property", "assert"});
  EXPECT_NE(folded.output.find("lines that have nothing to do with it"), std::string::npos) << folded.describe();
  const Outcome whole = clew({"check", "turns.c", "--property", "assert", "--trace", "full"});
  EXPECT_EQ(whole.output.find("nothing to do with it"), std::string::npos) << whole.describe();
  EXPECT_NE(whole.output.find("noise: 1 -> 2"), std::string::npos) << whole.describe();
  expectComplaint({"check", "turns.c", "--trace", "half"}, "--trace");
  expectComplaint({"replay", "turns.c", "--path", "0", "--trace", "half"}, "--trace");
}

}  // namespace
}  // namespace clew::test
