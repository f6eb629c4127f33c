// Certificates as people use them: check writes a script, certify believes it or says why not, script shows it. A
// script that is not believed is an answer, with its line and the status of a violation; what is no script at all is
// bad input.
#include <gtest/gtest.h>

#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

constexpr const char* kSafeProgram = R"(#include <assert.h>
#include <clew.h>
static int total;
int main(void) {
  total = clew_choose(3);
  total += clew_choose(3);
  assert(total <= 4);
  return 0;
}
)";

constexpr const char* kThreads = R"(#include <pthread.h>
static pthread_mutex_t mutex;
static int count;
static void *worker(void *x) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
  }
  return x;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return count - 4;
}
)";

class Certify : public CommandLine {
 protected:
  Certify() {
    write("safe.c", kSafeProgram);
    write("threads.c", kThreads);
    write("assertion.c", kAssertion);
    write("deadlock.c", kDeadlock);
  }

  /// Writes `script` of a program that has this verdict.
  void record(const std::string& program, const std::string& script, const Words& more = {}, int status = kSafe,
              const std::string& verdict = "safe") const {
    Words words = {"check", program, "--script", script};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = clew(words);
    expectVerdict(outcome, status, verdict);
    EXPECT_EQ(outcome.errors, "") << outcome.describe();
  }

  Outcome certify(const std::string& program, const std::string& script, const Words& more = {}) const {
    Words words = {"certify", program, "--script", script};
    words.insert(words.end(), more.begin(), more.end());
    return clew(words);
  }

  static void expectAccepted(const Outcome& outcome, const std::string& how = "") {
    EXPECT_EQ(outcome.status, 0) << outcome.describe();
    EXPECT_EQ(outcome.lastLine(), "certificate: accepted" + how) << outcome.describe();
    EXPECT_EQ(outcome.errors, "") << outcome.describe();
  }

  static void expectRejected(const Outcome& outcome, const std::string& reason) {
    EXPECT_EQ(outcome.status, 1) << outcome.describe();
    EXPECT_TRUE(outcome.lastLine().starts_with("certificate: rejected (")) << outcome.describe();
    EXPECT_TRUE(outcome.lastLine().ends_with(")")) << outcome.describe();
    EXPECT_NE(outcome.lastLine().find(reason), std::string::npos) << outcome.describe();
    EXPECT_EQ(outcome.errors, "") << outcome.describe();
  }
};

// ---- what is true ----

TEST_F(Certify, AcceptsWhatCheckWrote) {
  for (const char* program : {"safe.c", "threads.c"}) {
    record(program, "script");
    const Outcome outcome = certify(program, "script");
    expectAccepted(outcome);
    EXPECT_TRUE(hasStatistics(outcome)) << outcome.describe();
    expectAccepted(certify(program, "script", {"--execute-all"}));
    const Outcome quiet = certify(program, "script", {"--quiet"});
    expectAccepted(quiet);
    EXPECT_EQ(quiet.output, "certificate: accepted\n");
  }
}

TEST_F(Certify, AcceptsWithSeveralWorkers) {
  record("threads.c", "script");
  for (const char* jobs : {"2", "5"}) expectAccepted(certify("threads.c", "script", {"--jobs", jobs}));
}

TEST_F(Certify, DoesNotCareWhereTheProgramIs) {
  record("safe.c", "script");
  fs::create_directory(place("elsewhere"));
  fs::copy(place("safe.c"), place("elsewhere/safe.c"));
  expectAccepted(certify("elsewhere/safe.c", "script"));
}

TEST_F(Certify, AcceptsWithTheOptionsOfTheSearch) {
  const Words options = {"--malloc-may-fail", "--arg", "one", "--stdin", "text", "--max-call-depth", "100"};
  record("safe.c", "script", options);
  expectAccepted(certify("safe.c", "script", options));
}

