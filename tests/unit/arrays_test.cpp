// Arrays inside objects, against bytes: whatever was written where, a read gives what is there.
#include "symbolic/arrays.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace {

using clew::symbolic::Arrays;
using clew::symbolic::PathCondition;
using clew::symbolic::PlacedValue;
using clew::symbolic::Places;
using clew::term::Evaluator;
using clew::term::Kind;
using clew::term::Model;
using clew::term::Term;
using clew::term::Terms;

constexpr uint64_t kBytes = 64;

/// An array of so few bytes that offsets meet, beside the bytes that it stands for under a model.
struct World {
  explicit World(unsigned pointerBits) : width(pointerBits) {
    for (uint32_t i = 0; i < 6; ++i) {
      symbols.push_back(terms.symbol("i", 8));
      model.values[i] = *rc::gen::inRange<uint64_t>(0, 6);
    }
  }

  /// A place for so many bytes: a constant, or `stride * symbol + first`.
  std::pair<Places, uint64_t> pick(unsigned bytes) {
    const auto first = *rc::gen::inRange<uint64_t>(0, 12);
    if (*rc::gen::inRange(0, 4) == 0) return {{terms.constant(first, width), first, 1, first}, first};
    const auto stride = *rc::gen::inRange<uint64_t>(1, 9);
    const auto which = *rc::gen::inRange<uint32_t>(0, 6);
    const Term scaled = terms.mul(terms.zeroExtend(symbols[which], width), terms.constant(stride, width));
    const Term offset = terms.add(scaled, terms.constant(first, width));
    // Places as they are counted where an access is resolved: all of that stride in the object.
    const uint64_t step = stride & (0 - stride);
    const uint64_t start = first % step;
    const uint64_t last = start + (kBytes - bytes - start) / step * step;
    return {{offset, start, step, last}, model.values[which] * stride + first};
  }

  uint64_t wordAt(uint64_t place, unsigned size) const {
    uint64_t word = 0;
    for (unsigned k = 0; k < size; ++k) word |= uint64_t{bytes[place + k]} << (8 * k);
    return word;
  }

  void write(Arrays& arrays, unsigned size) {
    const auto [places, place] = pick(size);
    const auto word = *rc::gen::arbitrary<uint64_t>() & (~uint64_t{0} >> (64 - 8 * size));
    for (unsigned k = 0; k < size; ++k) bytes[place + k] = static_cast<uint8_t>(word >> (8 * k));
    if (terms.isConstant(places.offset)) {
      std::vector<PlacedValue> leaves;
      for (unsigned k = 0; k < size; ++k) leaves.push_back({place + k, terms.constant(bytes[place + k], 8)});
      array = arrays.put(array, leaves);
    } else {
      array = arrays.write(array, places.offset, size, terms.constant(word, 8 * size));
    }
  }

  unsigned width;
  Terms terms;
  std::vector<Term> symbols;
  Model model;
  Term array = terms.arrayZero();
  std::array<uint8_t, kBytes> bytes{};
};

unsigned pickSize() { return *rc::gen::element(1u, 2u, 4u, 8u); }

RC_GTEST_PROP(Arrays, AReadGivesWhatWasWrittenLast, ()) {
  World world(*rc::gen::element(32u, 64u));
  PathCondition path(world.terms);
  Arrays arrays(world.terms, path);
  const auto steps = *rc::gen::inRange(1, 120);
  for (int step = 0; step < steps; ++step) {
    world.write(arrays, pickSize());
    const unsigned size = pickSize();
    const auto [places, place] = world.pick(size);
    Evaluator evaluate(world.terms, world.model);
    RC_ASSERT(evaluate(arrays.read(world.array, places, size)) == world.wordAt(place, size));
  }
}

RC_GTEST_PROP(Arrays, PlacesThatThePathExcludesAreLeftOut, ()) {
  Terms terms;
  PathCondition path(terms);
  Arrays arrays(terms, path);
  const Term index = terms.symbol("i", 32);
  const auto least = *rc::gen::inRange<uint64_t>(0, 1000);
  const auto most = *rc::gen::inRange<uint64_t>(least, 1000);
  path.assume(terms.lessEqual(terms.constant(least, 32), index));
  path.assume(terms.lessEqual(index, terms.constant(most, 32)));
  Places places{terms.mul(terms.zeroExtend(index, 64), terms.constant(4, 64)), 0, 4, 4000};
  arrays.narrow(places);
  RC_ASSERT(places.first <= 4 * least);
  RC_ASSERT(places.last >= 4 * most);
  RC_ASSERT(places.first % 4 == 0 && places.last % 4 == 0);
}

