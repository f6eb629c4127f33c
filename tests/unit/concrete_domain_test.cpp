// Values with undefined bits, compared with an oracle that tries every completion of those bits. What may
// never happen (soundness): a result bit that depends on an undefined bit is called defined, or a defined
// result bit has the wrong value. Most operations promise the converse too (exactness): a bit that is the
// same for all completions is defined. Multiplication and shifts by an undefined distance do not.
#include "machine/concrete_domain.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace clew::machine {
namespace {

using Domain = ConcreteDomain;
using Value = Domain::Value;
using Result = std::optional<uint64_t>;  // nothing: the operation has no result for these numbers

std::string textOf(Value value, unsigned width) {
  std::string text;
  for (unsigned bit = width; bit-- > 0;) {
    text += (value.undefined >> bit & 1) != 0 ? '?' : (value.bits >> bit & 1) != 0 ? '1' : '0';
  }
  return text;
}

/// Every number that the value could be.
std::vector<uint64_t> completions(Value value) {
  std::vector<uint64_t> all;
  uint64_t subset = 0;
  do {
    all.push_back(value.bits | subset);
    subset = (subset - value.undefined) & value.undefined;
  } while (subset != 0);
  return all;
}

/// Collects results and describes them as tightly as a value can.
class Tightest {
 public:
  void add(Result result) {
    if (!result) {
      everything_ = true;
      return;
    }
    if (!first_) first_ = result;
    varying_ |= *first_ ^ *result;
  }
  Value value(unsigned width) const {
    if (everything_) return Domain::undefinedValue(width);
    const uint64_t undefined = varying_ & maskOf(width);
    return {*first_ & maskOf(width) & ~undefined, undefined};
  }

 private:
  Result first_;
  uint64_t varying_ = 0;
  bool everything_ = false;
};

bool isCanonical(Value value, unsigned width) {
  return (value.bits & value.undefined) == 0 && ((value.bits | value.undefined) & ~maskOf(width)) == 0;
}

bool isSound(Value value, Value tightest, unsigned width) {
  return isCanonical(value, width) && (tightest.undefined & ~value.undefined) == 0 &&
         value.bits == (tightest.bits & ~value.undefined);
}

enum class Promise {
  Exact,
  ExactIfSecondIsDefined,
  Sound
};

struct Operation {
  const char* name;
  Value (*compute)(Value, Value, unsigned width);
  Result (*meaning)(uint64_t, uint64_t, unsigned width);
  Promise promise = Promise::Exact;
  bool comparison = false;

  unsigned resultWidth(unsigned width) const { return comparison ? 1 : width; }

