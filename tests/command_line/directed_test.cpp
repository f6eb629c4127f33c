// Directed searches from outside: what they find is shown with the value of each state, what they leave out is in the
// verdict, and options that say nothing to an order are refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

using nlohmann::json;

class DirectedSearch : public CommandLine {
 protected:
  DirectedSearch() {
    write("fine.c", kFine);
    write("choice.c", kAssertion);
    write("lock.c", kDeadlock);
    write("endless.c", kEndlessStates);
  }
};

TEST_F(DirectedSearch, FindsWhatThereIs) {
  for (const char* order : {"ida", "beam", "random"}) {
    expectVerdict(clew({"check", "choice.c", "--search", order}), kViolated, "violated (assert)");
    expectVerdict(clew({"check", "lock.c", "--search", order}), kViolated, "violated (deadlock)");
  }
  for (const char* heuristic : {"most-blocked", "lock-order", "interleaving", "error-distance", "choose-free",
                                "most-blocked,lock-order:10,interleaving,error-distance,choose-free"}) {
    for (const char* order : {"ida", "beam"}) {
      expectVerdict(clew({"check", "lock.c", "--search", order, "--heuristic", heuristic}), kViolated,
                    "violated (deadlock)");
    }
  }
}

TEST_F(DirectedSearch, IsSafeOnlyIfNothingWasLeftOut) {
  expectVerdict(clew({"check", "fine.c", "--search", "ida"}), kSafe, "safe");
  expectVerdict(clew({"check", "fine.c", "--search", "beam", "--beam-width", "1"}), kSafe, "safe");
  expectVerdict(clew({"check", "fine.c", "--search", "random"}), kUndecided, "unknown (random walk)");
  write("many.c", "#include <clew.h>\nint main(void) { return 10 * clew_choose(4) + clew_choose(4); }\n");
  expectVerdict(clew({"check", "many.c", "--search", "beam", "--beam-width", "4"}), kSafe, "safe");
  expectVerdict(clew({"check", "many.c", "--search", "beam", "--beam-width", "3"}), kUndecided,
                "unknown (beam of 3 states)");
}

TEST_F(DirectedSearch, RandomWalkEndsByEachOfItsLimits) {
  expectVerdict(clew({"check", "endless.c", "--search", "random", "--walks", "3", "--max-depth", "50"}), kUndecided,
                "unknown (random walk)");
  expectVerdict(clew({"check", "endless.c", "--search", "random", "--max-states", "100"}), kUndecided,
                "unknown (random walk)");
  expectVerdict(clew({"check", "endless.c", "--search", "random", "--time-limit", "0.5"}), kUndecided,
                "unknown (time limit)");
}

TEST_F(DirectedSearch, ReportSaysWhatDirectedItAndTheValueOfEachState) {
  const Outcome outcome =
      clew({"check", "lock.c", "--search", "beam", "--heuristic", "lock-order:2", "--json", "report.json"});
  expectVerdict(outcome, kViolated, "violated (deadlock)");
  const json report = json::parse(read("report.json"));
  EXPECT_EQ(report["search"], "beam");
  EXPECT_EQ(report["heuristics"], "lock-order:2");
  // Of four threads that were expected two are before a lock, then one holds one, then both wait.
  EXPECT_EQ(report["trace"]["heuristic_values"], json({28, 24, 16}));
  EXPECT_NE(outcome.output.find("\n step  h   "), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("\n    2  16  "), std::string::npos) << outcome.output;
  const Outcome replayed = clew({"replay", "--json", "report.json"});
  EXPECT_EQ(replayed.output.find("\n step  h "), std::string::npos) << replayed.output;
}

TEST_F(DirectedSearch, ReportOfAnotherSearchHasNoValues) {
  EXPECT_EQ(clew({"check", "lock.c", "--json", "report.json"}).output.find("  h  "), std::string::npos);
  const json report = json::parse(read("report.json"));
  EXPECT_EQ(report["search"], "dfs");
  EXPECT_FALSE(report.contains("heuristics"));
  EXPECT_FALSE(report["trace"].contains("heuristic_values"));
}

TEST_F(DirectedSearch, RefusesWhatDoesNotFit) {
  for (const char* order : {"dfs", "bfs", "random"}) {
    expectComplaint({"check", "fine.c", "--search", order, "--heuristic", "most-blocked"}, "--heuristic is for");
  }
  expectComplaint({"check", "fine.c", "--heuristic", "most-blocked"}, "--heuristic is for");
  expectComplaint({"check", "fine.c", "--search", "beam", "--heuristic", "nearest"}, "no such heuristic: 'nearest'");
  expectComplaint({"check", "fine.c", "--search", "beam", "--heuristic", ""}, "no such heuristic: ''");
  expectComplaint({"check", "fine.c", "--search", "beam", "--heuristic", "lock-order:0"}, "weight");
  expectComplaint({"check", "fine.c", "--search", "beam", "--heuristic", "lock-order,lock-order"}, "twice");
  expectComplaint({"check", "fine.c", "--search", "bfs", "--beam-width", "9"}, "--beam-width is for --search beam");
  expectComplaint({"check", "fine.c", "--search", "beam", "--beam-width", "0"}, "--beam-width");
  expectComplaint({"check", "fine.c", "--search", "beam", "--walks", "9"}, "--walks is for --search random");
  expectComplaint({"check", "fine.c", "--search", "ida", "--seed", "9"}, "--seed is for --search random");
  expectComplaint({"check", "fine.c", "--search", "random", "--seed", "soon"}, "--seed");
  for (const char* order : {"ida", "beam", "random"}) {
    expectComplaint({"check", "fine.c", "--search", order, "--jobs", "2"}, "has one worker");
    expectComplaint({"check", "fine.c", "--search", order, "--stateless"}, "--stateless needs --search dfs");
    expectComplaint({"check", "fine.c", "--search", order, "--script", "s.clew"}, "--script needs --search dfs");
  }
  expectComplaint({"check", "fine.c", "--search", "ida", "--store", "bitstate"}, "--search ida");
}

}  // namespace
}  // namespace clew::test
