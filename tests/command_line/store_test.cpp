// Searches with their states on disk, from outside: they say what the same search says in memory and what they did on
// disk; whatever stops them, --resume goes on to the same end; and a directory, or an option, that does not fit is
// refused in one line, without harm to what is in the directory.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <thread>

#include "command_line.h"
#include "report_schema.h"

namespace clew::test {
namespace {

/// 27,000 states and no error.
constexpr const char* kGrid = R"(#include <clew.h>
static unsigned g[3];
int main(void) {
  for (;;) {
    unsigned i = clew_choose(3);
    g[i] = (g[i] + 1) % 30;
  }
}
)";
constexpr uint64_t kGridStates = 27'000;

/// What a kind of search is called for.
struct Kind {
  const char* store;
  const char* order;
};
constexpr Kind kKinds[] = {{"external", "dfs"},   {"external", "bfs"}, {"external", "best"},
                           {"external", "astar"}, {"strict", "bfs"},   {"strict", "astar"}};

class Store : public CommandLine {
 protected:
  Store() {
    write("fine.c", kFine);
    write("choice.c", kAssertion);
    write("lock.c", kDeadlock);
    write("grid.c", kGrid);
    write("endless.c", kEndlessStates);
  }

  static Words wordsFor(const char* program, Kind kind, const Words& more = {}) {
    Words words = {"check", program, "--store", kind.store, "--search", kind.order, "--store-dir", "run"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// Searches in the directory `run`.
  Outcome search(const char* program, Kind kind, const Words& more = {}, std::optional<Signal> signal = std::nullopt) {
    return clew(wordsFor(program, kind, more), signal);
  }
  void expectRefusal(const char* program, Kind kind, const Words& more, const std::string& says) {
    expectComplaint(wordsFor(program, kind, more), says);
  }

  /// The report of a run, which must keep to its schema.
  json report() const {
    const json document = json::parse(read("report.json"));
    for (const auto& complaint : reportSchema().complaintsAbout(document))
      ADD_FAILURE() << complaint << "\n" << document.dump(2);
    return document;
  }
  uint64_t reportedStates() const { return report()["statistics"]["states"]; }

  void forgetRun() const { fs::remove_all(place("run")); }
};

TEST_F(Store, OnDiskFindsWhatThereIs) {
  for (const Kind kind : kKinds) {
    expectVerdict(search("choice.c", kind), kViolated, "violated (assert)");
    forgetRun();
    expectVerdict(search("lock.c", kind), kViolated, "violated (deadlock)");
    forgetRun();
    expectVerdict(search("fine.c", kind), kSafe, "safe");
    forgetRun();
  }
}

TEST_F(Store, OnDiskHasTheStatesOfASearchInMemory) {
  for (const Kind kind : kKinds) {
    expectVerdict(search("grid.c", kind, {"--json", "report.json"}), kSafe, "safe");
    EXPECT_EQ(reportedStates(), kGridStates) << kind.store << " " << kind.order;
    forgetRun();
  }
}

TEST_F(Store, EveryLayoutAndCacheGivesTheSame) {
  for (const char* layout : {"single", "blocks", "hashed"}) {
    expectVerdict(search("grid.c", {"external", "bfs"}, {"--layout", layout, "--json", "report.json"}), kSafe, "safe");
    EXPECT_EQ(reportedStates(), kGridStates) << layout;
    forgetRun();
  }
  for (const char* cache : {"lru", "lfu", "fifo", "lifo", "fwf", "two-dimensional", "none"}) {
    const Words words = {"--cache", cache, "--cache-size", "64K", "--json", "report.json"};
    expectVerdict(search("grid.c", {"external", "bfs"}, words), kSafe, "safe");
    EXPECT_EQ(reportedStates(), kGridStates) << cache;
    EXPECT_GT(report()["statistics"]["external"]["cache_misses"], 0) << cache;
    forgetRun();
  }
}

TEST_F(Store, IsOneOfThoseThatReductionsGoWith) {
  expectVerdict(search("lock.c", {"external", "dfs"}, {"--reduction", "full"}), kViolated, "violated (deadlock)");
}

TEST_F(Store, HeuristicValuesAreInTheTrace) {
  const Outcome outcome = search("lock.c", {"strict", "astar"}, {"--heuristic", "lock-order", "--json", "report.json"});
  expectVerdict(outcome, kViolated, "violated (deadlock)");
  EXPECT_EQ(report()["heuristics"], "lock-order");
  EXPECT_TRUE(report()["trace"].contains("heuristic_values"));
  EXPECT_NE(outcome.output.find("\n step  h "), std::string::npos) << outcome.output;
}

// ---- what is said about the disk ----

TEST_F(Store, StatisticsSayWhatHappenedOnDisk) {
  const std::regex line(
      "\ndisk: [0-9.]+ (bytes|[KMG]iB); .+ written at .+/s, .+ read at .+/s; "
      "[0-9.]+% of [0-9,]+ page reads from the cache; checkpoints: [0-9,]+\n");
  for (const Kind kind : kKinds) {
    const Outcome outcome = search("choice.c", kind);
    EXPECT_TRUE(std::regex_search(outcome.output, line)) << outcome.describe();
    forgetRun();
  }
  EXPECT_EQ(search("fine.c", {"external", "dfs"}, {"--quiet"}).output, "verdict: safe\n");
  EXPECT_EQ(clew({"check", "fine.c"}).output.find("disk:"), std::string::npos);
}

TEST_F(Store, ReportSaysWhatHappenedOnDisk) {
  for (const Kind kind : kKinds) {
    search("grid.c", kind, {"--json", "report.json"});
    const json document = report();
    EXPECT_EQ(document["store"], kind.store);
    const json& external = document["statistics"]["external"];
    EXPECT_GT(external["disk_bytes"], 0) << external;
    EXPECT_GT(external["written_bytes"], 0) << external;
    EXPECT_GT(external["checkpoints"], 0) << external;
    forgetRun();
  }
  clew({"check", "fine.c", "--json", "report.json"});
  EXPECT_FALSE(report()["statistics"].contains("external"));
}

// ---- stopped, and gone on with ----

TEST_F(Store, GoesOnAfterALimitAndEndsAsIfThereHadBeenNone) {
  for (const Kind kind : kKinds) {
    const auto states = [&](const Outcome& outcome, int status, const std::string& verdict) {
      expectVerdict(outcome, status, verdict);
      return reportedStates();
    };
    const Words reported = {"--json", "report.json", "--max-states", "1000"};
    EXPECT_EQ(states(search("grid.c", kind, reported), kUndecided, "bounded (1000 states)"), 1000u);
    Words more = {"--json", "report.json", "--resume", "--max-states", "5000"};
    EXPECT_EQ(states(search("grid.c", kind, more), kUndecided, "bounded (5000 states)"), 5000u);
    more = {"--json", "report.json", "--resume", "--time-limit", "0.001"};
    EXPECT_GE(states(search("grid.c", kind, more), kUndecided, "unknown (time limit)"), 5000u);
    more = {"--json", "report.json", "--resume"};
    EXPECT_EQ(states(search("grid.c", kind, more), kSafe, "safe"), kGridStates) << kind.store << " " << kind.order;
    EXPECT_EQ(states(search("grid.c", kind, more), kSafe, "safe"), kGridStates) << "at its end already";
    forgetRun();
  }
}

TEST_F(Store, CtrlCEndsWithinASecondAndLosesNothing) {
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}}) {
    const Outcome stopped = search("endless.c", kind, {"--json", "report.json"}, Signal{SIGINT, 2});
    expectVerdict(stopped, kUndecided, "unknown (interrupted)");
    EXPECT_LT(stopped.seconds, 1) << stopped.describe();
    const uint64_t states = reportedStates() + 1000;
    const Words more = {"--resume", "--max-states", std::to_string(states), "--json", "report.json"};
    expectVerdict(search("endless.c", kind, more), kUndecided, "bounded (" + std::to_string(states) + " states)");
    EXPECT_EQ(reportedStates(), states);
    forgetRun();
  }
}

