// The symbolic engine as people meet it: what it says of a violation, which engine `auto` takes, and which options go
// with which engine.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command_line.h"
#include "report_schema.h"

namespace clew::test {
namespace {

constexpr const char* kSum = R"(#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < -1000 && y > 7 && y < 9) assert(x + y != -2000);
}
)";

constexpr const char* kParity = R"(#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x % 2 == 1) assert((x & 1u) == 1u);
}
)";

class Symbolic : public CommandLine {
 protected:
  /// The report of a check with the given words; it must keep to the schema.
  json report(Words words) {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--json", "report.json"});
    const Outcome outcome = clew(words);
    const json document = json::parse(read("report.json"));
    for (const auto& complaint : reportSchema().complaintsAbout(document)) {
      ADD_FAILURE() << complaint << "\n" << document.dump(2) << outcome.describe();
    }
    return document;
  }

  static bool says(const Outcome& outcome, const std::string& text) {
    return outcome.output.find(text) != std::string::npos;
  }
};

TEST_F(Symbolic, NamesTheInputsOfAViolation) {
  write("sum.c", kSum);
  const Outcome outcome = clew({"check", "sum.c", "--engine", "symbolic"});
  expectVerdict(outcome, kViolated, "violated (assert)");
  EXPECT_TRUE(says(outcome, "__VERIFIER_nondet_int() is -2008\n")) << outcome.describe();
  EXPECT_TRUE(says(outcome,
                   "\ninputs:\n"
                   "  x = -2008  (__VERIFIER_nondet_int at sum.c:4)\n"
                   "  y = 8  (__VERIFIER_nondet_int at sum.c:5)\n"))
      << outcome.describe();
  EXPECT_FALSE(says(outcome, "chooses")) << outcome.describe();
}

TEST_F(Symbolic, ReplayShowsTheSameInputs) {
  write("sum.c", kSum);
  const json document = report({"sum.c", "--engine", "symbolic"});
  const Outcome again = clew({"replay", "report.json"});
  expectVerdict(again, kViolated, "violated (assert)");
  EXPECT_TRUE(says(again, "x = -2008")) << again.describe();
  EXPECT_EQ(document["trace"]["inputs"][0]["value"], "-2008");
  EXPECT_EQ(document["trace"]["inputs"][0]["bytes"], "28f8ffff");
  EXPECT_EQ(document["trace"]["inputs"][1]["name"], "y");
  EXPECT_EQ(document["trace"]["inputs"][1]["location"]["line"], 5);
}

TEST_F(Symbolic, ReportSaysWhatTheSolversDid) {
  write("parity.c", kParity);
  const json document = report({"parity.c", "--engine", "symbolic"});
  EXPECT_EQ(document["verdict"], "safe");
  EXPECT_EQ(document["engine"], "symbolic");
  EXPECT_GE(document["statistics"]["symbolic"]["branches"], 2);
  EXPECT_GE(document["statistics"]["symbolic"]["terms"], 1);
  EXPECT_TRUE(says(clew({"check", "parity.c", "--engine", "symbolic"}), " branches on inputs, "));
}

TEST_F(Symbolic, ReportOfTheExplicitEngineHasNoneOfThat) {
  write("choice.c", kAssertion);
  const json document = report({"choice.c"});
  EXPECT_EQ(document["engine"], "explicit");
  EXPECT_FALSE(document["statistics"].contains("symbolic"));
  EXPECT_EQ(document["trace"]["inputs"][0]["function"], "clew_choose");
  EXPECT_EQ(document["trace"]["inputs"][0]["value"], "2");
}

