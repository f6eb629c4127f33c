// Values with undefined bits, compared with an oracle that tries every completion of those bits. What may
// never happen (soundness): a result bit that depends on an undefined bit is called defined, or a defined
// result bit has the wrong value. What the domain promises beyond that (precision) is stated operation by
// operation below; multiplication and shifts by an undefined distance promise none.
#include "machine/concrete_domain.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace clew::machine {
namespace {

using Domain = ConcreteDomain;
using Value = Domain::Value;

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

/// The tightest value over all results; nothing if for some completion there is no result at all.
std::optional<Value> tightest(const std::vector<std::optional<uint64_t>>& results, unsigned width) {
  uint64_t varying = 0;
  for (const auto& result : results) {
    if (!result) return std::nullopt;
    varying |= *result ^ *results.front();
  }
  varying &= maskOf(width);
  return Value{*results.front() & maskOf(width) & ~varying, varying};
}

void requireCanonical(Value value, unsigned width) {
  RC_ASSERT((value.bits & value.undefined) == 0u);
  RC_ASSERT(((value.bits | value.undefined) & ~maskOf(width)) == 0u);
}

/// `value` says nothing wrong about results of which `expected` is the tightest description.
void requireSound(Value value, const std::optional<Value>& expected, unsigned width) {
  requireCanonical(value, width);
  if (!expected) {
    RC_ASSERT(value.undefined == maskOf(width));
    return;
  }
  RC_ASSERT((expected->undefined & ~value.undefined) == 0u);
  RC_ASSERT(value.bits == (expected->bits & ~value.undefined));
}

void requireExact(Value value, const std::optional<Value>& expected, unsigned width) {
  requireSound(value, expected, width);
  if (expected) RC_ASSERT(value.undefined == expected->undefined);
}

using Result = std::optional<uint64_t>;
using Oracle = std::function<Result(uint64_t, uint64_t)>;

std::optional<Value> expectedOf(Value a, Value b, unsigned width, const Oracle& oracle) {
  std::vector<Result> results;
  for (const uint64_t x : completions(a)) {
    for (const uint64_t y : completions(b)) results.push_back(oracle(x, y));
  }
  return tightest(results, width);
}

/// A value in canonical form; often fully defined, since that is the path that is special.
rc::Gen<Value> valueOf(unsigned width) {
  const auto number = rc::gen::map(rc::gen::arbitrary<uint64_t>(), [=](uint64_t bits) { return bits & maskOf(width); });
  return rc::gen::map(rc::gen::tuple(number, number, rc::gen::inRange(0, 4)), [](const auto& parts) {
    const uint64_t undefined = std::get<2>(parts) == 0 ? 0 : std::get<1>(parts);
    return Value{std::get<0>(parts) & ~undefined, undefined};
  });
}

unsigned smallWidth() { return *rc::gen::inRange(1u, 7u); }

int64_t asSigned(uint64_t bits, unsigned width) { return signExtend(bits, width); }

RC_GTEST_PROP(ConcreteDomain, AddsAndSubtractsExactlyPerBit, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  requireExact(Domain::add(a, b, width), expectedOf(a, b, width, [](auto x, auto y) { return Result(x + y); }), width);
  requireExact(Domain::sub(a, b, width), expectedOf(a, b, width, [](auto x, auto y) { return Result(x - y); }), width);
}

RC_GTEST_PROP(ConcreteDomain, MultipliesSoundly, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  const Value product = Domain::mul(a, b, width);
  requireSound(product, expectedOf(a, b, width, [](auto x, auto y) { return Result(x * y); }), width);
  if (Domain::isDefined(a) && Domain::isDefined(b)) RC_ASSERT(Domain::isDefined(product));
}

TEST(ConcreteDomain, KnowsThatZeroTimesAnythingIsZero) {
  const Value product = Domain::mul(Domain::constant(0), Domain::undefinedValue(32), 32);
  EXPECT_EQ(product.bits, 0u);
  EXPECT_EQ(product.undefined, 0u);
}

TEST(ConcreteDomain, KeepsTheLowBitsDefinedWhenAnUndefinedIndexIsScaled) {
  const Value scaled = Domain::mul(Domain::undefinedValue(32), Domain::constant(8), 64);
  EXPECT_EQ(scaled.undefined & 7, 0u);
}

RC_GTEST_PROP(ConcreteDomain, ComputesLogicExactlyPerBit, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  requireExact(Domain::bitAnd(a, b), expectedOf(a, b, width, [](auto x, auto y) { return Result(x & y); }), width);
  requireExact(Domain::bitOr(a, b), expectedOf(a, b, width, [](auto x, auto y) { return Result(x | y); }), width);
  requireExact(Domain::bitXor(a, b), expectedOf(a, b, width, [](auto x, auto y) { return Result(x ^ y); }), width);
}

/// The three shifts with their meaning on numbers.
struct Shift {
  Value (*shift)(Value, Value, unsigned);
  uint64_t (*meaning)(uint64_t, uint64_t, unsigned);
};
constexpr Shift kShifts[] = {
    {Domain::shl, [](uint64_t x, uint64_t y, unsigned) { return x << y; }},
    {Domain::lshr, [](uint64_t x, uint64_t y, unsigned) { return x >> y; }},
    {Domain::ashr, [](uint64_t x, uint64_t y, unsigned width) { return static_cast<uint64_t>(signExtend(x, width) >> y); }},
};

RC_GTEST_PROP(ConcreteDomain, ShiftsByADefinedDistanceExactlyPerBit, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = Domain::constant(*rc::gen::inRange<uint64_t>(0, width + 3));
  for (const Shift& shift : kShifts) {
    const Oracle oracle = [&](uint64_t x, uint64_t y) { return y < width ? Result(shift.meaning(x, y, width)) : Result(); };
    requireExact(shift.shift(a, b, width), expectedOf(a, b, width, oracle), width);
  }
}

RC_GTEST_PROP(ConcreteDomain, ShiftsByAnUndefinedDistanceSoundly, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  for (const Shift& shift : kShifts) {
    const Oracle oracle = [&](uint64_t x, uint64_t y) { return y < width ? Result(shift.meaning(x, y, width)) : Result(); };
    requireSound(shift.shift(a, b, width), expectedOf(a, b, width, oracle), width);
  }
}

TEST(ConcreteDomain, ShiftsBitsThroughTheFullWidth) {
  const Value top = Domain::shl(Domain::constant(1), Domain::constant(63), 64);
  EXPECT_EQ(top.bits, uint64_t{1} << 63);
  EXPECT_EQ(Domain::lshr(top, Domain::constant(63), 64).bits, 1u);
  EXPECT_EQ(Domain::ashr(top, Domain::constant(63), 64).bits, ~uint64_t{0});
  EXPECT_EQ(Domain::shl(Domain::constant(1), Domain::constant(64), 64).undefined, ~uint64_t{0});
}

RC_GTEST_PROP(ConcreteDomain, ComparesExactly, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  const auto expected = [&](auto meaning) {
    return expectedOf(a, b, 1, [&](uint64_t x, uint64_t y) { return Result(meaning(x, y) ? 1 : 0); });
  };
  requireExact(Domain::equal(a, b), expected([](auto x, auto y) { return x == y; }), 1);
  requireExact(Domain::notEqual(a, b), expected([](auto x, auto y) { return x != y; }), 1);
  requireExact(Domain::less(a, b), expected([](auto x, auto y) { return x < y; }), 1);
  requireExact(Domain::lessEqual(a, b), expected([](auto x, auto y) { return x <= y; }), 1);
}

RC_GTEST_PROP(ConcreteDomain, ComparesSignedNumbersSoundlyAndDefinedOnesExactly, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  const auto expected = [&](auto meaning) {
    return expectedOf(a, b, 1, [&](uint64_t x, uint64_t y) {
      return Result(meaning(asSigned(x, width), asSigned(y, width)) ? 1 : 0);
    });
  };
  requireExact(Domain::lessSigned(a, b, width), expected([](auto x, auto y) { return x < y; }), 1);
  requireExact(Domain::lessEqualSigned(a, b, width), expected([](auto x, auto y) { return x <= y; }), 1);
}

RC_GTEST_PROP(ConcreteDomain, ChangesWidthsExactlyPerBit, ()) {
  const unsigned from = smallWidth();
  const unsigned to = *rc::gen::inRange(from, 65u);
  const unsigned smaller = *rc::gen::inRange(1u, from + 1);
  const Value a = *valueOf(from);
  const Value zero = Domain::constant(0);
  requireExact(Domain::signExtended(a, from, to), expectedOf(a, zero, to, [&](auto x, auto) {
    return Result(static_cast<uint64_t>(signExtend(x, from)));
  }), to);
  requireExact(Domain::truncate(a, smaller), expectedOf(a, zero, smaller, [](auto x, auto) { return Result(x); }), smaller);
}

RC_GTEST_PROP(ConcreteDomain, SelectsExactlyPerBit, ()) {
  const unsigned width = smallWidth();
  const Value condition = *valueOf(1);
  const Value yes = *valueOf(width);
  const Value no = *valueOf(width);
  std::vector<Result> results;
  for (const uint64_t chosen : completions(condition)) {
    for (const uint64_t number : completions(chosen != 0 ? yes : no)) results.emplace_back(number);
  }
  requireExact(Domain::select(condition, yes, no), tightest(results, width), width);
}

RC_GTEST_PROP(ConcreteDomain, AppliesStrictFunctionsOnlyToDefinedOperands, ()) {
  const unsigned width = smallWidth();
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  const Value value = Domain::strict(width, [](uint64_t x, uint64_t y) { return x * 31 + y; }, a, b);
  requireSound(value, expectedOf(a, b, width, [](auto x, auto y) { return Result(x * 31 + y); }), width);
  RC_ASSERT(Domain::isDefined(value) == (Domain::isDefined(a) && Domain::isDefined(b)));
}

RC_GTEST_PROP(ConcreteDomain, KeepsCanonicalFormAtFullWidth, ()) {
  const unsigned width = *rc::gen::element(8u, 16u, 32u, 63u, 64u);
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  for (const Value& value : {Domain::add(a, b, width), Domain::sub(a, b, width), Domain::mul(a, b, width),
                             Domain::bitAnd(a, b), Domain::bitOr(a, b), Domain::bitXor(a, b), Domain::shl(a, b, width),
                             Domain::lshr(a, b, width), Domain::ashr(a, b, width), Domain::select(*valueOf(1), a, b)}) {
    requireCanonical(value, width);
  }
  for (const Value& value : {Domain::equal(a, b), Domain::notEqual(a, b), Domain::less(a, b), Domain::lessEqual(a, b),
                             Domain::lessSigned(a, b, width), Domain::lessEqualSigned(a, b, width)}) {
    requireCanonical(value, 1);
  }
}

RC_GTEST_PROP(ConcreteDomain, IsSoundAtFullWidthOnSampledCompletions, ()) {
  const unsigned width = *rc::gen::element(8u, 16u, 32u, 63u, 64u);
  const Value a = *valueOf(width);
  const Value b = *valueOf(width);
  const uint64_t x = a.bits | (*rc::gen::arbitrary<uint64_t>() & a.undefined);
  const uint64_t y = b.bits | (*rc::gen::arbitrary<uint64_t>() & b.undefined);
  const auto agrees = [&](Value value, uint64_t result) {
    RC_ASSERT(value.bits == (result & maskOf(width) & ~value.undefined));
  };
  agrees(Domain::add(a, b, width), x + y);
  agrees(Domain::sub(a, b, width), x - y);
  agrees(Domain::mul(a, b, width), x * y);
  agrees(Domain::bitAnd(a, b), x & y);
  agrees(Domain::bitOr(a, b), x | y);
  agrees(Domain::bitXor(a, b), x ^ y);
}

}  // namespace
}  // namespace clew::machine
