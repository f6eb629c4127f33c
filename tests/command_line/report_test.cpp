// A report is what other tools read and what a replay starts from. So it keeps to its schema whatever the
// verdict is, it says the same as the line on the terminal, and a counterexample in it leads to the same
// violation again, unless the program has changed since.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "command_line.h"
#include "report_schema.h"

namespace clew::test {
namespace {

class Report : public CommandLine {
 protected:
  json report(const Words& words) {
    Words command = {"check"};
    command.insert(command.end(), words.begin(), words.end());
    command.insert(command.begin() + 1, {"--json", "report.json"});
    const Outcome outcome = clew(command);
    const json document = json::parse(read("report.json"));
    for (const auto& complaint : schema_.complaintsAbout(document))
      ADD_FAILURE() << complaint << "\n" << document.dump(2);
    EXPECT_EQ(document["exit_status"], outcome.status) << outcome.describe();
    const std::string detail = document["detail"];
    const std::string verdict = document["verdict"].get<std::string>() + (detail.empty() ? "" : " (" + detail + ")");
    EXPECT_EQ(outcome.lastLine(), "verdict: " + verdict);
    uint64_t sum = 0;
    for (const auto& [threads, states] : document["statistics"]["states_by_live_threads"].items())
      sum += states.get<uint64_t>();
    EXPECT_EQ(sum, document["statistics"]["states"]);
    return document;
  }

