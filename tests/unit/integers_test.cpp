// Terms as integers against brute force, and relations that fit Horn clauses.
#include "term/integers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "random_terms.h"
#include "term/horn.h"

namespace clew::term {
namespace {

/// Random formulas that integers can say, over three symbols of three bits and one Boolean: all assignments can be
/// tried.
class LinearFormulas {
 public:
  explicit LinearFormulas(uint64_t seed) : random_(seed) {
    for (int i = 0; i < 3; ++i) words.push_back(terms.symbol("w", 3));
    truths.push_back(terms.symbol("t", 1));
    for (int i = 0; i < 16; ++i) grow();
  }

  std::vector<Term> conjunction() {
    std::vector<Term> picked;
    for (size_t i = 0; i < 4; ++i) {
      const Term term = any(truths);
      picked.push_back(random_() % 3 == 0 ? terms.bitNot(term) : term);
    }
    return picked;
  }

  bool holds(const std::vector<Term>& conjunction, const Model& model) const {
    Evaluator evaluate(terms, model);
    return std::all_of(conjunction.begin(), conjunction.end(), [&](Term term) { return evaluate(term) == 1; });
  }

  bool isSatisfiable(const std::vector<Term>& conjunction) const {
    for (uint64_t bits = 0; bits < 1u << 10; ++bits) {
      Model model;
      for (uint32_t i = 0; i < 3; ++i) model.values[i] = bits >> 3 * i & 7;
      model.values[3] = bits >> 9;
      if (holds(conjunction, model)) return true;
    }
    return false;
  }

  Terms terms;
  std::vector<Term> words, truths;

 private:
  Term any(const std::vector<Term>& from) { return from[random_() % from.size()]; }

  void grow() {
    static constexpr std::array kByNumber{Kind::Mul,  Kind::UDiv, Kind::SDiv, Kind::URem,
                                          Kind::SRem, Kind::Shl,  Kind::LShr, Kind::AShr};
    static constexpr std::array kTests{Kind::Equal,        Kind::Less,         Kind::LessSigned,   Kind::AddOverflows,
                                       Kind::SubOverflows, Kind::MulOverflows, Kind::UMulOverflows};
    const Term a = any(words);
    const Term b = random_() % 4 == 0 ? terms.constant(random_() % 8, 3) : any(words);
    const Term number = terms.constant(1 + random_() % 2, 3);
    switch (random_() % 9) {
      case 0: words.push_back(terms.add(a, b)); break;
      case 1: words.push_back(terms.sub(a, b)); break;
      case 2: words.push_back(terms.apply(kByNumber[random_() % kByNumber.size()], 3, a, number)); break;
      case 3: words.push_back(terms.ifThenElse(any(truths), a, b)); break;
      case 4: words.push_back(terms.extract(terms.concat(a, terms.signExtend(b, 5)), random_() % 6, 3)); break;
      case 5: words.push_back(terms.extract(terms.add(terms.zeroExtend(a, 4), terms.signExtend(b, 4)), 1, 3)); break;
      case 6: truths.push_back(terms.extract(a, static_cast<unsigned>(random_() % 3), 1)); break;
      default: {
        const Kind kind = kTests[random_() % kTests.size()];
        const bool isProduct = kind == Kind::MulOverflows || kind == Kind::UMulOverflows;
        truths.push_back(terms.apply(kind, 1, a, isProduct ? number : b));
      }
    }
  }

