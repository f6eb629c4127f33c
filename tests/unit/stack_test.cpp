// The stack of a depth-first search, and what is cut off from it: whatever is done, the whole path can be told,
// and every alternative is taken once by somebody.
#include "search/stack.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace clew::search {
namespace {

using machine::StateKey;
using PathOf = std::vector<std::pair<uint32_t, uint32_t>>;  // first half of the key, alternative

constexpr uint32_t kLast = 0xFFFFFFFF;

PathOf pathOf(const Stack& stack) {
  PathOf path;
  stack.forEach(kLast, [&](StateKey key, uint32_t alternative) { path.emplace_back(key.first, alternative); });
  return path;
}

TEST(Stack, CountsAlternativesBeyondAByte) {
  std::atomic<uint64_t> bytes{0};
  Stack stack;
  stack.push({1, 0});
  stack.take(0, false);
  stack.push({2, 0});
  for (uint32_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(stack.next(), i);
    stack.take(i, false);
    ASSERT_EQ(pathOf(stack), (PathOf{{1, 0}, {2, i}}));
  }
  stack.push({3, 0});
  stack.take(299, false);
  EXPECT_EQ(pathOf(stack), (PathOf{{1, 0}, {2, 999}, {3, 299}}));
  const auto lower = stack.cut(bytes);
  EXPECT_EQ(pathOf(stack), (PathOf{{1, 0}, {2, 999}, {3, 299}}));
  EXPECT_EQ(stack.next(), 300u);
  EXPECT_EQ(stack.size(), 2u);
  stack.cut(bytes);
  EXPECT_EQ(stack.size(), 1u);
  EXPECT_EQ(stack.next(), 300u);
  stack.take(300, true);
  EXPECT_TRUE(stack.isDone());
  EXPECT_EQ(pathOf(stack), (PathOf{{1, 0}, {2, 999}, {3, kLast}}));
  Stack other;
  ASSERT_TRUE(other.resume(*lower));
  EXPECT_EQ(other.open(), 1u);
  EXPECT_EQ(other.next(), 1u);
}

TEST(Stack, GoesOnBehindATrailThatWasMadeByHand) {
  std::atomic<uint64_t> bytes{0};
  {
    const auto first = Stack::extend(nullptr, {1, 0}, 7, bytes);
    Stack stack;
    for (const uint32_t alternative : {0u, 252u, 253u, 254u, 1000u}) {
      stack.begin(Stack::extend(first, {2, 0}, alternative, bytes));
      EXPECT_EQ(stack.depth(), 2u);
      EXPECT_EQ(pathOf(stack), (PathOf{{1, 7}, {2, alternative}}));
    }
    stack.push({3, 0});
    stack.take(0, false);
    stack.push({4, 0});
    stack.take(0, false);
    Stack other;
    ASSERT_TRUE(other.resume(*stack.cut(bytes)));
    EXPECT_EQ(other.size(), 1u);  // nothing is left to do below
    EXPECT_EQ(pathOf(other), (PathOf{{1, 7}, {2, 1000}, {3, 0}}));
    EXPECT_EQ(pathOf(stack), (PathOf{{1, 7}, {2, 1000}, {3, 0}, {4, 0}}));
  }
  EXPECT_EQ(bytes, 0u);
}

/// Walks through a tree in which every node of the first levels has as many children as its number says, with
/// several stacks that cut each other's work off whenever the dice say so.
RC_GTEST_PROP(Stack, SharedByCuttingVisitsEveryPathOnce, ()) {
  const auto width = *rc::gen::container<std::vector<uint32_t>>(4, rc::gen::inRange<uint32_t>(1, 5));
  std::atomic<uint64_t> bytes{0};
  std::vector<Stack> stacks(3);
  std::map<PathOf, int> seen;
  stacks[0].push({1, 0});
  for (bool busy = true; busy;) {
    busy = false;
    for (Stack& stack : stacks) {
      while (!stack.empty() && stack.isDone()) stack.pop();
      if (stack.empty()) continue;
      busy = true;
      if (stack.open() >= 2 && *rc::gen::inRange(0, 3) == 0) {
        const auto idle = std::find_if(stacks.begin(), stacks.end(), [](const Stack& each) { return each.empty(); });
        if (idle != stacks.end()) RC_ASSERT(idle->resume(*stack.cut(bytes)));
      }
      const uint64_t level = stack.depth() - 1;
      const uint32_t alternative = stack.next();
      RC_ASSERT(stack.top().first == level + 1);
      stack.take(alternative, alternative + 1 == width[level]);
      if (stack.depth() == width.size()) {
        PathOf path = pathOf(stack);
        for (auto& [node, taken] : path) taken = taken == kLast ? width[node - 1] - 1 : taken;
        ++seen[path];
      } else {
        stack.push({static_cast<uint32_t>(level + 2), 0});
      }
    }
  }
  size_t paths = 1;
  for (const uint32_t each : width) paths *= each;
  RC_ASSERT(seen.size() == paths);
  for (const auto& [path, times] : seen) RC_ASSERT(times == 1);
  stacks.clear();
  RC_ASSERT(bytes == 0u);
}

}  // namespace
}  // namespace clew::search