TEST_F(Symbolic, AutoTakesTheEngineThatSuitsTheInputs) {
  write("sum.c", kSum);
  write("fine.c", kFine);
  write("small.c", "_Bool __VERIFIER_nondet_bool(void);\nint main(void) { return __VERIFIER_nondet_bool(); }\n");
  write("threads.c", std::string("_Bool __VERIFIER_nondet_bool(void);\n") + kDeadlock +
                         "int unused(void) { return __VERIFIER_nondet_bool(); }\n");
  const auto engineOf = [&](const char* file, const std::string& line) {
    const Outcome outcome = clew({"check", file, "--engine", "auto"});
    EXPECT_TRUE(says(outcome, line)) << outcome.describe();
  };
  engineOf("sum.c", "engine: symbolic (the program takes inputs of 32 bits)\n");
  engineOf("fine.c", "engine: explicit (the program takes no inputs)\n");
  engineOf("small.c", "engine: symbolic (the program takes inputs and has no threads)\n");
  engineOf("threads.c", "engine: explicit (the program has threads, and its inputs have few values)\n");
}

TEST_F(Symbolic, AutoGivesWayToOptionsOfTheExplicitEngine) {
  write("parity.c", "_Bool __VERIFIER_nondet_bool(void);\nint main(void) { return __VERIFIER_nondet_bool(); }\n");
  const Outcome outcome = clew({"check", "parity.c", "--engine", "auto", "--search", "bfs"});
  expectVerdict(outcome, kSafe, "safe");
  EXPECT_TRUE(says(outcome, "engine: explicit (--search is for --engine explicit)\n")) << outcome.describe();
}

TEST_F(Symbolic, ABoundOnStatesHolds) {
  write("count.c",
        "int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int n = 0; for (int i = 0; i < 6; i++) if (__VERIFIER_nondet_int() > i) n++; return n; }\n");
  expectVerdict(clew({"check", "count.c", "--engine", "symbolic", "--merge", "never", "--max-states", "5"}), kUndecided,
                "bounded (5 states)");
}

TEST_F(Symbolic, AbstractionTakesNoOptionThatItDoesNotObey) {
  write("loop.c",
        "#include <assert.h>\n_Bool __VERIFIER_nondet_bool(void);\n"
        "int main(void) { unsigned x = 0; while (__VERIFIER_nondet_bool()) x += 2; assert(x != 7); }\n");
  expectVerdict(clew({"check", "loop.c", "--engine", "abstract"}), kSafe, "safe");
  expectVerdict(clew({"check", "loop.c", "--engine", "abstract", "--max-states", "3"}), kUndecided,
                "bounded (3 states)");
  expectVerdict(clew({"check", "loop.c", "--engine", "abstract", "--blocks", "calls"}), kSafe, "safe");
  expectComplaint({"check", "loop.c", "--engine", "abstract", "--blocks", "functions"},
                  "--blocks: functions not in {calls,loops}");
  expectComplaint({"check", "loop.c", "--blocks", "calls"}, "for --engine abstract");
  expectComplaint({"check", "loop.c", "--engine", "abstract", "--jobs", "2"},
                  "--jobs is for --engine explicit or symbolic");
  expectComplaint({"check", "loop.c", "--engine", "abstract", "--script", "s.clew"},
                  "--script is for --engine explicit or symbolic");
  expectComplaint({"check", "loop.c", "--engine", "abstract", "--unwind", "3"},
                  "--unwind, --bound, --solving, --block and --merge are for --engine symbolic");
}

TEST_F(Symbolic, ExploresARangeOfPaths) {
  write("count.c",
        "int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int n = 0; for (int i = 0; i < 6; i++) if (__VERIFIER_nondet_int() > i) n++; return n; }\n");
  const auto check = [](const Words& more) {
    Words line = {"check", "count.c", "--engine", "symbolic"};
    line.insert(line.end(), more.begin(), more.end());
    return line;
  };
  expectVerdict(clew(check({"--from", "0.1", "--to", "1"})), kUndecided, "bounded (paths from 0.1 to 1)");
  ASSERT_EQ(clew({"paths", "count.c", "--engine", "symbolic", "-n", "3", "-o", "cuts"}).status, 0);
  expectVerdict(clew(check({"--ranges", "cuts"})), kSafe, "safe");
  expectComplaint(check({"--from", "7"}),
                  "--from does not fit the program: its choice number 1 has only 2 alternatives");
  expectComplaint(check({"--from", "1", "--merge", "always"}), "a range of paths needs --merge never");
}