RC_GTEST_PROP(Arrays, AChoiceIsTheLeafAtTheOffset, ()) {
  Terms terms;
  PathCondition path(terms);
  Arrays arrays(terms, path);
  const Term offset = terms.symbol("offset", 64);
  Places places{offset, *rc::gen::inRange<uint64_t>(0, 20), *rc::gen::inRange<uint64_t>(1, 20), 0};
  places.last = places.first + places.stride * *rc::gen::inRange<uint64_t>(0, 100);
  std::vector<PlacedValue> leaves;
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    if (*rc::gen::arbitrary<bool>()) leaves.push_back({place, terms.constant(place + 1, 16)});
  }
  const Term word = arrays.choose(places, leaves, terms.constant(0, 16));
  for (uint64_t place = places.first; place <= places.last; place += places.stride) {
    Model model;
    model.values[0] = place;
    Evaluator evaluate(terms, model);
    const bool isLeaf =
        std::any_of(leaves.begin(), leaves.end(), [&](const PlacedValue& leaf) { return leaf.place == place; });
    RC_ASSERT(evaluate(word) == (isLeaf ? place + 1 : 0));
  }
}

TEST(Arrays, WordsAreReadAsTheyWereWritten) {
  Terms terms;
  PathCondition path(terms);
  Arrays arrays(terms, path);
  const auto at = [&](Term index) { return terms.mul(terms.zeroExtend(index, 64), terms.constant(4, 64)); };
  const Term i = at(terms.symbol("i", 32));
  const Term j = at(terms.symbol("j", 32));
  const Term x = terms.symbol("x", 32);
  const Term y = terms.symbol("y", 32);
  const Term first = arrays.write(terms.arrayZero(), i, 4, x);
  const Term second = arrays.write(first, j, 4, y);
  const Places places{i, 0, 4, 4000};
  EXPECT_EQ(arrays.read(first, places, 4), x);
  EXPECT_EQ(arrays.read(second, places, 4), terms.ifThenElse(terms.equal(i, j), y, x));
  EXPECT_EQ(arrays.write(second, j, 4, x), arrays.write(first, j, 4, x)) << "what is overwritten is gone";
  path.assume(terms.bitNot(terms.equal(i, j)));
  EXPECT_EQ(arrays.read(second, places, 4), x) << "the path knows";
}

TEST(Arrays, MembersOfElementsAreApart) {
  Terms terms;
  PathCondition path(terms);
  Arrays arrays(terms, path);
  const auto at = [&](Term index) { return terms.mul(terms.zeroExtend(index, 64), terms.constant(12, 64)); };
  const Term i = at(terms.symbol("i", 32));
  const Term j = terms.add(at(terms.symbol("j", 32)), terms.constant(4, 64));
  const Term x = terms.symbol("x", 32);
  const Term array = arrays.write(arrays.write(terms.arrayZero(), i, 4, x), j, 4, terms.constant(7, 32));
  EXPECT_EQ(arrays.read(array, {i, 0, 12, 1200}, 4), x);
}

TEST(Arrays, WhatIsBelowManyWritesIsASelect) {
  Terms terms;
  PathCondition path(terms);
  Arrays arrays(terms, path);
  Model model;
  Term array = terms.arrayZero();
  for (uint32_t k = 0; k < 3 * Arrays::kMostWrites; ++k) {
    const Term index = terms.symbol("i", 64);
    model.values[k] = k;
    array = arrays.write(array, index, 1, terms.constant(k % 100, 8));
  }
  const Term index = terms.symbol("j", 64);
  const Term byte = arrays.read(array, {index, 0, 1, 1000}, 1);
  for (const uint64_t place : {0, 5, 64, 150, 191, 192}) {
    model.values[3 * Arrays::kMostWrites] = place;
    Evaluator evaluate(terms, model);
    EXPECT_EQ(evaluate(byte), place < 192 ? place % 100 : 0);
  }
}

TEST(Arrays, TablesThatAreOverwrittenDoNotGrow) {
  Terms terms;
  PathCondition path(terms);
  Arrays arrays(terms, path);
  Term array = terms.arrayZero();
  for (uint64_t round = 0; round < 1000; ++round) {
    std::vector<PlacedValue> bytes;
    for (uint64_t place = 0; place < 50; ++place) bytes.push_back({place, terms.constant(place + round, 8)});
    array = arrays.put(array, bytes);
  }
  size_t stores = 0;
  for (Term at = array; terms[at].kind == Kind::Store; at = terms[at].a) ++stores;
  EXPECT_LE(stores, 250u);
}

}  // namespace
