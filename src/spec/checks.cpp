#include "spec/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "spec/queries.h"

namespace clew::spec {

namespace {

using NodeKind = CNode::Kind;

const char* kindText(const Variable& variable) {
  switch (variable.kind) {
    case Variable::Kind::IntegerSet: return "a set of numbers";
    case Variable::Kind::TextSet: return "a set of texts";
    default: return "a number";
  }
}

/// Resolves the names of one automaton.
class Resolver {
 public:
  Resolver(Automaton& automaton, const Specification& specification)
      : automaton_(automaton), specification_(specification) {}

  void run() {
    for (uint32_t i = 0; const Variable& variable : automaton_.variables) {
      declare(variables_, variable.name, i++, variable.place, "the variable");
    }
    for (uint32_t i = 0; const State& state : automaton_.states) {
      declare(states_, state.name, i++, state.place, "the state");
    }
    automaton_.initial = stateNamed(automaton_.initialName, automaton_.initialPlace);
    if (automaton_.states[automaton_.initial].isTarget) {
      throw Mistake{automaton_.initialPlace, "the initial state is a target, so that every program is wrong"};
    }
    for (Condition& condition : automaton_.conditions) resolveCondition(condition);
    for (State& state : automaton_.states) {
      for (Transition& transition : state.transitions) resolveTransition(transition);
    }
  }

 private:
  using Names = std::map<std::string, uint32_t>;

  static void declare(Names& names, const std::string& name, uint32_t index, const Place& place, const char* what) {
    if (!names.emplace(name, index).second) throw Mistake{place, fmt::format("{} {} is there already", what, name)};
  }

  uint32_t stateNamed(const std::string& name, const Place& place) const {
    const auto found = states_.find(name);
    if (found == states_.end()) {
      throw Mistake{place, fmt::format("the automaton {} has no state {}", automaton_.name, name)};
    }
    return found->second;
  }

  uint32_t variableNamed(const std::string& name, bool wantsSet, const Place& place) const {
    const auto found = variables_.find(name);
    if (found == variables_.end()) {
      throw Mistake{place, fmt::format("the automaton {} has no variable {}", automaton_.name, name)};
    }
    const Variable& variable = automaton_.variables[found->second];
    if (variable.isSet() != wantsSet) {
      throw Mistake{
          place, fmt::format("expected {}, but {} is {}", wantsSet ? "a set" : "a number", name, kindText(variable))};
    }
    return found->second;
  }

  void resolveInteger(Integer& integer) const {
    for (Integer::Term& term : integer.terms) {
      if (auto* use = std::get_if<VariableUse>(&term.value)) use->index = variableNamed(use->name, false, term.place);
      if (auto* query = std::get_if<Query>(&term.value)) resolveEvaluation(*query, specification_, term.place);
    }
  }

  void resolveCondition(Condition& condition) const {
    resolveInteger(condition.left);
    resolveInteger(condition.right);
    if (condition.kind == Condition::Kind::Check) resolveQuestion(condition.query, specification_, condition.place);
    if (condition.kind != Condition::Kind::Match) return;
    const CExpression& statement = condition.match.pattern.statement;
    std::set<uint64_t> seen;
    for (const CNode& node : statement.nodes) {
      if (node.kind == NodeKind::Variable || node.kind == NodeKind::Membership || node.kind == NodeKind::Empty) {
        throw Mistake{node.place, fmt::format("$${} cannot be part of what is matched", node.text)};
      }
      if (node.kind == NodeKind::Joker && !seen.insert(node.value).second) {
        throw Mistake{node.place, fmt::format("${} is there already", node.value)};
      }
    }
  }

  void resolveTransition(Transition& transition) const {
    const std::vector<uint32_t> bound = boundJokers(automaton_, transition.trigger);
    for (const CExpression& assumption : transition.assumptions) checkAssumption(assumption, bound);
    for (Encoded& encoded : transition.encoded) {
      encoded.variable.index = variableNamed(encoded.variable.name, false, encoded.place);
      checkAssumption(encoded.value, bound);
    }
    for (Action& action : transition.actions) resolveAction(action, bound);
    resolveOutcome(transition.outcome);
    if (transition.negation) resolveOutcome(*transition.negation);
  }

  void resolveOutcome(Outcome& outcome) const {
    if (outcome.kind == Outcome::Kind::Goto) outcome.state = stateNamed(outcome.text, outcome.place);
    if (outcome.kind == Outcome::Kind::Stop && automaton_.isObserver) {
      throw Mistake{outcome.place, "an observer does not STOP; that takes a CONTROL AUTOMATON"};
    }
  }