  /// Empty if the operation keeps its promise on these operands, or what is wrong.
  std::string complaint(Value a, Value b, unsigned width) const {
    Tightest results;
    for (const uint64_t x : completions(a)) {
      for (const uint64_t y : completions(b)) results.add(meaning(x, y, width));
    }
    const unsigned wide = resultWidth(width);
    const Value expected = results.value(wide);
    const Value found = compute(a, b, width);
    const bool exact = promise == Promise::Exact ||
                       (promise == Promise::ExactIfSecondIsDefined && Domain::isDefined(b)) ||
                       (Domain::isDefined(a) && Domain::isDefined(b));
    if (isSound(found, expected, wide) && (!exact || found.undefined == expected.undefined)) return "";
    return std::string(name) + "(" + textOf(a, width) + ", " + textOf(b, width) + ") is " + textOf(found, wide) +
           ", expected " + textOf(expected, wide);
  }
};

Result inRange(uint64_t distance, unsigned width, uint64_t result) {
  return distance < width ? Result(result) : std::nullopt;
}

int64_t number(uint64_t bits, unsigned width) { return signExtend(bits, width); }

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = {
      {"add", Domain::add, [](auto x, auto y, unsigned) { return Result(x + y); }},
      {"sub", Domain::sub, [](auto x, auto y, unsigned) { return Result(x - y); }},
      {"mul", Domain::mul, [](auto x, auto y, unsigned) { return Result(x * y); }, Promise::Sound},
      {"and", [](Value a, Value b, unsigned) { return Domain::bitAnd(a, b); },
       [](auto x, auto y, unsigned) { return Result(x & y); }},
      {"or", [](Value a, Value b, unsigned) { return Domain::bitOr(a, b); },
       [](auto x, auto y, unsigned) { return Result(x | y); }},
      {"xor", [](Value a, Value b, unsigned) { return Domain::bitXor(a, b); },
       [](auto x, auto y, unsigned) { return Result(x ^ y); }},
      {"shl", Domain::shl, [](auto x, auto y, unsigned width) { return inRange(y, width, x << (y & 63)); },
       Promise::ExactIfSecondIsDefined},
      {"lshr", Domain::lshr, [](auto x, auto y, unsigned width) { return inRange(y, width, x >> (y & 63)); },
       Promise::ExactIfSecondIsDefined},
      {"ashr", Domain::ashr,
       [](auto x, auto y, unsigned width) {
         return inRange(y, width, static_cast<uint64_t>(number(x, width) >> (y & 63)));
       },
       Promise::ExactIfSecondIsDefined},
      {"equal", [](Value a, Value b, unsigned) { return Domain::equal(a, b); },
       [](auto x, auto y, unsigned) { return Result(x == y); }, Promise::Exact, true},
      {"notEqual", [](Value a, Value b, unsigned) { return Domain::notEqual(a, b); },
       [](auto x, auto y, unsigned) { return Result(x != y); }, Promise::Exact, true},
      {"less", [](Value a, Value b, unsigned) { return Domain::less(a, b); },
       [](auto x, auto y, unsigned) { return Result(x < y); }, Promise::Exact, true},
      {"lessEqual", [](Value a, Value b, unsigned) { return Domain::lessEqual(a, b); },
       [](auto x, auto y, unsigned) { return Result(x <= y); }, Promise::Exact, true},
      {"lessSigned", Domain::lessSigned,
       [](auto x, auto y, unsigned width) { return Result(number(x, width) < number(y, width)); }, Promise::Exact,
       true},
      {"lessEqualSigned", Domain::lessEqualSigned,
       [](auto x, auto y, unsigned width) { return Result(number(x, width) <= number(y, width)); }, Promise::Exact,
       true},
      {"strict",
       [](Value a, Value b, unsigned width) {
         return Domain::strict(width, [](uint64_t x, uint64_t y) { return 31 * x + y; }, a, b);
       },
       [](auto x, auto y, unsigned) { return Result(31 * x + y); }, Promise::Sound},
  };
  return all;
}

/// All values of a width in canonical form.
std::vector<Value> allValues(unsigned width) {
  std::vector<Value> all;
  for (uint64_t undefined = 0; undefined <= maskOf(width); ++undefined) {
    for (uint64_t bits = 0; bits <= maskOf(width); ++bits) {
      if ((bits & undefined) == 0) all.push_back({bits, undefined});
    }
  }
  return all;
}

/// A value in canonical form; often fully defined, since that case is a path of its own.
rc::Gen<Value> valueOf(unsigned width) {
  const auto word = rc::gen::map(rc::gen::arbitrary<uint64_t>(), [=](uint64_t bits) { return bits & maskOf(width); });
  return rc::gen::map(rc::gen::tuple(word, word, rc::gen::inRange(0, 4)), [](const auto& parts) {
    const uint64_t undefined = std::get<2>(parts) == 0 ? 0 : std::get<1>(parts);
    return Value{std::get<0>(parts) & ~undefined, undefined};
  });
}

TEST(ConcreteDomain, KeepsItsPromisesOnAllOperandsOfUpToFourBits) {
  for (unsigned width = 1; width <= 4; ++width) {
    const auto values = allValues(width);
    for (const Operation& operation : operations()) {
      for (const Value a : values) {
        for (const Value b : values) ASSERT_EQ(operation.complaint(a, b, width), "");
      }
    }
  }
}

