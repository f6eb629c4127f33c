#include "state/block_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>

#include "temporary_disk.h"

namespace clew::state {
namespace {

constexpr BlockShape kTiny{2048, 6144};

std::vector<uint8_t> contentOf(uint64_t block) {
  std::vector<uint8_t> content(1 + block * 389 % 2000);
  for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<uint8_t>(i * 7 + block * 13);
  return content;
}

BlockFile writeFile(TemporaryDisk& disk, const std::string& name, uint64_t blocks, uint64_t salt = 5) {
  BlockFile file{disk->openFile(name, support::Disk::Mode::Create), kTiny, salt};
  BlockWriter writer(*disk, file);
  for (uint64_t i = 0; i < blocks; ++i) {
    const auto content = contentOf(i);
    std::copy(content.begin(), content.end(), writer.content());
    if (i + 1 < blocks) {
      writer.seal(content.size(), static_cast<uint32_t>(i));
    } else {
      writer.sealLast(content.size(), static_cast<uint32_t>(i));
    }
  }
  EXPECT_TRUE(disk->drain());
  return file;
}

bool isRight(const BlockReader::Block& block, uint64_t number) {
  const auto content = contentOf(number);
  return block.items == number && std::ranges::equal(block.content, content);
}

/// Blocks that are read as they were written before the first that is not handed out; all must be right.
uint64_t blocksRead(TemporaryDisk& disk, const BlockFile& file) {
  ReadAhead readAhead(*disk);
  BlockReader reader(*disk, readAhead, file);
  for (uint64_t i = 0; i < file.blocks(); ++i) {
    const auto block = reader.read(i, file.blocks());
    if (!block.has_value()) return i;
    EXPECT_TRUE(isRight(*block, i)) << i;
  }
  return file.blocks();
}

TEST(BlockStream, BlocksComeBackInOrder) {
  TemporaryDisk disk;
  const BlockFile file = writeFile(disk, "blocks", 50);
  EXPECT_EQ(file.blocks(), 50u);
  EXPECT_EQ(file.bytes, disk.sizeOf("blocks"));
  EXPECT_EQ(blocksRead(disk, file), 50u);
  EXPECT_FALSE(disk->hasFailed());
}

RC_GTEST_PROP(BlockStream, BlocksComeBackInAnyOrder, ()) {
  TemporaryDisk disk;
  const BlockFile file = writeFile(disk, "blocks", 30);
  ReadAhead readAhead(*disk);
  BlockReader reader(*disk, readAhead, file);
  for (uint64_t number : *rc::gen::container<std::vector<uint64_t>>(rc::gen::inRange<uint64_t>(0, 30))) {
    for (const uint64_t end = std::min<uint64_t>(30, number + *rc::gen::inRange(1, 8)); number < end; ++number) {
      const auto block = reader.read(number, 30);
      RC_ASSERT(block.has_value() && isRight(*block, number));
    }
  }
}

TEST(BlockStream, ASingleBlockIsReadAlone) {
  TemporaryDisk disk;
  const BlockFile file = writeFile(disk, "blocks", 50);
  ReadAhead readAhead(*disk);
  {
    BlockReader reader(*disk, readAhead, file);
    EXPECT_TRUE(reader.read(0, 50).has_value());
    EXPECT_TRUE(reader.read(20, 50).has_value());
    EXPECT_TRUE(reader.read(40, 50).has_value());
  }
  EXPECT_EQ(disk->traffic().read, 3 * kTiny.blockBytes);
}

/// The bytes of `blocks` that are tried: all of the headers, and some of the rest.
std::vector<uint64_t> placesToDamage(uint64_t bytes) {
  std::vector<uint64_t> places;
  for (uint64_t offset = 0; offset < bytes; offset += offset % kTiny.blockBytes < 20 ? 1 : 97) places.push_back(offset);
  return places;
}

TEST(BlockStream, DamageAnywhereIsReportedOrHarmless) {
  TemporaryDisk disk;
  writeFile(disk, "blocks", 5);
  for (const uint64_t offset : placesToDamage(disk.sizeOf("blocks"))) {
    disk.reopen();  // since it has failed
    const BlockFile file = writeFile(disk, "blocks", 5);
    disk.damage("blocks", offset, static_cast<uint8_t>(1u << offset % 8));
    const uint64_t block = offset / kTiny.blockBytes;
    const bool isUsed = offset % kTiny.blockBytes < sizeof(BlockHeader) + contentOf(block).size();
    EXPECT_EQ(blocksRead(disk, file), isUsed ? block : 5);
    EXPECT_EQ(disk->error(), isUsed ? "block " + std::to_string(block) + " of blocks is damaged" : "");
  }
}

TEST(BlockStream, ABlockInTheWrongPlaceIsReported) {
  TemporaryDisk disk;
  const BlockFile file = writeFile(disk, "blocks", 5);
  auto bytes = disk.content("blocks");
  std::swap_ranges(bytes.begin() + 2048, bytes.begin() + 4096, bytes.begin() + 4096);
  disk.replaceContent("blocks", bytes);
  EXPECT_EQ(blocksRead(disk, file), 1u);
  EXPECT_TRUE(disk->hasFailed());
}

TEST(BlockStream, AnotherFilesBlocksAreReported) {
  TemporaryDisk disk;
  const BlockFile file = writeFile(disk, "blocks", 5);
  writeFile(disk, "others", 5);
  disk.replaceContent("blocks", disk.content("others"));
  EXPECT_EQ(blocksRead(disk, file), 0u);
}

TEST(BlockStream, AnOlderFileOfTheSameNameIsReported) {
  TemporaryDisk disk;
  writeFile(disk, "blocks", 5, 1);
  const auto older = disk.content("blocks");
  const BlockFile file = writeFile(disk, "blocks", 5, 2);
  disk.replaceContent("blocks", older);
  EXPECT_EQ(blocksRead(disk, file), 0u);
}

TEST(BlockStream, MissingBlocksAreReported) {
  TemporaryDisk disk;
  const BlockFile file = writeFile(disk, "blocks", 20);
  auto bytes = disk.content("blocks");
  bytes.resize(10 * kTiny.blockBytes + 100);
  disk.replaceContent("blocks", bytes);
  EXPECT_LE(blocksRead(disk, file), 10u);
  EXPECT_TRUE(disk->hasFailed());
  EXPECT_NE(disk->error().find("blocks is damaged"), std::string::npos);
}

}  // namespace
}  // namespace clew::state
