#include "program/weave.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstring>

#include "program/lower.h"
#include "program/observe.h"
#include "program/passes.h"
#include "program/weave_monitor.h"
#include "program/weave_support.h"
#include "program/weave_values.h"

namespace clew::program {

namespace {

using spec::Outcome;

constexpr const char* kEventFunction = "__clew_event";
constexpr size_t kMostKeys = 10000;  // of all sets of an automaton

/// Writes the code of one event into a function that is being made.
class EventWeaver {
 public:
  EventWeaver(llvm::Module& module, llvm::IRBuilder<>& builder, const std::vector<WovenMonitor>& monitors,
              std::vector<Monitor>& notes, const Event& event, const ValueSource& values)
      : module_(module), builder_(builder), monitors_(monitors), notes_(notes), event_(event), values_(values) {}

  /// All automata that see the event, one after the other; errors come last, so that whoever ends the path, ends it.
  void weave() {
    llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
    pending_ = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(builder_.getInt32Ty());
    builder_.CreateStore(builder_.getInt32(0), pending_);
    const auto& candidates = event_.candidates;
    for (auto begin = candidates.begin(); begin != candidates.end();) {
      const auto end =
          std::find_if(begin, candidates.end(), [&](const auto& each) { return each.automaton != begin->automaton; });
      weaveAutomaton({begin, end});
      begin = end;
    }
    weaveErrors();
  }

 private:
  using Candidates = std::span<const Candidate>;

  /// One way to go on from a state.
  struct Way {
    llvm::Value* isOpen;
    const Outcome* outcome;  // null: an assertion does not hold
    Update update;
  };

  llvm::BasicBlock* newBlock() {
    return llvm::BasicBlock::Create(module_.getContext(), "", builder_.GetInsertBlock()->getParent());
  }
  void callWith(const char* name, llvm::Value* argument) {
    const auto callee = module_.getOrInsertFunction(name, builder_.getVoidTy(), argument->getType());
    builder_.CreateCall(callee, {argument});
  }

  void weaveAutomaton(Candidates candidates) {
    monitor_ = &monitors_[candidates.front().automaton];
    note_ = &notes_[candidates.front().automaton];
    llvm::BasicBlock* done = newBlock();
    llvm::Value* state = WovenMonitor::load(builder_, builder_.getInt32Ty(), monitor_->statePlace(builder_));
    llvm::SwitchInst* choice = builder_.CreateSwitch(state, done);
    for (auto begin = candidates.begin(); begin != candidates.end();) {
      const auto end =
          std::find_if(begin, candidates.end(), [&](const auto& each) { return each.state != begin->state; });
      llvm::BasicBlock* block = newBlock();
      choice->addCase(builder_.getInt32(begin->state), block);
      builder_.SetInsertPoint(block);
      weaveState({begin, end}, done);
      begin = end;
    }
    builder_.SetInsertPoint(done);
  }

  void weaveState(Candidates candidates, llvm::BasicBlock* done) {
    const spec::Automaton& automaton = monitor_->automaton();
    const spec::State& state = automaton.states[candidates.front().state];
    ValueWeaver weaver(builder_, *monitor_, event_.site, values_);
    std::vector<Way> ways;
    llvm::Value* matched = builder_.getFalse();
    for (const Candidate& candidate : candidates) {
      const spec::Transition& transition = state.transitions[candidate.transition];
      llvm::Value* trigger = weaver.condition(transition.trigger);
      if (state.useFirst) trigger = builder_.CreateAnd(trigger, builder_.CreateNot(matched));
      matched = builder_.CreateOr(matched, trigger);
      addWays(weaver, transition, candidate.bindings, trigger, ways);
    }
    if (weaver.problem()) {
      callWith("__clew_unmodelled", text(*weaver.problem()));
      builder_.CreateBr(done);
      return;
    }
    takeOne(ways, matched, done);
  }

  void addWays(ValueWeaver& weaver, const spec::Transition& transition, const Bindings& bindings, llvm::Value* trigger,
               std::vector<Way>& ways) {
    for (const uint32_t assertion : transition.assertions) {
      llvm::Value* holds = weaver.condition(assertion);
      ways.push_back({builder_.CreateAnd(trigger, builder_.CreateNot(holds)), nullptr, {}});
      trigger = builder_.CreateAnd(trigger, holds);
    }
    Update update = weaver.actions(transition, bindings);
    llvm::Value* assumed = weaver.assumptions(transition, bindings, update);
    if (transition.negation) {
      ways.push_back({builder_.CreateAnd(trigger, builder_.CreateNot(assumed)), &*transition.negation, {}});
    }
    ways.push_back({builder_.CreateAnd(trigger, assumed), &transition.outcome, std::move(update)});
  }

