// Difference constraints contradict each other only if the literals do, by themselves; among comparisons of one
// signedness every contradiction is found; and what was undone has left no trace.
#include "symbolic/difference.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>

#include "small_world.h"
#include "term/solver.h"

namespace clew::symbolic {
namespace {

/// Literals that were added, and how many bounds there were before each.
struct Added {
  std::vector<Term> literals;
  std::vector<uint32_t> sizes;

  void shrink(Differences& differences, size_t size) {
    if (size >= literals.size()) return;
    differences.shrink(sizes[size]);
    literals.resize(size);
    sizes.resize(size);
  }
};

bool isAmong(Term literal, const std::vector<Term>& literals) {
  return std::find(literals.begin(), literals.end(), literal) != literals.end();
}

/// Adds and removes literals at random; `judge(literals, consistent)` sees each attempt, with the new literal last.
template <typename Make, typename Judge>
void addAndRemove(Differences& differences, Make make, Judge judge) {
  Added added;
  const auto steps = *rc::gen::inRange(0, 60);
  for (int step = 0; step < steps; ++step) {
    if (*rc::gen::inRange(0, 6) == 0) {
      added.shrink(differences, *rc::gen::inRange<size_t>(0, added.literals.size() + 1));
      continue;
    }
    added.sizes.push_back(differences.size());
    added.literals.push_back(make());
    const Term literal = added.literals.back();
    const bool refuted = differences.refutes(literal);
    RC_ASSERT(differences.size() == added.sizes.back());
    const bool consistent = differences.add(literal);
    RC_ASSERT(refuted == !consistent);
    judge(added.literals, consistent);
    if (consistent) continue;
    RC_ASSERT(differences.size() == added.sizes.back());
    for (const Term each : differences.explanation()) RC_ASSERT(isAmong(each, added.literals));
    added.literals.pop_back();
    added.sizes.pop_back();
  }
}

RC_GTEST_PROP(Differences, DecideComparisonsOfOneSignedness, ()) {
  SmallWorld world;
  Differences differences(world.terms);
  const bool isSigned = *rc::gen::arbitrary<bool>();
  const auto operand = [&] { return *rc::gen::inRange(0, 4) == 0 ? world.constant() : world.input(); };
  addAndRemove(
      differences, [&] { return world.comparison(operand(), operand(), isSigned, false); },
      [&](const std::vector<Term>& literals, bool consistent) {
        RC_ASSERT(world.isSatisfiable(literals) == consistent);
        if (!consistent) RC_ASSERT(!world.isSatisfiable(differences.explanation()));
      });
}

/// Whether numbers below `end` exist that are ordered so, by moving each up until it fits or leaves.
bool canBeOrdered(size_t count, int end, const std::vector<std::array<size_t, 3>>& orders) {
  std::vector<int> values(count, 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [lesser, greater, gap] : orders) {
      const int least = values[lesser] + static_cast<int>(gap);
      if (values[greater] >= least) continue;
      if (least >= end) return false;
      values[greater] = least;
      changed = true;
    }
  }
  return true;
}

// More variables than fit between the limits, so that everybody has to move, also zero.
RC_GTEST_PROP(Differences, StayRightThroughManyChanges, ()) {
  constexpr size_t kCount = 12;
  term::Terms terms;
  std::vector<Term> symbols;
  for (size_t number = 0; number < kCount; ++number) symbols.push_back(terms.symbol("s", 3));
  Differences differences(terms);
  std::vector<std::array<size_t, 3>> orders;
  std::vector<uint32_t> sizes;
  for (int step = 0; step < 150; ++step) {
    const auto choice = *rc::gen::resize(100, rc::gen::inRange<size_t>(0, 2 * kCount * kCount));
    const size_t gap = choice % 2, lesser = choice / 2 % kCount, greater = choice / 2 / kCount;
    if (lesser == greater) {
      const size_t kept = orders.size() * lesser / kCount;
      if (kept < sizes.size()) differences.shrink(sizes[kept]);
      orders.resize(kept);
      sizes.resize(kept);
      continue;
    }
    orders.push_back({lesser, greater, gap});
    sizes.push_back(differences.size());
    const Term literal =
        gap == 1 ? terms.less(symbols[lesser], symbols[greater]) : terms.lessEqual(symbols[lesser], symbols[greater]);
    const bool consistent = differences.add(literal);
    RC_ASSERT(consistent == canBeOrdered(kCount, 8, orders));
    if (consistent) continue;
    orders.pop_back();
    sizes.pop_back();
  }
}

TEST(Differences, KeepLimitsOfWhatComesBackAfterZeroHasMoved) {
  term::Terms terms;
  std::vector<Term> symbols;
  for (int number = 0; number < 10; ++number) symbols.push_back(terms.symbol("s", 3));
  Differences differences(terms);
  // Each goes below the one before, and zero with it, until the first is the greatest number.
  for (size_t number = 1; number < 8; ++number) {
    ASSERT_TRUE(differences.add(terms.less(symbols[number], symbols[number - 1])));
  }
  differences.shrink(0);
  ASSERT_TRUE(differences.add(terms.less(symbols[8], symbols[7])));
  ASSERT_TRUE(differences.add(terms.equal(symbols[9], terms.constant(7, 3))));
  EXPECT_FALSE(differences.add(terms.less(symbols[9], symbols[0]))) << "nothing is greater than 7";
}

/// Any term of up to six bits, many of them sums and extensions.
Term anyOperand(SmallWorld& world, unsigned width) {
  auto& terms = world.terms;
  Term term = *rc::gen::inRange(0, 5) == 0 ? world.constant() : world.input();
  if (*rc::gen::inRange(0, 3) == 0) term = terms.add(term, world.constant());
  if (*rc::gen::inRange(0, 8) == 0) term = terms.add(term, world.input());
  if (width == SmallWorld::kWidth) return term;
  term = *rc::gen::arbitrary<bool>() ? terms.zeroExtend(term, width) : terms.signExtend(term, width);
  const Term distance = terms.constant(*rc::gen::inRange<uint64_t>(0, uint64_t{1} << width), width);
  return *rc::gen::inRange(0, 2) == 0 ? terms.add(term, distance) : term;
}

Term anyLiteral(SmallWorld& world) {
  auto& terms = world.terms;
  const unsigned width = SmallWorld::kWidth + *rc::gen::inRange(0u, 4u);
  const Term a = anyOperand(world, width);
  const Term b = anyOperand(world, width);
  if (*rc::gen::inRange(0, 6) == 0) {
    const auto kind = *rc::gen::element(term::Kind::AddOverflows, term::Kind::SubOverflows);
    return terms.bitNot(terms.apply(kind, 1, a, b));
  }
  return world.comparison(a, b, *rc::gen::arbitrary<bool>(), true);
}

RC_GTEST_PROP(Differences, ExplainWithLiteralsThatContradictEachOther, ()) {
  SmallWorld world;
  Differences differences(world.terms);
  addAndRemove(
      differences, [&] { return anyLiteral(world); },
      [&](const std::vector<Term>&, bool consistent) {
        RC_ASSERT(consistent || !world.isSatisfiable(differences.explanation()));
      });
}

uint64_t extremeValue(unsigned width) {
  const uint64_t end = uint64_t{1} << (width - 1);
  const auto near = *rc::gen::inRange<uint64_t>(0, 3);
  return *rc::gen::element(uint64_t{near}, end - near, end + near, 0 - near) & (end - 1 + end);
}

RC_GTEST_PROP(Differences, AgreeWithASolverAboutWideTerms, ()) {
  term::Terms terms;
  const unsigned width = *rc::gen::element(8u, 32u, 64u);
  std::vector<Term> symbols;
  for (int number = 0; number < 3; ++number) symbols.push_back(terms.symbol("s", width));
  const auto solver = term::makeSolver({}, terms);
  Differences differences(terms);
  const auto operand = [&] {
    const Term constant = terms.constant(extremeValue(width), width);
    const auto shape = *rc::gen::inRange(0, 4);
    if (shape == 0) return constant;
    const Term symbol = *rc::gen::elementOf(symbols);
    return shape == 1 ? terms.add(symbol, constant) : symbol;
  };
  Added added;
  for (int step = 0; step < 12; ++step) {
    const auto kind = *rc::gen::inRange(0, 5);
    const Term a = operand();
    const Term b = operand();
    const Term atom = kind == 0 ? terms.equal(a, b) : kind < 3 ? terms.less(a, b) : terms.lessSigned(a, b);
    const Term literal = *rc::gen::arbitrary<bool>() ? atom : terms.bitNot(atom);
    if (differences.add(literal)) continue;
    RC_ASSERT(solver->decide(differences.explanation()).answer == term::Answer::Unsatisfiable);
  }
}

class DifferencesOfWords : public testing::Test {
 protected:
  Term word(const char* name) { return terms_.symbol(name, 32); }
  Term number(uint64_t value) { return terms_.constant(value, 32); }
  std::vector<Term> explanation() const {
    return {differences_.explanation().begin(), differences_.explanation().end()};
  }

