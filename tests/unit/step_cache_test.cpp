// What is remembered of a step is found again, and only for the content it was remembered for.
#include "machine/step_cache.h"

#include <gtest/gtest.h>

#include <map>

namespace clew::machine {
namespace {

using Contents = std::map<uint32_t, uint32_t>;

StepCache::Key keyOf(uint32_t root) { return {root, 7, 0, 1, 2}; }

/// Remembers a step that read some items of the state and wrote one.
void remember(StepCache& cache, uint32_t root, const std::vector<uint32_t>& items, const Contents& contents,
              uint32_t written) {
  StepCache::Reads reads;
  for (const uint32_t item : items) ASSERT_TRUE(reads.add({item, contents.at(item)}));
  StepCache::Writes writes;
  ASSERT_TRUE(writes.addInOrder({1, written}));
  StepCache::Entry entry{};
  entry.key = keyOf(root);
  cache.insert(entry, reads, writes);
}

/// What the step writes; 0 if it is not known.
uint32_t recall(const StepCache& cache, uint32_t root, const Contents& contents) {
  const auto* known = cache.find(keyOf(root), [&](uint32_t item) { return contents.at(item); });
  return known == nullptr ? 0 : cache.writesOf(*known).front().id;
}

TEST(StepCache, FindsAStepForTheContentItWasRememberedFor) {
  StepCache cache;
  remember(cache, 5, {2, 3}, {{2, 20}, {3, 30}}, 100);
  EXPECT_EQ(recall(cache, 5, {{2, 20}, {3, 30}}), 100U);
  EXPECT_EQ(recall(cache, 5, {{2, 20}, {3, 31}}), 0U);
  EXPECT_EQ(recall(cache, 6, {{2, 20}, {3, 30}}), 0U);
}

// An index is read first, then the element of an array that it means.
TEST(StepCache, KeepsStepsThatReadDifferentItemsByWhatTheyFind) {
  StepCache cache;
  const Contents state = {{2, 20}, {3, 30}, {4, 40}, {5, 50}};
  for (uint32_t index = 0; index < 3; ++index) {
    Contents now = state;
    now[2] = 20 + index;
    remember(cache, 9, {2, 3 + index}, now, 100 + index);
  }
  for (uint32_t round = 0; round < 2; ++round) {
    for (uint32_t index = 0; index < 3; ++index) {
      Contents now = state;
      now[2] = 20 + index;
      EXPECT_EQ(recall(cache, 9, now), 100 + index);
    }
  }
}

TEST(StepCache, KeepsWhatItKnowsWhenItGrows) {
  StepCache cache;
  constexpr uint32_t kSteps = 6'000;
  for (uint32_t root = 1; root <= kSteps; ++root)
    remember(cache, root, {2, root % 2 + 3}, {{2, root}, {3, 1}, {4, 2}}, root);
  uint32_t found = 0;
  for (uint32_t root = 1; root <= kSteps; ++root) {
    const uint32_t answer = recall(cache, root, {{2, root}, {3, 1}, {4, 2}});
    EXPECT_TRUE(answer == 0 || answer == root);
    found += answer == root ? 1 : 0;
  }
  EXPECT_GT(found, kSteps / 2);  // where two meet, the newer one wins
}

}  // namespace
}  // namespace clew::machine
