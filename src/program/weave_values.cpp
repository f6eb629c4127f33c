#include "program/weave_values.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace clew::program {

namespace {

using spec::CNode;
using spec::Condition;

}  // namespace

std::string keyOf(const spec::Action::Key& key, const Bindings& bindings) {
  if (key.joker) return bindings.at(*key.joker).text;
  if (key.number) return std::to_string(std::get<int64_t>(key.number->terms.front().value));
  return key.text;
}

std::string keyOf(const CNode& node, const Bindings& bindings) {
  if (node.kind == CNode::Kind::Joker) return bindings.at(static_cast<uint32_t>(node.value)).text;
  return node.kind == CNode::Kind::Number ? std::to_string(node.value) : node.text;
}

bool followsPointers(const spec::CExpression& expression, uint32_t index) {
  const CNode& node = expression.nodes[index];
  const bool follows = node.kind == CNode::Kind::Arrow || node.kind == CNode::Kind::Index ||
                       (node.kind == CNode::Kind::Unary && node.text == "*");
  return follows || std::any_of(node.children.begin(), node.children.end(),
                                [&](uint32_t child) { return followsPointers(expression, child); });
}

// ---- conditions and actions ----

llvm::Value* ValueWeaver::condition(uint32_t index) {
  const Condition& condition = monitor_.automaton().conditions[index];
  switch (condition.kind) {
    case Condition::Kind::True: return builder_.getTrue();
    case Condition::Kind::Not: return builder_.CreateNot(this->condition(condition.a));
    case Condition::Kind::And: return builder_.CreateAnd(this->condition(condition.a), this->condition(condition.b));
    case Condition::Kind::Or: return builder_.CreateOr(this->condition(condition.a), this->condition(condition.b));
    case Condition::Kind::Equal:
      return builder_.CreateICmpEQ(this->condition(condition.a), this->condition(condition.b));
    case Condition::Kind::NotEqual:
      return builder_.CreateICmpNE(this->condition(condition.a), this->condition(condition.b));
    case Condition::Kind::IntegerEqual:
      return builder_.CreateICmpEQ(integer(condition.left, {}), integer(condition.right, {}));
    case Condition::Kind::IntegerNotEqual:
      return builder_.CreateICmpNE(integer(condition.left, {}), integer(condition.right, {}));
    case Condition::Kind::Check: return question(condition.query);
    default: return builder_.getInt1(context_.event.matched.at(automaton_).contains(index));
  }
}

/// Whether one of the automata that are asked says yes, as it was before the event.
llvm::Value* ValueWeaver::question(const spec::Query& query) {
  llvm::Value* any = builder_.getFalse();
  for (const spec::Queried& asked : query.asked) {
    const uint32_t field = asked.isAboutState ? WovenMonitor::kState : asked.item;
    llvm::Value* value = context_.before.at({asked.automaton, field});
    const uint64_t wanted = asked.isAboutState ? asked.item : static_cast<uint64_t>(asked.number);
    llvm::Value* isIt = builder_.CreateICmpEQ(value, llvm::ConstantInt::get(value->getType(), wanted));
    any = builder_.CreateOr(any, asked.isNegative ? builder_.CreateNot(isIt) : isIt);
  }
  return any;
}

llvm::Value* ValueWeaver::number(uint32_t variable, const Update& update) {
  const auto known = update.numbers.find(variable);
  if (known != update.numbers.end()) return known->second;
  return WovenMonitor::load(builder_, builder_.getInt64Ty(), monitor_.numberPlace(builder_, variable));
}

llvm::Value* ValueWeaver::member(uint32_t variable, const std::string& key, const Update& update) {
  const auto known = update.members.find({variable, key});
  if (known != update.members.end()) return known->second;
  return WovenMonitor::load(builder_, builder_.getInt8Ty(), monitor_.memberPlace(builder_, variable, key));
}

llvm::Value* ValueWeaver::integer(const spec::Integer& integer, const Update& update) {
  llvm::Value* sum = builder_.getInt64(0);
  for (const spec::Integer::Term& term : integer.terms) {
    llvm::Value* value = nullptr;
    if (const auto* use = std::get_if<spec::VariableUse>(&term.value)) {
      value = number(use->index, update);
    } else if (const auto* query = std::get_if<spec::Query>(&term.value)) {
      value = context_.before.at({query->asked.front().automaton, query->asked.front().item});
    } else {
      value = builder_.getInt64(static_cast<uint64_t>(std::get<int64_t>(term.value)));
    }
    sum = term.isNegative ? builder_.CreateSub(sum, value) : builder_.CreateAdd(sum, value);
  }
  return sum;
}

