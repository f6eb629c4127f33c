// Looking around in a program: the variables are those of the source with their values, wherever one comes from, and a
// program that keeps its locals for that has the same paths as the one that is checked.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "inspect/session.h"
#include "inspect/view.h"
#include "program/compile.h"
#include "program_files.h"

namespace clew::inspect {
namespace {

program::Program loadedToLookAt(const std::string& text, const char* name = "test.c") {
  const program::TemporaryFolder folder;
  const std::string file = folder.path() + "/" + name;
  std::ofstream(file) << text;
  program::Input input{{file}, {"-w"}, {}};
  input.keepLocals = true;
  auto loaded = program::load(input);
  if (!loaded) throw std::runtime_error(loaded.error().message);
  return std::move(*loaded);
}

report::RecordOptions withoutRaces() {
  report::RecordOptions options;
  options.races = false;
  return options;
}

std::map<std::string, std::string> valuesOf(const std::vector<Variable>& variables) {
  std::map<std::string, std::string> values;
  for (const Variable& each : variables) values.try_emplace(each.name, each.value);
  return values;
}

constexpr const char* kShapes = R"(#include <pthread.h>
#include <stdlib.h>
struct Point { int x, y; unsigned low : 3; int high : 4; };
enum Colour { RED, GREEN };
struct Node { struct Node *next; int value; };
struct Point corner = {1, -2, 5, -3};
enum Colour colour = GREEN;
struct Node *list;
double ratio = 0.5;
unsigned char bytes[6] = {1, 2, 3, 4, 5, 6};
static void *other(void *given) { int copy = *(int *)given; colour = copy; return 0; }
static int deeper(int depth, struct Point place) {
  int next = depth + 1;
  if (depth < 2) return deeper(next, place);
  for (int i = 0; i < 3; i++) {
    int inner = i * 10;
    if (i == 1) { pthread_t thread; int argument = inner;
      pthread_create(&thread, 0, other, &argument);
      colour = GREEN;
      pthread_join(thread, 0); }
  }
  return next;
}
int main(void) {
  list = malloc(sizeof *list);
  list->value = 42; list->next = 0;
  int unwritten;
  struct Point here = {3, 4, 1, 1};
  return deeper(0, here);
})";

TEST(View, ShowsVariablesOfAllKinds) {
  const program::Program program = loadedToLookAt(kShapes);
  Session session(program, withoutRaces());
  View view = session.view();
  const auto globals = valuesOf(view.globals());
  EXPECT_EQ(globals.at("corner"), "{x = 1, y = -2, low = 5, high = -3}");
  EXPECT_EQ(globals.at("colour"), "GREEN");
  EXPECT_EQ(globals.at("ratio"), "0.5");
  EXPECT_EQ(globals.at("bytes"), "{1, 2, 3, 4, ...}");
  EXPECT_EQ(globals.at("list").substr(0, 6), "&heap(");

  const auto list = view.evaluate("list", 0, 0);
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->parts, 1u);
  const auto node = view.parts(*list, 0, 10);
  ASSERT_EQ(node.size(), 1u);
  EXPECT_EQ(node[0].value, "{next = NULL, value = 42}");
  EXPECT_EQ(valuesOf(view.parts(node[0], 0, 10)).at("value"), "42");
  EXPECT_EQ(view.heap().size(), 1u);
}

TEST(View, ShowsTheFramesOfAThreadWithTheirLocals) {
  const program::Program program = loadedToLookAt(kShapes);
  Session session(program, withoutRaces());
  View view = session.view();
  const auto threads = view.threads();
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(threads[1].name, "T1");
  EXPECT_EQ(threads[1].routine, "other");
  ASSERT_EQ(threads[0].frames.size(), 4u);  // main calls deeper three times deep
  EXPECT_EQ(threads[0].frames[0].function, "deeper");
  EXPECT_EQ(threads[0].frames[3].function, "main");
  EXPECT_EQ(threads[0].frames[3].source, "return deeper(0, here);");
  const auto inner = valuesOf(view.locals(0, threads[0].frames[0].index));
  EXPECT_EQ(inner.at("depth"), "2");
  EXPECT_EQ(inner.at("next"), "3");
  EXPECT_EQ(inner.at("i"), "1");
  EXPECT_EQ(inner.at("inner"), "10");
  EXPECT_EQ(inner.at("argument"), "10");
  EXPECT_EQ(inner.at("place"), "{x = 3, y = 4, low = 1, high = 1}");
  const auto outer = valuesOf(view.locals(0, threads[0].frames[2].index));
  EXPECT_EQ(outer.at("depth"), "0");
  EXPECT_FALSE(outer.contains("inner"));  // not where this frame stands
  const auto ofMain = valuesOf(view.locals(0, threads[0].frames[3].index));
  EXPECT_EQ(ofMain.at("unwritten"), "(uninitialised)");
  EXPECT_EQ(ofMain.at("here"), "{x = 3, y = 4, low = 1, high = 1}");
}

