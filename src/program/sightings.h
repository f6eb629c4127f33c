// The places of a program that automata can see: calls, with what the source gives them and does with their results;
// assignments, returns of values and branches; labels; the beginning and the end of main. Found in the program's own
// code: what the runtime library does inside is no statement of the program.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "program/source_names.h"
#include "spec/c_expression.h"

namespace clew::program {

/// When something is seen.
enum class Moment : uint8_t {
  Before,  // a call
  After,   // it
  Label,
  Entry,      // of main
  Exit,       // likewise
  Statement,  // an assignment was made, or a value is returned
  Branch      // a condition has let the program go this way
};

/// A place in the program where something may be seen.
struct Sighting {
  Moment moment = Moment::Before;
  /// The call; what follows the label; the first or last instruction of main; what assigns, returns or branches.
  llvm::Instruction* place = nullptr;

  llvm::CallBase* call = nullptr;
  llvm::Function* callee = nullptr;
  bool isIndirect = false;  // the call is one of this callee only if its pointer says so
  bool isAtomic = false;    // the callee is no code of the program: call and what is seen behind it are one step
  std::string name = {};    // of the function or of the label
  bool returns = true;      // the call may come back
  bool hasParts = false;    // structures that are passed by value are several arguments
  bool isKept = false;      // somebody uses the result
  SourceExpression result = {};
  std::vector<SourceExpression> arguments = {};

  spec::StatementPattern::Kind statement = spec::StatementPattern::Kind::Other;  // of a statement: which one
  SourceExpression target = {};                                                  // of an assignment
  SourceExpression value = {};  // what is assigned or returned; of a branch the condition, as it holds
  const llvm::DILocalVariable* declared = nullptr;  // of an assignment that is part of a declaration
  bool isUnclear = false;                           // the code does not show which statement it is
  unsigned successor = 0;                           // of a branch

  /// The statement as it could have been written, with its semicolon; nothing if it is none.
  std::optional<std::string> text() const;
  /// `file:line`, if it is known.
  std::string placeText() const;
};

/// What to look for.
struct Interest {
  std::set<std::string> functions;
  bool inAllFunctions = false;
  bool inStatements = false;
};

/// All places of a program that are of interest, in the order of its code.
std::vector<Sighting> findSightings(llvm::Module& module, const SourceNames& names, const Interest& interest);

/// Whether a function is no code of the program.
bool isLibrary(const llvm::Function& function);

}  // namespace clew::program
