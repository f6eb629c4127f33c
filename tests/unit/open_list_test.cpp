// States leave the list by their cost, of those that cost the same the last one first, also after the list was saved
// and restored; a list that makes no sense is refused.
#include "search/open_list.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>

namespace clew::search {
namespace {

constexpr uint32_t kEnd = 1000;

struct Waiting {
  uint32_t number;
  uint64_t depth;
  uint32_t value;
  int turn;  // in which it came
};

/// Whether one is expanded before the other.
bool comesBefore(Order order, const Waiting& one, const Waiting& other) {
  const auto rank = [&](const Waiting& each) {
    switch (order) {
      case Order::BreadthFirst: return std::tuple<uint64_t, uint64_t, int>(each.depth, 0, -each.turn);
      case Order::BestFirst: return std::tuple<uint64_t, uint64_t, int>(each.value, 0, -each.turn);
      case Order::AStar: return std::tuple<uint64_t, uint64_t, int>(each.depth + each.value, each.value, -each.turn);
      default: return std::tuple<uint64_t, uint64_t, int>(0, 0, -each.turn);
    }
  };
  return rank(one) < rank(other);
}

std::vector<uint8_t> savedOf(const OpenList& list) {
  std::vector<uint8_t> saved;
  list.save(saved);
  return saved;
}

RC_GTEST_PROP(OpenList, GivesTheCheapestFirst, ()) {
  const auto order = *rc::gen::element(Order::DepthFirst, Order::BreadthFirst, Order::BestFirst, Order::AStar);
  auto list = std::make_unique<OpenList>(order);
  std::vector<Waiting> model;
  const auto steps = *rc::gen::inRange(0, 200);
  for (int turn = 0; turn < steps; ++turn) {
    const auto action = *rc::gen::inRange(0, 20);
    if (action == 0) {
      const auto saved = savedOf(*list);
      list = std::make_unique<OpenList>(order);
      support::CheckedReader in(saved);
      RC_ASSERT(list->restore(in, kEnd));
      RC_ASSERT(in.empty());
    } else if (action < 9 && !model.empty()) {
      const auto next = std::min_element(model.begin(), model.end(), [&](const auto& one, const auto& other) {
        return comesBefore(order, one, other);
      });
      RC_ASSERT(list->pop() == next->number);
      model.erase(next);
    } else {
      const Waiting added = {*rc::gen::inRange(0u, kEnd), *rc::gen::inRange<uint64_t>(0, 5), *rc::gen::inRange(0u, 5u),
                             turn};
      list->push(added.number, added.depth, added.value);
      model.push_back(added);
    }
    RC_ASSERT(list->size() == model.size());
    RC_ASSERT(list->empty() == model.empty());
  }
}

TEST(OpenList, OfAStarKnowsTheLeastLength) {
  OpenList list(Order::AStar);
  EXPECT_EQ(list.leastLength(), OpenList::kNoLength);
  list.push(1, 5, 4);
  list.push(2, 1, 7);
  EXPECT_EQ(list.leastLength(), 8u);
  EXPECT_EQ(list.pop(), 2u);
  EXPECT_EQ(list.leastLength(), 9u);
  list.push(3, 0, 0xFFFF'FFFF);
  list.push(4, 0x7FFF'FFFF, 0);
  EXPECT_EQ(list.pop(), 1u);
  EXPECT_EQ(list.pop(), 4u);
  EXPECT_EQ(list.leastLength(), 0xFFFF'FFFFu);
}

TEST(OpenList, RefusesWhatMakesNoSense) {
  OpenList list(Order::BreadthFirst);
  for (uint32_t number = 0; number < 10; ++number) list.push(number, number % 3, 0);
  const auto saved = savedOf(list);
  const auto isAccepted = [](const std::vector<uint8_t>& bytes, uint64_t end) {
    OpenList restored(Order::BreadthFirst);
    support::CheckedReader in(bytes);
    return restored.restore(in, end);
  };
  EXPECT_TRUE(isAccepted(saved, 10));
  EXPECT_FALSE(isAccepted(saved, 9)) << "a number that is none";
  for (size_t length = 0; length < saved.size(); ++length) {
    EXPECT_FALSE(isAccepted({saved.begin(), saved.begin() + static_cast<ptrdiff_t>(length)}, 10)) << length;
  }
  auto huge = saved;
  huge[2 * sizeof(uint64_t) + 7] = 0x40;  // the first count, so that its bytes are more than 64 bits can say
  EXPECT_FALSE(isAccepted(huge, 10));
  auto twice = saved;
  twice[sizeof(uint64_t)] = 1;  // the cost of the first list, which the second has
  EXPECT_FALSE(isAccepted(twice, 10));
}

}  // namespace
}  // namespace clew::search
