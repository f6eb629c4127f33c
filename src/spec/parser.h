// Reads automata. Nothing is resolved here; see checks.h.
#pragma once

#include "spec/automaton.h"
#include "spec/tokens.h"

namespace clew::spec {

class Parser {
 public:
  explicit Parser(Tokens& tokens) : tokens_(tokens) {}

  /// Reads everything up to the end of the text; what is wrong is thrown as a Mistake.
  void parse(Specification& into);

 private:
  // Automata.
  Automaton automaton();
  Automaton assertion(size_t number);
  Variable local();
  void initialSet(Variable& variable);
  State state();

  // Transitions.
  Transition transition();
  void split(Transition& made);
  void assume(Transition& made);
  bool actionInto(Transition& made);
  Action assign();
  void setKey(Action& made);
  Action print(Action::Kind kind);
  Outcome outcome();
  void encode(Transition& made);
  void encodeOne(Transition& made);
  void declare(const std::string& name, const std::string& type, const Place& place);
  bool atOutcome() const;
  bool atAction() const;

  // Conditions and integers.
  uint32_t condition();
  uint32_t comparison();
  uint32_t simple();
  uint32_t match();
  uint32_t statementMatch(Match::Kind kind, const Place& place);
  uint32_t check();
  uint32_t coversLines();
  uint32_t add(Condition condition);
  Integer integer();
  Integer::Term term();
  int64_t number();
  Query query(bool needsAnalysis);

  Tokens& tokens_;
  // Of the automaton that is being read.
  std::vector<Condition> conditions_;
  std::vector<Variable> encoded_;  // variables that ENCODE declares
  size_t depth_ = 0;
};

}  // namespace clew::spec