Update ValueWeaver::actions(const spec::Transition& transition, const Bindings& bindings) {
  Update update;
  for (const spec::Action& action : transition.actions) {
    const uint32_t variable = action.variable.index;
    if (action.kind == spec::Action::Kind::SetInteger) {
      update.numbers[variable] = integer(action.number, update);
    } else if (action.kind == spec::Action::Kind::SetMember) {
      const std::string key = keyOf(action.key, bindings);
      llvm::Value* before = builder_.CreateZExt(member(variable, key, update), builder_.getInt64Ty());
      llvm::Value* without = builder_.CreateSub(number(variable, update), before);
      update.numbers[variable] = builder_.CreateAdd(without, builder_.getInt64(action.isMember ? 1 : 0));
      update.members[{variable, key}] = builder_.getInt8(action.isMember ? 1 : 0);
    }
  }
  return update;
}

// ---- assumptions and ENCODE ----

llvm::Value* ValueWeaver::assumptions(llvm::Value* before, const spec::Transition& transition, const Bindings& bindings,
                                      const Update& update) {
  bindings_ = &bindings;
  update_ = &update;
  isEncoding_ = false;
  llvm::Value* all = before;
  for (const spec::CExpression& assumption : transition.assumptions) {
    // A pointer that is followed may be one only where everything before holds.
    all = followsPointers(assumption, assumption.root) ? onlyIf(all, [&] { return holds(assumption); })
                                                       : builder_.CreateAnd(all, holds(assumption));
  }
  return all;
}

/// What has no value does not hold.
llvm::Value* ValueWeaver::holds(const spec::CExpression& assumption) {
  whole_ = &assumption;
  const Typed made = expression(assumption.root);
  llvm::Value* isTrue = arithmetic_.isTrue(made);
  if (made.undefined == nullptr) return isTrue;
  return builder_.CreateAnd(isTrue, builder_.CreateNot(made.undefined));
}

Typed ValueWeaver::encoded(const spec::Encoded& encoded, const Bindings& bindings) {
  const Update none;
  bindings_ = &bindings;
  update_ = &none;
  isEncoding_ = true;
  whole_ = &encoded.value;
  Typed made = expression(encoded.value.root);
  const std::string& type = monitor_.automaton().variables[encoded.variable.index].type;
  if (!type.empty()) {
    llvm::Value* undefined = made.undefined;
    made = arithmetic_.cast(type, made);
    made.undefined = undefined;
  }
  made.value = builder_.CreateIntCast(made.value, builder_.getInt64Ty(), made.isSigned);
  update_ = nullptr;
  return made;
}

/// One bit that is computed only if a condition holds, and is false elsewhere.
llvm::Value* ValueWeaver::onlyIf(llvm::Value* condition, const std::function<llvm::Value*()>& compute) {
  llvm::BasicBlock* from = builder_.GetInsertBlock();
  llvm::Function* function = from->getParent();
  llvm::BasicBlock* inside = llvm::BasicBlock::Create(builder_.getContext(), "", function);
  llvm::BasicBlock* join = llvm::BasicBlock::Create(builder_.getContext(), "", function);
  builder_.CreateCondBr(condition, inside, join);
  builder_.SetInsertPoint(inside);
  llvm::Value* computed = compute();
  llvm::BasicBlock* last = builder_.GetInsertBlock();
  builder_.CreateBr(join);
  builder_.SetInsertPoint(join);
  llvm::PHINode* made = builder_.CreatePHI(builder_.getInt1Ty(), 2);
  made->addIncoming(builder_.getFalse(), from);
  made->addIncoming(computed, last);
  return made;
}

uint32_t ValueWeaver::variableNamed(const std::string& name) const {
  const auto& variables = monitor_.automaton().variables;
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const auto& each) { return each.name == name; });
  return static_cast<uint32_t>(found - variables.begin());
}

