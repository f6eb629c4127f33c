// Specifications in the .spc language become trees with resolved names; what is wrong is told with its place, what was
// expected there and what was found.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "spec/checks.h"
#include "spec/reader.h"

namespace clew::spec {
namespace {

using Files = std::map<std::string, std::string>;

support::Result<Specification> readFiles(const Files& files) {
  return readSpecification({"main.spc"}, [&](const std::string& name) -> support::Result<std::string> {
    const auto found = files.find(name);
    if (found == files.end()) return support::Error{name + ": no such file"};
    return found->second;
  });
}

Specification parsed(const std::string& text) {
  const auto made = readFiles({{"main.spc", text}});
  EXPECT_TRUE(made) << (made ? "" : made.error().message) << "\n" << text;
  return made ? *made : Specification();
}

std::string problemOf(const std::string& text) {
  const auto made = readFiles({{"main.spc", text}});
  return made ? "" : made.error().message;
}

/// An automaton of one state with these transitions.
std::string automaton(const std::string& transitions, const std::string& kind = "OBSERVER",
                      const std::string& locals = "LOCAL int n = 0; LOCAL set<string> held; LOCAL set<int> ids;") {
  return kind + " AUTOMATON Rule " + locals + "\nINITIAL STATE Init;\nSTATE USEALL Init :\n" + transitions +
         "\nEND AUTOMATON";
}

Transition transitionOf(const std::string& text, const std::string& kind = "OBSERVER") {
  const Specification made = parsed(automaton(text, kind));
  if (made.automata.empty() || made.automata[0].states[0].transitions.empty()) return {};
  return made.automata[0].states[0].transitions[0];
}

/// The trigger as it was understood, with all its parentheses.
std::string triggerOf(const std::string& text) {
  const Specification made = parsed(automaton(text + " -> GOTO Init;"));
  if (made.automata.empty()) return "";
  return textOf(made.automata[0], made.automata[0].states[0].transitions[0].trigger);
}

/// What is wrong with a transition, without its place.
std::string wrongIn(const std::string& transition, const std::string& kind = "OBSERVER") {
  const std::string problem = problemOf(automaton(transition, kind));
  const size_t place = problem.find(": ");
  return place == std::string::npos ? problem : problem.substr(place + 2);
}

TEST(Specification, HasItsAutomataWithVariablesStatesAndTransitions) {
  const Specification made = parsed(R"(
    // a rule as they are published
    CONTROL AUTOMATON linux_mutex
    LOCAL int depth = 3;
    LOCAL set<string> held = ["&a", "b"];
    LOCAL set<int> ids = [1, -2];
    INITIAL STATE Init;
    STATE USEFIRST Init :
      MATCH {lock($1)} -> ASSUME {$$held[$1]} ERROR("double lock");
      MATCH {lock($1)} -> ASSUME {!$$held[$1]} DO held[$1] = true GOTO Init;
    TARGET STATE Bad :
    END AUTOMATON
    OBSERVER AUTOMATON second INITIAL STATE A; STATE A: TRUE -> GOTO A; END AUTOMATON)");
  ASSERT_EQ(made.automata.size(), 2u);
  const Automaton& first = made.automata[0];
  EXPECT_EQ(first.name, "linux_mutex");
  EXPECT_FALSE(first.isObserver);
  ASSERT_EQ(first.variables.size(), 3u);
  EXPECT_EQ(first.variables[0].initial, 3);
  EXPECT_EQ(first.variables[1].initialTexts, (std::vector<std::string>{"&a", "b"}));
  EXPECT_EQ(first.variables[2].initialNumbers, (std::vector<int64_t>{1, -2}));
  ASSERT_EQ(first.states.size(), 2u);
  EXPECT_TRUE(first.states[0].useFirst);
  EXPECT_FALSE(first.states[0].isTarget);
  EXPECT_TRUE(first.states[1].isTarget);
  EXPECT_FALSE(first.states[1].useFirst);
  EXPECT_EQ(first.initial, 0u);
  EXPECT_EQ(first.states[0].transitions[0].outcome.kind, Outcome::Kind::Error);
  EXPECT_EQ(first.states[0].transitions[0].outcome.text, "double lock");
  EXPECT_TRUE(made.automata[1].isObserver);
  EXPECT_TRUE(made.warnings.empty()) << made.warnings[0];
}

TEST(Specification, WithoutAKindIsOneThatMayStop) {
  EXPECT_FALSE(parsed(automaton("MATCH {abort($?)} || MATCH {exit($?)} -> STOP;", "")).automata[0].isObserver);
}

TEST(Specification, ReadsEveryTrigger) {
  EXPECT_EQ(triggerOf("TRUE"), "TRUE");
  EXPECT_EQ(triggerOf("MATCH \"x = 1;\""), "MATCH \"x = 1;\"");
  EXPECT_EQ(triggerOf("MATCH [a[0-9]+ = .*;]"), "MATCH [a[0-9]+ = .*;]");
  EXPECT_EQ(triggerOf(R"(MATCH [a\].*])"), R"(MATCH [a\].*])");
  EXPECT_EQ(triggerOf("MATCH LABEL \"ERROR\""), "MATCH LABEL \"ERROR\"");
  EXPECT_EQ(triggerOf("MATCH LABEL [ERR.*]"), "MATCH LABEL [ERR.*]");
  EXPECT_EQ(triggerOf("MATCH ENTRY"), "MATCH ENTRY");
  EXPECT_EQ(triggerOf("MATCH EXIT"), "MATCH EXIT");
  EXPECT_EQ(triggerOf("MATCH ASSERT"), "MATCH ASSERT");
  EXPECT_EQ(triggerOf("MATCH FUNCTIONCALL \"f\""), "MATCH FUNCTIONCALL \"f\"");
  EXPECT_EQ(triggerOf("MATCH CALL {f($1, $?)}"), "MATCH CALL {f($1, $?)}");
  EXPECT_EQ(triggerOf("MATCH RETURN {$1 = f($2);}"), "MATCH RETURN {$1 = f($2)}");
  EXPECT_EQ(triggerOf("MATCH {$1=f()}"), "MATCH {$1 = f()}");
  EXPECT_EQ(triggerOf("MATCH {x = y + 1}"), "MATCH {x = (y + 1)}");
  EXPECT_EQ(triggerOf("MATCH {x++;}"), "MATCH {x = (x + 1)}");
  EXPECT_EQ(triggerOf("MATCH {--$1}"), "MATCH {$1 = ($1 - 1)}");
  EXPECT_EQ(triggerOf("MATCH {x <<= 2}"), "MATCH {x = (x << 2)}");
  EXPECT_EQ(triggerOf("MATCH {x |= $1}"), "MATCH {x = (x | $1)}");
  EXPECT_EQ(triggerOf("MATCH {unsigned  long *p = $1;}"), "MATCH {unsigned long* p = $1}");
  EXPECT_EQ(triggerOf("MATCH {[$1 == 0]}"), "MATCH {[$1 == 0]}");
  EXPECT_EQ(triggerOf("MATCH {return -1}"), "MATCH {return -1}");
  EXPECT_EQ(triggerOf("CHECK(\"state==Init\")"), "CHECK(\"state==Init\")");
  EXPECT_EQ(triggerOf("CHECK(Rule, \"n == 1\")"), "CHECK(Rule, \"n == 1\")");
  EXPECT_EQ(triggerOf("COVERS_LINES(3 4 5)"), "COVERS_LINES(3 4 5)");
  EXPECT_EQ(triggerOf("n + 1 - n == EVAL(Rule, \"n\")"), "n + 1 - n == EVAL(Rule, \"n\")");
}

TEST(Specification, GivesAndAndOrOnePrecedenceFromTheLeft) {
  EXPECT_EQ(triggerOf("TRUE || FALSE && TRUE"), "((TRUE || FALSE) && TRUE)");
  EXPECT_EQ(triggerOf("TRUE && FALSE || TRUE"), "((TRUE && FALSE) || TRUE)");
  EXPECT_EQ(triggerOf("TRUE || (FALSE && TRUE)"), "(TRUE || (FALSE && TRUE))");
  EXPECT_EQ(triggerOf("! TRUE == FALSE && n != 1"), "((!TRUE == FALSE) && n != 1)");
}

TEST(Specification, KnowsWhichPatternsAreCallsAndWhatTheirResultGoesTo) {
  const auto patternOf = [](const std::string& text) {
    const Specification made = parsed(automaton("MATCH {" + text + "} -> GOTO Init;"));
    return made.automata[0].conditions[0].match.pattern;
  };
  EXPECT_TRUE(patternOf("f($?)").isCall());
  EXPECT_EQ(patternOf("f($?)").function(), "f");
  EXPECT_EQ(patternOf("f($?)").result, kNoNode);
  EXPECT_NE(patternOf("$1 = f($2, 3)").result, kNoNode);
  EXPECT_EQ(patternOf("$1 = f($2, 3)").function(), "f");
  EXPECT_FALSE(patternOf("x = 1").isCall());
  EXPECT_FALSE(patternOf("x = f() + 1").isCall());
}

TEST(Specification, ReadsTheCOfAssumptions) {
  const auto assumptionOf = [](const std::string& text) {
    return transitionOf("MATCH {$1 = f($2)} -> ASSUME {" + text + "} GOTO Init;").assumptions.at(0).text();
  };
  EXPECT_EQ(assumptionOf("((int)$1)==0"), "((int)$1) == 0");
  EXPECT_EQ(assumptionOf("!$1"), "!$1");
  EXPECT_EQ(assumptionOf("$1 + 2 * 3 < 4 && $2 != 0x10"), "(($1 + (2 * 3)) < 4) && ($2 != 16)");
  EXPECT_EQ(assumptionOf("(struct device *)$2 == 0"), "((struct device*)$2) == 0");
  EXPECT_EQ(assumptionOf("(unsigned long)$2 >= 010UL"), "((unsigned long)$2) >= 8");
  EXPECT_EQ(assumptionOf("(gfp_t)($2) & 1"), "((gfp_t)$2) & 1");
  EXPECT_EQ(assumptionOf("(mine)$2 == 1"), "((mine)$2) == 1");
  EXPECT_EQ(assumptionOf("(mine) == 1"), "mine == 1");
  EXPECT_EQ(assumptionOf("$$n == -1"), "$$n == (-1)");
  EXPECT_EQ(assumptionOf("$$held[$2] || $$held.empty"), "$$held[$2] || $$held.empty");
  EXPECT_EQ(assumptionOf("$1 ? $2 : 0"), "$1 ? $2 : 0");
  EXPECT_EQ(assumptionOf("$2->a.b[3] == *$1"), "$2->a.b[3] == (*$1)");
}

TEST(Specification, ReadsSeveralAssumptionsAndActionsInTheirOrder) {
  const Transition made = transitionOf(
      "MATCH {f($1)} -> ASSERT n != 5 ASSUME {$1 > 0; $1 < 9;} ENCODE {int c = 3; n = c; c += 2; long d;}"
      " DO n = n + 1 DO held[$1] = false DO ids[n] = true PRINT \"n is \" n PRINTONCE GOTO Init;");
  EXPECT_EQ(made.assertions.size(), 1u);
  EXPECT_EQ(made.assumptions.size(), 2u);
  ASSERT_EQ(made.encoded.size(), 3u);
  EXPECT_EQ(made.encoded[0].variable.name, "c");
  EXPECT_EQ(made.encoded[1].value.text(), "c");
  EXPECT_EQ(made.encoded[2].value.text(), "c + 2");
  ASSERT_EQ(made.actions.size(), 5u);
  EXPECT_EQ(made.actions[0].kind, Action::Kind::SetInteger);
  EXPECT_EQ(made.actions[1].kind, Action::Kind::SetMember);
  EXPECT_EQ(made.actions[1].key.joker, 1u);
  EXPECT_FALSE(made.actions[1].isMember);
  EXPECT_TRUE(made.actions[2].key.number.has_value());
  EXPECT_EQ(made.actions[3].printed.size(), 2u);
  EXPECT_EQ(made.actions[4].kind, Action::Kind::PrintOnce);
}

TEST(Specification, ReadsEveryOutcome) {
  EXPECT_EQ(transitionOf("TRUE -> ERROR;").outcome.kind, Outcome::Kind::Error);
  EXPECT_EQ(transitionOf("TRUE -> STOP;", "CONTROL").outcome.kind, Outcome::Kind::Stop);
  EXPECT_EQ(transitionOf("TRUE -> BREAK;").outcome.kind, Outcome::Kind::Break);
  EXPECT_EQ(transitionOf("TRUE -> INACTIVE;").outcome.kind, Outcome::Kind::Inactive);
  EXPECT_EQ(transitionOf("TRUE -> MODIFY(Rule, \"setvalue(n:=4)\") GOTO Init;", "CONTROL").actions[0].query.analysis,
            "Rule");
  const Transition split =
      transitionOf("MATCH RETURN {$1=g($?)} -> SPLIT {((int)$1)!=0} ENCODE {n=n+1;} GOTO Init NEGATION ERROR(\"no\");");
  EXPECT_EQ(split.outcome.kind, Outcome::Kind::Goto);
  EXPECT_EQ(split.outcome.state, 0u);
  ASSERT_TRUE(split.negation);
  EXPECT_EQ(split.negation->text, "no");
  EXPECT_EQ(split.assumptions.size(), 1u);
  ASSERT_EQ(split.encoded.size(), 1u);
  EXPECT_EQ(split.encoded[0].value.text(), "n + 1");
}

TEST(Specification, MakesAnAutomatonOfAnAssertion) {
  const Specification made = parsed("ASSERT !MATCH {f($?)};\nASSERT CHECK(\"state == Init\") || TRUE;");
  ASSERT_EQ(made.automata.size(), 2u);
  EXPECT_EQ(made.automata[0].name, "ASSERT_1");
  const Transition& transition = made.automata[0].states[0].transitions[0];
  EXPECT_EQ(textOf(made.automata[0], transition.trigger), "!!MATCH {f($?)}");
  EXPECT_EQ(transition.outcome.kind, Outcome::Kind::Error);
}

TEST(Specification, IncludesFilesRelativeToTheOneThatIncludesThem) {
  const auto made = readFiles({{"main.spc", "#include rules/a.spc\n#include \"rules/b.spc\" // too\n"},
                               {"rules/a.spc", "#include <deep/c.spc>\nASSERT TRUE;"},
                               {"rules/b.spc", automaton("TRUE -> GOTO Init;")},
                               {"rules/deep/c.spc", "/* nothing */"}});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->automata.size(), 2u);
  EXPECT_EQ(made->files, (std::vector<std::string>{"main.spc", "rules/a.spc", "rules/deep/c.spc", "rules/b.spc"}));
}

TEST(Specification, MayBeSpreadOverSeveralFiles) {
  const auto source = [](const std::string& name) -> support::Result<std::string> {
    return std::string(name == "twice.spc"
                           ? "ASSERT TRUE;\nOBSERVER AUTOMATON a INITIAL STATE A; STATE A: END AUTOMATON"
                           : "ASSERT FALSE;");
  };
  const auto made = readSpecification({"one.spc", "twice.spc", "other.spc"}, source);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->automata.size(), 4u);
  EXPECT_EQ(made->automata[3].name, "ASSERT_3");
  EXPECT_EQ(made->placeText(made->automata[2].place), "twice.spc:2:1");
  EXPECT_EQ(readSpecification({"twice.spc", "twice.spc"}, source).error().message,
            "twice.spc:2:1: the automaton a is there already");
}