TEST_F(Certify, GoesThePathToAViolation) {
  record("assertion.c", "path", {}, kViolated, "violated (assert)");
  const Outcome outcome = certify("assertion.c", "path");
  expectAccepted(outcome, " (assert is violated)");
  EXPECT_NE(outcome.output.find("assertion \"x != 2\" failed"), std::string::npos) << outcome.describe();
  record("deadlock.c", "path", {}, kViolated, "violated (deadlock)");
  expectAccepted(certify("deadlock.c", "path"), " (deadlock is violated)");
}

// ---- what is not ----

TEST_F(Certify, RejectsAProgramWithOneOtherStatement) {
  for (const char* program : {"safe.c", "assertion.c"}) {
    const bool isSafe = std::string(program) == "safe.c";
    record(program, "script", {}, isSafe ? kSafe : kViolated, isSafe ? "safe" : "violated");
    std::string text = read(program);
    text.replace(text.find("clew_choose(3)"), 14, "clew_choose(4)");
    write("changed.c", text);
    expectRejected(certify("changed.c", "script"), "the program differs from the one the script was made for");
  }
}

TEST_F(Certify, RejectsTheScriptOfAnotherProgram) {
  record("safe.c", "script");
  expectRejected(certify("threads.c", "script"), "the program differs");
}

TEST_F(Certify, AcceptsWhatAReductionLeavesOutIfAsked) {
  for (const std::string reduction : {"local", "full"}) {
    record("threads.c", "script", {"--reduction", reduction});
    const Outcome outcome = certify("threads.c", "script", {"--reduction", reduction});
    expectAccepted(outcome);
    EXPECT_EQ(outcome.output.find("103 states"), std::string::npos) << outcome.describe();
    expectAccepted(certify("threads.c", "script", {"--reduction", reduction, "--jobs", "2"}));
    expectRejected(certify("threads.c", "script"), "--reduction differs");
    expectComplaint(
        {"certify", "threads.c", "--script", "script", "--reduction", reduction, "--invariant", "count < 9"},
        "leaves out states");
    record("threads.c", "trustful", {"--reduction", reduction, "--script-kind", "trustful"});
    expectAccepted(certify("threads.c", "trustful", {"--reduction", reduction, "--trust"}),
                   " (trusting the script to leave nothing out)");
    // Who asks for more sees what is left out as the search did.
    record("threads.c", "less", {"--reduction", reduction, "--property", "assert"});
    expectAccepted(certify("threads.c", "less", {"--reduction", reduction}));
  }
  record("threads.c", "whole");
  expectRejected(certify("threads.c", "whole", {"--reduction", "full"}), "--reduction differs");
  // A path is the same to everybody.
  record("assertion.c", "path", {"--reduction", "full"}, kViolated, "violated (assert)");
  expectAccepted(certify("assertion.c", "path"), " (assert is violated)");
}

TEST_F(Certify, RejectsOtherOptions) {
  record("safe.c", "script");
  expectRejected(certify("safe.c", "script", {"--malloc-may-fail"}), "--malloc-may-fail differs");
  expectRejected(certify("safe.c", "script", {"--arg", "one"}), "arguments differ");
  expectRejected(certify("safe.c", "script", {"--stdin", "text"}), "standard input differs");
  expectRejected(certify("safe.c", "script", {"--max-call-depth", "50"}), "--max-call-depth differs");
  record("safe.c", "other", {"--arg", "one", "--stdin", "text", "--malloc-may-fail"});
  expectRejected(certify("safe.c", "other"), "arguments differ");
  expectRejected(certify("safe.c", "other", {"--arg", "one"}), "standard input differs");
  expectRejected(certify("safe.c", "other", {"--arg", "one", "--stdin", "txet"}), "standard input differs");
  expectRejected(certify("safe.c", "other", {"--arg", "one", "--stdin", "text"}), "--malloc-may-fail differs");
}

TEST_F(Certify, RejectsWhatViolatesAPropertyOfTheConsumer) {
  write("leak.c", "#include <stdlib.h>\nint main(void) { return malloc(8) == 0; }\n");
  record("leak.c", "script");
  expectAccepted(certify("leak.c", "script"));
  expectRejected(certify("leak.c", "script", {"--property", "leak"}), "leak is violated");
}

