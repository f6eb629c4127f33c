#include "program/statement_match.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace clew::program {

namespace {

using spec::CExpression;
using spec::CNode;
using Kind = SourceExpression::Kind;

/// The number that an expression of the pattern always is.
std::optional<int64_t> constantOf(const CExpression& pattern, uint32_t index) {
  const CNode& node = pattern.nodes[index];
  const auto child = [&](size_t i) { return constantOf(pattern, node.children[i]); };
  if (node.kind == CNode::Kind::Number) return static_cast<int64_t>(node.value);
  if (node.kind == CNode::Kind::Name && node.text == "NULL") return 0;
  if (node.kind == CNode::Kind::Cast) return child(0);
  if (node.kind == CNode::Kind::Unary) {
    const auto operand = child(0);
    if (!operand) return std::nullopt;
    if (node.text == "-") return static_cast<int64_t>(0 - static_cast<uint64_t>(*operand));
    if (node.text == "~") return ~*operand;
    return std::nullopt;
  }
  if (node.kind != CNode::Kind::Binary) return std::nullopt;
  const auto left = child(0);
  const auto right = child(1);
  if (!left || !right) return std::nullopt;
  const auto a = static_cast<uint64_t>(*left);
  const auto b = static_cast<uint64_t>(*right);
  if (node.text == "+") return static_cast<int64_t>(a + b);
  if (node.text == "-") return static_cast<int64_t>(a - b);
  if (node.text == "*") return static_cast<int64_t>(a * b);
  if (node.text == "|") return static_cast<int64_t>(a | b);
  if (node.text == "&") return static_cast<int64_t>(a & b);
  if (node.text == "<<" && b < 64) return static_cast<int64_t>(a << b);
  return std::nullopt;
}

/// Whether an expression is this number; in as many bits as it has there.
bool isNumber(const SourceExpression& found, int64_t number) {
  if (found.value == nullptr) return found.text == std::to_string(number);
  if (llvm::isa<llvm::ConstantPointerNull>(found.value)) return number == 0;
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(found.value);
  if (constant == nullptr || constant->getBitWidth() > 64) return false;
  const unsigned bits = constant->getBitWidth();
  return ((constant->getZExtValue() ^ static_cast<uint64_t>(number)) << (64 - bits)) == 0;
}

bool isComparison(const std::string& symbol) {
  return symbol == "==" || symbol == "!=" || symbol == "<" || symbol == ">" || symbol == "<=" || symbol == ">=";
}

std::string opposite(const std::string& symbol) {
  if (symbol == "==") return "!=";
  if (symbol == "!=") return "==";
  if (symbol == "<") return ">=";
  if (symbol == ">=") return "<";
  return symbol == ">" ? "<=" : ">";
}

/// What fits nothing of a pattern that has parts, for all that the code shows.
Fit noneOf(const SourceExpression& found) { return found.isKnown() ? Fit::No : Fit::Maybe; }

bool isPointerStep(const SourceExpression& found) {
  return found.kind == Kind::Unary && found.symbol == "&" && found.parts[0].kind == Kind::Index;
}

}  // namespace

Fit both(Fit one, Fit other) { return std::min(one, other); }

KnownNames::KnownNames(const llvm::Module& module) {
  for (const llvm::DICompileUnit* unit : module.debug_compile_units()) {
    for (const llvm::DICompositeType* type : unit->getEnumTypes()) {
      for (const llvm::DINode* node : type->getElements()) {
        const auto* each = llvm::dyn_cast<llvm::DIEnumerator>(node);
        if (each != nullptr) enumerators[each->getName().str()] = each->getValue().sextOrTrunc(64).getSExtValue();
      }
    }
  }
  for (const llvm::GlobalVariable& global : module.globals()) {
    if (const llvm::DIVariable* variable = variableAt(&global)) variables.insert(variable->getName().str());
  }
  for (const llvm::Function& function : module) {
    variables.insert(sourceNameOf(function));
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      for (const llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
        const auto* declared = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
        if (declared != nullptr) variables.insert(declared->getVariable()->getName().str());
      }
      const auto* declared = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction);
      if (declared != nullptr) variables.insert(declared->getVariable()->getName().str());
    }
  }
}

std::string patternText(const CExpression& pattern, uint32_t node) {
  while (pattern.nodes[node].kind == CNode::Kind::Cast) node = pattern.nodes[node].children[0];
  return pattern.textOf(node);
}

uint32_t PatternMatcher::withoutCasts(uint32_t node) const {
  while (part(node).kind == CNode::Kind::Cast) node = part(node).children[0];
  return node;
}

