#include "program/source_names.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <utility>

namespace clew::program {

const llvm::DIType* bareType(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(type)) {
    const auto tag = derived->getTag();
    const bool isName = tag == llvm::dwarf::DW_TAG_typedef || tag == llvm::dwarf::DW_TAG_const_type ||
                        tag == llvm::dwarf::DW_TAG_volatile_type || tag == llvm::dwarf::DW_TAG_atomic_type ||
                        tag == llvm::dwarf::DW_TAG_restrict_type;
    if (!isName) break;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIType* elementType(const llvm::DIType* type) {
  type = bareType(type);
  if (const auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(type)) return derived->getBaseType();
  const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(type);
  const bool isArray = composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_array_type;
  // Of several dimensions all are in one type, so what one index leaves is not a type of its own.
  return isArray && composite->getElements().size() == 1 ? composite->getBaseType() : nullptr;
}

bool isSignedType(const llvm::DIBasicType& type) {
  const auto encoding = type.getEncoding();
  return encoding != llvm::dwarf::DW_ATE_unsigned && encoding != llvm::dwarf::DW_ATE_unsigned_char &&
         encoding != llvm::dwarf::DW_ATE_boolean;
}

const llvm::DIVariable* variableAt(const llvm::Value* address) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(address)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    global->getDebugInfo(expressions);
    const llvm::DIVariable* found = expressions.empty() ? nullptr : expressions.front()->getVariable();
    return found == nullptr || found->getName().empty() ? nullptr : found;  // texts have no names
  }
  auto* place = const_cast<llvm::Value*>(address);
  if (const auto records = llvm::findDVRDeclares(place); !records.empty()) return records.front()->getVariable();
  if (const auto declares = llvm::findDbgDeclares(place); !declares.empty()) return declares.front()->getVariable();
  return nullptr;
}

namespace {

constexpr unsigned kDeepest = 24;
constexpr size_t kLongestText = 400;
constexpr size_t kMostSteps = 4000;

const llvm::DIDerivedType* memberAt(const llvm::DIType* type, uint64_t offset) {
  const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(type));
  if (composite == nullptr) return nullptr;
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    const bool isMember = member != nullptr && !member->isStaticMember() && !member->isBitField() &&
                          member->getTag() == llvm::dwarf::DW_TAG_member;
    if (isMember && member->getOffsetInBits() == 8 * offset) return member;
  }
  return nullptr;
}

const char* symbolOf(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return "==";
    case llvm::CmpInst::ICMP_NE: return "!=";
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_ULT: return "<";
    case llvm::CmpInst::ICMP_SLE:
    case llvm::CmpInst::ICMP_ULE: return "<=";
    case llvm::CmpInst::ICMP_SGT:
    case llvm::CmpInst::ICMP_UGT: return ">";
    default: return ">=";
  }
}

const char* symbolOf(const llvm::Instruction& operation) {
  switch (operation.getOpcode()) {
    case llvm::Instruction::Add: return "+";
    case llvm::Instruction::Sub: return "-";
    case llvm::Instruction::Mul: return "*";
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv: return "/";
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem: return "%";
    case llvm::Instruction::And: return "&";
    case llvm::Instruction::Or: return "|";
    case llvm::Instruction::Xor: return "^";
    case llvm::Instruction::Shl: return "<<";
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr: return ">>";
    default: return nullptr;
  }
}

std::string parenthesised(const std::string& text, bool isSimple) { return isSimple ? text : "(" + text + ")"; }

/// A text as it stands between quotes.
std::string quotable(llvm::StringRef text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '\n': made += "\\n"; break;
      case '\t': made += "\\t"; break;
      case '"': made += "\\\""; break;
      case '\\': made += "\\\\"; break;
      default: made += c; break;
    }
  }
  return made;
}

using Kind = SourceExpression::Kind;

SourceExpression leaf(std::string text, const llvm::DIType* type = nullptr) {
  return {.text = std::move(text), .type = type};
}

SourceExpression unary(const char* symbol, SourceExpression operand) {
  SourceExpression made{.text = symbol + parenthesised(operand.text, operand.isSimple)};
  made.kind = Kind::Unary;
  made.symbol = symbol;
  made.parts.push_back(std::move(operand));
  return made;
}

/// `x.member` of an object, `p->member` of a pointer to one.
SourceExpression memberOf(SourceExpression base, bool isObject, const llvm::DIDerivedType& member) {
  const std::string name = member.getName().str();
  SourceExpression made{.text = fmt::format("{}{}{}", base.text, isObject ? "." : "->", name),
                        .type = member.getBaseType()};
  made.kind = isObject ? Kind::Member : Kind::Arrow;
  made.symbol = name;
  made.parts.push_back(std::move(base));
  return made;
}

