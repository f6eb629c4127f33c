// Code that computes what automata say: conditions over their variables, assumptions in C, and the values that
// variables have after a transition's actions. Nothing is stored here; who takes the transition does that.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "program/observe.h"
#include "program/weave_monitor.h"

namespace clew::program {

/// The value of an argument of the call that is seen, or of its result; null if it is no integer or pointer.
using ValueSource = std::function<llvm::Value*(int argument)>;

/// What an automaton's variables are after some actions; what is not in here is unchanged.
struct Update {
  std::map<uint32_t, llvm::Value*> numbers;                          // of sets: how many elements
  std::map<std::pair<uint32_t, std::string>, llvm::Value*> members;  // one byte each
};

class ValueWeaver {
 public:
  ValueWeaver(llvm::IRBuilder<>& builder, const WovenMonitor& monitor, const Sighting& site, const ValueSource& values)
      : builder_(builder), monitor_(monitor), site_(site), values_(values) {}

  /// One bit: whether a condition holds before any action.
  llvm::Value* condition(uint32_t index);
  /// What actions make of the variables.
  Update actions(const spec::Transition& transition, const Bindings& bindings);
  /// One bit: whether all assumptions hold with variables of these values.
  llvm::Value* assumptions(const spec::Transition& transition, const Bindings& bindings, const Update& update);
  /// Why an assumption could not be computed here, if one could not.
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  struct Typed {
    llvm::Value* value;  // of 32 or 64 bits
    bool isSigned;
  };
  llvm::Value* integer(const spec::Integer& integer, const Update& update);
  llvm::Value* number(uint32_t variable, const Update& update);
  llvm::Value* member(uint32_t variable, const std::string& key, const Update& update);
  Typed expression(const spec::CExpression& whole, uint32_t node, const Bindings& bindings, const Update& update);
  Typed binary(const spec::CNode& node, Typed left, Typed right);
  Typed cast(const spec::CNode& node, Typed operand);
  Typed joker(uint32_t number, const Bindings& bindings);
  Typed promoted(llvm::Value* value, bool isSigned);
  Typed truth(llvm::Value* bit) { return {builder_.CreateZExt(bit, builder_.getInt32Ty()), true}; }
  llvm::Value* isTrue(Typed typed);
  uint32_t variableNamed(const std::string& name) const;

  llvm::IRBuilder<>& builder_;
  const WovenMonitor& monitor_;
  const Sighting& site_;
  const ValueSource& values_;
  std::optional<std::string> problem_;
};

/// The key of a set that an action or an assumption means.
std::string keyOf(const spec::Action::Key& key, const Bindings& bindings);
std::string keyOf(const spec::CNode& node, const Bindings& bindings);

/// A type as casts name it: bits and whether it is signed; `long` and pointers have `wordBits`. Nothing if it is
/// unknown.
std::optional<std::pair<unsigned, bool>> typeNamed(const std::string& name, unsigned wordBits);

}  // namespace clew::program
