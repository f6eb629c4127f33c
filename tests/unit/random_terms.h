// Random expressions, each beside the values it must have: built through the constructors of terms and computed beside
// them, operation by operation.
#pragma once

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "term/bits.h"
#include "term/compute.h"
#include "term/term.h"

namespace clew::term {

/// Random expressions in a pool, each beside its values under a few assignments, computed without simplification.
class RandomTerms {
 public:
  static constexpr size_t kSamples = 12;
  using Values = std::array<uint64_t, kSamples>;
  struct Expression {
    Term term;
    Values values;
  };

  explicit RandomTerms(uint64_t seed) : random_(seed) {
    for (const unsigned width : {1u, 1u, 1u, 8u, 8u, 8u, 13u, 16u, 32u, 32u, 32u, 64u, 64u}) addSymbol(width);
  }

  void addSymbol(unsigned width) {
    const Term term = terms.symbol("s", width);
    Values values;
    for (size_t i = 0; i < kSamples; ++i) {
      values[i] = corner(width);
      models[i].values[static_cast<uint32_t>(terms[term].value)] = values[i];
    }
    all.push_back({term, values});
  }

  uint64_t below(uint64_t bound) { return random_() % bound; }

  /// Values at which rules go wrong.
  uint64_t corner(unsigned width) {
    const std::array<uint64_t, 10> corners{
        0, 1, 2, maskOf(width), maskOf(width) - 1, signBit(width), signBit(width) - 1, signBit(width) + 1, 0xFF, 0x80};
    const uint64_t picked = below(3) == 0 ? random_() : corners[below(corners.size())];
    return (below(4) == 0 ? picked >> below(64) : picked) & maskOf(width);
  }

  /// One of the expressions so far, of this width: converted if need be; or a constant.
  Expression pick(unsigned width) {
    if (below(5) == 0) {
      const uint64_t value = corner(width);
      Values values;
      values.fill(value);
      return {terms.constant(value, width), values};
    }
    const size_t recent = below(2) == 0 ? std::min<size_t>(all.size(), 12) : all.size();
    const Expression found = all[all.size() - 1 - below(recent)];
    const unsigned from = terms.widthOf(found.term);
    if (from == width) return found;
    if (from > width) {
      const auto lowest = static_cast<unsigned>(below(from - width + 1));
      return make(Kind::Extract, width, {found}, below(2) == 0 ? 0 : lowest);
    }
    return make(below(2) == 0 ? Kind::ZeroExtend : Kind::SignExtend, width, {found});
  }

  Expression make(Kind kind, unsigned width, std::vector<Expression> of, unsigned lowest = 0) {
    of.resize(3, Expression{kNoTerm, {}});
    Expression result;
    const unsigned operandWidth = terms.widthOf(of[0].term);
    for (size_t i = 0; i < kSamples; ++i) {
      result.values[i] = compute(kind, width, operandWidth, lowest, of[0].values[i], of[1].values[i], of[2].values[i]);
    }
    result.term = kind == Kind::Extract ? terms.extract(of[0].term, lowest, width)
                                        : terms.apply(kind, width, of[0].term, of[1].term, of[2].term);
    return result;
  }

  unsigned anyWidth() {
    const std::array<unsigned, 8> widths{1, 1, 8, 8, 13, 32, 32, 64};
    return widths[below(widths.size())];
  }

  void grow() {
    static constexpr std::array kSameWidth{Kind::Add,  Kind::Add,  Kind::Add,  Kind::Mul, Kind::UDiv, Kind::SDiv,
                                           Kind::URem, Kind::SRem, Kind::And,  Kind::Or,  Kind::Xor,  Kind::And,
                                           Kind::Or,   Kind::Shl,  Kind::LShr, Kind::AShr};
    static constexpr std::array kTests{Kind::Equal,        Kind::Equal,        Kind::Less,         Kind::LessSigned,
                                       Kind::AddOverflows, Kind::SubOverflows, Kind::MulOverflows, Kind::UMulOverflows};
    const unsigned width = anyWidth();
    switch (below(6)) {
      case 0:
      case 1: all.push_back(make(kSameWidth[below(kSameWidth.size())], width, {pick(width), pick(width)})); break;
      case 2: all.push_back(make(kTests[below(kTests.size())], 1, {pick(width), pick(width)})); break;
      case 3: all.push_back(make(Kind::IfThenElse, width, {pick(1), pick(width), pick(width)})); break;
      case 4:
        if (width < 33) all.push_back(make(Kind::Concat, 2 * width, {pick(width), pick(width)}));
        break;
      default: all.push_back(below(2) == 0 ? make(Kind::Not, width, {pick(width)}) : difference(width)); break;
    }
  }

  Expression difference(unsigned width) {
    const Expression a = pick(width);
    const Expression b = pick(width);
    Expression result{terms.sub(a.term, b.term), {}};
    for (size_t i = 0; i < kSamples; ++i) result.values[i] = (a.values[i] - b.values[i]) & maskOf(width);
    return result;
  }

  Terms terms;
  std::array<Model, kSamples> models;
  std::vector<Expression> all;

 private:
  std::mt19937_64 random_;
};

/// What was simplified evaluates to the values, and all terms lie in their ranges.
inline void expectSameValues(RandomTerms& random) {
  for (size_t i = 0; i < RandomTerms::kSamples; ++i) {
    Evaluator evaluate(random.terms, random.models[i]);
    for (const RandomTerms::Expression& expression : random.all) {
      RC_ASSERT(evaluate(expression.term) == expression.values[i]);
    }
    for (Term term = 1; term < random.terms.size(); ++term) {
      if (random.terms.widthOf(term) == 0) continue;
      const Range& range = random.terms.rangeOf(term);
      RC_ASSERT(evaluate(term) >= range.least);
      RC_ASSERT(evaluate(term) <= range.most);
    }
  }
}

}  // namespace clew::term
