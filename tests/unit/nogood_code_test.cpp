// Nogoods as bytes: what is written is read as the same terms by somebody who has other terms, and bytes that anybody
// may have written are an error or well-typed terms.
#include "symbolic/nogood_code.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "term/typing.h"

namespace clew::symbolic {
namespace {

using term::Kind;
using Bytes = std::vector<uint8_t>;

/// Terms and symbols of one process.
struct Side {
  term::Terms terms;
  InputSymbols symbols{terms};
  Term input(uint64_t number, unsigned bits = 32) { return symbols.symbolOf(number, bits, "input"); }
};

/// The bytes of a few nogoods with terms of many kinds.
Bytes sample(Side& side) {
  term::Terms& terms = side.terms;
  const Term x = side.input(0);
  const Term y = side.input(1);
  const Term narrow = side.input(2, 7);
  const Term isLess = terms.less(terms.add(x, y), terms.constant(100, 32));
  const Term isEqual = terms.equal(terms.zeroExtend(narrow, 32), terms.bitXor(x, y));
  const Term high = terms.equal(terms.extract(x, 9, 8), terms.constant(77, 8));
  const Term divided = terms.equal(terms.apply(Kind::UDiv, 32, x, y), terms.constant(3, 32));
  const Term isNaN = terms.apply(Kind::FloatIsNaN, 1, terms.apply(Kind::FloatAdd, 32, x, y));
  const Term chosen = terms.equal(terms.ifThenElse(isLess, x, y), terms.constant(5, 32));
  const Term read = terms.select(terms.store(terms.arrayZero(), terms.zeroExtend(x, 64), terms.extract(y, 0, 8)),
                                 terms.zeroExtend(y, 64));
  const Term isRead = terms.equal(read, terms.constant(9, 8));
  std::vector<Nogood> nogoods = {{{isLess, terms.bitNot(isEqual)}}, {{high, divided, isNaN}}, {{chosen, isRead}}};
  for (Nogood& nogood : nogoods) std::sort(nogood.literals.begin(), nogood.literals.end());
  const auto bytes = writeNogoods(nogoods, side.symbols);
  EXPECT_TRUE(bytes);
  return *bytes;
}

TEST(NogoodCode, IsReadAsTheTermsThatTheProgramBuildsOnTheOtherSide) {
  Side writer;
  // What only one side has lies between the others.
  writer.input(7, 64);
  const Term a = writer.input(0), other = writer.input(5), b = writer.input(1);
  writer.terms.add(other, b);
  const Term literal = writer.terms.less(writer.terms.add(a, b), writer.terms.mul(a, b));
  const auto bytes = writeNogoods(std::vector<Nogood>{{{literal}}}, writer.symbols);
  ASSERT_TRUE(bytes);
  Side reader;
  const auto nogoods = readNogoods(*bytes, reader.symbols);
  ASSERT_TRUE(nogoods);
  ASSERT_EQ(nogoods->size(), 1u);
  const Term x = reader.input(0), y = reader.input(1);
  const Term same = reader.terms.less(reader.terms.add(y, x), reader.terms.mul(x, y));
  EXPECT_EQ(nogoods->front().literals, std::vector<Term>{same});
}

TEST(NogoodCode, IsTheSameWhenItIsWrittenAgain) {
  Side writer;
  const Bytes bytes = sample(writer);
  Side reader;
  const auto nogoods = readNogoods(bytes, reader.symbols);
  ASSERT_TRUE(nogoods);
  ASSERT_EQ(nogoods->size(), 3u);
  const auto again = writeNogoods(*nogoods, reader.symbols);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, bytes);
}

TEST(NogoodCode, OfNoNogoodsIsReadAsNone) {
  Side side;
  const auto bytes = writeNogoods({}, side.symbols);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(*bytes, (Bytes{0, 0}));
  const auto nogoods = readNogoods(*bytes, side.symbols);
  ASSERT_TRUE(nogoods);
  EXPECT_TRUE(nogoods->empty());
}

TEST(NogoodCode, CutShortOrTooLongIsAnError) {
  Side writer;
  Bytes bytes = sample(writer);
  for (size_t length = 0; length < bytes.size(); ++length) {
    Side reader;
    EXPECT_FALSE(readNogoods(std::span(bytes).first(length), reader.symbols)) << length;
  }
  bytes.push_back(0);
  Side reader;
  EXPECT_FALSE(readNogoods(bytes, reader.symbols));
}

// A node is its kind, its width, its operands and a value; numbers below 128 are one byte.
constexpr uint8_t kConstant = 0, kSymbol = 1, kAdd = 2, kNot = 11, kExtract = 15, kZeroExtend = 16, kConcat = 18,
                  kEqual = 19, kIfThenElse = 26, kArraySymbol = 28, kSelect = 30, kFloatAdd = 31;

TEST(NogoodCode, TakesWhatIsWellTyped) {
  for (const Bytes& fine : {
           Bytes{1, kSymbol, 1, 0, /**/ 1, 1, 0},
           Bytes{2, kSymbol, 1, 0, kNot, 1, 1, /**/ 2, 1, 0, 1, 1},
           Bytes{3, kSymbol, 8, 0, kConstant, 8, 5, kEqual, 1, 2, 1, /**/ 1, 1, 2},
           Bytes{2, kSymbol, 8, 3, kExtract, 1, 1, 7, /**/ 1, 1, 1},
       }) {
    Side side;
    EXPECT_TRUE(readNogoods(fine, side.symbols));
  }
}

TEST(NogoodCode, RefusesWhatIsNot) {
  const std::vector<std::pair<const char*, Bytes>> hostile = {
      {"a kind that does not exist", {1, 52, 1, 0, 1, 1, 0}},
      {"a kind far beyond", {1, 255, 1, 0, 1, 1, 0}},
      {"no bits", {1, kSymbol, 0, 0, 1, 1, 0}},
      {"too many bits", {1, kSymbol, 65, 0, 1, 1, 0}},
      {"a constant beyond its width", {1, kConstant, 1, 2, 1, 1, 0}},
      {"an array of inputs", {1, kArraySymbol, 0, 0, 0}},
      {"an operand that is itself", {1, kNot, 1, 0, 1, 1, 0}},
      {"an operand that is not there", {2, kSymbol, 1, 0, kNot, 1, 2, 1, 1, 1}},
      {"operands of other widths", {3, kSymbol, 8, 0, kSymbol, 9, 1, kEqual, 1, 2, 1, 1, 1, 2}},
      {"a comparison of eight bits", {2, kSymbol, 8, 0, kEqual, 8, 1, 1, 0}},
      {"a sum of another width", {2, kSymbol, 8, 0, kAdd, 9, 1, 1, 0}},
      {"bits beyond the highest", {2, kSymbol, 8, 0, kExtract, 1, 1, 8, 1, 1, 1}},
      {"more bits than there are", {2, kSymbol, 8, 0, kExtract, 8, 1, 1, 0}},
      {"an extension to less", {2, kSymbol, 8, 0, kZeroExtend, 8, 1, 0}},
      {"pieces that are too wide", {2, kSymbol, 40, 0, kConcat, 80, 1, 1, 0}},
      {"a choice by eight bits", {2, kSymbol, 8, 0, kIfThenElse, 8, 1, 1, 1, 0}},
      {"a read from a word", {2, kSymbol, 64, 0, kSelect, 8, 1, 1, 0}},
      {"a float of eight bits", {2, kSymbol, 8, 0, kFloatAdd, 8, 1, 1, 0}},
      {"a nogood of nothing", {1, kSymbol, 1, 0, 1, 0}},
      {"a literal of eight bits", {1, kSymbol, 8, 0, 1, 1, 0}},
      {"a literal that is not there", {1, kSymbol, 1, 0, 1, 1, 1}},
      {"a second one behind the last", {1, kSymbol, 1, 0, 1, 2, 0, 0}},
      {"very many terms", {0xFF, 0xFF, 0xFF, 0xFF, 0x0F, kSymbol, 1, 0}},
      {"very many nogoods", {0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}},
      {"very many literals", {1, kSymbol, 1, 0, 1, 0xFF, 0xFF, 0xFF, 0x7F, 0}},
      {"a number without an end", {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
  };
  for (const auto& [what, bytes] : hostile) {
    Side side;
    EXPECT_FALSE(readNogoods(bytes, side.symbols)) << what;
  }
}

/// All terms of a side make sense.
void expectWellTyped(const Side& side) {
  for (Term term = 1; term < side.terms.size(); ++term) {
    RC_ASSERT(term::isWellTyped(side.terms, side.terms[term]));
  }
}

RC_GTEST_PROP(NogoodCode, OfAnyBytesIsAnErrorOrWellTyped, (const Bytes& bytes)) {
  Side side;
  static_cast<void>(readNogoods(bytes, side.symbols));
  expectWellTyped(side);
}

RC_GTEST_PROP(NogoodCode, WithChangedBytesIsAnErrorOrWellTyped, ()) {
  Side writer;
  Bytes bytes = sample(writer);
  expectWellTyped(writer);
  const auto changes = *rc::gen::inRange(1, 4);
  for (int k = 0; k < changes; ++k) {
    bytes[*rc::gen::inRange<size_t>(0, bytes.size())] = *rc::gen::arbitrary<uint8_t>();
  }
  Side reader;
  const auto nogoods = readNogoods(bytes, reader.symbols);
  expectWellTyped(reader);
  if (!nogoods) return;
  for (const Nogood& nogood : *nogoods) {
    RC_ASSERT(!nogood.literals.empty());
    for (const Term literal : nogood.literals) RC_ASSERT(reader.terms.widthOf(literal) == 1u);
  }
}

}  // namespace
}  // namespace clew::symbolic