TEST_F(Symbolic, QuietSaysNothingOfTheEngine) {
  write("parity.c", kParity);
  EXPECT_EQ(clew({"check", "parity.c", "--engine", "auto", "--quiet"}).output, "verdict: safe\n");
}

TEST_F(Symbolic, RefusesWhatOnlyTheExplicitEngineHas) {
  write("sum.c", kSum);
  const std::vector<Words> all = {{"--search", "bfs"},       {"--store", "bitstate"},
                                  {"--reduction", "full"},   {"--symmetry", "threads"},
                                  {"--stateless"},           {"--max-depth", "5"},
                                  {"--invariant", "1 == 1"}, {"--range", "1/2", "--partition", "probe"}};
  for (const Words& words : all) {
    Words line = {"check", "sum.c", "--engine", "symbolic"};
    line.insert(line.end(), words.begin(), words.end());
    expectComplaint(line, "is for --engine explicit");
  }
}

TEST_F(Symbolic, ExplicitEngineRefusesWhatOnlyTheSymbolicOneHas) {
  write("sum.c", kSum);
  const std::vector<Words> all = {{"--unwind", "3"},  {"--bound", "3"},       {"--solving", "eager"},  {"--block", "8"},
                                  {"--solver", "z3"}, {"--solver-time", "2"}, {"--unwind-loop", "x=1"}};
  for (const Words& words : all) {
    Words line = {"check", "sum.c"};
    line.insert(line.end(), words.begin(), words.end());
    expectComplaint(line, "need --engine symbolic");
  }
  expectComplaint({"check", "sum.c", "--jobs", "0"}, "--jobs 0 is for --engine symbolic");
}

TEST_F(Symbolic, ComplainsAboutWrongValues) {
  write("sum.c", kSum);
  const auto refuses = [&](const Words& words, const std::string& says) {
    Words line = {"check", "sum.c", "--engine", "symbolic"};
    line.insert(line.end(), words.begin(), words.end());
    expectComplaint(line, says);
  };
  refuses({"--block", "0"}, "--block takes a number of paths or auto");
  refuses({"--block", "many"}, "--block takes a number of paths or auto");
  refuses({"--unwind-loop", "sum.c:4"}, "--unwind-loop takes FILE:LINE=ROUNDS");
  refuses({"--unwind-loop", "sum.c:4=2"}, "no loop begins at sum.c:4");
  refuses({"--solver", "nobody"}, "nobody");
  refuses({"--solving", "later"}, "later");
  expectComplaint({"check", "sum.c", "--engine", "other"}, "other");
}

TEST_F(Symbolic, TestCaseIsRefusedBeforeTheSearchWhereItCannotBeWritten) {
  write("sum.c", kSum);
  expectComplaint({"check", "sum.c", "--test-case", "missing/test.c"}, "missing/test.c: cannot be written");
  expectComplaint({"check", "sum.c", "--test-case", "test"}, "has to end in .c");
  expectComplaint({"check", "sum.c", "--test-case", "./sum.c"}, "would overwrite the program sum.c");
}

TEST_F(Symbolic, TestCaseOfAViolationTellsHowToRunIt) {
  write("sum.c", kSum);
  const Outcome outcome = clew({"check", "sum.c", "--engine", "symbolic", "--test-case", "test.c"});
  EXPECT_EQ(outcome.status, kViolated) << outcome.describe();
  EXPECT_TRUE(says(outcome, "to see it natively: cc -g sum.c test.c -o test && ./test\n")) << outcome.describe();
  EXPECT_NE(read("test.c").find("\"__VERIFIER_nondet_int\", 4, \"\\x28\\xf8\\xff\\xff\""), std::string::npos)
      << read("test.c");
}

TEST_F(Symbolic, WithoutAViolationThereIsNoTestCase) {
  write("parity.c", kParity);
  const Outcome outcome = clew({"check", "parity.c", "--engine", "symbolic", "--test-case", "test.c"});
  expectVerdict(outcome, kSafe, "safe");
  EXPECT_TRUE(says(outcome, "note: no test case was written")) << outcome.describe();
  EXPECT_EQ(files(), (std::set<std::string>{"parity.c"}));
}

}  // namespace
}  // namespace clew::test