TEST_F(Certify, RejectsWhatNoSearchCouldProve) {
  write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
  record("safe.c", "script");
  expectComplaint({"certify", "safe.c", "--script", "script", "--property-file", "termination.prp"},
                  "certify does not know property files");
  write("sum.c", "extern int clew_choose(int);\nint x;\nint main(void) { x += clew_choose(2) + x; return x; }\n");
  const Outcome compiled = command({"clang-19", "-c", "-emit-llvm", "-O1", "sum.c", "-o", "sum.bc"});
  ASSERT_EQ(compiled.status, 0) << compiled.describe();
  record("sum.bc", "script", {"--property", "default,-signed-overflow,-shift"});
  expectAccepted(certify("sum.bc", "script", {"--property", "default,-signed-overflow,-shift"}));
  expectRejected(certify("sum.bc", "script"), "signed overflow and shifts in it are not checked");
}

TEST_F(Certify, LooksAtInvariantsOfTheScriptAndOfTheConsumer) {
  record("threads.c", "script", {"--invariant", "count <= 4", "--next", "next(count) >= count"});
  expectAccepted(certify("threads.c", "script"));
  expectAccepted(certify("threads.c", "script", {"--invariant", "count >= 0"}));
  expectRejected(certify("threads.c", "script", {"--invariant", "count < 4"}),
                 "invariant is violated: count < 4 does not hold, at step ");
  expectRejected(certify("threads.c", "script", {"--next", "next(count) == count"}), "next is violated");
}

// Values that a variable has only inside a step of the search: before there are threads, when they are gone, before the
// end of the process and of a path.
constexpr const char* kPassing = R"(
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
int passing, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  count += 1;
  pthread_mutex_unlock(&mutex);
  return arg;
}
int main(int argc, char **argv) {
  passing = 5;
  passing = 0;
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  passing = 4;
  pthread_create(&two, 0, work, 0);
  passing = 1;
  pthread_join(two, 0);
  passing = 6;
  passing = 1;
  if (argc > 1) {
    passing = 7;
    __VERIFIER_assume(argc > 2);
  }
  passing = 8;
  if (argc > 2) exit(0);
  return 0;
}
)";

TEST_F(Certify, LooksAtWhatTheSearchDidNotStopFor) {
  write("passing.c", kPassing);
  for (const Words& arguments : {Words{}, Words{"--arg", "one", "--property", "default,-uninitialized"},
                                 Words{"--arg", "one", "--arg", "two"}}) {
    for (const char* invariant : {"", "count <= 3"}) {
      Words how = arguments;
      if (*invariant != 0) how.insert(how.end(), {"--invariant", invariant});
      record("passing.c", "script", how);
      for (const char* value : {"1", "4", "5", "6", "7", "8", "9"}) {
        for (const std::string what : {"--invariant", "--next"}) {
          Words more = how;
          const std::string holds = (what == "--next" ? "next(passing) != " : "passing != ") + std::string(value);
          more.insert(more.end(), {what, holds});
          Words check = {"check", "passing.c"};
          check.insert(check.end(), more.begin(), more.end());
          const bool isSafe = clew(check).status == kSafe;
          for (const char* jobs : {"1", "2"}) {
            if (*jobs == '2' && what == "--next") continue;  // enough is enough
            Words certified = more;
            certified.insert(certified.end(), {"--jobs", jobs});
            const Outcome outcome = certify("passing.c", "script", certified);
            EXPECT_EQ(outcome.status, isSafe ? 0 : 1) << holds << "\n" << outcome.describe();
            if (!isSafe) expectRejected(outcome, what == "--next" ? "next is violated" : "invariant is violated");
          }
        }
      }
    }
  }
}

TEST_F(Certify, GoesAPathAsItWasFoundWhateverElseIsAsked) {
  write("passing.c", kPassing);
  record("passing.c", "path", {"--invariant", "passing != 6"}, kViolated, "violated (invariant)");
  expectAccepted(certify("passing.c", "path"), " (invariant is violated)");
  expectAccepted(certify("passing.c", "path", {"--invariant", "count <= 3"}), " (invariant is violated)");
}

