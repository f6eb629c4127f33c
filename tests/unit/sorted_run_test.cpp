#include "state/sorted_run.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "temporary_disk.h"

namespace clew::state {
namespace {

constexpr uint64_t kLargest = ~uint64_t{0};
constexpr RunShape kTiny{{2048, 6144}, false};
constexpr RunShape kTinyWithOrigins{{2048, 6144}, true};

using Words = std::map<uint64_t, uint64_t>;  // with their origins

/// Words of all sizes, some side by side, some as far apart as can be.
Words someWords(uint64_t seed, size_t count) {
  Words words{{0, kLargest}, {kLargest, 0}};
  uint64_t state = seed;
  while (words.size() < count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const uint64_t word = (state ^ state >> 31) >> (state >> 58);
    words[word] = state * 3 >> (state >> 59);
    words[word + 1] = state;
  }
  return words;
}

std::optional<Run> writeRun(TemporaryDisk& disk, const Words& words, RunShape shape = kTinyWithOrigins) {
  RunWriter writer(*disk, "run", shape, 77);
  for (const auto& [word, origin] : words) writer.add(word, origin);
  auto run = writer.finish();
  EXPECT_TRUE(disk->drain());
  return run;
}

/// All words, up to where the reading ends.
Words readRun(TemporaryDisk& disk, const Run& run) {
  ReadAhead readAhead(*disk);
  RunReader reader(*disk, readAhead, run);
  Words words;
  for (reader.advance(); !reader.atEnd(); reader.advance()) {
    EXPECT_TRUE(words.empty() || words.rbegin()->first < reader.word());
    words[reader.word()] = reader.origin();
  }
  return words;
}

/// What was read of a damaged run is the beginning of what was written.
bool isBeginning(const Words& read, const Words& written) {
  return read.size() <= written.size() && std::equal(read.begin(), read.end(), written.begin());
}

TEST(SortedRun, WordsAndOriginsComeBack) {
  TemporaryDisk disk;
  for (const size_t count : {2, 3, 64, 65, 1000, 20'000}) {
    const Words words = someWords(count, count);
    const auto run = writeRun(disk, words);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->words(), words.size());
    EXPECT_EQ(readRun(disk, *run), words);
  }
  EXPECT_FALSE(disk->hasFailed());
}

TEST(SortedRun, NoWordsAreARunToo) {
  TemporaryDisk disk;
  const auto run = writeRun(disk, {});
  ASSERT_TRUE(run.has_value());
  EXPECT_TRUE(readRun(disk, *run).empty());
  ReadAhead readAhead(*disk);
  EXPECT_FALSE(RunReader(*disk, readAhead, *run).skipTo(0));
  EXPECT_TRUE(Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, run->facts()).has_value());
  EXPECT_FALSE(disk->hasFailed());
}

TEST(SortedRun, DenseWordsTakeLessThanAByte) {
  TemporaryDisk disk;
  RunWriter writer(*disk, "run", RunShape{}, 1);
  for (uint64_t word = 1000; word < 1'001'000; ++word) writer.add(word);
  const auto run = writer.finish();
  ASSERT_TRUE(run.has_value());
  EXPECT_LT(run->facts().bytes, 600'000u);
}

RC_GTEST_PROP(SortedRun, SkippingFindsWhatASetFinds, (uint64_t seed)) {
  TemporaryDisk disk;
  const Words words = someWords(seed, *rc::gen::inRange<size_t>(2, 5000));
  const auto run = writeRun(disk, words, *rc::gen::element(kTiny, kTinyWithOrigins));
  RC_ASSERT(run.has_value());
  ReadAhead readAhead(*disk);
  RunReader reader(*disk, readAhead, *run);
  const auto gap = *rc::gen::inRange<size_t>(1, 300);
  auto expected = words.begin();
  for (size_t i = 0; expected != words.end(); ++i) {
    const uint64_t target = expected->first - (i % 2 == 0 && expected != words.begin() ? 1 : 0);
    const auto found = words.lower_bound(target);
    RC_ASSERT(reader.skipTo(target));
    RC_ASSERT(reader.word() == found->first);
    for (size_t steps = i % gap; steps > 0 && expected != words.end(); --steps) ++expected;
    if (i % gap == 0) ++expected;
  }
  if (reader.word() == kLargest) reader.advance();
  RC_ASSERT(!disk->hasFailed());
}

TEST(SortedRun, SkippingReadsOnlyTheBlocksItNeeds) {
  TemporaryDisk disk;
  const Words words = someWords(3, 20'000);
  const auto run = writeRun(disk, words, kTiny);
  ASSERT_TRUE(run.has_value());
  ASSERT_GT(run->facts().blocks, 20u);
  const uint64_t before = disk->traffic().read;
  ReadAhead readAhead(*disk);
  RunReader reader(*disk, readAhead, *run);
  for (const size_t place : {7000, 7001, 12'000, 19'000}) {
    const uint64_t word = std::next(words.begin(), static_cast<ptrdiff_t>(place))->first;
    EXPECT_TRUE(reader.skipTo(word));
    EXPECT_EQ(reader.word(), word);
  }
  EXPECT_LE(disk->traffic().read - before, 4 * kTiny.blocks.blockBytes);
}

TEST(SortedRun, IsOpenedAgainAndCutOff) {
  TemporaryDisk disk;
  const Words words = someWords(9, 9000);
  const RunFacts facts = writeRun(disk, words)->facts();
  auto bytes = disk.content("run");
  bytes.insert(bytes.end(), 5000, 0xAB);
  disk.replaceContent("run", bytes);
  ReadAhead readAhead(*disk);
  const auto run = Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, facts);
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(readRun(disk, *run), words);
  EXPECT_EQ(disk.sizeOf("run"), facts.bytes);
}

TEST(SortedRun, AFileThatIsShorterOrMissingIsReported) {
  TemporaryDisk disk;
  const RunFacts facts = writeRun(disk, someWords(9, 9000))->facts();
  auto bytes = disk.content("run");
  bytes.pop_back();
  disk.replaceContent("run", bytes);
  {
    ReadAhead readAhead(*disk);
    EXPECT_FALSE(Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, facts).has_value());
    EXPECT_NE(disk->error().find("run is shorter than it was"), std::string::npos);
  }
  disk.reopen();
  disk->remove("run");
  ReadAhead readAhead(*disk);
  EXPECT_FALSE(Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, facts).has_value());
  EXPECT_NE(disk->error().find("cannot open"), std::string::npos);
}