/// The automaton's variable that a name without $$ means: one that ENCODE declares, and inside of ENCODE any number.
std::optional<uint32_t> ValueWeaver::encodedVariable(const std::string& name) const {
  const auto& variables = monitor_.automaton().variables;
  const uint32_t index = variableNamed(name);
  if (index >= variables.size() || variables[index].isSet()) return std::nullopt;
  return isEncoding_ || !variables[index].type.empty() ? std::optional(index) : std::nullopt;
}

Typed ValueWeaver::failed(const std::string& what) {
  if (!problem_) problem_ = fmt::format("an expression of {} about {}", monitor_.automaton().name, what);
  return {builder_.getInt32(0)};
}

Typed ValueWeaver::joker(const CNode& node) {
  const Bound& bound = bindings_->at(static_cast<uint32_t>(node.value));
  llvm::Value* value = bound.value == nullptr ? nullptr : context_.values(bound.value);
  if (value != nullptr && value->getType()->isPointerTy()) {
    return arithmetic_.pointer(value, bound.pointee != nullptr ? bound.pointee : elementType(bound.type));
  }
  if (value == nullptr || !value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64) {
    return failed(fmt::format("'{}', which is neither an integer nor a pointer", bound.text));
  }
  return arithmetic_.promoted(value, bound.isSigned);
}

Typed ValueWeaver::name(uint32_t index) {
  const CNode& node = whole_->nodes[index];
  if (const auto variable = encodedVariable(node.text)) {
    Typed made{number(*variable, *update_)};
    const std::string& type = monitor_.automaton().variables[*variable].type;
    return type.empty() ? made : arithmetic_.cast(type, made);
  }
  if (context_.scope.find(node.text, context_.event.site)) return loaded(index);
  if (const auto number = context_.scope.enumerator(node.text)) {
    return {builder_.getInt32(static_cast<uint32_t>(*number))};
  }
  if (node.text == "NULL" || node.text == "false") return {builder_.getInt32(0)};
  if (node.text == "true") return {builder_.getInt32(1)};
  return failed(fmt::format("'{}', which is no variable there", node.text));
}

Typed ValueWeaver::expression(uint32_t index) {
  const CNode& node = whole_->nodes[index];
  switch (node.kind) {
    case CNode::Kind::Number:
      if (node.value <= 0x7FFFFFFF) return {builder_.getInt32(static_cast<uint32_t>(node.value))};
      return {builder_.getInt64(node.value), node.value >> 63 == 0};
    case CNode::Kind::Name: return name(index);
    case CNode::Kind::Joker: return joker(node);
    case CNode::Kind::Variable: return {number(variableNamed(node.text), *update_)};
    case CNode::Kind::Empty:
      return arithmetic_.truth(builder_.CreateICmpEQ(number(variableNamed(node.text), *update_), builder_.getInt64(0)));
    case CNode::Kind::Membership: {
      const std::string key = keyOf(whole_->nodes[node.children[0]], *bindings_);
      return {builder_.CreateZExt(member(variableNamed(node.text), key, *update_), builder_.getInt32Ty())};
    }
    case CNode::Kind::Unary:
      if (node.text == "*") return loaded(index);
      if (node.text == "&") return follow(node.children[0]);
      return arithmetic_.unary(node.text, expression(node.children[0]));
    case CNode::Kind::Cast: {
      Typed made = arithmetic_.cast(node.text, expression(node.children[0]));
      if (node.text.ends_with("*")) made.pointee = context_.scope.type(node.text.substr(0, node.text.size() - 1));
      return made;
    }
    case CNode::Kind::Conditional: return conditional(node);
    case CNode::Kind::Member:
    case CNode::Kind::Arrow:
    case CNode::Kind::Index: return loaded(index);
    default: return binary(node);
  }
}

Typed ValueWeaver::binary(const CNode& node) {
  if (node.text == "&&" || node.text == "||") return connected(node);
  const Typed left = expression(node.children[0]);
  return arithmetic_.binary(node.text, left, expression(node.children[1]));
}

