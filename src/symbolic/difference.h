// Difference constraints, kept consistent while a path grows and shrinks. A comparison of two terms is a bound on the
// difference of two integers; bounds contradict each other exactly when some of them form a cycle whose sum is
// negative. As long as there is none, a solution is kept and repaired around each new bound (Cotton and Maler, "Fast
// and flexible difference constraint propagation for DPLL(T)", SAT 2006). A solution stays one when bounds go away, so
// undoing costs no search.
//
// A term is one variable as an unsigned number and another one as a signed number, each within the limits of its width;
// constants are distances from a variable that is zero. What a term is made of counts only where that is exact:
// extended terms have the value of the shorter one, and x + k is x plus k where bounds on the path show that it does
// not wrap. All else is opaque, which allows more than bit-vectors do: a contradiction found here is one of the terms.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "term/term.h"

namespace clew::symbolic {

using term::Term;

class Differences {
 public:
  explicit Differences(const term::Terms& terms);

  /// Adds what a literal (a comparison, or Not of one) says about differences; other literals say nothing. False if
  /// that contradicts what is there, which then stays as it was.
  bool add(Term literal);
  /// Whether `add` would fail.
  bool refutes(Term literal);
  /// After a failure: literals that contradict each other by themselves, by rising number. Mostly the refuted one is
  /// among them; at times it only drew attention to what others say.
  std::span<const Term> explanation() const { return explanation_; }

  /// How many bounds there are, to come back to.
  uint32_t size() const { return static_cast<uint32_t>(edges_.size()); }
  /// Removes bounds until `size` are left.
  void shrink(uint32_t size);

 private:
  __extension__ typedef __int128 Weight;  // sums of bounds of 64 bits
  using Variable = uint32_t;
  static constexpr Variable kZero = 0;
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  enum class View : uint8_t {
    Unsigned,
    Signed
  };
  enum class Direction : uint8_t {
    Down,
    Up
  };

  enum class Role : uint8_t {
    Bound,
    Sum,   // left is x + k, and right is x
    Views  // left and right are a term in both views
  };

  /// value(left) - value(right) <= bound.
  struct Edge {
    Variable left, right;
    Weight bound;
    Term reason;            // none: true of all values
    uint32_t nextOfLeft;    // the one before with the same left variable
    uint32_t nextOfRight;   // and with the same right variable
    uint32_t replacedBest;  // with zero: the tightest one before
    Role role;
  };

  struct VariableState {
    Term term;
    View view;
    Weight least, greatest;  // by the width
    Weight value = 0;        // in the solution
    uint32_t uses = 0;       // edges; without any, the value need not be within limits
    uint32_t firstAsLeft = kNone, firstAsRight = kNone;
    uint32_t bestUpper = kNone, bestLower = kNone;  // the tightest edges with zero
    Variable partner = kNone;                       // the same term in the other view
    bool defined = false;                           // an edge says that it is x + k
    bool agrees = false;                            // an edge says that it is its partner
    // The repair under way.
    uint32_t round = 0;
    bool moved = false;
    Weight need = 0;
    Variable cause = kZero;
    uint32_t causingEdge = kNone;  // kNone: a limit of the width
  };

  /// A variable plus a constant.
  struct Operand {
    Variable variable;
    Weight offset;
  };
  struct Limit {
    Weight value;
    Term reason;
  };
  /// How far a variable must move.
  struct Pending {
    Weight need;
    Variable variable;
    bool operator<(const Pending& other) const { return need < other.need; }
  };
  struct Step {
    Variable from, to;
    Weight bound;
    uint32_t edge;  // kNone: a limit of the width
  };

  bool addAll(Term literal);
  bool addOrder(Term lesser, Term greater, View view, Weight gap, Term literal);
  bool addEqual(Term a, Term b, Term literal);
  bool addUnequal(Term a, Term b, Term literal);
  bool addBound(Operand left, Operand right, Weight bound, Term reason);
  bool addEdge(Variable left, Variable right, Weight bound, Term reason, Role role);
  bool connect(Variable variable);
  bool define(Variable variable);
  bool agree(Variable variable);
  bool equate(Variable variable, Variable base, Weight distance, Term reason, Role role);

  Operand operandOf(Term term, View view);
  Variable variableOf(Term term, View view);
  Weight valueOf(Term constant, View view) const;
  Limit upperOf(Variable variable) const;
  Limit lowerOf(Variable variable) const;
  void use(Variable variable);
  void link(uint32_t edge);
  void unlink(const Edge& edge);

  bool repair(uint32_t edge);
  bool spread(Direction direction, Variable from, Variable target);
  bool demand(Direction direction, const Step& step, Variable target);
  void explain(uint32_t edge, Variable start, Variable target);

  const term::Terms& terms_;
  std::vector<VariableState> variables_;
  std::unordered_map<uint64_t, Variable> numbers_;  // by term and view
  std::vector<Edge> edges_;
  std::vector<Variable> used_;  // those with edges, in the order in which they got their first one
  std::vector<Pending> pending_;
  std::vector<Pending> moved_;
  uint32_t round_ = 0;
  std::vector<Term> explanation_;
};

}  // namespace clew::symbolic
