// A path is contradictory exactly when its literals contain a nogood or something both ways, and says from which length
// on; whatever is assumed, taken back and learned in between.
#include "symbolic/path_condition.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace clew::symbolic {
namespace {

using Literals = std::vector<Term>;

/// The path condition beside a list of literals and nogoods that is searched anew each time.
class Compared {
 public:
  Compared() {
    for (int number = 0; number < 6; ++number) atoms_.push_back(terms_.symbol("p", 1));
  }

  void step() {
    switch (*rc::gen::inRange(0, 8)) {
      case 0: shrink(); break;
      case 1: learn(); break;
      case 2: decide(); break;
      default: assume(); break;
    }
    RC_ASSERT(path_.contradictionSize() == contradictionSize(literals()));
    RC_ASSERT(path_.contradictory() == (path_.contradictionSize() != PathCondition::kNever));
  }

 private:
  Literals literals() const { return {path_.literals().begin(), path_.literals().end()}; }
  Term literal() {
    const Term atom = *rc::gen::elementOf(atoms_);
    return *rc::gen::arbitrary<bool>() ? atom : terms_.bitNot(atom);
  }

  bool contradicts(const Literals& literals) {
    const auto has = [&](Term each) { return std::find(literals.begin(), literals.end(), each) != literals.end(); };
    if (has(terms_.truth(false))) return true;
    for (const Term atom : atoms_) {
      if (has(atom) && has(terms_.bitNot(atom))) return true;
    }
    return std::any_of(learned_.begin(), learned_.end(),
                       [&](const Literals& core) { return std::all_of(core.begin(), core.end(), has); });
  }
  size_t contradictionSize(const Literals& literals) {
    for (size_t size = 0; size <= literals.size(); ++size) {
      if (contradicts({literals.begin(), literals.begin() + static_cast<ptrdiff_t>(size)})) return size;
    }
    return PathCondition::kNever;
  }

  void shrink() {
    Literals expected = literals();
    expected.resize(*rc::gen::inRange<size_t>(0, expected.size() + 1));
    path_.shrink(expected.size());
    RC_ASSERT(literals() == expected);
  }

  void learn() {
    const auto size = *rc::gen::weightedElement<size_t>({{1, 1}, {6, 2}, {6, 3}, {3, 4}});
    Literals core;
    while (core.size() < size) core.push_back(literal());
    path_.learn(core);
    learned_.push_back(core);
  }

  void assume() {
    const Term a = literal();
    const Term b = literal();
    Literals parts = {a};
    Term condition = a;
    switch (*rc::gen::inRange(0, 12)) {
      case 0:
        condition = terms_.bitAnd(a, b);
        parts.push_back(b);
        break;
      case 1:
        condition = terms_.bitNot(terms_.bitOr(terms_.bitNot(a), terms_.bitNot(b)));
        parts.push_back(b);
        break;
      case 2:
        condition = terms_.truth(*rc::gen::inRange(0, 4) > 0);
        parts = {condition};
        break;
      default: break;
    }
    RC_ASSERT(path_.assume(condition) == !path_.contradictory());
    if (terms_.isTrue(condition) || terms_.isFalse(condition)) {
      RC_ASSERT(terms_.isTrue(condition) || path_.contradictory());
      return;
    }
    const Literals after = literals();
    for (const Term part : parts) RC_ASSERT(std::find(after.begin(), after.end(), part) != after.end());
  }

  void decide() {
    if (path_.contradictory()) return;
    const Term condition = literal();
    Literals with = literals();
    with.push_back(condition);
    Literals without = literals();
    without.push_back(terms_.bitNot(condition));
    const auto answer = path_.decide(condition);
    const bool impossible = contradicts(with);
    const bool certain = contradicts(without);
    RC_ASSERT(answer.has_value() == (impossible || certain));
    if (impossible != certain) RC_ASSERT(*answer == certain);
  }

  term::Terms terms_;
  Literals atoms_;
  PathCondition path_{terms_};
  std::vector<Literals> learned_;
};

RC_GTEST_PROP(PathCondition, IsContradictoryAsItsLiteralsAre, ()) {
  Compared compared;
  const auto steps = *rc::gen::inRange(0, 150);
  for (int step = 0; step < steps; ++step) compared.step();
}

class PathConditionOfWords : public testing::Test {
 protected:
  Term flag(const char* name) { return terms_.symbol(name, 1); }
  Term word(const char* name) { return terms_.symbol(name, 32); }
  Term number(uint64_t value) { return terms_.constant(value, 32); }