TEST(Specification, NamesThePlaceInAnIncludedFile) {
  const auto made = readFiles({{"main.spc", "ASSERT TRUE;\n#include a.spc"}, {"a.spc", "ASSERT TRUE;\n  ASSERT;"}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "a.spc:2:9: expected a condition, found ';'");
}

TEST(Specification, IncludesNoFileInItself) {
  const auto made = readFiles({{"main.spc", "\n#include a.spc"}, {"a.spc", "#include ./x/../main.spc"}});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "a.spc:1:1: main.spc includes itself");
}

TEST(Specification, IncludesNoChainsWithoutEnd) {
  Files files = {{"main.spc", "#include 0.spc"}};
  for (int i = 0; i < 40; ++i) files[std::to_string(i) + ".spc"] = "#include " + std::to_string(i + 1) + ".spc";
  const auto made = readFiles(files);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("16 deep"), std::string::npos) << made.error().message;
}

TEST(Specification, SaysWhichFileIsMissing) {
  EXPECT_EQ(problemOf("#include none.spc"), "main.spc:1:1: none.spc: no such file");
  EXPECT_EQ(problemOf("#include  "),
            "main.spc:1:1: expected the name of a file after #include, found the end of the line");
  EXPECT_EQ(readSpecification({"/no/such/file.spc"}).error().message, "/no/such/file.spc: no such file");
}

