// Reductions as people see them: the same verdict with fewer states, counterexamples that replay, and a word about why.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

using nlohmann::json;

constexpr const char* kTwoLocks = R"(#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *add(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    int now = counter;
    counter = now + 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == EXPECTED);
}
)";

class ReductionOption : public CommandLine {
 protected:
  json statistics(const std::string& reduction) {
    expectVerdict(clew({"check", "add.c", "--reduction", reduction, "--json", "report.json", "--", "-DEXPECTED=4"}), 0,
                  "safe");
    return json::parse(read("report.json"))["statistics"];
  }
};

TEST_F(ReductionOption, KeepsTheVerdictWithFewerStates) {
  write("add.c", kTwoLocks);
  const json none = statistics("none");
  const json local = statistics("local");
  const json full = statistics("full");
  EXPECT_EQ(none["reduction"], "none");
  EXPECT_EQ(none["passed_through"], 0);
  EXPECT_EQ(full["reduction"], "full");
  EXPECT_GT(full["passed_through"].get<uint64_t>(), 0U);
  EXPECT_LT(local["states"].get<uint64_t>(), none["states"].get<uint64_t>());
  EXPECT_LE(full["states"].get<uint64_t>(), local["states"].get<uint64_t>());
}

TEST_F(ReductionOption, CounterexamplesReplay) {
  write("add.c", kTwoLocks);
  for (const char* reduction : {"none", "local", "full"}) {
    expectVerdict(clew({"check", "add.c", "--reduction", reduction, "--json", "report.json", "--", "-DEXPECTED=3"}),
                  kViolated, "violated (assert)");
    expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (assert)");
  }
}

TEST_F(ReductionOption, GoesTogetherWithSymmetry) {
  write("add.c", kTwoLocks);
  for (const char* reduction : {"none", "full"}) {
    const json alone = statistics(reduction);
    EXPECT_EQ(alone["symmetry"], "none");
    expectVerdict(clew({"check", "add.c", "--reduction", reduction, "--symmetry", "threads", "--json", "report.json",
                        "--", "-DEXPECTED=4"}),
                  0, "safe");
    const json both = json::parse(read("report.json"))["statistics"];
    EXPECT_EQ(both["symmetry"], "threads");
    EXPECT_LE(both["states"].get<uint64_t>(), alone["states"].get<uint64_t>());
    expectVerdict(clew({"check", "add.c", "--reduction", reduction, "--symmetry", "threads", "--json", "report.json",
                        "--", "-DEXPECTED=3"}),
                  kViolated, "violated (assert)");
    expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (assert)");
  }
}

TEST_F(ReductionOption, IsOffUnlessAskedFor) {
  write("add.c", kTwoLocks);
  clew({"check", "add.c", "--json", "report.json", "--", "-DEXPECTED=4"});
  EXPECT_EQ(json::parse(read("report.json"))["statistics"]["reduction"], "none");
  EXPECT_EQ(json::parse(read("report.json"))["statistics"]["symmetry"], "none");
}

TEST_F(ReductionOption, IsExplainedForAState) {
  write("add.c", kTwoLocks);
  const Outcome outcome = clew({"run", "add.c", "--path", "0.0", "--explain-reduction", "--", "-DEXPECTED=4"});
  EXPECT_NE(outcome.output.find("thread 1 before add.c:7: explored: thread 2 may touch the same memory at add.c:7"),
            std::string::npos)
      << outcome.describe();
  EXPECT_NE(outcome.output.find("thread 0 before add.c:18: cannot go on"), std::string::npos) << outcome.describe();
}

TEST_F(ReductionOption, OfAnotherNameIsRefused) {
  write("add.c", kTwoLocks);
  expectComplaint({"check", "add.c", "--reduction", "most"}, "--reduction");
  expectComplaint({"check", "add.c", "--symmetry", "all"}, "--symmetry");
}

}  // namespace
}  // namespace clew::test
