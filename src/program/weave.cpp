#include "program/weave.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "program/lower.h"
#include "program/observe.h"
#include "program/passes.h"
#include "program/weave_event.h"
#include "program/weave_monitor.h"
#include "program/weave_support.h"
#include "program/weave_values.h"

namespace clew::program {

namespace {

constexpr const char* kEventFunction = "__clew_event";
constexpr size_t kMostKeys = 10000;  // of all sets of an automaton

/// Whether only its own thread can ever see what lies there.
bool isPrivate(const llvm::Value* address) {
  if (!llvm::isa<llvm::AllocaInst>(address)) return false;
  return std::all_of(address->user_begin(), address->user_end(), [&](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return llvm::isa<llvm::LoadInst>(user) || (store != nullptr && store->getValueOperand() != address);
  });
}

class Weaver {
 public:
  Weaver(llvm::Module& module, const spec::Specification& specification, Program& program)
      : module_(module),
        specification_(specification),
        program_(program),
        scope_(module),
        notes_{specification, program.monitors, program.monitorBreaks} {}

  std::optional<support::Error> weave() {
    if (auto error = findUnwovenPart(specification_, module_.getDataLayout().getPointerSizeInBits())) return error;
    const Interest interest = interestOf(specification_);
    if (const auto inlined = findInlined(module_, interest.functions)) {
      return support::Error{
          fmt::format("the compiler has inlined {}, so that no automaton can see its calls", *inlined)};
    }
    for (const spec::Automaton& automaton : specification_.automata) {
      monitors_.emplace_back(automaton);
      program_.monitors.push_back({.name = automaton.name});
    }
    letThemAsk();
    noteBlindSpots(interest);
    const Observation observation = observe(module_, specification_);
    const std::vector<Event>& events = observation.events;
    if (observation.problem) return support::Error{*observation.problem};
    program_.monitorRemarks = observation.nearMisses;
    auto& notes = program_.monitorNotes;
    notes.insert(notes.end(), observation.blindSpots.begin(), observation.blindSpots.end());
    for (const Event& event : events) take(event);
    if (auto error = makeGlobals()) return error;
    for (const Event& event : events) weaveOne(event);
    return std::nullopt;
  }

 private:
  // ---- automata ----

  /// Automata that others ask, or that change others, go on when they are switched off, but say nothing.
  void letThemAsk() {
    const auto note = [&](const std::vector<spec::Queried>& asked) {
      for (const spec::Queried& each : asked) monitors_[each.automaton].letOthersAsk();
    };
    const auto noteInteger = [&](const spec::Integer& integer) {
      for (const spec::Integer::Term& term : integer.terms) {
        if (const auto* query = std::get_if<spec::Query>(&term.value)) note(query->asked);
      }
    };
    for (uint32_t number = 0; number < specification_.automata.size(); ++number) {
      const spec::Automaton& automaton = specification_.automata[number];
      for (const spec::Condition& condition : automaton.conditions) {
        note(condition.query.asked);
        noteInteger(condition.left);
        noteInteger(condition.right);
      }
      for (const spec::State& state : automaton.states) {
        for (const spec::Transition& transition : state.transitions) {
          for (const spec::Action& action : transition.actions) {
            note(action.query.asked);
            if (!action.query.asked.empty()) monitors_[number].letOthersAsk();
            noteInteger(action.number);
          }
        }
      }
    }
  }

  /// Where statements may hide from us.
  void noteBlindSpots(const Interest& interest) {
    if (interest.functions.empty() && !interest.inStatements) return;
    for (const llvm::Function& function : module_) {
      const bool isClangs =
          function.getName() == "__clang_call_terminate";  // it calls std::terminate, and nothing else
      if (function.isDeclaration() || isLibrary(function) || keepsArithmetic(function) || isClangs) continue;
      program_.monitorNotes.push_back(
          fmt::format("{} was compiled with optimisation or without -g, so automata may miss what it does",
                      sourceNameOf(function)));
      return;
    }
  }

