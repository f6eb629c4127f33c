#include "program/weave_support.h"

#include <fmt/format.h>

#include "program/observe.h"
#include "program/weave_values.h"

namespace clew::program {

namespace {

using spec::CNode;
using spec::Condition;
using spec::Match;
using spec::Place;

/// A part that is not supported.
struct Found {
  Place place;
  std::string what;
};
using Finding = std::optional<Found>;

Finding inInteger(const spec::Integer& integer) {
  for (const spec::Integer::Term& term : integer.terms) {
    if (std::holds_alternative<spec::Query>(term.value)) return Found{term.place, "EVAL"};
  }
  return std::nullopt;
}

Finding inMatch(const Condition& condition) {
  const Match& match = condition.match;
  switch (match.kind) {
    case Match::Kind::Text:
    case Match::Kind::Regex: return Found{condition.place, "MATCH of a statement's text"};
    case Match::Kind::Assert: return Found{condition.place, "MATCH ASSERT"};
    case Match::Kind::Statement:
      if (!match.pattern.isCall()) return Found{condition.place, "MATCH of a statement that is no call"};
      return std::nullopt;
    default: return std::nullopt;
  }
}

Finding inCondition(const Condition& condition) {
  if (condition.kind == Condition::Kind::Check) return Found{condition.place, "CHECK"};
  if (condition.kind == Condition::Kind::CoversLines) return Found{condition.place, "COVERS_LINES"};
  if (condition.kind == Condition::Kind::Match) return inMatch(condition);
  if (auto found = inInteger(condition.left)) return found;
  return inInteger(condition.right);
}

Finding inAssumption(const spec::CExpression& assumption, unsigned wordBits) {
  for (const CNode& node : assumption.nodes) {
    switch (node.kind) {
      case CNode::Kind::Name:
        return Found{node.place, fmt::format("an assumption about the program's '{}'", node.text)};
      case CNode::Kind::Member:
      case CNode::Kind::Arrow:
      case CNode::Kind::Index: return Found{node.place, "an assumption about a part of an object"};
      case CNode::Kind::Conditional: return Found{node.place, "'?' in an assumption"};
      case CNode::Kind::Unary:
        if (node.text == "*" || node.text == "&") return Found{node.place, "an assumption about memory"};
        break;
      case CNode::Kind::Binary:
        for (const char* operation : {"/", "%", "<<", ">>"}) {
          if (node.text == operation) return Found{node.place, fmt::format("'{}' in an assumption", node.text)};
        }
        break;
      case CNode::Kind::Cast:
        if (node.text != "_Bool" && node.text != "bool" && !typeNamed(node.text, wordBits)) {
          return Found{node.place, fmt::format("a cast to '{}', whose size is not known,", node.text)};
        }
        break;
      default: break;
    }
  }
  // A text is a key of a set and nothing else.
  for (const CNode& node : assumption.nodes) {
    for (const uint32_t child : node.children) {
      const bool isText = assumption.nodes[child].kind == CNode::Kind::Text;
      if (isText && node.kind != CNode::Kind::Membership) return Found{node.place, "a text in an assumption"};
    }
  }
  if (assumption.top().kind == CNode::Kind::Text) return Found{assumption.top().place, "a text in an assumption"};
  return std::nullopt;
}

Finding inAction(const spec::Action& action) {
  if (action.kind == spec::Action::Kind::Modify) return Found{action.place, "MODIFY"};
  if (auto found = inInteger(action.number)) return found;
  const auto& number = action.key.number;
  if (number && (number->terms.size() != 1 || !std::holds_alternative<int64_t>(number->terms.front().value))) {
    return Found{action.place, "an element of a set that is computed"};
  }
  return std::nullopt;
}

Finding inTransition(const spec::Automaton& automaton, const spec::Transition& transition, unsigned wordBits) {
  if (holdsAnywhere(automaton, transition.trigger)) {
    return Found{transition.place, "a trigger that holds where nothing is matched"};
  }
  if (transition.encode) return Found{transition.place, "ENCODE"};
  if (transition.outcome.kind == spec::Outcome::Kind::Break) return Found{transition.outcome.place, "BREAK"};
  if (transition.negation && transition.negation->kind == spec::Outcome::Kind::Break) {
    return Found{transition.negation->place, "BREAK"};
  }
  for (const spec::CExpression& assumption : transition.assumptions) {
    if (auto found = inAssumption(assumption, wordBits)) return found;
  }
  for (const spec::Action& action : transition.actions) {
    if (auto found = inAction(action)) return found;
  }
  return std::nullopt;
}

Finding inAutomaton(const spec::Automaton& automaton, unsigned wordBits) {
  for (const Condition& condition : automaton.conditions) {
    if (auto found = inCondition(condition)) return found;
  }
  for (const spec::State& state : automaton.states) {
    for (const spec::Transition& transition : state.transitions) {
      if (auto found = inTransition(automaton, transition, wordBits)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<support::Error> findUnwovenPart(const spec::Specification& specification, unsigned wordBits) {
  for (const spec::Automaton& automaton : specification.automata) {
    if (const auto found = inAutomaton(automaton, wordBits)) {
      return support::Error{
          fmt::format("{}: {} is not supported yet", specification.placeText(found->place), found->what)};
    }
  }
  return std::nullopt;
}

}  // namespace clew::program
