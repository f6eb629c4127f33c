#include "state/candidate_sorter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "temporary_disk.h"

namespace clew::state {
namespace {

constexpr uint64_t kLargest = ~uint64_t{0};
constexpr BlockShape kTinyBlocks{2048, 6144};
constexpr VisitedRuns::Shape kTinyVisited{kTinyBlocks, 50};

using Origins = std::map<uint64_t, uint64_t>;  // the smallest of each word

void addTo(Origins& origins, const Candidate& candidate) {
  const auto [place, isNew] = origins.emplace(candidate.word, candidate.origin);
  if (!isNew) place->second = std::min(place->second, candidate.origin);
}

/// Candidates, most of which come several times.
rc::Gen<std::vector<Candidate>> someCandidates() {
  const auto word = rc::gen::oneOf(rc::gen::inRange<uint64_t>(0, 500), rc::gen::arbitrary<uint64_t>(),
                                   rc::gen::element<uint64_t>(0, 1, kLargest - 1, kLargest));
  const auto origin = rc::gen::oneOf(rc::gen::inRange<uint64_t>(0, 50), rc::gen::arbitrary<uint64_t>(),
                                     rc::gen::element<uint64_t>(0, kLargest));
  return rc::gen::apply(
      [](std::vector<Candidate> candidates, uint64_t seed, size_t more) {
        for (size_t i = 0; i < more; ++i) {
          seed = seed * 6364136223846793005u + 1442695040888963407u;
          candidates.push_back({(seed >> 40) * (seed % 3 == 0 ? 1 : 0x9E3779B97F4A7C15u), seed});
        }
        return candidates;
      },
      rc::gen::container<std::vector<Candidate>>(rc::gen::construct<Candidate>(word, origin)),
      rc::gen::arbitrary<uint64_t>(), rc::gen::element<size_t>(0, 0, 100, 3000));
}

/// What the sorter finds, in the order in which it does; nothing if the disk has failed.
std::optional<std::vector<Candidate>> finish(CandidateSorter& sorter) {
  std::vector<Candidate> found;
  const bool complete = sorter.finish([&](uint64_t word, uint64_t origin) { found.push_back({word, origin}); });
  if (!complete) return std::nullopt;
  return found;
}

std::vector<Candidate> inOrder(const Origins& origins) {
  std::vector<Candidate> candidates;
  for (const auto& [word, origin] : origins) candidates.push_back({word, origin});
  return candidates;
}

RC_GTEST_PROP(CandidateSorter, SortingIsLikeTheLibrarys, ()) {
  auto candidates = *someCandidates();
  Origins expected;
  for (const Candidate& candidate : candidates) addTo(expected, candidate);
  std::vector<Candidate> scratch(candidates.size());
  sortByWord(candidates, scratch);
  candidates.resize(keepSmallestOrigins(candidates));
  RC_ASSERT(candidates == inOrder(expected));
}

RC_GTEST_PROP(CandidateSorter, RecentWordsDropsOnlyWhatCameBefore, ()) {
  RecentWords recent(256);
  Origins passed;
  for (const Candidate& candidate : *someCandidates()) {
    if (recent.insert(candidate)) {
      addTo(passed, candidate);
    } else {
      RC_ASSERT(passed.contains(candidate.word));
      RC_ASSERT(passed[candidate.word] <= candidate.origin);
    }
    if (*rc::gen::inRange(0, 50) == 0) {
      recent.forgetAll();
      passed.clear();
    }
    if (*rc::gen::inRange(0, 50) == 0) {
      recent.forget(candidate.word);
      passed.erase(candidate.word);
    }
  }
}

TEST(CandidateSorter, NothingIsRecentAtFirst) {
  for (const size_t bytes : {1, 64, 4096}) {
    RecentWords recent(bytes);
    for (uint64_t word = 0; word < 100; ++word) {
      EXPECT_TRUE(recent.insert({word, kLargest})) << word;
      recent.forget(word);
    }
    EXPECT_TRUE(recent.insert({kLargest, kLargest}));
  }
}

RC_GTEST_PROP(CandidateSorter, EachWordIsFoundOnceWithItsSmallestOrigin, ()) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", *rc::gen::element<size_t>(500, 3000, 20'000), kTinyBlocks);
  for (const auto& candidates : *rc::gen::container<std::vector<std::vector<Candidate>>>(3, someCandidates())) {
    Origins expected;
    for (const Candidate& candidate : candidates) {
      sorter.add(candidate.word, candidate.origin);
      addTo(expected, candidate);
    }
    RC_ASSERT(finish(sorter) == inOrder(expected));
    RC_ASSERT(disk->filesNamed("candidates.").empty());
  }
}

TEST(CandidateSorter, ManyCandidatesMakeFewRuns) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 1000, kTinyBlocks);
  Origins expected;
  for (uint64_t i = 0; i < 30'000; ++i) {
    const Candidate candidate{i * 0x9E3779B97F4A7C15u >> 20, i % 7};
    sorter.add(candidate.word, candidate.origin);
    addTo(expected, candidate);
    ASSERT_LE(sorter.runs(), 2 * 31u);
  }
  EXPECT_EQ(finish(sorter), inOrder(expected));
}

TEST(CandidateSorter, ManyDuplicatesStayInMemory) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 100'000);
  for (uint64_t i = 0; i < 1'000'000; ++i) sorter.add(i * i % 1009, i);
  EXPECT_EQ(sorter.runs(), 0u);
  EXPECT_EQ(finish(sorter)->size(), 505u);
}

