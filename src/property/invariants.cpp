#include "property/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clew::property {

namespace {

constexpr size_t kLongestShown = 60;

std::optional<support::Error> parseAll(const std::vector<std::string>& texts, Expression::Kind kind,
                                       const program::Program& program, std::vector<Expression>& into) {
  for (const std::string& text : texts) {
    auto parsed = Expression::parse(text, kind, program);
    if (!parsed) {
      const std::string shown = text.size() <= kLongestShown ? text : text.substr(0, kLongestShown) + "...";
      return support::Error{fmt::format("{} '{}': {}", kind == Expression::Kind::Next ? "--next" : "--invariant", shown,
                                        parsed.error().message)};
    }
    into.push_back(std::move(*parsed));
  }
  return std::nullopt;
}

}  // namespace

support::Result<Invariants> Invariants::parse(const std::vector<std::string>& invariants,
                                              const std::vector<std::string>& next, const program::Program& program) {
  Invariants made;
  if (auto error = parseAll(invariants, Expression::Kind::Invariant, program, made.ofStates)) return *error;
  if (auto error = parseAll(next, Expression::Kind::Next, program, made.ofTransitions)) return *error;
  return made;
}

Stops Stops::of(const Invariants& invariants) {
  Stops stops;
  stops.atEnd = !invariants.empty();
  for (const auto* list : {&invariants.ofStates, &invariants.ofTransitions}) {
    for (const Expression& expression : *list)
      stops.globals.insert(expression.globals().begin(), expression.globals().end());
  }
  return stops;
}

InvariantChecker::InvariantChecker(const Invariants& invariants, machine::ConcreteMachine& machine, Use use,
                                   const Stops* stops, std::function<void()> looker)
    : invariants_(invariants), machine_(machine), use_(use) {
  if (use == Use::Search) {
    known_.resize(invariants.ofStates.size());
    knownBefore_.resize(invariants.ofTransitions.size());
    knownNext_.resize(invariants.ofTransitions.size());
  }
  before_.resize(invariants.ofTransitions.size());
  const Stops all = Stops::of(invariants);
  const Stops& some = stops == nullptr ? all : *stops;
  if (some.atEnd) machine.watch({some.globals.begin(), some.globals.end()});
  if (some != all) machine.lookAt({all.globals.begin(), all.globals.end()}, std::move(looker));
}

std::optional<Violation> InvariantChecker::inState() {
  const auto content = [this](Dependency part) { return contentOf(part); };
  if (use_ == Use::Search && allKnown_.find(0, content) != nullptr) return std::nullopt;
  for (size_t i = 0; i < invariants_.ofStates.size(); ++i) {
    if (!holds(i)) return violation(Property::Invariant, invariants_.ofStates[i], computed_, shown_);
  }
  if (use_ == Use::Search) rememberAll();
  return std::nullopt;
}

/// All hold in the machine's state: as long as nothing changes that any of them looked at.
void InvariantChecker::rememberAll() {
  std::vector<Dependency> all;
  for (const Memo<bool>& known : known_) {
    if (known.lastShape() == nullptr) return;
    for (const Dependency& part : *known.lastShape()) {
      if (std::find(all.begin(), all.end(), part) == all.end()) all.push_back(part);
    }
  }
  allKnown_.insert(0, all, [this](Dependency part) { return contentOf(part); }, true);
}

std::optional<Violation> InvariantChecker::inStep() {
  for (size_t i = 0; i < invariants_.ofStates.size(); ++i) {
    if (!evaluate(i, false)) return violation(Property::Invariant, invariants_.ofStates[i], computed_, shown_);
  }
  for (size_t i = 0; i < invariants_.ofTransitions.size(); ++i) {
    if (stepped_ && !evaluateNext(i, false)) {
      return violation(Property::Next, invariants_.ofTransitions[i], computed_, shown_);
    }
    evaluateBefore(i, false);
  }
  stepped_ = true;
  return std::nullopt;
}

