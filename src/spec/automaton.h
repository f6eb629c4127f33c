// What a specification says, as a tree: automata with their variables, states and transitions, in CPAchecker's .spc
// language. Names are resolved to indices when the whole text is read (checks.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/c_expression.h"
#include "spec/place.h"

namespace clew::spec {

constexpr uint32_t kUnresolved = 0xFFFFFFFF;

/// A variable of an automaton.
struct Variable {
  enum class Kind : uint8_t {
    Integer,
    IntegerSet,
    TextSet
  };
  Kind kind = Kind::Integer;
  std::string name;
  Place place;
  int64_t initial = 0;
  std::vector<int64_t> initialNumbers;    // of an IntegerSet
  std::vector<std::string> initialTexts;  // of a TextSet
  std::string type;                       // as ENCODE declares it; empty if LOCAL does

  bool isSet() const { return kind != Kind::Integer; }
};

/// A use of a variable.
struct VariableUse {
  std::string name;
  uint32_t index = kUnresolved;
};

/// What a question or an order means to one automaton of the specification.
struct Queried {
  uint32_t automaton = kUnresolved;
  bool isAboutState = false;
  bool isNegative = false;      // != instead of ==
  uint32_t item = kUnresolved;  // a variable, or the state it is compared with; the latter if there is one
  int64_t number = 0;           // what a variable is compared with, or set to
};

/// A question to an analysis that runs beside the automaton; `analysis` is empty for all of them. The only analyses
/// here are the automata of the specification.
struct Query {
  std::string analysis;
  std::string question;
  std::vector<Queried> asked{};  // one of these must say yes
};

/// An assignment to a variable of the automaton, as ENCODE has it.
struct Encoded {
  Place place;
  VariableUse variable;
  CExpression value;
};

/// An integer. Sums are lists, because that is what their grammar makes of them.
struct Integer {
  struct Term {
    bool isNegative = false;
    std::variant<int64_t, VariableUse, Query> value;
    Place place;
  };
  std::vector<Term> terms;
};

/// What MATCH looks for.
struct Match {
  enum class Kind : uint8_t {
    Text,          // the statement's source text is this
    Regex,         // or fits this
    Statement,     // it fits a pattern; a call of a function with a body does at its return
    Call,          // the pattern of a call, before the function
    Return,        // and behind it
    FunctionCall,  // any call of the function
    Label,
    LabelRegex,
    Entry,  // the program begins
    Exit,   // it ends
    Assert  // an assertion fails
  };
  Kind kind = Kind::Text;
  std::string text;
  StatementPattern pattern;
};

/// When a transition may be taken: a tree, by index into the automaton's conditions.
struct Condition {
  enum class Kind : uint8_t {
    True,
    False,
    Not,
    And,
    Or,
    Equal,     // of two conditions
    NotEqual,  // likewise
    IntegerEqual,
    IntegerNotEqual,
    Match,
    Check,       // an analysis says so
    CoversLines  // these lines were covered
  };
  Kind kind = Kind::True;
  Place place;
  uint32_t a = kUnresolved;
  uint32_t b = kUnresolved;
  Integer left{};
  Integer right{};
  Match match{};
  Query query{};
  std::vector<uint64_t> lines{};
};

struct Action {
  enum class Kind : uint8_t {
    SetInteger,  // variable = number
    SetMember,   // variable[key] = isMember
    Print,
    PrintOnce,
    Modify
  };
  Kind kind = Kind::SetInteger;
  Place place;
  VariableUse variable{};
  Integer number{};
  /// What is put into a set or taken out of it: the source text of a joker, a text, a number.
  struct Key {
    std::optional<uint32_t> joker;
    std::string text;
    std::optional<Integer> number;
  } key{};
  bool isMember = false;
  std::vector<std::variant<std::string, Integer>> printed{};
  Query query{};
};

/// Where a transition leads.
struct Outcome {
  enum class Kind : uint8_t {
    Goto,
    Error,
    Stop,     // the path ends
    Break,    // the analysis ends
    Inactive  // the automaton ends, the path goes on
  };
  Kind kind = Kind::Goto;
  Place place;
  std::string text;  // the name of a state, or what to say of an error
  uint32_t state = kUnresolved;
};

struct Transition {
  Place place;
  uint32_t trigger = kUnresolved;        // a condition
  std::vector<uint32_t> assertions;      // conditions; one that is false leads to an error
  std::vector<CExpression> assumptions;  // all must hold behind the statement
  std::vector<Encoded> encoded;          // assignments that are made when it is taken, behind its assumptions
  std::vector<Action> actions;
  Outcome outcome;
  std::optional<Outcome> negation;  // of SPLIT: where it leads if its one assumption does not hold
};

struct State {
  std::string name;
  Place place;
  bool isTarget = false;
  bool useFirst = false;  // of the transitions that match, the first; else all
  std::vector<Transition> transitions;
};

struct Automaton {
  std::string name;
  Place place;
  bool isObserver = false;  // it never keeps a path from going on
  std::vector<Variable> variables;
  std::vector<State> states;
  std::vector<Condition> conditions;
  std::string initialName;
  Place initialPlace;
  uint32_t initial = kUnresolved;
};

struct Specification {
  std::vector<std::string> files;  // the one that was asked for, then those that it includes
  std::vector<Automaton> automata;
  std::vector<std::string> warnings;  // one line each

  /// `file:line:column`.
  std::string placeText(const Place& place) const;
};

/// A trigger as it was written; equal texts are equal triggers.
std::string textOf(const Automaton& automaton, uint32_t condition);

}  // namespace clew::spec
