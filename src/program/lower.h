// Lowering: one LLVM module in, one Program out. `ModuleLowering` knows what the functions share
// (addresses, globals, types, locations); `FunctionLowering` translates one body.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "program/program.h"
#include "support/result.h"

namespace clew::program {

/// One scalar part of a value: where it lies in memory and how wide it is.
struct Leaf {
  uint64_t offset;
  unsigned width;  // in bits
  uint32_t slots;  // one per 64 bits
};

/// Reads files, locations and types from the debug information.
class DebugInfo {
 public:
  explicit DebugInfo(Program& program);

  uint32_t locationOf(const llvm::DILocation* location);
  uint32_t locationOf(const llvm::DIFile* file, unsigned line, unsigned column);
  uint32_t typeOf(const llvm::DIType* type);
  uint32_t fileOf(const llvm::DIFile* file);
  /// Name, scope, file and type of a global.
  void describe(const llvm::DIGlobalVariable& variable, Global& global);

 private:
  uint32_t makeType(const llvm::DIType* type);
  void fillComposite(uint32_t index, const llvm::DICompositeType& composite);
  uint32_t arrayOf(const llvm::DICompositeType& composite);

  Program& program_;
  std::unordered_map<const llvm::DIFile*, uint32_t> files_;
  std::unordered_map<const llvm::DIType*, uint32_t> types_;
  // Pointers whose target is not yet looked at; a list, since chains of them can be long.
  std::vector<std::pair<uint32_t, const llvm::DIType*>> openPointers_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> locations_;
};

class ModuleLowering {
 public:
  ModuleLowering(llvm::Module& module, Program& program);

  /// Fills the program; the error names what cannot be translated.
  std::optional<support::Error> lower();

  const llvm::DataLayout& layout() const { return layout_; }
  Program& program() { return program_; }
  DebugInfo& debug() { return debug_; }

  /// The scalar parts of a type, in slot order.
  const std::vector<Leaf>& leavesOf(llvm::Type* type);
  /// Number of slots a value of this type takes.
  uint32_t slotsOf(llvm::Type* type);
  /// The number that a scalar constant stands for, addresses included; nothing if it is undefined or
  /// not a single number.
  std::optional<uint64_t> numberOf(const llvm::Constant* constant);
  /// An address a constant distance away from another, as the machine would compute it.
  uint64_t addressPlus(uint64_t base, uint64_t distance) const;
  /// Index of a defined function or of a global.
  uint32_t functionIndex(const llvm::Function* function) const { return functions_.at(function); }
  /// The global that an address lies in, or kNone.
  uint32_t globalAt(uint64_t address) const;
  uint32_t globalIndex(const llvm::GlobalVariable* global) const { return globals_.at(global); }
  uint32_t textIndex(const std::string& text);
  /// Whether a function of the library may allocate memory.
  bool mayAllocate(const llvm::Function& function) const { return allocating_.contains(&function); }
  /// The number of a function among those that must never be called, if it is one of them.
  std::optional<uint64_t> errorFunctionIndex(const llvm::Function& function) const;
  /// The selector that stands for a type in landing pads.
  uint32_t typeNumber(const llvm::Value* type);

 private:
  std::optional<support::Error> chooseAddresses();
  uint64_t firstGlobalWindow() const;
  uint32_t globalAround(uint64_t address) const;
  void noteInput(const llvm::Function& function, Function& made) const;
  void placeFunctions();
  std::optional<support::Error> placeGlobals();
  void findAllocating();
  void fillGlobal(const llvm::GlobalVariable& variable, Global& global);
  void writeConstant(const llvm::Constant* constant, uint64_t offset, Global& global);
  void collectLeaves(llvm::Type* type, uint64_t offset, std::vector<Leaf>& leaves);

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  Program& program_;
  DebugInfo debug_;
  std::unordered_map<const llvm::Function*, uint32_t> functions_;
  std::unordered_map<const llvm::GlobalVariable*, uint32_t> globals_;
  std::map<uint64_t, uint32_t> globalOfAddress_;
  std::unordered_map<llvm::Type*, std::vector<Leaf>> leaves_;
  std::unordered_map<std::string, uint32_t> texts_;
  std::unordered_set<const llvm::Function*> allocating_;
  std::unordered_map<const llvm::Value*, uint32_t> typeNumbers_;
};

class FunctionLowering {
 public:
  FunctionLowering(ModuleLowering& module, llvm::Function& function, uint32_t index);

