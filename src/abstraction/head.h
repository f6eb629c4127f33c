// Where a loop begins again: what changes there from round to round, and what is known of it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "symbolic/machine.h"
#include "term/term.h"

namespace clew::abstraction {

using term::Term;

/// Which automata have needed something of the abstraction; somebody else has if it is kNobody.
struct Needs {
  static constexpr uint32_t kNobody = program::kNone;
  std::set<uint32_t> automata;

  /// Whether somebody has who is not among those that sleep.
  bool isOfOthers(const std::set<uint32_t>& sleepers) const {
    return std::any_of(automata.begin(), automata.end(),
                       [&](uint32_t automaton) { return automaton == kNobody || !sleepers.contains(automaton); });
  }
  /// Whether that is new.
  bool add(uint32_t automaton) { return automata.insert(automaton).second; }
};

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
  bool isPointer = false;          // it has led to an object or a function
  /// States have its value and not its symbol, where that is a number.
  Needs kept;
  uint64_t bound = 0;            // a small number that it was compared with where it was needed
  bool isWide = false;           // so many numbers that it is no use
  std::vector<uint64_t> values;  // that states have had
};

/// A condition on variables.
struct Predicate {
  Term condition;  // over their symbols
  /// Nobody has needed it yet: states that differ in guesses alone are one, of which what both say is known.
  bool isGuess;
  Needs needs;
  bool isInterpolant = false;  // Spacer has found it
};

/// What a variable became in a state: its symbol stands for a value of the path that leads there.
struct Placed {
  Term symbol;
  Term value;
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
  uint32_t arrivals = 0;
  std::set<uint64_t> splitWords;  // addresses of words whose bytes are variables of their own
  uint32_t refinements = 0;
  uint32_t failures = 0;  // of the search for interpolants of paths that go round
  uint32_t version = 0;   // greater whenever states are to say more about its variables
  /// States are told apart by every combination of the predicates, not only by those that are sure.
  bool isSplit = false;

  /// The variable that a symbol stands for; null if there is none.
  Variable* variableOf(Term symbol) {
    const auto is = [&](const Variable& each) { return each.symbol == symbol; };
    const auto variable = std::find_if(variables.begin(), variables.end(), is);
    return variable == variables.end() ? nullptr : &*variable;
  }
};

/// Heads by what they are; they stay when states are forgotten.
class Heads {
 public:
  explicit Heads(term::Terms& terms) : terms_(terms) {}

  /// The head that the machine has come to, in a state that was cleaned of what nobody reads.
  Head& at(const symbolic::SymbolicMachine& machine);
  size_t size() const { return heads_.size(); }
  void clear() {
    heads_.clear();
    shared_.clear();
  }
  /// Lets states have what lies in this memory as it is, where it is a number.
  void keep(uint64_t address, uint64_t size) { kept_.emplace_back(address, size); }
  bool keeps(const Variable& variable) const;
  /// What an automaton has needed: variables, by their symbols, and predicates.
  std::set<std::pair<const Head*, Term>> needsOf(uint32_t automaton) const;
  /// Adds up what they have.
  void count(uint64_t& variables, uint64_t& predicates, uint64_t& interpolants) const {
    for (const auto& [shape, head] : heads_) {
      variables += head.variables.size();
      predicates += head.predicates.size();
      for (const Predicate& each : head.predicates) interpolants += each.isInterpolant ? 1 : 0;
    }
  }
  /// Whether something that changes was written in part; then a symbol cannot stand for it.
  bool isHalfWritten() const { return isHalfWritten_; }

  /// Makes variables of what differs from the states that were here, or is no number.
  void addVariables(const symbolic::SymbolicMachine& machine, Head& head);
  /// Notes how a variable begins and changes. `before`: its value in the round before, if this is a next round.
  void learn(Variable& variable, Term value, Term before);
  /// The values of a head's variables in the current state.
  std::vector<Term> valuesOf(const symbolic::SymbolicMachine& machine, const Head& head) const;
  /// Lets a variable have a number in states; false if it has had so many, or counts, that its symbol is better.
  bool admit(Variable& variable, uint64_t number) const;
  /// Forgets what was found out with a variable's numbers that is a symbol from now on.
  static void forgetPredicates(Head& head);
  /// Forgets which numbers variables have had.
  void forgetNumbers();
  /// What is needed of a place in memory at one head is at all of them, since it is handed on from one to the other.
  void share();

 private:
  void addMemory(const symbolic::SymbolicMachine& machine, Head& head, const machine::Object& object,
                 const std::vector<uint8_t>& before);
  void splitWord(Head& head, uint64_t address);
  void widen(Head& head, const Variable& wanted);

  term::Terms& terms_;
  /// What is known of places in memory, by their addresses and sizes.
  struct Shared {
    Needs kept;
    bool isWide = false;
  };
  bool take(Variable& variable) const;

  std::map<std::string, Head> heads_;
  std::map<std::pair<uint64_t, unsigned>, Shared> shared_;
  std::vector<std::pair<uint64_t, uint64_t>> kept_;  // addresses and sizes
  bool isHalfWritten_ = false;
};

/// Whether a number is the address of an object or a function.
bool leadsSomewhere(const symbolic::SymbolicMachine& machine, uint64_t word);
/// Whether it is known, for all frames, what of them may still be read.
bool knowsWhatIsRead(const symbolic::SymbolicMachine& machine);
/// Sets what nobody reads any more to nothing, so that states that do not differ are equal.
void clean(symbolic::SymbolicMachine& machine);
/// Puts a variable's symbol into the state.
void generalise(symbolic::SymbolicMachine& machine, const Variable& variable);

}  // namespace clew::abstraction