  std::mt19937_64 random_;
};

RC_GTEST_PROP(Integers, AgreeWithBruteForce, ()) {
  LinearFormulas formulas(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  const std::vector<Term> conjunction = formulas.conjunction();
  z3::context context;
  Integers integers(formulas.terms, context, signedSymbols(formulas.terms, conjunction));
  for (const Term term : conjunction) integers.assume(term);
  RC_PRE(integers.isExact());  // simplification knows operations on bits
  const z3::check_result result = integers.decide(10'000'000);
  RC_ASSERT(result != z3::unknown);
  RC_ASSERT((result == z3::sat) == formulas.isSatisfiable(conjunction));
  if (result == z3::sat) {
    RC_ASSERT(formulas.holds(conjunction, integers.model()));
  } else {
    RC_ASSERT(!formulas.isSatisfiable(integers.core()));
  }
}

/// With symbols bound to corners of their ranges each term has the value that it is evaluated to, and no other.
RC_GTEST_PROP(Integers, HaveTheValuesThatTermsHave, ()) {
  RandomTerms random(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  for (int i = 0; i < 6; ++i) random.grow();
  for (size_t last = 0; last < 3; ++last) {
    const RandomTerms::Expression each = random.all[random.all.size() - 1 - last];
    std::vector<Term> bound;
    for (const Symbol& symbol : random.terms.symbols()) {
      const uint64_t value = random.models[0].valueOf(static_cast<uint32_t>(random.terms[symbol.term].value));
      bound.push_back(random.terms.equal(symbol.term, random.terms.constant(value, random.terms.widthOf(symbol.term))));
    }
    const Term value = random.terms.constant(each.values[0], random.terms.widthOf(each.term));
    const Term isIt = random.terms.equal(each.term, value);
    for (const bool wanted : {true, false}) {
      std::vector<Term> all = bound;
      all.push_back(wanted ? isIt : random.terms.bitNot(isIt));
      z3::context context;
      Integers integers(random.terms, context, signedSymbols(random.terms, all));
      for (const Term term : all) integers.assume(term);
      if (!integers.isExact()) continue;
      RC_ASSERT(integers.decide(10'000'000) == (wanted ? z3::sat : z3::unsat));
    }
  }
}

TEST(Integers, DoNotSayProducts) {
  Terms terms;
  const Term x = terms.symbol("x", 32);
  const Term y = terms.symbol("y", 32);
  z3::context context;
  Integers integers(terms, context, {});
  integers.assume(terms.equal(terms.mul(x, y), terms.constant(6, 32)));
  EXPECT_FALSE(integers.isExact());
}

/// x is 2 y when y comes to n; `wrong` asks whether it can be something else there.
HornSystem countingByTwo(Terms& terms, bool isRight) {
  const Term x = terms.symbol("x", 32);
  const Term y = terms.symbol("y", 32);
  const Term n = terms.symbol("n", 32);
  const auto number = [&](uint64_t value) { return terms.constant(value, 32); };
  HornSystem system{{{x, y, n}}, {}, true};
  const Term isSmall = terms.bitAnd(terms.lessEqualSigned(number(0), n), terms.lessSigned(n, number(1000)));
  system.clauses.push_back({HornClause::kNone, {isSmall}, 0, {number(0), number(0), n}});
  const Term first = isRight ? number(2) : terms.ifThenElse(terms.equal(y, number(3)), number(1), number(2));
  system.clauses.push_back({0, {terms.lessSigned(y, n)}, 0, {terms.add(x, first), terms.add(y, number(1)), n}});
  const Term isTwice = terms.equal(x, terms.add(n, n));
  system.clauses.push_back({0, {terms.lessEqualSigned(n, y), terms.bitNot(isTwice)}, HornClause::kNone, {}});
  return system;
}

TEST(Horn, RelationsOfLoopsAreFound) {
  Terms terms;
  const HornSystem system = countingByTwo(terms, true);
  const auto solutions = solveHorn(terms, system);
  ASSERT_FALSE(solutions.empty());
  for (const HornSolution& solution : solutions) {
    Model model;
    const auto isIn = [&](uint64_t x, uint64_t y, uint64_t n) {
      model.values = {{0, x}, {1, y}, {2, n}};
      Evaluator evaluate(terms, model);
      return std::all_of(solution[0].begin(), solution[0].end(), [&](Term each) { return evaluate(each) == 1; });
    };
    EXPECT_TRUE(isIn(0, 0, 7));
    EXPECT_TRUE(isIn(8, 4, 7));
    EXPECT_FALSE(isIn(13, 7, 7));
  }
}

TEST(Horn, WhatCanBeReachedHasNoRelation) {
  Terms terms;
  EXPECT_TRUE(solveHorn(terms, countingByTwo(terms, false)).empty());
}

}  // namespace
}  // namespace clew::term