TEST(Specification, SaysWhatWasExpectedAndWhatWasFound) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "main.spc: there is no automaton in the file"},
      {"AUTOMATON", "main.spc:1:10: expected the name of the automaton, found the end of the file"},
      {"STATE A:", "main.spc:1:1: expected AUTOMATON, OBSERVER, CONTROL or ASSERT, found 'STATE'"},
      {"AUTOMATON a INITIAL A;", "main.spc:1:21: expected 'STATE', found 'A'"},
      {"AUTOMATON a\n LOCAL float x;", "main.spc:2:8: expected 'int' or 'set', found 'float'"},
      {"AUTOMATON a LOCAL set<float> x;", "main.spc:1:23: expected 'int' or 'string', found 'float'"},
      {"AUTOMATON a LOCAL int x = y;", "main.spc:1:27: expected a number, found 'y'"},
      {"AUTOMATON a INITIAL STATE A; STATE A: END", "main.spc:1:42: expected 'AUTOMATON', found the end of the file"},
      {"AUTOMATON a INITIAL STATE A; STATE A: TRUE GOTO A;", "main.spc:1:44: expected '->', found 'GOTO'"},
      {"AUTOMATON a INITIAL STATE A; STATE A: TRUE -> ASSUME {} DO;",
       "main.spc:1:59: expected the name of a variable, found ';'"},
      {"ASSERT MATCH;",
       "main.spc:1:13: expected something to match: {...}, \"...\", [...], CALL, RETURN, FUNCTIONCALL, "
       "LABEL, ENTRY, EXIT or ASSERT, found ';'"},
      {"ASSERT MATCH {f(};", "main.spc:1:17: expected an expression, found '}'"},
      {"ASSERT MATCH {f($x)};", "main.spc:1:17: expected $?, $NUMBER or $$VARIABLE, found '$'"},
      {"ASSERT MATCH {f($100)};", "main.spc:1:17: expected $0 to $99, found '$100'"},
      {"ASSERT MATCH CALL {x = 1};", "main.spc:1:22: expected a call, found 'x = 1'"},
      {"ASSERT MATCH [abc;", "main.spc:1:14: expected ']' to close this, found the end of the file"},
      {"ASSERT MATCH [(];", "main.spc:1:14: '(' is not a regular expression"},
      {"ASSERT MATCH [\n(];", "main.spc:1:14: ' (' is not a regular expression"},
      {"ASSERT MATCH \"abc", "main.spc:1:14: expected '\"' to end this text, found the end of the line"},
      {"ASSERT n;", "main.spc:1:9: expected '==' or '!=', found ';'"},
      {"ASSERT 99999999999999999999 == 1;", "main.spc:1:8: expected a number of 64 bits, found '99999999999999999999'"},
      {"ASSERT TRUE", "main.spc:1:12: expected ';', found the end of the file"},
      {"/* ", "main.spc:1:1: expected '*/' to end this comment, found the end of the file"},
      {"#define X", "main.spc:1:1: expected #include, found '#'"},
      {"ASSERT @;", "main.spc:1:8: '@' has no meaning here"},
      {std::string("ASSERT \0;", 9), "main.spc:1:8: the byte 0x00 has no meaning here"},
  };
  for (const auto& [text, problem] : wrong) EXPECT_EQ(problemOf(text), problem) << text;
}

