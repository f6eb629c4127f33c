// Interned byte strings: equal strings have one id, different ones never share one, and the bytes that
// come out are those that went in.
#include "state/component_pool.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace clew::state {
namespace {

using Bytes = std::vector<uint8_t>;

/// The id of the n-th different string, counted from 1.
ComponentId numbered(uint32_t n) { return n | kComponentTag; }

Bytes contentOf(const ComponentPool& pool, ComponentId id) {
  const auto bytes = pool[id];
  return {bytes.begin(), bytes.end()};
}

TEST(ComponentPool, GivesTheEmptyStringAnId) {
  ComponentPool pool;
  const ComponentId empty = pool.intern({});
  EXPECT_EQ(empty, numbered(1));
  EXPECT_EQ(pool.intern({}), empty);
  EXPECT_TRUE(pool[empty].empty());
  EXPECT_NE(pool.intern(Bytes{0}), empty);
}

TEST(ComponentPool, KeepsAStringApartFromItsPrefixesAndFromTrailingZeros) {
  ComponentPool pool;
  Bytes bytes;
  for (uint32_t expected = 1; expected < 200; ++expected) {
    EXPECT_EQ(pool.intern(bytes), numbered(expected));
    bytes.push_back(0);
  }
}

TEST(ComponentPool, KeepsLongStringsWithShortOnesAfterThem) {
  ComponentPool pool;
  Bytes large(size_t{5} << 20);
  std::mt19937 random(1);
  for (uint8_t& byte : large) byte = static_cast<uint8_t>(random());
  const ComponentId first = pool.intern(large);
  const ComponentId small = pool.intern(Bytes{1, 2, 3});
  Bytes other = large;
  other.back() ^= 1;
  const ComponentId second = pool.intern(other);
  EXPECT_NE(first, second);
  EXPECT_EQ(pool.intern(large), first);
  EXPECT_EQ(contentOf(pool, first), large);
  EXPECT_EQ(contentOf(pool, small), (Bytes{1, 2, 3}));
  EXPECT_EQ(contentOf(pool, second), other);
}

TEST(ComponentPool, KeepsEveryContentThroughSeveralHundredThousandStrings) {
  ComponentPool pool;
  constexpr uint32_t kCount = 300'000;
  for (uint32_t i = 0; i < kCount; ++i) {
    const std::string text = std::to_string(i);
    ASSERT_EQ(pool.intern({reinterpret_cast<const uint8_t*>(text.data()), text.size()}), numbered(i + 1));
  }
  ASSERT_EQ(pool.size(), kCount);
  for (uint32_t i = 0; i < kCount; ++i) {
    const auto bytes = pool[numbered(i + 1)];
    ASSERT_EQ(std::string(bytes.begin(), bytes.end()), std::to_string(i));
  }
}

RC_GTEST_PROP(ComponentPool, InternsLikeAMap, ()) {
  // Few letters, so that equal strings are frequent.
  const auto strings = *rc::gen::container<std::vector<Bytes>>(
      rc::gen::container<Bytes>(rc::gen::map(rc::gen::inRange(0, 3), [](int i) { return static_cast<uint8_t>(i); })));
  ComponentPool pool;
  std::map<Bytes, ComponentId> model;
  for (const Bytes& bytes : strings) {
    const auto expected = model.try_emplace(bytes, numbered(static_cast<uint32_t>(model.size()) + 1)).first->second;
    RC_ASSERT(pool.intern(bytes) == expected);
  }
  RC_ASSERT(pool.size() == model.size());
  for (const auto& [bytes, id] : model) RC_ASSERT(contentOf(pool, id) == bytes);
}

}  // namespace
}  // namespace clew::state