  term::Terms terms_;
  Differences differences_{terms_};
};

TEST_F(DifferencesOfWords, CycleIsExplainedByItsEdgesAlone) {
  const Term x = word("x"), y = word("y"), z = word("z"), other = word("other");
  std::vector<Term> cycle = {terms_.lessSigned(x, y), terms_.lessEqualSigned(y, z), terms_.lessEqualSigned(z, x)};
  EXPECT_TRUE(differences_.add(cycle[0]));
  EXPECT_TRUE(differences_.add(terms_.lessSigned(other, x)));
  EXPECT_TRUE(differences_.add(cycle[1]));
  EXPECT_FALSE(differences_.add(cycle[2]));
  std::sort(cycle.begin(), cycle.end());
  EXPECT_EQ(explanation(), cycle);
}

TEST_F(DifferencesOfWords, SumCountsOnceItCannotWrap) {
  const Term x = word("x");
  const Term next = terms_.add(x, number(1));
  const Term notGreater = terms_.lessEqualSigned(next, x);
  EXPECT_TRUE(differences_.add(notGreater)) << "the greatest number plus one is the least";
  differences_.shrink(0);
  EXPECT_TRUE(differences_.add(terms_.lessSigned(x, number(1000))));
  EXPECT_FALSE(differences_.add(notGreater));
  EXPECT_EQ(explanation().size(), 2u);
}

TEST_F(DifferencesOfWords, NoOverflowMakesASumExact) {
  const Term x = word("x");
  const Term five = number(5);
  EXPECT_TRUE(differences_.add(terms_.bitNot(terms_.apply(term::Kind::AddOverflows, 1, x, five))));
  EXPECT_FALSE(differences_.add(terms_.lessSigned(terms_.add(x, five), x)));
}

TEST_F(DifferencesOfWords, WhatIsNotNegativeIsTheSameUnsigned) {
  const Term x = word("x");
  EXPECT_TRUE(differences_.add(terms_.less(number(9), x)));
  EXPECT_FALSE(differences_.refutes(terms_.lessSigned(x, number(5)))) << "it may be negative";
  EXPECT_TRUE(differences_.add(terms_.lessEqualSigned(number(0), x)));
  EXPECT_FALSE(differences_.add(terms_.lessSigned(x, number(5))));
  EXPECT_EQ(explanation().size(), 3u);
}

TEST_F(DifferencesOfWords, LongChainsAreRepairedQuickly) {
  constexpr int kLength = 3000;
  std::vector<Term> chain;
  for (int number = 0; number < kLength; ++number) chain.push_back(word("link"));
  for (int number = kLength - 1; number > 0; --number) {
    ASSERT_TRUE(differences_.add(terms_.less(chain[number - 1], chain[number])));
  }
  EXPECT_FALSE(differences_.add(terms_.less(chain.back(), number(kLength - 1)))) << "too little room for all";
  EXPECT_EQ(explanation().size(), static_cast<size_t>(kLength));
  EXPECT_TRUE(differences_.add(terms_.less(chain.back(), number(kLength))));
}

}  // namespace
}  // namespace clew::symbolic