TEST(Specification, RefusesWhatMeansNothing) {
  EXPECT_EQ(wrongIn("TRUE -> GOTO Nowhere;"), "the automaton Rule has no state Nowhere");
  EXPECT_EQ(wrongIn("m == 1 -> GOTO Init;"), "the automaton Rule has no variable m");
  EXPECT_EQ(wrongIn("held == 1 -> GOTO Init;"), "expected a number, but held is a set of texts");
  EXPECT_EQ(wrongIn("TRUE -> DO m = 1 GOTO Init;"), "the automaton Rule has no variable m");
  EXPECT_EQ(wrongIn("TRUE -> DO n[1] = true GOTO Init;"), "expected a set, but n is a number");
  EXPECT_EQ(wrongIn("TRUE -> DO held[1] = true GOTO Init;"),
            "expected a text in quotes in the brackets: held is a set of texts");
  EXPECT_EQ(wrongIn("TRUE -> DO ids[\"a\"] = true GOTO Init;"),
            "expected a number in the brackets: ids is a set of numbers");
  EXPECT_EQ(wrongIn("TRUE -> DO held[$1] = true GOTO Init;"), "$1 is not bound by what is matched");
  EXPECT_EQ(wrongIn("MATCH {f($1)} || MATCH {g($2)} -> ASSUME {$1} GOTO Init;"), "$1 is not bound by what is matched");
  EXPECT_EQ(wrongIn("!MATCH {f($1)} -> ASSUME {$1} GOTO Init;"), "$1 is not bound by what is matched");
  EXPECT_EQ(wrongIn("MATCH {f($1, $1)} -> GOTO Init;"), "$1 is there already");
  EXPECT_EQ(wrongIn("MATCH {f($$n)} -> GOTO Init;"), "$$n cannot be part of what is matched");
  EXPECT_EQ(wrongIn("TRUE -> ASSUME {$$m} GOTO Init;"), "the automaton Rule has no variable m");
  EXPECT_EQ(wrongIn("TRUE -> ASSUME {$$held} GOTO Init;"), "expected a number, but held is a set of texts");
  EXPECT_EQ(wrongIn("TRUE -> ASSUME {$$held[7]} GOTO Init;"),
            "expected $NUMBER or a text in quotes: held is a set of texts");
  EXPECT_EQ(wrongIn("TRUE -> ASSUME {f()} GOTO Init;"), "assumptions and ENCODE call no functions");
  EXPECT_EQ(wrongIn("MATCH {f($?)} -> ASSUME {$?} GOTO Init;"), "$? has no value");
  EXPECT_EQ(wrongIn("TRUE -> STOP;"), "an observer does not STOP; that takes a CONTROL AUTOMATON");
  EXPECT_EQ(wrongIn("TRUE -> MODIFY(Rule, \"b\") GOTO Init;"),
            "an observer does not MODIFY; that takes a CONTROL AUTOMATON");
  EXPECT_EQ(wrongIn("STATE Init: TRUE -> GOTO Init;"), "the state Init is there already");
  EXPECT_EQ(problemOf("AUTOMATON a INITIAL STATE A; TARGET STATE A: END AUTOMATON"),
            "main.spc:1:27: the initial state is a target, so that every program is wrong");
  EXPECT_EQ(problemOf("AUTOMATON a INITIAL STATE B; STATE A: END AUTOMATON"),
            "main.spc:1:27: the automaton a has no state B");
  EXPECT_EQ(problemOf("AUTOMATON a LOCAL int x; LOCAL set<int> x; INITIAL STATE A; STATE A: END AUTOMATON"),
            "main.spc:1:41: the variable x is there already");
  const std::string one = automaton("TRUE -> GOTO Init;");
  EXPECT_EQ(problemOf(one + "\n" + one), "main.spc:6:1: the automaton Rule is there already");
}

