#include "spec/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "spec/c_parser.h"

namespace clew::spec {

namespace {

using TokenKind = Token::Kind;

constexpr size_t kMostAutomata = 1000;
constexpr size_t kMostStates = 1000;
constexpr size_t kMostTransitions = 5000;  // of a state
constexpr size_t kMostVariables = 100;
constexpr size_t kMostEncoded = 100;  // assignments of a transition

}  // namespace

void Parser::parse(Specification& into) {
  auto assertions =
      static_cast<size_t>(std::count_if(into.automata.begin(), into.automata.end(),
                                        [](const Automaton& each) { return each.name.starts_with("ASSERT_"); }));
  while (!tokens_.at(TokenKind::End)) {
    if (into.automata.size() >= kMostAutomata) {
      throw Mistake{tokens_.current().place, fmt::format("there are more than {} automata", kMostAutomata)};
    }
    if (tokens_.at("ASSERT")) {
      into.automata.push_back(assertion(++assertions));
    } else if (tokens_.at("OBSERVER") || tokens_.at("CONTROL") || tokens_.at("AUTOMATON")) {
      into.automata.push_back(automaton());
    } else {
      tokens_.fail("AUTOMATON, OBSERVER, CONTROL or ASSERT");
    }
  }
}

// ---- automata ----

Automaton Parser::automaton() {
  Automaton made;
  made.place = tokens_.current().place;
  made.isObserver = tokens_.accept("OBSERVER");
  if (!made.isObserver) tokens_.accept("CONTROL");
  tokens_.expect("AUTOMATON");
  made.name = tokens_.expect(TokenKind::Name, "the name of the automaton").text;
  conditions_.clear();
  encoded_.clear();
  while (tokens_.at("LOCAL")) {
    if (made.variables.size() >= kMostVariables) throw Mistake{tokens_.current().place, "there are too many variables"};
    made.variables.push_back(local());
  }
  tokens_.expect("INITIAL");
  tokens_.expect("STATE");
  const Token initial = tokens_.expect(TokenKind::Name, "the name of a state");
  made.initialName = initial.text;
  made.initialPlace = initial.place;
  tokens_.expect(";");
  while (!tokens_.at("END")) {
    if (made.states.size() >= kMostStates) throw Mistake{tokens_.current().place, "there are too many states"};
    made.states.push_back(state());
  }
  tokens_.expect("END");
  tokens_.expect("AUTOMATON");
  made.conditions = std::exchange(conditions_, {});
  made.variables.insert(made.variables.end(), encoded_.begin(), encoded_.end());
  return made;
}

/// A condition that must hold at every statement: an automaton whose one transition is taken where it does not.
Automaton Parser::assertion(size_t number) {
  Automaton made;
  made.place = tokens_.expect("ASSERT").place;
  made.isObserver = true;
  made.name = fmt::format("ASSERT_{}", number);
  made.initialName = "Init";
  made.initialPlace = made.place;
  conditions_.clear();
  Transition transition;
  transition.place = made.place;
  const uint32_t asserted = condition();
  transition.trigger = add({.kind = Condition::Kind::Not, .place = made.place, .a = asserted});
  transition.outcome = {Outcome::Kind::Error, made.place, "", kUnresolved};
  tokens_.expect(";");
  made.states.push_back({"Init", made.place, false, false, {std::move(transition)}});
  made.conditions = std::exchange(conditions_, {});
  return made;
}

Variable Parser::local() {
  tokens_.expect("LOCAL");
  Variable made;
  if (tokens_.accept("set")) {
    tokens_.expect("<");
    if (!tokens_.at("int") && !tokens_.at("string")) tokens_.fail("'int' or 'string'");
    made.kind = tokens_.take().text == "int" ? Variable::Kind::IntegerSet : Variable::Kind::TextSet;
    tokens_.expect(">");
  } else if (!tokens_.accept("int")) {
    tokens_.fail("'int' or 'set'");
  }
  const Token name = tokens_.expect(TokenKind::Name, "the name of a variable");
  made.name = name.text;
  made.place = name.place;
  if (tokens_.accept("=")) {
    if (made.isSet()) {
      initialSet(made);
    } else {
      made.initial = number();
    }
  }
  tokens_.expect(";");
  return made;
}

void Parser::initialSet(Variable& variable) {
  tokens_.expect("[");
  if (tokens_.accept("]")) return;
  do {
    if (variable.kind == Variable::Kind::IntegerSet) {
      variable.initialNumbers.push_back(number());
    } else {
      variable.initialTexts.emplace_back(tokens_.expect(TokenKind::String, "a text in quotes").text);
    }
  } while (tokens_.accept(","));
  tokens_.expect("]");
}

State Parser::state() {
  State made;
  made.isTarget = tokens_.accept("TARGET");
  if (!tokens_.at("STATE")) tokens_.fail(made.isTarget ? "'STATE'" : "STATE, TARGET STATE or END AUTOMATON");
  tokens_.take();
  if (tokens_.at("USEFIRST") || tokens_.at("USEALL")) made.useFirst = tokens_.take().text == "USEFIRST";
  const Token name = tokens_.expect(TokenKind::Name, "USEFIRST, USEALL or the name of a state");
  made.name = name.text;
  made.place = name.place;
  tokens_.expect(":");
  while (!tokens_.at("STATE") && !tokens_.at("TARGET") && !tokens_.at("END")) {
    if (made.transitions.size() >= kMostTransitions) {
      throw Mistake{tokens_.current().place, fmt::format("state {} has too many transitions", made.name)};
    }
    made.transitions.push_back(transition());
  }
  return made;
}

// ---- transitions ----

Transition Parser::transition() {
  Transition made;
  made.place = tokens_.current().place;
  made.trigger = condition();
  tokens_.expect("->");
  if (tokens_.at("SPLIT")) {
    split(made);
  } else {
    while (tokens_.accept("ASSERT")) made.assertions.push_back(condition());
    if (tokens_.at("ASSUME")) assume(made);
    if (tokens_.at("ENCODE")) encode(made);
    while (actionInto(made)) continue;
    made.outcome = outcome();
  }
  tokens_.expect(";");
  return made;
}

void Parser::split(Transition& made) {
  tokens_.expect("SPLIT");
  tokens_.expect("{");
  made.assumptions.push_back(CParser(tokens_).expression());
  tokens_.accept(";");
  tokens_.expect("}");
  if (tokens_.at("ENCODE")) encode(made);
  made.outcome = outcome();
  tokens_.expect("NEGATION");
  made.negation = outcome();
}

void Parser::assume(Transition& made) {
  tokens_.expect("ASSUME");
  tokens_.expect("{");
  do {
    if (tokens_.at("}")) break;
    made.assumptions.push_back(CParser(tokens_).expression());
  } while (tokens_.accept(";"));
  tokens_.expect("}");
}

void Parser::encode(Transition& made) {
  tokens_.expect("ENCODE");
  tokens_.expect("{");
  while (!tokens_.at("}")) {
    if (made.encoded.size() >= kMostEncoded) throw Mistake{tokens_.current().place, "the code is too long"};
    encodeOne(made);
    if (!tokens_.at("}")) tokens_.expect(";");
  }
  tokens_.expect("}");
}

/// A declaration, an assignment, or both.
void Parser::encodeOne(Transition& made) {
  const Place place = tokens_.current().place;
  StatementPattern read = CParser(tokens_).statement();
  const bool isAssignment = read.kind == StatementPattern::Kind::Assignment ||
                            read.kind == StatementPattern::Kind::Declaration || read.result != kNoNode;
  const CNode& top = read.statement.top();
  const bool isBranch = read.kind == StatementPattern::Kind::Branch || read.kind == StatementPattern::Kind::Return;
  const CNode& target = isAssignment ? read.statement.nodes[top.children[0]] : top;
  const bool isDeclared = !read.type.empty() && target.kind == CNode::Kind::Name;
  if (isBranch || (!isAssignment && !isDeclared) || target.kind != CNode::Kind::Name) {
    throw Mistake{place, fmt::format("expected an assignment to a variable of the automaton, found '{}'", read.text())};
  }
  if (isDeclared) declare(target.text, read.type, target.place);
  if (!isAssignment) return;
  Encoded encoded{place, {target.text, kUnresolved}, {}};
  const uint32_t value = top.children[1];
  encoded.value = std::move(read.statement);
  encoded.value.root = value;
  made.encoded.push_back(std::move(encoded));
}

/// One variable may be declared at several transitions.
void Parser::declare(const std::string& name, const std::string& type, const Place& place) {
  for (const Variable& known : encoded_) {
    if (known.name != name) continue;
    if (known.type == type) return;
    throw Mistake{place, fmt::format("{} is of type '{}' elsewhere", name, known.type)};
  }
  if (encoded_.size() >= kMostVariables) throw Mistake{place, "there are too many variables"};
  Variable made;
  made.name = name;
  made.place = place;
  made.type = type;
  encoded_.push_back(std::move(made));
}

bool Parser::atAction() const {
  return tokens_.at("DO") || tokens_.at("PRINT") || tokens_.at("PRINTONCE") || tokens_.at("MODIFY");
}

bool Parser::atOutcome() const {
  return tokens_.at("GOTO") || tokens_.at("ERROR") || tokens_.at("STOP") || tokens_.at("BREAK") ||
         tokens_.at("INACTIVE");
}

/// Reads an action if there is one.
bool Parser::actionInto(Transition& made) {
  if (tokens_.at("DO")) {
    made.actions.push_back(assign());
  } else if (tokens_.at("PRINT")) {
    made.actions.push_back(print(Action::Kind::Print));
  } else if (tokens_.at("PRINTONCE")) {
    made.actions.push_back(print(Action::Kind::PrintOnce));
  } else if (tokens_.at("MODIFY")) {
    Action action{.kind = Action::Kind::Modify, .place = tokens_.take().place};
    action.query = query(true);
    made.actions.push_back(std::move(action));
  } else {
    return false;
  }
  return true;
}

Action Parser::assign() {
  Action made{.kind = Action::Kind::SetInteger, .place = tokens_.expect("DO").place};
  made.variable.name = tokens_.expect(TokenKind::Name, "the name of a variable").text;
  if (tokens_.accept("[")) {
    made.kind = Action::Kind::SetMember;
    setKey(made);
    tokens_.expect("]");
    tokens_.expect("=");
    if (!tokens_.at("true") && !tokens_.at("false")) tokens_.fail("'true' or 'false'");
    made.isMember = tokens_.take().text == "true";
  } else {
    tokens_.expect("=");
    made.number = integer();
  }
  return made;
}

void Parser::setKey(Action& made) {
  if (tokens_.at(TokenKind::Joker)) {
    const CExpression joker = CParser(tokens_).expression();
    if (joker.top().kind != CNode::Kind::Joker) {
      throw Mistake{joker.top().place, fmt::format("expected $NUMBER, found '{}'", joker.text())};
    }
    made.key.joker = static_cast<uint32_t>(joker.top().value);
  } else if (tokens_.at(TokenKind::String)) {
    made.key.text = tokens_.take().text;
  } else {
    made.key.number = integer();
  }
}

Action Parser::print(Action::Kind kind) {
  Action made{.kind = kind, .place = tokens_.take().place};
  while (!atAction() && !atOutcome()) {
    if (tokens_.at(TokenKind::String)) {
      made.printed.emplace_back(std::string(tokens_.take().text));
    } else {
      made.printed.emplace_back(integer());
    }
  }
  return made;
}

Outcome Parser::outcome() {
  if (!atOutcome()) tokens_.fail("an action, or GOTO, ERROR, STOP, BREAK or INACTIVE");
  const Token word = tokens_.take();
  Outcome made{Outcome::Kind::Stop, word.place, "", kUnresolved};
  if (word.text == "GOTO") {
    made.kind = Outcome::Kind::Goto;
    made.text = tokens_.expect(TokenKind::Name, "the name of a state").text;
  } else if (word.text == "ERROR") {
    made.kind = Outcome::Kind::Error;
    if (tokens_.accept("(")) {
      made.text = tokens_.expect(TokenKind::String, "a text in quotes").text;
      tokens_.expect(")");
    }
  } else if (word.text == "BREAK") {
    made.kind = Outcome::Kind::Break;
  } else if (word.text == "INACTIVE") {
    made.kind = Outcome::Kind::Inactive;
  }
  return made;
}

}  // namespace clew::spec
