// Searches that recognise states see, range by range, exactly the states that the program can reach: by content, with a
// common set of visited states and with sets of their own.
#include "ranges/searches.h"
#include "ranges/subject.h"

namespace clew::ranges {
namespace {

search::Options anyMode(uint64_t maxDepth) {
  search::Options options = lookingForNothing();
  options.order = *rc::gen::element(search::Order::DepthFirst, search::Order::BreadthFirst);
  options.jobs = *rc::gen::element(1u, 2u);
  options.maxDepth = maxDepth;
  return options;
}

Contents apart(const program::Program& program, const search::Options& options,
               const std::vector<search::Range>& ranges, bool isClosed) {
  Contents together;
  for (const search::Range& range : ranges) {
    Remembered one = remembered(program, options, std::span(&range, 1));
    RC_ASSERT(one.states.size() == one.counted);
    RC_ASSERT(!isClosed || one.leaks == 0);
    together.merge(one.states);
  }
  return together;
}

class StatefulRanges : public OfProgram {
 protected:
  /// In so many steps; 0: no bound.
  void expectExactStates(uint64_t maxDepth) {
    const Graph& graph = subject().graph(maxDepth);
    const auto ranges = search::rangesBetween(*subject().cuts());
    const search::Options options = anyMode(maxDepth);
    RC_LOG() << describe(options) << "\n";
    for (const search::Range& range : ranges) RC_LOG() << range.text() << "\n";
    const bool isClosed = maxDepth == 0;
    RC_ASSERT(apart(program(), options, ranges, isClosed) == graph.states);
    const Remembered common = remembered(program(), options, ranges);
    RC_ASSERT(common.states == graph.states);
    RC_ASSERT(common.counted == graph.states.size());
    RC_ASSERT(!isClosed || common.leaks == 0);
    const Searched all = searched(program(), options, ranges);
    RC_ASSERT(all.states == graph.states.size());
    RC_ASSERT(!all.result.violation && !all.result.shortfall.part);
    RC_ASSERT(all.result.shortfall.depth == graph.isCut);
  }
};

TEST_P(StatefulRanges, SeeTogetherEveryState) {
  if (!subject().graph().refusal.empty()) GTEST_SKIP() << subject().graph().refusal;
  EXPECT_TRUE(rc::check([&] { expectExactStates(0); }));
}

TEST_P(StatefulRanges, SeeTogetherEveryStateWithinADepth) {
  EXPECT_TRUE(rc::check([&] {
    const uint64_t maxDepth =
        1 + *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<uint64_t>(0, subject().deepest()));
    expectExactStates(maxDepth);
  }));
}

/// Which states a reduction leaves is not for the oracle to say: they are those of one search, and all of them real.
TEST_P(StatefulRanges, SeeTogetherWhatAReductionLeaves) {
  const Graph& graph = subject().graph();
  if (!graph.refusal.empty()) GTEST_SKIP() << graph.refusal;
  EXPECT_TRUE(rc::check([&] {
    const auto ranges = search::rangesBetween(*subject().cuts());
    search::Options options = anyMode(0);
    options.reduction = *rc::gen::element(machine::ReductionKind::Local, machine::ReductionKind::Full);
    RC_LOG() << describe(options) << "\n";
    for (const search::Range& range : ranges) RC_LOG() << range.text() << "\n";
    const Remembered whole = remembered(program(), options, {});
    RC_ASSERT(whole.states.size() == whole.counted);  // none of them is unreal
    RC_ASSERT(apart(program(), options, ranges, false) == whole.states);
    const Remembered common = remembered(program(), options, ranges);
    RC_ASSERT(common.states == whole.states);
    RC_ASSERT(common.counted == whole.counted);
  }));
}

INSTANTIATE_TEST_SUITE_P(Programs, StatefulRanges, testing::ValuesIn(files()), nameOfTest);

}  // namespace
}  // namespace clew::ranges
