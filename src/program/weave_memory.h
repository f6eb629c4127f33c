// The program's variables as specifications name them: which one a name means at a place of the program, and code that
// reads it and what its pointers lead to. Types are those of the debug information.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/sightings.h"
#include "program/statement_match.h"
#include "program/weave_arithmetic.h"

namespace clew::program {

/// A variable of the program, or something in its memory.
struct Object {
  llvm::Value* address = nullptr;
  const llvm::DIType* type = nullptr;
  const llvm::DIDerivedType* bits = nullptr;  // a member that is a bit-field; the address is its structure's
  llvm::Value* undefined = nullptr;           // one bit: it is computed from something without a value
};

/// What names mean.
class ProgramScope {
 public:
  explicit ProgramScope(const llvm::Module& module);

  /// The variable that a name means at a site, as C looks for it. Its address is one of the program's own code.
  std::optional<Object> find(const std::string& name, const Sighting& site) const;
  std::optional<int64_t> enumerator(const std::string& name) const;
  /// A type of the program by its name, as casts have it; null if it is none.
  const llvm::DIType* type(const std::string& name) const;

 private:
  struct Local {
    const llvm::DILocalVariable* variable;
    const llvm::DILocation* declared;
    llvm::Value* address;
  };
  const std::vector<Local>& localsOf(const llvm::Function& function) const;

  KnownNames names_;
  std::multimap<std::string, llvm::GlobalVariable*> globals_;
  std::map<std::string, const llvm::DIType*> types_;
  mutable std::map<const llvm::Function*, std::vector<Local>> locals_;
};

/// Code that reads objects.
class MemoryReader {
 public:
  MemoryReader(llvm::IRBuilder<>& builder, Arithmetic& arithmetic) : builder_(builder), arithmetic_(arithmetic) {}

  /// The value of an object; nothing if it is neither an integer nor a pointer, nor an array, which is its address.
  std::optional<Typed> load(const Object& object);
  /// A member by its name, also one of a structure without a name inside; nothing if there is none.
  std::optional<Object> member(const Object& object, const std::string& name);

 private:
  std::optional<Object> memberOf(const Object& object, const llvm::DICompositeType& type, const std::string& name,
                                 unsigned depth);
  Typed loadBits(const Object& object);
  std::optional<Typed> loadNumber(const Object& object, const llvm::DIType& type);

  llvm::IRBuilder<>& builder_;
  Arithmetic& arithmetic_;
};

}  // namespace clew::program
