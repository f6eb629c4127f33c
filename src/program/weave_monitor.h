// The part of the state that belongs to one automaton: its state, its numbers, and for each of its sets how many
// elements it has and which. What can be in a set is known when all events are: the texts of what is put in somewhere.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>

#include <map>
#include <string>
#include <vector>

#include "program/observe.h"
#include "program/weave.h"
#include "spec/automaton.h"

namespace clew::program {

class WovenMonitor {
 public:
  explicit WovenMonitor(const spec::Automaton& automaton) : automaton_(&automaton), keys_(automaton.variables.size()) {}

  /// Stands for the state where a number says which variable is meant.
  static constexpr uint32_t kState = 0xFFFFFFFF;

  const spec::Automaton& automaton() const { return *automaton_; }
  /// Other automata ask for its state or its numbers, so it goes on when nobody wants its errors any more.
  void letOthersAsk() { isAsked_ = true; }
  bool isAsked() const { return isAsked_; }
  /// Lets a set have this element.
  void addKey(uint32_t variable, const std::string& key) { keys_[variable].try_emplace(key, keys_[variable].size()); }
  size_t keyCount() const;

  /// Makes the global; no key may be added any more.
  void makeGlobal(llvm::Module& module, uint32_t number);

  /// All accesses are atomic, so that threads that are watched at once do not seem to race.
  static llvm::Value* load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* place);
  static void store(llvm::IRBuilder<>& builder, llvm::Value* value, llvm::Value* place);

  llvm::Value* statePlace(llvm::IRBuilder<>& builder) const { return place(builder, 0); }
  /// Of a number, or of how many elements a set has; both are of 64 bits.
  llvm::Value* numberPlace(llvm::IRBuilder<>& builder, uint32_t variable) const { return place(builder, 1 + variable); }
  /// Of whether its errors count, one byte; only if others ask for it.
  llvm::Value* mutePlace(llvm::IRBuilder<>& builder) const { return place(builder, muteField_); }
  uint32_t muteOffset(const llvm::DataLayout& layout) const;
  /// Of whether a set has an element, one byte.
  llvm::Value* memberPlace(llvm::IRBuilder<>& builder, uint32_t variable, const std::string& key) const;

 private:
  llvm::Value* place(llvm::IRBuilder<>& builder, uint32_t field) const {
    return builder.CreateStructGEP(type_, global_, field);
  }
  bool isInitially(uint32_t variable, const std::string& key) const;

  const spec::Automaton* automaton_;
  std::vector<std::map<std::string, size_t>> keys_;  // by variable
  std::vector<uint32_t> firstMember_;                // field of a variable's first key
  bool isAsked_ = false;
  uint32_t muteField_ = 0;
  llvm::StructType* type_ = nullptr;
  llvm::GlobalVariable* global_ = nullptr;
};

/// The name of the global of an automaton.
std::string monitorName(uint32_t number);

}  // namespace clew::program