SourceExpression elementAt(SourceExpression base, SourceExpression index, const llvm::DIType* type) {
  SourceExpression made{.text = fmt::format("{}[{}]", base.text, index.text), .type = type};
  made.kind = Kind::Index;
  made.parts.push_back(std::move(base));
  made.parts.push_back(std::move(index));
  return made;
}

bool isOne(const llvm::DICompositeType& type, std::initializer_list<unsigned> tags) {
  return std::find(tags.begin(), tags.end(), type.getTag()) != tags.end();
}

/// Whether the source takes a value of this type, an integer, for a signed one.
bool isSigned(const llvm::Value* value, const llvm::DIType* type) {
  if (llvm::isa<llvm::ZExtInst>(value)) return false;
  if (llvm::isa<llvm::SExtInst, llvm::Constant>(value)) return true;
  const auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(bareType(type));
  return basic == nullptr || isSignedType(*basic);
}

/// The one member that begins where its object does and can be accessed as this many bits; null if it is not one.
const llvm::DIDerivedType* firstMember(const llvm::DICompositeType& type, uint64_t bits) {
  const llvm::DIDerivedType* found = nullptr;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    const bool isThere = member != nullptr && !member->isStaticMember() && member->getOffsetInBits() == 0 &&
                         member->getSizeInBits() != 0;
    if (!isThere) continue;
    const bool isPlain = member->getTag() == llvm::dwarf::DW_TAG_member && !member->isBitField();
    const bool isWhole = llvm::isa_and_present<llvm::DICompositeType>(bareType(member->getBaseType()));
    if (isPlain && !isWhole && member->getSizeInBits() != bits) continue;
    if (!isPlain || found != nullptr) return nullptr;
    found = member;
  }
  return found;
}

/// Whether this is an address of something with a name, and not a pointer that was computed.
bool isObjectAddress(const llvm::Value* value) {
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable, llvm::GEPOperator>(value) ||
         (llvm::isa<llvm::Argument>(value) && variableAt(value) != nullptr);
}

}  // namespace

std::string sourceNameOf(const llvm::Function& function) {
  // Linking gives static functions of the same name new ones; the debug information keeps the old.
  if (function.getSubprogram() != nullptr) return function.getSubprogram()->getName().str();
  const std::string name = llvm::demangle(function.getName());
  return name.substr(0, name.find('('));
}

SourceExpression SourceNames::unknown(const llvm::Value* value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  const llvm::DILocation* location = instruction == nullptr ? nullptr : instruction->getDebugLoc().get();
  SourceExpression made =
      leaf(location != nullptr ? fmt::format("expression@{}:{}", location->getLine(), location->getColumn())
                               : fmt::format("expression@{}", static_cast<const void*>(value)));
  made.kind = Kind::Unknown;
  return made;
}

SourceExpression SourceNames::valueOf(const llvm::Value* value, unsigned depth) const {
  SourceExpression made = unknown(value);
  if (depth == 0) steps_ = 0;
  if (depth > kDeepest || ++steps_ > kMostSteps) return made;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    llvm::SmallString<24> digits;
    number->getValue().toStringSigned(digits);
    made = leaf(digits.str().str());
  } else if (llvm::isa<llvm::ConstantPointerNull>(value)) {
    made = leaf("0");
  } else if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) {
    made = leaf(sourceNameOf(*function));
  } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) {
    made = access(load->getPointerOperand(), load->getType(), depth + 1);
  } else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    // A _Bool is one bit where it is used, too, but no comparison.
    const bool isTruth = cast->getSrcTy()->isIntegerTy(1) &&
                         !llvm::isa<llvm::TruncInst, llvm::LoadInst, llvm::CallBase>(cast->getOperand(0));
    made = isTruth ? truthOf(cast->getOperand(0), true, depth + 1) : valueOf(cast->getOperand(0), depth + 1);
    if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(cast)) made.type = nullptr;  // not of this width
  } else if (const auto* call = llvm::dyn_cast<llvm::CallBase>(value)) {
    made = callOf(*call, depth + 1);
  } else if (isObjectAddress(value)) {
    made = addressOf(value, depth + 1);
  } else if (const auto* operation = llvm::dyn_cast<llvm::Instruction>(value)) {
    made = operationOf(*operation, depth + 1);
  }
  made.value = value;
  made.isSigned = isSigned(value, made.type);
  return made;
}

