// What ranges make of arithmetic: it is done in few bits, or not at all; and floating point that comes from integers.
// Each rule is shown by a term that it must reach, and tried on random operands that it applies to.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "random_terms.h"
#include "term/bits.h"
#include "term/compute.h"
#include "term/term.h"

namespace clew::term {
namespace {

using Expression = RandomTerms::Expression;

constexpr std::array kDivisions{Kind::UDiv, Kind::SDiv, Kind::URem, Kind::SRem};

/// All operations on all small operands in eight bits: three bits extended either way, moved by a constant or scaled.
class SmallOperands {
 public:
  struct Operand {
    Term term;
    std::array<uint64_t, 64> values;  // by the values of both symbols
  };

  SmallOperands() {
    for (uint64_t which = 0; which < 2; ++which) {
      const Term symbol = terms.symbol("s", 3);
      Operand plain{symbol, {}};
      for (uint64_t i = 0; i < 64; ++i) plain.values[i] = i >> 3 * which & 7;
      for (const Kind kind : {Kind::ZeroExtend, Kind::SignExtend}) {
        const Operand wide = apply(kind, plain, plain);
        operands.push_back(wide);
        for (const uint64_t number : {1, 250}) operands.push_back(apply(Kind::Add, wide, number));
        for (const uint64_t number : {3, 224, 255}) operands.push_back(apply(Kind::Mul, wide, number));
      }
    }
    for (const uint64_t number : {0, 1, 3, 6, 127, 128, 253, 255}) operands.push_back(constant(number));
  }

  Operand constant(uint64_t number) {
    Operand operand{terms.constant(number, 8), {}};
    operand.values.fill(number);
    return operand;
  }
  Operand apply(Kind kind, const Operand& a, uint64_t number) { return apply(kind, a, constant(number)); }
  Operand apply(Kind kind, const Operand& a, const Operand& b) {
    const bool isTest = kind >= Kind::Equal && kind <= Kind::UMulOverflows;
    const unsigned width = isTest ? 1 : 8;
    Operand result{terms.apply(kind, width, a.term, operandsOf(kind) == 1 ? kNoTerm : b.term), {}};
    for (size_t i = 0; i < 64; ++i) {
      result.values[i] = compute(kind, width, terms.widthOf(a.term), 0, a.values[i], b.values[i], 0);
    }
    return result;
  }

  void expectValues(const std::vector<Operand>& results) const {
    for (uint64_t i = 0; i < 64; ++i) {
      Model model;
      model.values = {{0, i & 7}, {1, i >> 3}};
      Evaluator evaluate(terms, model);
      for (const Operand& result : results) {
        ASSERT_EQ(evaluate(result.term), result.values[i]) << "term " << result.term << " values " << i;
        ASSERT_GE(result.values[i], terms.rangeOf(result.term).least);
        ASSERT_LE(result.values[i], terms.rangeOf(result.term).most);
      }
    }
  }