  /// Takes one of the open ways; which one is a choice if there are several.
  void takeOne(const std::vector<Way>& ways, llvm::Value* matched, llvm::BasicBlock* done) {
    llvm::Value* open = builder_.getInt32(0);
    std::vector<llvm::Value*> ranks;
    for (const Way& way : ways) {
      ranks.push_back(open);
      open = builder_.CreateAdd(open, builder_.CreateZExt(way.isOpen, builder_.getInt32Ty()));
    }
    llvm::Value* chosen = ways.size() > 1 ? choose(open) : builder_.getInt32(0);
    note_->mayChoose |= ways.size() > 1;
    for (size_t i = 0; i < ways.size(); ++i) {
      llvm::BasicBlock* taken = newBlock();
      llvm::BasicBlock* next = newBlock();
      llvm::Value* isTaken = builder_.CreateAnd(ways[i].isOpen, builder_.CreateICmpEQ(ranks[i], chosen));
      builder_.CreateCondBr(isTaken, taken, next);
      builder_.SetInsertPoint(taken);
      take(ways[i]);
      builder_.CreateBr(done);
      builder_.SetInsertPoint(next);
    }
    // Something was matched, and no assumption holds. An observer stays where it is; else this is no path.
    if (!monitor_->automaton().isObserver) {
      callWith("__clew_assume", builder_.CreateZExt(builder_.CreateNot(matched), builder_.getInt32Ty()));
      note_->mayEndPaths = true;
    }
    builder_.CreateBr(done);
  }

  llvm::Value* choose(llvm::Value* open) {
    llvm::BasicBlock* from = builder_.GetInsertBlock();
    llvm::BasicBlock* several = newBlock();
    llvm::BasicBlock* join = newBlock();
    builder_.CreateCondBr(builder_.CreateICmpUGT(open, builder_.getInt32(1)), several, join);
    builder_.SetInsertPoint(several);
    const auto callee = module_.getOrInsertFunction("__clew_choose", builder_.getInt32Ty(), builder_.getInt32Ty());
    llvm::Value* made = builder_.CreateCall(callee, {open});
    builder_.CreateBr(join);
    builder_.SetInsertPoint(join);
    llvm::PHINode* chosen = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    chosen->addIncoming(builder_.getInt32(0), from);
    chosen->addIncoming(made, several);
    return chosen;
  }

  void take(const Way& way) {
    for (const auto& [variable, value] : way.update.numbers) {
      WovenMonitor::store(builder_, value, monitor_->numberPlace(builder_, variable));
    }
    for (const auto& [member, value] : way.update.members) {
      WovenMonitor::store(builder_, value, monitor_->memberPlace(builder_, member.first, member.second));
    }
    if (way.outcome == nullptr) return fail("an assertion of the automaton does not hold");
    switch (way.outcome->kind) {
      case Outcome::Kind::Goto: {
        WovenMonitor::store(builder_, builder_.getInt32(way.outcome->state), monitor_->statePlace(builder_));
        const spec::State& target = monitor_->automaton().states[way.outcome->state];
        if (target.isTarget) fail("state " + target.name);
        break;
      }
      case Outcome::Kind::Error: fail(way.outcome->text); break;
      case Outcome::Kind::Stop:
        callWith("__clew_assume", builder_.getInt32(0));
        note_->mayEndPaths = true;
        break;
      default: WovenMonitor::store(builder_, builder_.getInt32(kInactiveState), monitor_->statePlace(builder_)); break;
    }
  }

  /// Remembers an error; the first one counts.
  void fail(const std::string& what) {
    const std::string& name = monitor_->automaton().name;
    errors_.push_back(what.empty() ? name : fmt::format("{}: {}", name, what));
    llvm::Value* before = builder_.CreateLoad(builder_.getInt32Ty(), pending_);
    llvm::Value* isFirst = builder_.CreateICmpEQ(before, builder_.getInt32(0));
    llvm::Value* number = builder_.getInt32(static_cast<uint32_t>(errors_.size()));
    builder_.CreateStore(builder_.CreateSelect(isFirst, number, before), pending_);
  }

