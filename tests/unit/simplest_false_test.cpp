// Which of several false literals a refinement is about: the one that asks the abstraction for least.
#include <gtest/gtest.h>

#include "abstraction/predicates.h"

namespace clew::abstraction {
namespace {

class SimplestFalse : public ::testing::Test {
 protected:
  SimplestFalse() {
    for (const Term symbol : {word_, index_, flag_}) {
      Variable variable;
      variable.address = uint64_t{8} * symbol;
      variable.symbol = symbol;
      variable.bits = terms_.widthOf(symbol);
      head_.variables.push_back(variable);
    }
  }

  /// The number of the literal that is chosen where all of these are false.
  size_t chosenOf(const std::vector<Term>& literals) {
    WholePath path;
    path.blocks.emplace_back().head = &head_;
    for (const Term literal : literals) path.literals.push_back({terms_.truth(false), 0, literal});
    return path.simplestFalse(terms_, 0, 0);
  }

  Term bit(unsigned number) { return terms_.extract(word_, number, 1); }

  term::Terms terms_;
  const Term word_ = terms_.symbol("word", 32);
  const Term index_ = terms_.symbol("index", 32);
  const Term flag_ = terms_.symbol("flag", 8);
  const Term isSmall_ = terms_.lessSigned(index_, terms_.constant(100, 32));
  Head head_;
};

TEST_F(SimplestFalse, AFlagComesBeforeASize) { EXPECT_EQ(chosenOf({isSmall_, terms_.extract(flag_, 0, 1)}), 1U); }

TEST_F(SimplestFalse, ASizeComesBeforeABitInsideAWord) { EXPECT_EQ(chosenOf({bit(3), isSmall_}), 1U); }

TEST_F(SimplestFalse, ASizeComesBeforeABitThatIsFoundByAnIndex) {
  EXPECT_EQ(chosenOf({terms_.extract(terms_.apply(term::Kind::LShr, 32, word_, index_), 0, 1), isSmall_}), 1U);
}

TEST_F(SimplestFalse, ABitInsideAWordIsChosenWhereNothingElseIsFalse) { EXPECT_EQ(chosenOf({bit(3)}), 0U); }

TEST_F(SimplestFalse, NothingIsChosenWhereNothingIsFalse) { EXPECT_EQ(chosenOf({}), 0U); }

}  // namespace
}  // namespace clew::abstraction
