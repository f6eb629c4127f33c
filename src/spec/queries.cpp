#include "spec/queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace clew::spec {

namespace {

constexpr std::string_view kPrefix = "AutomatonAnalysis_";  // of the name of an automaton, as CPAchecker has it

std::string_view trimmed(std::string_view text) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<int64_t> numberIn(std::string_view text) {
  int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The index of what is called so.
template <typename List>
std::optional<uint32_t> indexOf(const List& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
  if (found == list.end()) return std::nullopt;
  return static_cast<uint32_t>(found - list.begin());
}

uint32_t automatonNamed(std::string_view name, const Specification& specification, const Place& place) {
  if (const auto found = indexOf(specification.automata, name)) return *found;
  if (name.starts_with(kPrefix)) {
    if (const auto found = indexOf(specification.automata, name.substr(kPrefix.size()))) return *found;
  }
  throw Mistake{place, fmt::format("there is no analysis {}; automata of the specification can be asked", name)};
}

std::optional<uint32_t> numberNamed(std::string_view name, const Automaton& automaton) {
  const auto found = indexOf(automaton.variables, name);
  return found && !automaton.variables[*found].isSet() ? found : std::nullopt;
}

/// A comparison, cut at its operator.
struct Comparison {
  std::string_view left;
  std::string_view right;
  bool isNegative = false;
};

Comparison comparisonIn(std::string_view text, const Place& place) {
  for (const std::string_view symbol : {"==", "!="}) {
    const size_t at = text.find(symbol);
    if (at == std::string_view::npos) continue;
    return {trimmed(text.substr(0, at)), trimmed(text.substr(at + 2)), symbol == "!="};
  }
  throw Mistake{place, fmt::format("expected \"state == NAME\" or \"VARIABLE == NUMBER\", found \"{}\"", text)};
}

/// What a comparison means to an automaton; nothing if it has no such state or variable.
std::optional<Queried> meaningFor(const Specification& specification, uint32_t index, const Comparison& comparison) {
  const Automaton& automaton = specification.automata[index];
  Queried made{.automaton = index, .isNegative = comparison.isNegative};
  if (comparison.left == "state") {
    const auto state = indexOf(automaton.states, comparison.right);
    if (!state) return std::nullopt;
    made.isAboutState = true;
    made.item = *state;
    return made;
  }
  const auto variable = numberNamed(comparison.left, automaton);
  const auto number = numberIn(comparison.right);
  if (!variable || !number) return std::nullopt;
  made.item = *variable;
  made.number = *number;
  return made;
}

}  // namespace

void resolveQuestion(Query& query, const Specification& specification, const Place& place) {
  if (query.analysis.empty() && query.question == "IS_TARGET_STATE") {
    throw Mistake{place, "CHECK(IS_TARGET_STATE) is never asked in vain: where one is reached, the path ends"};
  }
  const Comparison comparison = comparisonIn(query.question, place);
  if (!query.analysis.empty()) {
    const uint32_t asked = automatonNamed(query.analysis, specification, place);
    const auto meaning = meaningFor(specification, asked, comparison);
    if (!meaning) {
      throw Mistake{place, fmt::format("the automaton {} has no such state or number: \"{}\"",
                                       specification.automata[asked].name, query.question)};
    }
    query.asked = {*meaning};
    return;
  }
  for (uint32_t i = 0; i < specification.automata.size(); ++i) {
    if (const auto meaning = meaningFor(specification, i, comparison)) query.asked.push_back(*meaning);
  }
  if (query.asked.empty()) {
    throw Mistake{place, fmt::format("no automaton has such a state or number: \"{}\"", query.question)};
  }
}

void resolveEvaluation(Query& query, const Specification& specification, const Place& place) {
  Queried made{.automaton = automatonNamed(query.analysis, specification, place)};
  const Automaton& automaton = specification.automata[made.automaton];
  const auto variable = numberNamed(trimmed(query.question), automaton);
  if (!variable) throw Mistake{place, fmt::format("the automaton {} has no number {}", automaton.name, query.question)};
  made.item = *variable;
  query.asked = {made};
}

void resolveOrder(Query& query, const Specification& specification, const Place& place) {
  Queried made{.automaton = automatonNamed(query.analysis, specification, place)};
  const Automaton& automaton = specification.automata[made.automaton];
  std::string_view text = trimmed(query.question);
  const size_t at = text.find(":=");
  if (!text.starts_with("setvalue(") || !text.ends_with(")") || at == std::string_view::npos) {
    throw Mistake{place, fmt::format("expected \"setvalue(VARIABLE := NUMBER)\", found \"{}\"", query.question)};
  }
  const auto variable = numberNamed(trimmed(text.substr(9, at - 9)), automaton);
  const auto number = numberIn(trimmed(text.substr(at + 2, text.size() - at - 3)));
  if (!variable || !number) {
    throw Mistake{place, fmt::format("the automaton {} has no number for \"{}\"", automaton.name, query.question)};
  }
  made.item = *variable;
  made.number = *number;
  query.asked = {made};
}

}  // namespace clew::spec
