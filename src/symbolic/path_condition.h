// What the inputs of a path must satisfy, as a list of literals: terms of one bit, each an atom or Not of one. No
// solver is asked here. A path contradicts itself when it has a literal both ways, when it contains a nogood, or when
// its comparisons cannot be true together as difference constraints; that is found as each literal comes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "symbolic/difference.h"
#include "symbolic/nogoods.h"
#include "term/term.h"

namespace clew::symbolic {

class PathCondition {
 public:
  static constexpr size_t kNever = std::numeric_limits<size_t>::max();

  /// What `decide` goes by. Programs take another way when more is decided; so where a path must be the same for
  /// somebody who knows other nogoods, it may not depend on them.
  enum class Deciding : uint8_t {
    WithNogoods,
    WithoutNogoods
  };
  explicit PathCondition(term::Terms& terms, Deciding deciding = Deciding::WithNogoods)
      : terms_(terms), deciding_(deciding), differences_(terms) {}

  /// What this path says about a term of one bit, if anything. Not const: what excludes one way counts as used.
  std::optional<bool> decide(Term condition);
  /// Whether a term of one bit cannot be true on this path, by all that is known. What shows it counts as used.
  bool refutes(Term condition);

  /// Adds a term of one bit that is true from here on; conjunctions become their parts, and what is there already is
  /// not added again. False if the path is contradictory now; more may be assumed then, to no effect but the size.
  bool assume(Term condition);

  /// How many literals there are.
  size_t size() const { return literals_.size(); }
  /// Takes the newest literals away until `size` are left.
  void shrink(size_t size);
  std::span<const Term> literals() const { return literals_; }

  /// From now on `told` has what is assumed and what `decide` answers, as conditions that are true: a path depends on
  /// what it was told even where it knew so before.
  void recordTold() { recordsTold_ = true; }
  std::vector<Term> told() const;
  /// Forgets what the path was told, not what it says.
  void forgetTold() { told_.clear(); }

  bool contradictory() const { return contradiction_ != kNever; }
  /// The least number of first literals that contradict each other; kNever if all of them do not. To go on, `shrink` to
  /// less.
  size_t contradictionSize() const { return contradiction_; }

  /// Adds literals that no execution has together, at any time. The path may be contradictory then.
  void learn(std::span<const Term> core);
  /// All nogoods that have ever excluded a path or decided a condition.
  std::vector<Nogood> nogoods() const { return nogoods_.used(); }
  /// Nogoods from outside that contain no other one.
  std::vector<Nogood> keptNogoods() const { return nogoods_.kept(); }
  /// How many they are.
  size_t nogoodCount() const { return nogoods_.size(); }

 private:
  /// Whether this literal, beside those of the path, is excluded; remembers why.
  bool excludes(Term literal, Deciding by);
  std::optional<bool> decideParts(Term condition, unsigned depth, Deciding by);
  std::optional<bool> decideJunction(const term::Node& node, unsigned depth, Deciding by);
  void push(Term literal);
  void tell(Term condition);
  void contradict(size_t size) { contradiction_ = std::min(contradiction_, size); }

  /// How many first literals of the path contain all of these; kNever if not even all do.
  size_t sizeWith(std::span<const Term> literals) const;
  Term atomOf(Term literal) const;
  /// The place after that of the literal with this atom; 0 if there is none.
  uint32_t placeOf(Term atom) const { return atom < places_.size() ? places_[atom] : 0; }
  bool has(Term literal) const;

  term::Terms& terms_;
  const Deciding deciding_;
  std::vector<Term> literals_;
  std::vector<uint32_t> bounds_;  // for each literal: difference constraints before it
  std::vector<uint32_t> places_;  // by atom
  Differences differences_;
  Nogoods nogoods_;
  std::vector<Term> parts_;   // still to be assumed
  std::vector<Term> sorted_;  // a core
  size_t contradiction_ = kNever;
  bool recordsTold_ = false;
  std::vector<std::pair<size_t, Term>> told_;  // and how many literals there were
};

}  // namespace clew::symbolic