TEST(Specification, MatchesOnlyWhatProgramsDo) {
  const std::string expected = "expected a call, an assignment, [a condition] or a return of a value, found ";
  EXPECT_EQ(problemOf("ASSERT MATCH {x + 1};"), "main.spc:1:17: " + expected + "'x + 1'");
  EXPECT_EQ(problemOf("ASSERT MATCH {int x};"), "main.spc:1:19: " + expected + "'x'");
  EXPECT_EQ(problemOf("ASSERT MATCH {return};"), "main.spc:1:21: expected an expression, found '}'");
  EXPECT_EQ(problemOf("ASSERT MATCH {[x};"), "main.spc:1:17: expected ']', found '}'");
  EXPECT_EQ(problemOf("ASSERT MATCH \"x\";"), "main.spc:1:14: the text is no statement: " + expected + "'x'");
  EXPECT_EQ(problemOf("ASSERT MATCH \"x = 1; y\";"),
            "main.spc:1:14: the text is no statement: expected the end of the text, found 'y'");
  EXPECT_EQ(problemOf("ASSERT MATCH \"x = $1;\";"),
            "main.spc:1:14: the text is no statement: jokers stand in {}, not in a text");
  EXPECT_EQ(problemOf("ASSERT MATCH \"#include a\";").substr(0, 14), "main.spc:1:14:");
  EXPECT_EQ(problemOf("ASSERT MATCH [(a)\\1];"), "main.spc:1:14: '(a)\\1' is not a regular expression");
}

