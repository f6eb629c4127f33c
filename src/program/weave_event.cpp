#include "program/weave_event.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <span>

#include "program/passes.h"

namespace clew::program {

namespace {

using spec::Condition;
using spec::Outcome;

void addQuestions(const std::vector<spec::Queried>& asked, std::vector<const spec::Queried*>& list) {
  for (const spec::Queried& each : asked) list.push_back(&each);
}

void addQuestions(const spec::Integer& integer, std::vector<const spec::Queried*>& list) {
  for (const spec::Integer::Term& term : integer.terms) {
    if (const auto* query = std::get_if<spec::Query>(&term.value)) addQuestions(query->asked, list);
  }
}

/// All that the automata of an event ask others.
std::vector<const spec::Queried*> questionsOf(const Event& event, const std::vector<WovenMonitor>& monitors) {
  std::vector<const spec::Queried*> list;
  for (const auto& [automaton, matched] : event.matched) {
    for (const Condition& condition : monitors[automaton].automaton().conditions) {
      addQuestions(condition.query.asked, list);
      addQuestions(condition.left, list);
      addQuestions(condition.right, list);
    }
    for (const spec::State& state : monitors[automaton].automaton().states) {
      for (const spec::Transition& transition : state.transitions) {
        for (const spec::Action& action : transition.actions) addQuestions(action.number, list);
      }
    }
  }
  return list;
}

/// Writes the code of one event into a function that is being made.
class EventWeaver {
 public:
  EventWeaver(llvm::Module& module, llvm::IRBuilder<>& builder, const EventContext& context, Notes& notes)
      : module_(module), builder_(builder), context_(context), notes_(notes) {}

  /// All automata that see the event, one after the other; errors come last, so that whoever ends the path, ends it.
  void weave() {
    llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
    pending_ = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(builder_.getInt32Ty());
    builder_.CreateStore(builder_.getInt32(0), pending_);
    lookAround();
    const auto& candidates = context_.event.candidates;
    for (auto begin = candidates.begin(); begin != candidates.end();) {
      const auto end =
          std::find_if(begin, candidates.end(), [&](const auto& each) { return each.automaton != begin->automaton; });
      weaveAutomaton({begin, end});
      begin = end;
    }
    weaveOrders();
    weaveErrors();
  }

 private:
  using Candidates = std::span<const Candidate>;

  /// One way to go on from a state.
  struct Way {
    llvm::Value* isOpen;
    const Outcome* outcome;  // null: an assertion does not hold
    Update update;
    const spec::Transition* transition;  // whose orders and code are executed
    const Bindings* bindings;
  };

  /// Something that another automaton is told, when all have seen the event.
  struct Order {
    llvm::AllocaInst* isGiven;
    const spec::Queried* order;
  };

  /// Remembers what is asked of other automata as it is before any of them moves.
  void lookAround() {
    for (const spec::Queried* asked : questionsOf(context_.event, context_.monitors)) {
      const WovenMonitor& monitor = context_.monitors[asked->automaton];
      const uint32_t field = asked->isAboutState ? WovenMonitor::kState : asked->item;
      llvm::Value*& value = context_.before[{asked->automaton, field}];
      if (value != nullptr) continue;
      value = asked->isAboutState
                  ? WovenMonitor::load(builder_, builder_.getInt32Ty(), monitor.statePlace(builder_))
                  : WovenMonitor::load(builder_, builder_.getInt64Ty(), monitor.numberPlace(builder_, asked->item));
    }
  }

  llvm::BasicBlock* newBlock() {
    return llvm::BasicBlock::Create(module_.getContext(), "", builder_.GetInsertBlock()->getParent());
  }
  void callWith(const char* name, llvm::Value* argument) {
    const auto callee = module_.getOrInsertFunction(name, builder_.getVoidTy(), argument->getType());
    builder_.CreateCall(callee, {argument});
  }

  void weaveAutomaton(Candidates candidates) {
    automaton_ = candidates.front().automaton;
    monitor_ = &context_.monitors[automaton_];
    note_ = &notes_.monitors[automaton_];
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
    ValueWeaver weaver(builder_, context_, automaton_);
    std::vector<Way> ways;
    llvm::Value* matched = builder_.getFalse();
    for (const Candidate& candidate : candidates) {
      const spec::Transition& transition = state.transitions[candidate.transition];
      llvm::Value* trigger = weaver.condition(transition.trigger);
      if (state.useFirst) trigger = builder_.CreateAnd(trigger, builder_.CreateNot(matched));
      matched = builder_.CreateOr(matched, trigger);
      addWays(weaver, transition, candidate.bindings, trigger, ways);
    }
    if (weaver.problem()) return giveUp(*weaver.problem(), done);
    takeOne(ways, state.useFirst, matched, done);
  }

