// Several workers, and stores that forget: the answer is the one of a single worker with an exact store, or it
// claims less. Limits and Ctrl-C work as ever, and so does running out of addresses.
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command_line.h"

namespace clew::test {
namespace {

using nlohmann::json;

/// Five threads, a few thousand states, no violation.
constexpr const char* kLocks = R"(#include <pthread.h>
static pthread_mutex_t forks[5];
static void *philosopher(void *x) {
  long i = (long)x;
  pthread_mutex_t *first = i == 4 ? &forks[0] : &forks[i], *second = i == 4 ? &forks[4] : &forks[i + 1];
  for (;;) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
  }
}
int main(void) {
  pthread_t t[5];
  for (long i = 0; i < 5; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < 5; i++) pthread_join(t[i], 0);
}
)";

constexpr const char* kWithSharedStates = R"(#include <clew.h>
static unsigned char a, b;
int main(void) { for (;;) { if (clew_choose(2)) a++; else b++; } }
)";

class Workers : public CommandLine {
 protected:
  Workers() {
    write("locks.c", kLocks);
    write("deadlock.c", kDeadlock);
    write("assertion.c", kAssertion);
    write("endless.c", kEndlessStates);
    write("bytes.c", kWithSharedStates);
    write("local.c", "int main(void) { unsigned long x = 1; while (x) x = (x * 3 + 2) | 1; return (int)x; }\n");
  }

  json reportOf(Words words) const {
    words.insert(words.end(), {"--json", "report.json"});
    const Outcome outcome = clew(words);
    return json::parse(read("report.json"), nullptr, false);
  }
};

TEST_F(Workers, CountTheSameStates) {
  for (const char* program : {"locks.c", "bytes.c"}) {
    const json one = reportOf({"check", program, "--reduction", "none"});
    for (const char* order : {"dfs", "bfs"}) {
      for (const char* jobs : {"2", "3", "17"}) {
        const json many = reportOf({"check", program, "--reduction", "none", "--search", order, "--jobs", jobs});
        EXPECT_EQ(many["verdict"], "safe") << many.dump(2);
        EXPECT_EQ(many["jobs"], std::stoi(jobs));
        for (const char* number : {"states", "transitions", "states_by_live_threads"})
          EXPECT_EQ(many["statistics"][number], one["statistics"][number]) << program << " " << order << " " << jobs;
      }
    }
  }
}

TEST_F(Workers, FindViolationsThatReplay) {
  for (const char* program : {"deadlock.c", "assertion.c"}) {
    for (const char* order : {"dfs", "bfs"}) {
      for (const char* store : {"memory", "hashcompact", "bitstate"}) {
        const json found = reportOf({"check", program, "--search", order, "--store", store, "--jobs", "2"});
        EXPECT_EQ(found["verdict"], "violated") << found.dump(2);
        EXPECT_EQ(found["store"], store);
        expectVerdict(clew({"replay", program, "--path", found["violation"]["path"].get<std::string>()}), kViolated,
                      "violated");
      }
    }
  }
}

TEST_F(Workers, ObeyLimits) {
  for (const char* order : {"dfs", "bfs"}) {
    const Outcome states = clew({"check", "endless.c", "--max-states", "1000", "--search", order, "--jobs", "3"});
    expectVerdict(states, kUndecided, "bounded (1000 states)");
    EXPECT_NE(states.output.find("1,000 states"), std::string::npos) << states.describe();
    expectVerdict(clew({"check", "endless.c", "--max-depth", "2", "--search", order, "--jobs", "3"}), kUndecided,
                  "bounded (depth 2)");
    expectVerdict(clew({"check", "endless.c", "--time-limit", "0.5", "--search", order, "--jobs", "3"}), kUndecided,
                  "unknown (time limit)");
    expectVerdict(clew({"check", "endless.c", "--memory-limit", "100M", "--search", order, "--jobs", "2"}), kUndecided,
                  "unknown (memory limit)");
  }
}

TEST_F(Workers, EndWithinASecondOfCtrlC) {
  for (const char* program : {"endless.c", "local.c"}) {
    for (const char* order : {"dfs", "bfs"}) {
      const Outcome outcome = clew({"check", program, "--search", order, "--jobs", "2"}, Signal{SIGINT, 2});
      expectVerdict(outcome, kUndecided, "unknown (interrupted)");
      EXPECT_LT(outcome.seconds, 1) << outcome.describe();
    }
  }
}

class Stores : public Workers {};

TEST_F(Stores, ThatForgetProveNothing) {
  const json exact = reportOf({"check", "locks.c", "--reduction", "none"});
  for (const char* store : {"hashcompact", "bitstate"}) {
    for (const char* order : {"dfs", "bfs"}) {
      expectVerdict(clew({"check", "locks.c", "--reduction", "none", "--store", store, "--search", order, "--json",
                          "report.json"}),
                    kUndecided, "unknown (incomplete store)");
      const json report = json::parse(read("report.json"));
      EXPECT_LE(report["statistics"]["states"], exact["statistics"]["states"]);
      EXPECT_GE(report["statistics"]["states"], exact["statistics"]["states"].get<int>() - 20);
    }
  }
}

TEST_F(Stores, OfAFewBitsTakeMostStatesForKnown) {
  expectVerdict(clew({"check", "locks.c", "--store", "bitstate", "--bitstate-size", "64", "--json", "report.json"}),
                kUndecided, "unknown (incomplete store)");
  EXPECT_LT(json::parse(read("report.json"))["statistics"]["states"], 500);
}

TEST_F(Stores, ThatAreFullSaySo) {
  for (const char* order : {"dfs", "bfs"}) {
    const std::string binary = setting("CLEW_BINARY", CLEW_BINARY);
    const Outcome outcome = command({"bash", "-c", "ulimit -v 1000000; exec \"$0\" \"$@\"", binary, "check",
                                     "endless.c", "--search", order, "--time-limit", "60"});
    expectVerdict(outcome, kUndecided, "unknown (the store is full)");
  }
}

}  // namespace
}  // namespace clew::test