TEST(CandidateSorter, ALevelThatWasSpilledIsForgottenByTheNext) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 20'000, kTinyBlocks);
  for (int level = 0; level < 2; ++level) {
    for (uint64_t word = 0; word < 100; ++word) sorter.add(word, word);
    sorter.spill();
    sorter.add(100, 0);  // a small buffer in the end, which does not have what the level had
    EXPECT_EQ(finish(sorter)->size(), 101u);
  }
}

TEST(CandidateSorter, FewDuplicatesAreFoundAsWell) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 100'000, kTinyBlocks);
  Origins expected;
  for (uint64_t i = 0; i < 300'000; ++i) {
    const Candidate candidate{i * i % 200'003 * 0x9E3779B97F4A7C15u, 300'000 - i};
    sorter.add(candidate.word, candidate.origin);
    addTo(expected, candidate);
  }
  EXPECT_EQ(finish(sorter), inOrder(expected));
}

RC_GTEST_PROP(CandidateSorter, GoesOnFromTheLastCheckpoint, ()) {
  TemporaryDisk disk;
  auto sorter = std::make_unique<CandidateSorter>(*disk, "candidates", 5000, kTinyBlocks);
  Origins expected;
  std::vector<uint8_t> checkpoint;
  Origins expectedThen;
  sorter->save(checkpoint);
  for (const auto& candidates : *rc::gen::container<std::vector<std::vector<Candidate>>>(someCandidates())) {
    for (const Candidate& candidate : candidates) {
      sorter->add(candidate.word, candidate.origin);
      addTo(expected, candidate);
    }
    if (*rc::gen::inRange(0, 3) == 0) {
      RC_ASSERT(finish(*sorter) == inOrder(expected));
      expected.clear();
    }
    if (*rc::gen::inRange(0, 2) == 0) {
      sorter->spill();
      checkpoint.clear();
      sorter->save(checkpoint);
      RC_ASSERT(disk->drain());
      sorter->forgetOld();
      expectedThen = expected;
    }
    if (*rc::gen::inRange(0, 3) == 0) {
      sorter.reset();
      disk.reopen();
      sorter = std::make_unique<CandidateSorter>(*disk, "candidates", 5000, kTinyBlocks);
      support::CheckedReader bytes(checkpoint);
      RC_ASSERT(sorter->restore(bytes));
      RC_ASSERT(bytes.empty());
      expected = expectedThen;
    }
  }
  RC_ASSERT(finish(*sorter) == inOrder(expected));
}

RC_GTEST_PROP(CandidateSorter, DamagedFilesAreReportedOrHarmless, (uint64_t place)) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 4000, kTinyBlocks);
  Origins expected;
  for (const Candidate& candidate : *someCandidates()) {
    sorter.add(candidate.word, candidate.origin);
    addTo(expected, candidate);
  }
  sorter.spill();
  RC_ASSERT(disk->drain());
  const auto names = disk->filesNamed("candidates.");
  RC_PRE(!names.empty());
  const std::string& name = names[place % names.size()];
  disk.damage(name, place % disk.sizeOf(name), *rc::gen::element<uint8_t>(1, 16, 128, 255));
  const auto found = finish(sorter);
  if (found.has_value()) RC_ASSERT(*found == inOrder(expected));
  RC_ASSERT(found.has_value() == !disk->hasFailed());
}

RC_GTEST_PROP(EndLevel, FindsWhatABreadthFirstSearchInMemoryFinds, (uint32_t seed)) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 10'000, kTinyBlocks);
  VisitedRuns visited(*disk, "visited", kTinyVisited);
  const auto successors = [seed](uint64_t word) {
    return std::array<uint64_t, 3>{(word * 5 + seed) % 6007, (word * word + 1) % 6007, word / 2};
  };
  std::set<uint64_t> known{seed % 6007};
  std::vector<uint64_t> level(known.begin(), known.end());
  sorter.add(level[0], 0);
  RC_ASSERT(endLevel(sorter, visited, [](uint64_t, uint64_t) {}));
  while (!level.empty()) {
    Origins expected;
    for (const uint64_t word : level) {
      for (const uint64_t next : successors(word)) {
        sorter.add(next, word);
        if (!known.contains(next)) addTo(expected, {next, word});
      }
    }
    Origins found;
    RC_ASSERT(endLevel(sorter, visited, [&](uint64_t word, uint64_t origin) { found[word] = origin; }));
    RC_ASSERT(found == expected);
    level.clear();
    for (const auto& [word, origin] : expected) level.push_back(word);
    known.insert(level.begin(), level.end());
  }
  RC_ASSERT(visited.words() == known.size());
}

TEST(EndLevel, ADamagedRunEndsTheLevel) {
  TemporaryDisk disk;
  CandidateSorter sorter(*disk, "candidates", 10'000, kTinyBlocks);
  VisitedRuns visited(*disk, "visited", kTinyVisited);
  const auto addAll = [&] {
    for (uint64_t i = 0; i < 5000; ++i) sorter.add(i * 0x9E3779B97F4A7C15u, i);
  };
  addAll();
  ASSERT_TRUE(endLevel(sorter, visited, [](uint64_t, uint64_t) {}));
  ASSERT_TRUE(disk->drain());
  const std::string name = disk->filesNamed("visited.").at(0);
  disk.damage(name, disk.sizeOf(name) / 2, 1);
  addAll();
  EXPECT_FALSE(endLevel(sorter, visited, [](uint64_t, uint64_t) { ADD_FAILURE() << "none is new"; }));
  EXPECT_NE(disk->error().find("is damaged"), std::string::npos);
}

}  // namespace
}  // namespace clew::state
