// --spec as people use it: rules that are wrong, rules that do not fit the program, many rules at once, and what the
// report says of each. What rules mean is tested in tests/spec.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"
#include "report_schema.h"

namespace clew::test {
namespace {

constexpr const char* kProgram = R"(#include <clew.h>
void get(void) {}
int put(int x) { return x; }
int main(void) {
  get();
  int x = put(1);
  if (clew_choose(2)) get();
  return x - 1;
}
)";

/// An automaton of one state.
std::string rule(const std::string& name, const std::string& transitions, const std::string& kind = "OBSERVER") {
  return kind + " AUTOMATON " + name + "\nINITIAL STATE Init;\nSTATE Init :\n" + transitions + "\nEND AUTOMATON\n";
}

class Specification : public CommandLine {
 protected:
  Specification() { write("prog.c", kProgram); }

  /// The output of a check of the program against one file of rules.
  Outcome check(const std::string& rules, const Words& options = {}) const {
    write("rule.spc", rules);
    Words words = {"check", "prog.c", "--spec", "rule.spc"};
    words.insert(words.end(), options.begin(), options.end());
    return clew(words);
  }

  void expectRefusal(const std::string& rules, const std::string& says, const Words& options = {}) const {
    write("rule.spc", rules);
    Words words = {"check", "prog.c", "--spec", "rule.spc"};
    words.insert(words.end(), options.begin(), options.end());
    expectComplaint(words, says);
  }

