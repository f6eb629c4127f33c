// Ranges of paths as people use them: what is explored, what the verdict says, and what is refused.
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "report_schema.h"

namespace clew::test {
namespace {

using nlohmann::json;

constexpr const char* kTwoChoices = R"(#include <assert.h>
#include <clew.h>
int main(void) {
  int x = clew_choose(3);
  int y = clew_choose(4);
  assert(x != 1 || y != 2);
  return 0;
}
)";

constexpr const char* kThreads = R"(#include <pthread.h>
static int a[3];
static void *work(void *x) {
  int *p = x;
  *p = 1;
  *p = 2;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, work, &a[i]);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
)";

class RangedCheck : public CommandLine {
 protected:
  RangedCheck() {
    write("two.c", kTwoChoices);
    write("threads.c", kThreads);
    write("fine.c", kFine);
  }
  json reportOf(Words words) const {
    words.insert(words.end(), {"--json", "report.json"});
    const Outcome outcome = clew(words);
    json report = json::parse(read("report.json"), nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << outcome.describe();
    for (const auto& complaint : reportSchema().complaintsAbout(report)) ADD_FAILURE() << complaint;
    return report;
  }
  uint64_t statesOf(const Words& words) const { return reportOf(words)["statistics"]["states"]; }
};

TEST_F(RangedCheck, FindsAViolationInItsRangeAndNotElsewhere) {
  expectVerdict(clew({"check", "two.c"}), kViolated, "violated (assert)");
  expectVerdict(clew({"check", "two.c", "--from", "1.2", "--to", "1.3"}), kViolated, "violated (assert)");
  expectVerdict(clew({"check", "two.c", "--to", "1.2"}), kUndecided, "bounded (paths before 1.2)");
  expectVerdict(clew({"check", "two.c", "--from", "1.3"}), kUndecided, "bounded (paths from 1.3 on)");
  expectVerdict(clew({"check", "two.c", "--from", "1.3", "--to", "2.1"}), kUndecided,
                "bounded (paths from 1.3 to 2.1)");
}

TEST_F(RangedCheck, PrintsWholePathsThatReplay) {
  const Outcome outcome = clew({"check", "two.c", "--from", "1.2"});
  expectVerdict(outcome, kViolated, "violated (assert)");
  EXPECT_NE(outcome.output.find("--path 1.2"), std::string::npos) << outcome.describe();
  expectVerdict(clew({"replay", "two.c", "--path", "1.2"}), kViolated, "violated (assert)");
}

TEST_F(RangedCheck, OfEverythingIsSafe) {
  expectVerdict(clew({"check", "threads.c", "--from", ""}), kSafe, "safe");
  write("cuts", "# nothing is cut\n");
  expectVerdict(clew({"check", "threads.c", "--ranges", "cuts"}), kSafe, "safe");
}

TEST_F(RangedCheck, OfAProgramWithoutChoicesWorks) {
  expectVerdict(clew({"check", "fine.c", "--range", "1/1"}), kSafe, "safe");
  expectVerdict(clew({"check", "fine.c", "--range", "2/2"}), kSafe, "safe");
  expectVerdict(clew({"check", "fine.c", "--range", "1/2"}), kUndecided, "bounded (paths before the beginning)");
  EXPECT_EQ(clew({"paths", "fine.c", "-n", "2", "-o", "cuts"}).status, 0);
  expectVerdict(clew({"check", "fine.c", "--ranges", "cuts"}), kSafe, "safe");
}

TEST_F(RangedCheck, OfAFileTogetherIsOneSearch) {
  ASSERT_EQ(clew({"paths", "threads.c", "-n", "6", "--seed", "7", "-o", "cuts"}).status, 0);
  const uint64_t all = statesOf({"check", "threads.c"});
  for (const Words& more : std::initializer_list<Words>{{}, {"--jobs", "2"}, {"--search", "bfs"}}) {
    Words words = {"check", "threads.c", "--ranges", "cuts"};
    words.insert(words.end(), more.begin(), more.end());
    const json report = reportOf(words);
    EXPECT_EQ(report["verdict"], "safe");
    EXPECT_EQ(report["statistics"]["states"], all);
    ASSERT_EQ(report["ranges"].size(), 7u);
    EXPECT_FALSE(report["ranges"][0].contains("from"));
    EXPECT_FALSE(report["ranges"][6].contains("to"));
    uint64_t sum = 0;
    for (const json& range : report["ranges"]) sum += range["states"].get<uint64_t>();
    EXPECT_EQ(sum, all);
  }
  const json apart = reportOf({"check", "threads.c", "--ranges", "cuts", "--sharing", "none"});
  EXPECT_EQ(apart["verdict"], "safe");
  EXPECT_GT(apart["statistics"]["states"].get<uint64_t>(), all);
  EXPECT_EQ(statesOf({"check", "threads.c", "--ranges", "cuts", "--stateless"}),
            statesOf({"check", "threads.c", "--stateless"}));
}

TEST_F(RangedCheck, SaysALineForEachOfSeveralRanges) {
  write("cuts", "1\n1\n");
  const Outcome outcome = clew({"check", "threads.c", "--ranges", "cuts"});
  for (const char* text : {"range 1 of 3: ", "(paths before 1)", "(paths from 1 to 1)", "(paths from 1 on)"}) {
    EXPECT_NE(outcome.output.find(text), std::string::npos) << outcome.describe();
  }
  EXPECT_EQ(clew({"check", "threads.c", "--ranges", "cuts", "-q"}).output.find("range "), std::string::npos);
  EXPECT_EQ(clew({"check", "threads.c", "--from", "1"}).output.find("range "), std::string::npos);
}

TEST_F(RangedCheck, OfOneInAFileIsThatOne) {
  write("cuts", "1\n1\n1.2\n");
  expectVerdict(clew({"check", "two.c", "--ranges", "cuts", "--range", "1"}), kUndecided, "bounded (paths before 1)");
  expectVerdict(clew({"check", "two.c", "--ranges", "cuts", "--range", "2"}), kUndecided,
                "bounded (paths from 1 to 1)");
  expectVerdict(clew({"check", "two.c", "--ranges", "cuts", "--range", "4"}), kViolated, "violated (assert)");
}

TEST_F(RangedCheck, OfPartsNeedsNoFile) {
  for (const char* partition : {"probe", "random"}) {
    int violated = 0;
    for (const char* part : {"1/3", "2/3", "3/3"}) {
      const Outcome outcome =
          clew({"check", "two.c", "--range", part, "--partition", partition, "--seed", "5", "--jobs", "2"});
      violated += outcome.status == kViolated ? 1 : 0;
      EXPECT_NE(outcome.status, kSafe) << outcome.describe();
    }
    EXPECT_EQ(violated, 1) << partition;
  }
}

TEST_F(RangedCheck, UnderADepthBoundSaysBoth) {
  expectVerdict(clew({"check", "threads.c", "--from", "1", "--max-depth", "4"}), kUndecided,
                "bounded (depth 4, paths from 1 on)");
}

TEST_F(RangedCheck, ShortensLongPathsInTheVerdictOnly) {
  write("long.c", "#include <clew.h>\nint main(void) { for (int i = 0; i < 60; i++) clew_choose(2); return 0; }\n");
  std::string path = "1";
  for (int i = 0; i < 29; ++i) path += ".0.1";
  const json report = reportOf({"check", "long.c", "--from", path});
  EXPECT_LT(report["detail"].get<std::string>().size(), 70u);
  EXPECT_EQ(report["ranges"][0]["from"], path);
}

TEST_F(RangedCheck, RefusesPathsThatDoNotFit) {
  const std::string from = "--from does not fit the program: ", to = "--to does not fit the program: ";
  expectComplaint({"check", "two.c", "--from", "3"}, from + "its choice number 1 has only 3 alternatives");
  expectComplaint({"check", "two.c", "--to", "1.4"}, to + "its choice number 2 has only 4 alternatives");
  expectComplaint({"check", "two.c", "--to", "1.1.0"}, to + "its choice number 3 comes after the program's end");
  expectComplaint({"check", "fine.c", "--from", "0"}, from + "its choice number 1 comes after the program's end");
  write("endless.c", "volatile int x; int main(void) { for (;;) x = 1; }\n");
  expectComplaint({"check", "endless.c", "--from", "0"}, from + "the program never comes to its choice number 1");
  write("cuts", "0\n1.7\n");
  expectComplaint({"check", "two.c", "--ranges", "cuts"}, "cuts: the path 1.7 does not fit the program");
  expectComplaint({"check", "two.c", "--ranges", "cuts", "--range", "2"}, "the path 1.7 does not fit the program");
  expectComplaint({"paths", "two.c", "--from", "7"}, from + "its choice number 1 has only 3 alternatives");
}

TEST_F(RangedCheck, RefusesBadFiles) {
  write("unsorted", "1\n0\n");
  write("words", "zero\n");
  write("large", "0x99999999\n");
  write("zeros", std::string("0\0.1\n", 5));
  expectComplaint({"check", "two.c", "--ranges", "unsorted"}, "unsorted:2: the paths are not sorted");
  expectComplaint({"check", "two.c", "--ranges", "words"}, "words:1: not a path");
  expectComplaint({"check", "two.c", "--ranges", "large"}, "large:1: the path is too long");
  expectComplaint({"check", "two.c", "--ranges", "zeros"}, "zeros:1: not a path");
  expectComplaint({"check", "two.c", "--ranges", "nowhere"}, "nowhere: no such file");
  expectComplaint({"check", "two.c", "--ranges", "."}, ".: is a directory");
}

TEST_F(RangedCheck, RefusesWhatDoesNotFitTogether) {
  write("cuts", "1\n");
  expectComplaint({"check", "two.c", "--from", "2", "--to", "1"}, "--to comes before --from");
  expectComplaint({"check", "two.c", "--from", "a"}, "not a path");
  expectComplaint({"check", "two.c", "--from", "1", "--ranges", "cuts"}, "do not go with --ranges");
  expectComplaint({"check", "two.c", "--range", "1"}, "--range I needs --ranges FILE");
  for (const char* range : {"0/3", "4/3", "1/", "/3", "1/3/3", "a/b", "-1/3", "1/999999999999"}) {
    expectComplaint({"check", "two.c", "--range", range}, "not a range");
  }
  for (const char* range : {"0", "x", "1/2"}) {
    expectComplaint({"check", "two.c", "--ranges", "cuts", "--range", range}, "not a range");
  }
  expectComplaint({"check", "two.c", "--ranges", "cuts", "--range", "3"}, "cuts makes 2 ranges");
  expectComplaint({"check", "two.c", "--from", "1", "--partition", "random"}, "--partition is for --range I/N");
  expectComplaint({"check", "two.c", "--from", "1", "--sharing", "none"}, "--sharing is for --ranges");
  expectComplaint({"check", "two.c", "--from", "1", "--seed", "3"}, "--seed is for");
  for (const char* order : {"best", "astar", "ida", "beam", "random"}) {
    expectComplaint({"check", "two.c", "--from", "1", "--search", order}, "a range of paths needs --search dfs or bfs");
  }
  expectComplaint({"check", "two.c", "--from", "1", "--symmetry", "threads"}, "needs --symmetry none");
  expectComplaint({"check", "two.c", "--from", "1", "--script", "s.clew"}, "--script needs all paths");
  expectComplaint({"check", "two.c", "--from", "1", "--store", "external", "--store-dir", "run"}, "a store in memory");
}

TEST_F(RangedCheck, PathsAreTheSameForTheSameSeedAndSorted) {
  for (const char* method : {"random", "probe"}) {
    const auto pathsWith = [&](const char* seed) {
      return clew({"paths", "threads.c", "-n", "5", "--method", method, "--seed", seed}).output;
    };
    const std::string once = pathsWith("3");
    EXPECT_EQ(once, pathsWith("3"));
    EXPECT_EQ(lines(once), 6u) << once;
    EXPECT_TRUE(once.starts_with(std::string("# 5 paths, method ") + method + ", seed 3, program ")) << once;
  }
}

TEST_F(RangedCheck, PathsOfEndlessRunsAreBeginnings) {
  write("endless.c", kEndlessStates);
  const Outcome outcome = clew({"paths", "endless.c", "-n", "2", "-o", "cuts"});
  EXPECT_EQ(outcome.status, 0) << outcome.describe();
  EXPECT_EQ(outcome.output, "");
  EXPECT_NE(read("cuts").find("\n# some runs"), std::string::npos);
  expectVerdict(clew({"check", "endless.c", "--ranges", "cuts", "--max-states", "9000"}), kUndecided,
                "bounded (9000 states)");
}

TEST_F(RangedCheck, PathsStayInARange) {
  const Outcome outcome = clew({"paths", "two.c", "-n", "20", "--from", "1.1", "--to", "1.3"});
  EXPECT_EQ(outcome.status, 0) << outcome.describe();
  EXPECT_EQ(outcome.output.find("\n0"), std::string::npos) << outcome.describe();
  EXPECT_EQ(outcome.output.find("\n2"), std::string::npos) << outcome.describe();
  expectComplaint({"paths", "two.c", "--from", "1.1", "--to", "1.1"}, "there is no path between");
}

TEST_F(RangedCheck, PathsRefuseWhatTheyCannotDo) {
  expectComplaint({"paths", "two.c", "-n", "0"}, "-n");
  expectComplaint({"paths", "two.c", "-n", "100001"}, "-n");
  expectComplaint({"paths", "two.c", "--method", "guess"}, "--method");
  expectComplaint({"paths", "two.c", "-o", "no/where"}, "no/where: cannot be written");
  expectComplaint({"paths", "nothing.c"}, "nothing.c");
}

}  // namespace
}  // namespace clew::test