  /// Notes what an event means to the automata, and what their sets may get.
  void take(const Event& event) {
    for (const Candidate& candidate : event.candidates) {
      Monitor& note = program_.monitors[candidate.automaton];
      note.isWoven = true;
      note.isRelevant |= event.site.moment != Moment::Entry && event.site.moment != Moment::Exit;
      addKeys(monitors_[candidate.automaton], transitionOf(candidate), candidate.bindings);
      for (const spec::CExpression& assumption : transitionOf(candidate).assumptions) remarkDivisions(assumption);
    }
  }

  /// An assumption without a value is no violation, and people may not think of it.
  void remarkDivisions(const spec::CExpression& assumption) {
    for (const spec::CNode& node : assumption.nodes) {
      const bool divides = node.kind == spec::CNode::Kind::Binary && (node.text == "/" || node.text == "%");
      if (!divides || assumption.nodes[node.children[1]].kind == spec::CNode::Kind::Number) continue;
      const std::string remark =
          fmt::format("{}: an assumption does not hold where it divides by zero", specification_.placeText(node.place));
      auto& remarks = program_.monitorRemarks;
      if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end()) remarks.push_back(remark);
    }
  }

  const spec::Transition& transitionOf(const Candidate& candidate) const {
    return specification_.automata[candidate.automaton].states[candidate.state].transitions[candidate.transition];
  }

  static void addKeys(WovenMonitor& monitor, const spec::Transition& transition, const Bindings& bindings) {
    for (const spec::Action& action : transition.actions) {
      const bool isMember = action.kind == spec::Action::Kind::SetMember;
      if (isMember) monitor.addKey(action.variable.index, keyOf(action.key, bindings));
    }
    const auto& variables = monitor.automaton().variables;
    for (const spec::CExpression* expression : expressionsOf(transition)) {
      for (const spec::CNode& node : expression->nodes) {
        if (node.kind != spec::CNode::Kind::Membership) continue;
        const auto variable =
            std::find_if(variables.begin(), variables.end(), [&](const auto& each) { return each.name == node.text; });
        monitor.addKey(static_cast<uint32_t>(variable - variables.begin()),
                       keyOf(expression->nodes[node.children[0]], bindings));
      }
    }
  }

  static std::vector<const spec::CExpression*> expressionsOf(const spec::Transition& transition) {
    std::vector<const spec::CExpression*> list;
    list.reserve(transition.assumptions.size() + transition.encoded.size());
    for (const spec::CExpression& assumption : transition.assumptions) list.push_back(&assumption);
    for (const spec::Encoded& encoded : transition.encoded) list.push_back(&encoded.value);
    return list;
  }

  std::optional<support::Error> makeGlobals() {
    for (uint32_t i = 0; i < monitors_.size(); ++i) {
      Monitor& note = program_.monitors[i];
      if (monitors_[i].keyCount() > kMostKeys) {
        return support::Error{fmt::format("the sets of {} have more than {} elements", note.name, kMostKeys)};
      }
      if (note.isWoven || monitors_[i].isAsked()) monitors_[i].makeGlobal(module_, i);
      if (monitors_[i].isAsked()) note.muteOffset = monitors_[i].muteOffset(module_.getDataLayout());
    }
    return std::nullopt;
  }

  // ---- events ----

  void weaveOne(const Event& event) {
    const bool wraps = event.site.moment == Moment::After && event.site.isAtomic && !event.site.isIndirect;
    if (wraps) {
      wrapCall(event);
    } else if (isSharedWrite(event.site)) {
      wrapWrite(event);
    } else {
      callEvent(event);
    }
  }

  /// Whether other threads could act between an assignment and what automata make of it.
  static bool isSharedWrite(const Sighting& site) {
    if (site.moment != Moment::Statement) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(site.place)) return !isPrivate(store->getPointerOperand());
    return llvm::isa<llvm::MemIntrinsic, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(site.place);
  }

