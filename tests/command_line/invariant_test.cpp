// --invariant and --next as people use them: names from several files and from C++, messages that tell the values,
// counterexamples that can be seen again, and one line for an expression that means nothing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

constexpr const char* kCounter = R"(#include <clew.h>
struct box { int weight; struct box *inside; };
enum color { RED, GREEN };
int count, limit = 5;
static enum color color = RED;
struct box *box;
static _Thread_local int own;
int main(void) {
  for (int i = 0; i < 6; i++) count++;
  color = GREEN;
  own = clew_choose(2);
  return own;
}
)";

class Invariant : public CommandLine {
 protected:
  Invariant() { write("counter.c", kCounter); }

  void expectMessage(const Words& options, const std::string& property, const std::string& says) const {
    Words words = {"check", "counter.c"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = clew(words);
    expectVerdict(outcome, kViolated, "violated (" + property + ")");
    EXPECT_NE(outcome.output.find(property + ": " + says + "\n"), std::string::npos) << outcome.describe();
  }
};

TEST_F(Invariant, ThatHoldsIsSafe) {
  expectVerdict(clew({"check", "counter.c", "--invariant", "count <= 6", "--invariant", "limit == 5"}), kSafe, "safe");
  expectVerdict(clew({"check", "counter.c", "--next", "next(count) >= count"}), kSafe, "safe");
  expectVerdict(clew({"check", "counter.c", "--invariant=-count <= 0", "--execute-all"}), kSafe, "safe");
}

TEST_F(Invariant, ThatDoesNotHoldIsShownWithItsValues) {
  expectMessage({"--invariant", "count <= limit"}, "invariant", "count <= limit does not hold: count = 6, limit = 5");
  expectMessage({"--invariant", "count < 9", "--invariant", "color == RED"}, "invariant",
                "color == RED does not hold: color = GREEN");
  expectMessage({"--invariant", "box->weight > 0"}, "invariant",
                "box->weight > 0 cannot be evaluated: box->weight is read through a null pointer");
  expectMessage({"--invariant", "0"}, "invariant", "0 does not hold");
  expectMessage({"--invariant", "box != NULL || count < 2"}, "invariant",
                "box != NULL || count < 2 does not hold: box = NULL, count = 2");
  expectMessage({"--next", "count == 3 -> next(count) == 5"}, "next",
                "count == 3 -> next(count) == 5 does not hold: count = 3, next(count) = 4");
  expectMessage({"--search", "bfs", "--next", "next(count) != 6"}, "next",
                "next(count) != 6 does not hold: next(count) = 6");
}

TEST_F(Invariant, IsCheckedBesideASelectionOfProperties) {
  expectMessage({"--property", "deadlock", "--invariant", "count < 6"}, "invariant",
                "count < 6 does not hold: count = 6");
  expectMessage({"--property", "invariant", "--stateless", "--invariant", "count < 6"}, "invariant",
                "count < 6 does not hold: count = 6");
  expectComplaint({"check", "counter.c", "--property", "invariant"}, "the property 'invariant' needs --invariant EXPR");
  expectComplaint({"check", "counter.c", "--property", "assert,next"}, "the property 'next' needs --next EXPR");
}

TEST_F(Invariant, ShowsTheLineOfTheWrite) {
  const Outcome outcome = clew({"check", "counter.c", "--invariant", "count <= limit"});
  EXPECT_NE(outcome.output.find("at counter.c:9: for (int i = 0; i < 6; i++) count++;"), std::string::npos)
      << outcome.describe();
  EXPECT_NE(outcome.output.find("count: 5 -> 6"), std::string::npos) << outcome.describe();
  EXPECT_NE(outcome.output.find("'--invariant=count <= limit'"), std::string::npos) << outcome.describe();
}

TEST_F(Invariant, OfACounterexampleCanBeSeenAgain) {
  const std::string next = "color == GREEN -> next(color) == RED";
  ASSERT_EQ(clew({"check", "counter.c", "--next", next, "--json", "report.json"}).status, kViolated);
  const auto json = nlohmann::json::parse(read("report.json"));
  EXPECT_EQ(json["next"], nlohmann::json::array({next}));
  EXPECT_EQ(json["violation"]["message"],
            "color == GREEN -> next(color) == RED does not hold: color = GREEN, next(color) = GREEN");
  expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (next)");
  expectVerdict(clew({"replay", "counter.c", "--next", next, "--path", json["violation"]["path"].get<std::string>()}),
                kViolated, "violated (next)");
  expectVerdict(clew({"run", "counter.c", "--invariant", "count < 3"}), kViolated, "violated (invariant)");
}

TEST_F(Invariant, WithAMistakeIsOneLine) {
  expectComplaint({"check", "counter.c", "--invariant", "cuont < 3"},
                  "--invariant 'cuont < 3': column 1: no global is called 'cuont'; did you mean 'count'?");
  expectComplaint({"check", "counter.c", "--invariant", "box->weigth < 3"},
                  "--invariant 'box->weigth < 3': column 6: 'box' has no field 'weigth'; did you mean 'weight'?");
  expectComplaint({"check", "counter.c", "--next", "count < 3"}, "--next 'count < 3': column 1: nothing in it is next");
  expectComplaint({"check", "counter.c", "--invariant", "own == 1"}, "'own' is thread-local");
  expectComplaint({"check", "counter.c", "--invariant", "i == 1"}, "no global is called 'i'");
  expectComplaint({"check", "counter.c", "--invariant", "count <"}, "column 8: an expression is missing");
  expectComplaint({"check", "counter.c", "--invariant", ""}, "");
  expectComplaint({"check", "counter.c", "--invariant"}, "--invariant");
  expectComplaint({"check", "counter.c", "--invariant", "count\n<\001"}, "column 8: the byte 0x01 has no meaning here");
  expectComplaint({"check", "counter.c", "--invariant", std::string(100000, '(')}, "longer than 4096 characters");
  expectComplaint({"replay", "counter.c", "--path", "0", "--invariant", "nothing"}, "no global is called 'nothing'");
}

TEST_F(Invariant, TellsStaticsOfTwoFilesApart) {
  write("one.c", "static int x = 1; void other(void); int main(void) { x = 2; other(); return 0; }\n");
  write("two.c", "static int x = 10; void other(void) { static int calls; x = 11; calls++; }\n");
  expectComplaint({"check", "one.c", "two.c", "--invariant", "x < 11"},
                  "column 1: 'x' exists 2 times; write one.c:x or two.c:x");
  expectVerdict(clew({"check", "one.c", "two.c", "--invariant", "one.c:x < 11"}), kSafe, "safe");
  expectVerdict(clew({"check", "one.c", "two.c", "--invariant", "1 ? two.c:x < 11 : one.c:x"}), kViolated,
                "violated (invariant)");
  expectVerdict(clew({"check", "one.c", "two.c", "--invariant", "two.c:other::calls == 0"}), kViolated,
                "violated (invariant)");
  expectComplaint({"check", "one.c", "two.c", "--invariant", "two.c:y"}, "two.c defines no global that is called 'y'");
  expectComplaint({"check", "one.c", "two.c", "--invariant", "calls"}, "did you mean 'other::calls'?");
}

TEST_F(Invariant, FindsNamesOfCpp) {
  write("space.cpp", R"(
namespace outer { namespace inner { int x; } namespace { int hidden; } }
struct base { int low = 1; };
struct counter : base { static int total; int value = 2; };
int counter::total;
enum class mode : unsigned char { Off, On };
mode now = mode::Off;
counter c;
counter &alias = c;
int main() { outer::inner::x = 3; outer::hidden = 4; counter::total = 5; now = mode::On; c.low = 7; }
)");
  const auto violated = [&](const char* text) {
    expectVerdict(clew({"check", "space.cpp", "--invariant", text}), kViolated, "violated (invariant)");
  };
  violated("outer::inner::x != 3");
  violated("outer::hidden < 4");
  violated("counter::total != 5");
  violated("now == mode::Off");
  violated("c.low < c.value + 5");
  expectVerdict(clew({"check", "space.cpp", "--invariant", "::outer::inner::x <= 3 && c.low >= 0"}), kSafe, "safe");
}

TEST_F(Invariant, NeedsDebugInformation) {
  write("bare.ll", "@x = global i32 1\ndefine i32 @main() { ret i32 0 }\n");
  expectComplaint({"check", "bare.ll", "--invariant", "x == 1"}, "no debug information about 'x'");
}

}  // namespace
}  // namespace clew::test