TEST(View, ComputesExpressionsOverLocalsAndGlobals) {
  const program::Program program = loadedToLookAt(kShapes);
  Session session(program, withoutRaces());
  View view = session.view();
  const uint32_t frame = view.threads()[0].frames[0].index;
  const auto value = [&](const char* text) {
    const auto computed = view.evaluate(text, 0, frame);
    return computed ? computed->value : "error: " + computed.error().message;
  };
  EXPECT_EQ(value("depth + next * 10"), "32");
  EXPECT_EQ(value("place"), "{x = 3, y = 4, low = 1, high = 1}");
  EXPECT_EQ(value("place.x + corner.y"), "1");
  EXPECT_EQ(value("corner.high"), "-3");
  EXPECT_EQ(value("list->value"), "42");
  EXPECT_EQ(value("*list"), "{next = NULL, value = 42}");
  EXPECT_EQ(value("&place.y"), "&place.y");
  EXPECT_EQ(value("ratio * 3"), "1.5");
  EXPECT_EQ(value("bytes[5]").substr(0, 1), "6");
  EXPECT_EQ(value("list->next->value").substr(0, 6), "error:");
  EXPECT_EQ(value("nothing").substr(0, 6), "error:");
  EXPECT_TRUE(*view.holds("i == 1 && inner == 10", 0, frame));
  EXPECT_FALSE(*view.holds("i == 2", 0, frame));
}

TEST(View, KnowsMembersOfCpp) {
  const program::Program program = loadedToLookAt(R"(#include <string>
struct Base { int base = 1; };
struct Shape : Base { int corners; explicit Shape(int n) : corners(n) {} int twice() { int result = 2 * corners; return result + *choice; } int *choice; };
extern "C" int clew_choose(int);
int main() { Shape shape(4); shape.choice = &shape.corners; int &same = shape.corners; int made = clew_choose(2); return shape.twice() + same + made; })",
                                                  "test.cpp");
  Session session(program, withoutRaces());
  View view = session.view();
  const auto threads = view.threads();
  ASSERT_FALSE(threads[0].frames.empty());
  const uint32_t frame = threads[0].frames.front().index;
  const auto corners = view.evaluate("shape.corners", 0, frame);
  ASSERT_TRUE(corners) << corners.error().message;
  EXPECT_EQ(corners->value, "4");
  EXPECT_EQ(view.evaluate("same", 0, frame)->value, "4");
}

/// What a path looks like without the places of memory.
std::string summaryOf(const report::Trace& trace) {
  std::string text = trace.path.text() + " " + std::to_string(trace.steps);
  if (trace.violation) text += " " + std::string(property::nameOf(trace.violation->property));
  return text + " " + std::to_string(static_cast<int>(trace.outcome)) + " " + trace.output;
}

/// Random runs of a program as it is checked, and as it is looked at.
void expectSamePaths(program::Input input) {
  const auto checked = program::load(input);
  ASSERT_TRUE(checked) << checked.error().message;
  input.keepLocals = true;
  const auto looked = program::load(input);
  ASSERT_TRUE(looked) << looked.error().message;
  report::RecordOptions options;
  options.keepLines = false;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    report::RandomChooser first(seed);
    report::RandomChooser second(seed);
    const auto before = report::record(*checked, first, options);
    EXPECT_EQ(summaryOf(before), summaryOf(report::record(*looked, second, options))) << "seed " << seed;
  }
}

