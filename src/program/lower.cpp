#include "program/lower.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

#include <cstring>

#include "program/liveness.h"
#include "program/passes.h"

namespace clew::program {

namespace {

constexpr uint64_t kLargestPiece = 256;
constexpr uint64_t kPiece = 64;

/// Components of an object: an array of structures, and a short one of words, is cut between its elements, so that what
/// changes together is one component and what does not is not; anything else large into lines of 64 bytes.
uint32_t pieceSizeOf(const llvm::DataLayout& layout, llvm::Type* type) {
  const uint64_t size = layout.getTypeAllocSize(type);
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    llvm::Type* element = array->getElementType();
    const uint64_t step = layout.getTypeAllocSize(element);
    if (element->isArrayTy() && step > kLargestPiece) return pieceSizeOf(layout, element);
    if (element->isStructTy() && step >= 8 && step <= kLargestPiece) return static_cast<uint32_t>(step);
    if (element->isSingleValueType() && step >= 4 && size <= kPiece) return static_cast<uint32_t>(step);
  }
  return static_cast<uint32_t>(size <= kLargestPiece && !type->isArrayTy() ? std::max<uint64_t>(size, 1) : kPiece);
}

/// Whether anything in the function could overflow or shift by too much.
bool hasArithmetic(const llvm::Function& function) {
  return std::any_of(llvm::inst_begin(function), llvm::inst_end(function), [](const llvm::Instruction& instruction) {
    const auto* arithmetic = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&instruction);
    return instruction.isShift() || (arithmetic != nullptr && arithmetic->hasNoSignedWrap());
  });
}

}  // namespace

bool isSynchronising(llvm::StringRef name) {
  for (const char* prefix :
       {"pthread_", "sem_", "mtx_", "cnd_", "tss_", "thrd_", "call_once", "__atomic_", "__cxa_guard_", "__cxa_atexit",
        "atexit", "at_quick_exit", "exit", "quick_exit", "__clew_", "__clewrt_endThread", "__clewrt_destroyValues"}) {
    if (name.starts_with(prefix)) return true;
  }
  return false;
}

ModuleLowering::ModuleLowering(llvm::Module& module, Program& program)
    : module_(module), layout_(module.getDataLayout()), program_(program), debug_(program) {}

std::optional<support::Error> ModuleLowering::lower() {
  program_.sites.push_back({});
  if (auto tooLarge = chooseAddresses()) return tooLarge;
  placeFunctions();
  if (auto tooMany = placeGlobals()) return tooMany;
  findAllocating();
  // Constants of enumerations are names that people use even where no variable has the type.
  for (const llvm::DICompileUnit* unit : module_.debug_compile_units()) {
    for (const llvm::DICompositeType* type : unit->getEnumTypes()) debug_.typeOf(type);
  }
  for (llvm::Function& function : module_) {
    if (function.isDeclaration()) continue;
    FunctionLowering(*this, function, functions_.at(&function)).lower();
    const bool isOurs = function.hasFnAttribute(kRuntimeAttribute) || function.hasFnAttribute(kOrdinaryAttribute);
    const bool unchecked = !isOurs && !keepsArithmetic(function) && hasArithmetic(function);
    if (unchecked && program_.notes.empty()) {
      program_.notes.push_back(fmt::format(
          "{} was compiled with optimisation or without -g, so signed overflow and shifts in it are not checked",
          llvm::demangle(function.getName().str())));
    }
  }
  const llvm::Function* start = module_.getFunction("__clew_start");
  program_.startFunction = functions_.at(start);
  computeLiveness(program_);
  return std::nullopt;
}