  Terms terms;
  std::vector<Operand> operands;
};

TEST(Arithmetic, AllOperationsOnAllSmallOperandsKeepTheirValues) {
  SmallOperands small;
  std::vector<SmallOperands::Operand> results;
  for (const auto& a : small.operands) {
    for (const auto& b : small.operands) {
      for (auto kind = static_cast<unsigned>(Kind::Add); kind <= static_cast<unsigned>(Kind::UMulOverflows); ++kind) {
        if (operandsOf(static_cast<Kind>(kind)) != 2 || static_cast<Kind>(kind) == Kind::Concat) continue;
        results.push_back(small.apply(static_cast<Kind>(kind), a, b));
      }
    }
  }
  small.expectValues(results);
}

TEST(Arithmetic, DivisionsOfProductsAndSumsKeepTheirValues) {
  SmallOperands small;
  std::vector<SmallOperands::Operand> results;
  for (const auto& a : small.operands) {
    for (const auto& b : small.operands) {
      for (const auto& inner :
           {small.apply(Kind::Mul, a, b), small.apply(Kind::Add, small.apply(Kind::Mul, a, 6), b)}) {
        for (const Kind kind : kDivisions) {
          for (const uint64_t number : {0, 3, 6, 224, 250, 255}) results.push_back(small.apply(kind, inner, number));
          results.push_back(small.apply(kind, inner, b));
          results.push_back(small.apply(kind, b, inner));
          results.push_back(small.apply(Kind::Less, results.back(), inner));
          results.push_back(small.apply(Kind::LessSigned, results[results.size() - 3], b));
        }
      }
    }
  }
  small.expectValues(results);
}

/// An operand of few bits: extended, perhaps away from zero.
Expression narrowOperand(RandomTerms& random, unsigned width) {
  const auto bits = static_cast<unsigned>(1 + random.below(std::min(width - 1, 20u)));
  const Kind extend = random.below(3) == 0 ? Kind::SignExtend : Kind::ZeroExtend;
  Expression operand = random.make(extend, width, {random.pick(bits)});
  if (random.below(3) == 0) {
    RandomTerms::Values values;
    values.fill(random.corner(width) >> random.below(width));
    operand = random.make(random.below(2) == 0 ? Kind::Add : Kind::Mul, width,
                          {operand, Expression{random.terms.constant(values[0], width), values}});
  }
  return operand;
}

RC_GTEST_PROP(Arithmetic, OfFewBitsInWideWordsKeepsItsValues, ()) {
  static constexpr std::array kKinds{Kind::UDiv, Kind::SDiv,       Kind::URem,  Kind::SRem, Kind::Mul, Kind::Add,
                                     Kind::Less, Kind::LessSigned, Kind::Equal, Kind::UDiv, Kind::URem};
  RandomTerms random(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  for (int i = 0; i < 100; ++i) {
    const std::array<unsigned, 4> widths{16, 32, 32, 64};
    const unsigned width = widths[random.below(widths.size())];
    const auto operand = [&] { return random.below(3) == 0 ? random.pick(width) : narrowOperand(random, width); };
    const Kind kind = kKinds[random.below(kKinds.size())];
    const bool isTest = kind == Kind::Less || kind == Kind::LessSigned || kind == Kind::Equal;
    random.all.push_back(random.make(kind, isTest ? 1 : width, {operand(), operand()}));
  }
  expectSameValues(random);
}

class ArithmeticRules : public testing::Test {
 protected:
  Term number(uint64_t value, unsigned width = 32) { return terms.constant(value, width); }
  Term wide(Term term) { return terms.zeroExtend(term, 32); }
  Term apply(Kind kind, Term a, Term b) { return terms.apply(kind, 0, a, b); }
  Term real(double value) { return number(std::bit_cast<uint64_t>(value), 64); }
  Term toReal(Term term, Kind kind = Kind::SignedToFloat) { return terms.apply(kind, 64, term); }
  Term toFloat(Term term, Kind kind = Kind::SignedToFloat) { return terms.apply(kind, 32, term); }

  Terms terms;
  Term x = terms.symbol("x", 32);
  Term y = terms.symbol("y", 32);
  Term small = terms.symbol("small", 4);
  Term other = terms.symbol("other", 4);
  Term byte = terms.symbol("byte", 8);
  Term nothing = number(0, 4);
};

TEST_F(ArithmeticRules, RangesFollowFromOperands) {
  const auto expectRange = [&](Term term, uint64_t least, uint64_t most) {
    EXPECT_EQ(terms.rangeOf(term).least, least);
    EXPECT_EQ(terms.rangeOf(term).most, most);
  };
  expectRange(x, 0, 0xFFFFFFFF);
  expectRange(terms.add(wide(small), number(3)), 3, 18);
  expectRange(terms.add(terms.add(wide(small), wide(byte)), number(5)), 5, 275);
  expectRange(terms.sub(number(100), terms.add(wide(small), number(1))), 84, 99);
  expectRange(terms.sub(terms.add(wide(byte), number(50)), terms.mul(wide(small), number(3))), 5, 305);
  expectRange(terms.sub(wide(byte), wide(small)), 0, 0xFFFFFFFF);
  Term sum = number(7);
  for (int i = 0; i < 20; ++i) sum = terms.add(sum, wide(terms.symbol("s", 8)));
  expectRange(sum, 7, 7 + 20 * 255);
  expectRange(terms.mul(wide(small), number(3)), 0, 45);
  expectRange(apply(Kind::URem, x, number(10)), 0, 9);
  expectRange(apply(Kind::UDiv, x, number(10)), 0, 0xFFFFFFFF / 10);
  expectRange(apply(Kind::UDiv, x, wide(small)), 0, 0xFFFFFFFF);
  expectRange(apply(Kind::URem, wide(byte), x), 0, 255);
  expectRange(terms.bitOr(x, number(7)), 7, 0xFFFFFFFF);
  expectRange(terms.ifThenElse(terms.less(x, y), terms.add(wide(small), number(1)), number(40)), 1, 40);
}

TEST_F(ArithmeticRules, DivisionIsDoneInTheBitsOfItsOperands) {
  for (const Kind kind : {Kind::URem, Kind::SRem}) {
    EXPECT_EQ(apply(kind, wide(small), wide(other)), wide(apply(Kind::URem, small, other)));
  }
  const Term safe = terms.bitOr(other, number(1, 4));
  for (const Kind kind : {Kind::UDiv, Kind::SDiv}) {
    EXPECT_EQ(apply(kind, wide(small), wide(safe)), wide(apply(Kind::UDiv, small, safe)));
    const Term isZero = terms.equal(other, nothing);
    EXPECT_EQ(apply(kind, wide(small), wide(other)),
              terms.ifThenElse(isZero, number(~0u), wide(apply(Kind::UDiv, small, other))));
  }
  const Term quotient = apply(Kind::SDiv, terms.signExtend(small, 32), terms.signExtend(other, 32));
  EXPECT_EQ(quotient, terms.signExtend(apply(Kind::SDiv, terms.signExtend(small, 5), terms.signExtend(other, 5)), 32));
  EXPECT_EQ(apply(Kind::URem, wide(small), number(16)), wide(small));
  EXPECT_EQ(apply(Kind::SDiv, wide(small), number(17)), number(0));
}

TEST_F(ArithmeticRules, ProductsAreComputedInTheBitsOfTheirFactors) {
  const auto inside = [&](Term a, Term b) { return terms[terms[terms.mul(a, b)].a]; };
  EXPECT_EQ(inside(wide(small), wide(byte)).kind, Kind::Mul);
  EXPECT_EQ(inside(wide(small), wide(byte)).width, 12);
  EXPECT_EQ(inside(terms.signExtend(small, 32), wide(byte)).kind, Kind::Mul);
  EXPECT_EQ(inside(terms.signExtend(small, 32), wide(byte)).width, 13);
  EXPECT_TRUE(terms.isFalse(apply(Kind::UMulOverflows, wide(small), number(0x11111111))));
  EXPECT_FALSE(terms.isConstant(apply(Kind::UMulOverflows, wide(small), number(0x11111112))));
}

TEST_F(ArithmeticRules, MultiplesOfTheDivisorAreTakenOut) {
  const Term scaled = terms.mul(wide(small), number(10));
  for (const Kind kind : {Kind::UDiv, Kind::SDiv}) EXPECT_EQ(apply(kind, scaled, number(10)), wide(small));
  for (const Kind kind : {Kind::URem, Kind::SRem}) EXPECT_EQ(apply(kind, scaled, number(10)), number(0));
  const Term digit = apply(Kind::URem, x, number(10));
  EXPECT_EQ(apply(Kind::UDiv, terms.add(scaled, digit), number(10)), wide(small));
  EXPECT_EQ(apply(Kind::SRem, terms.add(scaled, digit), number(10)), digit);
  EXPECT_EQ(apply(Kind::UDiv, terms.add(terms.mul(wide(small), number(20)), number(37)), number(10)),
            terms.add(terms.mul(wide(small), number(2)), number(3)));
  const Term divisor = terms.add(wide(other), number(1));
  EXPECT_EQ(apply(Kind::UDiv, terms.mul(wide(small), divisor), divisor), wide(small));
  const Term negative = terms.signExtend(small, 32);
  EXPECT_EQ(apply(Kind::SDiv, terms.mul(negative, number(10)), number(10)), negative);
  EXPECT_EQ(apply(Kind::SRem, terms.mul(negative, number(10)), number(10)), number(0));
  EXPECT_NE(apply(Kind::UDiv, terms.mul(x, number(10)), number(10)), x) << "it may leave the width";
  EXPECT_NE(apply(Kind::UDiv, terms.mul(wide(small), wide(other)), wide(other)), wide(small)) << "it may be 0";
}

TEST_F(ArithmeticRules, ComparisonsAreDecidedByRanges) {
  EXPECT_TRUE(terms.isTrue(terms.less(apply(Kind::URem, x, number(10)), number(10))));
  EXPECT_TRUE(terms.isFalse(terms.less(terms.add(wide(small), number(7)), number(7))));
  EXPECT_TRUE(terms.isTrue(terms.lessSigned(apply(Kind::URem, x, number(10)), terms.add(wide(small), number(10)))));
  EXPECT_TRUE(terms.isFalse(terms.equal(terms.add(wide(small), number(1)), number(0))));
  EXPECT_EQ(terms.less(apply(Kind::URem, x, y), y), terms.bitNot(terms.equal(y, number(0))));
  EXPECT_TRUE(terms.isFalse(terms.less(x, apply(Kind::URem, x, y))));
  EXPECT_EQ(terms.less(wide(small), terms.add(wide(byte), wide(other))),
            terms.less(terms.zeroExtend(small, 9), terms.add(terms.zeroExtend(byte, 9), terms.zeroExtend(other, 9))));
  EXPECT_EQ(terms.lessSigned(terms.signExtend(small, 32), wide(byte)),
            terms.lessSigned(terms.signExtend(small, 9), terms.zeroExtend(byte, 9)));
}

TEST_F(ArithmeticRules, SignedRemaindersAreSmallUnlessTheDivisorIsZero) {
  const auto overflows = [&](uint64_t divisor) {
    return apply(Kind::AddOverflows, apply(Kind::SRem, x, number(divisor)), wide(byte));
  };
  EXPECT_TRUE(terms.isFalse(overflows(10)));
  EXPECT_FALSE(terms.isConstant(overflows(0)));
}

TEST_F(ArithmeticRules, IntegersComeBackFromFloatingPoint) {
  const auto back = [&](Term number, unsigned width) { return terms.apply(Kind::FloatToSigned, width, number); };
  EXPECT_EQ(back(toReal(x), 32), x);
  EXPECT_EQ(back(toReal(x), 64), terms.signExtend(x, 64));
  EXPECT_EQ(back(toReal(x, Kind::UnsignedToFloat), 64), terms.zeroExtend(x, 64));
  EXPECT_EQ(back(toFloat(byte), 32), terms.signExtend(byte, 32));
  EXPECT_EQ(back(terms.apply(Kind::FloatConvert, 64, toFloat(byte)), 8), byte);
  EXPECT_EQ(terms.apply(Kind::FloatConvert, 32, toReal(x)), toFloat(x));
  EXPECT_EQ(terms[terms.apply(Kind::FloatConvert, 64, toFloat(x))].kind, Kind::FloatConvert) << "it was rounded";
  EXPECT_EQ(terms[back(toFloat(x), 32)].kind, Kind::FloatToSigned) << "it was rounded";
  for (const Kind kind :
       {Kind::FloatFloor, Kind::FloatCeil, Kind::FloatTruncate, Kind::FloatRound, Kind::FloatRoundEven}) {
    EXPECT_EQ(terms.apply(kind, 0, toFloat(x)), toFloat(x));
  }
  EXPECT_TRUE(terms.isFalse(terms.apply(Kind::FloatIsNaN, 1, toFloat(x))));
  EXPECT_EQ(back(apply(Kind::FloatAdd, toReal(x), real(1.0)), 64),
            terms.signExtend(terms.add(terms.signExtend(x, 33), number(1, 33)), 64));
  EXPECT_EQ(apply(Kind::FloatSub, toReal(x), toReal(x)), real(0.0));
  EXPECT_EQ(terms[apply(Kind::FloatAdd, toReal(x), real(-0.0))].kind, Kind::FloatAdd);
}

TEST_F(ArithmeticRules, IntegersInFloatingPointAreComparedAsIntegers) {
  const auto isLess = [&](Term a, Term b) { return apply(Kind::FloatLess, a, b); };
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(isLess(toReal(x), toReal(y)), terms.lessSigned(x, y));
  EXPECT_EQ(apply(Kind::FloatLessEqual, toReal(x), toReal(y)), terms.lessEqualSigned(x, y));
  EXPECT_EQ(apply(Kind::FloatEqual, toReal(x), toReal(y)), terms.equal(x, y));
  EXPECT_EQ(isLess(toReal(x), real(2.5)), terms.lessSigned(x, number(3)));
  EXPECT_EQ(isLess(toReal(x), real(-2.0)), terms.lessSigned(x, number(-2u)));
  EXPECT_EQ(isLess(real(2.5), toReal(x)), terms.lessSigned(number(2), x));
  EXPECT_EQ(apply(Kind::FloatLessEqual, toReal(x), real(2.0)), terms.lessEqualSigned(x, number(2)));
  EXPECT_EQ(apply(Kind::FloatEqual, toReal(x), real(-0.0)), terms.equal(x, number(0)));
  EXPECT_TRUE(terms.isFalse(apply(Kind::FloatEqual, toReal(x), real(2.5))));
  EXPECT_TRUE(terms.isTrue(isLess(toReal(x), real(infinity))));
  EXPECT_TRUE(terms.isTrue(isLess(toReal(x), real(2147483648.0))));
  EXPECT_TRUE(terms.isFalse(isLess(toReal(x), real(-infinity))));
  EXPECT_TRUE(terms.isFalse(isLess(real(std::nan("")), toReal(x))));
  EXPECT_TRUE(terms.isFalse(isLess(toReal(x), real(std::nan("")))));
  const Term nearby = number(std::bit_cast<uint32_t>(16777216.0f));  // also what 16777217 is rounded to
  EXPECT_EQ(apply(Kind::FloatEqual, toFloat(x), nearby),
            terms.bitAnd(terms.lessSigned(x, number(16777218)), terms.lessSigned(number(16777215), x)));
}

/// A constant near what an integer is converted to, or one of the strange ones.
Expression nearbyConstant(RandomTerms& random, const Expression& number) {
  const unsigned width = random.terms.widthOf(number.term);
  const double infinity = std::numeric_limits<double>::infinity();
  const std::array<double, 8> strange{0.0, -0.0, 0.5, -0.5, infinity, -infinity, std::nan(""), 1e19};
  uint64_t bits = number.values[random.below(RandomTerms::kSamples)] + random.below(5) - 2;
  if (random.below(4) == 0) {
    bits = std::bit_cast<uint64_t>(strange[random.below(strange.size())]);
    bits = compute(Kind::FloatConvert, width, 64, 0, bits, 0, 0);
  }
  RandomTerms::Values values;
  values.fill(bits & maskOf(width));
  return {random.terms.constant(bits, width), values};
}

RC_GTEST_PROP(Arithmetic, FloatingPointFromIntegersKeepsItsValues, ()) {
  static constexpr std::array kKinds{Kind::FloatEqual,      Kind::FloatLess,     Kind::FloatLessEqual,
                                     Kind::FloatAdd,        Kind::FloatSub,      Kind::FloatConvert,
                                     Kind::FloatToUnsigned, Kind::FloatToSigned, Kind::FloatTruncate,
                                     Kind::FloatRound,      Kind::FloatIsNaN,    Kind::FloatCeil};
  static constexpr std::array<unsigned, 14> kWidths{2, 8, 13, 23, 24, 25, 26, 32, 52, 53, 54, 55, 63, 64};
  RandomTerms random(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  for (const unsigned width : kWidths) random.addSymbol(width);
  const auto anyWidth = [&] { return kWidths[random.below(kWidths.size())]; };
  const auto converted = [&](unsigned width) {
    return random.make(random.below(2) == 0 ? Kind::SignedToFloat : Kind::UnsignedToFloat, width,
                       {random.pick(anyWidth())});
  };
  for (int i = 0; i < 100; ++i) {
    const unsigned width = random.below(2) == 0 ? 32 : 64;
    const Kind kind = kKinds[random.below(kKinds.size())];
    std::vector<Expression> operands{converted(width)};
    if (operandsOf(kind) == 2) {
      operands.push_back(random.below(2) == 0 ? nearbyConstant(random, operands[0]) : converted(width));
      if (random.below(2) == 0) std::swap(operands[0], operands[1]);
    }
    const bool isTest = kind >= Kind::FloatEqual && kind <= Kind::FloatIsNaN;
    const bool toInteger = kind == Kind::FloatToSigned || kind == Kind::FloatToUnsigned;
    const unsigned result = isTest ? 1 : toInteger ? anyWidth() : kind == Kind::FloatConvert ? 96 - width : width;
    random.all.push_back(random.make(kind, result, operands));
  }
  expectSameValues(random);
}

}  // namespace
}  // namespace clew::term