TEST(KeptLocals, AreNoInputsWhereUnwrittenMemoryIsOne) {
  const program::TemporaryFolder folder;
  const std::string file = folder.path() + "/test.c";
  std::ofstream(file) << R"(#include <assert.h>
int main(void) {
  _Bool given;
  _Bool late;
  if (given) late = 1; else late = 0;
  assert(!late);
})";
  program::Input input{{file}, {"-w"}, {}};
  input.unwrittenIsInput = true;
  expectSamePaths(input);
}

class KeptLocalsOf : public testing::TestWithParam<std::string> {};

TEST_P(KeptLocalsOf, LeaveThePathsAsTheyAre) { expectSamePaths({{GetParam()}, {"-w"}, {}}); }

/// Some of each kind; what spins for ever has no end to compare.
std::vector<std::string> someFiles() {
  std::vector<std::string> some;
  size_t number = 0;
  for (const std::string& file : test::programFiles(
           {"assert", "classics", "deadlock", "data_race", "memory", "jumps", "language", "double_free"})) {
    if (number++ % 4 == 0 && file.find("endless") == std::string::npos) some.push_back(file);
  }
  return some;
}

INSTANTIATE_TEST_SUITE_P(All, KeptLocalsOf, testing::ValuesIn(someFiles()),
                         [](const auto& info) { return test::nameOfFile(info.param); });

constexpr const char* kThreads = R"(#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *shared, turns;
static void *work(void *unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    int seen = turns; turns = seen + 1;
    if (seen == 1) { free(shared); shared = malloc(sizeof *shared); }
    *shared = seen;
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}
int main(void) {
  pthread_t a, b;
  shared = malloc(sizeof *shared);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0); pthread_join(b, 0);
  return turns - 4;
})";

std::string pictureOf(Session& session) {
  std::string text = std::to_string(session.stateNumber()) + session.standing().text;
  View view = session.view();
  for (const auto& variables : {view.globals(), view.heap()}) {
    for (const Variable& each : variables) text += " " + each.name + "=" + each.value;
  }
  for (const ThreadView& thread : view.threads()) {
    text += " " + thread.name + thread.state;
    for (const StackFrame& frame : thread.frames) {
      text += ":" + std::to_string(frame.location.line);
      for (const Variable& local : view.locals(thread.number, frame.index))
        text += " " + local.name + "=" + local.value;
    }
  }
  return text;
}

RC_GTEST_PROP(Session, ShowsTheSameWhereverOneComesFrom, ()) {
  static const program::Program program = loadedToLookAt(kThreads);
  static Session session(program, withoutRaces());
  static std::map<std::string, std::string> known;  // by path
  machine::Path path;
  const auto start = session.go(path);
  RC_ASSERT(start);
  const auto length = *rc::gen::inRange(0, 14);
  for (int i = 0; i < length && session.standing().kind == Standing::Kind::Open; ++i) {
    const auto choices = session.choices();
    RC_ASSERT(choices.size() > 1);
    path.push(static_cast<uint32_t>(*rc::gen::inRange<size_t>(0, choices.size())));
    RC_ASSERT(session.go(path));
  }
  const std::string picture = pictureOf(session);
  const auto [first, isNew] = known.try_emplace(path.text(), picture);
  RC_ASSERT(first->second == picture);
  const auto away = machine::Path::parse(*rc::gen::element<std::string>("", "0.1", "1", "0x6", "1.0.1"), 100);
  (void)session.go(*away);  // wherever that leads, or nowhere
  RC_ASSERT(session.go(path));
  RC_ASSERT(pictureOf(session) == picture);
}

TEST(Session, SaysWhatAChoiceWouldDoAndRefusesWhatDoesNotFit) {
  const program::Program program = loadedToLookAt(kThreads);
  Session session(program, withoutRaces());
  const auto choices = session.choices();
  ASSERT_GE(choices.size(), 2u);
  const Outlook outlook = session.outlook(1);
  ASSERT_FALSE(outlook.lines.empty());
  machine::Path wrong;
  wrong.push(99);
  const auto refused = session.go(wrong);
  ASSERT_FALSE(refused);
  EXPECT_EQ(session.path().size(), 0u);
  EXPECT_EQ(session.choices().size(), choices.size());
}

}  // namespace
}  // namespace clew::inspect
