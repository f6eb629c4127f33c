// Terms of bit-vectors as Z3's integers, exactly. A sum is translated as it stands, which is right but for multiples of
// 2^width; those are taken away where the size of the sum matters, and only if it can leave its range at all. What has
// no linear translation (products, most operations on bits, arrays, floats) is not translated.
#pragma once

#include <z3++.h>

#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "term/term.h"

namespace clew::term {

/// Which symbols are signed numbers, by how terms compare, extend and divide them. Symbols of one equation are alike,
/// and so are those of two terms that are said to be `equal`.
std::unordered_set<Term> signedSymbols(const Terms& terms, std::span<const Term> all,
                                       const std::vector<std::pair<Term, Term>>& equal = {});

/// What becomes of sums and products that leave the range of their bits.
enum class Wraps : uint8_t {
  Exact,
  Never  // they are taken not to: not the same terms any more
};

/// Translates terms that belong together; what was assumed so far bounds what comes later.
class Integers {
 public:
  /// Symbols are integers between the bounds of their signedness, or Booleans if they have one bit.
  Integers(const Terms& terms, z3::context& context, std::unordered_set<Term> areSigned, Wraps wraps = Wraps::Exact);

  /// Translates a term of one bit and takes it to be true.
  void assume(Term term);
  /// A term as a symbol's value: of its signedness, or a Boolean.
  z3::expr valueFor(Term symbol, Term term);
  z3::expr symbol(Term symbol);

  /// False if some part of a term has no translation; then nothing that was translated means anything.
  bool isExact() const { return isExact_; }
  /// What was assumed, the symbols' bounds, and what numbers that are not symbols are.
  const z3::expr_vector& facts() const { return facts_; }
  /// All constants in the facts.
  const z3::expr_vector& constants() const { return constants_; }

  /// Whether all that was assumed can be true. If not, the terms that contradict each other are in the core; if so,
  /// the model has values for their symbols.
  z3::check_result decide(unsigned effort);
  std::vector<Term> core() const { return {core_.begin(), core_.end()}; }
  Model model() const;

 private:
  struct Entry {
    z3::expr raw;  // a Boolean, or an integer that is equal to the term modulo 2^width
    bool isSigned;
    std::optional<z3::expr> asSigned, asUnsigned;
  };

  void translate(Term term);
  Entry translated(Term term, const Node& node);
  z3::expr rawOf(Term term, const Node& node);
  z3::expr truthOf(const Node& node);
  z3::expr overflowOf(const Node& node);
  z3::expr bitOf(Term term, unsigned bit);
  Entry& entryOf(Term term) { return entries_.find(term)->second; }

  /// A term's value.
  z3::expr number(Term term, bool isSigned);
  z3::expr inRange(const z3::expr& raw, unsigned width, bool isSigned, bool isSum);
  z3::expr divided(const z3::expr& number, uint64_t divisor, bool wantsRemainder);
  z3::expr fresh();
  bool mustHold(const z3::expr& condition);
  void extendCore();
  void limit(unsigned effort);
  void addFact(const z3::expr& fact);
  z3::expr fail(bool isTruth);

  z3::expr constant(uint64_t bits, unsigned width, bool isSigned);
  z3::expr power(unsigned exponent);
  z3::expr least(unsigned width, bool isSigned);
  z3::expr most(unsigned width, bool isSigned);

  const Terms& terms_;
  z3::context& context_;
  std::unordered_set<Term> areSigned_;
  Wraps wraps_;
  z3::solver solver_;
  z3::expr_vector facts_;
  z3::expr_vector constants_;
  z3::expr_vector markers_;  // of what was assumed: cores come out as markers
  std::unordered_map<unsigned, Term> marked_;
  std::unordered_set<Term> core_;  // with all terms because of which a sum does not leave its range
  std::unordered_map<Term, Entry> entries_;
  bool isExact_ = true;
};

}  // namespace clew::term
