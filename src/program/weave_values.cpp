#include "program/weave_values.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace clew::program {

namespace {

using spec::CNode;
using spec::Condition;

struct NamedType {
  std::string_view name;
  unsigned bits;  // 0: of a word
  bool isSigned;
};
constexpr std::array<NamedType, 18> kNamedTypes = {{{"size_t", 0, false},
                                                    {"ssize_t", 0, true},
                                                    {"uintptr_t", 0, false},
                                                    {"intptr_t", 0, true},
                                                    {"ptrdiff_t", 0, true},
                                                    {"int8_t", 8, true},
                                                    {"uint8_t", 8, false},
                                                    {"int16_t", 16, true},
                                                    {"uint16_t", 16, false},
                                                    {"int32_t", 32, true},
                                                    {"uint32_t", 32, false},
                                                    {"int64_t", 64, true},
                                                    {"uint64_t", 64, false},
                                                    {"gfp_t", 32, false},
                                                    {"u8", 8, false},
                                                    {"u16", 16, false},
                                                    {"u32", 32, false},
                                                    {"u64", 64, false}}};

}  // namespace

std::optional<std::pair<unsigned, bool>> typeNamed(const std::string& name, unsigned wordBits) {
  if (name.ends_with("*")) return std::pair{wordBits, false};
  for (const NamedType& known : kNamedTypes) {
    if (known.name == name) return std::pair{known.bits == 0 ? wordBits : known.bits, known.isSigned};
  }
  unsigned bits = 32;
  unsigned longs = 0;
  bool isSigned = true;
  std::istringstream words(name);
  for (std::string word; words >> word;) {
    if (word == "char") {
      bits = 8;
    } else if (word == "short") {
      bits = 16;
    } else if (word == "long") {
      bits = ++longs == 1 ? wordBits : 64;
    } else if (word == "unsigned") {
      isSigned = false;
    } else if (word != "int" && word != "signed" && word != "const" && word != "volatile") {
      return std::nullopt;
    }
  }
  return std::pair{bits, isSigned};
}

std::string keyOf(const spec::Action::Key& key, const Bindings& bindings) {
  if (key.joker) return bindings.at(*key.joker).text;
  if (key.number) return std::to_string(std::get<int64_t>(key.number->terms.front().value));
  return key.text;
}

std::string keyOf(const CNode& node, const Bindings& bindings) {
  if (node.kind == CNode::Kind::Joker) return bindings.at(static_cast<uint32_t>(node.value)).text;
  return node.kind == CNode::Kind::Number ? std::to_string(node.value) : node.text;
}

llvm::Value* ValueWeaver::condition(uint32_t index) {
  const Condition& condition = monitor_.automaton().conditions[index];
  switch (condition.kind) {
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
    default: return builder_.getInt1(truthAt(monitor_.automaton(), index, site_) == Truth::Yes);
  }
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
    const auto* use = std::get_if<spec::VariableUse>(&term.value);
    llvm::Value* value = use != nullptr ? number(use->index, update)
                                        : builder_.getInt64(static_cast<uint64_t>(std::get<int64_t>(term.value)));
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

llvm::Value* ValueWeaver::assumptions(const spec::Transition& transition, const Bindings& bindings,
                                      const Update& update) {
  llvm::Value* all = builder_.getTrue();
  for (const spec::CExpression& assumption : transition.assumptions) {
    all = builder_.CreateAnd(all, isTrue(expression(assumption, assumption.root, bindings, update)));
  }
  return all;
}

llvm::Value* ValueWeaver::isTrue(Typed typed) {
  return builder_.CreateICmpNE(typed.value, llvm::ConstantInt::get(typed.value->getType(), 0));
}

uint32_t ValueWeaver::variableNamed(const std::string& name) const {
  const auto& variables = monitor_.automaton().variables;
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const auto& each) { return each.name == name; });
  return static_cast<uint32_t>(found - variables.begin());
}

/// As C promotes operands: nothing is narrower than int.
ValueWeaver::Typed ValueWeaver::promoted(llvm::Value* value, bool isSigned) {
  const unsigned bits = value->getType()->getIntegerBitWidth();
  if (bits == 32 || bits == 64) return {value, isSigned};
  llvm::Type* type = bits < 32 ? builder_.getInt32Ty() : builder_.getInt64Ty();
  return {builder_.CreateIntCast(value, type, isSigned), bits < 32 || isSigned};
}

