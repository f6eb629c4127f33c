#include "state/visited_runs.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <set>

#include "temporary_disk.h"

namespace clew::state {
namespace {

constexpr uint64_t kLargest = ~uint64_t{0};
constexpr VisitedRuns::Shape kTiny{{2048, 6144}, 50};

using Words = std::set<uint64_t>;

/// The words of a level: few or many, from a range that is small enough for some to come again.
rc::Gen<Words> aLevel() {
  const auto word = rc::gen::oneOf(rc::gen::inRange<uint64_t>(0, 3000), rc::gen::arbitrary<uint64_t>(),
                                   rc::gen::element<uint64_t>(0, 1, kLargest - 1, kLargest));
  return rc::gen::apply(
      [](Words words, uint64_t first, uint64_t count) {
        for (uint64_t i = 0; i < count; ++i) words.insert(first + i * (first % 5 + 1));
        return words;
      },
      rc::gen::container<Words>(word), rc::gen::inRange<uint64_t>(0, 3000),
      rc::gen::element<uint64_t>(0, 0, 0, 3, 60, 400, 2000));
}

/// The words of a level that are new; nothing if the disk has failed.
std::optional<Words> keepNew(VisitedRuns& visited, const Words& words) {
  VisitedRuns::Level level(visited);
  Words fresh;
  for (const uint64_t word : words) {
    if (level.keepNew(word)) fresh.insert(word);
  }
  if (!level.finish()) return std::nullopt;
  return fresh;
}

/// What a set says, which then has them.
Words expectedNew(Words& known, const Words& words) {
  Words fresh;
  for (const uint64_t word : words) {
    if (known.insert(word).second) fresh.insert(word);
  }
  return fresh;
}

RC_GTEST_PROP(VisitedRuns, WordsAreNewOnce, ()) {
  TemporaryDisk disk;
  VisitedRuns visited(*disk, "visited", kTiny);
  Words known;
  for (const Words& words : *rc::gen::container<std::vector<Words>>(aLevel())) {
    const auto fresh = keepNew(visited, words);
    RC_ASSERT(fresh.has_value());
    RC_ASSERT(*fresh == expectedNew(known, words));
    RC_ASSERT(visited.words() == known.size());
    RC_ASSERT(visited.runs() <= static_cast<size_t>(std::bit_width(known.size())));
  }
}

TEST(VisitedRuns, RunsAreFewAndWordsAreSeldomRewritten) {
  TemporaryDisk disk;
  VisitedRuns visited(*disk, "visited", kTiny);
  uint64_t word = 0;
  for (int level = 0; level < 300; ++level) {
    VisitedRuns::Level words(visited);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(words.keepNew(word += 7));
    ASSERT_TRUE(words.finish());
    EXPECT_LE(visited.runs(), 9u);
  }
  EXPECT_EQ(visited.words(), 30'000u);
  EXPECT_LE(visited.rewritten(), visited.words() * 9);
  EXPECT_EQ(disk->filesNamed("visited.").size(), visited.runs());  // no checkpoint needs the others
}

TEST(VisitedRuns, ASmallLevelReadsOnlyTheBlocksItNeeds) {
  TemporaryDisk disk;
  VisitedRuns visited(*disk, "visited", kTiny);
  Words many;
  for (uint64_t i = 0; i < 50'000; ++i) many.insert(i * 0x9E3779B97F4A7C15u);
  ASSERT_TRUE(keepNew(visited, many).has_value());
  const uint64_t before = disk->traffic().read;
  const uint64_t known = *std::next(many.begin(), 20'000);
  EXPECT_EQ(keepNew(visited, {known - 1, known, known + 1}), (Words{known - 1, known + 1}));
  EXPECT_LE(disk->traffic().read - before, 2 * kTiny.blocks.blockBytes);
}

RC_GTEST_PROP(VisitedRuns, GoesOnFromTheLastCheckpoint, ()) {
  TemporaryDisk disk;
  auto visited = std::make_unique<VisitedRuns>(*disk, "visited", kTiny);
  Words known;
  std::vector<uint8_t> checkpoint;
  visited->save(checkpoint);
  Words knownThen;
  for (const Words& words : *rc::gen::container<std::vector<Words>>(aLevel())) {
    RC_ASSERT(keepNew(*visited, words) == expectedNew(known, words));
    if (*rc::gen::inRange(0, 3) == 0) {
      checkpoint.clear();
      visited->save(checkpoint);
      RC_ASSERT(disk->drain());
      visited->forgetOld();
      knownThen = known;
    }
    if (*rc::gen::inRange(0, 4) == 0) {
      visited.reset();
      disk.reopen();
      visited = std::make_unique<VisitedRuns>(*disk, "visited", kTiny);
      support::CheckedReader bytes(checkpoint);
      RC_ASSERT(visited->restore(bytes));
      RC_ASSERT(bytes.empty());
      known = knownThen;
      RC_ASSERT(visited->words() == known.size());
      RC_ASSERT(disk->filesNamed("visited.").size() == visited->runs());
    }
  }
}

/// Some levels, and the checkpoint after them.
std::vector<uint8_t> fillAndSave(TemporaryDisk& disk, Words& known, const std::vector<Words>& levels) {
  VisitedRuns visited(*disk, "visited", kTiny);
  for (const Words& words : levels) RC_ASSERT(keepNew(visited, words) == expectedNew(known, words));
  std::vector<uint8_t> checkpoint;
  visited.save(checkpoint);
  RC_ASSERT(disk->drain());
  return checkpoint;
}

RC_GTEST_PROP(VisitedRuns, DamagedFilesAreReportedOrHarmless, (uint64_t place)) {
  TemporaryDisk disk;
  Words known;
  const auto levels = *rc::gen::container<std::vector<Words>>(10, aLevel());
  const auto checkpoint = fillAndSave(disk, known, levels);
  const auto names = disk->filesNamed("visited.");
  RC_PRE(!names.empty());
  const std::string& name = names[place % names.size()];
  disk.damage(name, place % disk.sizeOf(name), *rc::gen::element<uint8_t>(1, 16, 128, 255));
  VisitedRuns visited(*disk, "visited", kTiny);
  support::CheckedReader bytes(checkpoint);
  if (!visited.restore(bytes)) {
    RC_ASSERT(disk->hasFailed());
    return;
  }
  const Words words = *aLevel();
  const Words expected = expectedNew(known, words);
  VisitedRuns::Level level(visited);
  Words fresh;
  for (const uint64_t word : words) {
    if (!level.keepNew(word)) continue;
    fresh.insert(word);
    RC_ASSERT(expected.contains(word));
  }
  if (level.finish()) RC_ASSERT(fresh == expected);
}

RC_GTEST_PROP(VisitedRuns, AForgedCheckpointIsRefusedOrRead, (uint64_t place)) {
  TemporaryDisk disk;
  Words known;
  auto checkpoint = fillAndSave(disk, known, *rc::gen::container<std::vector<Words>>(6, aLevel()));
  checkpoint[place % checkpoint.size()] ^= *rc::gen::element<uint8_t>(1, 2, 64, 255);
  if (*rc::gen::inRange(0, 3) == 0) checkpoint.resize(place % checkpoint.size());
  VisitedRuns visited(*disk, "visited", kTiny);
  support::CheckedReader bytes(checkpoint);
  if (visited.restore(bytes)) {
    keepNew(visited, *aLevel());
  } else {
    RC_ASSERT(disk->hasFailed());
  }
}

TEST(VisitedRuns, FilesOfACheckpointStayUntilTheNext) {
  TemporaryDisk disk;
  VisitedRuns visited(*disk, "visited", kTiny);
  const auto level = [&](uint64_t first, uint64_t count) {
    Words words;
    for (uint64_t i = 0; i < count; ++i) words.insert(first + i);
    ASSERT_EQ(keepNew(visited, words)->size(), count);
  };
  level(0, 100);
  visited.forgetOld();
  level(1000, 100);  // merged with those before
  EXPECT_EQ(visited.runs(), 1u);
  EXPECT_EQ(disk->filesNamed("visited.").size(), 2u);
  visited.forgetOld();
  EXPECT_EQ(disk->filesNamed("visited.").size(), 1u);
}

}  // namespace
}  // namespace clew::state