  static void checkBound(uint64_t joker, const std::vector<uint32_t>& bound, const Place& place) {
    if (!std::binary_search(bound.begin(), bound.end(), joker)) {
      throw Mistake{place, fmt::format("${} is not bound by what is matched", joker)};
    }
  }

  void checkAssumption(const CExpression& assumption, const std::vector<uint32_t>& bound) const {
    for (const CNode& node : assumption.nodes) {
      switch (node.kind) {
        case NodeKind::Joker: checkBound(node.value, bound, node.place); break;
        case NodeKind::AnyJoker: throw Mistake{node.place, "$? has no value"};
        case NodeKind::Call: throw Mistake{node.place, "assumptions and ENCODE call no functions"};
        case NodeKind::Variable: variableNamed(node.text, false, node.place); break;
        case NodeKind::Empty: variableNamed(node.text, true, node.place); break;
        case NodeKind::Membership: {
          const uint32_t variable = variableNamed(node.text, true, node.place);
          checkKey(assumption.nodes[node.children[0]], automaton_.variables[variable]);
          break;
        }
        default: break;
      }
    }
  }

  static void checkKey(const CNode& key, const Variable& variable) {
    const bool wantsNumber = variable.kind == Variable::Kind::IntegerSet;
    if (key.kind == NodeKind::Joker || key.kind == (wantsNumber ? NodeKind::Number : NodeKind::Text)) return;
    throw Mistake{key.place,
                  fmt::format("expected $NUMBER or {}: {} is {}", wantsNumber ? "a number" : "a text in quotes",
                              variable.name, kindText(variable))};
  }

  void resolveAction(Action& action, const std::vector<uint32_t>& bound) const {
    for (auto& printed : action.printed) {
      if (auto* integer = std::get_if<Integer>(&printed)) resolveInteger(*integer);
    }
    switch (action.kind) {
      case Action::Kind::SetInteger:
        action.variable.index = variableNamed(action.variable.name, false, action.place);
        resolveInteger(action.number);
        break;
      case Action::Kind::SetMember: resolveMember(action, bound); break;
      case Action::Kind::Modify:
        if (automaton_.isObserver) {
          throw Mistake{action.place, "an observer does not MODIFY; that takes a CONTROL AUTOMATON"};
        }
        resolveOrder(action.query, specification_, action.place);
        break;
      default: break;
    }
  }

  void resolveMember(Action& action, const std::vector<uint32_t>& bound) const {
    action.variable.index = variableNamed(action.variable.name, true, action.place);
    const Variable& variable = automaton_.variables[action.variable.index];
    if (action.key.joker) return checkBound(*action.key.joker, bound, action.place);
    const bool isNumber = action.key.number.has_value();
    if (isNumber != (variable.kind == Variable::Kind::IntegerSet)) {
      throw Mistake{action.place,
                    fmt::format("expected {} in the brackets: {} is {}", isNumber ? "a text in quotes" : "a number",
                                variable.name, kindText(variable))};
    }
    if (isNumber) resolveInteger(*action.key.number);
  }

  Automaton& automaton_;
  const Specification& specification_;
  Names variables_;
  Names states_;
};

std::vector<uint32_t> jokersOf(const Match& match) {
  std::set<uint32_t> jokers;
  for (const CNode& node : match.pattern.statement.nodes) {
    if (node.kind == NodeKind::Joker) jokers.insert(static_cast<uint32_t>(node.value));
  }
  return {jokers.begin(), jokers.end()};
}

}  // namespace

std::vector<uint32_t> boundJokers(const Automaton& automaton, uint32_t index) {
  const Condition& condition = automaton.conditions[index];
  if (condition.kind == Condition::Kind::Match) return jokersOf(condition.match);
  if (condition.kind != Condition::Kind::And && condition.kind != Condition::Kind::Or) return {};
  const std::vector<uint32_t> one = boundJokers(automaton, condition.a);
  const std::vector<uint32_t> other = boundJokers(automaton, condition.b);
  std::vector<uint32_t> both;
  if (condition.kind == Condition::Kind::And) {
    std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  } else {
    std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  }
  return both;
}

void resolve(Specification& specification) {
  std::set<std::string> names;
  for (Automaton& automaton : specification.automata) {
    if (!names.insert(automaton.name).second) {
      throw Mistake{automaton.place, fmt::format("the automaton {} is there already", automaton.name)};
    }
    Resolver(automaton, specification).run();
    warnOfGaps(automaton, specification);
  }
}

}  // namespace clew::spec
