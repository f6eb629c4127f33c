// Predicate abstraction of one program. A path is gone as by the symbolic engine, up to where a loop begins again.
// There what changes from round to round becomes a symbol, and all that is kept of its values is which predicates are
// true of them, or the value itself where that is a number that somebody needs. A state with fewer demands than one
// that was there before is covered by it. A path to an error that exists in this abstraction only says what more must
// be known, and where; the part of the graph that knew less is made anew.
//
// Automata are decided together, as many as are wanted, and at any time fewer: one that is asleep in a state does
// nothing from there on, so an automaton that is violated, or costs too much, leaves the others alone.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "abstraction/blocks.h"
#include "abstraction/graph.h"
#include "abstraction/head.h"
#include "abstraction/names.h"
#include "abstraction/predicates.h"
#include "abstraction/questions.h"
#include "abstraction/search.h"
#include "symbolic/machine.h"
#include "symbolic/visited.h"
#include "term/substitute.h"

namespace clew::abstraction {

/// What may be spent on automata that are decided together.
struct Budget {
  double seconds = 0;  // of the processor; 0: no limit
  /// An automaton may need no more than ten refinements (fifty if it is parked then), or twice as many as any other.
  bool comparesRefinements = false;
  /// One that needs more is not given up: what it has to do with is remembered, for a later run on the same graph.
  bool parks = false;
};

class Analysis : symbolic::Leaves {
 public:
  Analysis(const program::Program& program, const search::Options& what, const Options& how,
           const std::atomic<bool>& stop, search::Statistics& statistics);

  /// Decides the program's properties, without automata.
  search::Result decide();

  /// Decides automata together, in a graph of its own; how far it came is in `watched`.
  void decide(const std::set<uint32_t>& automata, const Budget& budget);
  /// The same for some of those that the last run has left open, in the same graph with all that is known.
  void goOn(const std::set<uint32_t>& automata, const Budget& budget);

  const std::vector<Watched>& watched() const { return watched_; }
  /// What of the abstraction an automaton has needed.
  std::set<std::pair<const Head*, Term>> needsOf(uint32_t automaton) const { return heads_.needsOf(automaton); }
  /// Whether the last run came to something that is not modelled, and has nothing to do with an automaton.
  bool isBroken() const { return isBroken_; }
  /// Gives one up.
  void resign(uint32_t automaton, std::string why);
  /// What the statistics say of it.
  void report();

 private:
  /// Where a path ends, perhaps.
  struct Leaf {
    bool isViolation = false;
    property::Property property = property::Property::Assert;
    machine::Report report = {};
    std::string unknown = {};      // what it means if it is none
    std::vector<Term> about = {};  // values that it is not known for
    std::vector<Term> literals = {};
    std::vector<Term> told = {};  // see Block
    term::Model model = {};
    symbolic::Inputs inputs = {};
    std::vector<symbolic::ScheduleStep> schedule = {};
  };
  /// A place inside a block from which there are several ways on.
  struct Entry {
    machine::StateKey key;
    symbolic::Run::Place place;
    size_t steps = 0;
    uint32_t next = 0;
    uint32_t count = 0;
    std::vector<Term> conditions;  // a branch on symbols; otherwise a choice
  };
  /// A predicate, the way round that is true for the path's model.
  struct Candidate {
    Term literal;  // over the head's symbols
    Term here;     // over those of the path
    bool isGuess;
    bool isLeft = true;
  };

  bool isOver();
  /// Whether the block under way is of no use any more.
  bool isDone() { return isStale_ || isRefined_ || isOver(); }
  void giveUp(std::string why) { giveUp(std::move(why), Needs::kNobody); }
  void giveUp(std::string why, uint32_t automaton);

  // ---- runs ----

  void run(const std::set<uint32_t>& automata, const Budget& budget);
  void clear();
  void explore();
  void settleRun(double seconds);
  void begin(size_t state);
  machine::Outcome restored(machine::StateKey key);

  // ---- a block ----

