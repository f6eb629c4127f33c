// The fixed pipeline between clang and lowering. Each pass keeps every check: nothing that can be
// undefined, trap or be observed by another thread is removed or moved.
#pragma once

#include <cstdint>

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
class Module;
}  // namespace llvm

namespace clew::program {

/// Name of the function whose calls stand for a value that was never written.
constexpr const char* kUndefinedPrefix = "__clew_undefined.";
/// Makes variables of the runtime that this program only reads constant, so that they are no part of its states.
void freezeUnwritten(llvm::Module& module);

/// Name of the function whose calls stand where a constant expression has no value.
constexpr const char* kNoValue = "__clew_no_value";
/// Puts such calls before what uses constants that clang could not compute: 1 << 40, 1 / 0.
void markImpossibleConstants(llvm::Module& module);

/// Whether overflow and shifts in a function are as its source has them, so that they can be checked: no
/// optimiser has computed in advance what may never be used.
bool keepsArithmetic(const llvm::Function& function);

/// Attribute of functions that come from the runtime library.
constexpr const char* kRuntimeAttribute = "clew-runtime";
/// Attribute of those among them that behave as the program's own code: other threads may come in between.
constexpr const char* kOrdinaryAttribute = "clew-ordinary";

/// Gives the functions that run what is to happen before main and after exit their bodies: calls of the
/// module's constructors in the order of their priorities, and of its destructors in the opposite one.
void callConstructors(llvm::Module& module);

/// Wraps functions that have no body and whose address is taken, so that a pointer to them can be
/// called like any other.
void addThunks(llvm::Module& module);

/// Removes blocks that cannot be reached.
void removeUnreachableBlocks(llvm::Module& module);

enum class Locals : uint8_t {
  All,
  OfTheRuntime,  // and what has no name in the source
};
/// Turns locals whose address is never taken into values. Before that each gets one explicit
/// "undefined" value, since LLVM's own `undef` could read differently at each use.
void promoteLocals(llvm::Module& module, Locals which);

/// Name of a note at locals that others may see.
constexpr const char* kEscapes = "clew.escapes";
/// Notes which locals these are if all are promoted that can be. A pointer that lies in a local of its own, since that
/// is kept, would look as if anybody could find it there. Before `promoteLocals`.
void noteEscapes(llvm::Module& module);

/// Notes which variable it was whose undefined value this is.
void nameUndefined(llvm::Instruction& value, llvm::AllocaInst& local);
/// Name of that note.
constexpr const char* kVariableMetadata = "clew.variable";

/// For a program that has `kUnwrittenGiver`: calls it wherever memory is reserved and not written at once. After
/// `promoteLocals`.
void giveValuesToUnwritten(llvm::Module& module);

/// Removes computations that nobody uses and that cannot fail.
void removeDeadCode(llvm::Module& module);

}  // namespace clew::program
