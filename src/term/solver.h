// Solvers behind one interface. A solver belongs to one thread; `interrupt` may come from any other. What a solver says
// is checked where that is cheap: a model is evaluated before it is believed.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "term/term.h"

namespace clew::term {

enum class Answer : uint8_t {
  Satisfiable,
  Unsatisfiable,
  Unknown
};

struct Decision {
  Answer answer = Answer::Unknown;
  Model model;             // Satisfiable; under it all terms are true, which was evaluated
  std::vector<Term> core;  // Unsatisfiable: some of the terms, which contradict each other
  std::string reason;      // Unknown: why, for people
};

class Solver {
 public:
  virtual ~Solver() = default;

  /// Whether all of these terms of one bit can be true at once. `seconds` 0: no limit.
  virtual Decision decide(std::span<const Term> conjunction, double seconds = 0) = 0;
  /// Makes a `decide` that is under way, or the next one, end soon as Unknown.
  virtual void interrupt() = 0;
  /// Forgets an interruption that nobody has noticed.
  virtual void resume() = 0;
  /// Many small questions will come that have much in common.
  virtual void expectSmallQuestions() {}
  /// For people: "Z3 4.8.12".
  virtual std::string name() const = 0;
};

/// Which solver: `z3`, `cvc5`, `race` (both at once, the first answer counts) or `cmd:PROGRAM ARGUMENTS`, a program
/// that reads SMT-LIB 2 from its standard input.
struct SolverSpec {
  enum class Kind : uint8_t {
    Z3,
    Cvc5,
    Race,
    Command
  };
  Kind kind = Kind::Z3;
  std::vector<std::string> words;  // Command

  static support::Result<SolverSpec> parse(std::string_view text);
  std::string text() const;
};

/// A new solver for terms of this pool.
std::unique_ptr<Solver> makeSolver(const SolverSpec& spec, const Terms& terms);

}  // namespace clew::term