bool PatternMatcher::hasJokers(uint32_t index) const {
  const CNode& node = part(index);
  if (node.kind == CNode::Kind::Joker || node.kind == CNode::Kind::AnyJoker) return true;
  return std::any_of(node.children.begin(), node.children.end(), [&](uint32_t child) { return hasJokers(child); });
}

Fit PatternMatcher::bind(uint32_t joker, const SourceExpression& found) {
  const auto [place, isNew] =
      bound_.try_emplace(joker, Bound{found.text, found.value, found.isSigned, found.type, found.pointee});
  if (!isNew) {
    if (place->second.text == found.text) return Fit::Yes;
    return noneOf(found);
  }
  if (bindings_ != nullptr) (*bindings_)[joker] = place->second;
  return Fit::Yes;
}

Fit PatternMatcher::fit(uint32_t index, const SourceExpression& found) {
  index = withoutCasts(index);
  const CNode& node = part(index);
  if (node.kind == CNode::Kind::AnyJoker) return Fit::Yes;
  if (node.kind == CNode::Kind::Joker) return bind(static_cast<uint32_t>(node.value), found);
  if (const auto number = constantOf(pattern_, index)) return isNumber(found, *number) ? Fit::Yes : Fit::No;
  if (found.isKnown() && !hasJokers(index) && patternText(pattern_, index) == found.text) return Fit::Yes;
  switch (node.kind) {
    case CNode::Kind::Name: return fitName(node, found);
    case CNode::Kind::Unary: return fitUnary(node, found);
    case CNode::Kind::Binary: return fitBinary(node, found);
    case CNode::Kind::Member:
    case CNode::Kind::Arrow:
    case CNode::Kind::Index: return fitParts(node, found);
    case CNode::Kind::Call: return fitCall(node, found);
    case CNode::Kind::Conditional: return noneOf(found);
    default: return Fit::No;
  }
}

/// A name may be one of a number: an enumerator, or a macro, of which the code knows nothing.
Fit PatternMatcher::fitName(const CNode& name, const SourceExpression& found) const {
  if (name.text == found.text && found.isKnown()) return Fit::Yes;
  const bool isConstant = found.value != nullptr && llvm::isa<llvm::ConstantInt>(found.value);
  if (!isConstant) return Fit::No;
  const auto enumerator = names_.enumerators.find(name.text);
  if (enumerator != names_.enumerators.end()) return isNumber(found, enumerator->second) ? Fit::Yes : Fit::No;
  return names_.variables.contains(name.text) ? Fit::No : Fit::Maybe;
}

Fit PatternMatcher::fitUnary(const CNode& node, const SourceExpression& found) {
  if (node.text == "!") return fitTruth(node.children[0], found, false);
  if (found.kind == Kind::Unary && found.symbol == node.text) return fit(node.children[0], found.parts[0]);
  if (node.text == "*" && found.kind == Kind::Index) {
    const CNode& pointer = part(withoutCasts(node.children[0]));
    const bool isSum = pointer.kind == CNode::Kind::Binary && pointer.text == "+";
    if (isSum) return both(fit(pointer.children[0], found.parts[0]), fit(pointer.children[1], found.parts[1]));
    return found.parts[1].text == "0" ? fit(node.children[0], found.parts[0]) : Fit::No;
  }
  return noneOf(found);
}

Fit PatternMatcher::fitBinary(const CNode& node, const SourceExpression& found) {
  const auto fitBoth = [&](const SourceExpression& left, const SourceExpression& right) {
    return both(fit(node.children[0], left), fit(node.children[1], right));
  };
  if (found.kind == Kind::Binary && found.symbol == node.text) return fitBoth(found.parts[0], found.parts[1]);
  const bool isSum = node.text == "+" || node.text == "-";
  const auto number = isSum ? constantOf(pattern_, node.children[1]) : std::nullopt;
  const int64_t opposite = number ? static_cast<int64_t>(0 - static_cast<uint64_t>(*number)) : 0;
  if (isPointerStep(found)) {
    const SourceExpression& element = found.parts[0];  // p + 1 is &p[1]
    const SourceExpression& index = element.parts[1];
    if (node.text == "+") return fitBoth(element.parts[0], index);
    const bool isNegative = index.kind == Kind::Unary && index.symbol == "-";
    if (isSum && isNegative) return fitBoth(element.parts[0], index.parts[0]);
    if (isSum && number) return isNumber(index, opposite) ? fit(node.children[0], element.parts[0]) : Fit::No;
    return Fit::No;
  }
  // The code adds -1 where the source may subtract 1.
  const bool isOther = number && found.kind == Kind::Binary && (found.symbol == "+" || found.symbol == "-");
  if (isOther) return isNumber(found.parts[1], opposite) ? fit(node.children[0], found.parts[0]) : Fit::No;
  return noneOf(found);
}

