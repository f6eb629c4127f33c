#include "program/weave_memory.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace clew::program {

namespace {

constexpr unsigned kDeepest = 16;  // of structures without names in each other

/// How many scopes lie between a scope and one around it; nothing if it is not around it.
std::optional<unsigned> distance(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer) {
  for (unsigned steps = 0; inner != nullptr; ++steps) {
    if (inner->getNonLexicalBlockFileScope() == outer->getNonLexicalBlockFileScope()) return steps;
    inner = llvm::dyn_cast_if_present<llvm::DILocalScope>(inner->getScope());
  }
  return std::nullopt;
}

/// Whether two types of one name are one, by what they have at which offsets.
bool areAlike(const llvm::DIType& one, const llvm::DIType& other) {
  const auto* a = llvm::dyn_cast<llvm::DICompositeType>(&one);
  const auto* b = llvm::dyn_cast<llvm::DICompositeType>(&other);
  if (one.getSizeInBits() != other.getSizeInBits() || (a == nullptr) != (b == nullptr)) return false;
  if (a == nullptr) return true;
  return std::equal(a->getElements().begin(), a->getElements().end(), b->getElements().begin(), b->getElements().end(),
                    [](const llvm::DINode* left, const llvm::DINode* right) {
                      const auto* x = llvm::dyn_cast<llvm::DIDerivedType>(left);
                      const auto* y = llvm::dyn_cast<llvm::DIDerivedType>(right);
                      if (x == nullptr || y == nullptr) return (x == nullptr) == (y == nullptr);
                      return x->getName() == y->getName() && x->getOffsetInBits() == y->getOffsetInBits() &&
                             x->getSizeInBits() == y->getSizeInBits();
                    });
}

bool isBefore(const llvm::DILocation& one, const llvm::DILocation& other) {
  return one.getLine() < other.getLine() || (one.getLine() == other.getLine() && one.getColumn() <= other.getColumn());
}

}  // namespace

ProgramScope::ProgramScope(const llvm::Module& module) : names_(module) {
  for (const llvm::GlobalVariable& global : module.globals()) {
    const llvm::DIVariable* variable = variableAt(&global);
    if (variable != nullptr) globals_.emplace(variable->getName().str(), const_cast<llvm::GlobalVariable*>(&global));
  }
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types()) {
    // What is only declared somewhere says nothing, and neither do two different ones of one name.
    const bool isDeclared = type->isForwardDecl() || type->getName().empty();
    if (isDeclared || bareType(type) == nullptr) continue;
    const auto [place, isNew] = types_.emplace(typeText(type), type);
    const bool isAlike = isNew || (place->second != nullptr && areAlike(*bareType(place->second), *bareType(type)));
    if (!isAlike) place->second = nullptr;
  }
}

const llvm::DIType* ProgramScope::type(const std::string& name) const {
  const auto found = types_.find(normalTypeText(name));
  return found == types_.end() ? nullptr : found->second;
}

std::optional<int64_t> ProgramScope::enumerator(const std::string& name) const {
  const auto found = names_.enumerators.find(name);
  return found == names_.enumerators.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<ProgramScope::Local>& ProgramScope::localsOf(const llvm::Function& function) const {
  const auto [place, isNew] = locals_.try_emplace(&function);
  if (!isNew) return place->second;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange()) {
      const auto* declared = llvm::dyn_cast<llvm::DbgVariableRecord>(&record);
      if (declared == nullptr || declared->getType() != llvm::DbgVariableRecord::LocationType::Declare) continue;
      llvm::Value* address = declared->getAddress();
      const auto* alloca = llvm::dyn_cast_if_present<llvm::AllocaInst>(address);
      const bool isThere = (alloca != nullptr && alloca->getParent() == &function.getEntryBlock()) ||
                           llvm::isa_and_present<llvm::Argument>(address);
      const bool isPlain = declared->getExpression()->getNumElements() == 0;
      if (isThere && isPlain && declared->getDebugLoc()) {
        place->second.push_back({declared->getVariable(), declared->getDebugLoc().get(), address});
      }
    }
  }
  return place->second;
}

std::optional<Object> ProgramScope::find(const std::string& name, const Sighting& site) const {
  const llvm::Function& function = *site.place->getFunction();
  const llvm::DILocation* at = site.place->getDebugLoc().get();
  const Local* nearest = nullptr;
  unsigned steps = 0;
  if (at != nullptr && site.moment != Moment::Entry) {
    for (const Local& local : localsOf(function)) {
      if (local.variable->getName() != name || local.declared->getInlinedAt() != at->getInlinedAt()) continue;
      const auto away = distance(at->getScope(), local.variable->getScope());
      const bool isVisible = away && (local.variable->isParameter() || isBefore(*local.declared, *at));
      // Of two in one scope, the later one is that of a macro; it cannot be told.
      if (isVisible && (nearest == nullptr || *away < steps)) {
        nearest = &local;
        steps = *away;
      }
    }
  }
  if (nearest != nullptr) return Object{nearest->address, nearest->variable->getType()};
  const auto [begin, end] = globals_.equal_range(name);
  std::vector<llvm::GlobalVariable*> visible;
  for (auto each = begin; each != end; ++each) {
    const auto* variable = llvm::cast<llvm::DIGlobalVariable>(variableAt(each->second));
    const bool isStatic = llvm::isa_and_present<llvm::DILocalScope>(variable->getScope());
    const bool isHere =
        function.getSubprogram() != nullptr && variable->getFile() == function.getSubprogram()->getFile();
    if (!isStatic && isHere) return Object{each->second, variable->getType()};
    if (!isStatic && !variable->isLocalToUnit()) visible.push_back(each->second);
  }
  if (visible.size() != 1) return std::nullopt;
  return Object{visible.front(), variableAt(visible.front())->getType()};
}

