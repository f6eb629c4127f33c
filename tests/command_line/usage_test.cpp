// What somebody sees who uses clew as it is meant to be used: help that starts with examples, a verdict as the
// last line with its exit status, no colours without a terminal, what the program printed in a run, and, where
// something cannot be decided, the reason with its place in the source.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "command_line.h"

namespace clew::test {
namespace {

class Help : public CommandLine {};

TEST_F(Help, ListsTheVerbsAndTheProperties) {
  for (const Words& words : {Words{"help"}, Words{"--help"}, Words{"-h"}}) {
    const Outcome outcome = clew(words);
    EXPECT_EQ(outcome.status, 0) << outcome.describe();
    EXPECT_EQ(outcome.errors, "");
    for (const char* word : {"check", "run", "replay", "deadlock", "use-after-free", "Exit status"}) {
      EXPECT_NE(outcome.output.find(word), std::string::npos) << word;
    }
  }
}

TEST_F(Help, OfAVerbShowsExamplesFirst) {
  for (const std::string verb : {"check", "run", "replay"}) {
    const Outcome outcome = clew({"help", verb});
    EXPECT_EQ(outcome.status, 0) << outcome.describe();
    EXPECT_TRUE(outcome.output.starts_with("Examples:\n  clew " + verb)) << outcome.describe();
    EXPECT_LT(outcome.output.find("clew " + verb), outcome.output.find("--help")) << outcome.describe();
    EXPECT_EQ(clew({verb, "--help"}).output, outcome.output);
  }
}

TEST_F(Help, OfCheckShowsTheSymbolicEngineByExample) {
  const Outcome outcome = clew({"help", "check"});
  const size_t example = outcome.output.find("  clew check prog.c --engine symbolic");
  EXPECT_LT(example, outcome.output.find("--help")) << outcome.describe();
}

TEST_F(Help, PrintsTheVersion) {
  const Outcome outcome = clew({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.output.starts_with("clew ")) << outcome.describe();
  EXPECT_EQ(lines(outcome.output), 1u);
}

class Verdicts : public CommandLine {};

TEST_F(Verdicts, SafeIsStatusZero) {
  write("fine.c", kFine);
  const Outcome outcome = clew({"check", "fine.c"});
  expectVerdict(outcome, kSafe, "safe");
  EXPECT_EQ(outcome.lastLine(), "verdict: safe");
  EXPECT_TRUE(hasStatistics(outcome)) << outcome.describe();
  EXPECT_EQ(outcome.errors, "");
}

TEST_F(Verdicts, QuietPrintsTheVerdictAlone) {
  write("fine.c", kFine);
  EXPECT_EQ(clew({"check", "fine.c", "--quiet"}).output, "verdict: safe\n");
}

TEST_F(Verdicts, ViolatedIsStatusOneAndNamesTheProperty) {
  write("choice.c", kAssertion);
  write("lock.c", kDeadlock);
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome assertion = clew({"check", "choice.c", "--search", order});
    expectVerdict(assertion, kViolated, "violated (assert)");
    EXPECT_NE(assertion.output.find("clew replay choice.c --path 2"), std::string::npos) << assertion.describe();
    expectVerdict(clew({"check", "lock.c", "--search", order}), kViolated, "violated (deadlock)");
  }
}

TEST_F(Verdicts, NoColoursWithoutATerminalWhateverTheEnvironmentSays) {
  write("lock.c", kDeadlock);
  for (const Words& environment : {Words{"NO_COLOR=1"}, Words{"TERM=xterm-256color"}, Words{"CLICOLOR_FORCE=1"}}) {
    expectVerdict(clew({"check", "lock.c"}, std::nullopt, environment), kViolated, "violated (deadlock)");
  }
}

TEST_F(Verdicts, AViolationThatIsNotSelectedIsNotSafe) {
  write("null.c", "int main(void) { int *p = 0; return *p; }\n");
  expectVerdict(clew({"check", "null.c", "--property", "deadlock"}), kUndecided, "unknown (");
}

TEST_F(Verdicts, AnAssertionThatIsNotSelectedEndsTheProcess) {
  write("choice.c", kAssertion);
  expectVerdict(clew({"check", "choice.c", "--property", "deadlock"}), kSafe, "safe");
}

TEST_F(Verdicts, InfiniteRecursionIsNamed) {
  write("deep.c", "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n");
  const Outcome outcome = clew({"check", "deep.c"});
  expectVerdict(outcome, kUndecided, "unknown (calls nest");
  EXPECT_NE(outcome.lastLine().find("deep.c:1"), std::string::npos) << outcome.describe();
  expectVerdict(clew({"run", "deep.c"}), kUndecided, "unknown (calls nest");
}

TEST_F(Verdicts, AnAllocationOfAGigabyteIsNamed) {
  write(
      "large.c",
      "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(1 << 30);\n  p[5] = 1;\n  free(p);\n  return 0;\n}\n");
  const Outcome outcome = clew({"check", "large.c"});
  expectVerdict(outcome, kUndecided, "unknown (");
  EXPECT_NE(outcome.lastLine().find("1073741824 bytes"), std::string::npos) << outcome.describe();
  EXPECT_NE(outcome.lastLine().find("large.c:3"), std::string::npos) << outcome.describe();
}

TEST_F(Verdicts, AnUnmodelledFunctionThatIsCalledIsNamedWithItsPlace) {
  write("unknown.c", "extern int mystery(int);\nint main(void) {\n  return mystery(3);\n}\n");
  for (const char* verb : {"check", "run"}) {
    const Outcome outcome = clew({verb, "unknown.c"});
    expectVerdict(outcome, kUndecided, "unknown (");
    EXPECT_NE(outcome.lastLine().find("mystery"), std::string::npos) << outcome.describe();
    EXPECT_NE(outcome.lastLine().find("unknown.c:3"), std::string::npos) << outcome.describe();
  }
}

TEST_F(Verdicts, WhatIsNotModelledOfPosixIsNamed) {
  const std::pair<const char*, const char*> calls[] = {
      {"pthread_cancel(pthread_self());", "pthread_cancel"},
      {"fopen(\"f\", \"r\");", "fopen"},
      {"fork();", "fork"},
      {"sem_open(\"/s\", 0);", "sem_open"},
      {"pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);",
       "PTHREAD_MUTEX_ROBUST"},
      {"setenv(\"A\", \"b\", 1);", "setenv"}};
  for (const auto& [call, name] : calls) {
    write("posix.c",
          std::string("#include <pthread.h>\n#include <semaphore.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                      "#include <unistd.h>\nint main(void) { ") +
              call + " }\n");
    const Outcome outcome = clew({"check", "posix.c"});
    expectVerdict(outcome, kUndecided, "unknown (");
    EXPECT_NE(outcome.lastLine().find(name), std::string::npos) << outcome.describe();
  }
}

TEST_F(Verdicts, AnUnmodelledFunctionThatIsOnlyDeclaredIsFine) {
  write("declared.c",
        "extern int mystery(int);\nextern int other;\nint main(int argc, char **argv) {\n  (void)argv;\n"
        "  if (argc > 5) return mystery(other);\n  return 0;\n}\n");
  expectVerdict(clew({"check", "declared.c"}), kSafe, "safe");
  expectVerdict(clew({"check", "declared.c", "--arg", "1", "--arg", "2", "--arg", "3", "--arg", "4", "--arg", "5"}),
                kUndecided, "unknown (");
}

TEST_F(Verdicts, AcceptBitcodeAndAssemblyOfAProgram) {
  write("fine.bc", bitcodeOf(kFine));
  write("fine.ll", "define i32 @main() {\n  ret i32 0\n}\n");
  expectVerdict(clew({"check", "fine.bc"}), kSafe, "safe");
  expectVerdict(clew({"check", "fine.ll"}), kSafe, "safe");
}

class Run : public CommandLine {};

TEST_F(Run, PrintsWhatTheProgramPrintsAndItsStatus) {
  write("hello.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  printf(\"%d %s\\n\", argc, argv[1]);\n  return "
        "7;\n}\n");
  const Outcome outcome = clew({"run", "hello.c", "--arg", "x y"});
  EXPECT_EQ(outcome.output, "2 x y\nverdict: bounded (one path, exit status 7)\n") << outcome.describe();
}

TEST_F(Run, ReadsTheStandardInputThatIsGiven) {
  write("sum.c",
        "#include <stdio.h>\nint main(void) {\n  int a, b;\n  if (scanf(\"%d %d\", &a, &b) != 2) return 1;\n"
        "  printf(\"%d\\n\", a + b);\n  return 0;\n}\n");
  EXPECT_EQ(clew({"run", "sum.c", "--stdin", "3 -4"}).output, "-1\nverdict: bounded (one path, exit status 0)\n");
  EXPECT_EQ(clew({"run", "sum.c", "--stdin", ""}).output, "verdict: bounded (one path, exit status 1)\n");
  EXPECT_EQ(clew({"run", "sum.c"}).output, "verdict: bounded (one path, exit status 1)\n");
}

TEST_F(Run, MakesTheSameChoicesForTheSameSeed) {
  write("dice.c",
        "#include <clew.h>\n#include <stdio.h>\nint main(void) { for (int i = 0; i < 20; i++) printf(\"%d\", "
        "clew_choose(6)); }\n");
  EXPECT_EQ(clew({"run", "dice.c", "--seed", "7"}).output, clew({"run", "dice.c", "--seed", "7"}).output);
  EXPECT_NE(clew({"run", "dice.c", "--seed", "7"}).output, clew({"run", "dice.c", "--seed", "8"}).output);
  EXPECT_TRUE(clew({"run", "dice.c"}).output.starts_with("00000000000000000000"));
  EXPECT_TRUE(clew({"run", "dice.c", "--path", "1.5x3"}).output.starts_with("15550000000000000000"));
}

}  // namespace
}  // namespace clew::test