TEST_F(Store, FindsTheSameAfterAStop) {
  write("far.c",
        "#include <assert.h>\n#include <clew.h>\nstatic unsigned g[2];\n"
        "int main(void) { for (;;) { g[clew_choose(2)]++; assert(g[0] < 20 || g[1] < 20); } }\n");
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}, Kind{"strict", "astar"}}) {
    const Outcome undisturbed = search("far.c", kind, {"--property", "assert"});
    expectVerdict(undisturbed, kViolated, "violated (assert)");
    forgetRun();
    expectVerdict(search("far.c", kind, {"--property", "assert", "--max-states", "100"}), kUndecided, "bounded");
    const Outcome resumed = search("far.c", kind, {"--property", "assert", "--resume"});
    expectVerdict(resumed, kViolated, "violated (assert)");
    EXPECT_EQ(lines(resumed.output), lines(undisturbed.output)) << "a shortest path";
    forgetRun();
  }
}

TEST_F(Store, ResumeStillMentionsWhatWasFoundBefore) {
  write("fault.c",
        "#include <clew.h>\nstatic unsigned g[2];\nint main(void) {\n  if (clew_choose(2)) *(volatile int *)0 = 1;\n"
        "  for (;;) { unsigned i = clew_choose(2); g[i] = (g[i] + 1) % 30; }\n}\n");
  for (const Kind kind : kKinds) {
    expectVerdict(search("fault.c", kind, {"--property", "deadlock", "--max-states", "500"}), kUndecided, "");
    expectVerdict(search("fault.c", kind, {"--property", "deadlock", "--resume"}), kUndecided,
                  "unknown (paths end in null-dereference at fault.c:4");
    forgetRun();
  }
}