TEST(Specification, AsksOnlyItsOwnAutomata) {
  const auto wrongQuery = [](const std::string& query) {
    return wrongIn("MATCH {f()} && " + query + " -> GOTO Init;");
  };
  EXPECT_EQ(problemOf(automaton("CHECK(value, \"x==1\") -> GOTO Init;")),
            "main.spc:4:1: there is no analysis value; automata of the specification can be asked");
  EXPECT_EQ(wrongQuery("CHECK(Rule, \"n\")"), "expected \"state == NAME\" or \"VARIABLE == NUMBER\", found \"n\"");
  EXPECT_EQ(wrongQuery("CHECK(Rule, \"state == B\")"),
            "the automaton Rule has no such state or number: \"state == B\"");
  EXPECT_EQ(wrongQuery("CHECK(Rule, \"held == 1\")"), "the automaton Rule has no such state or number: \"held == 1\"");
  EXPECT_EQ(wrongQuery("CHECK(Rule, \"n == x\")"), "the automaton Rule has no such state or number: \"n == x\"");
  EXPECT_EQ(wrongQuery("CHECK(\"m == 1\")"), "no automaton has such a state or number: \"m == 1\"");
  EXPECT_EQ(wrongQuery("EVAL(Rule, \"m\") == 1"), "the automaton Rule has no number m");
  EXPECT_EQ(wrongQuery("EVAL(other, \"n\") == 1"),
            "there is no analysis other; automata of the specification can be asked");
  EXPECT_EQ(wrongIn("MATCH {f()} -> MODIFY(Rule, \"n = 1\") GOTO Init;", "CONTROL"),
            "expected \"setvalue(VARIABLE := NUMBER)\", found \"n = 1\"");
  EXPECT_EQ(wrongIn("MATCH {f()} -> MODIFY(Rule, \"setvalue(m := 1)\") GOTO Init;", "CONTROL"),
            "the automaton Rule has no number for \"setvalue(m := 1)\"");
}