  term::Terms terms_;
  PathCondition path_{terms_};
};

TEST_F(PathConditionOfWords, KnowsWhereToJumpBackToWhenItLearns) {
  const Term a = flag("a"), b = flag("b"), c = flag("c"), d = flag("d");
  for (const Term each : {a, b, c, d}) ASSERT_TRUE(path_.assume(each));
  path_.learn(Literals{c, a});
  EXPECT_TRUE(path_.contradictory());
  EXPECT_EQ(path_.contradictionSize(), 3u);
  path_.learn(Literals{b});
  EXPECT_EQ(path_.contradictionSize(), 2u);
  path_.shrink(1);
  EXPECT_FALSE(path_.contradictory());
  EXPECT_EQ(path_.decide(b), false);
  EXPECT_EQ(path_.decide(c), false);
  EXPECT_EQ(path_.decide(d), std::nullopt);
}

TEST_F(PathConditionOfWords, ListsTheNogoodsThatHavePruned) {
  const Term a = flag("a"), b = flag("b"), c = flag("c");
  path_.learn(Literals{a, b});
  path_.learn(Literals{b, c});
  EXPECT_TRUE(path_.nogoods().empty());
  ASSERT_TRUE(path_.assume(b));
  EXPECT_FALSE(path_.assume(a));
  const auto used = path_.nogoods();
  ASSERT_EQ(used.size(), 1u);
  EXPECT_EQ(used[0].literals, (Literals{a, b}));
  EXPECT_EQ(used[0].origin, Nogood::Origin::Solver);
}

TEST_F(PathConditionOfWords, KeepsNoNogoodThatAnotherCovers) {
  const Term a = flag("a"), b = flag("b"), c = flag("c");
  path_.learn(Literals{a, b, c});
  path_.learn(Literals{c, b, a});
  EXPECT_EQ(path_.nogoodCount(), 1u);
  path_.learn(Literals{b, c});
  EXPECT_EQ(path_.nogoodCount(), 1u) << "the longer one went";
  path_.learn(Literals{c, a, b});
  EXPECT_EQ(path_.nogoodCount(), 1u);
  ASSERT_TRUE(path_.assume(c));
  EXPECT_FALSE(path_.assume(b));
}

TEST_F(PathConditionOfWords, ComparisonsThatContradictBecomeANogood) {
  const Term x = word("x"), y = word("y"), z = word("z");
  ASSERT_TRUE(path_.assume(terms_.lessSigned(x, y)));
  ASSERT_TRUE(path_.assume(flag("between")));
  ASSERT_TRUE(path_.assume(terms_.lessSigned(y, z)));
  EXPECT_EQ(path_.decide(terms_.lessSigned(x, z)), true);
  EXPECT_EQ(path_.decide(terms_.lessSigned(z, x)), false);
  EXPECT_FALSE(path_.assume(terms_.lessSigned(z, x)));
  EXPECT_EQ(path_.contradictionSize(), 4u);
  path_.shrink(3);
  EXPECT_FALSE(path_.assume(terms_.lessSigned(z, x)));
  const auto used = path_.nogoods();
  ASSERT_EQ(used.size(), 2u) << "each is listed once";
  for (const Nogood& each : used) {
    EXPECT_EQ(each.origin, Nogood::Origin::Difference);
    EXPECT_EQ(each.literals.size(), 3u);
  }
}

TEST_F(PathConditionOfWords, ValueDecidesComparisons) {
  const Term x = word("x");
  ASSERT_TRUE(path_.assume(terms_.equal(x, number(7))));
  EXPECT_EQ(path_.decide(terms_.less(x, number(8))), true);
  EXPECT_EQ(path_.decide(terms_.less(x, number(7))), false);
  EXPECT_EQ(path_.decide(terms_.equal(x, number(9))), false);
  EXPECT_EQ(path_.decide(terms_.bitOr(flag("p"), terms_.lessSigned(x, number(100)))), true);
  EXPECT_EQ(path_.decide(terms_.bitAnd(flag("p"), terms_.lessSigned(number(100), x))), false);
  EXPECT_EQ(path_.size(), 1u);
}

TEST_F(PathConditionOfWords, NothingIsPossibleAfterAnEmptyNogood) {
  path_.learn({});
  EXPECT_EQ(path_.contradictionSize(), 0u);
  EXPECT_FALSE(path_.assume(flag("a")));
  path_.shrink(0);
  EXPECT_TRUE(path_.contradictory());
}

/// Bubble sort on inputs, every branch both ways unless the path decides it.
class BubbleSort {
 public:
  BubbleSort(term::Terms& terms, PathCondition& path, size_t count) : terms_(terms), path_(path) {
    for (size_t number = 0; number < count; ++number) values_.push_back(terms.symbol("value", 32));
  }

  /// How many ways there are through the sort from here on; `isSorted` turns false if one of them leaves disorder.
  size_t ways(size_t end, size_t index) {
    if (end <= 1) return finish();
    if (index + 1 == end) return ways(end - 1, 0);
    const Term swapped = terms_.lessSigned(values_[index + 1], values_[index]);
    const auto decided = path_.decide(swapped);
    size_t sum = 0;
    for (const bool swap : {false, true}) {
      if (decided && *decided != swap) continue;
      const size_t before = path_.size();
      const Literals values = values_;
      if (swap) std::swap(values_[index], values_[index + 1]);
      if (path_.assume(swap ? swapped : terms_.bitNot(swapped))) sum += ways(end, index + 1);
      values_ = values;
      path_.shrink(before);
    }
    return sum;
  }

  bool isSorted = true;

 private:
  size_t finish() {
    for (size_t index = 0; index + 1 < values_.size(); ++index) {
      isSorted &= path_.decide(terms_.lessSigned(values_[index + 1], values_[index])) == false;
    }
    return 1;
  }

  term::Terms& terms_;
  PathCondition& path_;
  Literals values_;
};

TEST_F(PathConditionOfWords, SortingHasOneWayForEachOrder) {
  BubbleSort sort(terms_, path_, 6);
  EXPECT_EQ(sort.ways(6, 0), 720u);
  EXPECT_TRUE(sort.isSorted);
  EXPECT_EQ(path_.size(), 0u);
}

}  // namespace
}  // namespace clew::symbolic
