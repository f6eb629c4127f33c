#include "term/substitute.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "random_terms.h"

namespace clew::term {
namespace {

// A term with other terms in the place of its symbols has the values that it has when the symbols have theirs.
RC_GTEST_PROP(Substitution, KeepsValues, ()) {
  RandomTerms random(*rc::gen::arbitrary<uint64_t>());
  const size_t symbols = random.all.size();
  for (int i = 0; i < 40; ++i) random.grow();
  Substitution instead(random.terms);
  std::array<Model, RandomTerms::kSamples> models = random.models;
  for (size_t k = 0; k < symbols; ++k) {
    if (random.below(2) == 0) continue;
    const Term symbol = random.all[k].term;
    const auto expression = random.pick(random.terms.widthOf(symbol));
    instead.put(symbol, expression.term);
    for (size_t i = 0; i < RandomTerms::kSamples; ++i) {
      models[i].values[static_cast<uint32_t>(random.terms[symbol].value)] = expression.values[i];
    }
  }
  for (size_t k = symbols; k < random.all.size(); ++k) {
    const Term before = random.all[k].term;
    const Term after = instead(before);
    RC_ASSERT(random.terms.widthOf(after) == random.terms.widthOf(before));
    for (size_t i = 0; i < RandomTerms::kSamples; ++i) {
      RC_ASSERT(Evaluator(random.terms, random.models[i])(after) == Evaluator(random.terms, models[i])(before));
    }
  }
}

}  // namespace
}  // namespace clew::term
