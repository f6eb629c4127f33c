// A search may have no end, so somebody must be able to end it: with a limit on depth, states, time or memory,
// or with Ctrl-C. Time and Ctrl-C end it within a second, also in the middle of a transition that never ends. A
// check that was cut still prints its statistics, and its verdict names what cut it and claims no more than was
// searched.
#include <gtest/gtest.h>
#include <signal.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

using nlohmann::json;

constexpr const char* kLongLocalLoop = R"(int main(void) {
  unsigned long x = 1;
  while (x) x = (x * 3 + 2) | 1;
  return (int)x;
}
)";

class Limits : public CommandLine {
 protected:
  Limits() {
    write("endless.c", kEndlessStates);
    write("local.c", kLongLocalLoop);
    write("volatile.c", "int main(void) { volatile unsigned long x = 0; for (;;) x++; }\n");
  }

  /// Compiling and loading is no part of the second that a limit may take.
  static constexpr double kLoading = 1.5;

  static void expectCut(const Outcome& outcome, const std::string& verdict) {
    expectVerdict(outcome, kUndecided, verdict);
    EXPECT_TRUE(hasStatistics(outcome)) << outcome.describe();
    EXPECT_EQ(outcome.errors, "") << outcome.describe();
  }
};

TEST_F(Limits, OnDepth) {
  for (const char* order : {"dfs", "bfs", "ida"})
    expectCut(clew({"check", "endless.c", "--max-depth", "2", "--search", order}), "bounded (depth 2)");
}

TEST_F(Limits, OnDepthThatCutNothingIsSafe) {
  write("choice.c", "#include <clew.h>\nint main(void) { clew_choose(2); clew_choose(2); return 0; }\n");
  for (const char* order : {"dfs", "bfs", "ida", "beam"}) {
    expectCut(clew({"check", "choice.c", "--max-depth", "1", "--search", order}), "bounded (depth 1)");
    expectVerdict(clew({"check", "choice.c", "--max-depth", "2", "--search", order}), kSafe, "safe");
  }
}

TEST_F(Limits, OnStates) {
  for (const char* order : {"dfs", "bfs", "ida", "beam"}) {
    const Outcome outcome = clew({"check", "endless.c", "--max-states", "1000", "--search", order});
    expectCut(outcome, "bounded (1000 states)");
    EXPECT_NE(outcome.output.find("1,000 states"), std::string::npos) << outcome.describe();
  }
}

TEST_F(Limits, OnTime) {
  for (const char* order : {"dfs", "bfs", "ida", "beam"}) {
    const Outcome outcome = clew({"check", "endless.c", "--time-limit", "1", "--search", order});
    expectCut(outcome, "unknown (time limit)");
    EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
  }
}

TEST_F(Limits, OnTimeInsideALongLocalLoop) {
  for (const char* program : {"local.c", "volatile.c"}) {
    const Outcome outcome = clew({"check", program, "--time-limit", "1"});
    expectCut(outcome, "unknown (time limit)");
    EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
  }
}

TEST_F(Limits, OnTimeInsideALoopOfLongJumps) {
  write("jumps.c",
        "#include <setjmp.h>\nstatic jmp_buf place;\nstatic unsigned long n;\n"
        "int main(void) { setjmp(place); n++; longjmp(place, 1); }\n");
  const Outcome outcome = clew({"check", "jumps.c", "--time-limit", "1"});
  expectCut(outcome, "unknown (time limit)");
  EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
}

TEST_F(Limits, OnTimeOfOnePath) {
  const Outcome outcome = clew({"run", "local.c", "--time-limit", "1"});
  expectVerdict(outcome, kUndecided, "bounded (one path, not to its end)");
  EXPECT_LT(outcome.seconds, 1 + 1 + kLoading) << outcome.describe();
}

TEST_F(Limits, OnMemory) {
  write("growing.c", "#include <clew.h>\nstatic char g[4096];\nint main(void) { for (;;) g[clew_choose(4096)]++; }\n");
  for (const char* order : {"dfs", "bfs"}) {
    expectCut(clew({"check", "growing.c", "--memory-limit", "100M", "--search", order, "--time-limit", "40"}),
              "unknown (memory limit)");
  }
}

TEST_F(Limits, OnTimeWriteTheReportToo) {
  const Outcome outcome = clew({"check", "endless.c", "--time-limit", "1", "--json", "report.json"});
  expectCut(outcome, "unknown (time limit)");
  const json report = json::parse(read("report.json"));
  EXPECT_EQ(report["verdict"], "unknown");
  EXPECT_EQ(report["detail"], "time limit");
  EXPECT_GT(report["statistics"]["states"].get<uint64_t>(), 1000u);
}

class Interrupt : public Limits {};

TEST_F(Interrupt, EndsASearchWithinASecond) {
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome outcome = clew({"check", "endless.c", "--search", order}, Signal{SIGINT, 2});
    expectCut(outcome, "unknown (interrupted)");
    EXPECT_LT(outcome.seconds, 1) << outcome.describe();
  }
}

TEST_F(Interrupt, EndsALongLocalLoopWithinASecond) {
  for (const char* program : {"local.c", "volatile.c"}) {
    const Outcome outcome = clew({"check", program}, Signal{SIGINT, 2});
    expectCut(outcome, "unknown (interrupted)");
    EXPECT_LT(outcome.seconds, 1) << outcome.describe();
  }
}

TEST_F(Interrupt, EndsOnePathWithinASecond) {
  for (const char* program : {"local.c", "endless.c"}) {
    const Outcome outcome = clew({"run", program}, Signal{SIGINT, 2});
    expectVerdict(outcome, kUndecided, "bounded (one path, not to its end)");
    EXPECT_LT(outcome.seconds, 1) << outcome.describe();
  }
}

TEST_F(Interrupt, EndsAReplayWithinASecond) {
  const Outcome outcome = clew({"replay", "local.c", "--path", ""}, Signal{SIGINT, 2});
  expectVerdict(outcome, kUndecided, "");
  EXPECT_LT(outcome.seconds, 1) << outcome.describe();
}

TEST_F(Interrupt, BySigtermEndsTheSameWay) {
  const Outcome outcome = clew({"check", "endless.c"}, Signal{SIGTERM, 2});
  expectCut(outcome, "unknown (interrupted)");
  EXPECT_LT(outcome.seconds, 1) << outcome.describe();
}

}  // namespace
}  // namespace clew::test
