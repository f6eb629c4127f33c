// A task of SV-COMP is answered property by property: a table of what was expected and what was found, one
// verdict for all, one status. Property files work for plain programs too. Whatever is wrong with such a file
// is answered by one line, however its bytes have been changed.
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

std::string check(const std::string& formula) { return "CHECK( init(main()), LTL(" + formula + ") )\n"; }

constexpr const char* kProgram = R"(extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
extern void free(void *);
extern void *malloc(unsigned long);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error() { __assert_fail("0", "program.c", 6, "reach_error"); }
int main() {
  char *p = malloc(4);
  int x = __VERIFIER_nondet_uchar() % 5;
  if (!p) abort();
  p[x] = 1;
  if (x == 2) reach_error();
  free(p);
  return 0;
}
)";

class TaskOnCommandLine : public CommandLine {
 protected:
  TaskOnCommandLine() {
    write("program.c", kProgram);
    write("fine.c", kFine);
    write("unreach-call.prp", check("G ! call(reach_error())"));
    write("unreach-other.prp", check("G ! call(other())"));
    write("memory.prp", check("G valid-free") + check("G valid-deref"));
    write("valid-free.prp", check("G valid-free"));
    write("termination.prp", check("F end"));
    write("coverage.prp", "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n");
  }

  std::string task(const std::string& program, const std::string& properties, const std::string& model = "LP64") const {
    return "format_version: '2.0'\ninput_files: '" + program + "'\nproperties:\n" + properties +
           "options:\n  language: C\n  data_model: " + model + "\n";
  }

  static std::string property(const std::string& file, const std::string& expected = "") {
    return "  - property_file: " + file + "\n" + (expected.empty() ? "" : "    expected_verdict: " + expected + "\n");
  }
};

TEST_F(TaskOnCommandLine, AnswersEveryPropertyAndThenAll) {
  write("task.yml", task("program.c", property("unreach-call.prp", "false") +
                                          property("memory.prp", "false\n    subproperty: valid-deref") +
                                          property("unreach-other.prp", "true") + property("termination.prp")));
  const Outcome outcome = clew({"check", "task.yml"});
  expectVerdict(outcome, kViolated, "violated (unreach-call, valid-deref)");
  for (const char* line : {"unreach-call   violated                violated\n",
                           "memory         violated (valid-deref)  violated (valid-deref: out-of-bounds)\n",
                           "termination    -                       undecided (termination is not supported)\n"}) {
    EXPECT_NE(outcome.output.find(line), std::string::npos) << line << outcome.describe();
  }
}

TEST_F(TaskOnCommandLine, SaysWhereTheTaskWasWrong) {
  write("task.yml", task("fine.c", property("unreach-call.prp", "false")));
  const Outcome outcome = clew({"check", "task.yml"});
  expectVerdict(outcome, kSafe, "safe");
  EXPECT_NE(outcome.output.find("holds, not as expected"), std::string::npos) << outcome.describe();
  write("task.yml", task("program.c", property("memory.prp", "false\n    subproperty: valid-free")));
  EXPECT_NE(clew({"check", "task.yml"}).output.find(", not as expected"), std::string::npos);
}

TEST_F(TaskOnCommandLine, WithoutAViolationIsUndecidedIfAPropertyIs) {
  write("task.yml", task("fine.c", property("unreach-call.prp") + property("termination.prp")));
  expectVerdict(clew({"check", "task.yml"}), kUndecided, "unknown (termination: termination is not supported)");
  expectVerdict(clew({"check", "fine.c", "--property-file", "coverage.prp"}), kUndecided,
                "unknown (coverage is not supported)");
}

TEST_F(TaskOnCommandLine, WithoutPropertiesIsCheckedForAll) {
  write("task.yml", "format_version: '2.0'\ninput_files: program.c\n");
  const Outcome outcome = clew({"check", "task.yml"});
  EXPECT_EQ(outcome.status, kViolated) << outcome.describe();
  EXPECT_EQ(outcome.output.find("expected"), std::string::npos) << outcome.describe();
}

TEST_F(TaskOnCommandLine, IsReplayedByTheCommandThatIsPrinted) {
  write("task.yml", task("program.c", property("unreach-call.prp", "false")));
  const Outcome checked = clew({"check", "task.yml"});
  const size_t path = checked.output.find(" --path ");
  ASSERT_NE(path, std::string::npos) << checked.describe();
  const std::string number = checked.output.substr(path + 8, checked.output.find(' ', path + 8) - path - 8);
  expectVerdict(clew({"replay", "task.yml", "--path", number, "--property-file", "unreach-call.prp"}), kViolated,
                "violated (unreach-call)");
}

TEST_F(TaskOnCommandLine, FindsWhatHappensBeforeAnotherThreadsAssertion) {
  write("race.c", R"(#include <assert.h>
#include <pthread.h>
void reach_error(void) {}
int x;
void *watch(void *unused) { if (x == 1) reach_error(); return unused; }
int main() {
  pthread_t t;
  pthread_create(&t, 0, watch, 0);
  x = 1;
  assert(x == 2);
}
)");
  const Outcome checked = clew({"check", "race.c", "--property-file", "unreach-call.prp", "--json", "report.json"});
  expectVerdict(checked, kViolated, "violated (unreach-call)");
  expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (assert)");
  expectVerdict(clew({"check", "race.c", "--property", "deadlock"}), kSafe, "safe");
}