RC_GTEST_PROP(ConcreteDomain, KeepsItsPromisesOnOperandsOfFiveAndSixBits, ()) {
  const unsigned width = *rc::gen::inRange(5u, 7u);
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  for (const Operation& operation : operations()) RC_ASSERT(operation.complaint(a, b, width) == "");
}

RC_GTEST_PROP(ConcreteDomain, SaysNothingWrongAboutAnyCompletionOfWideOperands, ()) {
  const unsigned width = *rc::gen::element(8u, 16u, 32u, 63u, 64u);
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  const uint64_t x = a.bits | (*rc::gen::arbitrary<uint64_t>() & a.undefined);
  const uint64_t y = b.bits | (*rc::gen::arbitrary<uint64_t>() & b.undefined);
  for (const Operation& operation : operations()) {
    const unsigned wide = operation.resultWidth(width);
    const Value found = operation.compute(a, b, width);
    RC_ASSERT(isCanonical(found, wide));
    const Result result = operation.meaning(x, y, width);
    RC_ASSERT(!result || found.bits == (*result & maskOf(wide) & ~found.undefined));
    RC_ASSERT(result || found.undefined == maskOf(wide));
  }
}

TEST(ConcreteDomain, ChangesWidthsExactly) {
  for (unsigned from = 1; from <= 5; ++from) {
    for (const Value a : allValues(from)) {
      for (const unsigned to : {from, from + 1, 32u, 64u}) {
        Tightest extended;
        for (const uint64_t x : completions(a)) extended.add(static_cast<uint64_t>(signExtend(x, from)));
        const Value found = Domain::signExtended(a, from, to);
        ASSERT_EQ(textOf(found, to), textOf(extended.value(to), to)) << textOf(a, from);
        ASSERT_TRUE(isCanonical(found, to));
      }
      for (unsigned to = 1; to <= from; ++to) {
        ASSERT_EQ(textOf(Domain::truncate(a, to), to), textOf(a, from).substr(from - to));
        ASSERT_TRUE(isCanonical(Domain::truncate(a, to), to));
      }
    }
  }
}

TEST(ConcreteDomain, SelectsExactly) {
  constexpr unsigned kWidth = 3;
  for (const Value condition : allValues(1)) {
    for (const Value yes : allValues(kWidth)) {
      for (const Value no : allValues(kWidth)) {
        Tightest results;
        for (const uint64_t chosen : completions(condition)) {
          for (const uint64_t each : completions(chosen != 0 ? yes : no)) results.add(each);
        }
        const Value found = Domain::select(condition, yes, no);
        ASSERT_EQ(textOf(found, kWidth), textOf(results.value(kWidth), kWidth));
        ASSERT_TRUE(isCanonical(found, kWidth));
      }
    }
  }
}

TEST(ConcreteDomain, KnowsThatZeroTimesAnythingIsZero) {
  const Value product = Domain::mul(Domain::constant(0), Domain::undefinedValue(32), 32);
  EXPECT_EQ(product.bits, 0u);
  EXPECT_EQ(product.undefined, 0u);
}

TEST(ConcreteDomain, KeepsTheLowBitsDefinedWhenAnUndefinedIndexIsScaled) {
  EXPECT_EQ(Domain::mul(Domain::undefinedValue(32), Domain::constant(8), 64).undefined & 7, 0u);
}

TEST(ConcreteDomain, ShiftsThroughTheFullWidth) {
  const Value top = Domain::shl(Domain::constant(1), Domain::constant(63), 64);
  EXPECT_EQ(top.bits, uint64_t{1} << 63);
  EXPECT_EQ(Domain::lshr(top, Domain::constant(63), 64).bits, 1u);
  EXPECT_EQ(Domain::ashr(top, Domain::constant(63), 64).bits, ~uint64_t{0});
  EXPECT_EQ(Domain::shl(Domain::constant(1), Domain::constant(64), 64).undefined, ~uint64_t{0});
}

}  // namespace
}  // namespace clew::machine