  void weaveErrors() {
    if (errors_.empty()) return;
    llvm::BasicBlock* done = newBlock();
    llvm::Value* pending = builder_.CreateLoad(builder_.getInt32Ty(), pending_);
    llvm::SwitchInst* choice = builder_.CreateSwitch(pending, done);
    for (uint32_t i = 0; i < errors_.size(); ++i) {
      llvm::BasicBlock* block = newBlock();
      choice->addCase(builder_.getInt32(i + 1), block);
      builder_.SetInsertPoint(block);
      callWith("__clew_violate", text(errors_[i]));
      builder_.CreateUnreachable();
    }
    builder_.SetInsertPoint(done);
  }

  llvm::Value* text(const std::string& words) {
    llvm::GlobalVariable* made = builder_.CreateGlobalString(words);
    made->addAttribute(kRuntimeAttribute);
    return made;
  }

  llvm::Module& module_;
  llvm::IRBuilder<>& builder_;
  const std::vector<WovenMonitor>& monitors_;
  std::vector<Monitor>& notes_;
  const Event& event_;
  const ValueSource& values_;
  const WovenMonitor* monitor_ = nullptr;
  Monitor* note_ = nullptr;
  llvm::AllocaInst* pending_ = nullptr;  // the number of an error, from 1
  std::vector<std::string> errors_;
};

class Weaver {
 public:
  Weaver(llvm::Module& module, const spec::Specification& specification, Program& program)
      : module_(module), specification_(specification), program_(program) {}

  std::optional<support::Error> weave() {
    if (auto error = findUnwovenPart(specification_, module_.getDataLayout().getPointerSizeInBits())) return error;
    const std::set<std::string> observed = observedFunctions(specification_);
    if (const auto inlined = findInlined(module_, observed)) {
      return support::Error{
          fmt::format("the compiler has inlined {}, so that no automaton can see its calls", *inlined)};
    }
    for (const spec::Automaton& automaton : specification_.automata) {
      monitors_.emplace_back(automaton);
      program_.monitors.emplace_back().name = automaton.name;
    }
    noteBlindSpots(observed);
    const Observation observation = observe(module_, specification_);
    const std::vector<Event>& events = observation.events;
    if (observation.problem) return support::Error{*observation.problem};
    program_.monitorRemarks = observation.nearMisses;
    for (const Event& event : events) take(event);
    for (uint32_t i = 0; i < monitors_.size(); ++i) {
      if (monitors_[i].keyCount() > kMostKeys) {
        return support::Error{
            fmt::format("the sets of {} have more than {} elements", program_.monitors[i].name, kMostKeys)};
      }
      if (program_.monitors[i].isWoven) monitors_[i].makeGlobal(module_, i);
    }
    for (const Event& event : events) {
      const bool wraps = event.site.moment == Moment::After && event.site.isAtomic && !event.site.isIndirect;
      if (wraps) {
        wrapCall(event);
      } else {
        callEvent(event);
      }
    }
    return std::nullopt;
  }

 private:
  /// Where calls may hide from us.
  void noteBlindSpots(const std::set<std::string>& observed) {
    for (const llvm::Function& function : module_) {
      const bool isOurs = function.hasFnAttribute(kRuntimeAttribute) || function.hasFnAttribute(kOrdinaryAttribute);
      if (function.isDeclaration() || isOurs || keepsArithmetic(function) || observed.empty()) continue;
      program_.monitorNotes.push_back(
          fmt::format("{} was compiled with optimisation or without -g, so automata may miss what it does",
                      sourceNameOf(function)));
      return;
    }
  }

  /// Notes what an event means to the automata, and what their sets may get.
  void take(const Event& event) {
    for (const Candidate& candidate : event.candidates) {
      const spec::Automaton& automaton = specification_.automata[candidate.automaton];
      const spec::Transition& transition = automaton.states[candidate.state].transitions[candidate.transition];
      Monitor& note = program_.monitors[candidate.automaton];
      note.isWoven = true;
      note.isRelevant |= event.site.moment != Moment::Entry && event.site.moment != Moment::Exit;
      addKeys(monitors_[candidate.automaton], transition, candidate.bindings);
    }
  }

  static void addKeys(WovenMonitor& monitor, const spec::Transition& transition, const Bindings& bindings) {
    for (const spec::Action& action : transition.actions) {
      const bool isMember = action.kind == spec::Action::Kind::SetMember;
      if (isMember) monitor.addKey(action.variable.index, keyOf(action.key, bindings));
    }
    const auto& variables = monitor.automaton().variables;
    for (const spec::CExpression& assumption : transition.assumptions) {
      for (const spec::CNode& node : assumption.nodes) {
        if (node.kind != spec::CNode::Kind::Membership) continue;
        const auto variable =
            std::find_if(variables.begin(), variables.end(), [&](const auto& each) { return each.name == node.text; });
        monitor.addKey(static_cast<uint32_t>(variable - variables.begin()),
                       keyOf(assumption.nodes[node.children[0]], bindings));
      }
    }
  }

