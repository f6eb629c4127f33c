// Terms mean what they mean before they were simplified: random expressions are built through the constructors and
// computed beside them, operation by operation.
#include "term/term.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>

#include "random_terms.h"
#include "term/compute.h"

namespace clew::term {
namespace {

RC_GTEST_PROP(Term, SimplifiedTermsHaveTheValuesOfTheUnsimplified, ()) {
  RandomTerms random(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  for (int i = 0; i < 400; ++i) random.grow();
  expectSameValues(random);
}

RC_GTEST_PROP(Term, FloatingPointHasTheValuesOfTheMachine, ()) {
  RandomTerms random(*rc::gen::noShrink(rc::gen::arbitrary<uint64_t>()));
  for (int i = 0; i < 100; ++i) {
    const unsigned width = random.below(2) == 0 ? 32 : 64;
    const auto kind = static_cast<Kind>(
        static_cast<unsigned>(Kind::FloatAdd) +
        random.below(static_cast<unsigned>(Kind::UnsignedToFloat) - static_cast<unsigned>(Kind::FloatAdd) + 1));
    const bool tests = kind >= Kind::FloatEqual && kind <= Kind::FloatIsNaN;
    const bool toInteger = kind == Kind::FloatToSigned || kind == Kind::FloatToUnsigned;
    const bool fromInteger = kind == Kind::SignedToFloat || kind == Kind::UnsignedToFloat;
    std::vector<RandomTerms::Expression> operands;
    for (unsigned j = 0; j < operandsOf(kind); ++j)
      operands.push_back(random.pick(fromInteger ? random.anyWidth() : width));
    const unsigned other = random.below(2) == 0 ? 32 : 64;
    const unsigned result = tests ? 1 : toInteger ? random.anyWidth() : kind == Kind::FloatConvert ? other : width;
    random.all.push_back(random.make(kind, result, operands));
  }
  expectSameValues(random);
}

class Rules : public testing::Test {
 protected:
  Term number(uint64_t value, unsigned width = 32) { return terms.constant(value, width); }
  Term shifted(Kind kind, Term a, unsigned by) { return terms.apply(kind, 0, a, number(by, terms.widthOf(a))); }

  Terms terms;
  Term x = terms.symbol("x", 32);
  Term y = terms.symbol("y", 32);
  Term z = terms.symbol("z", 32);
  Term c = terms.symbol("c", 1);
  Term d = terms.symbol("d", 1);
  Term byte = terms.symbol("byte", 8);
  Term other = terms.symbol("other", 8);
};

TEST_F(Rules, EqualTermsAreOne) {
  EXPECT_EQ(terms.add(x, y), terms.add(y, x));
  EXPECT_EQ(terms.mul(x, y), terms.mul(y, x));
  EXPECT_EQ(terms.constant(0x1FF, 8), terms.constant(0xFF, 8));
  EXPECT_NE(terms.symbol("x", 32), x);
}

TEST_F(Rules, SumsCollectConstantsAndCoefficients) {
  Term sum = x;
  for (int i = 0; i < 1000; ++i) sum = terms.add(sum, number(1));
  EXPECT_EQ(sum, terms.add(x, number(1000)));
  Term thrice = number(0);
  for (int i = 0; i < 3; ++i) thrice = terms.add(thrice, y);
  EXPECT_EQ(thrice, terms.mul(y, number(3)));
  EXPECT_EQ(terms.sub(x, x), number(0));
  EXPECT_EQ(terms.sub(terms.add(x, y), x), y);
  EXPECT_EQ(terms.add(terms.add(x, y), z), terms.add(x, terms.add(z, y)));
  EXPECT_EQ(terms.mul(terms.add(x, number(2)), number(4)), terms.add(shifted(Kind::Shl, x, 2), number(8)));
  EXPECT_EQ(terms.add(terms.bitNot(x), number(1)), terms.negate(x));
}

TEST_F(Rules, LongSumsStayLinearInSizeAndKeepTheirConstant) {
  Term sum = number(0);
  const size_t before = terms.size();
  for (int i = 0; i < 2000; ++i) sum = terms.add(terms.add(sum, terms.symbol("s", 32)), number(1));
  EXPECT_LT(terms.size() - before, 20000u);
  EXPECT_TRUE(terms.isConstant(terms[sum].b, 2000));
}

TEST_F(Rules, LogicKnowsItsIdentities) {
  EXPECT_EQ(terms.bitNot(terms.bitNot(x)), x);
  EXPECT_EQ(terms.bitAnd(x, terms.bitNot(x)), number(0));
  EXPECT_EQ(terms.bitOr(x, terms.bitNot(x)), number(~0u));
  EXPECT_EQ(terms.bitXor(x, x), number(0));
  EXPECT_EQ(terms.bitXor(terms.bitXor(x, y), x), y);
  EXPECT_EQ(terms.bitAnd(x, terms.bitOr(x, y)), x);
  EXPECT_EQ(terms.bitOr(x, terms.bitAnd(y, x)), x);
  EXPECT_EQ(terms.bitAnd(c, terms.bitOr(terms.bitNot(c), d)), terms.bitAnd(c, d));
  EXPECT_TRUE(terms.isFalse(terms.bitAnd(c, terms.bitAnd(d, terms.bitNot(c)))));
}

TEST_F(Rules, ChoicesAreDecidedWhereTheyCanBe) {
  EXPECT_EQ(terms.ifThenElse(c, x, x), x);
  EXPECT_EQ(terms.ifThenElse(c, terms.truth(true), terms.truth(false)), c);
  EXPECT_EQ(terms.ifThenElse(c, number(1), number(0)), terms.zeroExtend(c, 32));
  EXPECT_EQ(terms.ifThenElse(c, terms.ifThenElse(c, x, y), z), terms.ifThenElse(c, x, z));
  EXPECT_EQ(terms.ifThenElse(terms.bitNot(c), x, y), terms.ifThenElse(c, y, x));
  const Term choice = terms.ifThenElse(c, number(5), number(7));
  EXPECT_EQ(terms.equal(choice, number(5)), c);
  EXPECT_EQ(terms.equal(choice, number(7)), terms.bitNot(c));
  EXPECT_TRUE(terms.isFalse(terms.equal(choice, number(6))));
  EXPECT_EQ(terms.lessSigned(choice, number(6)), c);
  EXPECT_EQ(terms.bitNot(terms.equal(terms.zeroExtend(c, 32), number(0))), c);
}

TEST_F(Rules, EqualitiesAreSolvedForTheSymbol) {
  EXPECT_EQ(terms.equal(terms.add(x, number(3)), number(5)), terms.equal(x, number(2)));
  EXPECT_EQ(terms.equal(terms.add(x, y), terms.add(y, number(4))), terms.equal(x, number(4)));
  EXPECT_EQ(terms.equal(terms.sub(x, y), number(0)), terms.equal(y, x));
  EXPECT_EQ(terms.equal(terms.mul(x, number(3)), number(6)), terms.equal(x, number(2)));
  EXPECT_TRUE(terms.isFalse(terms.equal(terms.mul(x, number(4)), number(6))));
  EXPECT_TRUE(terms.isFalse(terms.equal(terms.add(x, number(1)), x)));
  EXPECT_EQ(terms.equal(terms.zeroExtend(byte, 32), number(7)), terms.equal(byte, number(7, 8)));
  EXPECT_TRUE(terms.isFalse(terms.equal(terms.zeroExtend(byte, 32), number(256))));
  EXPECT_EQ(terms.equal(terms.signExtend(byte, 32), number(~0u)), terms.equal(byte, number(255, 8)));
  EXPECT_EQ(terms.equal(c, terms.truth(false)), terms.bitNot(c));
}

TEST_F(Rules, ComparisonsAndTheirOppositesShareATerm) {
  EXPECT_EQ(terms.lessSigned(number(5), x), terms.bitNot(terms.lessSigned(x, number(6))));
  EXPECT_EQ(terms.lessEqualSigned(number(6), x), terms.lessSigned(number(5), x));
  EXPECT_TRUE(terms.isFalse(terms.less(x, number(0))));
  EXPECT_TRUE(terms.isFalse(terms.lessSigned(x, number(0x80000000))));
  EXPECT_EQ(terms.less(x, number(1)), terms.equal(x, number(0)));
  EXPECT_EQ(terms.lessSigned(terms.zeroExtend(byte, 32), terms.zeroExtend(other, 32)), terms.less(byte, other));
  EXPECT_EQ(terms.lessSigned(terms.signExtend(byte, 32), terms.signExtend(other, 32)), terms.lessSigned(byte, other));
  EXPECT_TRUE(terms.isTrue(terms.less(terms.zeroExtend(byte, 32), number(256))));
  EXPECT_TRUE(terms.isTrue(terms.lessSigned(terms.signExtend(byte, 32), number(128))));
}

TEST_F(Rules, OverflowBecomesABoundWhereOneSideIsKnown) {
  EXPECT_EQ(terms.apply(Kind::AddOverflows, 1, x, number(1)), terms.equal(x, number(0x7FFFFFFF)));
  const Term wide = terms.signExtend(x, 64);
  EXPECT_TRUE(terms.isFalse(terms.apply(Kind::AddOverflows, 1, wide, terms.signExtend(y, 64))));
  EXPECT_TRUE(terms.isFalse(terms.apply(Kind::MulOverflows, 1, wide, terms.signExtend(y, 64))));
}

TEST_F(Rules, BytesOfAWordAreTheWordAgain) {
  const std::vector<Term> words{x,
                                terms.add(x, y),
                                terms.add(x, number(77)),
                                terms.mul(x, number(4)),
                                terms.signExtend(byte, 32),
                                terms.zeroExtend(byte, 32),
                                terms.zeroExtend(c, 32),
                                terms.ifThenElse(c, number(0x1234), number(0x99)),
                                terms.ifThenElse(c, x, y),
                                terms.bitAnd(x, number(0x0F0F)),
                                terms.bitAnd(x, number(0xFF00)),
                                terms.bitXor(x, number(0xFF)),
                                terms.bitNot(x),
                                shifted(Kind::LShr, x, 3),
                                shifted(Kind::AShr, x, 3),
                                terms.add(terms.signExtend(byte, 32), terms.signExtend(other, 32)),
                                number(0x12345678)};
  for (size_t which = 0; which < words.size(); ++which) {
    SCOPED_TRACE(which);
    const Term word = words[which];
    std::vector<Term> bytes;
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(terms.extract(word, 8 * i, 8));
    Term upwards = bytes[0];
    for (unsigned i = 1; i < 4; ++i) upwards = terms.concat(bytes[i], upwards);
    EXPECT_EQ(upwards, word);
    const Term halves = terms.concat(terms.concat(bytes[3], bytes[2]), terms.concat(bytes[1], bytes[0]));
    EXPECT_EQ(halves, word);
    Term shiftedTogether = terms.zeroExtend(bytes[0], 32);
    for (unsigned i = 1; i < 4; ++i) {
      shiftedTogether = terms.bitOr(shiftedTogether, shifted(Kind::Shl, terms.zeroExtend(bytes[i], 32), 8 * i));
    }
    EXPECT_EQ(shiftedTogether, word);
  }
}

TEST_F(Rules, MasksAndShiftsCutPieces) {
  EXPECT_EQ(terms.bitAnd(x, number(0xFF)), terms.zeroExtend(terms.extract(x, 0, 8), 32));
  EXPECT_EQ(shifted(Kind::LShr, x, 8), terms.zeroExtend(terms.extract(x, 8, 24), 32));
  EXPECT_EQ(shifted(Kind::LShr, x, 32), number(0));
  EXPECT_EQ(terms.extract(terms.concat(byte, other), 8, 8), byte);
  EXPECT_EQ(terms.extract(terms.extract(x, 4, 20), 4, 8), terms.extract(x, 8, 8));
  EXPECT_EQ(terms.bitOr(terms.mul(x, number(4)), number(1)), terms.add(terms.mul(x, number(4)), number(1)));
}

TEST_F(Rules, ReadsPassStoresThatAreElsewhere) {
  const Term array = terms.arraySymbol("a");
  const Term i = terms.symbol("i", 64);
  const Term next = terms.add(i, number(1, 64));
  const Term stored = terms.store(terms.store(array, i, byte), next, other);
  EXPECT_EQ(terms.select(stored, i), byte);
  EXPECT_EQ(terms.select(stored, next), other);
  EXPECT_EQ(terms.select(stored, terms.add(i, number(2, 64))), terms.select(array, terms.add(i, number(2, 64))));
  EXPECT_EQ(terms.store(stored, i, other), terms.store(terms.store(array, i, other), next, other));
  EXPECT_EQ(terms.store(array, i, terms.select(array, i)), array);
  EXPECT_EQ(terms.select(terms.arrayZero(), i), number(0, 8));
  EXPECT_EQ(terms[terms.select(stored, number(3, 64))].kind, Kind::Select);
}

RC_GTEST_PROP(Term, ArraysHoldWhatWasStoredLast, ()) {
  Terms terms;
  const bool isSymbol = *rc::gen::arbitrary<bool>();
  const Term symbol = terms.arraySymbol("a");
  Term array = isSymbol ? symbol : terms.arrayZero();
  Model model;
  std::array<uint8_t, 8> values{};
  std::vector<Term> indices;
  for (uint64_t i = 0; i < 8; ++i) {
    values[i] = isSymbol ? static_cast<uint8_t>(11 * i) : 0;
    if (isSymbol && values[i] != 0) model.elements[0][i] = values[i];
    indices.push_back(terms.symbol("i", 64));
    model.values[static_cast<uint32_t>(i + 1)] = *rc::gen::inRange<uint64_t>(0, 4);
  }
  const auto pickIndex = [&]() -> std::pair<Term, uint64_t> {
    const auto offset = *rc::gen::inRange<uint64_t>(0, 4);
    if (*rc::gen::arbitrary<bool>()) return {terms.constant(offset, 64), offset};
    const auto which = *rc::gen::inRange<uint32_t>(0, 8);
    return {terms.add(indices[which], terms.constant(offset, 64)), model.values[which + 1] + offset};
  };
  const auto steps = *rc::gen::inRange(1, 30);
  for (int i = 0; i < steps; ++i) {
    const auto [to, at] = pickIndex();
    const auto value = *rc::gen::inRange<uint64_t>(0, 256);
    const bool copies = *rc::gen::arbitrary<bool>();
    const auto [from, source] = pickIndex();
    array = terms.store(array, to, copies ? terms.select(array, from) : terms.constant(value, 8));
    values[at] = copies ? values[source] : static_cast<uint8_t>(value);
    const auto [read, place] = pickIndex();
    Evaluator evaluate(terms, model);
    RC_ASSERT(evaluate(terms.select(array, read)) == values[place]);
  }
}

TEST(Term, DeepTermsAreBuiltAndEvaluatedWithoutDeepCalls) {
  Terms terms;
  const Term x = terms.symbol("x", 32);
  Term deep = x;
  Term array = terms.arraySymbol("a");
  for (int i = 0; i < 100000; ++i) {
    deep = terms.bitXor(terms.mul(deep, x), terms.constant(static_cast<uint64_t>(i), 32));
    array = terms.store(array, terms.zeroExtend(terms.bitAnd(deep, x), 64), terms.extract(deep, 3, 8));
  }
  Model model;
  model.values[0] = 3;
  uint32_t expected = 3;
  for (uint32_t i = 0; i < 100000; ++i) expected = (expected * 3) ^ i;
  Evaluator evaluate(terms, model);
  EXPECT_EQ(evaluate(deep), expected);
  const Term last = terms.zeroExtend(terms.bitAnd(deep, x), 64);
  EXPECT_EQ(evaluate(terms.select(array, terms.add(last, terms.constant(0, 64)))), (expected >> 3) & 0xFF);
  EXPECT_EQ(evaluate(terms.select(array, terms.constant(1000, 64))), 0u);
  std::vector<uint32_t> symbols;
  terms.symbolsOf(std::array{deep, array}, symbols);
  EXPECT_EQ(symbols, (std::vector<uint32_t>{0, 1}));
}

}  // namespace
}  // namespace clew::term
