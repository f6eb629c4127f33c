// A cache never gives another page than the one it was given, and every policy throws away what a plain simulation of
// it throws away.
#include "state/page_cache.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace clew::state {
namespace {

constexpr CachePolicy kPolicies[] = {CachePolicy::Lru,  CachePolicy::Lfu,           CachePolicy::Fifo,
                                     CachePolicy::Lifo, CachePolicy::FlushWhenFull, CachePolicy::TwoDimensional,
                                     CachePolicy::None};
constexpr size_t kPageBytes = 32;

/// Policies as they are explained: a list of pages, searched from end to end.
class Simulation {
 public:
  Simulation(CachePolicy policy, size_t pages) : policy_(policy), pages_(policy == CachePolicy::None ? 1 : pages) {}

  /// Looks for a page and brings it in if it is not there; whether it was there.
  bool use(uint64_t key) {
    ++now_;
    for (Entry& entry : entries_) {
      if (entry.key != key) continue;
      ++entry.uses;
      entry.used = now_;
      return true;
    }
    if (entries_.size() == pages_) makeRoom();
    entries_.push_back({key, now_, now_, 1});
    return false;
  }

 private:
  struct Entry {
    uint64_t key;
    uint64_t came;
    uint64_t used;
    uint64_t uses;
  };

  void makeRoom() {
    if (policy_ == CachePolicy::FlushWhenFull) return entries_.clear();
    const auto first = [this](const Entry& one, const Entry& other) {
      switch (policy_) {
        case CachePolicy::Lru: return one.used < other.used;
        case CachePolicy::Lfu: return std::pair(one.uses, one.used) < std::pair(other.uses, other.used);
        case CachePolicy::Lifo: return one.came > other.came;
        default: return one.came < other.came;
      }
    };
    entries_.erase(std::min_element(entries_.begin(), entries_.end(), first));
  }

  CachePolicy policy_;
  size_t pages_;
  std::vector<Entry> entries_;
  uint64_t now_ = 0;
};

void fill(uint8_t* page, uint64_t key) {
  for (size_t i = 0; i < kPageBytes; i += 8) std::memcpy(page + i, &key, 8);
}
bool isPage(const uint8_t* page, uint64_t key) {
  uint8_t expected[kPageBytes];
  fill(expected, key);
  return std::memcmp(page, expected, kPageBytes) == 0;
}

/// Uses a page as the files do; whether it was there.
bool use(PageCache& cache, uint64_t key) {
  if (const uint8_t* page = cache.find(key)) {
    RC_ASSERT(isPage(page, key));
    return true;
  }
  fill(cache.insert(key), key);
  return false;
}

/// Keys of which some are used more often than others.
std::vector<uint64_t> randomKeys() {
  const auto range = *rc::gen::inRange<uint64_t>(1, 40);
  const auto count = *rc::gen::inRange<size_t>(0, 400);
  return *rc::gen::container<std::vector<uint64_t>>(
      count, rc::gen::oneOf(rc::gen::inRange<uint64_t>(0, range), rc::gen::inRange<uint64_t>(0, range / 4 + 1)));
}

RC_GTEST_PROP(PageCache, ThrowsAwayWhatTheSimulationDoes, ()) {
  const auto policy = *rc::gen::elementOf(std::vector(std::begin(kPolicies), std::end(kPolicies)));
  // Up to one bucket the two-dimensional cache is first in, first out.
  const auto most = policy == CachePolicy::TwoDimensional ? PageCache::kBucket : 20;
  const auto pages = *rc::gen::inRange<size_t>(1, most + 1);
  PageCache cache(kPageBytes, pages, policy);
  Simulation simulation(policy, pages);
  uint64_t hits = 0;
  const std::vector<uint64_t> keys = randomKeys();
  for (const uint64_t key : keys) {
    const bool hit = simulation.use(key);
    RC_ASSERT(use(cache, key) == hit);
    hits += hit ? 1 : 0;
  }
  RC_ASSERT(cache.hits() == hits);
  RC_ASSERT(cache.misses() == keys.size() - hits);
}

RC_GTEST_PROP(PageCache, GivesTheRightPageWithAnySizeAndAfterClearing, ()) {
  const auto policy = *rc::gen::elementOf(std::vector(std::begin(kPolicies), std::end(kPolicies)));
  PageCache cache(kPageBytes, *rc::gen::inRange<size_t>(1, 100), policy);
  for (const uint64_t key : randomKeys()) {
    if (key == 3) cache.clear();
    use(cache, key * 0x1'0000'0001u);
    RC_ASSERT(cache.find(key * 0x1'0000'0001u) != nullptr);
  }
}

/// The reference string of the textbooks.
TEST(PageCache, HitsAsTheTextbooksSay) {
  const std::vector<uint64_t> string = {1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5};
  const auto hits = [&](CachePolicy policy, size_t pages) {
    PageCache cache(kPageBytes, pages, policy);
    for (const uint64_t key : string) use(cache, key);
    return cache.hits();
  };
  EXPECT_EQ(hits(CachePolicy::Fifo, 3), 3u);
  EXPECT_EQ(hits(CachePolicy::Fifo, 4), 2u);  // Belady's anomaly
  EXPECT_EQ(hits(CachePolicy::TwoDimensional, 3), 3u);
  EXPECT_EQ(hits(CachePolicy::TwoDimensional, 4), 2u);
  EXPECT_EQ(hits(CachePolicy::Lru, 3), 2u);
  EXPECT_EQ(hits(CachePolicy::Lru, 4), 4u);
  EXPECT_EQ(hits(CachePolicy::Lfu, 4), 4u);
  EXPECT_EQ(hits(CachePolicy::Lifo, 4), 5u);           // 1 2, and after 5 has come 1 2 3
  EXPECT_EQ(hits(CachePolicy::FlushWhenFull, 4), 2u);  // 1 2, thrown away before 5 and before the last 4
  EXPECT_EQ(hits(CachePolicy::None, 4), 0u);
}

/// The expected life of an element is m = kl insertions, as the paper derives.
TEST(PageCache, ElementsOfTheTwoDimensionalCacheLiveAsLongAsThereIsRoom) {
  constexpr size_t kPages = 64 * PageCache::kBucket;
  PageCache cache(kPageBytes, kPages, CachePolicy::TwoDimensional);
  ASSERT_EQ(cache.pages(), kPages);
  uint64_t lives = 0;
  constexpr uint64_t kWatched = 200;
  for (uint64_t watched = 0; watched < kWatched; ++watched) {
    const uint64_t first = watched << 32;
    fill(cache.insert(first), first);
    while (cache.find(first) != nullptr) {
      const uint64_t key = first + 1 + lives++;
      fill(cache.insert(key), key);
    }
  }
  const double mean = static_cast<double>(lives) / kWatched;
  EXPECT_GT(mean, 0.8 * kPages);
  EXPECT_LT(mean, 1.25 * kPages);
}

TEST(PageCache, PoliciesHaveNamesThatCanBeRead) {
  std::set<std::string> names;
  for (const CachePolicy policy : kPolicies) {
    EXPECT_EQ(cachePolicyNamed(nameOf(policy)), policy);
    names.insert(nameOf(policy));
  }
  EXPECT_EQ(names, (std::set<std::string>{"lru", "lfu", "fifo", "lifo", "fwf", "two-dimensional", "none"}));
  EXPECT_FALSE(cachePolicyNamed("LRU"));
  EXPECT_FALSE(cachePolicyNamed(""));
}

}  // namespace
}  // namespace clew::state
