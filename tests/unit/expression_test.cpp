// Expressions of --invariant and --next: what clang computes for a C expression is what Clew computes; what
// means nothing is answered by its place; and no text at all, however broken, does any harm.
#include "property/expression.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "machine/machine.h"
#include "program/compile.h"
#include "property/evaluate.h"

namespace clew::property {
namespace {

constexpr const char* kGlobals = R"(
#include <stdbool.h>
#include <stddef.h>
enum color { RED, GREEN = 5, BLUE = -3 };
enum { LIMIT = 12 };
struct inner { short s; unsigned char c; };
struct node { int value; struct node *next; struct inner in[3]; unsigned flag : 3; int small : 5; long wide : 40;
              union { int whole; char parts[4]; }; };
signed char sc = -7; unsigned char uc = 200; char ch = 'x'; _Bool yes = 1;
short sh = -30000; unsigned short us = 65000; int i = -123456; unsigned u = 4000000000u;
long l = -5000000000; unsigned long ul = 18000000000000000000u; float f = 1.5f; double d = -0.1;
enum color color = BLUE;
int a[5] = {3, 1, 4, 1, 5}; int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct node second = {22, 0, {{7, 8}, {9, 10}, {11, 12}}, 6, -9, -77777777777, {0x01020304}};
struct node first = {11, &second, {{-1, 1}, {-2, 2}, {-3, 3}}, 5, 3, 5, {-1}};
struct node *p = &first, *none = NULL;
int *q = &a[2]; const int fixed = 42; void *raw = &first;
int at = 1;
)";

/// A program in its first state.
class State {
 public:
  explicit State(const std::string& text)
      : program_(test::loadedProgram(text)), machine_(std::make_unique<machine::ConcreteMachine>(program_, tables_)) {
    machine_->start();
    machine_->save();
  }
  const program::Program& program() const { return program_; }

  support::Result<Expression> parse(const std::string& text,
                                    Expression::Kind kind = Expression::Kind::Invariant) const {
    return Expression::parse(text, kind, program_);
  }
  Computed compute(const Expression& expression) const {
    return Evaluator(expression, *machine_).compute(expression.root());
  }
  std::string error(const std::string& text, Expression::Kind kind = Expression::Kind::Invariant) const {
    const auto parsed = parse(text, kind);
    return parsed ? "(no error)" : parsed.error().message;
  }
  std::string failure(const std::string& text) const {
    const auto parsed = parse(text);
    if (!parsed) return parsed.error().message;
    return failureText(*parsed, compute(*parsed));
  }
  machine::ConcreteMachine& machine() const { return *machine_; }

 private:
  program::Program program_;
  machine::StateTables tables_;
  std::unique_ptr<machine::ConcreteMachine> machine_;
};

const State& globals() {
  static const State state(std::string(kGlobals) + "int main(void) { return LIMIT; }");
  return state;
}

/// The value as `%lld` would print it after a cast, or of a double its bits.
std::string printed(const Expression& expression, const Computed& computed) {
  if (computed.failure != Failure::None) return failureText(expression, computed);
  if (expression.nodes()[expression.root()].type.kind == ValueType::Kind::Floating) {
    char text[64];
    std::snprintf(text, sizeof text, "%a", std::bit_cast<double>(computed.bits));
    return std::isnan(std::bit_cast<double>(computed.bits)) ? "nan" : text;
  }
  return std::to_string(static_cast<long long>(computed.bits));
}

/// What clang makes of the same expressions.
std::vector<std::string> natively(const std::vector<std::string>& expressions) {
  const program::TemporaryFolder folder;
  std::ofstream file(folder.path() + "/native.c");
  file << kGlobals << R"(
#include <stdio.h>
#define SHOW(e) _Generic((e), float: showReal, double: showReal, default: showInteger)(e)
static void showReal(double value) { value != value ? puts("nan") : printf("%a\n", value); }
static void showInteger(long long value) { printf("%lld\n", value); }
int main(void) {
)";
  for (const std::string& expression : expressions) file << "  SHOW(" << expression << ");\n";
  file << "}\n";
  file.close();
  const std::string command = "clang-19 -w -O0 -fwrapv -o " + folder.path() + "/native " + folder.path() +
                              "/native.c && " + folder.path() + "/native";
  std::vector<std::string> lines;
  FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) return lines;
  char line[256];
  while (std::fgets(line, sizeof line, output) != nullptr) lines.emplace_back(line, std::string(line).find('\n'));
  pclose(output);
  return lines;
}