TEST_F(Certify, WithTrustNeedsAScriptThatStopsWhereAnInvariantLooks) {
  record("threads.c", "trustful", {"--script-kind", "trustful"});
  const Outcome outcome = certify("threads.c", "trustful", {"--trust", "--invariant", "count <= 4"});
  EXPECT_EQ(outcome.status, kBadInput);
  EXPECT_NE(outcome.errors.find("a trustful script has not all steps"), std::string::npos) << outcome.describe();
}

TEST_F(Certify, GivesUpAtItsLimits) {
  record("threads.c", "script");
  expectRejected(certify("threads.c", "script", {"--memory-limit", "1K"}), "budget");
}

// ---- trust ----

TEST_F(Certify, BelievesATrustfulScriptOnlyIfAsked) {
  record("threads.c", "trustful", {"--script-kind", "trustful"});
  expectRejected(certify("threads.c", "trustful"), "it proves nothing without --trust");
  expectAccepted(certify("threads.c", "trustful", {"--trust"}), " (trusting the script to leave nothing out)");
  expectAccepted(certify("threads.c", "trustful", {"--trust", "--jobs", "2"}),
                 " (trusting the script to leave nothing out)");
  expectRejected(certify("safe.c", "trustful", {"--trust"}), "the program differs");
}

TEST_F(Certify, RefusesToLookAtTransitionsOfATrustfulScript) {
  record("threads.c", "trustful", {"--script-kind", "trustful"});
  expectComplaint({"certify", "threads.c", "--script", "trustful", "--trust", "--next", "next(count) >= count"},
                  "--next looks at every transition, and a trustful script has not all of them");
  record("threads.c", "script");
  expectComplaint({"certify", "threads.c", "--script", "script", "--trust"}, "--trust is for a trustful script");
}

TEST_F(Certify, DoesNotTrustAScriptWithStepsItDoesNotHave) {
  write("steps.c", R"(#include <assert.h>
#include <clew.h>
#include <stdlib.h>
int main(void) {
  const unsigned x = clew_choose(2);
  if (x == 0) abort();
  assert(x == 0);
}
)");
  record("steps.c", "trustful", {"--script-kind", "trustful", "--property=-assert"});
  expectComplaint({"certify", "steps.c", "--script", "trustful", "--trust"}, "assert is violated by a step");
  expectAccepted(certify("steps.c", "trustful", {"--trust", "--property", "deadlock,data-race"}),
                 " (trusting the script to leave nothing out)");
  expectComplaint({"certify", "steps.c", "--script", "trustful", "--trust", "--property", "assert"},
                  "assert is violated by a step, and a trustful script has not all of them");
  record("steps.c", "full", {"--property=-assert"});
  expectAccepted(certify("steps.c", "full", {"--property", "deadlock"}));
  expectRejected(certify("steps.c", "full"), "assert is violated");
}

TEST_F(Certify, DoesNotAskForLessBecauseTheScriptClaimsLess) {
  write("assertion.c", "#include <assert.h>\nint main(void) { assert(0); }\n");
  record("assertion.c", "little", {"--property", "deadlock"});
  expectAccepted(certify("assertion.c", "little", {"--property", "deadlock"}));
  expectRejected(certify("assertion.c", "little"), "assert is violated");
}

TEST_F(Certify, TakesAnyBytesForWords) {
  record("safe.c", "script", {"--arg", "\xff\xfe"});
  expectAccepted(certify("safe.c", "script", {"--arg", "\xff\xfe"}));
  expectRejected(certify("safe.c", "script", {"--arg", "\xff\xfd"}), "arguments differ");
}

// ---- bad input ----