TEST(Specification, EncodesAssignmentsToItsOwnVariables) {
  const auto wrongCode = [](const std::string& code) {
    return problemOf(automaton("MATCH {f($1)} -> ENCODE {" + code + "} GOTO Init;"));
  };
  EXPECT_EQ(wrongCode("int c = $1; c = c + n; long d"), "");
  EXPECT_EQ(wrongCode("c = 1;"), "main.spc:4:26: the automaton Rule has no variable c");
  EXPECT_EQ(wrongCode("held = 1;"), "main.spc:4:26: expected a number, but held is a set of texts");
  EXPECT_EQ(wrongCode("*p = 1;"),
            "main.spc:4:26: expected an assignment to a variable of the automaton, found '(*p) = 1'");
  EXPECT_EQ(wrongCode("f($1);"), "main.spc:4:26: expected an assignment to a variable of the automaton, found 'f($1)'");
  EXPECT_EQ(wrongCode("n = g();"), "main.spc:4:31: assumptions and ENCODE call no functions");
  EXPECT_EQ(wrongCode("n = $2;"), "main.spc:4:30: $2 is not bound by what is matched");
  EXPECT_EQ(wrongCode("int n = 2;"), "main.spc:4:30: the variable n is there already");
  EXPECT_EQ(wrongCode("int c; long c;"), "main.spc:4:38: c is of type 'int' elsewhere");
  EXPECT_EQ(wrongCode("if (n) n = 1;").substr(0, 14), "main.spc:4:26:");
}

TEST(Specification, WarnsOfAssumptionsThatMayAllBeFalse) {
  const auto warnings = [](const std::string& transitions) { return parsed(automaton(transitions)).warnings; };
  const std::string head = "MATCH {$1 = f($2)} -> ASSUME ";
  const auto pair = [&](const std::string& one, const std::string& other) {
    return warnings(head + "{" + one + "} GOTO Init; " + head + "{" + other + "} ERROR;").size();
  };
  EXPECT_EQ(pair("$1", "!$1"), 0u);
  EXPECT_EQ(pair("!($$held[$2])", "$$held[$2]"), 0u);
  EXPECT_EQ(pair("$1 == 0", "$1 != 0"), 0u);
  EXPECT_EQ(pair("((int)$1) < 3", "(int)$1 >= 3"), 0u);
  EXPECT_EQ(pair("$1 <= 0", "($1) > 0"), 0u);
  EXPECT_EQ(pair("$1 == 0", "$2 != 0"), 1u);
  EXPECT_EQ(pair("$1 == 0", "$1 == 1"), 1u);
  EXPECT_EQ(pair("$1; $2", "!$1"), 1u);
  EXPECT_EQ(warnings(head + "{$1} GOTO Init; MATCH {$1 = f($2)} -> ERROR;").size(), 0u);
  EXPECT_EQ(warnings("MATCH {$1=g($?)} -> SPLIT {$1} GOTO Init NEGATION GOTO Init;").size(), 0u);
  const auto some = warnings(head + "{$1} GOTO Init;");
  ASSERT_EQ(some.size(), 1u);
  EXPECT_EQ(
      some[0],
      "main.spc:4:1: the assumptions on MATCH {$1 = f($2)} in state Init of Rule may all be false, by their form");
}

