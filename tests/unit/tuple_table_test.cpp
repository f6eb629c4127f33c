// Interned pairs: one id per pair, dense from 1 in the order of first appearance. A search is exact only
// as long as this holds, so it is compared with a map of the standard library.
#include "state/tuple_table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <unordered_map>

namespace clew::state {
namespace {

uint64_t wordOf(Pair pair) { return uint64_t{pair.first} << 32 | pair.second; }

/// Interns like a PairTable, by a map.
class Model {
 public:
  PairTable::Interned intern(Pair pair) {
    const auto [place, isNew] = ids_.try_emplace(wordOf(pair), static_cast<uint32_t>(ids_.size()) + 1);
    return {place->second, isNew};
  }
  size_t size() const { return ids_.size(); }

 private:
  std::unordered_map<uint64_t, uint32_t> ids_;
};

void expectSame(PairTable& table, Model& model, Pair pair) {
  const auto expected = model.intern(pair);
  const auto found = table.intern(pair);
  RC_ASSERT(found.id == expected.id);
  RC_ASSERT(found.isNew == expected.isNew);
  RC_ASSERT(table[found.id] == pair);
  RC_ASSERT(table.size() == model.size());
}

TEST(PairTable, IsEmptyAtFirst) { EXPECT_EQ(PairTable().size(), 0u); }

TEST(PairTable, KeepsThePairOfZerosApartFromNothing) {
  PairTable table;
  const auto first = table.intern({0, 0});
  EXPECT_EQ(first.id, 1u);
  EXPECT_TRUE(first.isNew);
  EXPECT_FALSE(table.intern({0, 0}).isNew);
}

TEST(PairTable, KeepsBothOrdersOfAPairApart) {
  PairTable table;
  EXPECT_NE(table.intern({1, 2}).id, table.intern({2, 1}).id);
}

RC_GTEST_PROP(PairTable, InternsLikeAMapOnSmallIds, ()) {
  PairTable table;
  Model model;
  const auto ids = *rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, 12));
  for (size_t i = 0; i + 1 < ids.size(); ++i) expectSame(table, model, {ids[i], ids[i + 1]});
}

RC_GTEST_PROP(PairTable, InternsLikeAMapOnAnyIds, (const std::vector<std::pair<uint32_t, uint32_t>>& pairs)) {
  PairTable table;
  Model model;
  for (const auto& [first, second] : pairs) expectSame(table, model, {first, second});
  for (const auto& [first, second] : pairs) expectSame(table, model, {first, second});
}

TEST(PairTable, InternsLikeAMapOverHundredsOfThousandsOfPairs) {
  PairTable table;
  Model model;
  std::mt19937 random(7);
  std::uniform_int_distribution<uint32_t> id(0, 700);  // about 490,000 different pairs
  for (size_t i = 0; i < 1'500'000; ++i) {
    const Pair pair = {id(random), id(random)};
    const auto expected = model.intern(pair);
    const auto found = table.intern(pair);
    ASSERT_EQ(found.id, expected.id);
    ASSERT_EQ(found.isNew, expected.isNew);
  }
  ASSERT_EQ(table.size(), model.size());
  ASSERT_GT(table.size(), 300'000u);
  for (uint32_t i = 1; i <= table.size(); ++i) {
    const auto again = table.intern(table[i]);
    ASSERT_EQ(again.id, i);
    ASSERT_FALSE(again.isNew);
  }
}

}  // namespace
}  // namespace clew::state