  /// What cannot be computed ends the path, and the verdict says so.
  void giveUp(const std::string& why, llvm::BasicBlock* done) {
    callWith("__clew_unmodelled", text(why));
    builder_.CreateBr(done);
  }

  void addWays(ValueWeaver& weaver, const spec::Transition& transition, const Bindings& bindings, llvm::Value* trigger,
               std::vector<Way>& ways) {
    for (const uint32_t assertion : transition.assertions) {
      llvm::Value* holds = weaver.condition(assertion);
      ways.push_back({builder_.CreateAnd(trigger, builder_.CreateNot(holds)), nullptr, {}, nullptr, nullptr});
      trigger = builder_.CreateAnd(trigger, holds);
    }
    Update update = weaver.actions(transition, bindings);
    llvm::Value* assumed = weaver.assumptions(trigger, transition, bindings, update);
    if (transition.negation) {
      llvm::Value* isNot = builder_.CreateAnd(trigger, builder_.CreateNot(assumed));
      ways.push_back({isNot, &*transition.negation, {}, nullptr, nullptr});
    }
    ways.push_back({assumed, &transition.outcome, std::move(update), &transition, &bindings});
  }

  /// Takes one of the open ways; which one is a choice if there are several.
  void takeOne(const std::vector<Way>& ways, bool isFirstTaken, llvm::Value* matched, llvm::BasicBlock* done) {
    llvm::Value* open = builder_.getInt32(0);
    std::vector<llvm::Value*> ranks;
    for (const Way& way : ways) {
      ranks.push_back(open);
      open = builder_.CreateAdd(open, builder_.CreateZExt(way.isOpen, builder_.getInt32Ty()));
    }
    llvm::Value* chosen = ways.size() > 1 ? choose(open) : builder_.getInt32(0);
    note_->mayChoose |= ways.size() > 1 && !isFirstTaken;
    for (size_t i = 0; i < ways.size(); ++i) {
      llvm::BasicBlock* taken = newBlock();
      llvm::BasicBlock* next = newBlock();
      llvm::Value* isTaken = builder_.CreateAnd(ways[i].isOpen, builder_.CreateICmpEQ(ranks[i], chosen));
      builder_.CreateCondBr(isTaken, taken, next);
      builder_.SetInsertPoint(taken);
      if (take(ways[i], done)) builder_.CreateBr(done);
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

  /// Returns whether the path goes on.
  bool take(const Way& way, llvm::BasicBlock* done) {
    for (const auto& [variable, value] : way.update.numbers) {
      WovenMonitor::store(builder_, value, monitor_->numberPlace(builder_, variable));
    }
    for (const auto& [member, value] : way.update.members) {
      WovenMonitor::store(builder_, value, monitor_->memberPlace(builder_, member.first, member.second));
    }
    if (way.transition != nullptr && !execute(way, done)) return false;
    if (way.outcome == nullptr) {
      fail("an assertion of the automaton does not hold");
    } else {
      arrive(*way.outcome);
    }
    return true;
  }

  /// The code of a transition, and what it tells other automata. Returns whether the path goes on.
  bool execute(const Way& way, llvm::BasicBlock* done) {
    for (const spec::Encoded& encoded : way.transition->encoded) {
      ValueWeaver weaver(builder_, context_, automaton_);
      const Typed made = weaver.encoded(encoded, *way.bindings);
      if (weaver.problem()) {
        giveUp(*weaver.problem(), done);
        return false;
      }
      if (made.undefined != nullptr) stopWhere(made.undefined, encoded);
      WovenMonitor::store(builder_, made.value, monitor_->numberPlace(builder_, encoded.variable.index));
    }
    for (const spec::Action& action : way.transition->actions) {
      if (action.kind != spec::Action::Kind::Modify) continue;
      orders_.push_back({newFlag(), &action.query.asked.front()});
      builder_.CreateStore(builder_.getInt8(1), orders_.back().isGiven);
    }
    return true;
  }

  /// A variable does not get what has no value.
  void stopWhere(llvm::Value* undefined, const spec::Encoded& encoded) {
    llvm::BasicBlock* stopped = newBlock();
    llvm::BasicBlock* goesOn = newBlock();
    builder_.CreateCondBr(undefined, stopped, goesOn);
    builder_.SetInsertPoint(stopped);
    callWith("__clew_unmodelled", text(fmt::format("an expression of {} that has no value ('{}')",
                                                   monitor_->automaton().name, encoded.value.text())));
    builder_.CreateBr(goesOn);
    builder_.SetInsertPoint(goesOn);
  }

  void arrive(const Outcome& outcome) {
    switch (outcome.kind) {
      case Outcome::Kind::Goto: {
        WovenMonitor::store(builder_, builder_.getInt32(outcome.state), monitor_->statePlace(builder_));
        const spec::State& target = monitor_->automaton().states[outcome.state];
        if (target.isTarget) fail("state " + target.name);
        break;
      }
      case Outcome::Kind::Error: fail(outcome.text); break;
      case Outcome::Kind::Stop:
        callWith("__clew_assume", builder_.getInt32(0));
        note_->mayEndPaths = true;
        break;
      case Outcome::Kind::Break: {
        const std::string message = notes_.breakText(monitor_->automaton().name, outcome);
        notes_.breaks.insert(message);
        remember(message);
        break;
      }
      default: WovenMonitor::store(builder_, builder_.getInt32(kInactiveState), monitor_->statePlace(builder_)); break;
    }
  }

  llvm::AllocaInst* newFlag() {
    llvm::BasicBlock& entry = builder_.GetInsertBlock()->getParent()->getEntryBlock();
    llvm::IRBuilder<> first(&entry, entry.begin());
    llvm::AllocaInst* flag = first.CreateAlloca(builder_.getInt8Ty());
    first.CreateStore(builder_.getInt8(0), flag);
    return flag;
  }

  void weaveOrders() {
    for (const Order& order : orders_) {
      const WovenMonitor& monitor = context_.monitors[order.order->automaton];
      llvm::BasicBlock* given = newBlock();
      llvm::BasicBlock* next = newBlock();
      llvm::Value* isGiven = builder_.CreateLoad(builder_.getInt8Ty(), order.isGiven);
      builder_.CreateCondBr(builder_.CreateICmpNE(isGiven, builder_.getInt8(0)), given, next);
      builder_.SetInsertPoint(given);
      WovenMonitor::store(builder_, builder_.getInt64(static_cast<uint64_t>(order.order->number)),
                          monitor.numberPlace(builder_, order.order->item));
      builder_.CreateBr(next);
      builder_.SetInsertPoint(next);
    }
  }

  /// An error of the automaton. One whose errors nobody wants any more does nothing from now on.
  void fail(const std::string& what) {
    const std::string& name = monitor_->automaton().name;
    const std::string message = what.empty() ? name : fmt::format("{}: {}", name, what);
    if (!monitor_->isAsked()) return remember(message);
    llvm::BasicBlock* counts = newBlock();
    llvm::BasicBlock* muted = newBlock();
    llvm::BasicBlock* join = newBlock();
    llvm::Value* mute = WovenMonitor::load(builder_, builder_.getInt8Ty(), monitor_->mutePlace(builder_));
    builder_.CreateCondBr(builder_.CreateICmpEQ(mute, builder_.getInt8(0)), counts, muted);
    builder_.SetInsertPoint(counts);
    remember(message);
    builder_.CreateBr(join);
    builder_.SetInsertPoint(muted);
    WovenMonitor::store(builder_, builder_.getInt32(kInactiveState), monitor_->statePlace(builder_));
    builder_.CreateBr(join);
    builder_.SetInsertPoint(join);
  }

  /// Remembers an error; the first one counts.
  void remember(const std::string& message) {
    errors_.push_back(message);
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
  EventContext context_;
  Notes& notes_;
  uint32_t automaton_ = 0;
  const WovenMonitor* monitor_ = nullptr;
  Monitor* note_ = nullptr;
  llvm::AllocaInst* pending_ = nullptr;  // the number of an error, from 1
  std::vector<std::string> errors_;
  std::vector<Order> orders_;
};

}  // namespace

void weaveEvent(llvm::Module& module, llvm::IRBuilder<>& builder, const EventContext& context, Notes& notes) {
  EventWeaver(module, builder, context, notes).weave();
}

}  // namespace clew::program
