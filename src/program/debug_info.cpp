// What the debug information says, in our own few types: files with their text, locations, and the
// types that let a byte of memory be called `fork[2].owner`.
#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

#include <filesystem>
#include <fstream>

#include "program/lower.h"

namespace clew::program {

namespace {

/// Of a source file. A program may name anything with #line.
std::vector<std::string> readLines(const std::string& path) {
  constexpr uintmax_t kMostBytes = 64 << 20;
  std::vector<std::string> lines;
  std::error_code failed;
  const bool isFile = std::filesystem::is_regular_file(path, failed);
  if (!isFile || std::filesystem::file_size(path, failed) > kMostBytes || failed) return lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

Type::Kind kindOf(unsigned encoding) {
  switch (encoding) {
    case llvm::dwarf::DW_ATE_boolean: return Type::Kind::Boolean;
    case llvm::dwarf::DW_ATE_float: return Type::Kind::Float;
    case llvm::dwarf::DW_ATE_signed: return Type::Kind::Signed;
    case llvm::dwarf::DW_ATE_signed_char: return Type::Kind::Character;
    case llvm::dwarf::DW_ATE_unsigned_char: return Type::Kind::Character;
    case llvm::dwarf::DW_ATE_unsigned: return Type::Kind::Unsigned;
    case llvm::dwarf::DW_ATE_UTF: return Type::Kind::Unsigned;
    default: return Type::Kind::Unknown;
  }
}

bool isSigned(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_if_present<llvm::DIDerivedType>(type)) type = derived->getBaseType();
  const auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(type);
  return basic != nullptr && (basic->getEncoding() == llvm::dwarf::DW_ATE_signed ||
                              basic->getEncoding() == llvm::dwarf::DW_ATE_signed_char);
}

/// `outer::inner`; what has no name (an unnamed namespace, a block) adds nothing.
std::string scopeName(const llvm::DIScope* scope) {
  std::string name;
  for (; scope != nullptr && !llvm::isa<llvm::DIFile, llvm::DICompileUnit>(scope); scope = scope->getScope()) {
    if (scope->getName().empty()) continue;
    name = fmt::format("{}{}{}", scope->getName().str(), name.empty() ? "" : "::", name);
  }
  return name;
}

bool isReference(unsigned tag) {
  return tag == llvm::dwarf::DW_TAG_reference_type || tag == llvm::dwarf::DW_TAG_rvalue_reference_type;
}

}  // namespace

DebugInfo::DebugInfo(Program& program) : program_(program) {
  program_.files.push_back({"", {}});
  program_.types.push_back({});
  program_.locations.push_back({});
  locations_[{0, 0, 0}] = 0;
}

uint32_t DebugInfo::fileOf(const llvm::DIFile* file) {
  if (file == nullptr) return 0;
  const auto [known, isNew] = files_.try_emplace(file, program_.files.size());
  if (!isNew) return known->second;
  const std::string name = file->getFilename().str();
  std::filesystem::path path = name;
  if (path.is_relative()) path = std::filesystem::path(file->getDirectory().str()) / path;
  program_.files.push_back({name, readLines(path.string())});
  return known->second;
}

uint32_t DebugInfo::locationOf(const llvm::DIFile* file, unsigned line, unsigned column) {
  const uint32_t index = fileOf(file);
  const auto [known, isNew] = locations_.try_emplace({index, line, column}, program_.locations.size());
  if (isNew) program_.locations.push_back({index, line, column});
  return known->second;
}

uint32_t DebugInfo::locationOf(const llvm::DILocation* location) {
  if (location == nullptr) return 0;
  return locationOf(location->getFile(), location->getLine(), location->getColumn());
}

uint32_t DebugInfo::arrayOf(const llvm::DICompositeType& composite) {
  // One DWARF array of several dimensions becomes nested arrays of one.
  uint32_t element = makeType(composite.getBaseType());
  std::vector<int64_t> counts;
  for (const llvm::DINode* node : composite.getElements()) {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
    if (range == nullptr) continue;
    const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
    counts.push_back(count == nullptr ? 0 : count->getSExtValue());
  }
  for (size_t i = counts.size(); i-- > 0;) {
    Type array;
    array.kind = Type::Kind::Array;
    array.element = element;
    array.size = program_.types[element].size * static_cast<uint64_t>(std::max<int64_t>(counts[i], 0));
    program_.types.push_back(array);
    element = static_cast<uint32_t>(program_.types.size()) - 1;
  }
  return element;
}

void DebugInfo::fillComposite(uint32_t index, const llvm::DICompositeType& composite) {
  for (const llvm::DINode* node : composite.getElements()) {
    if (const auto* enumerator = llvm::dyn_cast<llvm::DIEnumerator>(node)) {
      program_.types[index].constants.push_back({enumerator->getName().str(), enumerator->getValue().getSExtValue()});
      continue;
    }
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->isStaticMember()) continue;
    const uint32_t type = makeType(member->getBaseType());
    if (member->isBitField()) {
      const auto width = static_cast<uint32_t>(member->getSizeInBits());
      program_.types[index].bitFields.push_back({member->getName().str(), member->getOffsetInBits(), width, type});
      continue;
    }
    program_.types[index].members.push_back({member->getName().str(), member->getOffsetInBits() / 8, type});
  }
}

uint32_t DebugInfo::typeOf(const llvm::DIType* type) {
  const uint32_t made = makeType(type);
  while (!openPointers_.empty()) {
    const auto [pointer, target] = openPointers_.back();
    openPointers_.pop_back();
    const uint32_t element = makeType(target);
    program_.types[pointer].element = element;
  }
  return made;
}

uint32_t DebugInfo::makeType(const llvm::DIType* type) {
  if (type == nullptr) return 0;
  if (const auto known = types_.find(type); known != types_.end()) return known->second;
  const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
  if (derived != nullptr && derived->getTag() != llvm::dwarf::DW_TAG_pointer_type && !isReference(derived->getTag())) {
    return types_[type] = makeType(derived->getBaseType());  // typedef, const, volatile, _Atomic
  }
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
    return types_[type] = arrayOf(*composite);
  }
  const auto index = static_cast<uint32_t>(program_.types.size());
  types_[type] = index;  // before its members: structures refer to themselves
  Type made;
  made.name = type->getName().str();
  made.size = type->getSizeInBits() / 8;
  made.isSigned = isSigned(type);
  if (composite != nullptr) {
    const bool enumeration = composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type;
    made.kind = enumeration ? Type::Kind::Enumeration : Type::Kind::Structure;
    if (enumeration) made.isSigned = isSigned(composite->getBaseType());
  } else if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    made.kind = kindOf(basic->getEncoding());
  } else if (derived != nullptr) {
    made.kind = Type::Kind::Pointer;
    made.isReference = isReference(derived->getTag());
    openPointers_.emplace_back(index, derived->getBaseType());
  }
  program_.types.push_back(made);
  if (composite != nullptr) fillComposite(index, *composite);
  return index;
}

void DebugInfo::describe(const llvm::DIGlobalVariable& variable, Global& global) {
  const llvm::DIDerivedType* member = variable.getStaticDataMemberDeclaration();
  global.name = variable.getName().str();
  global.scope = scopeName(member != nullptr ? member->getScope() : variable.getScope());
  global.file = fileOf(variable.getFile());
  global.type = typeOf(variable.getType());
}

}  // namespace clew::program