  Schema schema_ = reportSchema();
};

TEST_F(Report, OfASafeProgramSaysThatEveryPropertyHolds) {
  write("fine.c", kFine);
  const json document = report({"fine.c", "--arg", "one", "--", "-DX=1"});
  EXPECT_EQ(document["verdict"], "safe");
  EXPECT_EQ(document["files"], json({"fine.c"}));
  EXPECT_EQ(document["clang_flags"], json({"-DX=1"}));
  EXPECT_EQ(document["arguments"], json({"one"}));
  EXPECT_EQ(document["statistics"]["states"], 1);
  EXPECT_EQ(document["statistics"]["transitions"], 0);
  EXPECT_GE(document["properties"].size(), 10u);
  for (const auto& property : document["properties"]) EXPECT_EQ(property["result"], "holds");
  EXPECT_FALSE(document.contains("violation"));
  EXPECT_FALSE(document.contains("trace"));
  EXPECT_EQ(files(), (std::set<std::string>{"fine.c", "report.json"}));
}

TEST_F(Report, OfAJobKeepsToTheSchemaAndSaysWhatEachRankDid) {
  write("choice.c", kAssertion);
  const Outcome outcome =
      command({setting("CLEW_MPI_BINARY", CLEW_MPI_BINARY), "check", "choice.c", "--json", "report.json"});
  EXPECT_EQ(outcome.status, kViolated) << outcome.describe();
  const json document = json::parse(read("report.json"));
  for (const auto& complaint : schema_.complaintsAbout(document)) ADD_FAILURE() << complaint;
  const json& ranks = document["statistics"]["ranks"];
  ASSERT_EQ(ranks.size(), 1u);
  EXPECT_EQ(ranks[0]["states"], document["statistics"]["states"]);
  EXPECT_EQ(clew({"replay", "report.json"}).status, kViolated);
}

TEST_F(Report, SaysWhichDataModelThePointersHave) {
  write("sized.c", "int main(void) { return sizeof(void *) == 4 && sizeof(long) == 4 ? 0 : 1 / (sizeof(int) - 4); }\n");
  EXPECT_EQ(report({"sized.c", "--", "-m32"})["data_model"], "ILP32");
  EXPECT_EQ(report({"sized.c"})["data_model"], "LP64");
}

TEST_F(Report, OfAViolationHasPathAndTrace) {
  write("choice.c", kAssertion);
  const json document = report({"choice.c"});
  EXPECT_EQ(document["verdict"], "violated");
  EXPECT_EQ(document["violation"]["property"], "assert");
  EXPECT_EQ(document["violation"]["path"], "2");
  EXPECT_EQ(document["violation"]["location"]["file"], "choice.c");
  EXPECT_EQ(document["violation"]["location"]["line"], 5);
  for (const auto& property : document["properties"]) {
    EXPECT_EQ(property["result"], property["name"] == "assert" ? "violated" : "undecided");
  }
  EXPECT_EQ(document["trace"]["threads"][0]["routine"], "main");
}

TEST_F(Report, OfADeadlockSaysWhereEachThreadStands) {
  write("lock.c", kDeadlock);
  const json document = report({"lock.c", "--search", "bfs"});
  EXPECT_EQ(document["violation"]["property"], "deadlock");
  ASSERT_EQ(document["trace"]["end"].size(), 2u) << document.dump(2);
  std::set<int> lines;
  for (const auto& end : document["trace"]["end"]) lines.insert(end["location"]["line"].get<int>());
  EXPECT_EQ(lines, (std::set<int>{5, 12}));
  std::set<std::string> names;
  for (const auto& thread : document["trace"]["threads"]) names.insert(thread["name"]);
  for (const auto& line : document["trace"]["lines"])
    EXPECT_TRUE(names.contains(line["thread"].get<std::string>())) << line;
}

TEST_F(Report, TellsObjectsOfOneAllocationApartAndNamesTheThreadThatFails) {
  write("nodes.c", R"(#include <pthread.h>
#include <stdlib.h>
static int *latest;
static void make(int value) {
  latest = malloc(sizeof *latest);
  *latest = value;
}
static void *drop(void *old) { free(old); return 0; }
int main(void) {
  pthread_t t;
  make(1);
  int *old = latest;
  make(2);
  pthread_create(&t, 0, drop, old);
  pthread_join(t, 0);
  free(latest);
  make(3);
  return *old;
}
)");
  const Outcome outcome = clew({"check", "nodes.c"});
  EXPECT_EQ(outcome.lastLine(), "verdict: violated (use-after-free)") << outcome.describe();
  for (const char* expected :
       {"latest: NULL -> &heap(nodes.c:5)\n", "latest: &heap(nodes.c:5) -> &heap(nodes.c:5)#2\n",
        "frees heap(nodes.c:5);", "-> &heap(nodes.c:5)#3\n", "  T0 at nodes.c:18: return *old;\n"})
    EXPECT_NE(outcome.output.find(expected), std::string::npos) << expected << outcome.describe();
}

TEST_F(Report, ListsOnlySelectedProperties) {
  write("fine.c", kFine);
  const json document = report({"fine.c", "--property", "deadlock,assert"});
  ASSERT_EQ(document["properties"].size(), 2u);
}

TEST_F(Report, OfABoundedSearchDecidesNothing) {
  write("endless.c", kEndlessStates);
  const json document = report({"endless.c", "--max-states", "100"});
  EXPECT_EQ(document["verdict"], "bounded");
  EXPECT_EQ(document["statistics"]["states"], 100);
  for (const auto& property : document["properties"]) EXPECT_EQ(property["result"], "undecided");
}

TEST_F(Report, OfAnUnknownVerdictNamesTheReason) {
  write("unknown.c", "extern void mystery(void);\nint main(void) {\n  mystery();\n}\n");
  const json document = report({"unknown.c"});
  EXPECT_EQ(document["verdict"], "unknown");
  EXPECT_NE(document["detail"].get<std::string>().find("mystery"), std::string::npos);
}

TEST_F(Report, CountsTheSameStatesInBothOrdersAndWithoutRememberedSteps) {
  write("lock.c",
        "#include <pthread.h>\nstatic _Atomic int x;\nstatic void *f(void *a) { x++; x++; return a; }\n"
        "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);\n"
        "  pthread_join(t, 0); pthread_join(u, 0); return 0; }\n");
  const json depth = report({"lock.c", "--reduction", "none"});
  const json breadth = report({"lock.c", "--search", "bfs"});
  const json executed = report({"lock.c", "--reduction", "none", "--execute-all"});
  for (const char* field : {"states", "transitions", "states_by_live_threads"}) {
    EXPECT_EQ(depth["statistics"][field], breadth["statistics"][field]) << field;
    EXPECT_EQ(depth["statistics"][field], executed["statistics"][field]) << field;
  }
  EXPECT_EQ(depth["program"], breadth["program"]);
}

TEST_F(Report, OfBytesThatAreNoUtf8IsStillValid) {
  write(
      "print.c",
      "#include <assert.h>\n#include <stdio.h>\nint main(void) { puts(\"\\xff\\xfe \\\"quoted\\\"\"); assert(0); }\n");
  EXPECT_EQ(report({"print.c"})["verdict"], "violated");
}

TEST_F(Report, OfATaskHasAnAnswerForEachPropertyFile) {
  write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  write("memory.prp", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n");
  write("end.prp", "CHECK( init(main()), LTL(F end) )\n");
  write("program.c",
        "#include <stdlib.h>\nvoid reach_error(void) {}\nint main(void) {\n  int *p = malloc(4);\n  free(p);\n"
        "  free(p);\n  reach_error();\n}\n");
  write("task.yml",
        "format_version: '2.0'\ninput_files: program.c\nproperties:\n  - property_file: reach.prp\n"
        "  - property_file: memory.prp\n    expected_verdict: false\n    subproperty: valid-free\n"
        "  - property_file: end.prp\n    expected_verdict: true\n");
  const json document = report({"task.yml"});
  EXPECT_EQ(document["files"], json({"program.c"}));
  EXPECT_EQ(document["verdict"], "violated");
  EXPECT_EQ(document["detail"], "valid-free");
  ASSERT_EQ(document["property_files"].size(), 3u) << document.dump(2);
  const json& reach = document["property_files"][0];
  EXPECT_EQ(reach["result"], "undecided");
  EXPECT_NE(reach["detail"].get<std::string>().find("double-free"), std::string::npos) << reach;
  const json& memory = document["property_files"][1];
  EXPECT_EQ(memory["result"], "violated");
  EXPECT_EQ(memory["expected"], "violated");
  EXPECT_EQ(memory["expected_subproperty"], "valid-free");
  EXPECT_EQ(memory["subproperty"], "valid-free");
  EXPECT_EQ(memory["violation"], document["violation"]);
  EXPECT_EQ(document["property_files"][2]["detail"], "termination is not supported");
  const json results = {{"unreach-call", "undecided"},
                        {"valid-free", "violated"},
                        {"valid-deref", "undecided"},
                        {"termination", "undecided"}};
  for (const auto& property : document["properties"]) {
    EXPECT_EQ(property["result"], results[property["name"].get<std::string>()]) << property;
  }
  EXPECT_EQ(clew({"replay", "report.json"}).lastLine(), "verdict: violated (double-free)");
}

class Replay : public CommandLine {};

TEST_F(Replay, ComplainsAboutAReportThatDoesNotSayWhatWasWatched) {
  write("choice.c", kAssertion);
  clew({"check", "choice.c", "--json", "report.json"});
  json document = json::parse(read("report.json"));
  for (const json& watched :
       {json(1), json::object(),
        json{{"assertions", "no"}, {"error_functions", json::array()}, {"properties", json::array()}},
        json{{"assertions", true}, {"error_functions", {1}}, {"properties", json::array()}},
        json{{"assertions", true}, {"error_functions", json::array()}, {"properties", {"x"}}}}) {
    document["violation"]["watched"] = watched;
    write("report.json", document.dump());
    expectComplaint({"replay", "report.json"}, "not a report with a counterexample");
  }
}

TEST_F(Replay, ShowsTheViolationOfAPathOnTheCommandLine) {
  write("choice.c", kAssertion);
  expectVerdict(clew({"replay", "choice.c", "--path", "2"}), kViolated, "violated (assert)");
  expectVerdict(clew({"run", "choice.c", "--path", "2"}), kViolated, "violated (assert)");
  expectVerdict(clew({"replay", "choice.c", "--path", "1"}), kUndecided, "bounded (one path, exit status 0)");
}

TEST_F(Replay, TakesAReportWithItsFlagsAndArguments) {
  write("flags.c",
        "#include <assert.h>\n#include <clew.h>\nint main(int argc, char **argv) {\n  int x = clew_choose(LIMIT);\n"
        "  assert(argc != 2 || argv[1][0] != 'a' || x != 4);\n  return 0;\n}\n");
  expectVerdict(clew({"check", "flags.c", "--json", "report.json", "--arg", "a", "--", "-DLIMIT=5"}), kViolated,
                "violated (assert)");
  const Outcome outcome = clew({"replay", "report.json"});
  expectVerdict(outcome, kViolated, "violated (assert)");
  EXPECT_NE(outcome.output.find("flags.c"), std::string::npos) << outcome.describe();
}

TEST_F(Replay, TakesAReportWithItsStandardInput) {
  write("input.c",
        "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  int a = getchar(), b = getchar();\n"
        "  assert(a != 'x' || b != 0xfe || getchar() != EOF);\n  return 0;\n}\n");
  write("bytes", "x\xfe");
  const Outcome checked = clew({"check", "input.c", "--stdin-file", "bytes", "--json", "report.json"});
  expectVerdict(checked, kViolated, "violated (assert)");
  EXPECT_NE(checked.output.find("--stdin-file bytes"), std::string::npos) << checked.describe();
  fs::remove(place("bytes"));
  expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (assert)");
}

TEST_F(Replay, TakesTheLimitOfCallsFromTheReport) {
  write("deep.c", "int down(int n) { return n == 0 ? 0 : down(n - 1) + 1; }\nint main(void) { return down(60); }\n");
  expectVerdict(
      clew({"check", "deep.c", "--property=recursion-limit", "--max-call-depth", "50", "--json", "report.json"}),
      kViolated, "violated (recursion-limit)");
  expectVerdict(clew({"replay", "report.json"}), kViolated, "violated (recursion-limit)");
}

TEST_F(Replay, ComplainsWhenTheProgramHasChanged) {
  write("choice.c", kAssertion);
  clew({"check", "choice.c", "--json", "report.json"});
  write("choice.c", std::string(kAssertion) + "int added;\n");
  expectComplaint({"replay", "report.json"}, "has changed");
  fs::remove(place("choice.c"));
  expectComplaint({"replay", "report.json"}, "choice.c: no such file");
}

TEST_F(Replay, ComplainsAboutAReportWithoutACounterexample) {
  write("fine.c", kFine);
  clew({"check", "fine.c", "--json", "report.json"});
  expectComplaint({"replay", "report.json"}, "not a report with a counterexample");
}

TEST_F(Replay, ShowsTheSameTraceAsTheCheck) {
  write("lock.c", kDeadlock);
  const Outcome checked = clew({"check", "lock.c", "--json", "report.json"});
  const Outcome replayed = clew({"replay", "report.json"});
  const auto trace = [](const Outcome& outcome, const char* end) {
    return outcome.output.substr(0, outcome.output.find(end));
  };
  EXPECT_EQ(trace(checked, "\nto see it again"), trace(replayed, "\nverdict:"))
      << checked.describe() << replayed.describe();
}

/// The JSON text inside a page.
json dataOf(const std::string& page) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const size_t from = page.find(begin);
  const size_t to = page.find("</script>", from);
  return from == std::string::npos || to == std::string::npos
             ? json()
             : json::parse(page.substr(from + begin.size(), to - from - begin.size()));
}

size_t countOf(const std::string& what, const std::string& text) {
  size_t count = 0;
  for (size_t place = text.find(what); place != std::string::npos; place = text.find(what, place + 1)) ++count;
  return count;
}

TEST_F(Report, AsAPageHasWhatTheOtherReportSays) {
  write("lock.c", kDeadlock);
  const Outcome outcome =
      clew({"check", "lock.c", "--search", "bfs", "--html", "report.html", "--json", "report.json"});
  expectVerdict(outcome, kViolated, "violated (deadlock)");
  const json page = dataOf(read("report.html"));
  const json document = json::parse(read("report.json"));
  EXPECT_EQ(page["verdict"], document["verdict"]);
  ASSERT_EQ(page["traces"].size(), 1u);
  const json& trace = page["traces"][0];
  EXPECT_EQ(trace["path"], document["violation"]["path"]);
  ASSERT_EQ(trace["rows"].size(), document["trace"]["lines"].size());
  for (size_t i = 0; i < trace["rows"].size(); ++i) {
    EXPECT_EQ(trace["rows"][i]["effects"], document["trace"]["lines"][i]["effects"]);
    EXPECT_EQ(trace["rows"][i]["place"][1], document["trace"]["lines"][i]["location"]["line"]);
  }
  EXPECT_EQ(trace["locks"].size(), 2u);
  EXPECT_EQ(page["sources"][trace["rows"][0]["place"][0].get<size_t>()]["pieces"][0]["lines"][0],
            "#include <pthread.h>");
}

TEST_F(Report, AsAPageFetchesNothingAndIsNotEndedByTexts) {
  write("text.c",
        "#include <assert.h>\n/* </script><script>alert(1)</script><!-- @SCRIPT@ */\n"
        "int main(void) {\n  int x = 1;\n  assert(x == 2 && \"</script><script>\");\n}\n");
  expectVerdict(clew({"check", "text.c", "--html", "report.html"}), kViolated, "violated (assert)");
  const std::string page = read("report.html");
  EXPECT_EQ(countOf("<script", page), 2u);
  EXPECT_EQ(countOf("</script", page), 2u);
  EXPECT_EQ(countOf("<!--", page), 0u);
  EXPECT_EQ(countOf("http://", page), countOf("http://www.w3.org/2000/svg", page)) << "a name, not an address";
  EXPECT_EQ(countOf("https://", page), 0u);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  const json data = dataOf(page);
  EXPECT_EQ(data["sources"][data["traces"][0]["place"][0].get<size_t>()]["pieces"][0]["lines"][1],
            "/* </script><script>alert(1)</script><!-- @SCRIPT@ */");
}

TEST_F(Report, AsAPageShowsTheEndOfALongPath) {
  write("long.c",
        "#include <assert.h>\nstatic int a, b;\nint main(void) {\n"
        "  for (int i = 0; i < 5000; ++i) {\n    a = i;\n    b = a;\n  }\n  assert(b == 0);\n}\n");
  expectVerdict(clew({"check", "long.c", "--html", "report.html"}), kViolated, "violated (assert)");
  const json trace = dataOf(read("report.html"))["traces"][0];
  const json& rows = trace["rows"];
  ASSERT_LT(rows.size(), 5000u);
  size_t leftOut = 0;
  for (const json& row : rows) leftOut += row.value("leftOut", 0u);
  EXPECT_EQ(leftOut + rows.size() - 1, 10001u);
  EXPECT_EQ(rows.back()["effects"][0], "reads b = 4999");
  // The values behind the last row are those of the program's end.
  std::map<std::string, std::string> values;
  for (const json& change : trace["changes"]) values[trace["places"][change[1].get<size_t>()]["name"]] = change[2];
  EXPECT_EQ(values, (std::map<std::string, std::string>{{"a", "4999"}, {"b", "4999"}}));
}

TEST_F(Report, AsAPageDoesNotGiveAwayOtherFilesAsAWhole) {
  std::string other;
  for (int i = 1; i <= 300; ++i) other += "other line " + std::to_string(i) + ".\n";
  write("other.txt", other);
  write("names.c",
        "#include <assert.h>\nint main(void) {\n  int mine = 1;\n#line 20 \"other.txt\"\n  assert(mine == 2);\n}\n");
  expectVerdict(clew({"check", "names.c", "--html", "report.html"}), kViolated, "violated (assert)");
  const std::string page = read("report.html");
  EXPECT_NE(page.find("other line 20."), std::string::npos);
  EXPECT_EQ(page.find("other line 90."), std::string::npos);
  write("given.c", "#include <assert.h>\nint main(void) {\n  int mine = 1;\n  assert(mine == 2);\n}\n" +
                       std::string(300, '\n') + "/* the end */\n");
  expectVerdict(clew({"check", place("given.c"), "--html", "report.html"}), kViolated, "violated (assert)");
  EXPECT_NE(read("report.html").find("/* the end */"), std::string::npos);
}

TEST_F(Report, ReadsNoFileWithoutAnEnd) {
  write("names.c",
        "#include <assert.h>\nint main(void) {\n  int mine = 1;\n#line 20 \"/dev/zero\"\n  assert(mine == 2);\n}\n");
  expectVerdict(clew({"check", "names.c"}), kViolated, "violated (assert)");
}

TEST_F(Report, AsAPageOfASafeProgramHasNoPath) {
  write("fine.c", kFine);
  expectVerdict(clew({"check", "fine.c", "--html", "report.html"}), kSafe, "safe");
  const json page = dataOf(read("report.html"));
  EXPECT_EQ(page["verdict"], "safe");
  EXPECT_TRUE(page["traces"].empty());
}

TEST_F(Report, AsAPageOfAReplayedPathIsThatOfTheCheck) {
  write("lock.c", kDeadlock);
  expectVerdict(clew({"check", "lock.c", "--html", "check.html", "--json", "report.json"}), kViolated,
                "violated (dead");
  const json checked = dataOf(read("check.html"));
  const std::string path = json::parse(read("report.json"))["violation"]["path"];
  for (const Words& words : {Words{"report.json"}, Words{"lock.c", "--path", path}}) {
    Words all = {"replay", "--html", "replay.html"};
    all.insert(all.end(), words.begin(), words.end());
    expectVerdict(clew(all), kViolated, "violated (deadlock)");
    const json replayed = dataOf(read("replay.html"));
    for (const char* key : {"verdict", "detail", "files", "program", "traces", "sources"}) {
      EXPECT_EQ(replayed[key], checked[key]) << key;
    }
    fs::remove(place("replay.html"));
  }
}

TEST_F(Report, AsAPageOfAPathThatViolatesNothingIsNotWritten) {
  write("choice.c", kAssertion);
  const Outcome outcome = clew({"replay", "choice.c", "--path", "1", "--html", "replay.html"});
  expectVerdict(outcome, kUndecided, "bounded (one path");
  EXPECT_NE(outcome.output.find("note: no page was written"), std::string::npos) << outcome.describe();
  EXPECT_FALSE(files().contains("replay.html"));
  expectComplaint({"replay", "choice.c", "--path", "1", "--html", "no/such.html"}, "no/such.html: cannot be written");
}

TEST_F(Report, AsAPageNeedsAFileThatCanBeWritten) {
  write("fine.c", kFine);
  expectComplaint({"check", "fine.c", "--html", "no/such/folder.html"}, "no/such/folder.html: cannot be written");
  expectComplaint({"check", "fine.c", "--html", "."}, ".: is a directory");
  expectComplaint({"check", "fine.c", "--html", "same", "--json", "same"},
                  "--html and --format (or --json) name the same file");
}

}  // namespace
}  // namespace clew::test
