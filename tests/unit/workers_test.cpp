// Workers answer what trying all values answers, with any number of threads and size of blocks; the first model of an
// error ends everything; what a solver does not know stays unknown.
#include "symbolic/workers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>

#include "small_world.h"

namespace clew::symbolic {
namespace {

using Literals = std::vector<Term>;

constexpr double kNoLimit = 0;

Literals randomPath(SmallWorld& world, const Literals& pool) {
  Literals literals;
  const auto length = *rc::gen::inRange<size_t>(0, 9);
  while (literals.size() < length) {
    const Term atom = *rc::gen::elementOf(pool);
    literals.push_back(*rc::gen::arbitrary<bool>() ? atom : world.terms.bitNot(atom));
  }
  return literals;
}

/// Conditions that paths have in common, as those of a program do.
Literals randomConditions(SmallWorld& world) {
  auto& terms = world.terms;
  Literals pool = {terms.less(world.inputs[0], world.inputs[1])};
  for (int attempt = 0; attempt < 8; ++attempt) {
    const Term sum = terms.add(world.input(), terms.mul(world.input(), world.constant()));
    const Term condition = world.comparison(sum, world.input(), *rc::gen::arbitrary<bool>(), true);
    if (!terms.isConstant(condition)) pool.push_back(condition);
  }
  return pool;
}

/// Queries about paths of which, if errors are asked for, at most the last few may have models.
std::vector<Query> randomQueries(SmallWorld& world, Purpose purpose, bool unsatisfiableOnly) {
  const Literals pool = randomConditions(world);
  std::vector<Query> queries;
  const auto count = *rc::gen::inRange<size_t>(0, 40);
  for (size_t number = 0; number < count; ++number) {
    Query query{randomPath(world, pool), purpose, number};
    if (!unsatisfiableOnly || !world.isSatisfiable(query.literals)) queries.push_back(std::move(query));
  }
  return queries;
}

unsigned randomCount() { return *rc::gen::element(0u, 1u, 3u); }
BlockOptions randomBlocks() { return {*rc::gen::element(0u, 1u, 3u, 100u), *rc::gen::arbitrary<bool>()}; }

void append(Arrivals& all, Arrivals more) {
  std::move(more.cores.begin(), more.cores.end(), std::back_inserter(all.cores));
  std::move(more.satisfiable.begin(), more.satisfiable.end(), std::back_inserter(all.satisfiable));
  std::move(more.unknown.begin(), more.unknown.end(), std::back_inserter(all.unknown));
  all.unsatisfiable += more.unsatisfiable;
}

Arrivals answersTo(const std::vector<Query>& queries, Workers& workers) {
  Arrivals all;
  for (const Query& query : queries) {
    workers.submit(query);
    if (workers.hasArrivals()) append(all, workers.take());
  }
  workers.finish();
  append(all, workers.take());
  return all;
}

void checkModelsAndCores(SmallWorld& world, const Arrivals& arrivals) {
  for (const auto& each : arrivals.satisfiable) {
    term::Evaluator evaluate(world.terms, each.model);
    for (const Term literal : each.query.literals) RC_ASSERT(evaluate(literal) == 1u);
  }
  for (const Literals& core : arrivals.cores) {
    RC_ASSERT(!core.empty());
    RC_ASSERT(!world.isSatisfiable(core));
    RC_ASSERT(std::is_sorted(core.begin(), core.end()));
  }
  RC_ASSERT(arrivals.unknown.empty());
}

RC_GTEST_PROP(Workers, FindAnErrorIfThereIsOne, ()) {
  SmallWorld world;
  const auto queries = randomQueries(world, Purpose::Error, *rc::gen::arbitrary<bool>());
  const bool violated = std::any_of(queries.begin(), queries.end(),
                                    [&](const Query& query) { return world.isSatisfiable(query.literals); });
  Workers workers(world.terms, {}, randomCount(), randomBlocks(), kNoLimit);
  const Arrivals arrivals = answersTo(queries, workers);
  checkModelsAndCores(world, arrivals);
  RC_ASSERT(violated == !arrivals.satisfiable.empty());
  RC_ASSERT(violated == workers.stopped());
  if (!violated) RC_ASSERT(arrivals.unsatisfiable == queries.size());
}

RC_GTEST_PROP(Workers, SayWhetherAnythingWasCut, ()) {
  SmallWorld world;
  const auto queries = randomQueries(world, Purpose::Cut, *rc::gen::arbitrary<bool>());
  const bool lost = std::any_of(queries.begin(), queries.end(),
                                [&](const Query& query) { return world.isSatisfiable(query.literals); });
  Workers workers(world.terms, {}, randomCount(), randomBlocks(), kNoLimit);
  const Arrivals arrivals = answersTo(queries, workers);
  checkModelsAndCores(world, arrivals);
  RC_ASSERT(!workers.stopped());
  RC_ASSERT(lost == !arrivals.satisfiable.empty());
  if (!lost) RC_ASSERT(arrivals.unsatisfiable == queries.size());
}

RC_GTEST_PROP(Workers, AnswerEachQuestionForFeasibility, ()) {
  SmallWorld world;
  const auto queries = randomQueries(world, Purpose::Feasible, false);
  Workers workers(world.terms, {}, randomCount(), randomBlocks(), kNoLimit);
  const Arrivals arrivals = answersTo(queries, workers);
  checkModelsAndCores(world, arrivals);
  std::vector<uint64_t> feasible;
  for (const auto& each : arrivals.satisfiable) feasible.push_back(each.query.leaf);
  std::sort(feasible.begin(), feasible.end());
  std::vector<uint64_t> expected;
  for (const Query& query : queries) {
    if (world.isSatisfiable(query.literals)) expected.push_back(query.leaf);
  }
  RC_ASSERT(feasible == expected);
  RC_ASSERT(arrivals.unsatisfiable + feasible.size() == queries.size());
  const auto isExplained = [&](const Query& query) {
    return std::any_of(arrivals.cores.begin(), arrivals.cores.end(), [&](const Literals& core) {
      return std::all_of(core.begin(), core.end(), [&](Term literal) {
        return std::find(query.literals.begin(), query.literals.end(), literal) != query.literals.end();
      });
    });
  };
  for (const Query& query : queries) RC_ASSERT(isExplained(query) == !world.isSatisfiable(query.literals));
}

RC_GTEST_PROP(Disjunction, IsTrueWhereSomePathIs, ()) {
  SmallWorld world;
  const auto queries = randomQueries(world, Purpose::Error, false);
  SmallWorld::Cases expected;
  for (const Query& query : queries) expected |= world.casesOf(query.literals);
  RC_ASSERT(world.casesOf(disjunctionOf(world.terms, queries)) == expected);
}

TEST(Disjunction, SharesWhatPathsBeginWith) {
  term::Terms terms;
  Literals prefix;
  for (int number = 0; number < 1000; ++number) prefix.push_back(terms.symbol("p", 1));
  std::vector<Query> queries;
  for (int number = 0; number < 100; ++number) {
    queries.push_back({prefix, Purpose::Error, 0});
    queries.back().literals.push_back(terms.symbol("end", 1));
  }
  const size_t before = terms.size();
  disjunctionOf(terms, queries);
  EXPECT_LT(terms.size() - before, 1500u);
}

/// Paths whose condition no solver decides soon: factors of a large prime.
class HardQueries : public testing::Test {
 protected:
  Query hard(Purpose purpose = Purpose::Error) {
    const Term a = terms_.zeroExtend(terms_.symbol("a", 31), 64);
    const Term b = terms_.zeroExtend(terms_.symbol("b", 31), 64);
    const Term one = terms_.constant(1, 64);
    const Term prime = terms_.constant((uint64_t{1} << 61) - 1, 64);
    return {{terms_.less(one, a), terms_.less(one, b), terms_.equal(terms_.mul(a, b), prime)}, purpose, next_++};
  }
  Query easy(Purpose purpose = Purpose::Error) {
    return {{terms_.equal(terms_.symbol("c", 8), terms_.constant(7, 8))}, purpose, next_++};
  }

