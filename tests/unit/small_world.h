// Terms over three inputs of three bits, so that what a solver says can be compared with trying all values.
#pragma once

#include <rapidcheck.h>

#include <array>
#include <bitset>
#include <span>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace clew {

class SmallWorld {
 public:
  static constexpr unsigned kWidth = 3;
  static constexpr unsigned kInputs = 3;
  static constexpr size_t kCases = size_t{1} << (kWidth * kInputs);
  using Cases = std::bitset<kCases>;

  SmallWorld() {
    for (unsigned number = 0; number < kInputs; ++number) {
      inputs[number] = terms.symbol(std::string(1, static_cast<char>('x' + number)), kWidth);
      numbers_[number] = static_cast<uint32_t>(terms[inputs[number]].value);
    }
  }

  /// The values of the inputs under which a term of one bit is true.
  const Cases& casesOf(term::Term literal) {
    const auto [place, isNew] = known_.try_emplace(literal);
    if (!isNew) return place->second;
    for (size_t number = 0; number < kCases; ++number) {
      const term::Model model = modelOf(number);
      place->second[number] = term::Evaluator(terms, model)(literal) == 1;
    }
    return place->second;
  }
  Cases casesOf(std::span<const term::Term> conjunction) {
    Cases cases;
    cases.set();
    for (const term::Term literal : conjunction) cases &= casesOf(literal);
    return cases;
  }
  bool isSatisfiable(std::span<const term::Term> conjunction) { return casesOf(conjunction).any(); }

  term::Term input() { return inputs[*rc::gen::inRange<size_t>(0, kInputs)]; }
  term::Term constant() { return terms.constant(*rc::gen::inRange<uint64_t>(0, 1u << kWidth), kWidth); }
  /// Less, LessSigned (unless only unsigned is asked for) or Equal of two terms, either way; inequalities on request.
  term::Term comparison(term::Term a, term::Term b, bool isSigned, bool unequal) {
    const auto kind = *rc::gen::inRange(0, 5);
    if (kind == 0) return unequal && *rc::gen::arbitrary<bool>() ? terms.bitNot(terms.equal(a, b)) : terms.equal(a, b);
    const term::Term less = isSigned ? terms.lessSigned(a, b) : terms.less(a, b);
    return kind < 3 ? less : terms.bitNot(less);
  }

  term::Terms terms;
  std::array<term::Term, kInputs> inputs;

 private:
  term::Model modelOf(size_t number) const {
    term::Model model;
    for (unsigned input = 0; input < kInputs; ++input) {
      model.values[numbers_[input]] = number >> (kWidth * input) & ((1u << kWidth) - 1);
    }
    return model;
  }

  std::array<uint32_t, kInputs> numbers_;
  std::unordered_map<term::Term, Cases> known_;
};

}  // namespace clew