  /// A value as the code has it now: calls that were wrapped are other calls.
  llvm::Value* current(const llvm::Value* value) const {
    const auto found = replaced_.find(value);
    return found == replaced_.end() ? const_cast<llvm::Value*>(value) : found->second;
  }

  /// Values of the program's code that an event asks for, without those that are the same everywhere.
  std::vector<const llvm::Value*> neededValues(const Event& event) const {
    std::vector<const llvm::Value*> needed;
    const auto add = [&](const llvm::Value* original) {
      const llvm::Value* value = original == nullptr ? nullptr : current(original);
      const bool isNew = value != nullptr && !llvm::isa<llvm::Constant>(value) &&
                         std::find(needed.begin(), needed.end(), value) == needed.end();
      if (isNew) needed.push_back(value);
    };
    for (const Candidate& candidate : event.candidates) {
      for (const spec::CExpression* expression : expressionsOf(transitionOf(candidate))) {
        for (const spec::CNode& node : expression->nodes) {
          if (node.kind == spec::CNode::Kind::Joker) {
            add(candidate.bindings.at(static_cast<uint32_t>(node.value)).value);
          } else if (node.kind == spec::CNode::Kind::Name) {
            if (const auto found = scope_.find(node.text, event.site)) add(found->address);
          }
        }
      }
    }
    return needed;
  }