RC_GTEST_PROP(SortedRun, DamageAnywhereIsReportedOrHarmless, (uint64_t place, uint8_t bits)) {
  TemporaryDisk disk;
  const Words words = someWords(place, 3000);
  const RunFacts facts = writeRun(disk, words)->facts();
  disk.damage("run", place % facts.bytes, std::max<uint8_t>(bits, 1));
  ReadAhead readAhead(*disk);
  const auto run = Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, facts);
  if (!run.has_value()) {
    RC_ASSERT(disk->hasFailed());
    return;
  }
  const Words read = readRun(disk, *run);
  RC_ASSERT(isBeginning(read, words));
  RC_ASSERT(disk->hasFailed() == (read.size() < words.size()));
}

// Somebody who knows how checksums are made: what is read may be anything, but it rises and is within the block.
RC_GTEST_PROP(SortedRun, AForgedBlockIsReadWithinItsBounds, (uint64_t first)) {
  TemporaryDisk disk;
  BlockFile file{disk->openFile("run", support::Disk::Mode::Create), kTinyWithOrigins.blocks, 77};
  BlockWriter writer(*disk, file);
  const auto content = *rc::gen::container<std::vector<uint8_t>>(
      *rc::gen::element<size_t>(0, 40, writer.capacity() - sizeof first), rc::gen::arbitrary<uint8_t>());
  std::memcpy(writer.content(), &first, sizeof first);
  std::copy(content.begin(), content.end(), writer.content() + sizeof first);
  writer.seal(sizeof first + content.size(), *rc::gen::element<uint32_t>(0, 1, 63, 64, 65, 1000, 0xFFFFFFFF));
  std::memcpy(writer.content(), &first, sizeof first);
  writer.sealLast(sizeof first, 1);
  RC_ASSERT(disk->drain());
  ReadAhead readAhead(*disk);
  const auto run = Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, {5000, 1, file.bytes, 77});
  RC_ASSERT(run.has_value());
  readRun(disk, *run);
}

RC_GTEST_PROP(SortedRun, WrongFactsAreNotBelieved, (uint64_t difference)) {
  TemporaryDisk disk;
  const Words words = someWords(difference, 3000);
  RunFacts facts = writeRun(disk, words)->facts();
  uint64_t* const wrong = *rc::gen::element(&facts.blocks, &facts.bytes, &facts.salt);
  *wrong += *rc::gen::element<uint64_t>(1, kLargest, 2048, difference | 1);
  ReadAhead readAhead(*disk);
  RC_ASSERT(!Run::reopen(*disk, readAhead, "run", kTinyWithOrigins, facts).has_value());
  RC_ASSERT(disk->hasFailed());
}

}  // namespace
}  // namespace clew::state