  /// Appends the function's code to the program.
  void lower();

 private:
  /// A place that holds a branch target.
  struct Reference {
    enum class Where : uint8_t {
      First,
      Second,
      Table,
      Landing
    } where;
    uint32_t index;  // of the instruction, of the switch or of the call
    uint32_t entry = 0;
  };
  struct Fixup {
    Reference reference;
    const llvm::BasicBlock* block;
  };

  // Values and slots.
  uint32_t newSlots(uint32_t count);
  uint32_t slotOf(llvm::Value* value);
  uint32_t resultSlot(llvm::Instruction& instruction);
  void alias(llvm::Instruction& instruction, llvm::Value* operand);
  void constantInto(const llvm::Constant* constant, uint32_t slot);
  uint32_t constantSlot(const llvm::Constant* constant);
  std::optional<uint64_t> immediate(const llvm::Value* value);
  unsigned widthOf(llvm::Type* type) const;

  bool counts(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;

  // Emission.
  Instruction& emit(Op op, uint32_t dst = 0, uint32_t a = 0, uint32_t b = 0);
  Instruction& emitImmediate(Op op, uint32_t dst, uint32_t a, uint64_t imm);
  uint32_t here() const { return static_cast<uint32_t>(program_.code.size()); }
  void unmodelled(const std::string& what);
  uint32_t newSite(const std::string& name, uint32_t type, uint64_t size);
  uint32_t newSite(const llvm::DILocalVariable& variable, uint64_t size);
  uint32_t lastLineOf(const llvm::DIScope* scope);

  // Instructions, by kind.
  void lowerBlock(llvm::BasicBlock& block);
  void lowerInstruction(llvm::Instruction& instruction);
  void lowerBinary(llvm::BinaryOperator& instruction);
  void lowerWideBinary(llvm::BinaryOperator& instruction, uint32_t dst, uint32_t a, uint32_t b);
  void wordwise(Op op, uint32_t dst, uint32_t a, uint32_t b, uint32_t words);
  void shiftWords(unsigned operation, uint32_t dst, uint32_t from, unsigned width, unsigned amount);
  void emitExtension(uint32_t dst, uint32_t from, unsigned width);
  void lowerWideCast(uint32_t dst, unsigned to, uint32_t from, unsigned width, bool isSigned);
  void lowerWideCompare(llvm::CmpInst::Predicate predicate, unsigned width, uint32_t dst, uint32_t a, uint32_t b);
  void lowerCompare(llvm::ICmpInst& instruction);
  bool lowerCompareImmediate(llvm::ICmpInst& instruction, uint32_t dst);
  void lowerFloatBinary(llvm::BinaryOperator& instruction);
  void lowerFloatCompare(llvm::FCmpInst& instruction);
  void lowerFloatUnary(FloatKind kind, llvm::Type* type, uint32_t dst, uint32_t a);
  void lowerCast(llvm::CastInst& instruction);
  void lowerIntegerCast(llvm::CastInst& cast, uint32_t dst, uint32_t a);
  void lowerFloatCast(llvm::CastInst& cast, uint32_t dst, uint32_t a);
  void lowerBitCast(llvm::CastInst& instruction);
  void lowerSelect(llvm::SelectInst& instruction);
  void lowerGep(llvm::GetElementPtrInst& instruction);
  void lowerLoad(llvm::LoadInst& instruction);
  void lowerStore(llvm::StoreInst& instruction);
  void lowerRmw(llvm::AtomicRMWInst& instruction);
  void lowerCompareExchange(llvm::AtomicCmpXchgInst& instruction);
  struct AccessPlace {
    uint32_t global;  // kNone: through a pointer
    uint32_t pointer;
    uint64_t offset;
  };
  AccessPlace accessPlace(llvm::Value* pointer);
  void emitAccess(const AccessPlace& place, llvm::Type* type, uint32_t slot, bool write, bool atomic);
  void accessWide(Op op, uint32_t slot, uint32_t pointer);
  void lowerWideRmw(llvm::AtomicRMWInst& rmw, RmwKind kind, uint32_t pointer, uint32_t value);
  void lowerWideCompareExchange(llvm::AtomicCmpXchgInst& exchange, uint32_t pointer, uint32_t expected,
                                uint32_t desired);
  void lowerAlloca(llvm::AllocaInst& instruction);
  void lowerAggregate(llvm::Instruction& instruction);
  void lowerShuffle(llvm::ShuffleVectorInst& instruction);
  void lowerSwitch(llvm::SwitchInst& instruction);
  void lowerBranch(llvm::BranchInst& instruction);
  void lowerReturn(llvm::ReturnInst& instruction);

  // Exceptions (lower_exceptions.cpp).
  void lowerInvoke(llvm::InvokeInst& invoke);
  void lowerLandingPad(llvm::LandingPadInst& pad);
  uint32_t padOf(const llvm::LandingPadInst& pad);

  // Calls (lower_calls.cpp).
  void lowerCall(llvm::CallBase& call);
  void lowerKnownFunction(llvm::CallBase& call, llvm::Function& callee);
  bool lowerLibrary(llvm::CallBase& call, llvm::StringRef name);
  bool lowerLibm(llvm::CallBase& call, llvm::StringRef name);
  void lowerIntrinsic(llvm::IntrinsicInst& call);
  bool lowerIntegerIntrinsic(llvm::IntrinsicInst& call);
  bool lowerFloatIntrinsic(llvm::IntrinsicInst& call);
  bool lowerFloatClass(llvm::IntrinsicInst& call);
  void lowerWideMultiplyAdd(llvm::IntrinsicInst& call);
  void lowerMemoryIntrinsic(llvm::IntrinsicInst& call);
  void lowerCallTo(llvm::CallBase& call, uint32_t callee);
  void lowerMainCall(llvm::CallBase& call);
  uint32_t callRecord(llvm::CallBase& call, llvm::FunctionType* type);
  void addVariadic(Call& record, llvm::Type* type, uint32_t slot);

  // Control flow between blocks.
  void lowerEdges(const llvm::BasicBlock* from, const std::vector<Fixup>& edges);
  void copyPhis(const llvm::BasicBlock* from, const llvm::BasicBlock* to);
  void patch(const Reference& reference, uint32_t pc);

  ModuleLowering& module_;
  Program& program_;
  llvm::Function& function_;
  uint32_t index_;
  bool checksArithmetic_;  // overflow and shifts are as the source has them
  uint32_t slots_ = 0;
  uint32_t location_ = 0;
  std::unordered_map<const llvm::Value*, uint32_t> slotOf_;
  std::unordered_map<const llvm::Constant*, uint32_t> blockConstants_;
  std::unordered_map<const llvm::BasicBlock*, uint32_t> entryOf_;
  std::unordered_map<const llvm::DIScope*, uint32_t> lastLines_;  // once somebody has asked
  std::vector<Fixup> fixups_;
};

/// The variable of the source that lies at this address, by itself and not by a pointer to it; null if there is none.
const llvm::DILocalVariable* localAt(llvm::Value& address);

/// Whether the address of this local can be known outside its function.
bool escapes(const llvm::AllocaInst& local);

/// Whether a library function is there to order threads: its own accesses are no races.
bool isSynchronising(llvm::StringRef name);

/// Whether a function that starts threads is used.
bool createsThreads(const llvm::Module& module);

}  // namespace clew::program
