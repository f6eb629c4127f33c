// Inputs in traces: the choices by which the machine asks for a value are one value again, with the name and the sign
// that it has in the source.
#include "report/inputs.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "report/trace.h"

namespace clew::report {
namespace {

Trace traceOf(const std::string& source, const std::vector<uint32_t>& choices) {
  const program::Program program = test::loadedProgram(source);
  machine::Path path;
  for (const uint32_t choice : choices) path.push(choice);
  PathChooser chooser(path, false);
  return record(program, chooser, {});
}

TEST(AssignedName, IsTheVariableThatTheCallIsAssignedTo) {
  EXPECT_EQ(assignedName("int x = f();", "f"), "x");
  EXPECT_EQ(assignedName("x=f();", "f"), "x");
  EXPECT_EQ(assignedName("node->next[i + 1].size = (unsigned) f();", "f"), "node->next[i + 1].size");
  EXPECT_EQ(assignedName("char *p = (char *)(long)f();", "f"), "p");
  EXPECT_EQ(assignedName("int a = 1, b = give((int)sizeof(a)), c;", "give"), "b");
  EXPECT_EQ(assignedName("for (int i = give(); i < 3; ++i)", "give"), "i");
}

TEST(AssignedName, IsEmptyWhereItIsNotPlainToSee) {
  EXPECT_EQ(assignedName("int x = g(), y = 2;", "f"), "");
  EXPECT_EQ(assignedName("f();", "f"), "");
  EXPECT_EQ(assignedName("if (x == f()) return;", "f"), "");
  EXPECT_EQ(assignedName("x += f();", "f"), "");
  EXPECT_EQ(assignedName("x = 2 * f();", "f"), "");
  EXPECT_EQ(assignedName("x = f(); y = f();", "f"), "");
  EXPECT_EQ(assignedName("x <= f()", "f"), "");
  EXPECT_EQ(assignedName("x = g(f())", "f"), "");
  EXPECT_EQ(assignedName("x = f() & 0xFF;", "f"), "");
  EXPECT_EQ(assignedName("p = f() == 3 ? q : NULL;", "f"), "");
  EXPECT_EQ(assignedName("", "f"), "");
}

RC_GTEST_PROP(AssignedName, IsAPartOfAnyLineAndNeverCrashes, (const std::string& before, const std::string& after)) {
  const std::string line = before + "call" + after;
  RC_ASSERT(line.find(assignedName(line, "call")) != std::string::npos);
}

TEST(InputCollector, PutsTheHalvesOfAnIntegerTogether) {
  const char* source =
      "int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); return x; }\n";
  const Trace trace = traceOf(source, {0xFFFF, 0xFFFE});
  ASSERT_EQ(trace.inputs.size(), 1u);
  EXPECT_EQ(trace.inputs[0].function, "__VERIFIER_nondet_int");
  EXPECT_EQ(trace.inputs[0].name, "x");
  EXPECT_EQ(trace.inputs[0].value, "-2");
  EXPECT_EQ(trace.inputs[0].bytes, (std::vector<uint8_t>{0xFE, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(trace.inputs[0].location.line, 2u);
  ASSERT_EQ(trace.lines.size(), 1u);
  EXPECT_EQ(trace.lines[0].effects, std::vector<std::string>{"__VERIFIER_nondet_int() is -2"});
}

TEST(InputCollector, ShowsValuesByTheTypeOfTheFunction) {
  const Trace trace = traceOf(R"(#include <stdbool.h>
bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned long __VERIFIER_nondet_ulong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int main(void) {
  __VERIFIER_nondet_bool();
  __VERIFIER_nondet_char();
  __VERIFIER_nondet_uchar();
  __VERIFIER_nondet_ulong();
  __VERIFIER_nondet_float();
  __VERIFIER_nondet_double();
}
)",
                              {1, 255, 255, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0x3FC0, 0, 0xC004, 0, 0, 0});
  std::vector<std::string> values;
  for (const TraceInput& input : trace.inputs) values.push_back(input.value);
  const std::string largest = std::to_string(std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(values, (std::vector<std::string>{"true", "-1", "255", largest, "1.5", "-2.5"}));
}

TEST(InputCollector, NamesBytesAsTheProgramDoes) {
  const Trace trace = traceOf(R"(#include <clew.h>
static int global;
int main(void) {
  char text[4];
  clew_symbolic(&global, sizeof global, "");
  clew_symbolic(text, sizeof text, "message");
  int which = clew_choose(5);
}
)",
                              {1, 2, 0, 0, 'a', 'b', 'c', 0, 3});
  ASSERT_EQ(trace.inputs.size(), 3u);
  EXPECT_EQ(trace.inputs[0].name, "global");
  EXPECT_EQ(trace.inputs[0].value, "513");
  EXPECT_EQ(trace.inputs[1].name, "message");
  EXPECT_EQ(trace.inputs[1].value, "61 62 63 00");
  EXPECT_EQ(trace.inputs[2].name, "which");
  EXPECT_EQ(trace.inputs[2].value, "3");
}

TEST(InputCollector, LeavesOutWhatTheLibraryChooses) {
  const Trace trace = traceOf("#include <stdlib.h>\nint main(void) { return rand(); }\n", {1, 2});
  EXPECT_TRUE(trace.inputs.empty());
  EXPECT_EQ(trace.otherChoices, std::vector<std::string>{"rand"});
}

}  // namespace
}  // namespace clew::report
