// The tables under many hands. Several threads put the same things into one table, in different orders, while it
// grows from nothing: each thing must be new for exactly one of them, ids must agree, and nothing may be lost.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "state/bit_set.h"
#include "state/component_pool.h"
#include "state/key_set.h"
#include "state/tuple_table.h"
#include "support/quiescence.h"
#include "support/stable_array.h"

namespace clew::state {
namespace {

constexpr unsigned kThreads = 4;

/// Runs `work(thread)` in all threads at once.
template <typename Work>
void together(Work work) {
  std::atomic<unsigned> ready{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      ++ready;
      while (ready < kThreads) std::this_thread::yield();
      work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// The numbers below `count`, in an order of this thread's own; half of the threads go the same way.
std::vector<uint32_t> order(uint32_t count, unsigned thread) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  if (thread % 2 == 1) std::shuffle(numbers.begin(), numbers.end(), std::mt19937(thread));
  return numbers;
}

Pair keyOf(uint32_t number) { return {1 + number % 1021, number / 1021 * 3}; }

template <typename Set>
void expectEachKeyOnce(uint32_t count, uint32_t mayBeMissing) {
  support::Quiescence quiescence(kThreads);
  Set set(&quiescence);
  std::atomic<uint64_t> isNew{0};
  std::atomic<uint64_t> lost{0};
  together([&](unsigned thread) {
    uint64_t mine = 0;
    uint32_t turn = 0;
    for (const uint32_t number : order(count, thread)) {
      if (++turn % 64 == 1) quiescence.pass(thread);
      set.prefetch(keyOf(number));
      mine += set.insert(keyOf(number)) ? 1 : 0;
      lost += set.contains(keyOf(number)) ? 0 : 1;
    }
    quiescence.rest(thread);
    isNew += mine;
  });
  EXPECT_EQ(lost, 0u);
  EXPECT_LE(isNew, count);
  EXPECT_GE(isNew + mayBeMissing, count);
  for (uint32_t number = 0; number < count; ++number) ASSERT_TRUE(set.contains(keyOf(number)));
  EXPECT_FALSE(set.isFull());
}

TEST(SharedTables, AKeyIsNewForOneThreadOnly) { expectEachKeyOnce<KeySet>(300'000, 0); }

TEST(SharedTables, ACompactKeyIsNewForOneThreadOnly) { expectEachKeyOnce<CompactKeySet>(300'000, 5); }

TEST(SharedTables, SmallSetsGrowUnderManyHands) {
  for (uint32_t count = 1; count < 3000; count = count * 5 / 4 + 1) expectEachKeyOnce<KeySet>(count, 0);
}

TEST(SharedTables, AKeyThatIsNotThereIsNotFoundWhileOthersAreAdded) {
  support::Quiescence quiescence(kThreads);
  KeySet set(&quiescence);
  std::atomic<uint64_t> wrong{0};
  together([&](unsigned thread) {
    for (uint32_t i = 0; i < 100'000; ++i) {
      if (i % 64 == 0) quiescence.pass(thread);
      if (thread == 0) {
        set.insert(keyOf(2 * i));
      } else {
        wrong += set.contains(keyOf(2 * i + 1)) ? 1 : 0;
      }
    }
    quiescence.rest(thread);
  });
  EXPECT_EQ(wrong, 0u);
}

TEST(SharedTables, MemoryOfAGrownSetIsReleased) {
  support::Quiescence quiescence(kThreads);
  KeySet set(&quiescence);
  together([&](unsigned thread) {
    for (uint32_t i = thread; i < 1'000'000; i += kThreads) {
      if (i % 64 < kThreads) quiescence.pass(thread);
      set.insert(keyOf(i));
    }
    quiescence.rest(thread);
  });
  EXPECT_LT(set.bytes(), 15'000'000u);
  EXPECT_GE(set.bytes(), 10'000'000u);
}

/// Interns numbers in all threads and compares the ids.
template <typename Intern>
std::vector<uint32_t> expectOneIdEach(uint32_t count, support::Quiescence& quiescence, Intern intern) {
  std::vector<std::vector<uint32_t>> ids(kThreads, std::vector<uint32_t>(count));
  together([&](unsigned thread) {
    uint32_t turn = 0;
    for (const uint32_t number : order(count, thread)) {
      if (++turn % 64 == 1) quiescence.pass(thread);
      ids[thread][number] = intern(number);
    }
    quiescence.rest(thread);
  });
  for (unsigned thread = 1; thread < kThreads; ++thread) EXPECT_EQ(ids[thread], ids[0]);
  const std::unordered_set<uint32_t> different(ids[0].begin(), ids[0].end());
  EXPECT_EQ(different.size(), count);
  EXPECT_FALSE(different.contains(0));
  return ids[0];
}

TEST(SharedTables, ThreadsAgreeOnTheIdsOfQuads) {
  support::Quiescence quiescence(kThreads);
  QuadTable quads(&quiescence);
  const auto quadOf = [](uint32_t number) { return Quad{{number % 7, number / 7, 5, number}}; };
  const auto ids =
      expectOneIdEach(100'000, quiescence, [&](uint32_t number) { return quads.intern(quadOf(number)).id; });
  for (uint32_t number = 0; number < ids.size(); ++number) ASSERT_EQ(quads[ids[number]], quadOf(number));
}

TEST(SharedTables, ThreadsAgreeOnTheIdsOfByteStrings) {
  support::Quiescence quiescence(kThreads);
  ComponentPool pool(&quiescence);
  const auto textOf = [](uint32_t number) { return std::string(number % 50, 'x') + std::to_string(number); };
  const auto ids = expectOneIdEach(50'000, quiescence, [&](uint32_t number) {
    const std::string text = textOf(number);
    const ComponentId id = pool.intern({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
    const auto bytes = pool[id];
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), text);
    return id;
  });
  for (uint32_t number = 0; number < ids.size(); ++number) {
    const auto bytes = pool[ids[number]];
    ASSERT_EQ(std::string(bytes.begin(), bytes.end()), textOf(number));
  }
}

// ---- one thread, against the standard library ----

RC_GTEST_PROP(KeySet, IsASet, (const std::vector<std::pair<uint32_t, uint32_t>>& pairs)) {
  KeySet set;
  std::unordered_set<uint64_t> model;
  for (const auto& [first, second] : pairs) {
    if (first == 0) continue;
    RC_ASSERT(set.insert({first, second}) == model.insert(uint64_t{first} << 32 | second).second);
  }
  for (const auto& [first, second] : pairs) {
    RC_ASSERT(set.contains({first, second + 1}) == model.contains(uint64_t{first} << 32 | (second + 1)));
  }
}

TEST(KeySet, KeepsAMillionKeysApart) {
  KeySet set;
  for (uint32_t i = 0; i < 1'000'000; ++i) ASSERT_TRUE(set.insert(keyOf(i)));
  for (uint32_t i = 0; i < 1'000'000; ++i) ASSERT_FALSE(set.insert(keyOf(i)));
  EXPECT_FALSE(set.contains(keyOf(1'000'001)));
  EXPECT_LT(set.bytes(), 15'000'000u);
}

/// Words with a pattern: none of them ends in 0.
struct OddWords {
  using Word = uint64_t;
  static constexpr size_t kSegments = 1;
  static constexpr uint64_t kFrozen = ~uint64_t{0};
  static constexpr unsigned kPercent = 76;
  static uint64_t homeOf(uint64_t word, uint64_t size) { return support::placeAmong(word, size); }
};

TEST(SlotTable, GrowsWhateverItsWordsHaveInCommon) {
  SlotTable<OddWords> table(nullptr);
  for (uint64_t i = 1; i < 400'000; ++i) {
    const uint64_t word = i * 0x9E3779B97F4A7C15u | 15;
    table.insert(0, word, [word](uint64_t found) { return found == word; });
  }
  EXPECT_GT(table.bytes(), 400'000 * sizeof(uint64_t));
}

TEST(KeySet, TakesKeysInEveryPattern) {
  for (const uint32_t step : {1u, 2u, 3u, 16u, 64u, 4096u}) {
    KeySet set;
    for (uint32_t i = 1; i < 300'000; ++i) ASSERT_TRUE(set.insert({i, i * step})) << i;
    for (uint32_t i = 1; i < 300'000; ++i) ASSERT_TRUE(set.insert({i * step, 0})) << i;
    EXPECT_LT(set.bytes(), 12'000'000u);
  }
}

TEST(BitSet, NeverForgetsAndRarelyConfuses) {
  BitSet set(size_t{1} << 20);
  uint32_t confused = 0;
  for (uint32_t i = 0; i < 100'000; ++i) confused += set.insert(keyOf(i)) ? 0 : 1;
  for (uint32_t i = 0; i < 100'000; ++i) ASSERT_TRUE(set.contains(keyOf(i)));
  EXPECT_LT(confused, 1000u);
}

// ---- no room ----

TEST(StableArray, SaysWhenItIsFullAndKeepsWhatItHas) {
  support::StableArray<uint64_t> array(1000);
  for (size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(array.append(1), i);
    array[i] = i;
  }
  EXPECT_EQ(array.append(1), array.kFull);
  for (size_t i = 0; i < 1000; ++i) ASSERT_EQ(array[i], i);
}

TEST(StableArray, TakesLessWhenThereAreNotSoManyAddresses) {
  support::StableArray<uint64_t> array(size_t{1} << 58);
  EXPECT_NE(array.append(1000), array.kFull);
  array[999] = 1;
}

TEST(TupleTable, SaysWhenItIsFull) {
  QuadTable quads(nullptr, 100);
  for (uint32_t i = 1; i < 100; ++i) ASSERT_EQ(quads.intern({{i, i, i, i}}).id, i);
  EXPECT_FALSE(quads.isFull());
  quads.intern({{500, 0, 0, 1}});
  EXPECT_TRUE(quads.isFull());
  EXPECT_EQ(quads.intern({{7, 7, 7, 7}}).id, 7u);
}

TEST(ComponentPool, SaysWhenItIsFull) {
  ComponentPool pool(nullptr, 4096);
  uint32_t number = 0;
  while (!pool.isFull() && number < 4096) {
    uint8_t bytes[4];
    std::memcpy(bytes, &++number, 4);
    pool.intern(bytes);
  }
  EXPECT_TRUE(pool.isFull());
  EXPECT_GT(number, 100u);
}

}  // namespace
}  // namespace clew::state