void expectLikeClang(const std::vector<std::string>& expressions) {
  const std::vector<std::string> expected = natively(expressions);
  ASSERT_EQ(expected.size(), expressions.size());
  for (size_t k = 0; k < expressions.size(); ++k) {
    const auto parsed = globals().parse(expressions[k]);
    ASSERT_TRUE(parsed) << expressions[k] << "\n" << parsed.error().message;
    EXPECT_EQ(printed(*parsed, globals().compute(*parsed)), expected[k]) << expressions[k];
  }
}

/// Random expressions without undefined behaviour (apart from overflow, which -fwrapv defines).
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string integer(int depth) {
    if (depth == 0) return leaf();
    const auto sub = [&] { return integer(depth - 1 - static_cast<int>(random_() % 2 == 0 && depth > 1)); };
    switch (random_() % 12) {
      case 0: return "(" + sub() + pick({" + ", " - ", " * ", "*"}) + sub() + ")";
      case 1: return sub() + pick({" & ", " | ", " ^ "}) + sub();
      case 2: return sub() + pick({" < ", " <= ", " > ", " >= ", " == ", " != "}) + sub();
      case 3: return "(" + sub() + ")" + pick({" / ", " % "}) + pick({"7", "3u", "1000l", "11ul", "'a'"});
      case 4: return "((" + sub() + ")" + pick({" << ", " >> "}) + pick({"0", "1", "5", "31", "uc % 17"}) + ")";
      case 5: return pick({"-", "~", "!", "+", "- -"}) + "(" + sub() + ")";
      case 6: return sub() + pick({" && ", " || "}) + sub();
      case 7: return "(" + sub() + " ? " + sub() + " : " + sub() + ")";
      case 8:
        return pick({"(char)", "(unsigned char)", "(short)", "(unsigned short)", "(int)", "(unsigned)", "(long)",
                     "(unsigned long)", "(bool)", "(signed char)", "(long long)", "(size_t)"}) +
               "(" + sub() + ")";
      case 9: return "(((" + sub() + ") & 1 ? " + real(depth - 1) + " : " + real(depth - 1) + ") < 2)";
      default: return "(" + sub() + ")" + pick({"+", "-", "*", "<", "&", "^"}) + "(" + sub() + ")";
    }
  }

  std::string real(int depth) {
    if (depth <= 0)
      return pick({"f", "d", "1.25", "0.1f", "3e2", ".5", "0x1.8p3", "(double)u", "(float)i", "(float)ul"});
    return "(" + real(depth - 1) + pick({" + ", " - ", " * ", " / "}) +
           (random_() % 3 == 0 ? integer(0) : real(depth - 1)) + ")";
  }

 private:
  std::string leaf() {
    static const std::vector<std::string> kLeaves = {"sc",
                                                     "uc",
                                                     "ch",
                                                     "yes",
                                                     "sh",
                                                     "us",
                                                     "i",
                                                     "u",
                                                     "l",
                                                     "ul",
                                                     "color",
                                                     "RED",
                                                     "BLUE",
                                                     "LIMIT",
                                                     "a[2]",
                                                     "*a",
                                                     "a[at]",
                                                     "grid[1][2]",
                                                     "*grid[1]",
                                                     "first.value",
                                                     "p->value",
                                                     "0",
                                                     "1",
                                                     "077",
                                                     "0x7fffffff",
                                                     "0xffffffff",
                                                     "2147483648",
                                                     "4294967296u",
                                                     "'z'",
                                                     "'\\n'",
                                                     "'\\xff'",
                                                     "1l",
                                                     "3u",
                                                     "p->next->value",
                                                     "p->in[1].s",
                                                     "(*p).in[at].c",
                                                     "p->flag",
                                                     "second.small",
                                                     "first.wide",
                                                     "p->next->wide",
                                                     "second.parts[1]",
                                                     "first.whole",
                                                     "*q",
                                                     "q[-1]",
                                                     "(q - a)",
                                                     "*(q + 1)",
                                                     "(&a[3] - q)",
                                                     "(p == &first)",
                                                     "(none == NULL)",
                                                     "!none",
                                                     "(q > a)",
                                                     "fixed",
                                                     "sizeof(a)",
                                                     "(sizeof p->in[0])",
                                                     "(p->next->next == 0)",
                                                     "(-1)",
                                                     "sizeof(long)"};
    return pick(kLeaves);
  }
  std::string pick(const std::vector<std::string>& list) { return list[random_() % list.size()]; }

  std::mt19937 random_;
};

TEST(Expression, ComputesWhatClangComputes) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    Generator generator(seed);
    std::vector<std::string> expressions;
    for (int k = 0; k < 400; ++k) expressions.push_back(generator.integer(k % 6));
    for (int k = 0; k < 60; ++k) expressions.push_back(generator.real(k % 4));
    expectLikeClang(expressions);
  }
}

