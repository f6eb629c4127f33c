// Code that computes what automata say: conditions over their variables and over other automata, assumptions in C over
// these and over the program's variables, and the values that variables have after a transition's actions. Nothing is
// stored here; who takes the transition does that.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "program/observe.h"
#include "program/weave_arithmetic.h"
#include "program/weave_memory.h"
#include "program/weave_monitor.h"

namespace clew::program {

/// Gives a value of the program's code as the code that is being made has it; null if it does not.
using ValueSource = std::function<llvm::Value*(const llvm::Value*)>;

/// What an automaton's variables are after some actions; what is not in here is unchanged.
struct Update {
  std::map<uint32_t, llvm::Value*> numbers;                          // of sets: how many elements
  std::map<std::pair<uint32_t, std::string>, llvm::Value*> members;  // one byte each
};

/// What code for an event is made from.
struct EventContext {
  const Event& event;
  const std::vector<WovenMonitor>& monitors;
  const ProgramScope& scope;
  const ValueSource& values;
  /// States and numbers of automata as they were before the event, by automaton and field.
  std::map<std::pair<uint32_t, uint32_t>, llvm::Value*> before = {};
};

class ValueWeaver {
 public:
  ValueWeaver(llvm::IRBuilder<>& builder, const EventContext& context, uint32_t automaton)
      : builder_(builder),
        context_(context),
        automaton_(automaton),
        monitor_(context.monitors[automaton]),
        arithmetic_(builder),
        memory_(builder, arithmetic_) {}

  /// One bit: whether a condition holds before any action.
  llvm::Value* condition(uint32_t index);
  /// What actions make of the variables.
  Update actions(const spec::Transition& transition, const Bindings& bindings);
  /// One bit: whether `before` holds and so do all assumptions with variables of these values.
  llvm::Value* assumptions(llvm::Value* before, const spec::Transition& transition, const Bindings& bindings,
                           const Update& update);
  /// What a variable of the automaton gets; it may have no value.
  Typed encoded(const spec::Encoded& encoded, const Bindings& bindings);
  /// Why something could not be computed here, if it could not.
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  llvm::Value* integer(const spec::Integer& integer, const Update& update);
  llvm::Value* number(uint32_t variable, const Update& update);
  llvm::Value* member(uint32_t variable, const std::string& key, const Update& update);
  llvm::Value* question(const spec::Query& query);
  llvm::Value* holds(const spec::CExpression& assumption);
  llvm::Value* onlyIf(llvm::Value* condition, const std::function<llvm::Value*()>& compute);

  // Of the expression that is being computed.
  Typed expression(uint32_t node);
  Typed binary(const spec::CNode& node);
  Typed connected(const spec::CNode& node);
  Typed conditional(const spec::CNode& node);
  Typed name(uint32_t node);
  Typed joker(const spec::CNode& node);
  Typed follow(uint32_t node);
  Typed loaded(uint32_t node);
  std::optional<Object> object(uint32_t node);
  std::optional<Object> element(const spec::CNode& node);
  Typed failed(const std::string& what);
  std::optional<uint32_t> encodedVariable(const std::string& name) const;
  uint32_t variableNamed(const std::string& name) const;

  llvm::IRBuilder<>& builder_;
  const EventContext& context_;
  uint32_t automaton_;
  const WovenMonitor& monitor_;
  Arithmetic arithmetic_;
  MemoryReader memory_;
  const spec::CExpression* whole_ = nullptr;
  const Bindings* bindings_ = nullptr;
  const Update* update_ = nullptr;
  bool isEncoding_ = false;
  std::optional<std::string> problem_;
};

/// The key of a set that an action or an assumption means.
std::string keyOf(const spec::Action::Key& key, const Bindings& bindings);
std::string keyOf(const spec::CNode& node, const Bindings& bindings);

/// Whether an expression follows pointers, which must not happen where it is not asked for.
bool followsPointers(const spec::CExpression& expression, uint32_t node);

}  // namespace clew::program
