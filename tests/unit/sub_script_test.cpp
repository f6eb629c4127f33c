// Sub-scripts: each has the lists of its part, and ways that lead to its roots.
#include "script/sub_script.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "generated_graph.h"
#include "program/compile.h"
#include "script/places.h"

namespace clew::script {
namespace {

using namespace test;

/// The script of a graph, as a file and in memory.
class Whole {
 public:
  explicit Whole(const Subject& subject) {
    Builder builder(subject.alphabet, Kind::Full);
    const Search search(subject, builder, Kind::Full);
    const std::string name = folder_.path() + "/script";
    EXPECT_FALSE(writeFile(name, {}, subject.alphabet, builder.finish()));
    file_.emplace(*File::open(name));
    auto tree = SearchTree::read(*file_, 1);
    tree_.emplace(std::move(*tree));
  }
  const File& file() const { return *file_; }
  const SearchTree& tree() const { return *tree_; }
  /// The file of one of these parts.
  File cut(const std::vector<Part>& parts, size_t part, ChunkLimits limits = {}) const {
    const std::string name = folder_.path() + "/part";
    const auto error = SubScripts(*file_, *tree_, parts).write(part, name, limits);
    EXPECT_FALSE(error) << error->message;
    auto file = File::open(name);
    EXPECT_TRUE(file) << file.error().message;
    return std::move(*file);
  }