  /// Arguments whose values the event asks for.
  std::vector<int> neededValues(const Event& event) const {
    std::set<int> needed;
    for (const Candidate& candidate : event.candidates) {
      const spec::Automaton& automaton = specification_.automata[candidate.automaton];
      const spec::Transition& transition = automaton.states[candidate.state].transitions[candidate.transition];
      for (const spec::CExpression& assumption : transition.assumptions) {
        for (const spec::CNode& node : assumption.nodes) {
          if (node.kind != spec::CNode::Kind::Joker) continue;
          const int argument = candidate.bindings.at(static_cast<uint32_t>(node.value)).argument;
          if (argument != Bound::kNoValue) needed.insert(argument);
        }
      }
    }
    return {needed.begin(), needed.end()};
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

  /// A call of a function that takes the transitions, before or behind what is seen.
  void callEvent(const Event& event) {
    llvm::IRBuilder<> at(module_.getContext());
    placeBuilder(event.site, at);
    std::vector<llvm::Value*> arguments;
    std::vector<llvm::Type*> types;
    const std::vector<int> needed = neededValues(event);
    for (const int argument : needed) {
      llvm::CallBase* call = event.site.call;
      arguments.push_back(argument == Bound::kResult ? call : call->getArgOperand(static_cast<unsigned>(argument)));
      types.push_back(arguments.back()->getType());
    }
    if (event.site.isIndirect) {
      arguments.push_back(at.CreateICmpEQ(event.site.call->getCalledOperand(), event.site.callee));
      types.push_back(arguments.back()->getType());
    }
    llvm::Function* function =
        newFunction(event, llvm::FunctionType::get(at.getVoidTy(), types, false), kEventFunction);
    llvm::IRBuilder<> builder(&function->getEntryBlock());
    if (event.site.isIndirect) {
      llvm::BasicBlock* isIt = llvm::BasicBlock::Create(module_.getContext(), "", function);
      llvm::BasicBlock* isNot = llvm::BasicBlock::Create(module_.getContext(), "", function);
      builder.CreateCondBr(function->getArg(function->arg_size() - 1), isIt, isNot);
      llvm::ReturnInst::Create(module_.getContext(), isNot);
      builder.SetInsertPoint(isIt);
    }
    const ValueSource values = [&](int argument) -> llvm::Value* {
      const auto place = std::find(needed.begin(), needed.end(), argument);
      return place == needed.end() ? nullptr : function->getArg(static_cast<unsigned>(place - needed.begin()));
    };
    EventWeaver(module_, builder, monitors_, program_.monitors, event, values).weave();
    builder.CreateRetVoid();
    at.CreateCall(function, arguments);
  }

  static void placeBuilder(const Sighting& site, llvm::IRBuilder<>& at) {
    if (site.moment != Moment::After) {
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

  /// Lets a call go to a function that makes it and takes the transitions, all in one step.
  void wrapCall(const Event& event) {
    llvm::CallBase& call = *event.site.call;
    std::vector<llvm::Type*> types;
    for (const llvm::Use& argument : call.args()) types.push_back(argument->getType());
    // What it calls may race unless it is there to order threads.
    const char* name = isSynchronising(event.site.callee->getName()) ? kEventFunction : "watched_call";
    llvm::Function* function = newFunction(event, llvm::FunctionType::get(call.getType(), types, false), name);
    llvm::IRBuilder<> builder(&function->getEntryBlock());
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : function->args()) arguments.push_back(&argument);
    llvm::CallInst* inner = builder.CreateCall(call.getFunctionType(), call.getCalledOperand(), arguments);
    inner->setAttributes(call.getAttributes());
    const ValueSource values = [&](int argument) -> llvm::Value* {
      return argument == Bound::kResult ? inner : arguments[static_cast<size_t>(argument)];
    };
    EventWeaver(module_, builder, monitors_, program_.monitors, event, values).weave();
    if (call.getType()->isVoidTy()) {
      builder.CreateRetVoid();
    } else {
      builder.CreateRet(inner);
    }
    call.setCalledFunction(function->getFunctionType(), function);
    call.setAttributes({});
  }

  llvm::Module& module_;
  const spec::Specification& specification_;
  Program& program_;
  std::vector<WovenMonitor> monitors_;
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
  if (global != kNone) std::memcpy(program.globals[global].bytes.data(), &kInactiveState, sizeof(kInactiveState));
}

}  // namespace clew::program