/// With 32-bit pointers, arenas grow until arena 0 can take all functions and globals, and any other one the
/// thread-local variables twice: the rest is for what a thread allocates.
std::optional<support::Error> ModuleLowering::chooseAddresses() {
  if (layout_.getPointerSizeInBits() == 64) return std::nullopt;
  AddressLayout& addresses = program_.addresses;
  addresses = addresses32(createsThreads(module_));
  uint64_t globals = 0;
  uint64_t threadLocals = 1;
  for (const llvm::GlobalVariable& variable : module_.globals()) {
    const uint64_t size = layout_.getTypeAllocSize(variable.getValueType());
    if (variable.getAlign().valueOrOne().value() > addresses.margin()) {
      return support::Error{fmt::format("the variable {} has an alignment of more than {} bytes, which is not modelled",
                                        variable.getName().str(), addresses.margin())};
    }
    if (size > addresses.largestObject) {
      return support::Error{fmt::format("the variable {} is larger than the 32-bit model allows ({} bytes)",
                                        variable.getName().str(), addresses.largestObject)};
    }
    globals += addresses.windowsFor(size);
    if (variable.isThreadLocal()) threadLocals += addresses.windowsFor(size);
  }
  const auto fits = [&] {
    return firstGlobalWindow() + globals <= addresses.windowsPerArena() &&
           2 * threadLocals <= addresses.windowsPerArena();
  };
  while (!fits() && addresses.arenaBits < kLargestArenaBits32) ++addresses.arenaBits;
  if (fits()) return std::nullopt;
  return support::Error{"the global variables are larger than the 32-bit model allows"};
}

/// Globals lie behind all functions.
uint64_t ModuleLowering::firstGlobalWindow() const {
  const AddressLayout& addresses = program_.addresses;
  const uint64_t functionsEnd = kFunctionBase + module_.size() * kFunctionStride;
  return 1 + (std::max(functionsEnd, addresses.firstGlobal()) >> addresses.windowBits);
}

std::optional<uint64_t> ModuleLowering::errorFunctionIndex(const llvm::Function& function) const {
  std::string name = llvm::demangle(function.getName());
  // Linking gives static functions of the same name new ones; the debug information keeps the old.
  if (function.hasLocalLinkage() && function.getSubprogram() != nullptr) {
    name = function.getSubprogram()->getName().str();
  }
  const auto& known = program_.errorFunctions;
  const auto found = std::find(known.begin(), known.end(), name.substr(0, name.find('(')));
  if (found == known.end()) return std::nullopt;
  return static_cast<uint64_t>(found - known.begin());
}

/// Whether a library function is one by which values come from outside.
void ModuleLowering::noteInput(const llvm::Function& function, Function& made) const {
  if (function.getName() == "clew_symbolic" || function.getName() == kUnwrittenGiver) made.input = InputKind::Bytes;
  if (function.getName() == "clew_structure") made.input = InputKind::Structure;
  if (!function.getName().starts_with("__VERIFIER_nondet_")) return;
  made.input = InputKind::Value;
  made.inputBits = static_cast<uint8_t>(module_.getDataLayout().getTypeSizeInBits(function.getReturnType()));
}

void ModuleLowering::placeFunctions() {
  for (const llvm::Function& function : module_) {
    if (function.isDeclaration()) continue;
    functions_[&function] = static_cast<uint32_t>(program_.functions.size());
    Function made;
    made.name = function.getName().str();
    made.library = function.hasFnAttribute(kRuntimeAttribute);
    made.synchronises = made.library && isSynchronising(function.getName());
    if (made.library) noteInput(function, made);
    made.runtime = made.library || function.getName().starts_with("__VERIFIER_atomic_");
    if (const llvm::DISubprogram* subprogram = function.getSubprogram()) {
      const uint32_t index = debug_.locationOf(subprogram->getFile(), subprogram->getLine(), 0);
      made.location = program_.locations[index];
    }
    program_.functions.push_back(made);
  }
}

/// Library functions that may call the allocator, directly or through others.
void ModuleLowering::findAllocating() {
  std::vector<const llvm::Function*> work;
  for (const char* name : {"malloc", "calloc", "realloc", "aligned_alloc", "memalign"}) {
    if (const llvm::Function* allocator = module_.getFunction(name)) work.push_back(allocator);
  }
  while (!work.empty()) {
    const llvm::Function* callee = work.back();
    work.pop_back();
    for (const llvm::User* user : callee->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledFunction() != callee) continue;
      const llvm::Function* caller = call->getFunction();
      if (caller->hasFnAttribute(kRuntimeAttribute) && allocating_.insert(caller).second) work.push_back(caller);
    }
  }
}