std::optional<Typed> MemoryReader::load(const Object& object) {
  if (object.bits != nullptr) return loadBits(object);
  const llvm::DIType* type = bareType(object.type);
  if (type == nullptr) return std::nullopt;
  std::optional<Typed> made;
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    if (derived->getTag() != llvm::dwarf::DW_TAG_pointer_type) return std::nullopt;
    made = arithmetic_.pointer(builder_.CreateLoad(builder_.getPtrTy(), object.address), derived->getBaseType());
  } else if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
      made = arithmetic_.pointer(object.address, elementType(composite));
    } else if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
      made = loadNumber(object, *composite);
    }
  } else if (llvm::isa<llvm::DIBasicType>(type)) {
    made = loadNumber(object, *type);
  }
  if (made) made->undefined = arithmetic_.either(made->undefined, object.undefined);
  return made;
}

std::optional<Typed> MemoryReader::loadNumber(const Object& object, const llvm::DIType& type) {
  const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(&type);
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(&type);
  if (composite != nullptr) basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(bareType(composite->getBaseType()));
  const auto encoding = basic == nullptr ? 0 : basic->getEncoding();
  const bool isFloat = encoding == llvm::dwarf::DW_ATE_float || encoding == llvm::dwarf::DW_ATE_complex_float;
  const auto bits = static_cast<unsigned>(type.getSizeInBits());
  const bool isInteger = !isFloat && (bits == 8 || bits == 16 || bits == 32 || bits == 64);
  if (!isInteger) return std::nullopt;
  llvm::Value* value = builder_.CreateAlignedLoad(builder_.getIntNTy(bits), object.address, llvm::Align(1));
  return arithmetic_.promoted(value, basic == nullptr || isSignedType(*basic));
}

/// Byte by byte, whatever the unit is that the compiler would load.
Typed MemoryReader::loadBits(const Object& object) {
  const auto bits = static_cast<unsigned>(object.bits->getSizeInBits());
  const uint64_t first = object.bits->getOffsetInBits() / 8;
  const auto shift = static_cast<unsigned>(object.bits->getOffsetInBits() % 8);
  llvm::Value* whole = builder_.getInt64(0);
  for (unsigned i = 0; 8 * i < shift + bits; ++i) {
    llvm::Value* place = builder_.CreateGEP(builder_.getInt8Ty(), object.address, builder_.getInt64(first + i));
    llvm::Value* byte = builder_.CreateZExt(builder_.CreateLoad(builder_.getInt8Ty(), place), builder_.getInt64Ty());
    whole = builder_.CreateOr(whole, builder_.CreateShl(byte, builder_.getInt64(uint64_t{8} * i)));
  }
  const auto* basic = llvm::dyn_cast_if_present<llvm::DIBasicType>(bareType(object.bits->getBaseType()));
  const bool isSigned = basic != nullptr && isSignedType(*basic);
  whole = builder_.CreateShl(whole, builder_.getInt64(64 - shift - bits));
  llvm::Value* count = builder_.getInt64(64 - bits);
  llvm::Value* value = isSigned ? builder_.CreateAShr(whole, count) : builder_.CreateLShr(whole, count);
  const bool isNarrow = bits < 32 || (bits == 32 && isSigned);
  Typed made{isNarrow ? builder_.CreateTrunc(value, builder_.getInt32Ty()) : value, isNarrow || isSigned};
  made.undefined = object.undefined;
  return made;
}

std::optional<Object> MemoryReader::member(const Object& object, const std::string& name) {
  const auto* type = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(object.type));
  if (type == nullptr || object.bits != nullptr) return std::nullopt;
  return memberOf(object, *type, name, 0);
}

std::optional<Object> MemoryReader::memberOf(const Object& object, const llvm::DICompositeType& type,
                                             const std::string& name, unsigned depth) {
  if (depth > kDeepest) return std::nullopt;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    const bool isBase = member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_inheritance;
    const bool isMember = member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member;
    if ((!isMember && !isBase) || member->isStaticMember()) continue;
    const bool isNamed = isMember && member->getName() == name;
    const auto* inner = llvm::dyn_cast_if_present<llvm::DICompositeType>(bareType(member->getBaseType()));
    const bool isInside = (isBase || member->getName().empty()) && inner != nullptr;
    if (!isNamed && !isInside) continue;
    if (isNamed && member->isBitField()) {
      // One that no 64 bits hold cannot be read.
      const uint64_t bits = member->getSizeInBits();
      if (bits == 0 || member->getOffsetInBits() % 8 + bits > 64) return std::nullopt;
      return Object{object.address, member->getBaseType(), member, object.undefined};
    }
    llvm::Value* offset = builder_.getInt64(member->getOffsetInBits() / 8);
    const Object part{builder_.CreateGEP(builder_.getInt8Ty(), object.address, offset), member->getBaseType(), nullptr,
                      object.undefined};
    if (isNamed) return part;
    if (auto found = memberOf(part, *inner, name, depth + 1)) return found;
  }
  return std::nullopt;
}

}  // namespace clew::program