  void walk(machine::Outcome outcome);
  void takeNext();
  void arrive(machine::Outcome outcome);
  void enter(uint32_t count);
  bool isNew(machine::StateKey key);
  void end(machine::Outcome outcome);

  // ---- heads ----

  void comeToHead();
  void abstractTo(State state);
  void remake(State state);
  term::Substitution place(State& state);
  bool isKept(const Variable& variable) const;
  bool isOfSleeper(const State& state, const Variable& variable) const;
  bool admit(const State& state, Variable& variable, uint64_t number);
  std::vector<Candidate> candidatesOf(const State& state, term::Substitution& kept);
  bool decideCandidates(State& state, std::vector<Candidate>& candidates);
  std::vector<std::vector<Term>> cubesOf(const State& state, const std::vector<Candidate>& candidates);

  // ---- automata ----

  bool isLive(uint32_t automaton) const { return live_.contains(automaton); }
  uint32_t automatonOf(const Leaf& leaf) const;
  void putToSleep(uint32_t automaton);
  void skip(uint32_t automaton);
  bool needsTooMuch(uint32_t automaton) const;
  void countTransitions();

  // ---- what the machine tells ----

  void fail(Term condition, const machine::Report& report) override { leaveFault(condition, report); }
  void doubt(Term condition, const machine::Report& report) override { leaveUnknown(condition, report.message); }
  std::optional<std::vector<uint64_t>> valuesOf(Term term, size_t most) override {
    return questions_.valuesOf(term, most);
  }

  // ---- leaves ----

  void leaveFault(Term condition, const machine::Report& report);
  void leaveUnknown(Term condition, std::string why);
  void note(Leaf leaf, Term condition);
  void handleLeaf();
  void decideWhole(const Leaf& leaf, uint32_t automaton, const WholePath& path,
                   const std::vector<symbolic::ScheduleStep>& schedule);
  void confirm(const Leaf& leaf, uint32_t automaton, const WholePath& path,
               const std::vector<symbolic::ScheduleStep>& schedule, const term::Model& model);
  WholePath wholeWith(Block last);
  term::Decision decideLiterals(const WholePath& path);
  bool isReal(const State& state);
  void refine(const WholePath& path, uint32_t automaton, const std::vector<Term>& core);
  bool isBehind(size_t state) const;
  std::optional<size_t> firstBehind() const;
  void again();

  program::Program program_;  // with the automata that the graph begins with
  const search::Options& what_;
  const Options& how_;
  search::Statistics& statistics_;
  const BlockEnds ends_;
  const double begun_ = processorSeconds();
  term::Terms terms_;
  symbolic::PathCondition path_;
  symbolic::Run run_;
  Heads heads_;
  Names names_;
  Questions questions_;
  std::optional<machine::StateTables> tables_;
  std::unique_ptr<symbolic::SymbolicMachine> machine_;

  std::vector<Watched> watched_;
  std::vector<std::vector<uint8_t>> initially_;    // each automaton's global
  std::vector<std::vector<uint32_t>> watchers_;    // each automaton's functions
  std::set<uint32_t> live_;                        // automata whose violations count now
  std::set<uint32_t> off_;                         // those that sleep in all new states
  std::set<uint32_t> asleepFromStart_;             // those that sleep in all states
  std::map<uint32_t, std::vector<State>> parked_;  // states in which an automaton would have to be looked at
  std::set<uint32_t> parkedFromStart_;             // the graph says nothing about these
  Budget budget_;
  uint32_t runs_ = 0;

  Graph graph_;
  size_t from_ = 0;  // where the block under way began
  std::vector<Entry> stack_;
  std::vector<symbolic::ScheduleStep> schedule_;
  symbolic::VisitedStates visited_;
  std::optional<Leaf> leaf_;
  bool isRefined_ = false;  // more is to be known of a state on the way
  bool isStale_ = false;    // of all of them
  bool isBroken_ = false;   // see isBroken
  uint32_t refinements_ = 0;
  uint32_t ownRefinements_ = 0;  // not of automata
  search::Result result_;
};

}  // namespace clew::abstraction