TEST_F(Store, ResumeBeginsWhereThereIsNothingYet) {
  expectVerdict(search("fine.c", {"strict", "bfs"}, {"--resume"}), kSafe, "safe");
}

// ---- directories that do not fit ----

TEST_F(Store, RefusesADirectoryThatCannotBeUsed) {
  for (const char* store : {"external", "strict"}) {
    const auto expect = [&](const std::string& directory, const std::string& says) {
      expectComplaint({"check", "fine.c", "--search", "bfs", "--store", store, "--store-dir", directory}, says);
    };
    expect("missing/run", "cannot make the directory missing/run");
    expect("", "cannot make the directory");
    expect("fine.c", "fine.c: Not a directory");
    expect("/proc/run", "cannot make the directory /proc/run");
    expect("/proc", "cannot lock the directory /proc");
  }
}

TEST_F(Store, LeavesFilesOfOthersAlone) {
  fs::create_directory(place("run"));
  write("run/data.0", "mine");
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}}) {
    expectRefusal("fine.c", kind, {}, "run is not empty");
    expectRefusal("fine.c", kind, {"--resume"}, "no run in run, but other files");
    EXPECT_EQ(read("run/data.0"), "mine");
  }
}

TEST_F(Store, GoesOnWithTheSameSearchOnly) {
  write("other.c", "int main(void) { return 1; }\n");
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}}) {
    const bool isStrict = kind.store == std::string("strict");
    expectVerdict(search("grid.c", kind, {"--max-states", "100"}), kUndecided, "bounded");
    expectRefusal("grid.c", kind, {}, "run is not empty");
    const auto expect = [&](const char* program, Kind other, const Words& more, const std::string& says) {
      Words words = {"--resume"};
      words.insert(words.end(), more.begin(), more.end());
      expectRefusal(program, other, words, "the run in run is another one: " + says);
    };
    expect("other.c", kind, {}, "program: ");
    expect("grid.c", kind, {"--arg", "3"}, "--arg: ");
    expect("grid.c", kind, {"--stdin", "3"}, "standard input: any, not ");
    expect("grid.c", kind, {"--property", "assert"}, "--property: ");
    expect("grid.c", kind, {"--invariant", "g[0] < 30"}, "--property: ");
    expect("grid.c", kind, {"--max-depth", "9"}, "--max-depth: 0, not 9");
    expect("grid.c", {kind.store, "astar"}, {}, "--search: bfs, not astar");
    expect("grid.c", {isStrict ? "external" : "strict", "bfs"}, {}, std::string("--store: ") + kind.store + ", not ");
    if (!isStrict) expect("grid.c", kind, {"--layout", "single"}, "--layout: blocks, not single");
    expectVerdict(search("grid.c", kind, {"--resume", "--cache", "fifo", "--memory-limit", "400M"}), kSafe, "safe");
    forgetRun();
  }
}

TEST_F(Store, RefusesADirectoryInUse) {
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}}) {
    Words words = wordsFor("endless.c", kind);
    words.insert(words.begin(), setting("CLEW_BINARY", CLEW_BINARY));
    Process first(words, place(""), {});
    while (!fs::exists(place("run/states.0"))) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    expectRefusal("endless.c", kind, {}, "another run uses run");
    expectRefusal("endless.c", kind, {"--resume"}, "another run uses run");
    expectVerdict(first.finish(Signal{SIGINT, 0}), kUndecided, "unknown (interrupted)");
    forgetRun();
  }
}