ValueWeaver::Typed ValueWeaver::joker(uint32_t number, const Bindings& bindings) {
  const Bound& bound = bindings.at(number);
  llvm::Value* value = bound.argument == Bound::kNoValue ? nullptr : values_(bound.argument);
  if (value != nullptr && value->getType()->isPointerTy()) {
    const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
    return {builder_.CreatePtrToInt(value, layout.getIntPtrType(value->getContext())), false};
  }
  if (value == nullptr || !value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64) {
    problem_ = fmt::format("an assumption of {} about '{}', which is neither an integer nor a pointer",
                           monitor_.automaton().name, bound.text);
    return {builder_.getInt32(0), true};
  }
  return promoted(value, bound.isSigned);
}

ValueWeaver::Typed ValueWeaver::expression(const spec::CExpression& whole, uint32_t index, const Bindings& bindings,
                                           const Update& update) {
  const CNode& node = whole.nodes[index];
  const auto child = [&](size_t i) { return expression(whole, node.children[i], bindings, update); };
  switch (node.kind) {
    case CNode::Kind::Number:
      if (node.value <= 0x7FFFFFFF) return {builder_.getInt32(static_cast<uint32_t>(node.value)), true};
      return {builder_.getInt64(node.value), node.value >> 63 == 0};
    case CNode::Kind::Joker: return joker(static_cast<uint32_t>(node.value), bindings);
    case CNode::Kind::Variable: return {number(variableNamed(node.text), update), true};
    case CNode::Kind::Empty:
      return truth(builder_.CreateICmpEQ(number(variableNamed(node.text), update), builder_.getInt64(0)));
    case CNode::Kind::Membership: {
      const std::string key = keyOf(whole.nodes[node.children[0]], bindings);
      return {builder_.CreateZExt(member(variableNamed(node.text), key, update), builder_.getInt32Ty()), true};
    }
    case CNode::Kind::Unary: {
      const Typed operand = child(0);
      if (node.text == "!") return truth(builder_.CreateNot(isTrue(operand)));
      return {node.text == "-" ? builder_.CreateNeg(operand.value) : builder_.CreateNot(operand.value),
              operand.isSigned};
    }
    case CNode::Kind::Cast: return cast(node, child(0));
    default: {
      const Typed left = child(0);
      return binary(node, left, child(1));
    }
  }
}

ValueWeaver::Typed ValueWeaver::cast(const CNode& node, Typed operand) {
  if (node.text == "_Bool" || node.text == "bool") return truth(isTrue(operand));
  const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
  const auto [bits, isSigned] = *typeNamed(node.text, layout.getPointerSizeInBits());
  llvm::Value* value = builder_.CreateIntCast(operand.value, builder_.getIntNTy(bits), operand.isSigned);
  return promoted(value, isSigned);
}

ValueWeaver::Typed ValueWeaver::binary(const CNode& node, Typed left, Typed right) {
  const std::string& text = node.text;
  if (text == "&&") return truth(builder_.CreateAnd(isTrue(left), isTrue(right)));
  if (text == "||") return truth(builder_.CreateOr(isTrue(left), isTrue(right)));
  const unsigned leftBits = left.value->getType()->getIntegerBitWidth();
  const unsigned rightBits = right.value->getType()->getIntegerBitWidth();
  const bool isSigned =
      leftBits == rightBits ? left.isSigned && right.isSigned : (leftBits > rightBits ? left.isSigned : right.isSigned);
  llvm::Type* type = builder_.getIntNTy(std::max(leftBits, rightBits));
  llvm::Value* a = builder_.CreateIntCast(left.value, type, left.isSigned);
  llvm::Value* b = builder_.CreateIntCast(right.value, type, right.isSigned);
  if (text == "==") return truth(builder_.CreateICmpEQ(a, b));
  if (text == "!=") return truth(builder_.CreateICmpNE(a, b));
  if (text == "<") return truth(isSigned ? builder_.CreateICmpSLT(a, b) : builder_.CreateICmpULT(a, b));
  if (text == "<=") return truth(isSigned ? builder_.CreateICmpSLE(a, b) : builder_.CreateICmpULE(a, b));
  if (text == ">") return truth(isSigned ? builder_.CreateICmpSGT(a, b) : builder_.CreateICmpUGT(a, b));
  if (text == ">=") return truth(isSigned ? builder_.CreateICmpSGE(a, b) : builder_.CreateICmpUGE(a, b));
  if (text == "+") return {builder_.CreateAdd(a, b), isSigned};
  if (text == "-") return {builder_.CreateSub(a, b), isSigned};
  if (text == "*") return {builder_.CreateMul(a, b), isSigned};
  if (text == "&") return {builder_.CreateAnd(a, b), isSigned};
  if (text == "|") return {builder_.CreateOr(a, b), isSigned};
  return {builder_.CreateXor(a, b), isSigned};
}

}  // namespace clew::program