  static void expectLine(const Outcome& outcome, const std::string& line) {
    EXPECT_NE(("\n" + outcome.output).find("\n" + line + "\n"), std::string::npos) << line << "\n"
                                                                                   << outcome.describe();
  }
};

TEST_F(Specification, ThatIsWrongIsToldWithItsPlace) {
  expectRefusal("AUTOMATON a INITIAL STATE A;\n  STATE A: TRUE GOTO A; END AUTOMATON",
                "rule.spc:2:17: expected '->', found 'GOTO'");
  expectRefusal("", "rule.spc: there is no automaton in the file");
  expectRefusal("#include none.spc", "rule.spc:1:1: none.spc: no such file");
  expectRefusal(std::string(2 << 20, ' '), "rule.spc: the file is too large");
  expectComplaint({"check", "prog.c", "--spec", "nowhere.spc"}, "nowhere.spc: no such file");
  expectComplaint({"check", "prog.c", "--spec", "."}, ".: is a directory");
  expectComplaint({"check", "prog.c", "--without", "a"}, "--without names automata, which need --spec");
  const std::string fine = rule("fine", "MATCH {get($?)} -> GOTO Init;");
  expectRefusal(fine, "--without: no automaton is called 'fin'", {"--without", "fin"});
  expectRefusal(fine, "--without leaves no automaton of --spec", {"--without", "fine"});
  expectRefusal(fine, "rule.spc:1:1: the automaton fine is there already", {"--spec", "rule.spc"});
}

TEST_F(Specification, ThatTheMachineCannotExecuteIsRefused) {
  const auto expectUnsupported = [&](const std::string& transition, const std::string& what) {
    expectRefusal(rule("r", transition, "CONTROL"), what + " is not supported yet");
  };
  expectUnsupported("TRUE -> ERROR;", "rule.spc:4:1: a trigger that holds where nothing is matched");
  expectUnsupported("!MATCH {get()} -> ERROR;", "a trigger that holds where nothing is matched");
  expectUnsupported("MATCH {get()} && COVERS_LINES(1) -> ERROR;", "COVERS_LINES");
  expectUnsupported("MATCH {get()} -> ENCODE {struct s x = 1;} GOTO Init;",
                    "rule.spc:4:35: a variable of type 'struct s'");
  expectUnsupported("MATCH {put($1)} -> ASSUME {(struct s)$1 == 1} ERROR;",
                    "a cast to 'struct s', whose size is not known,");
}

TEST_F(Specification, ThatAsksWhatNobodyCanTellIsUndecided) {
  expectVerdict(check(rule("r", "MATCH {$1 = put($2)} -> ASSUME {$2->x == 1} ERROR;")), kUndecided,
                "unknown (an expression of r about '$2->x', which cannot be read there");
  expectVerdict(check(rule("r", "MATCH {$1 = put($2)} -> ASSUME {nothing == 1} ERROR;")), kUndecided,
                "unknown (an expression of r about 'nothing', which is no variable there");
  expectVerdict(check(rule("r", "MATCH {get()} -> ENCODE {int c = 1 / 0;} GOTO Init;")), kUndecided,
                "unknown (an expression of r that has no value ('1 / 0')");
  expectVerdict(check(rule("r", "MATCH {$1 = put(MACRO)} -> ERROR;")), kUndecided, "unknown (rule.spc:4:1: whether");
  expectVerdict(check(rule("r", "MATCH {get()} -> BREAK;")), kUndecided,
                "unknown (r: BREAK at rule.spc:4:18 has ended the search)");
}

TEST_F(Specification, DoesNotGoWithWhatDoesNotKnowIt) {
  const std::string fine = rule("fine", "MATCH {get($?)} -> GOTO Init;");
  expectRefusal(fine, "--spec does not go with --script", {"--script", "x.clew"});
  expectRefusal(fine, "--spec does not go with ranges", {"--range", "1/2"});
  expectRefusal(fine, "--spec does not go with --store external or strict",
                {"--search", "bfs", "--store", "strict", "--store-dir", "run"});
  expectRefusal(fine, "--spec does not go with --test-case", {"--test-case", "test.c"});
}

TEST_F(Specification, IsAnsweredForEachAutomatonInATable) {
  const Outcome outcome = check(rule("first", "MATCH {get()} -> ERROR(\"got\");") +
                                rule("second", "MATCH {$1 = put($2)} -> ASSUME {$1 == 1} ERROR(\"put\");") +
                                rule("third", "MATCH {$1 = put($2)} -> ASSUME {$1 == 2} ERROR;") +
                                rule("fourth", "MATCH {none()} -> ERROR;"));
  expectVerdict(outcome, kViolated, "violated (first, second)");
  expectLine(outcome, "first     -         violated (got)");
  expectLine(outcome, "second    -         violated (put)");
  expectLine(outcome, "third     -         holds");
  expectLine(outcome, "fourth    -         holds (irrelevant: the program does nothing that it looks for)");
}

TEST_F(Specification, IsShownWithACommandThatShowsItAgain) {
  const std::string rules = rule("first", "MATCH {get()} -> ERROR;") + rule("second", "MATCH EXIT -> ERROR(\"over\");");
  const Outcome outcome = check(rules, {"--json", "report.json"});
  expectVerdict(outcome, kViolated, "violated (first, second)");
  EXPECT_NE(outcome.output.find("--spec rule.spc --without first"), std::string::npos) << outcome.describe();
  expectVerdict(clew({"replay", "prog.c", "--path", "0", "--spec", "rule.spc", "--without", "first"}), kViolated,
                "violated (second)");
  expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (first)");
  expectVerdict(clew({"run", "prog.c", "--spec", "rule.spc"}), kViolated, "violated (first)");
  Schema schema = reportSchema();
  const json report = json::parse(read("report.json"));
  for (const auto& complaint : schema.complaintsAbout(report)) ADD_FAILURE() << complaint;
  EXPECT_EQ(report["specification_files"], json({"rule.spc"}));
  EXPECT_EQ(report["specifications"][1]["violation"]["switched_off"], json({"first"}));
}

TEST_F(Specification, WarnsOfGapsAndTellsOfCallsThatAreNearlyMatched) {
  const Outcome outcome = check(rule("r", "MATCH {put($1)} -> ERROR;\nMATCH {$1 = get()} -> ASSUME {$1} ERROR;"));
  expectVerdict(outcome, kSafe, "safe");
  expectLine(outcome,
             "warning: rule.spc:5:1: the assumptions on MATCH {$1 = get()} in state Init of r may all be false, by "
             "their form");
  expectLine(outcome,
             "note: rule.spc:4:1: MATCH {put($1)} does not match the call of put at prog.c:6, whose result is used");
}

TEST_F(Specification, ThatEndsPathsIsToldOf) {
  const Outcome outcome =
      check(rule("stop", "MATCH {get()} -> STOP;", "CONTROL") + rule("never", "MATCH {$1 = put($?)} -> ERROR;"));
  expectVerdict(outcome, kSafe, "safe");
  EXPECT_NE(outcome.output.find("note: stop ends paths"), std::string::npos) << outcome.describe();
}

TEST_F(Specification, GoesTogetherWithOtherPropertiesWithoutTouchingThem) {
  write("rule.spc", rule("stop", "MATCH {get()} -> STOP;", "CONTROL"));
  write("unreach.prp", "CHECK( init(main()), LTL(G ! call(put())) )");
  const Outcome outcome =
      clew({"check", "prog.c", "--spec", "rule.spc", "--spec", "unreach.prp", "--json", "report.json"});
  expectVerdict(outcome, kViolated, "violated (unreach-call)");
  expectLine(outcome, "stop      -         holds");
  expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (assert)");
  write("assert.c", "#include <assert.h>\nvoid get(void) {}\nint main(void) { get(); assert(0); }\n");
  expectVerdict(clew({"check", "assert.c", "--spec", "rule.spc", "--property", "assert"}), kViolated,
                "violated (assert)");
  expectVerdict(clew({"check", "assert.c", "--spec", "rule.spc"}), kSafe, "safe");
}

TEST_F(Specification, NeitherHidesNorMakesRaces) {
  const std::string rules = rule("copies", "MATCH {strcpy($1, $2)} -> GOTO Init;");
  const std::string racing = R"(#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char shared[4];
static void *work(void *text) {
  LOCK
  strcpy(shared, text);
  UNLOCK
  return text;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, "abc");
  work("xyz");
  pthread_join(a, 0);
}
)";
  write("rule.spc", rules);
  write("race.c", racing);
  const Words words = {"check", "race.c", "--spec", "rule.spc", "--property", "data-race", "--"};
  Words locked = words;
  locked.insert(locked.end(), {"-DLOCK=pthread_mutex_lock(&m);", "-DUNLOCK=pthread_mutex_unlock(&m);"});
  expectVerdict(clew(locked), kSafe, "safe");
  Words open = words;
  open.insert(open.end(), {"-DLOCK=", "-DUNLOCK="});
  expectVerdict(clew(open), kViolated, "violated (data-race)");
}