TEST_F(Store, DoesNotBelieveADamagedCheckpoint) {
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}}) {
    expectVerdict(search("grid.c", kind, {"--max-states", "5000"}), kUndecided, "bounded");
    std::string content = read("run/checkpoint");
    content[content.size() / 2] ^= 1;
    write("run/checkpoint", content);
    expectRefusal("grid.c", kind, {"--resume"}, "run/checkpoint is damaged");
    fs::resize_file(place("run/checkpoint"), 3);
    expectRefusal("grid.c", kind, {"--resume"}, "run/checkpoint is damaged");
    fs::remove(place("run/checkpoint"));
    expectRefusal("grid.c", kind, {"--resume"}, "no run in run");
    forgetRun();
  }
}

// ---- options that do not fit ----

TEST_F(Store, RefusesOrdersThatItDoesNotKnow) {
  for (const char* order : {"ida", "beam", "random"})
    expectRefusal("fine.c", {"external", order}, {}, "--store external is for --search dfs, bfs, best and astar");
  for (const char* order : {"dfs", "best", "ida", "beam", "random"})
    expectRefusal("fine.c", {"strict", order}, {}, "--store strict is for --search bfs and astar");
}

TEST_F(Store, RefusesWhatDoesNotGoWithIt) {
  for (const Kind kind : {Kind{"external", "bfs"}, Kind{"strict", "bfs"}}) {
    expectRefusal("fine.c", kind, {"--jobs", "2"}, "has one worker: it does not go with --jobs");
    expectRefusal("fine.c", kind, {"--symmetry", "threads"}, "needs --symmetry none");
  }
  expectRefusal("fine.c", {"external", "dfs"}, {"--stateless"}, "--stateless keeps no states");
  expectRefusal("fine.c", {"external", "dfs"}, {"--script", "s.clew"}, "--script needs --store memory");
  for (const char* reduction : {"local", "full"})
    expectRefusal("fine.c", {"strict", "bfs"}, {"--reduction", reduction}, "--store strict needs --reduction none");
  expectRefusal("fine.c", {"strict", "bfs"}, {"--layout", "single"}, "--layout is for --store external");
  for (const char* heuristic : {"interleaving", "choose-free", "most-blocked,interleaving:2"}) {
    expectRefusal("fine.c", {"strict", "astar"}, {"--heuristic", heuristic},
                  "--store strict does not keep the way to a state");
  }
}

TEST_F(Store, RefusesOptionsOfOtherStores) {
  for (const Words& words : {Words{"--store-dir", "run"},
                             {"--resume"},
                             {"--layout", "single"},
                             {"--cache", "lru"},
                             {"--cache-size", "1M"}}) {
    for (const char* store : {"memory", "hashcompact", "bitstate"}) {
      Words all = {"check", "fine.c", "--store", store};
      all.insert(all.end(), words.begin(), words.end());
      expectComplaint(all, "are for --store external and strict");
    }
  }
  for (const char* store : {"external", "strict"})
    expectComplaint({"check", "fine.c", "--search", "bfs", "--store", store}, "needs --store-dir");
  expectRefusal("fine.c", {"external", "bfs"}, {"--bitstate-size", "1M"}, "--bitstate-size is for --store bitstate");
}

TEST_F(Store, RefusesValuesThatAreNone) {
  const Kind kind = {"external", "bfs"};
  expectComplaint({"check", "fine.c", "--store", "external", "--store-dir"}, "--store-dir");
  expectRefusal("fine.c", kind, {"--layout", "heap"}, "--layout");
  expectRefusal("fine.c", kind, {"--cache", "random"}, "--cache");
  for (const char* size : {"0", "much", "-1", "16X", ""})
    expectRefusal("fine.c", kind, {"--cache-size", size}, "not a number of bytes");
  expectComplaint({"check", "fine.c", "--store", "external", "--store-dir", "run", "--memory-limit", "lots"},
                  "not a number of bytes");
  for (const char* store : {"external", "strict"}) {
    expectComplaint(
        {"check", "fine.c", "--search", "bfs", "--store", store, "--store-dir", "run", "--memory-limit", "10M"},
        "--memory-limit is too low");
  }
}

TEST_F(Store, IsForOneSearch) {
  write("one.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  write("two.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
  expectRefusal("fine.c", {"external", "bfs"}, {"--property-file", "one.prp", "--property-file", "two.prp"},
                "--store-dir is for one search");
}

}  // namespace
}  // namespace clew::test