/// && and ||: what stands on the right is not there where the left decides.
Typed ValueWeaver::connected(const CNode& node) {
  const bool isAnd = node.text == "&&";
  const Typed left = expression(node.children[0]);
  llvm::Value* leftHolds = arithmetic_.isTrue(left);
  llvm::Value* goesOn = isAnd ? leftHolds : builder_.CreateNot(leftHolds);
  if (followsPointers(*whole_, node.children[1])) {
    // Both bits come out of the part that is only there sometimes, so one of them has to say both.
    llvm::Value* undefined = nullptr;
    llvm::BasicBlock* from = builder_.GetInsertBlock();
    llvm::Value* rightHolds = onlyIf(goesOn, [&] {
      const Typed right = expression(node.children[1]);
      undefined = right.undefined;
      return arithmetic_.isTrue(right);
    });
    if (undefined != nullptr) {
      auto* join = llvm::cast<llvm::PHINode>(rightHolds);
      llvm::PHINode* both = llvm::PHINode::Create(builder_.getInt1Ty(), 2, "", join->getIterator());
      for (unsigned i = 0; i < 2; ++i) {
        const bool isOut = join->getIncomingBlock(i) == from;
        both->addIncoming(isOut ? builder_.getFalse() : undefined, join->getIncomingBlock(i));
      }
      undefined = both;
    }
    llvm::Value* made = isAnd ? rightHolds : builder_.CreateOr(leftHolds, rightHolds);
    return arithmetic_.truth(made, arithmetic_.either(left.undefined, undefined));
  }
  const Typed right = expression(node.children[1]);
  llvm::Value* rightHolds = arithmetic_.isTrue(right);
  llvm::Value* made = isAnd ? builder_.CreateAnd(leftHolds, rightHolds) : builder_.CreateOr(leftHolds, rightHolds);
  llvm::Value* undefined = left.undefined;
  if (right.undefined != nullptr) {
    undefined = arithmetic_.either(undefined, builder_.CreateAnd(goesOn, right.undefined));
  }
  return arithmetic_.truth(made, undefined);
}

Typed ValueWeaver::conditional(const CNode& node) {
  const Typed condition = expression(node.children[0]);
  const bool follows = followsPointers(*whole_, node.children[1]) || followsPointers(*whole_, node.children[2]);
  if (follows) return failed("a pointer that is followed only if '?' says so");
  const Typed one = expression(node.children[1]);
  return arithmetic_.choice(condition, one, expression(node.children[2]));
}

// ---- memory of the program ----

Typed ValueWeaver::loaded(uint32_t index) {
  const auto place = object(index);
  const auto made = place ? memory_.load(*place) : std::nullopt;
  return made ? *made : failed(fmt::format("'{}', which cannot be read there", whole_->textOf(index)));
}

/// The address of an object.
Typed ValueWeaver::follow(uint32_t index) {
  const auto place = object(index);
  if (!place || place->bits != nullptr) {
    return failed(fmt::format("the address of '{}', which has none there", whole_->textOf(index)));
  }
  Typed made = arithmetic_.pointer(place->address, place->type);
  made.undefined = place->undefined;
  return made;
}

std::optional<Object> ValueWeaver::object(uint32_t index) {
  const CNode& node = whole_->nodes[index];
  switch (node.kind) {
    case CNode::Kind::Name: {
      auto found = context_.scope.find(node.text, context_.event.site);
      if (!found) return std::nullopt;
      found->address = context_.values(found->address);
      return found->address == nullptr ? std::nullopt : found;
    }
    case CNode::Kind::Member: {
      const auto base = object(node.children[0]);
      return base ? memory_.member(*base, node.text) : std::nullopt;
    }
    case CNode::Kind::Arrow: {
      const Typed base = expression(node.children[0]);
      if (base.pointer == nullptr) return std::nullopt;
      return memory_.member({base.pointer, base.pointee, nullptr, base.undefined}, node.text);
    }
    case CNode::Kind::Index: return element(node);
    case CNode::Kind::Unary: {
      if (node.text != "*") return std::nullopt;
      const Typed base = expression(node.children[0]);
      if (base.pointer == nullptr || base.pointee == nullptr) return std::nullopt;
      return Object{base.pointer, base.pointee, nullptr, base.undefined};
    }
    default: return std::nullopt;
  }
}

std::optional<Object> ValueWeaver::element(const CNode& node) {
  const Typed base = expression(node.children[0]);
  if (base.pointer == nullptr || base.pointee == nullptr) return std::nullopt;
  const Typed at = arithmetic_.binary("+", base, expression(node.children[1]));
  return Object{at.pointer, base.pointee, nullptr, at.undefined};
}

}  // namespace clew::program
