// The index under every interning table: what was put in is found, nothing else is, however often the
// table has grown since.
#include "state/id_index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <vector>

namespace clew::state {
namespace {

/// Owns values as the tables do: the value of id i stands at place i, ids count from 1.
struct Owner {
  explicit Owner(uint64_t (*hash)(uint64_t)) : hashOf(hash) {}

  uint32_t find(uint64_t value) const {
    return index.find(hashOf(value), [&](uint32_t id) { return values[id] == value; });
  }
  void insert(uint64_t value) {
    values.push_back(value);
    index.insert(hashOf(value), static_cast<uint32_t>(values.size() - 1),
                 [&](uint32_t id) { return values[id] == value && id + 1 != values.size(); });
  }

  uint64_t (*hashOf)(uint64_t);
  IdIndex index;
  std::vector<uint64_t> values{0};
};

uint64_t spread(uint64_t value) { return value * 0x9E3779B97F4A7C15u; }
uint64_t alwaysTheSame(uint64_t /*value*/) { return 0; }
uint64_t lastSlot(uint64_t value) { return ~uint64_t{0} - (value & 3); }

TEST(IdIndex, FindsNothingWhenEmpty) {
  const Owner owner(spread);
  for (uint64_t value = 0; value < 1000; ++value) EXPECT_EQ(owner.find(value), 0u);
}

TEST(IdIndex, KeepsEveryIdThroughSeveralHundredThousandInsertions) {
  Owner owner(spread);
  constexpr uint64_t kCount = 300'000;
  for (uint64_t i = 0; i < kCount; ++i) owner.insert(7 * i + 1);
  for (uint64_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(owner.find(7 * i + 1), i + 1);
    ASSERT_EQ(owner.find(7 * i + 2), 0u);
  }
}

TEST(IdIndex, TellsValuesWithEqualHashesApart) {
  Owner owner(alwaysTheSame);
  for (uint64_t value = 0; value < 2000; ++value) owner.insert(value);
  for (uint64_t value = 0; value < 2000; ++value) ASSERT_EQ(owner.find(value), value + 1);
  EXPECT_EQ(owner.find(2000), 0u);
}

TEST(IdIndex, GoesOnAtTheFrontWhenTheLastSlotsAreTaken) {
  Owner owner(lastSlot);
  for (uint64_t value = 0; value < 500; ++value) owner.insert(value);
  for (uint64_t value = 0; value < 500; ++value) ASSERT_EQ(owner.find(value), value + 1);
  EXPECT_EQ(owner.find(500), 0u);
}

}  // namespace
}  // namespace clew::state