 private:
  const program::TemporaryFolder folder_;
  std::optional<File> file_;
  std::optional<SearchTree> tree_;
};

/// What a label is called, whatever its number.
std::tuple<uint32_t, uint32_t, uint32_t, uint32_t> meaningOf(const File& file, Label label) {
  const Alphabet::Entry& entry = file.alphabet().entryOf(label);
  return {entry.choice.thread, entry.choice.statement, entry.choice.alternatives, label - entry.first};
}

/// Its lists are those of the whole, in which transitions to other states lead elsewhere.
void expectLists(const Whole& whole, const File& file, const SearchTree& tree, const Places& places) {
  RC_ASSERT(tree.states() == places.count());
  for (StateId place = 1; place <= tree.states(); ++place) {
    const StateId number = places.numberOf(place);
    RC_ASSERT(places.placeOf(number) == place);
    const uint64_t first = whole.tree().first(number);
    RC_ASSERT(tree.end(place) - tree.first(place) == whole.tree().end(number) - first);
    for (uint64_t i = 0; i < tree.end(place) - tree.first(place); ++i) {
      const uint64_t transition = tree.first(place) + i;
      RC_ASSERT(meaningOf(file, tree.label(transition)) == meaningOf(whole.file(), whole.tree().label(first + i)));
      const StateId to = whole.tree().to(first + i);
      const StateId own = to == kNowhere ? kNowhere : places.placeOf(to);
      RC_ASSERT(tree.to(transition) == (to == kNowhere ? kNowhere : own == kNowhere ? kElsewhere : own));
      RC_ASSERT(tree.isProductive(transition) == (own != kNowhere && whole.tree().isProductive(first + i)));
    }
  }
}

/// Who goes the ways in the whole graph comes to the roots.
void expectWays(const Whole& whole, const File& file, const SearchTree& tree, const Places& places) {
  const auto steps = file.ways();
  RC_ASSERT(steps);
  std::vector<StateId> stands(size_t{tree.states()} + steps->size() + 2, kNowhere);
  for (StateId place = 1; place <= tree.states(); ++place) stands[place] = places.numberOf(place);
  stands[file.wayMap().first()] = 1;
  for (const WayStep& step : *steps) {
    const StateId from = stands[step.from];
    RC_ASSERT(from != kNowhere);
    StateId to = kNowhere;
    for (uint64_t i = whole.tree().first(from); i < whole.tree().end(from); ++i) {
      if (meaningOf(whole.file(), whole.tree().label(i)) == meaningOf(file, step.label)) to = whole.tree().to(i);
    }
    RC_ASSERT(to != kNowhere);
    RC_ASSERT(step.to > tree.states() || stands[step.to] == to);
    stands[step.to] = to;
  }
  const auto ways = tree.waysBy(file.wayMap(), *steps);
  RC_ASSERT(ways);
  for (StateId place = 1; place <= tree.states(); ++place) {
    RC_ASSERT((ways->from[place] == kNowhere) == (places.numberOf(place) == 1));
    RC_ASSERT(tree.parent(place) == kNowhere || ways->from[place] == tree.parent(place));
  }
}

void expectParts(const Subject& subject) {
  const Whole whole(subject);
  const auto k = *rc::gen::inRange<uint32_t>(1, 12);
  const bool isGreedy = *rc::gen::arbitrary<bool>();
  const auto parts = isGreedy ? partitionGreedy(whole.tree(), k) : partitionEvenly(whole.tree(), k);
  const ChunkLimits limits{.states = *rc::gen::inRange<uint64_t>(1, 200)};
  for (size_t part = 0; part < parts.size(); ++part) {
    const File file = whole.cut(parts, part, limits);
    const Metadata& metadata = file.metadata();
    RC_ASSERT(metadata.kind == Kind::Part && metadata.part == part + 1 && metadata.parts == parts.size());
    RC_ASSERT(metadata.whole == whole.file().hash() && metadata.wholeStates == whole.tree().states());
    RC_ASSERT(metadata.ranges == parts[part].ranges);
    const auto tree = SearchTree::read(file, 1);
    RC_ASSERT(tree);
    const Places places(metadata.ranges);
    expectLists(whole, file, *tree, places);
    expectWays(whole, file, *tree, places);
  }
}

RC_GTEST_PROP(SubScript, HasTheListsOfItsPartAndWaysToItsRoots, ()) {
  std::mt19937 random = anyRandom();
  expectParts(anyGraph(random, *rc::gen::inRange(1, 200), *rc::gen::inRange(1, 7)));
}

RC_GTEST_PROP(SubScript, OfThreadsThatHardlyMeetHasTheListsOfItsPart, ()) {
  std::mt19937 random = anyRandom();
  expectParts(product(random, *rc::gen::inRange(1, 5), *rc::gen::inRange(1, 6)));
}

TEST(SubScript, HasOnlyTheChoicesThatItNeeds) {
  Subject subject;
  for (uint32_t i = 0; i < 100; ++i) subject.alphabet.add({0, i, 1}, "main.c");
  subject.nodes.resize(100);
  for (uint32_t i = 0; i < 100; ++i) subject.add(subject.nodes[i], i, {i + 1 < 100 ? i + 1 : Subject::kNoNode});
  const Whole whole(subject);
  const auto parts = partitionEvenly(whole.tree(), 10);
  EXPECT_LE(whole.cut(parts, 0).alphabet().labels(), 12u);
  EXPECT_EQ(whole.cut(parts, 9).alphabet().labels(), 100u) << "the way to its root has all";
}

// ---- ways ----

constexpr WayMap kLater{.states = 10, .hasFirst = false};
constexpr WayMap kFirst{.states = 10, .hasFirst = true};

TEST(Ways, AreReadAsTheyWereWritten) {
  const std::vector<WayStep> later = {{11, 12, 3}, {12, 13, 0}, {13, 1, 200}, {12, 14, 1}, {14, 4, 5},
                                      {3, 5, 7},   {14, 15, 0}, {15, 9, 1},   {15, 10, 2}};
  EXPECT_EQ(*decodeWays(kLater, encodeWays(kLater, later), 201), later);
  const std::vector<WayStep> first = {{1, 11, 0}, {11, 6, 0}, {11, 8, 1}};
  EXPECT_EQ(*decodeWays(kFirst, encodeWays(kFirst, first), 2), first);
  EXPECT_EQ(*decodeWays(kFirst, encodeWays(kFirst, {}), 2), std::vector<WayStep>{});
}

TEST(Ways, ThatCannotBeGoneAreRefused) {
  const auto isRefused = [](const WayMap& map, std::vector<uint8_t> bytes) { return !decodeWays(map, bytes, 5); };
  ASSERT_FALSE(isRefused(kLater, {1, 0, 0, 4}));
  EXPECT_TRUE(isRefused(kLater, {1, 0, 0, 5})) << "a label that is not there";
  EXPECT_TRUE(isRefused(kLater, {0, 0, 0, 4})) << "a root before the first";
  EXPECT_TRUE(isRefused(kLater, {11, 0, 0, 4})) << "a root behind the last";
  EXPECT_TRUE(isRefused(kLater, {1, 2, 0, 4})) << "from a place that no way has";
  EXPECT_TRUE(isRefused(kLater, {1, 3, 0, 4})) << "from before the first state";
  EXPECT_TRUE(isRefused(kLater, {1, 1, 0, 4})) << "from itself";
  EXPECT_FALSE(isRefused(kLater, {2, 3, 0, 4}));
  EXPECT_TRUE(isRefused(kFirst, {1, 0, 0, 4})) << "from a place that no way has";
  EXPECT_FALSE(isRefused(kFirst, {1, 3, 0, 4}));
  EXPECT_TRUE(isRefused(kFirst, {10, 3, 0, 4})) << "a root behind the last";
  EXPECT_TRUE(isRefused(kLater, {1, 0, 0})) << "cut short";
  EXPECT_TRUE(isRefused(kLater, {1, 0, 1, 4})) << "cut short";
  EXPECT_TRUE(isRefused(kLater, {1, 0, 0, 4, 1})) << "something behind the end";
  EXPECT_TRUE(isRefused(kLater, {1, 0, 0xFF, 0xFF, 0xFF, 0x7F, 4})) << "too long";
  EXPECT_TRUE(isRefused(kLater, std::vector<uint8_t>(12, 0xFF))) << "a number without end";
}

TEST(Places, AreCountedThroughAllRanges) {
  const std::vector<Range> ranges = {{3, 5}, {8, 8}, {10, 20}};
  const Places places(ranges);
  EXPECT_EQ(places.count(), 15u);
  StateId place = 0;
  for (StateId number = 1; number <= 25; ++number) {
    const bool isThere = (number >= 3 && number <= 5) || number == 8 || (number >= 10 && number <= 20);
    EXPECT_EQ(places.placeOf(number), isThere ? ++place : kNowhere) << number;
    if (isThere) EXPECT_EQ(places.numberOf(place), number);
  }
}

}  // namespace
}  // namespace clew::script
