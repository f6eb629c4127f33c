// Where paths end: whether the program has them, and what the abstraction must know if it does not.
#include <fmt/format.h>

#include <algorithm>

#include "abstraction/analysis.h"
#include "abstraction/chain.h"
#include "program/weave.h"
#include "symbolic/control.h"
#include "symbolic/replay.h"

namespace clew::abstraction {

using machine::Report;
using property::Property;
using symbolic::ScheduleStep;
using term::Answer;

void Analysis::leaveFault(Term condition, const Report& report) {
  const Property property = property::propertyOf(report.fault);
  if (what_.properties.contains(property)) {
    return note({.isViolation = true, .property = property, .report = report}, condition);
  }
  leaveUnknown(condition, property::endsUnchecked(property, program::placeOf(program_, report.pc)));
}

/// What the instruction under way looks at may be what it is not modelled for.
void Analysis::leaveUnknown(Term condition, std::string why) {
  Leaf leaf{.unknown = std::move(why)};
  const auto& thread = *machine_->threads().front();
  const machine::Frame& frame = thread.frames.back();
  for (const uint32_t slot : machine::LookedAtSlots(program_.code[frame.pc])) {
    const Term value = thread.registers[frame.base + slot].term;
    if (value != term::kNoTerm) leaf.about.push_back(value);
  }
  note(std::move(leaf), condition);
}

/// Keeps a leaf until the step is over, if it can be and there is none yet. Merged ways come here more than once.
void Analysis::note(Leaf leaf, Term condition) {
  if (leaf_ || isDone()) return;
  auto model = questions_.modelOf(condition);
  if (!model && !questions_.wasUnknown()) return;
  if (model) leaf.model = std::move(*model);
  leaf.literals.assign(path_.literals().begin(), path_.literals().end());
  leaf.told = path_.told();
  if (condition != term::kNoTerm) {
    leaf.literals.push_back(condition);
    leaf.told.push_back(condition);
  }
  leaf.inputs = run_.inputs();
  leaf.schedule = schedule_;
  leaf_ = std::move(leaf);
}

/// The automaton that is violated, if one is.
uint32_t Analysis::automatonOf(const Leaf& leaf) const {
  if (!leaf.isViolation || leaf.property != Property::Specification) return Needs::kNobody;
  if (program_.monitorBreaks.contains(leaf.report.message)) return Needs::kNobody;
  const std::string name = property::automatonOf(leaf.report.message);
  for (uint32_t k = 0; k < program_.monitors.size(); ++k) {
    if (program_.monitors[k].name == name) return k;
  }
  return Needs::kNobody;
}

/// A path of the abstraction that ends in a leaf: one of the program, or one that needs predicates.
void Analysis::handleLeaf() {
  if (!leaf_) return;
  const Leaf leaf = std::move(*leaf_);
  leaf_.reset();
  const uint32_t automaton = automatonOf(leaf);
  if (automaton != Needs::kNobody && !isLive(automaton)) return skip(automaton);
  std::vector<ScheduleStep> schedule;
  for (const size_t state : graph_.wayTo(from_)) {
    const auto& steps = graph_[state].schedule;
    schedule.insert(schedule.end(), steps.begin(), steps.end());
  }
  schedule.insert(schedule.end(), leaf.schedule.begin(), leaf.schedule.end());
  Block last;
  last.head = graph_[from_].head;
  last.literals = leaf.literals;
  last.told = leaf.told;
  last.inputs = leaf.inputs;
  last.model = leaf.model;
  decideWhole(leaf, automaton, wholeWith(std::move(last)), schedule);
}

/// The way to where the block under way began, and one more block.
WholePath Analysis::wholeWith(Block last) {
  std::vector<Block> blocks;
  std::vector<machine::StateKey> stops;
  for (const size_t number : graph_.wayTo(from_)) {
    const State& state = graph_[number];
    blocks.push_back(state.block);
    stops.push_back(state.key);
  }
  blocks.push_back(std::move(last));
  WholePath path = wholeOf(terms_, run_.symbols, std::move(blocks));
  path.stops = std::move(stops);
  return path;
}

term::Decision Analysis::decideLiterals(const WholePath& path) {
  std::vector<Term> literals;
  literals.reserve(path.literals.size());
  for (const auto& literal : path.literals) literals.push_back(literal.term);
  return questions_.decide(literals);
}

void Analysis::decideWhole(const Leaf& leaf, uint32_t automaton, const WholePath& path,
                           const std::vector<ScheduleStep>& schedule) {
  const term::Decision decision = decideLiterals(path);
  switch (decision.answer) {
    case Answer::Satisfiable: return confirm(leaf, automaton, path, schedule, decision.model);
    case Answer::Unknown: return giveUp("solver: " + decision.reason, automaton);
    case Answer::Unsatisfiable: return refine(path, automaton, decision.core);
  }
}

void Analysis::confirm(const Leaf& leaf, uint32_t automaton, const WholePath& path,
                       const std::vector<ScheduleStep>& schedule, const term::Model& model) {
  if (!leaf.isViolation) {
    // What is not modelled may be no more than a number that was forgotten.
    Refinement refinement(terms_, path, Needs::kNobody, off_);
    if (firstBehind() || refinement.keepOf(leaf.about) || refinement.keepAll()) return again();
    return giveUp(leaf.unknown);
  }
  if (program_.monitorBreaks.contains(leaf.report.message))
    return giveUp(leaf.report.message + " has ended the search");
  program::Program without = program_;  // other automata may sleep on this path, or be violated before
  for (uint32_t k = 0; k < watched_.size(); ++k) {
    const program::Monitor& monitor = program_.monitors[k];
    if (k != automaton && !monitor.mayChoose && !monitor.mayEndPaths) program::switchOff(without, k);
  }
  auto concrete =
      symbolic::concretePath(without, what_.machine, what_.complaints, schedule, path.inputs, terms_, model);
  if (!concrete) {
    return giveUp(fmt::format("a violation of {} at {} that the concrete machine does not follow",
                              property::nameOf(leaf.property), program::placeOf(program_, leaf.report.pc)),
                  automaton);
  }
  const property::Violation violation{leaf.property, leaf.report.message, leaf.report.thread, leaf.report.pc};
  if (automaton == Needs::kNobody) {
    result_.violation = violation;
    result_.path = std::move(*concrete);
    return;
  }
  Watched& watched = watched_[automaton];
  watched.status = Watched::Status::Violated;
  watched.violation = violation;
  watched.path = std::move(*concrete);
  live_.erase(automaton);
  off_.insert(automaton);
  skip(automaton);
}

/// What is to be known against a path that the program does not have: first what is needed already and states on the
/// way do not say, then what the contradiction is about, invariants of the path's loops, guesses, what its parts are
/// about, interpolants, and all that the path assumes.
void Analysis::refine(const WholePath& path, uint32_t automaton, const std::vector<Term>& core) {
  if (firstBehind()) return again();
  ++refinements_;
  uint32_t& count = automaton == Needs::kNobody ? ownRefinements_ : watched_[automaton].refinements;
  if (++count > how_.refinements) return giveUp(fmt::format("after {} refinements", how_.refinements), automaton);
  if (automaton != Needs::kNobody && needsTooMuch(automaton)) {
    live_.erase(automaton);
    if (!budget_.parks) off_.insert(automaton);
    return skip(automaton);
  }
  Refinement refinement(terms_, path, automaton, off_);
  const program::Global none;
  const uint32_t global = automaton == Needs::kNobody ? program::kNone : program_.monitors[automaton].global;
  const program::Global& own = global == program::kNone ? none : program_.globals[global];
  const size_t chosen = path.simplestFalse(terms_, own.address, own.size);
  const auto isInCore = [&](size_t number) {
    if (chosen < path.literals.size()) return number == chosen;
    return core.empty() || std::find(core.begin(), core.end(), path.literals[number].term) != core.end();
  };
  const auto addLiterals = [&](bool fromAll, bool atoms) {
    bool isNew = false;
    for (size_t k = 0; k < path.literals.size(); ++k) {
      if (fromAll || isInCore(k)) isNew |= refinement.addLiteral(path.literals[k], atoms);
    }
    return isNew;
  };
  Head* const last = path.blocks.back().head;
  bool isNew = addLiterals(false, false);
  if (refinement.hasKept()) return again();
  const auto addInterpolants = [&](bool sharesRelations) {
    return refinement.addConditions(interpolantsOf(terms_, questions_, path, sharesRelations));
  };
  const auto addInvariants = [&](Head& head) {
    constexpr uint32_t kMostFailures = 3;
    if (head.failures == kMostFailures || !goesRound(path)) return false;
    const bool areNew = addInterpolants(true);
    head.failures += areNew ? 0 : 1;
    return areNew;
  };
  if (last != nullptr && (!isNew || ++last->refinements > 1)) {
    isNew |= addInvariants(*last) || refinement.addGuesses(false);
  }
  isNew = isNew || addLiterals(false, true) || refinement.addGuesses(true) || addInterpolants(false) ||
          addLiterals(true, false) || addLiterals(true, true) || refinement.split();
  if (!isNew) return giveUp("no predicate is known that tells states of a loop apart", automaton);
  again();
}

/// Whether the program has the way to a state that is about to be added. If not, more is to be known on it.
bool Analysis::isReal(const State& state) {
  from_ = state.parent;
  Block last = state.block;
  last.next = nullptr;
  last.placed.clear();
  const WholePath path = wholeWith(std::move(last));
  const term::Decision decision = decideLiterals(path);
  if (decision.answer == Answer::Unsatisfiable) refine(path, Needs::kNobody, decision.core);
  return decision.answer != Answer::Unsatisfiable;
}

/// The first state on the way that says less than is to be known at its head by now.
std::optional<size_t> Analysis::firstBehind() const {
  for (const size_t state : graph_.wayTo(from_)) {
    if (isBehind(state)) return state;
  }
  return std::nullopt;
}

/// Makes that state anew; what comes after it is gone.
void Analysis::again() {
  heads_.share();
  isRefined_ = true;
  const auto first = firstBehind();
  if (!first) return graph_.reopen(from_);
  remake(graph_.remove(*first));
}

}  // namespace clew::abstraction
