// What a path looks like at each line: values are followed however they change, and locks have the holders that they
// have.
#include "report/moments.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "loaded_program.h"
#include "report/html.h"
#include "report/samples.h"
#include "report/trace.h"

namespace clew::report {
namespace {

Trace traceOf(const program::Program& program, uint64_t seed) {
  RandomChooser chooser(seed);
  RecordOptions options;
  options.keepMoments = true;
  options.races = false;
  return record(program, chooser, options);
}

Trace traceOf(const std::string& source) { return traceOf(test::loadedProgram(source), 0); }

/// The values of all places after each line.
std::vector<std::map<std::string, std::string>> valuesOf(const Trace& trace) {
  const Moments& moments = *trace.moments;
  std::vector<std::map<std::string, std::string>> list;
  for (uint32_t line = 0; line < trace.lines.size(); ++line) {
    std::map<std::string, std::string> values;
    for (const auto& place : moments.places) {
      if (place.line <= line) values[place.name] = place.value;
    }
    for (const auto& change : moments.changes) {
      if (change.line <= line) values[moments.places[change.place].name] = change.value;
    }
    list.push_back(values);
  }
  return list;
}

TEST(Moments, FollowWhatIsWrittenByTheLibraryToo) {
  const Trace trace = traceOf(R"(#include <string.h>
static int numbers[4], copies[4], last;
int main(void) {
  numbers[1] = 7;
  copies[1] = 1;
  memcpy(copies, numbers, sizeof copies);
  last = 1;
  memset(copies, 0, sizeof copies);
  last = 2;
  return 0;
}
)");
  ASSERT_TRUE(trace.moments);
  const auto values = valuesOf(trace);
  ASSERT_FALSE(values.empty());
  EXPECT_EQ(values.back().at("numbers[1]"), "7");
  EXPECT_EQ(values.back().at("copies[1]"), "0");
  EXPECT_EQ(values.back().at("last"), "2");
  const bool wasCopied = std::any_of(values.begin(), values.end(), [](const auto& each) {
    return each.count("copies[1]") > 0 && each.at("copies[1]") == "7";
  });
  EXPECT_TRUE(wasCopied);
}

TEST(Moments, LetAnObjectGoWhenItIsFreed) {
  const Trace trace = traceOf(R"(#include <stdlib.h>
static int *shared, done;
int main(void) {
  shared = malloc(4);
  *shared = 3;
  free(shared);
  done = 1;
  shared = malloc(4);
  *shared = 4;
  free(shared);
  return 0;
}
)");
  const auto values = valuesOf(trace);
  std::set<std::string> gone;
  for (const auto& [name, value] : values.back()) {
    if (value.empty()) gone.insert(name);
  }
  EXPECT_EQ(gone.size(), 2u) << "two objects, at one address";
}

TEST(Moments, AreNotKeptUnlessAskedFor) {
  const program::Program program = test::loadedProgram("int x; int main(void) { x = 1; return 0; }\n");
  PathChooser chooser({}, true);
  EXPECT_FALSE(record(program, chooser, {}).moments);
}

constexpr const char* kLocks = R"(#include <pthread.h>
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, seen;
static void *take(void *unused) {
  pthread_mutex_lock(&guard);
  while (items == 0) pthread_cond_wait(&filled, &guard);
  items--;
  pthread_mutex_unlock(&guard);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&guard);
  items++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&guard);
  pthread_join(thread, 0);
  pthread_mutex_unlock(&other);
  return 0;
}
)";

TEST(Moments, NobodyHoldsWhatAnotherThreadHolds) {
  const program::Program program = test::loadedProgram(kLocks);
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Trace trace = traceOf(program, seed);
    std::map<uint32_t, uint32_t> holder;  // by lock
    for (const auto& each : trace.moments->holdings) {
      if (each.holds) {
        EXPECT_FALSE(holder.contains(each.lock)) << "seed " << seed;
        holder[each.lock] = each.thread;
      } else {
        EXPECT_EQ(holder.at(each.lock), each.thread) << "seed " << seed;
        holder.erase(each.lock);
      }
      const auto& effects = trace.lines[each.line].effects;
      const bool isTold = std::any_of(effects.begin(), effects.end(), [&](const std::string& effect) {
        return effect.find(each.holds ? "locks " : "unlocks ") != std::string::npos;
      });
      EXPECT_TRUE(isTold) << "seed " << seed << ", line " << each.line;
      EXPECT_EQ(trace.lines[each.line].thread, each.thread);
    }
    EXPECT_TRUE(holder.empty()) << "seed " << seed;
    EXPECT_EQ(trace.outcome, machine::Outcome::Exited);
  }
}

TEST(Moments, AThreadThatWaitsStandsBlockedUntilItIsWoken) {
  bool waited = false;
  const program::Program program = test::loadedProgram(kLocks);
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Trace trace = traceOf(program, seed);
    for (const auto& stand : trace.moments->stands) {
      if (stand.state.find("waits for condition filled") == std::string::npos) continue;
      EXPECT_TRUE(stand.isBlocked);
      EXPECT_EQ(stand.location.line, 7u);
      waited = true;
    }
  }
  EXPECT_TRUE(waited);
}

TEST(Moments, ReadersHoldALockTogetherAndAWriterAlone) {
  const program::Program program = test::loadedProgram(R"(#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *look(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = shared;
  pthread_rwlock_unlock(&lock);
  return seen == 7 ? unused : 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, look, 0);
  pthread_create(&second, 0, look, 0);
  pthread_rwlock_wrlock(&lock);
  shared = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
)");
  size_t most = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Trace trace = traceOf(program, seed);
    std::set<uint32_t> holders;
    for (const auto& each : trace.moments->holdings) {
      EXPECT_EQ(trace.moments->locks[each.lock], "lock");
      each.holds ? void(holders.insert(each.thread)) : void(holders.erase(each.thread));
      if (holders.contains(0)) EXPECT_EQ(holders.size(), 1u) << "seed " << seed;
      most = std::max(most, holders.size());
    }
    EXPECT_TRUE(holders.empty()) << "seed " << seed;
  }
  EXPECT_EQ(most, 2u);
}

RC_GTEST_PROP(InsideElement, NothingCanEndTheElementAndNothingIsLost, (const std::string& text)) {
  const nlohmann::json before = {{"</script><!-- &" + text, text}};
  const std::string dumped = before.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  const std::string inside = insideElement(dumped);
  RC_ASSERT(inside.find_first_of("<>&") == std::string::npos);
  RC_ASSERT(nlohmann::json::parse(inside) == nlohmann::json::parse(dumped));
}

TEST(AsHtml, LeavesNoMarkup) { EXPECT_EQ(asHtml("a<b>&\"'c"), "a&#60;b&#62;&#38;&#34;&#39;c"); }

TEST(Samples, AreNeverTooManyAndKeepTheEndsOfEachSearch) {
  Samples samples;
  for (int search = 0; search < 5; ++search) {
    samples.begin();
    for (int i = 0; i < 1000; ++i) {
      samples.add({search * 1000.0 + i, static_cast<uint64_t>(i), 0, 0, 0});
      size_t count = 0;
      for (const auto& each : samples.searches()) count += each.size();
      ASSERT_LE(count, Samples::kMost + 1);
    }
  }
  for (size_t i = 0; i < 5; ++i) {
    const auto& list = samples.searches()[i];
    EXPECT_EQ(list.front().states, 0u);
    EXPECT_EQ(list.back().states, 999u);
    for (size_t k = 1; k < list.size(); ++k) EXPECT_LT(list[k - 1].seconds, list[k].seconds);
  }
}

}  // namespace
}  // namespace clew::report