TEST_F(TaskOnCommandLine, CombinesPropertiesAndPropertyFiles) {
  const Outcome outcome = clew({"check", "program.c", "--property", "deadlock,double-free", "--property-file",
                                "unreach-call.prp", "--property-file", "unreach-other.prp"});
  expectVerdict(outcome, kViolated, "violated (unreach-call)");
  EXPECT_NE(outcome.output.find("\ndeadlock,double-free  -         undecided (paths end in out-of-bounds"),
            std::string::npos)
      << outcome.describe();
}

TEST_F(TaskOnCommandLine, AsksForOnePropertyOfATask) {
  write("task.yml", task("program.c", property("unreach-call.prp", "false") + property("memory.prp", "true")));
  const Outcome outcome = clew({"check", "task.yml", "--property-file", "unreach-call.prp"});
  expectVerdict(outcome, kViolated, "violated (unreach-call)");
  EXPECT_NE(outcome.output.find("unreach-call  violated  violated"), std::string::npos) << outcome.describe();
  EXPECT_EQ(outcome.output.find("memory"), std::string::npos) << outcome.describe();
}

TEST_F(TaskOnCommandLine, RunsThroughTheOtherVerbsToo) {
  write("task.yml", task("fine.c", property("unreach-call.prp")));
  expectVerdict(clew({"run", "task.yml"}), kUndecided, "bounded (one path, exit status 0)");
  expectVerdict(clew({"replay", "task.yml", "--path", ""}), kUndecided, "bounded");
}

TEST_F(TaskOnCommandLine, SharesItsTimeAmongTheProperties) {
  write("endless.c", kEndlessStates);
  write("task.yml", task("endless.c", property("unreach-call.prp") + property("memory.prp")));
  const Outcome outcome = clew({"check", "task.yml", "--time-limit", "1"});
  expectVerdict(outcome, kUndecided, "unknown (unreach-call: time limit, memory: time limit)");
  EXPECT_LT(outcome.seconds, 20) << outcome.describe();
}

TEST_F(TaskOnCommandLine, IsBadInputWhereItIsWrong) {
  write("list.yml", "- a\n");
  expectComplaint({"check", "list.yml"}, "list.yml:1: not a task");
  write("broken.yml", "format_version: '2.0\n");
  expectComplaint({"check", "broken.yml"}, "clew: broken.yml:");
  write("empty.yml", "");
  expectComplaint({"check", "empty.yml"}, "empty.yml: the file is empty");
  write("no-program.yml", task("missing.c", property("memory.prp")));
  expectComplaint({"check", "no-program.yml"}, "missing.c: no such file");
  write("no-property.yml", task("fine.c", property("missing.prp")));
  expectComplaint({"check", "no-property.yml"}, "missing.prp: no such file");
  expectComplaint({"check", "missing.yml"}, "missing.yml: no such file");
  expectComplaint({"check", "list.yml", "fine.c"}, "a task comes alone");
  expectComplaint({"check", "fine.c", "--property-file", "fine.c"}, "fine.c:1: expected 'CHECK' but found 'int'");
  expectComplaint({"check", "fine.c", "--property-file", "."}, ".: is a directory");
  expectComplaint({"replay", "fine.c", "--path", "0", "--property-file", "memory.prp", "--property", "assert"},
                  "give one --property-file");
  write("deep.yml", std::string(100000, '['));
  expectComplaint({"check", "deep.yml"}, "deep.yml:");
  write("large.yml", std::string(2 << 20, ' '));
  expectComplaint({"check", "large.yml"}, "large.yml: the file is too large");
  write("large.prp", std::string(100 << 10, ' '));
  expectComplaint({"check", "fine.c", "--property-file", "large.prp"}, "large.prp: the file is too large");
}

/// Changes a few bytes: overwrites, deletes, doubles a piece.
std::string mutated(std::string text, std::mt19937& random) {
  static const std::string kBytes = "{}[]:,-&*!|>'\"%@`#? \n\t\\()\xff\x01";
  for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
    const size_t place = random() % text.size();
    switch (random() % 4) {
      case 0: text[place] = kBytes[random() % kBytes.size()]; break;
      case 1: text.erase(place, 1 + random() % 5); break;
      case 2: text.insert(place, text.substr(random() % text.size(), random() % 20)); break;
      default: text.insert(place, 1, kBytes[random() % kBytes.size()]); break;
    }
    if (text.empty()) text = " ";
  }
  return text;
}

TEST_F(TaskOnCommandLine, IsAnsweredHoweverItsBytesAreChanged) {
  const std::string fine = task("fine.c", property("unreach-call.prp", "true") + property("memory.prp", "true"));
  std::mt19937 random(20240117);
  for (int round = 0; round < 120; ++round) {
    const bool changesTask = round % 3 != 0;
    write("task.yml", changesTask ? mutated(fine, random) : fine);
    write("unreach-call.prp", changesTask ? check("G ! call(reach_error())")
                                          : mutated(check("G ! call(reach_error())") + check("G valid-free"), random));
    const Outcome outcome = clew({"check", "task.yml", "--time-limit", "20"});
    const std::string shown = read("task.yml") + "\n---\n" + read("unreach-call.prp") + outcome.describe();
    ASSERT_TRUE(outcome.status >= kSafe && outcome.status <= kBadInput) << shown;
    if (outcome.status == kBadInput) {
      ASSERT_EQ(outcome.output, "") << shown;
      ASSERT_TRUE(outcome.errors.find("clew: ") != std::string::npos && outcome.errors.ends_with('\n')) << shown;
    } else {
      ASSERT_TRUE(outcome.lastLine().starts_with("verdict: ")) << shown;
    }
  }
}

}  // namespace
}  // namespace clew::test
