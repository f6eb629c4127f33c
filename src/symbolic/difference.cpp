#include "symbolic/difference.h"

#include <algorithm>
#include <utility>

namespace clew::symbolic {

using term::Kind;
using term::Node;

namespace {

__extension__ typedef __int128 Wide;

Wide powerOfTwo(unsigned exponent) { return Wide{1} << exponent; }

}  // namespace

Differences::Differences(const term::Terms& terms) : terms_(terms) {
  variables_.push_back({.term = term::kNoTerm, .view = View::Unsigned, .least = 0, .greatest = 0});
}

// ---- what literals say ----

bool Differences::add(Term literal) {
  const uint32_t before = size();
  if (addAll(literal)) return true;
  shrink(before);
  return false;
}

bool Differences::refutes(Term literal) {
  const uint32_t before = size();
  if (!add(literal)) return true;
  shrink(before);
  return false;
}

bool Differences::addAll(Term literal) {
  const bool negated = terms_[literal].kind == Kind::Not;
  const Node& atom = terms_[negated ? terms_[literal].a : literal];
  switch (atom.kind) {
    case Kind::Less:
    case Kind::LessSigned: {
      const View view = atom.kind == Kind::Less ? View::Unsigned : View::Signed;
      return negated ? addOrder(atom.b, atom.a, view, 0, literal) : addOrder(atom.a, atom.b, view, 1, literal);
    }
    case Kind::Equal:
      if (terms_.widthOf(atom.a) == 0) return true;
      return negated ? addUnequal(atom.a, atom.b, literal) : addEqual(atom.a, atom.b, literal);
    case Kind::Constant: explanation_.assign(1, literal); return terms_.isTrue(literal);
    default: return true;
  }
}

bool Differences::addOrder(Term lesser, Term greater, View view, Weight gap, Term literal) {
  const Operand left = operandOf(lesser, view);
  const Operand right = operandOf(greater, view);
  return addBound(left, right, -gap, literal) && connect(left.variable) && connect(right.variable);
}

bool Differences::addEqual(Term a, Term b, Term literal) {
  for (const View view : {View::Unsigned, View::Signed}) {
    if (!addOrder(a, b, view, 0, literal) || !addOrder(b, a, view, 0, literal)) return false;
  }
  return true;
}

/// To differ from the least or the greatest value is an order.
bool Differences::addUnequal(Term a, Term b, Term literal) {
  if (terms_.isConstant(a)) std::swap(a, b);
  if (!terms_.isConstant(b) || terms_.isConstant(a)) return true;
  for (const View view : {View::Unsigned, View::Signed}) {
    const Weight value = valueOf(b, view);
    const Variable variable = variableOf(a, view);
    const Weight least = variables_[variable].least;
    const Weight greatest = variables_[variable].greatest;
    if (value == least && !addBound({kZero, 0}, {variable, 0}, -(least + 1), literal)) return false;
    if (value == greatest && !addBound({variable, 0}, {kZero, 0}, greatest - 1, literal)) return false;
    if ((value == least || value == greatest) && !connect(variable)) return false;
  }
  return true;
}

bool Differences::addBound(Operand left, Operand right, Weight bound, Term reason) {
  return addEdge(left.variable, right.variable, bound - left.offset + right.offset, reason, Role::Bound);
}

// ---- what terms are made of ----

/// Adds what the path has made exact about a variable.
bool Differences::connect(Variable variable) { return variable == kZero || (define(variable) && agree(variable)); }

/// x + k is x plus k where it cannot wrap, or x plus k - 2^width where it must.
bool Differences::define(Variable variable) {
  const Node& node = terms_[variables_[variable].term];
  if (variables_[variable].defined || node.kind != Kind::Add) return true;
  if (!terms_.isConstant(node.b)) return true;  // constants come second
  const Weight constant = terms_.valueOf(node.b);
  const Variable base = variableOf(node.a, variables_[variable].view);
  for (const Weight distance : {constant, constant - powerOfTwo(node.width)}) {
    const Limit limit = distance > 0 ? upperOf(base) : lowerOf(base);
    const Weight extreme = limit.value + distance;
    const VariableState& sum = variables_[variable];
    if (extreme < sum.least || extreme > sum.greatest) continue;
    return equate(variable, base, distance, limit.reason, Role::Sum);
  }
  return true;
}

/// As a signed and as an unsigned number, a term that is not negative is the same.
bool Differences::agree(Variable variable) {
  const Variable partner = variables_[variable].partner;
  if (partner == kNone) return true;
  const bool isSigned = variables_[variable].view == View::Signed;
  const Variable asSigned = isSigned ? variable : partner;
  const Variable asUnsigned = isSigned ? partner : variable;
  if (variables_[asSigned].agrees) return true;
  const Limit lower = lowerOf(asSigned);
  const Limit upper = upperOf(asUnsigned);
  if (lower.value < 0 && upper.value > variables_[asSigned].greatest) return true;
  return equate(asSigned, asUnsigned, 0, lower.value >= 0 ? lower.reason : upper.reason, Role::Views);
}

bool Differences::equate(Variable variable, Variable base, Weight distance, Term reason, Role role) {
  return addEdge(variable, base, distance, reason, role) && addEdge(base, variable, -distance, reason, Role::Bound);
}

Differences::Weight Differences::valueOf(Term constant, View view) const {
  const Weight value = terms_.valueOf(constant);
  const unsigned width = terms_.widthOf(constant);
  return view == View::Signed && value >= powerOfTwo(width - 1) ? value - powerOfTwo(width) : value;
}

Differences::Operand Differences::operandOf(Term term, View view) {
  if (terms_.isConstant(term)) return {kZero, valueOf(term, view)};
  return {variableOf(term, view), 0};
}

Differences::Variable Differences::variableOf(Term term, View view) {
  for (;; term = terms_[term].a) {
    const Kind kind = terms_[term].kind;
    if (kind == Kind::ZeroExtend)
      view = View::Unsigned;
    else if (kind != Kind::SignExtend || view != View::Signed)
      break;
  }
  const auto keyOf = [&](View which) { return uint64_t{term} << 1 | static_cast<uint64_t>(which); };
  const auto [place, isNew] = numbers_.try_emplace(keyOf(view), static_cast<Variable>(variables_.size()));
  if (!isNew) return place->second;
  const Variable number = place->second;
  const unsigned width = terms_.widthOf(term);
  const Weight least = view == View::Signed ? -powerOfTwo(width - 1) : Weight{0};
  variables_.push_back({.term = term, .view = view, .least = least, .greatest = least + powerOfTwo(width) - 1});
  const auto other = numbers_.find(keyOf(view == View::Signed ? View::Unsigned : View::Signed));
  if (other != numbers_.end()) {
    variables_[number].partner = other->second;
    variables_[other->second].partner = number;
  }
  return number;
}

Differences::Limit Differences::upperOf(Variable variable) const {
  const VariableState& state = variables_[variable];
  if (state.bestUpper == kNone) return {state.greatest, term::kNoTerm};
  return {edges_[state.bestUpper].bound, edges_[state.bestUpper].reason};
}

Differences::Limit Differences::lowerOf(Variable variable) const {
  const VariableState& state = variables_[variable];
  if (state.bestLower == kNone) return {state.least, term::kNoTerm};
  return {-edges_[state.bestLower].bound, edges_[state.bestLower].reason};
}

// ---- the graph ----

bool Differences::addEdge(Variable left, Variable right, Weight bound, Term reason, Role role) {
  if (left == right) {
    if (bound >= 0) return true;
    explanation_.assign(1, reason);
    return false;
  }
  if (right == kZero && upperOf(left).value <= bound) return true;
  if (left == kZero && lowerOf(right).value >= -bound) return true;
  use(left);
  use(right);
  edges_.push_back({left, right, bound, reason, kNone, kNone, kNone, role});
  link(size() - 1);
  return repair(size() - 1);
}

/// A variable that had no edges may have any value so far.
void Differences::use(Variable variable) {
  VariableState& state = variables_[variable];
  if (state.uses++ > 0 || variable == kZero) return;
  const Weight zero = variables_[kZero].value;
  state.value = std::clamp(state.value, zero + state.least, zero + state.greatest);
  used_.push_back(variable);
}

void Differences::link(uint32_t number) {
  Edge& edge = edges_[number];
  VariableState& left = variables_[edge.left];
  VariableState& right = variables_[edge.right];
  edge.nextOfLeft = std::exchange(left.firstAsLeft, number);
  edge.nextOfRight = std::exchange(right.firstAsRight, number);
  if (edge.right == kZero) edge.replacedBest = std::exchange(left.bestUpper, number);
  if (edge.left == kZero) edge.replacedBest = std::exchange(right.bestLower, number);
  if (edge.role == Role::Sum) left.defined = true;
  if (edge.role == Role::Views) left.agrees = true;
}

void Differences::unlink(const Edge& edge) {
  VariableState& left = variables_[edge.left];
  VariableState& right = variables_[edge.right];
  left.firstAsLeft = edge.nextOfLeft;
  right.firstAsRight = edge.nextOfRight;
  if (edge.right == kZero) left.bestUpper = edge.replacedBest;
  if (edge.left == kZero) right.bestLower = edge.replacedBest;
  if (edge.role == Role::Sum) left.defined = false;
  if (edge.role == Role::Views) left.agrees = false;
  for (const Variable variable : {edge.right, edge.left}) {
    if (--variables_[variable].uses == 0 && variable != kZero) used_.pop_back();
  }
}

void Differences::shrink(uint32_t size) {
  while (edges_.size() > size) {
    unlink(edges_.back());
    edges_.pop_back();
  }
}

// ---- the solution ----

/// Moves values until they satisfy the newest edge, too; false, with an explanation, if there is no way. Zero has an
/// edge with everybody, so it moves only when it must: by choice its opposite does.
bool Differences::repair(uint32_t number) {
  const Edge& edge = edges_[number];
  const Weight excess = variables_[edge.left].value - variables_[edge.right].value - edge.bound;
  if (excess <= 0) return true;
  const Direction direction = edge.left == kZero ? Direction::Up : Direction::Down;
  const Variable start = direction == Direction::Up ? edge.right : edge.left;
  const Variable target = direction == Direction::Up ? edge.left : edge.right;
  ++round_;
  pending_.clear();
  moved_.clear();
  pending_.push_back({excess, start});
  variables_[start].round = round_;
  variables_[start].moved = false;
  variables_[start].need = excess;
  while (!pending_.empty()) {
    std::pop_heap(pending_.begin(), pending_.end());
    const Pending next = pending_.back();
    pending_.pop_back();
    VariableState& state = variables_[next.variable];
    if (state.moved) continue;
    state.moved = true;
    state.value += direction == Direction::Up ? next.need : -next.need;
    moved_.push_back(next);
    if (spread(direction, next.variable, target)) continue;
    for (const Pending& each : moved_) {
      variables_[each.variable].value -= direction == Direction::Up ? each.need : -each.need;
    }
    explain(number, start, target);
    return false;
  }
  return true;
}

/// Tells those that are bound to a variable that has moved; false if the target is among them.
bool Differences::spread(Direction direction, Variable from, Variable target) {
  const bool up = direction == Direction::Up;
  const VariableState& state = variables_[from];
  for (uint32_t number = up ? state.firstAsLeft : state.firstAsRight; number != kNone;) {
    const Edge& edge = edges_[number];
    if (!demand(direction, {from, up ? edge.right : edge.left, edge.bound, number}, target)) return false;
    number = up ? edge.nextOfLeft : edge.nextOfRight;
  }
  if (from != kZero) return demand(direction, {from, kZero, up ? state.greatest : -state.least, kNone}, target);
  for (const Variable each : used_) {
    const Weight bound = up ? -variables_[each].least : variables_[each].greatest;
    if (!demand(direction, {kZero, each, bound, kNone}, target)) return false;
  }
  return true;
}

/// Who is nearer than the bound allows to one that has moved must move, too. The one that must move farthest goes
/// first, so nobody moves twice.
bool Differences::demand(Direction direction, const Step& step, Variable target) {
  VariableState& to = variables_[step.to];
  const Weight reached = variables_[step.from].value;
  const Weight need = direction == Direction::Up ? reached - step.bound - to.value : to.value - reached - step.bound;
  if (need <= 0) return true;
  if (to.round == round_ && (to.moved || to.need >= need)) return true;
  to.round = round_;
  to.moved = false;
  to.need = need;
  to.cause = step.from;
  to.causingEdge = step.edge;
  if (step.to == target) return false;
  pending_.push_back({need, step.to});
  std::push_heap(pending_.begin(), pending_.end());
  return true;
}

void Differences::explain(uint32_t edge, Variable start, Variable target) {
  explanation_.assign(1, edges_[edge].reason);
  for (Variable each = target; each != start; each = variables_[each].cause) {
    const uint32_t number = variables_[each].causingEdge;
    if (number != kNone) explanation_.push_back(edges_[number].reason);
  }
  std::sort(explanation_.begin(), explanation_.end());
  explanation_.erase(std::unique(explanation_.begin(), explanation_.end()), explanation_.end());
  if (explanation_.front() == term::kNoTerm) explanation_.erase(explanation_.begin());
}

}  // namespace clew::symbolic