TEST(Expression, ReadsWhatPeopleWrite) {
  for (const char* text :
       {"i<0", "p->next->value == 22", "color == BLUE => i < 0", "i > 0 => i / 0 == 1", "i < 0 -> u > 0",
        "none == NULL || none->value > 3", "(p)->value == (*p).value", "*&i == i", "&p->in[1] == p->in + 1",
        "color::BLUE == BLUE", "::i == i", "true && !false", "p != nullptr", "'\\'' == 39 && '\\0' == 0"}) {
    const auto parsed = globals().parse(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.error().message;
    const Computed computed = globals().compute(*parsed);
    EXPECT_EQ(computed.failure, Failure::None) << failureText(*parsed, computed);
    EXPECT_NE(computed.bits, 0u) << text;
  }
}

TEST(Expression, NamesTheGlobalsThatHaveToBeWatched) {
  const auto parsed = globals().parse("p->value == a[at] && sizeof(l) == 8");
  ASSERT_TRUE(parsed);
  std::vector<std::string> names;
  for (const uint32_t global : parsed->globals()) names.push_back(globals().program().globals[global].name);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"a", "at", "l", "p"}));
}

TEST(Expression, SaysWhereItIsWrong) {
  const State& state = globals();
  EXPECT_EQ(state.error(""), "column 1: an expression is missing");
  EXPECT_EQ(state.error("i <= "), "column 6: an expression is missing");
  EXPECT_EQ(state.error("i == )"), "column 6: an expression is missing before ')'");
  EXPECT_EQ(state.error("colour == 1"), "column 1: no global is called 'colour'; did you mean 'color'?");
  EXPECT_EQ(state.error("BLEU == 1"), "column 1: no global is called 'BLEU'; did you mean 'BLUE'?");
  EXPECT_EQ(state.error("zzzzzzzzz"),
            "column 1: no global is called 'zzzzzzzzz' (static ones that nothing uses are not compiled)");
  EXPECT_EQ(state.error("1 + p->valu"), "column 8: 'node' has no field 'valu'; did you mean 'value'?");
  EXPECT_EQ(state.error("first"), "column 1: a structure is no value; name one of its fields");
  EXPECT_EQ(state.error("i = 3"), "column 3: an invariant changes nothing; equality is ==");
  EXPECT_EQ(state.error("i++"), "column 2: an invariant changes nothing");
  EXPECT_EQ(state.error("main()"),
            "column 1: no global is called 'main' (static ones that nothing uses are not compiled)");
  EXPECT_EQ(state.error("i(3)"), "column 2: calls are not possible here");
  EXPECT_EQ(state.error("p == 3"), "column 1: '==' compares a pointer and a number");
  EXPECT_EQ(state.error("p * 3"), "column 1: '*' needs numbers, not pointers");
  EXPECT_EQ(state.error("d % 3"), "column 1: '%' needs integers");
  EXPECT_EQ(state.error("*i"), "column 2: '*' needs a pointer");
  EXPECT_EQ(state.error("*raw"), "column 2: it is not known what this points to");
  EXPECT_EQ(state.error("i.x"), "column 3: 'x' is a field of something that is no structure");
  EXPECT_EQ(state.error("(i"), "column 3: ')' is missing");
  EXPECT_EQ(state.error("08 == 1"), "column 1: '08' is no number");
  EXPECT_EQ(state.error("99999999999999999999"), "column 1: the number does not fit 64 bits");
  EXPECT_EQ(state.error("next(i) == 1"), "column 1: next(...) belongs into --next");
  EXPECT_EQ(state.error("i == 'ab'"), "column 6: this is not one character");
  EXPECT_EQ(state.error("i # 3"), "column 3: '#' has no meaning here");
  EXPECT_EQ(state.error("&p->flag == 0"), "column 1: a bit-field has no address");
  EXPECT_EQ(state.error("(int *)p == 0"), "column 6: casts to pointers are not supported");
  EXPECT_EQ(state.error("i == 1", Expression::Kind::Next), "column 1: nothing in it is next(...); use --invariant");
  EXPECT_EQ(state.error("next(next(i)) == 1", Expression::Kind::Next), "column 6: next(...) inside next(...)");
}