TEST_F(Certify, RejectsFilesThatAreNoScripts) {
  record("safe.c", "script");
  expectComplaint({"certify", "safe.c", "--script", "missing"}, "missing: there is no such file");
  expectComplaint({"certify", "safe.c", "--script", "."}, "there is no such file");
  expectRejected(certify("safe.c", "safe.c"), "safe.c: this is no script");
  write("empty", "");
  expectRejected(certify("safe.c", "empty"), "empty: this is no script");
  const std::string script = read("script");
  write("cut", script.substr(0, script.size() - 1));
  expectRejected(certify("safe.c", "cut"), "cut: the script is cut short");
  write("half", script.substr(0, script.size() / 2));
  expectRejected(certify("safe.c", "half"), "half: the script is cut short");
  write("long", script + "x");
  expectRejected(certify("safe.c", "long"), "long: there is something behind the script's end");
  std::string damaged = script;
  damaged[40] = static_cast<char>(damaged[40] ^ 0x55);
  write("damaged", damaged);
  expectRejected(certify("safe.c", "damaged"), "damaged");
  std::string other = script;
  other[8] = 9;
  write("other", other);
  expectRejected(certify("safe.c", "other"), "format 9 is not 3");
  for (const char* name : {"missing", "empty", "cut", "long", "damaged", "other"}) {
    expectComplaint({"script", "info", name}, name);
    expectComplaint({"script", "print", name}, name);
  }
}

TEST_F(Certify, ComplainsOfWhatIsNotThere) {
  record("safe.c", "script");
  expectComplaint({"certify", "safe.c"}, "--script is required");
  expectComplaint({"certify", "--script", "script"}, "FILE is required");
  expectComplaint({"certify", "missing.c", "--script", "script"}, "missing.c");
  expectComplaint({"certify", "safe.c", "--script", "script", "--invariant", "nothing == 0"}, "nothing");
}

TEST_F(Certify, NeedsASearchThatCanBeWrittenDown) {
  const std::vector<Words> others = {{"--search", "bfs"},        {"--jobs", "2"},         {"--symmetry", "threads"},
                                     {"--store", "hashcompact"}, {"--store", "bitstate"}, {"--stateless"},
                                     {"--max-depth", "5"}};
  for (const Words& other : others) {
    Words words = {"check", "threads.c", "--script", "script"};
    words.insert(words.end(), other.begin(), other.end());
    expectComplaint(words, "--script needs ");
  }
  write("race.prp", "CHECK( init(main()), LTL(G ! data-race) )\n");
  expectComplaint({"check", "threads.c", "--script", "script", "--property-file", "race.prp"},
                  "--script does not go with property files");
  expectComplaint({"check", "threads.c", "--script", "no/such/folder"}, "no/such/folder");
  expectComplaint({"check", "threads.c", "--script", "script", "--script-kind", "half"}, "--script-kind");
}

TEST_F(Certify, LosesNoVerdictWithAScriptThatCannotBeWritten) {
  write("many.c", "#include <clew.h>\nint main(void) { clew_choose(1 << 20); }\n");
  const Outcome outcome = clew({"check", "many.c", "--script", "script"});
  EXPECT_EQ(outcome.status, kBadInput) << outcome.describe();
  EXPECT_EQ(outcome.lastLine(), "verdict: safe") << outcome.describe();
  EXPECT_NE(outcome.errors.find("too many alternatives"), std::string::npos) << outcome.describe();
}

TEST_F(Certify, HasNothingToBelieveWhereNothingIsProven) {
  write("endless.c", kEndlessStates);
  const Outcome outcome = clew({"check", "endless.c", "--max-states", "100", "--script", "script"});
  expectVerdict(outcome, kUndecided, "bounded (100 states)");
  EXPECT_NE(outcome.output.find("no script was written"), std::string::npos) << outcome.describe();
  EXPECT_FALSE(fs::exists(place("script")));
}

// ---- what a script shows of itself ----

TEST_F(Certify, ShowsWhatAScriptIsAbout) {
  record("safe.c", "script", {"--arg", "one", "--malloc-may-fail"});
  const Outcome outcome = clew({"script", "info", "script"});
  EXPECT_EQ(outcome.status, 0) << outcome.describe();
  for (const char* line : {"kind            full\n", "files           safe.c\n", "arguments       one\n",
                           "malloc may fail yes\n", "entry           main\n", "reduction       none\n"}) {
    EXPECT_NE(outcome.output.find(line), std::string::npos) << line << outcome.describe();
  }
  record("assertion.c", "path", {}, kViolated, "violated");
  const Outcome violation = clew({"script", "info", "path"});
  for (const char* line : {"kind            violation\n", "violation       assert\n", "path            2\n"}) {
    EXPECT_NE(violation.output.find(line), std::string::npos) << line << violation.describe();
  }
}

