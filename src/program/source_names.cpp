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

namespace clew::program {

namespace {

constexpr unsigned kDeepest = 24;
constexpr size_t kLongestText = 400;

/// Without typedefs and qualifiers.
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

/// What a pointer points to, or what an array is made of.
const llvm::DIType* elementType(const llvm::DIType* type) {
  type = bareType(type);
  if (const auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(type)) return derived->getBaseType();
  const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(type);
  const bool isArray = composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_array_type;
  // Of several dimensions all are in one type, so what one index leaves is not a type of its own.
  return isArray && composite->getElements().size() == 1 ? composite->getBaseType() : nullptr;
}

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

/// The variable that lies at this address.
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

const char* symbolOf(const llvm::Instruction& operation) {
  if (const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&operation)) {
    switch (compare->getPredicate()) {
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

/// `&x` without its &, `p` as what it points to.
std::string memberText(const std::string& base, bool isObject, const std::string& member) {
  return fmt::format("{}{}{}", base, isObject ? "." : "->", member);
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

SourceNames::Named SourceNames::unknown(const llvm::Value* value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  const llvm::DILocation* location = instruction == nullptr ? nullptr : instruction->getDebugLoc().get();
  if (location != nullptr) return {fmt::format("expression@{}:{}", location->getLine(), location->getColumn())};
  return {fmt::format("expression@{}", static_cast<const void*>(value))};
}

bool SourceNames::isSigned(const llvm::Value* value) const {
  if (llvm::isa<llvm::ZExtInst>(value)) return false;
  if (llvm::isa<llvm::SExtInst, llvm::Constant>(value)) return true;
  const auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(bareType(valueOf(value, 0).type));
  if (basic == nullptr) return true;
  const auto encoding = basic->getEncoding();
  return encoding != llvm::dwarf::DW_ATE_unsigned && encoding != llvm::dwarf::DW_ATE_unsigned_char &&
         encoding != llvm::dwarf::DW_ATE_boolean;
}

SourceNames::Named SourceNames::valueOf(const llvm::Value* value, unsigned depth) const {
  if (depth > kDeepest) return unknown(value);
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    llvm::SmallString<24> digits;
    number->getValue().toStringSigned(digits);
    return {digits.str().str()};
  }
  if (llvm::isa<llvm::ConstantPointerNull>(value)) return {"0"};
  if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) return {sourceNameOf(*function)};
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(value)) return objectAt(load->getPointerOperand(), depth + 1);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
    Named inside = valueOf(cast->getOperand(0), depth + 1);
    if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(cast)) inside.type = nullptr;  // not of this width
    return inside;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(value)) return callOf(*call, depth + 1);
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    const auto* text =
        global->hasInitializer() ? llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer()) : nullptr;
    if (text != nullptr && text->isCString() && variableAt(global) == nullptr) {
      return {fmt::format("\"{}\"", quotable(text->getAsCString().substr(0, kLongestText)))};
    }
  }
  if (isObjectAddress(value)) {
    const Named object = objectAt(value, depth + 1);
    const auto* composite = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(object.type));
    const bool isArray = composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_array_type;
    if (isArray) return {object.text};  // it stands for its address
    if (object.text.ends_with("[0]")) return {object.text.substr(0, object.text.size() - 3)};
    if (object.text.starts_with("*")) return {object.text.substr(1)};
    return {"&" + object.text, nullptr, true};
  }
  if (const auto* operation = llvm::dyn_cast<llvm::Instruction>(value)) return operationOf(*operation, depth + 1);
  return unknown(value);
}

SourceNames::Named SourceNames::operationOf(const llvm::Instruction& operation, unsigned depth) const {
  const char* symbol = symbolOf(operation);
  if (symbol == nullptr || operation.getNumOperands() != 2) return unknown(&operation);
  const Named left = valueOf(operation.getOperand(0), depth + 1);
  const Named right = valueOf(operation.getOperand(1), depth + 1);
  Named made{fmt::format("{} {} {}", parenthesised(left.text, left.isSimple), symbol,
                         parenthesised(right.text, right.isSimple))};
  made.isSimple = false;
  return made.text.size() > kLongestText ? unknown(&operation) : made;
}

SourceNames::Named SourceNames::callOf(const llvm::CallBase& call, unsigned depth) const {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return unknown(&call);
  std::string list;
  for (const llvm::Use& argument : call.args()) {
    list += (list.empty() ? "" : ", ") + valueOf(argument.get(), depth + 1).text;
    if (list.size() > kLongestText) return unknown(&call);
  }
  const llvm::DISubprogram* subprogram = callee->getSubprogram();
  const auto types = subprogram == nullptr ? llvm::DITypeRefArray() : subprogram->getType()->getTypeArray();
  return {fmt::format("{}({})", sourceNameOf(*callee), list), types.size() > 0 ? types[0] : nullptr};
}

SourceNames::Named SourceNames::objectAt(const llvm::Value* address, unsigned depth) const {
  if (depth > kDeepest) return unknown(address);
  if (const llvm::DIVariable* variable = variableAt(address)) return {variable->getName().str(), variable->getType()};
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(address)) return elementOf(*gep, depth + 1);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(address)) return objectAt(cast->getOperand(0), depth + 1);
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(address)) {
    return address->hasName() ? Named{address->getName().str()} : unknown(address);
  }
  const Named pointer = valueOf(address, depth + 1);
  return {"*" + parenthesised(pointer.text, pointer.isSimple), elementType(pointer.type)};
}

/// Members and elements, index by index.
SourceNames::Named SourceNames::elementOf(const llvm::GEPOperator& gep, unsigned depth) const {
  const llvm::Value* base = gep.getPointerOperand();
  bool isObject = isObjectAddress(base);
  Named made;
  if (isObject) {
    made = objectAt(base, depth + 1);
  } else {
    made = valueOf(base, depth + 1);
    made = {parenthesised(made.text, made.isSimple), elementType(made.type)};
  }
  bool isFirst = true;
  for (auto step = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); step != end; ++step) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(step.getOperand());
    if (const llvm::StructType* structure = step.getStructTypeOrNull()) {
      const llvm::StructLayout* layout = layout_.getStructLayout(const_cast<llvm::StructType*>(structure));
      const uint64_t offset = layout->getElementOffset(static_cast<unsigned>(number->getZExtValue()));
      const llvm::DIDerivedType* member = memberAt(made.type, offset);
      const std::string name = member != nullptr ? member->getName().str() : fmt::format("at_{}", offset);
      made = {memberText(made.text, isObject, name), member != nullptr ? member->getBaseType() : nullptr};
      isObject = true;
    } else if (isFirst && number != nullptr && number->isZero()) {
      // The object itself.
    } else {
      const llvm::DIType* type = isFirst ? made.type : elementType(made.type);
      made = {fmt::format("{}[{}]", made.text, valueOf(step.getOperand(), depth + 1).text), type};
      isObject = true;
    }
    isFirst = false;
    if (made.text.size() > kLongestText) return unknown(&gep);
  }
  if (!isObject) made.text = "*" + made.text;
  return made;
}

}  // namespace clew::program