  llvm::Function* newFunction(const Event& event, llvm::FunctionType* type, const char* name) {
    auto* made = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                        fmt::format("{}.{}", name, functions_++), module_);
    made->addFnAttr(kRuntimeAttribute);
    llvm::BasicBlock::Create(module_.getContext(), "", made);
    for (const Candidate& candidate : event.candidates) {
      program_.monitors[candidate.automaton].watchers.insert(made->getName().str());
    }
    return made;
  }

  /// A function that is being made for an event: its parameters are values of the program's code.
  struct Made {
    llvm::Function* function;
    std::vector<const llvm::Value*> parameters;
    const llvm::Value* inner = nullptr;  // what the program's own instruction gives, executed inside
    const llvm::Instruction* replaced = nullptr;

    llvm::Value* operator()(const llvm::Value* value) const {
      if (llvm::isa<llvm::Constant>(value)) return const_cast<llvm::Value*>(value);
      if (replaced != nullptr && value == replaced) return const_cast<llvm::Value*>(inner);
      const auto place = std::find(parameters.begin(), parameters.end(), value);
      if (place == parameters.end()) return nullptr;
      return function->getArg(static_cast<unsigned>(place - parameters.begin()));
    }
  };

  Made newEventFunction(const Event& event, std::vector<const llvm::Value*> parameters, llvm::Type* result,
                        const char* name, bool takesFlag = false) {
    std::vector<llvm::Type*> types;
    types.reserve(parameters.size() + 1);
    for (const llvm::Value* parameter : parameters) types.push_back(parameter->getType());
    if (takesFlag) types.push_back(llvm::Type::getInt1Ty(module_.getContext()));
    return {newFunction(event, llvm::FunctionType::get(result, types, false), name), std::move(parameters)};
  }

  static std::vector<llvm::Value*> argumentsOf(const Made& made) {
    std::vector<llvm::Value*> list;
    list.reserve(made.parameters.size() + 1);
    for (const llvm::Value* value : made.parameters) list.push_back(const_cast<llvm::Value*>(value));
    return list;
  }

  void weaveInto(const Event& event, llvm::IRBuilder<>& builder, const Made& made) {
    const ValueSource values = [&](const llvm::Value* value) { return made(current(value)); };
    weaveEvent(module_, builder, EventContext{event, monitors_, scope_, values}, notes_);
  }

  /// A call of a function that takes the transitions, before or behind what is seen.
  void callEvent(const Event& event) {
    llvm::IRBuilder<> at(module_.getContext());
    placeBuilder(event.site, at);
    const bool isIndirect = event.site.isIndirect;
    const Made made = newEventFunction(event, neededValues(event), at.getVoidTy(), kEventFunction, isIndirect);
    std::vector<llvm::Value*> arguments = argumentsOf(made);
    llvm::IRBuilder<> builder(&made.function->getEntryBlock());
    if (isIndirect) {
      arguments.push_back(at.CreateICmpEQ(event.site.call->getCalledOperand(), event.site.callee));
      llvm::BasicBlock* isIt = llvm::BasicBlock::Create(module_.getContext(), "", made.function);
      llvm::BasicBlock* isNot = llvm::BasicBlock::Create(module_.getContext(), "", made.function);
      builder.CreateCondBr(made.function->getArg(made.function->arg_size() - 1), isIt, isNot);
      llvm::ReturnInst::Create(module_.getContext(), isNot);
      builder.SetInsertPoint(isIt);
    }
    weaveInto(event, builder, made);
    builder.CreateRetVoid();
    at.CreateCall(made.function, arguments);
  }

  void placeBuilder(const Sighting& site, llvm::IRBuilder<>& at) {
    if (site.moment == Moment::Branch) {
      at.SetInsertPoint(blockOnEdge(*site.place, site.successor).getTerminator());
    } else if (site.moment == Moment::Statement && !site.place->isTerminator()) {
      at.SetInsertPoint(site.place->getNextNode());
    } else if (site.moment != Moment::After) {
      at.SetInsertPoint(site.place);
    } else if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(site.call)) {
      at.SetInsertPoint(llvm::SplitEdge(invoke->getParent(), invoke->getNormalDest())->getTerminator());
    } else {
      at.SetInsertPoint(site.call->getNextNode());
    }
    at.SetCurrentDebugLocation(site.place->getDebugLoc());
    const llvm::DISubprogram* subprogram = site.place->getFunction()->getSubprogram();
    if (site.moment == Moment::Entry && subprogram != nullptr) {
      at.SetCurrentDebugLocation(llvm::DILocation::get(site.place->getContext(), subprogram->getLine(), 0,
                                                       const_cast<llvm::DISubprogram*>(subprogram)));
    }
  }

  /// A block of its own on the way from a branch to one of its successors; events on it stand there in their order.
  llvm::BasicBlock& blockOnEdge(llvm::Instruction& branch, unsigned successor) {
    llvm::BasicBlock*& made = edges_[{&branch, successor}];
    if (made != nullptr) return *made;
    llvm::BasicBlock* from = branch.getParent();
    llvm::BasicBlock* to = branch.getSuccessor(successor);
    made = llvm::BasicBlock::Create(module_.getContext(), "", from->getParent(), to);
    llvm::BranchInst::Create(to, made)->setDebugLoc(branch.getDebugLoc());
    branch.setSuccessor(successor, made);
    for (llvm::PHINode& phi : to->phis())
      phi.setIncomingBlock(static_cast<unsigned>(phi.getBasicBlockIndex(from)), made);
    return *made;
  }

  /// Lets a call go to a function that makes it and takes the transitions, all in one step.
  void wrapCall(const Event& event) {
    llvm::CallBase& call = *event.site.call;
    std::vector<const llvm::Value*> parameters(call.arg_begin(), call.arg_end());
    const size_t ownCount = parameters.size();
    for (const llvm::Value* each : neededValues(event)) {
      const bool isThere = std::find(parameters.begin(), parameters.end(), each) != parameters.end();
      if (each != &call && !isThere) parameters.push_back(each);
    }
    // What it calls may race unless it is there to order threads.
    const char* name = isSynchronising(event.site.callee->getName()) ? kEventFunction : "watched_call";
    Made made = newEventFunction(event, parameters, call.getType(), name);
    llvm::IRBuilder<> builder(&made.function->getEntryBlock());
    std::vector<llvm::Value*> own;
    own.reserve(ownCount);
    for (unsigned i = 0; i < ownCount; ++i) own.push_back(made.function->getArg(i));
    llvm::CallInst* inner = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), own);
    inner->setAttributes(call.getAttributes());
    made.inner = inner;
    made.replaced = &call;
    weaveInto(event, builder, made);
    finish(builder, call, inner);
    if (parameters.size() == ownCount) {
      call.setCalledFunction(made.function->getFunctionType(), made.function);
      call.setAttributes({});
    } else {
      replace(call, made);
    }
  }

  /// An assignment that others can see and what automata make of it are one step.
  void wrapWrite(const Event& event) {
    llvm::Instruction& write = *event.site.place;
    std::vector<const llvm::Value*> parameters = neededValues(event);
    for (const llvm::Value* operand : write.operands()) {
      const bool isThere = std::find(parameters.begin(), parameters.end(), operand) != parameters.end();
      if (!llvm::isa<llvm::Constant>(operand) && !isThere) parameters.push_back(operand);
    }
    Made made = newEventFunction(event, parameters, write.getType(), "watched_write");
    llvm::IRBuilder<> builder(&made.function->getEntryBlock());
    llvm::Instruction* inner = write.clone();
    for (llvm::Use& operand : inner->operands()) operand.set(made(operand.get()));
    builder.Insert(inner);
    made.inner = inner;
    made.replaced = &write;
    weaveInto(event, builder, made);
    finish(builder, write, inner);
    replace(write, made);
  }

  static void finish(llvm::IRBuilder<>& builder, const llvm::Instruction& original, llvm::Instruction* inner) {
    if (original.getType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(inner);
    }
  }

  /// Puts a call of the function in the place of an instruction.
  void replace(llvm::Instruction& original, const Made& made) {
    llvm::IRBuilder<> at(&original);
    at.SetCurrentDebugLocation(original.getDebugLoc());
    const std::vector<llvm::Value*> arguments = argumentsOf(made);
    llvm::CallBase* call = nullptr;
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&original)) {
      call = at.CreateInvoke(made.function, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
    } else {
      call = at.CreateCall(made.function, arguments);
    }
    if (!original.getType()->isVoidTy()) original.replaceAllUsesWith(call);
    replaced_[&original] = call;
    original.removeFromParent();
    removed_.emplace_back(&original);
  }

  struct DeleteInstruction {
    void operator()(llvm::Instruction* instruction) const { instruction->deleteValue(); }
  };

  llvm::Module& module_;
  const spec::Specification& specification_;
  Program& program_;
  ProgramScope scope_;
  Notes notes_;
  std::vector<WovenMonitor> monitors_;
  std::map<std::pair<llvm::Instruction*, unsigned>, llvm::BasicBlock*> edges_;
  std::map<const llvm::Value*, llvm::Value*> replaced_;
  // What was replaced stays until the end, since events speak of it.
  std::vector<std::unique_ptr<llvm::Instruction, DeleteInstruction>> removed_;
  uint32_t functions_ = 0;
};

}  // namespace

std::optional<support::Error> weave(llvm::Module& module, const spec::Specification& specification, Program& program) {
  return Weaver(module, specification, program).weave();
}

void findMonitors(Program& program) {
  for (uint32_t i = 0; i < program.monitors.size(); ++i) {
    for (uint32_t g = 0; g < program.globals.size(); ++g) {
      if (program.globals[g].name == monitorName(i)) program.monitors[i].global = g;
    }
  }
}

void switchOff(Program& program, uint32_t monitor) {
  const uint32_t global = program.monitors[monitor].global;
  if (global == kNone) return;
  auto& bytes = program.globals[global].bytes;
  if (program.monitors[monitor].muteOffset != kNone) {
    bytes[program.monitors[monitor].muteOffset] = 1;
  } else {
    std::memcpy(bytes.data(), &kInactiveState, sizeof(kInactiveState));
  }
}

}  // namespace clew::program
