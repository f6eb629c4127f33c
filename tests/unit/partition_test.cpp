// Parts of a search: every state in exactly one, sizes that add up, and as even as they claim to be.
#include "script/partition.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "script/builder.h"

namespace clew::script {
namespace {

constexpr uint32_t kThreads = 4;

/// One statement for each thread, so a label is a thread.
Alphabet oneStatementEach() {
  Alphabet alphabet;
  for (uint32_t thread = 0; thread < kThreads; ++thread) alphabet.add({thread, thread, 1}, "main.c");
  return alphabet;
}

/// Writes down a search and reads it back.
class Search {
 public:
  /// The next transition leads to a new state, which can go on in so many ways.
  void enter(uint32_t transitions) {
    const std::vector<Label> labels = {0, 1, 2, 3};
    builder_.enter(++states_, std::span(labels).first(transitions));
    open_ += transitions;
    if (states_ > 1) --open_;
  }
  void reach(StateId state) { builder_.reach(state), --open_; }
  void stop() { builder_.stop(), --open_; }
  /// Transitions that do not lead anywhere yet.
  uint64_t open() const { return open_; }
  StateId states() const { return static_cast<StateId>(states_); }

  SearchTree tree() {
    const std::string name = testing::TempDir() + "clew-partition-test-" + std::to_string(getpid());
    EXPECT_TRUE(builder_.isComplete());
    EXPECT_FALSE(writeFile(name, {}, alphabet_, builder_.finish()));
    const auto file = File::open(name);
    std::filesystem::remove(name);
    auto read = SearchTree::read(*file, 1);
    return std::move(*read);
  }