bool InvariantChecker::holds(size_t index) {
  const auto content = [this](Dependency part) { return contentOf(part); };
  if (use_ == Use::Search && known_[index].find(0, content) != nullptr) return true;
  machine_.materialise();
  return evaluate(index, use_ == Use::Search);
}

bool InvariantChecker::evaluate(size_t index, bool remembers) {
  const Expression& expression = invariants_.ofStates[index];
  const auto content = [this](Dependency part) { return contentOf(part); };
  Evaluator evaluator(expression, machine_);
  dependencies_.clear();
  shown_.clear();
  if (remembers) {
    evaluator.setDependencies(&dependencies_);
  } else {
    evaluator.setShown(&shown_);
  }
  computed_ = evaluator.compute(expression.root());
  if (computed_.failure != Failure::None || !evaluator.isTrue(expression.root(), computed_.bits)) return false;
  if (remembers) known_[index].insert(0, dependencies_, content, true);
  return true;
}

void InvariantChecker::beforeStep() {
  stepped_ = true;
  for (size_t i = 0; i < invariants_.ofTransitions.size(); ++i) keep(i);
}

void InvariantChecker::keep(size_t index) {
  const auto content = [this](Dependency part) { return contentOf(part); };
  if (use_ == Use::Search) {
    if (const Before* known = knownBefore_[index].find(0, content)) {
      before_[index] = *known;
      return;
    }
  }
  machine_.materialise();
  evaluateBefore(index, use_ == Use::Search);
}

void InvariantChecker::evaluateBefore(size_t index, bool remembers) {
  const Expression& expression = invariants_.ofTransitions[index];
  const auto content = [this](Dependency part) { return contentOf(part); };
  Evaluator evaluator(expression, machine_);
  Before& made = before_[index];
  made = {++serials_, {}, {}};
  dependencies_.clear();
  if (remembers) {
    evaluator.setDependencies(&dependencies_);
  } else {
    evaluator.setShown(&made.shown);
  }
  for (const uint32_t part : expression.parts()) made.parts.push_back(evaluator.compute(part));
  if (remembers) knownBefore_[index].insert(0, dependencies_, content, made);
}

std::optional<Violation> InvariantChecker::afterStep() {
  if (!stepped_) return std::nullopt;
  stepped_ = false;
  for (size_t i = 0; i < invariants_.ofTransitions.size(); ++i) {
    if (!holdsNext(i)) return violation(Property::Next, invariants_.ofTransitions[i], computed_, shown_);
  }
  return std::nullopt;
}

bool InvariantChecker::holdsNext(size_t index) {
  const auto content = [this](Dependency part) { return contentOf(part); };
  if (use_ == Use::Search && knownNext_[index].find(before_[index].serial, content) != nullptr) return true;
  machine_.materialise();
  return evaluateNext(index, use_ == Use::Search);
}

bool InvariantChecker::evaluateNext(size_t index, bool remembers) {
  const Expression& expression = invariants_.ofTransitions[index];
  const Before& before = before_[index];
  const auto content = [this](Dependency part) { return contentOf(part); };
  Evaluator evaluator(expression, machine_);
  dependencies_.clear();
  shown_ = before.shown;
  if (remembers) {
    evaluator.setDependencies(&dependencies_);
  } else {
    evaluator.setShown(&shown_);
  }
  computed_ = evaluator.compute(expression.root(), before.parts);
  if (computed_.failure != Failure::None || !evaluator.isTrue(expression.root(), computed_.bits)) return false;
  if (remembers) knownNext_[index].insert(before.serial, dependencies_, content, true);
  return true;
}

Violation InvariantChecker::violation(Property property, const Expression& expression, const Computed& computed,
                                      const std::vector<Shown>& shown) const {
  std::string message = expression.text();
  const std::string values = shownText(expression, machine_, shown);
  if (computed.failure != Failure::None) {
    message += " cannot be evaluated: " + failureText(expression, computed);
    if (!values.empty()) message += " (" + values + ")";
  } else {
    message += " does not hold" + (values.empty() ? "" : ": " + values);
  }
  return {property, message, 0, 0};
}

}  // namespace clew::property
