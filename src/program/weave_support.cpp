#include "program/weave_support.h"

#include <fmt/format.h>

#include "program/observe.h"
#include "program/weave_values.h"

namespace clew::program {

namespace {

using spec::CNode;
using spec::Condition;
using spec::Place;

/// A part that is not supported.
struct Found {
  Place place;
  std::string what;
};
using Finding = std::optional<Found>;

Finding inCondition(const Condition& condition) {
  if (condition.kind == Condition::Kind::CoversLines) return Found{condition.place, "COVERS_LINES"};
  return std::nullopt;
}

bool isKnownType(const std::string& name, unsigned wordBits) {
  return name == "_Bool" || name == "bool" || typeNamed(name, wordBits);
}

Finding inAssumption(const spec::CExpression& assumption, unsigned wordBits) {
  for (const CNode& node : assumption.nodes) {
    switch (node.kind) {
      case CNode::Kind::Cast:
        if (!isKnownType(node.text, wordBits)) {
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
  const auto& number = action.key.number;
  if (number && (number->terms.size() != 1 || !std::holds_alternative<int64_t>(number->terms.front().value))) {
    return Found{action.place, "an element of a set that is computed"};
  }
  return std::nullopt;
}

Finding inTransition(const spec::Automaton& automaton, const spec::Transition& transition, unsigned wordBits) {
  if (truthOf(automaton, transition.trigger, {}) != Truth::No) {
    return Found{transition.place, "a trigger that holds where nothing is matched"};
  }
  for (const spec::CExpression& assumption : transition.assumptions) {
    if (auto found = inAssumption(assumption, wordBits)) return found;
  }
  for (const spec::Encoded& encoded : transition.encoded) {
    if (auto found = inAssumption(encoded.value, wordBits)) return found;
  }
  for (const spec::Action& action : transition.actions) {
    if (auto found = inAction(action)) return found;
  }
  return std::nullopt;
}

Finding inAutomaton(const spec::Automaton& automaton, unsigned wordBits) {
  for (const spec::Variable& variable : automaton.variables) {
    const bool isUnknown = !variable.type.empty() && !isKnownType(variable.type, wordBits);
    if (isUnknown) return Found{variable.place, fmt::format("a variable of type '{}'", variable.type)};
  }
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
