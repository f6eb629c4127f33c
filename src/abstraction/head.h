// Where a loop begins again: what changes there from round to round, and what is known of it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "symbolic/machine.h"
#include "term/term.h"

namespace clew::abstraction {

using term::Term;

/// Something that is not the same whenever the program comes to a head, or not known as a number. States there have
/// its symbol in its place.
struct Variable {
  uint32_t frame = 0;  // a slot of this frame, unless there is an address
  uint32_t slot = 0;
  uint64_t address = 0;
  unsigned bits = 0;
  Term symbol = term::kNoTerm;
  Term first = term::kNoTerm;      // its value when the program first comes here
  std::optional<uint64_t> growth;  // by how much it was greater the next time, if that is a number
};

/// A condition on variables.
struct Predicate {
  Term condition;  // over their symbols
  /// Nobody has needed it yet: states that differ in guesses alone are one, of which what both say is known.
  bool isGuess;
};

/// A loop's head with the calls that lead to it, and with the objects there are. What is no variable is always the
/// same there.
struct Head {
  uint32_t pc = 0;
  std::vector<Variable> variables;
  std::vector<Predicate> predicates;
  /// All that a state had when the program first came here.
  std::vector<uint64_t> registers;
  std::vector<std::vector<uint8_t>> objects;
  uint32_t refinements = 0;
  /// States are told apart by every combination of the predicates, not only by those that are sure.
  bool isSplit = false;
};

/// Heads by what they are; they stay when states are forgotten.
class Heads {
 public:
  explicit Heads(term::Terms& terms) : terms_(terms) {}

  /// The head that the machine has come to, in a state that was cleaned of what nobody reads.
  Head& at(const symbolic::SymbolicMachine& machine);
  size_t size() const { return heads_.size(); }
  /// Adds up what they have.
  void count(uint64_t& variables, uint64_t& predicates) const {
    for (const auto& [shape, head] : heads_) {
      variables += head.variables.size();
      predicates += head.predicates.size();
    }
  }
  /// Whether something that changes was written in part; then a symbol cannot stand for it.
  bool isHalfWritten() const { return isHalfWritten_; }

  /// Makes variables of what differs from the states that were here, or is no number; whether there were any.
  bool addVariables(const symbolic::SymbolicMachine& machine, Head& head);
  /// Notes how variables begin and change. `isAgain`: the values are those of a next round.
  void learn(Head& head, const std::vector<Term>& values, bool isAgain);
  /// The values of a head's variables in the current state.
  std::vector<Term> valuesOf(const symbolic::SymbolicMachine& machine, const Head& head) const;

 private:
  bool addRegister(Head& head, uint32_t frame, uint32_t slot, const symbolic::Value& value);
  bool addMemory(Head& head, const machine::Object& object, const std::vector<uint8_t>& before);
  bool widen(Head& head, const Variable& wanted);

  term::Terms& terms_;
  std::map<std::string, Head> heads_;
  bool isHalfWritten_ = false;
};

/// Whether it is known, for all frames, what of them may still be read.
bool knowsWhatIsRead(const symbolic::SymbolicMachine& machine);
/// Sets what nobody reads any more to nothing, so that states that do not differ are equal.
void clean(symbolic::SymbolicMachine& machine);
/// Puts the variables' symbols into the state.
void generalise(symbolic::SymbolicMachine& machine, const Head& head);

}  // namespace clew::abstraction
