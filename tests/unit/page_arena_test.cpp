// Tables that share large pages get memory of their own, all zero, and give it back.
#include "support/page_arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "support/pages.h"

namespace clew::support {
namespace {

/// Bytes of this process that are in memory.
uint64_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  uint64_t size = 0;
  uint64_t resident = 0;
  file >> size >> resident;
  return resident * kPage;
}

TEST(PageArena, GivesZeroedMemoryThatNobodyElseHas) {
  PageArena& arena = PageArena::instance();
  struct Block {
    uint8_t* data;
    size_t bytes;
    uint8_t mark;
  };
  std::vector<Block> blocks;
  for (uint8_t i = 1; i < 60; ++i) {
    const size_t bytes = 64'000 + size_t{i} * 40'001;
    auto* const data = static_cast<uint8_t*>(arena.allocate(bytes));
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0U);
    EXPECT_TRUE(std::all_of(data, data + bytes, [](uint8_t byte) { return byte == 0; }));
    std::memset(data, i, bytes);
    blocks.push_back({data, bytes, i});
    if (i % 3 == 0) {  // some go early
      const Block& old = blocks[blocks.size() / 2];
      if (old.data == nullptr) continue;
      EXPECT_TRUE(arena.release(old.data, old.bytes));
      blocks[blocks.size() / 2].data = nullptr;
    }
  }
  for (const Block& block : blocks) {
    if (block.data == nullptr) continue;
    EXPECT_TRUE(std::all_of(block.data, block.data + block.bytes, [&](uint8_t byte) { return byte == block.mark; }));
    EXPECT_TRUE(arena.release(block.data, block.bytes));
  }
}

TEST(PageArena, GivesMemoryBackToTheSystem) {
  PageArena& arena = PageArena::instance();
  constexpr size_t kBytes = size_t{3} << 20;
  std::vector<void*> blocks;
  for (int i = 0; i < 40; ++i) {
    blocks.push_back(arena.allocate(kBytes));
    ASSERT_NE(blocks.back(), nullptr);
    std::memset(blocks.back(), 1, kBytes);
  }
  const uint64_t before = residentBytes();
  for (void* block : blocks) EXPECT_TRUE(arena.release(block, kBytes));
  const uint64_t after = residentBytes();
  // All but the pages at both ends, which others may be using.
  EXPECT_LT(after + 39 * kBytes, before);
}

TEST(PageArena, KnowsWhatIsItsOwn) {
  std::vector<uint8_t> other(100'000);
  EXPECT_FALSE(PageArena::instance().release(other.data(), other.size()));
}

}  // namespace
}  // namespace clew::support