 private:
  const Alphabet alphabet_ = oneStatementEach();
  Builder builder_{alphabet_, Kind::Full};
  uint64_t states_ = 0;
  uint64_t open_ = 0;
};

/// Figure 3 of the paper.
SearchTree figure3() {
  Search search;
  search.enter(1);
  search.enter(3);  // S2
  search.enter(2);  // S3
  search.enter(2);  // S4
  search.enter(0);  // S5
  search.enter(2);  // S6, from S4
  search.reach(5);
  search.reach(3);
  search.enter(1);  // S7, from S3
  search.reach(6);
  search.enter(3);  // S8, from S2
  search.reach(3);
  search.reach(4);
  search.enter(1);  // S9
  search.reach(5);
  search.enter(1);  // S10, from S2
  search.reach(7);
  return search.tree();
}

/// Any search with at most so many states: short or long paths, few or many transitions that discover nothing.
SearchTree randomSearch(StateId most) {
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  const auto below = [&](uint32_t bound) { return static_cast<uint32_t>(random() % bound); };
  Search search;
  search.enter(below(kThreads + 1));
  const uint32_t newOnes = 1 + below(9);
  while (search.open() > 0) {
    const uint32_t what = below(10);
    if (what < newOnes && search.states() < most) {
      // Searches that end by themselves are short, so most are kept going.
      search.enter(search.open() < 3 ? 1 + below(kThreads) : below(kThreads + 1));
    } else if (what == 9) {
      search.stop();
    } else {
      search.reach(1 + below(search.states()));
    }
  }
  return search.tree();
}

/// A path of states with one transition to the next and one back, and a leaf at its end.
SearchTree chain(StateId states) {
  Search search;
  for (StateId state = 1; state < states; ++state) search.enter(2);
  search.enter(0);
  for (StateId state = states - 1; state > 0; --state) search.reach(state);
  return search.tree();
}

uint64_t naiveSubgraph(const SearchTree& tree, StateId state) {
  uint64_t size = 0;
  for (uint64_t transition = tree.first(state); transition < tree.end(state); ++transition) {
    size += 1 + (tree.isProductive(transition) ? naiveSubgraph(tree, tree.to(transition)) : 0);
  }
  return size;
}

/// What holds for the parts of any method.
void expectWhole(const SearchTree& tree, const std::vector<Part>& parts, uint32_t k) {
  RC_ASSERT(!parts.empty() && parts.size() <= k);
  std::vector<int> covered(size_t{tree.states()} + 1, 0);
  const SearchTree::Ways ways = tree.shortestWays();
  for (const Part& part : parts) {
    RC_ASSERT(!part.ranges.empty());
    RC_ASSERT(part.root == part.ranges.front().first);
    RC_ASSERT(part.initialisation == ways.steps[part.root]);
    uint64_t states = 0;
    uint64_t transitions = 0;
    StateId before = 0;
    for (const Range& range : part.ranges) {
      RC_ASSERT(range.first > before && range.first <= range.last && range.last <= tree.states());
      RC_ASSERT(before == 0 || range.first > before + 1);
      before = range.last;
      for (StateId state = range.first; state <= range.last; ++state) {
        ++covered[state];
        ++states;
        transitions += tree.end(state) - tree.first(state);
      }
    }
    RC_ASSERT(part.states == states);
    RC_ASSERT(part.transitions == transitions);
  }
  RC_ASSERT(std::all_of(covered.begin() + 1, covered.end(), [](int times) { return times == 1; }));
}

uint64_t mostTransitions(const SearchTree& tree) {
  uint64_t most = 0;
  for (StateId state = 1; state <= tree.states(); ++state) most = std::max(most, tree.end(state) - tree.first(state));
  return most;
}

/// Figure 4 of the paper to the letter, with a look at every state in every iteration.
std::vector<StateId> naiveGreedyOwners(const SearchTree& tree, uint32_t k, uint32_t last) {
  std::vector<StateId> owner(size_t{tree.states()} + 1, last);
  const auto sizeOf = [&](auto&& self, StateId state) -> uint64_t {
    if (owner[state] != last) return 0;
    uint64_t size = tree.end(state) - tree.first(state);
    for (StateId child = state + 1; child <= tree.states(); ++child) {
      if (tree.parent(child) == state) size += self(self, child);
    }
    return size;
  };
  for (uint32_t i = 0; i < last; ++i) {
    const auto left = static_cast<int64_t>(sizeOf(sizeOf, 1));
    StateId best = kNowhere;
    int64_t least = 0;
    for (StateId state = 2; state <= tree.states(); ++state) {
      if (owner[state] != last) continue;
      const int64_t distance = std::abs(static_cast<int64_t>(sizeOf(sizeOf, state) * (k - i)) - left);
      if (best == kNowhere || distance < least) best = state, least = distance;
    }
    for (StateId state = best; state <= tree.states(); ++state) {
      StateId above = state;
      while (above > best) above = tree.parent(above);
      if (above == best && owner[state] == last) owner[state] = i;
    }
  }
  return owner;
}

TEST(Subgraphs, AreThoseOfThePaper) {
  EXPECT_EQ(subgraphs(figure3()), (std::vector<uint64_t>{0, 16, 15, 7, 4, 0, 2, 1, 4, 1, 1}));
}

RC_GTEST_PROP(Subgraphs, AgreeWithARecursion, ()) {
  const SearchTree tree = randomSearch(60);
  const auto sizes = subgraphs(tree);
  RC_ASSERT(sizes.size() == size_t{tree.states()} + 1);
  for (StateId state = 1; state <= tree.states(); ++state) RC_ASSERT(sizes[state] == naiveSubgraph(tree, state));
}

TEST(PartitionGreedy, GivesThePartsOfThePaper) {
  const auto parts = partitionGreedy(figure3(), 3);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].root, 4u);
  EXPECT_EQ(parts[0].ranges, (std::vector<Range>{{4, 6}}));
  EXPECT_EQ(parts[0].transitions, 4u);
  EXPECT_EQ(parts[0].initialisation, 3u);
  EXPECT_EQ(parts[1].root, 8u);
  EXPECT_EQ(parts[1].ranges, (std::vector<Range>{{8, 9}}));
  EXPECT_EQ(parts[1].transitions, 4u);
  EXPECT_EQ(parts[1].initialisation, 2u);
  EXPECT_EQ(parts[2].root, 1u);
  EXPECT_EQ(parts[2].ranges, (std::vector<Range>{{1, 3}, {7, 7}, {10, 10}}));
  EXPECT_EQ(parts[2].transitions, 8u);
  EXPECT_EQ(parts[2].initialisation, 0u);
}

RC_GTEST_PROP(PartitionGreedy, HasEachStateInOnePart, ()) {
  const SearchTree tree = randomSearch(200);
  const auto k = *rc::gen::inRange<uint32_t>(1, 250);
  expectWhole(tree, partitionGreedy(tree, k), k);
}