TEST(Specification, IsReadInLittleTimeAndStackHoweverLargeItsParts) {
  const auto repeated = [](const std::string& text, size_t count) {
    std::string made;
    for (size_t i = 0; i < count; ++i) made += text;
    return made;
  };
  EXPECT_NE(problemOf("ASSERT " + repeated("(", 200000)), "");
  EXPECT_NE(problemOf("ASSERT " + repeated("!", 200000)), "");
  EXPECT_NE(problemOf("ASSERT TRUE" + repeated(" && TRUE", 100000) + ";"), "");
  EXPECT_NE(problemOf("ASSERT MATCH {f(" + repeated("(", 200000)), "");
  EXPECT_NE(problemOf("ASSERT MATCH {f(" + repeated("-", 200000)), "");
  EXPECT_NE(problemOf("ASSERT MATCH {f(1" + repeated("+1", 100000) + ")};"), "");
  EXPECT_NE(problemOf("ASSERT MATCH {f" + repeated("[1]", 100000) + "};"), "");
  EXPECT_NE(problemOf("ASSERT 1" + repeated("+1", 100000) + " == 1;"), "");
  EXPECT_NE(problemOf("ASSERT MATCH [" + repeated("(a*)*", 1000) + "];"), "");
  EXPECT_NE(problemOf("ASSERT MATCH [a{999}{999}{999}];"), "");
  EXPECT_NE(problemOf(repeated("ASSERT TRUE;", 2000)), "");
}

RC_GTEST_PROP(Specification, OfAnyWordsIsReadOrRefusedWithItsPlace, ()) {
  static const std::vector<std::string> kWords = {"AUTOMATON",
                                                  "OBSERVER",
                                                  "CONTROL",
                                                  "a",
                                                  "LOCAL",
                                                  "int",
                                                  "set",
                                                  "<",
                                                  ">",
                                                  "string",
                                                  "INITIAL",
                                                  "STATE",
                                                  "USEFIRST",
                                                  "END",
                                                  ";",
                                                  ":",
                                                  "TRUE",
                                                  "MATCH",
                                                  "{",
                                                  "}",
                                                  "f",
                                                  "(",
                                                  ")",
                                                  "$1",
                                                  "$?",
                                                  "$$n",
                                                  "[",
                                                  "]",
                                                  "->",
                                                  "ASSUME",
                                                  "ENCODE",
                                                  "SPLIT",
                                                  "NEGATION",
                                                  "GOTO",
                                                  "ERROR",
                                                  "\"t\"",
                                                  "STOP",
                                                  "DO",
                                                  "PRINT",
                                                  "=",
                                                  "==",
                                                  "&&",
                                                  "||",
                                                  "!",
                                                  "1",
                                                  "n",
                                                  ",",
                                                  "CHECK",
                                                  "ASSERT",
                                                  "#include x\n",
                                                  "TARGET",
                                                  "true",
                                                  "EVAL",
                                                  "++",
                                                  "return",
                                                  "\"x = 1;\"",
                                                  "MODIFY",
                                                  "BREAK",
                                                  "\"state == a\"",
                                                  "+",
                                                  "-",
                                                  ".",
                                                  "empty",
                                                  "LABEL",
                                                  "CALL",
                                                  "COVERS_LINES"};
  const auto chosen = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kWords));
  const auto keeps = *rc::gen::inRange<size_t>(0, 200);
  std::string text = automaton("MATCH {$1 = f($2)} && n == 1 -> ASSUME {$1 == 0} DO held[$2] = true ERROR(\"t\");");
  text.resize(std::min(keeps, text.size()));
  for (const std::string& word : chosen) text += " " + word;
  const auto made = readFiles({{"main.spc", text}});
  if (!made) RC_ASSERT(made.error().message.starts_with("main.spc"));
}

}  // namespace
}  // namespace clew::spec