std::optional<support::Error> ModuleLowering::placeGlobals() {
  const AddressLayout& addresses = program_.addresses;
  uint64_t window = firstGlobalWindow();
  std::vector<const llvm::GlobalVariable*> variables;
  for (const llvm::GlobalVariable& variable : module_.globals()) {
    if (variable.getName().starts_with("llvm.")) continue;
    Global global;
    global.name = variable.getName().str();
    global.size = layout_.getTypeAllocSize(variable.getValueType());
    global.pieceSize = pieceSizeOf(layout_, variable.getValueType());
    global.constant = variable.isConstant();
    global.threadLocal = variable.isThreadLocal();
    global.external = variable.isDeclaration();
    global.library = variable.hasAttribute(kRuntimeAttribute);
    global.address = addresses.addressOf(0, static_cast<uint32_t>(window), global.size);
    window += addresses.windowsFor(global.size);
    if (window > addresses.windowsPerArena()) return support::Error{"too many global variables"};
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    variable.getDebugInfo(expressions);
    if (!expressions.empty()) debug_.describe(*expressions.front()->getVariable(), global);
    globals_[&variable] = static_cast<uint32_t>(program_.globals.size());
    globalOfAddress_[global.address] = static_cast<uint32_t>(program_.globals.size());
    program_.globals.push_back(std::move(global));
    variables.push_back(&variable);
  }
  for (const llvm::GlobalVariable* variable : variables) {
    fillGlobal(*variable, program_.globals[globals_.at(variable)]);
  }
  return std::nullopt;
}

void ModuleLowering::fillGlobal(const llvm::GlobalVariable& variable, Global& global) {
  global.bytes.assign(global.size, 0);
  if (!variable.hasInitializer()) return;
  writeConstant(variable.getInitializer(), 0, global);
}

void ModuleLowering::writeConstant(const llvm::Constant* constant, uint64_t offset, Global& global) {
  llvm::Type* type = constant->getType();
  if (constant->isNullValue()) return;
  if (llvm::isa<llvm::UndefValue>(constant)) {
    global.undefined.resize(global.size, 0);
    std::memset(global.undefined.data() + offset, 0xFF, layout_.getTypeStoreSize(type));
    return;
  }
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
    const llvm::StringRef raw = data->getRawDataValues();
    std::memcpy(global.bytes.data() + offset, raw.data(), raw.size());
    return;
  }
  if (llvm::isa<llvm::ConstantAggregate>(constant)) {
    const auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    for (unsigned i = 0; i < constant->getNumOperands(); ++i) {
      const auto* part = llvm::cast<llvm::Constant>(constant->getOperand(i));
      const uint64_t place =
          structure != nullptr
              ? layout_.getStructLayout(const_cast<llvm::StructType*>(structure))->getElementOffset(i).getFixedValue()
              : uint64_t{i} * layout_.getTypeAllocSize(part->getType()).getFixedValue();
      writeConstant(part, offset + place, global);
    }
    return;
  }
  llvm::APInt bits;
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    bits = integer->getValue();
  } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    bits = real->getValueAPF().bitcastToAPInt();
  } else {
    bits = llvm::APInt(64, numberOf(constant).value_or(0));
  }
  const uint64_t bytes = layout_.getTypeStoreSize(type);
  std::memcpy(global.bytes.data() + offset, bits.getRawData(),
              std::min<uint64_t>(bytes, uint64_t{bits.getNumWords()} * 8));
}

void ModuleLowering::collectLeaves(llvm::Type* type, uint64_t offset, std::vector<Leaf>& leaves) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* layout = layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      collectLeaves(structure->getElementType(i), offset + layout->getElementOffset(i), leaves);
    }
  } else if (type->isArrayTy() || type->isVectorTy()) {
    llvm::Type* element =
        type->isArrayTy() ? type->getArrayElementType() : llvm::cast<llvm::VectorType>(type)->getElementType();
    const uint64_t count =
        type->isArrayTy() ? type->getArrayNumElements() : llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    const uint64_t step = layout_.getTypeAllocSize(element);
    for (uint64_t i = 0; i < count; ++i) collectLeaves(element, offset + i * step, leaves);
  } else if (!type->isVoidTy()) {
    const auto width = static_cast<unsigned>(layout_.getTypeSizeInBits(type).getFixedValue());
    leaves.push_back({offset, width, (width + 63) / 64});
  }
}