RC_GTEST_PROP(PartitionGreedy, TakesWhatThePaperTakes, ()) {
  const SearchTree tree = randomSearch(30);
  const auto k = *rc::gen::inRange<uint32_t>(1, 8);
  const auto parts = partitionGreedy(tree, k);
  const auto owner = naiveGreedyOwners(tree, k, static_cast<uint32_t>(parts.size() - 1));
  for (uint32_t i = 0; i < parts.size(); ++i) {
    for (const Range& range : parts[i].ranges) {
      for (StateId state = range.first; state <= range.last; ++state) RC_ASSERT(owner[state] == i);
    }
  }
}

TEST(PartitionGreedy, CutsAChainFromItsEnd) {
  const SearchTree tree = chain(101);
  const auto parts = partitionGreedy(tree, 4);
  ASSERT_EQ(parts.size(), 4u);
  for (const Part& part : parts) EXPECT_EQ(part.transitions, 50u);
  EXPECT_EQ(parts[0].root, 76u);
  EXPECT_EQ(parts[3].root, 1u);
}

RC_GTEST_PROP(PartitionEvenly, HasEachStateInOneRange, ()) {
  const SearchTree tree = randomSearch(200);
  const auto k = *rc::gen::inRange<uint32_t>(1, 250);
  const auto parts = partitionEvenly(tree, k);
  expectWhole(tree, parts, k);
  for (const Part& part : parts) RC_ASSERT(part.ranges.size() == 1u);
}

RC_GTEST_PROP(PartitionEvenly, IsEnteredOnlyFromThePathToItsRoot, ()) {
  const SearchTree tree = randomSearch(200);
  for (const Part& part : partitionEvenly(tree, *rc::gen::inRange<uint32_t>(1, 20))) {
    std::vector<bool> isKnown(size_t{tree.states()} + 1);
    for (StateId state = part.root; state != kNowhere; state = tree.parent(state)) isKnown[state] = true;
    for (StateId state = part.root + 1; state <= part.ranges[0].last; ++state) {
      RC_ASSERT(isKnown[tree.parent(state)]);
      isKnown[state] = true;
    }
  }
}

RC_GTEST_PROP(PartitionEvenly, KeepsItsTolerance, ()) {
  const SearchTree tree = randomSearch(1000);
  const auto k = *rc::gen::inRange<uint32_t>(1, 40);
  const double share = static_cast<double>(tree.transitions()) / k;
  const double single = static_cast<double>(mostTransitions(tree));
  for (const Part& part : partitionEvenly(tree, k)) {
    RC_ASSERT(static_cast<double>(part.transitions) < std::max(1.25 * share, share + single) + 1);
  }
}

TEST(PartitionEvenly, PrefersShortPaths) {
  // Two chains below the first state: to begin with the second is a little uneven, but saves the way down the first.
  Search search;
  search.enter(2);
  for (int subtree = 0; subtree < 2; ++subtree) {
    const StateId first = search.states() + 1;
    for (int i = 0; i < 54 - 4 * subtree; ++i) search.enter(2);
    search.enter(0);
    for (StateId state = search.states() - 1; state >= first; --state) search.reach(state);
  }
  const auto parts = partitionEvenly(search.tree(), 2);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].root, 57u);
  EXPECT_EQ(parts[1].initialisation, 1u);
}

TEST(Partition, GivesTheWholeAsOnePart) {
  const SearchTree tree = figure3();
  for (const auto& parts : {partitionGreedy(tree, 1), partitionEvenly(tree, 1)}) {
    ASSERT_EQ(parts.size(), 1u);
    EXPECT_EQ(parts[0].ranges, (std::vector<Range>{{1, 10}}));
    EXPECT_EQ(parts[0].transitions, 16u);
  }
}

TEST(Partition, GivesFewerPartsThanAskedForWhereThereAreNotEnoughStates) {
  const SearchTree tree = figure3();
  for (const uint32_t k : {10u, 11u, 1000u, kMostParts}) {
    expectWhole(tree, partitionGreedy(tree, k), 10);
    expectWhole(tree, partitionEvenly(tree, k), 10);
  }
}

TEST(Partition, GivesOnePartOfASingleState) {
  Search search;
  search.enter(0);
  const SearchTree tree = search.tree();
  EXPECT_EQ(partitionGreedy(tree, 5).size(), 1u);
  EXPECT_EQ(partitionEvenly(tree, 5).size(), 1u);
}

}  // namespace
}  // namespace clew::script