  term::Terms terms_;
  uint64_t next_ = 0;
};

TEST_F(HardQueries, FirstModelStopsAll) {
  Workers workers(terms_, {}, 3, {1, true}, kNoLimit);
  workers.submit(hard());
  workers.submit(hard());
  workers.submit(easy());
  for (int number = 0; number < 5; ++number) workers.submit(hard());
  workers.finish();
  EXPECT_TRUE(workers.stopped());
  const Arrivals arrivals = workers.take();
  ASSERT_EQ(arrivals.satisfiable.size(), 1u);
  EXPECT_EQ(arrivals.satisfiable[0].query.leaf, 2u);
  EXPECT_TRUE(arrivals.unknown.empty());
  EXPECT_EQ(arrivals.unsatisfiable, 0u);
}

TEST_F(HardQueries, UnknownStaysUnknown) {
  for (const unsigned count : {0u, 1u, 3u}) {
    for (const BlockOptions blocks : {BlockOptions{0, true}, BlockOptions{1, true}, BlockOptions{4, false}}) {
      Workers workers(terms_, {}, count, blocks, 0.05);
      for (int number = 0; number < 3; ++number) workers.submit(hard());
      workers.finish();
      const Arrivals arrivals = workers.take();
      EXPECT_EQ(arrivals.unknown.size(), 3u);
      EXPECT_EQ(arrivals.unsatisfiable, 0u);
      EXPECT_TRUE(arrivals.cores.empty());
      for (const auto& each : arrivals.unknown) EXPECT_FALSE(each.reason.empty());
      EXPECT_FALSE(workers.stopped());
    }
  }
}

TEST_F(HardQueries, InterruptionLeavesTheRestUnknown) {
  for (const unsigned count : {0u, 2u}) {
    Workers workers(terms_, {}, count, {1, true}, kNoLimit);
    for (int number = 0; number < 5; ++number) workers.submit(hard());
    std::thread impatient([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      workers.interrupt();
    });
    workers.finish();
    impatient.join();
    workers.submit(easy());
    workers.finish();
    const Arrivals arrivals = workers.take();
    EXPECT_EQ(arrivals.unknown.size(), 6u);
    EXPECT_EQ(arrivals.unsatisfiable, 0u);
    EXPECT_TRUE(arrivals.satisfiable.empty());
  }
}

TEST_F(HardQueries, ErrorIsFoundBesideWhatIsUnknown) {
  Workers workers(terms_, {}, 1, {0, true}, 0.05);
  workers.submit(hard());
  workers.submit(easy(Purpose::Cut));
  workers.submit(easy());
  workers.finish();
  EXPECT_TRUE(workers.stopped());
  const Arrivals arrivals = workers.take();
  EXPECT_EQ(std::count_if(arrivals.satisfiable.begin(), arrivals.satisfiable.end(),
                          [](const auto& each) { return each.query.purpose == Purpose::Error; }),
            1);
}

TEST_F(HardQueries, NobodyIsLeftBehindWithoutFinish) {
  Workers workers(terms_, {}, 2, {0, true}, kNoLimit);
  for (int number = 0; number < 4; ++number) workers.submit(hard());
}

TEST(Workers, CoreAnswersOtherPaths) {
  term::Terms terms;
  const Term x = terms.symbol("x", 32);
  const Term odd = terms.extract(x, 0, 1);
  const Term isDouble = terms.equal(x, terms.mul(terms.symbol("y", 32), terms.constant(2, 32)));
  Workers workers(terms, {}, 1, {100, true}, kNoLimit);
  for (uint64_t leaf = 0; leaf < 100; ++leaf) {
    Literals literals = {odd};
    for (int number = 0; number < 10; ++number) literals.push_back(terms.symbol("other", 1));
    literals.push_back(isDouble);
    workers.submit({literals, Purpose::Error, leaf});
  }
  workers.finish();
  const Arrivals arrivals = workers.take();
  EXPECT_EQ(arrivals.unsatisfiable, 100u);
  ASSERT_EQ(arrivals.cores.size(), 1u);
  EXPECT_EQ(arrivals.cores[0].size(), 2u);
  EXPECT_LT(workers.solverCalls(), 10u);
}

TEST(Workers, BlockWhoseCoresDoNotHelpIsDecidedAtOnce) {
  term::Terms terms;
  const Term x = terms.symbol("x", 8);
  const Term isLarge = terms.less(terms.constant(200, 8), x);
  Workers workers(terms, {}, 1, {200, true}, kNoLimit);
  for (uint64_t leaf = 0; leaf < 200; ++leaf) {
    workers.submit({{isLarge, terms.equal(x, terms.constant(leaf, 8))}, Purpose::Error, leaf});
  }
  workers.finish();
  EXPECT_EQ(workers.take().unsatisfiable, 200u);
  EXPECT_LT(workers.solverCalls(), 60u);
}

TEST(Workers, BlockThatIsHarderThanItsPathsIsDecidedPathByPath) {
  term::Terms terms;
  Workers workers(terms, {}, 1, {200, true}, kNoLimit);
  for (uint64_t leaf = 0; leaf < 200; ++leaf) {
    const Term x = terms.symbol("x", 8);
    const Term y = terms.symbol("y", 8);
    workers.submit({{terms.less(x, y), terms.less(y, x)}, Purpose::Error, leaf});
  }
  workers.finish();
  const Arrivals arrivals = workers.take();
  EXPECT_EQ(arrivals.unsatisfiable, 200u);
  EXPECT_TRUE(arrivals.unknown.empty());
}

TEST(Workers, SequentialOnesAskOnce) {
  term::Terms terms;
  Workers workers(terms, {}, 0, {0, true}, kNoLimit);
  for (uint64_t leaf = 0; leaf < 50; ++leaf) {
    const Term x = terms.symbol("x", 8);
    workers.submit(
        {{terms.less(x, terms.symbol("y", 8)), terms.equal(x, terms.constant(255, 8))}, Purpose::Error, leaf});
  }
  EXPECT_EQ(workers.solverCalls(), 0u);
  workers.finish();
  EXPECT_EQ(workers.solverCalls(), 1u);
  EXPECT_EQ(workers.take().unsatisfiable, 50u);
}

}  // namespace
}  // namespace clew::symbolic
