#include "symbolic/path_condition.h"

#include <algorithm>
#include <utility>

namespace clew::symbolic {

using term::Kind;
using term::Node;

namespace {

// Conditions of programs are shallow; deeper ones are for the solver.
constexpr unsigned kDeepest = 4;

}  // namespace

std::optional<bool> PathCondition::decide(Term condition) {
  const auto truth = decideParts(condition, 0, deciding_);
  if (truth && recordsTold_) tell(*truth ? condition : terms_.bitNot(condition));
  return truth;
}

/// Follows from the literals that there are.
void PathCondition::tell(Term condition) {
  if (!terms_.isConstant(condition)) told_.emplace_back(literals_.size(), condition);
}

std::vector<Term> PathCondition::told() const {
  std::vector<Term> conditions;
  conditions.reserve(told_.size());
  for (const auto& [size, condition] : told_) conditions.push_back(condition);
  std::sort(conditions.begin(), conditions.end());
  conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
  return conditions;
}

bool PathCondition::refutes(Term condition) { return decideParts(condition, 0, Deciding::WithNogoods) == false; }

std::optional<bool> PathCondition::decideParts(Term condition, unsigned depth, Deciding by) {
  if (terms_.isConstant(condition)) return terms_.isTrue(condition);
  const Term atom = atomOf(condition);
  const bool positive = atom == condition;
  if (const uint32_t place = placeOf(atom); place != 0) return literals_[place - 1] == condition;
  if (contradictory()) return std::nullopt;
  const Node& node = terms_[atom];
  if ((node.kind == Kind::And || node.kind == Kind::Or) && depth < kDeepest) {
    const auto truth = decideJunction(node, depth, by);
    if (truth) return *truth == positive;
  }
  if (excludes(condition, by)) return false;
  if (excludes(terms_.bitNot(condition), by)) return true;
  return std::nullopt;
}

/// One side that is false decides a conjunction, one that is true a disjunction.
std::optional<bool> PathCondition::decideJunction(const Node& node, unsigned depth, Deciding by) {
  const bool decisive = node.kind == Kind::Or;
  const auto first = decideParts(node.a, depth + 1, by);
  if (first == decisive) return decisive;
  const auto second = decideParts(node.b, depth + 1, by);
  if (second == decisive) return decisive;
  if (first && second) return !decisive;
  return std::nullopt;
}

bool PathCondition::excludes(Term literal, Deciding by) {
  const auto isOnPath = [this](Term each) { return has(each); };
  if (by == Deciding::WithNogoods && nogoods_.completedBy(literal, isOnPath) != Nogoods::kNone) return true;
  if (!differences_.refutes(literal)) return false;
  nogoods_.note(differences_.explanation());
  return true;
}

bool PathCondition::assume(Term condition) {
  parts_.assign(1, condition);
  while (!parts_.empty()) {
    const Term part = parts_.back();
    parts_.pop_back();
    const Node& node = terms_[part];
    if (node.kind == Kind::And) {
      parts_.push_back(node.b);
      parts_.push_back(node.a);
    } else if (node.kind == Kind::Not && terms_[node.a].kind == Kind::Or) {
      const Node& choice = terms_[node.a];
      parts_.push_back(terms_.bitNot(choice.b));
      parts_.push_back(terms_.bitNot(choice.a));
    } else if (!terms_.isTrue(part) && !has(part)) {
      push(part);
    }
  }
  // A conjunction is remembered as a whole, too: deep ones are not taken apart when somebody asks.
  if (!contradictory() && !terms_.isTrue(condition) && !has(condition)) push(condition);
  if (recordsTold_) tell(condition);
  return !contradictory();
}

/// A literal that contradicts its opposite has a place in the list, but none among the atoms.
void PathCondition::push(Term literal) {
  const Term atom = atomOf(literal);
  if (atom >= places_.size()) places_.resize(std::max<size_t>(terms_.size() + 1, atom + size_t{1}), 0);
  const bool isOpposite = places_[atom] != 0;
  bounds_.push_back(differences_.size());
  literals_.push_back(literal);
  if (!isOpposite) places_[atom] = static_cast<uint32_t>(size());
  if (contradictory()) return;
  const auto isOnPath = [this](Term each) { return has(each); };
  if (isOpposite || terms_.isFalse(literal) || nogoods_.completedBy(literal, isOnPath) != Nogoods::kNone) {
    contradict(size());
  } else if (!differences_.add(literal)) {
    nogoods_.note(differences_.explanation());
    contradict(sizeWith(differences_.explanation()));
  }
}

void PathCondition::shrink(size_t size) {
  if (size >= literals_.size()) return;
  while (!told_.empty() && told_.back().first > size) told_.pop_back();
  differences_.shrink(bounds_[size]);
  while (literals_.size() > size) {
    uint32_t& place = places_[atomOf(literals_.back())];
    if (place == literals_.size()) place = 0;
    literals_.pop_back();
  }
  bounds_.resize(size);
  if (size < contradiction_) contradiction_ = kNever;
}

void PathCondition::learn(std::span<const Term> core) {
  sorted_.assign(core.begin(), core.end());
  std::sort(sorted_.begin(), sorted_.end());
  sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
  const Nogoods::Number number = nogoods_.keep(sorted_);
  if (number == Nogoods::kNone) return;
  // Watched is one that is missing; if none is, the newest, which is the first to go.
  const size_t contained = sizeWith(sorted_);
  const auto watched = std::find_if(sorted_.begin(), sorted_.end(), [&](Term each) {
    return contained == kNever ? !has(each) : literals_[contained - 1] == each;
  });
  if (watched != sorted_.end()) nogoods_.watch(number, *watched);
  if (contained == kNever) return;
  nogoods_.use(number);
  contradict(contained);
}

size_t PathCondition::sizeWith(std::span<const Term> literals) const {
  size_t size = 0;
  for (const Term literal : literals) {
    if (!has(literal)) return kNever;
    size = std::max<size_t>(size, placeOf(atomOf(literal)));
  }
  return size;
}

Term PathCondition::atomOf(Term literal) const {
  const Node& node = terms_[literal];
  return node.kind == Kind::Not ? node.a : literal;
}

bool PathCondition::has(Term literal) const {
  const uint32_t place = placeOf(atomOf(literal));
  return place != 0 && literals_[place - 1] == literal;
}

}  // namespace clew::symbolic