TEST_F(Certify, PrintsAScriptStepByStep) {
  write("choice.c", "#include <clew.h>\nint x;\nint main(void) { x = clew_choose(2); return 0; }\n");
  record("choice.c", "script");
  const Outcome outcome = clew({"script", "print", "script"});
  EXPECT_EQ(outcome.status, 0) << outcome.describe();
  EXPECT_EQ(lines(outcome.output), 5u) << outcome.describe();
  EXPECT_TRUE(outcome.output.starts_with("- ")) << outcome.describe();
  for (const char* state : {" S1\n", " S2\n", " S3\n", "B  "}) {
    EXPECT_NE(outcome.output.find(state), std::string::npos) << outcome.describe();
  }
  EXPECT_EQ(lines(clew({"script", "print", "script", "--limit", "2"}).output), 2u);
}

// ---- symbolic searches ----

constexpr const char* kSquare = R"(#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 1000) return 0;
  assert(x * x % 4 != 2);
  return 0;
}
)";

TEST_F(Certify, ProvesTheNogoodsOfASymbolicSearch) {
  write("square.c", kSquare);
  record("square.c", "script", {"--engine", "symbolic"});
  expectAccepted(certify("square.c", "script"));
  for (const char* solver : {"z3", "cvc5"}) expectAccepted(certify("square.c", "script", {"--solver", solver}));
  expectAccepted(certify("square.c", "script", {"--jobs", "2"}));
  const Outcome info = clew({"script", "info", "script"});
  EXPECT_NE(info.output.find("symbolic"), std::string::npos) << info.describe();
  record("square.c", "several", {"--engine", "symbolic", "--jobs", "2", "--unwind", "7"});
  expectAccepted(certify("square.c", "several"));
}

TEST_F(Certify, GoesThePathThatASymbolicSearchFound) {
  write("square.c", std::string(kSquare).replace(std::string(kSquare).find("% 4 != 2"), 8, "% 4 != 1"));
  record("square.c", "path", {"--engine", "symbolic"}, kViolated, "violated (assert)");
  expectAccepted(certify("square.c", "path"), " (assert is violated)");
}

TEST_F(Certify, RejectsTheSymbolicSearchOfAnotherQuestion) {
  write("square.c", kSquare);
  record("square.c", "script", {"--engine", "symbolic"});
  expectRejected(certify("safe.c", "script"), "the program differs");
  expectRejected(certify("square.c", "script", {"--malloc-may-fail"}), "--malloc-may-fail differs");
}

TEST_F(Certify, ComplainsOfWhatDoesNotGoWithSymbolicSearches) {
  write("square.c", kSquare);
  const Words symbolic = {"check", "square.c", "--engine", "symbolic", "--script", "x"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expectComplaint(with(symbolic, {"--block", "4"}), "--script needs --block auto");
  expectComplaint(with(symbolic, {"--jobs", "0"}), "--script needs --jobs 1 or more");
  expectComplaint(with(symbolic, {"--script-kind", "trustful"}), "--script-kind trustful is for --engine explicit");
  expectComplaint({"check", "safe.c", "--script", "x", "--jobs", "2"}, "--script needs --jobs 1");
  record("square.c", "script", {"--engine", "symbolic"});
  record("safe.c", "full");
  const Words certify = {"certify", "square.c", "--script", "script"};
  expectComplaint(with(certify, {"--part", "1/2", "--secret", "s", "--result", "r"}), "--part is for a full script");
  expectComplaint(with(certify, {"--invariant", "1"}), "--invariant and --next are not for");
  expectComplaint(with(certify, {"--solver", "nobody"}), "'nobody' is no solver");
  expectComplaint({"certify", "safe.c", "--script", "full", "--solver", "z3"},
                  "--solver is for the script of a symbolic");
}

}  // namespace
}  // namespace clew::test