SourceExpression SourceNames::addressOf(const llvm::Value* value, unsigned depth) const {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    const auto* text =
        global->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer()) : nullptr;
    if (text != nullptr && text->isCString() && variableAt(global) == nullptr) {
      return leaf(fmt::format("\"{}\"", quotable(text->getAsCString().substr(0, kLongestText))));
    }
  }
  SourceExpression object = objectAt(value, depth + 1);
  const llvm::DIType* pointee = object.type;
  const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(object.type));
  if (composite != nullptr && isOne(*composite, {llvm::dwarf::DW_TAG_array_type})) {
    object.type = nullptr;  // it stands for its address
    object.pointee = elementType(composite);
    return object;
  }
  const bool isFirst = object.kind == Kind::Index && object.parts[1].text == "0";
  const bool isFollowed = object.kind == Kind::Unary && object.symbol == "*";
  SourceExpression made;
  if (isFirst || isFollowed) {
    made = SourceExpression(object.parts[0]);
  } else {
    const bool isKnown = object.isKnown();
    made = unary("&", std::move(object));
    if (!isKnown) made.kind = Kind::Unknown;
  }
  made.type = nullptr;
  made.pointee = pointee;
  return made;
}

SourceExpression SourceNames::operation(SourceExpression left, const char* symbol, SourceExpression right) {
  SourceExpression made{.text = fmt::format("{} {} {}", parenthesised(left.text, left.isSimple), symbol,
                                            parenthesised(right.text, right.isSimple))};
  made.isSimple = false;
  made.kind = Kind::Binary;
  made.symbol = symbol;
  made.parts.push_back(std::move(left));
  made.parts.push_back(std::move(right));
  return made;
}

SourceExpression SourceNames::operationOf(const llvm::Instruction& operation, unsigned depth) const {
  if (operation.getType()->isIntegerTy(1)) return truthOf(&operation, true, depth + 1);
  const char* symbol = symbolOf(operation);
  if (symbol == nullptr || operation.getNumOperands() != 2) return unknown(&operation);
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
  SourceExpression left = valueOf(operation.getOperand(0), depth + 1);
  SourceExpression right = valueOf(operation.getOperand(1), depth + 1);
  SourceExpression made;
  if (operation.getOpcode() == llvm::Instruction::Sub && left.text == "0") {
    made = unary("-", std::move(right));
  } else if (operation.getOpcode() == llvm::Instruction::Xor && number != nullptr && number->isMinusOne()) {
    made = unary("~", std::move(left));
  } else if (operation.getOpcode() == llvm::Instruction::Add && right.text.starts_with("-") && number != nullptr) {
    right.text.erase(0, 1);  // x-- adds -1
    right.value = nullptr;
    made = SourceNames::operation(std::move(left), "-", std::move(right));
  } else {
    made = SourceNames::operation(std::move(left), symbol, std::move(right));
  }
  return made.text.size() > kLongestText ? unknown(&operation) : made;
}

SourceExpression SourceNames::truthOf(const llvm::Value* condition, bool holds, unsigned depth) const {
  if (depth > kDeepest) return unknown(condition);
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(condition);
  if (number != nullptr) return leaf(number->isZero() == holds ? "0" : "1");
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(condition);
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition)) {
    // What was a truth already is compared with zero again, as often as it was converted.
    const llvm::Value* inner = compare->getOperand(0);
    while (llvm::isa<llvm::CastInst>(inner)) inner = llvm::cast<llvm::CastInst>(inner)->getOperand(0);
    const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    const bool isAgain = inner->getType()->isIntegerTy(1) && compare->isEquality() && zero != nullptr && zero->isZero();
    if (isAgain) return truthOf(inner, holds == (compare->getPredicate() == llvm::CmpInst::ICMP_NE), depth + 1);
    const auto predicate = holds ? compare->getPredicate() : compare->getInversePredicate();
    SourceExpression made = operation(valueOf(compare->getOperand(0), depth + 1), symbolOf(predicate),
                                      valueOf(compare->getOperand(1), depth + 1));
    return made.text.size() > kLongestText ? unknown(condition) : made;
  }
  if (instruction != nullptr && instruction->getOpcode() == llvm::Instruction::Xor) {
    const auto* one = llvm::dyn_cast<llvm::ConstantInt>(instruction->getOperand(1));
    if (one != nullptr && one->isOne()) return truthOf(instruction->getOperand(0), !holds, depth + 1);
  }
  const bool isNumber = llvm::isa<llvm::TruncInst, llvm::CallBase, llvm::LoadInst>(condition);
  if (!isNumber) return unknown(condition);
  return operation(valueOf(condition, depth + 1), holds ? "!=" : "==", leaf("0"));
}

SourceExpression SourceNames::callOf(const llvm::CallBase& call, unsigned depth) const {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || callee->isIntrinsic()) return unknown(&call);
  const llvm::DISubprogram* subprogram = callee->getSubprogram();
  const auto types = subprogram == nullptr ? llvm::DITypeRefArray() : subprogram->getType()->getTypeArray();
  SourceExpression made = leaf("", types.size() > 0 ? types[0] : nullptr);
  made.kind = Kind::Call;
  made.parts.push_back(leaf(sourceNameOf(*callee)));
  std::string list;
  for (const llvm::Use& argument : call.args()) {
    made.parts.push_back(valueOf(argument.get(), depth + 1));
    list += (list.empty() ? "" : ", ") + made.parts.back().text;
    if (list.size() > kLongestText) return unknown(&call);
  }
  made.text = fmt::format("{}({})", made.parts[0].text, list);
  return made;
}

