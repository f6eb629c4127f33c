// Without recognising states a search of ranges is a walk through the tree, so it must see each run exactly once.
#include <algorithm>

#include "ranges/searches.h"
#include "ranges/subject.h"

namespace clew::ranges {
namespace {

search::Options stateless(search::Options options, unsigned jobs) {
  options.stateless = true;
  options.jobs = jobs;
  return options;
}

/// Nodes that a search of a range comes by.
struct Size {
  uint64_t states = 0;
  uint64_t steps = 0;
};
Size sizeOf(const Tree& tree, const search::Range& range) {
  Size size;
  for (const Node& node : tree.nodes) {
    if (!comesBy(range, node.path)) continue;
    size.states += node.state ? 1 : 0;
    size.steps += node.depth > 0 ? 1 : 0;
  }
  return size;
}

/// The runs in a range that end in a violation.
Runs expectedRuns(const Tree& tree, const search::Range& range) {
  Runs runs;
  for (const Node& node : tree.nodes) {
    if (!node.isEnd || !contains(range, node.path)) continue;
    for (const Finding& finding : node.findings) {
      if (finding.property != property::Property::DataRace) runs.emplace(node.path, finding);
    }
  }
  return runs;
}

class StatelessRanges : public OfProgram {
 protected:
  void SetUp() override {
    if (!subject().tree().refusal.empty()) GTEST_SKIP() << subject().tree().refusal;
  }
};

TEST_P(StatelessRanges, HaveEachRunExactlyOnce) {
  const Tree& tree = subject().tree();
  EXPECT_TRUE(rc::check([&] {
    const auto ranges = search::rangesBetween(*subject().cuts());
    for (const Node& node : tree.nodes) {
      if (!node.isEnd) continue;
      const auto holders = std::count_if(ranges.begin(), ranges.end(),
                                         [&](const search::Range& range) { return contains(range, node.path); });
      RC_ASSERT(holders == 1);
    }
  }));
}

TEST_P(StatelessRanges, AreWalkedNodeByNode) {
  const Tree& tree = subject().tree();
  EXPECT_TRUE(rc::check([&] {
    const auto ranges = search::rangesBetween(*subject().cuts());
    const search::Options options = stateless(lookingForNothing(), *rc::gen::element(1u, 2u));
    for (const search::Range& range : ranges) {
      RC_LOG() << describe(options) << ": " << range.text() << "\n";
      const Size expected = sizeOf(tree, range);
      const Searched part = searched(program(), options, {range});
      RC_ASSERT(part.states == expected.states);
      RC_ASSERT(part.transitions == expected.steps);
      RC_ASSERT(!part.result.violation);
      RC_ASSERT(part.result.shortfall.part == !range.isWhole());
    }
    const Searched all = searched(program(), options, ranges);
    RC_ASSERT(all.states == sizeOf(tree, {}).states);
    RC_ASSERT(!all.result.shortfall.part);
  }));
}

TEST_P(StatelessRanges, FindTheViolatingRunsThatAreInThem) {
  const Tree& tree = subject().tree();
  search::Options options = stateless({}, 1);
  options.properties.remove(property::Property::DataRace);  // it is not the end of a run
  EXPECT_TRUE(rc::check([&] {
    for (const search::Range& range : search::rangesBetween(*subject().cuts())) {
      RC_LOG() << describe(options) << ": " << range.text() << "\n";
      const ViolatingRuns found = violatingRuns(program(), options, range);
      RC_ASSERT(found.strays == std::vector<std::string>{});
      RC_ASSERT(found.runs == expectedRuns(tree, range));
    }
  }));
}

INSTANTIATE_TEST_SUITE_P(Programs, StatelessRanges, testing::ValuesIn(files()), nameOfTest);

}  // namespace
}  // namespace clew::ranges