TEST_F(Specification, OfCodeThatMayHideCallsIsNeverSafe) {
  write("optimised.ll", "define i32 @main() {\n  ret i32 0\n}\n");
  write("rule.spc", rule("r", "MATCH {get()} -> ERROR;"));
  const Outcome outcome = clew({"check", "optimised.ll", "--spec", "rule.spc"});
  expectVerdict(outcome, kUndecided, "unknown (main was compiled with optimisation or without -g");
  write("inlined.c",
        "__attribute__((always_inline)) static inline void get(void) { static int x; x++; }\nint main(void) { get(); "
        "}\n");
  expectComplaint({"check", "inlined.c", "--spec", "rule.spc"}, "the compiler has inlined get");
}

TEST_F(Specification, OfCallsThatCannotBeWatchedIsRefused) {
  write("rule.spc", rule("r", "MATCH {$1 = setjmp($2)} || MATCH {take($1, $2)} -> GOTO Init;"));
  write("jump.c", "#include <setjmp.h>\nint main(void) { jmp_buf b; return _setjmp(b); }\n");
  write("jump.spc", rule("r", "MATCH {$1 = _setjmp($2)} -> GOTO Init;"));
  expectComplaint({"check", "jump.c", "--spec", "jump.spc"},
                  "calls of _setjmp, which may return twice, cannot be watched");
  write("parts.c",
        "struct s { long a, b; };\nvoid take(struct s x, int y) {}\nint main(void) { struct s x = {1, 2}; take(x, 3); "
        "}\n");
  expectComplaint({"check", "parts.c", "--spec", "rule.spc"}, "the arguments of take cannot be told apart");
  write("any.spc", rule("r", "MATCH {take($?)} -> ERROR;"));
  expectVerdict(clew({"check", "parts.c", "--spec", "any.spc"}), kViolated, "violated (r)");
}

TEST_F(Specification, MayHaveTwoHundredAutomata) {
  std::string rules;
  for (int i = 0; i < 200; ++i) {
    const bool isViolated = i % 40 == 7;
    rules += rule("rule_" + std::to_string(i),
                  isViolated ? "MATCH {get()} -> ERROR;" : "MATCH {$1 = put($2)} -> ASSUME {$2 == 9} ERROR;");
  }
  const Outcome outcome = check(rules);
  expectVerdict(outcome, kViolated, "violated (rule_7, rule_47, rule_87, rule_127, rule_167)");
}

}  // namespace
}  // namespace clew::test