SourceExpression SourceNames::objectAt(const llvm::Value* address, unsigned depth) const {
  if (depth > kDeepest) return unknown(address);
  if (const llvm::DIVariable* variable = variableAt(address))
    return leaf(variable->getName().str(), variable->getType());
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(address)) return elementOf(*gep, depth + 1);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(address)) return objectAt(cast->getOperand(0), depth + 1);
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(address)) {
    return address->hasName() ? leaf(address->getName().str()) : unknown(address);
  }
  SourceExpression pointer = valueOf(address, depth + 1);
  const llvm::DIType* type = pointer.pointee != nullptr ? pointer.pointee : elementType(pointer.type);
  SourceExpression made = unary("*", std::move(pointer));
  made.type = type;
  return made;
}

/// A member or an element that lies where its object does: the code shows the address of the object, so what is
/// accessed tells.
SourceExpression SourceNames::access(const llvm::Value* address, const llvm::Type* type, unsigned depth) const {
  SourceExpression made = objectAt(address, depth + 1);
  if (!type->isSized() || type->isAggregateType()) return made;
  const uint64_t bits = layout_.getTypeStoreSizeInBits(const_cast<llvm::Type*>(type)).getFixedValue();
  while (const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(made.type))) {
    const bool isFollowed = made.kind == Kind::Unary && made.symbol == "*";
    if (isOne(*composite, {llvm::dwarf::DW_TAG_array_type})) {
      made = elementAt(std::move(made), leaf("0"), elementType(composite));
    } else if (isOne(*composite, {llvm::dwarf::DW_TAG_structure_type, llvm::dwarf::DW_TAG_class_type,
                                  llvm::dwarf::DW_TAG_union_type})) {
      const llvm::DIDerivedType* member = firstMember(*composite, bits);
      if (member == nullptr) {
        made.kind = Kind::Unknown;
        return made;
      }
      if (member->getName().empty()) {
        made.type = member->getBaseType();
      } else {
        SourceExpression base = isFollowed ? SourceExpression(made.parts[0]) : std::move(made);
        made = memberOf(std::move(base), !isFollowed, *member);
      }
    } else {
      break;  // an enumeration
    }
    if (made.text.size() > kLongestText) return unknown(address);
  }
  return made;
}

/// Members and elements, index by index.
SourceExpression SourceNames::elementOf(const llvm::GEPOperator& gep, unsigned depth) const {
  const llvm::Value* base = gep.getPointerOperand();
  bool isObject = isObjectAddress(base);
  bool isKnown = true;
  SourceExpression made = isObject ? objectAt(base, depth + 1) : valueOf(base, depth + 1);
  if (!isObject) {
    made.type = made.pointee != nullptr ? made.pointee : elementType(made.type);
    made.text = parenthesised(made.text, made.isSimple);
    made.isSimple = true;
  }
  bool isFirst = true;
  for (auto step = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); step != end; ++step) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(step.getOperand());
    if (const llvm::StructType* structure = step.getStructTypeOrNull()) {
      const llvm::StructLayout* layout = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
      const uint64_t offset = layout->getElementOffset(static_cast<unsigned>(number->getZExtValue()));
      const llvm::DIDerivedType* member = memberAt(made.type, offset);
      if (member == nullptr) {
        made = leaf(fmt::format("{}{}at_{}", made.text, isObject ? "." : "->", offset));
        isKnown = false;
        isObject = true;
      } else if (member->getName().empty()) {
        made.type = member->getBaseType();  // its members are its object's
      } else {
        made = memberOf(std::move(made), isObject, *member);
        isObject = true;
      }
    } else if (isFirst && number != nullptr && number->isZero()) {
      // The object itself.
    } else {
      // `list + 1` steps over elements, `&list + 1` over lists.
      const auto* whole = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(made.type));
      const bool isDecayed = isObject && whole != nullptr && isOne(*whole, {llvm::dwarf::DW_TAG_array_type}) &&
                             !gep.getSourceElementType()->isArrayTy();
      const llvm::DIType* type = isFirst && !isDecayed ? made.type : elementType(made.type);
      made = elementAt(std::move(made), valueOf(step.getOperand(), depth + 1), type);
      isObject = true;
    }
    isFirst = false;
    if (made.text.size() > kLongestText) return unknown(&gep);
  }
  if (!isObject) {
    const llvm::DIType* type = made.type;
    made = unary("*", std::move(made));
    made.type = type;
  }
  if (!isKnown) made.kind = Kind::Unknown;
  return made;
}

}  // namespace clew::program