TEST(Expression, SaysWhyItHasNoValue) {
  const State& state = globals();
  EXPECT_EQ(state.failure("none->value == 1"), "none->value is read through a null pointer");
  EXPECT_EQ(state.failure("p->next->next->value"), "p->next->next->value is read through a null pointer");
  EXPECT_EQ(state.failure("a[at + 4]"), "a[at + 4] has the index 5 in an array of 5");
  EXPECT_EQ(state.failure("a[i]"), "a[i] has the index -123456 in an array of 5");
  EXPECT_EQ(state.failure("q[3]"), "q[3] lies outside of its object");
  EXPECT_EQ(state.failure("q[1000000]"), "q[1000000] is read through a pointer that points to no object");
  EXPECT_EQ(state.failure("3 / (at - 1)"), "3 / (at - 1) divides by zero");
  EXPECT_EQ(state.failure("1 << i"), "1 << i shifts by -123456");
  EXPECT_EQ(state.failure("(int)(d * 1e30)"), "d * 1e30 does not fit the type it is converted to");
}

TEST(Expression, IsBoundedInLengthAndDepth) {
  EXPECT_EQ(globals().error(std::string(5000, '1')), "the expression is longer than 4096 characters");
  for (const char* each : {"(", "!", "-", "*", "a[", "1?", "1=>", "&", "(int)", "1+("}) {
    std::string text;
    while (text.size() + std::string(each).size() <= 4096) text += each;
    EXPECT_FALSE(globals().parse(text)) << each;
  }
  EXPECT_TRUE(globals().parse(std::string(100, '(') + "1" + std::string(100, ')')));
  std::string sum = "1";
  while (sum.size() < 4000) sum += "+1";
  const auto parsed = globals().parse(sum);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(globals().compute(*parsed).bits, sum.size() / 2 + 1);
}

RC_GTEST_PROP(Expression, SurvivesAnyWords, ()) {
  static const std::vector<std::string> kWords = {
      "i",    "p", "->",      ".",        "value", "(",    ")", "[",     "]",    "next",   "in",  "a",        "1",
      "0x",   "'", "'a'",     "+",        "-",     "*",    "/", "%",     "<",    "<<",     "=",   "==",       "=>",
      " -> ", "!", "~",       "&",        "&&",    "|",    "?", ":",     "::",   "sizeof", "int", "unsigned", "(int)",
      "1.5e", "f", "test.c:", "test.c:i", "\\",    "\xff", " ", "first", "grid", "none",   "q",   "NULL",     "1e+"};
  const auto picks = *rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, kWords.size()));
  std::string text;
  for (const size_t pick : picks) text += kWords[pick];
  for (const auto kind : {Expression::Kind::Invariant, Expression::Kind::Next}) {
    const auto parsed = globals().parse(text, kind);
    if (!parsed) {
      size_t column = 0;
      RC_ASSERT(std::sscanf(parsed.error().message.c_str(), "column %zu:", &column) == 1);
      RC_ASSERT(column >= 1 && column <= text.size() + 1);
    } else if (kind == Expression::Kind::Invariant) {
      globals().compute(*parsed);
    }
  }
}

RC_GTEST_PROP(Expression, SurvivesAnyBytes, (const std::string& text)) {
  globals().parse(text).operator bool();
  globals().parse(text, Expression::Kind::Next).operator bool();
}

TEST(Expression, ReadsNeverWrittenMemoryAsFailure) {
  const State state(R"(
#include <stdlib.h>
#include <clew.h>
int *p;
int main(void) { p = malloc(8); p[1] = 3; clew_choose(2); free(p); return clew_choose(2); })");
  EXPECT_EQ(state.failure("p[1] == 3"), "");
  EXPECT_EQ(state.failure("p[0] == 3"), "p[0] was never written");
  EXPECT_EQ(state.failure("p[2] == 3"), "p[2] lies outside of its object");
  ASSERT_EQ(state.machine().step(0), machine::Outcome::Stopped);
  state.machine().save();
  EXPECT_EQ(state.failure("p[1] == 3"), "p[1] is read from an object that no longer exists");
}

TEST(Expression, KeepsTheStateBeforeATransitionApart) {
  const State state(
      "#include <clew.h>\nint x = 5, y; int main(void) { clew_choose(2); x = 8; y = 1; clew_choose(2); }");
  const auto parsed = state.parse("x + y == 5 -> next(x + y) == x + 4 && next(y)", Expression::Kind::Next);
  ASSERT_TRUE(parsed) << parsed.error().message;
  Evaluator evaluator(*parsed, state.machine());
  std::vector<Computed> before;
  for (const uint32_t part : parsed->parts()) before.push_back(evaluator.compute(part));
  ASSERT_EQ(state.machine().step(0), machine::Outcome::Stopped);
  std::vector<Shown> shown;
  evaluator.setShown(&shown);
  EXPECT_EQ(evaluator.compute(parsed->root(), before).bits, 1u);
  EXPECT_EQ(shownText(*parsed, state.machine(), shown), "next(x) = 8, next(y) = 1");
}

}  // namespace
}  // namespace clew::property