const std::vector<Leaf>& ModuleLowering::leavesOf(llvm::Type* type) {
  const auto [known, isNew] = leaves_.try_emplace(type);
  if (isNew) collectLeaves(type, 0, known->second);
  return known->second;
}

uint32_t ModuleLowering::slotsOf(llvm::Type* type) {
  uint32_t slots = 0;
  for (const Leaf& leaf : leavesOf(type)) slots += leaf.slots;
  return slots;
}

std::optional<uint64_t> ModuleLowering::numberOf(const llvm::Constant* constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    if (integer->getBitWidth() > 64) return std::nullopt;
    return integer->getZExtValue();
  }
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    const llvm::APInt bits = real->getValueAPF().bitcastToAPInt();
    if (bits.getBitWidth() > 64) return std::nullopt;
    return bits.getZExtValue();
  }
  if (llvm::isa<llvm::UndefValue>(constant)) return std::nullopt;
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return 0;
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) return numberOf(alias->getAliasee());
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    const auto known = globals_.find(variable);
    if (variable->hasExternalWeakLinkage()) return 0;
    if (known == globals_.end() || variable->isThreadLocal()) return std::nullopt;
    return program_.globals[known->second].address;
  }
  if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) {
    const auto known = functions_.find(function);
    if (known == functions_.end() && function->hasExternalWeakLinkage()) return 0;
    if (known == functions_.end()) return std::nullopt;
    return kFunctionBase + known->second * kFunctionStride;
  }
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant);
  if (expression == nullptr) return std::nullopt;
  const auto first = numberOf(llvm::cast<llvm::Constant>(expression->getOperand(0)));
  if (!first) return std::nullopt;
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
    if (!gep->accumulateConstantOffset(layout_, offset)) return std::nullopt;
    return addressPlus(*first, static_cast<uint64_t>(offset.getSExtValue()));
  }
  const uint64_t width = layout_.getTypeSizeInBits(expression->getType());
  const uint64_t mask = width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  switch (expression->getOpcode()) {
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Trunc: return *first & mask;
    default: break;
  }
  if (expression->getNumOperands() < 2) return std::nullopt;
  const auto second = numberOf(llvm::cast<llvm::Constant>(expression->getOperand(1)));
  if (!second) return std::nullopt;
  switch (expression->getOpcode()) {
    case llvm::Instruction::Add: return (*first + *second) & mask;
    case llvm::Instruction::Sub: return (*first - *second) & mask;
    case llvm::Instruction::Xor: return *first ^ *second;
    default: return std::nullopt;
  }
}

/// The global in whose windows an address lies, or kNone.
uint32_t ModuleLowering::globalAround(uint64_t address) const {
  const AddressLayout& addresses = program_.addresses;
  const uint64_t window = address >> addresses.windowBits;
  const auto firstWindow = [&](const Global& global) {
    return (global.address >> addresses.windowBits) - addresses.windowsBefore(global.size);
  };
  // Globals lie in the order of their addresses.
  const auto next = std::upper_bound(program_.globals.begin(), program_.globals.end(), window,
                                     [&](uint64_t value, const Global& global) { return value < firstWindow(global); });
  if (next == program_.globals.begin()) return kNone;
  const Global& global = *(next - 1);
  if (window - firstWindow(global) >= addresses.windowsFor(global.size)) return kNone;
  return static_cast<uint32_t>(next - 1 - program_.globals.begin());
}

uint64_t ModuleLowering::addressPlus(uint64_t base, uint64_t distance) const {
  const AddressLayout& addresses = program_.addresses;
  const uint64_t result = (base + distance) & addresses.pointerMask();
  const uint32_t global = globalAround(base);
  return global == kNone || globalAround(result) == global ? result : addresses.markWild(result);
}

uint32_t ModuleLowering::globalAt(uint64_t address) const {
  auto next = globalOfAddress_.upper_bound(address);
  if (next == globalOfAddress_.begin()) return kNone;
  --next;
  const Global& global = program_.globals[next->second];
  return address - global.address < std::max<uint64_t>(global.size, 1) ? next->second : kNone;
}

uint32_t ModuleLowering::textIndex(const std::string& text) {
  const auto [known, isNew] = texts_.try_emplace(text, program_.texts.size());
  if (isNew) program_.texts.push_back(text);
  return known->second;
}

}  // namespace clew::program