Fit PatternMatcher::fitParts(const CNode& node, const SourceExpression& found) {
  if (node.kind == CNode::Kind::Index) {
    const bool isFirst = constantOf(pattern_, node.children[1]) == 0;
    const bool isFollowed = found.kind == Kind::Unary && found.symbol == "*";
    if (isFirst && isFollowed) return fit(node.children[0], found.parts[0]);
    if (found.kind != Kind::Index) return noneOf(found);
    return both(fit(node.children[0], found.parts[0]), fit(node.children[1], found.parts[1]));
  }
  uint32_t base = withoutCasts(node.children[0]);
  bool isArrow = node.kind == CNode::Kind::Arrow;
  if (!isArrow && part(base).kind == CNode::Kind::Unary && part(base).text == "*") {
    isArrow = true;  // (*p).x
    base = part(base).children[0];
  }
  if (found.kind != (isArrow ? Kind::Arrow : Kind::Member)) return noneOf(found);
  return found.symbol == node.text ? fit(base, found.parts[0]) : Fit::No;
}

Fit PatternMatcher::fitCall(const CNode& node, const SourceExpression& found) {
  if (found.kind != Kind::Call) return noneOf(found);
  Fit all = fit(node.children[0], found.parts[0]);
  const bool takesAll = node.children.size() == 2 && part(node.children[1]).kind == CNode::Kind::AnyJoker;
  if (takesAll) return all;
  if (node.children.size() != found.parts.size()) return Fit::No;
  for (size_t i = 1; i < found.parts.size(); ++i) all = both(all, fit(node.children[i], found.parts[i]));
  return all;
}

Fit PatternMatcher::fitBoolean(uint32_t index, const SourceExpression& found) {
  const Fit asItIs = fit(index, found);
  return asItIs == Fit::No ? fitTruth(index, found, true) : asItIs;
}

Fit PatternMatcher::fitTruth(uint32_t index, const SourceExpression& found, bool holds) {
  index = withoutCasts(index);
  const CNode& node = part(index);
  const bool isJoker = node.kind == CNode::Kind::Joker || node.kind == CNode::Kind::AnyJoker;
  if (isJoker && holds) return fit(index, found);
  if (node.kind == CNode::Kind::Unary && node.text == "!") return fitTruth(node.children[0], found, !holds);
  if (node.kind == CNode::Kind::Binary && isComparison(node.text)) {
    const std::string symbol = holds ? node.text : opposite(node.text);
    if (found.kind != Kind::Binary || found.symbol != symbol) return noneOf(found);
    return both(fit(node.children[0], found.parts[0]), fit(node.children[1], found.parts[1]));
  }
  const bool isTest = found.kind == Kind::Binary && found.symbol == (holds ? "!=" : "==") && found.parts[1].text == "0";
  return isTest ? fit(index, found.parts[0]) : noneOf(found);
}

// ---- types ----

std::string typeText(const llvm::DIType* type) {
  if (type == nullptr) return "void";
  const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
  if (derived == nullptr) {
    const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    std::string kind;
    if (composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_structure_type) kind = "struct ";
    if (composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_union_type) kind = "union ";
    if (composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type) kind = "enum ";
    return normalTypeText(kind + type->getName().str());
  }
  switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type: return typeText(derived->getBaseType()) + "*";
    case llvm::dwarf::DW_TAG_typedef: return derived->getName().str();
    default: return typeText(derived->getBaseType());
  }
}

std::string normalTypeText(const std::string& text) {
  const std::string stars = text.substr(std::min(text.find('*'), text.size()));
  std::istringstream words(text.substr(0, text.size() - stars.size()));
  std::string made;
  bool isUnsigned = false;
  bool isWord = false;  // int, or short for it
  unsigned longs = 0;
  bool isShort = false;
  for (std::string word; words >> word;) {
    if (word == "const" || word == "volatile" || word == "static" || word == "restrict" || word == "signed") continue;
    if (word == "unsigned") {
      isUnsigned = true;
    } else if (word == "int") {
      isWord = true;
    } else if (word == "long") {
      ++longs;
    } else if (word == "short") {
      isShort = true;
    } else {
      made += (made.empty() ? "" : " ") + word;
    }
  }
  if (isShort) made += made.empty() ? "short" : " short";
  for (unsigned i = 0; i < std::min(longs, 2U); ++i) made += made.empty() ? "long" : " long";
  if (made.empty() && (isWord || isUnsigned)) made = "int";
  return (isUnsigned ? "unsigned " : "") + (made.empty() ? "int" : made) + stars;
}

}  // namespace clew::program
