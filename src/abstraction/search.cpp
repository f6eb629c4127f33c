#include "abstraction/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "abstraction/head.h"
#include "abstraction/predicates.h"
#include "abstraction/questions.h"
#include "symbolic/machine.h"
#include "symbolic/path_condition.h"
#include "symbolic/replay.h"
#include "symbolic/run.h"
#include "symbolic/visited.h"
#include "term/substitute.h"

namespace clew::abstraction {

namespace {

using machine::Outcome;
using machine::Report;
using machine::StateKey;
using property::Property;
using symbolic::Inputs;
using symbolic::Run;
using symbolic::ScheduleStep;
using term::Answer;

/// A state of the abstraction: what a head's variables satisfy when the program comes there on some path.
struct State {
  Head* head = nullptr;  // none: the start of the program
  StateKey key;
  std::vector<Term> cube;     // predicates that are true, and negations of those that are false; sorted
  std::vector<Term> guesses;  // the same of guesses
  size_t parent = 0;
  Block block;  // that led here
  std::vector<ScheduleStep> schedule;
};

/// Where a path ends, perhaps.
struct Leaf {
  bool isViolation = false;
  Property property = Property::Assert;
  Report report = {};
  std::string unknown = {};  // what it means if it is none
  std::vector<Term> literals = {};
  term::Model model = {};
  Inputs inputs = {};
  std::vector<ScheduleStep> schedule = {};
};

/// A place inside a block from which there are several ways on.
struct Entry {
  StateKey key;
  Run::Place place;
  size_t steps = 0;
  uint32_t next = 0;
  uint32_t count = 0;
  std::vector<Term> conditions;  // a branch on symbols; otherwise a choice
};

class Search : symbolic::Leaves {
 public:
  Search(const program::Program& program, const search::Options& what, const Options& how,
         const std::atomic<bool>& stop, search::Statistics& statistics)
      : program_(program),
        what_(what),
        how_(how),
        stop_(stop),
        statistics_(statistics),
        path_(terms_),
        run_(terms_, path_, *this, {.unwind = 1, .unwindLoop = {}}, true),
        heads_(terms_),
        questions_(terms_, path_, how.solver, how.solverSeconds, stop) {}

  search::Result explore() {
    tables_.threadPlaces = search::expectedThreads(program_, what_);
    while (!isOver()) {
      isStale_ = false;
      attempt();
      if (!isStale_) break;
    }
    if (stop_.load()) result_.shortfall.interrupted = true;
    if (terms_.isFull() || tables_.isFull()) result_.shortfall.full = true;
    counts_.states = states_.size();
    counts_.heads = heads_.size();
    heads_.count(counts_.variables, counts_.predicates);
    counts_.refinements = refinements_;
    counts_.solverCalls = questions_.count();
    counts_.terms = terms_.size();
    statistics_.abstract = counts_;
    statistics_.storeBytes = tables_.bytes() + terms_.bytes();
    return std::move(result_);
  }

 private:
  bool isOver() {
    result_.shortfall.states |= what_.maxStates > 0 && statistics_.states.load() >= what_.maxStates;
    return result_.shortfall.states || stop_.load(std::memory_order_relaxed) || result_.violation ||
           result_.shortfall.unknown || terms_.isFull() || tables_.isFull();
  }
  bool isDone() { return isStale_ || isOver(); }
  void giveUp(std::string why) {
    if (!result_.shortfall.unknown && !stop_.load()) result_.shortfall.unknown = std::move(why);
  }

  /// Explores the abstraction with the variables and predicates there are, until it has an answer or is stale.
  void attempt() {
    states_.assign(1, {});
    std::vector<size_t> open;
    machine_ = std::make_unique<symbolic::SymbolicMachine>(program_, tables_, what_.machine);
    machine_->setRun(&run_);
    machine_->setComplaints(what_.complaints);
    machine_->setStopFlags(&stop_);
    begin(0);
    walk(machine_->start());
    collect(open);
    while (!open.empty() && !isDone()) {
      const size_t next = open.back();
      open.pop_back();
      if (isCovered(states_[next], next)) continue;
      begin(next);
      walk(restored(states_[next].key));
      collect(open);
    }
  }

  void collect(std::vector<size_t>& open) {
    open.insert(open.end(), reached_.begin(), reached_.end());
    reached_.clear();
  }

  /// Empties the path but for what the state says.
  void begin(size_t state) {
    from_ = state;
    run_.goBack({});
    schedule_.clear();
    stack_.clear();
    visited_.clear();
    for (const Term literal : states_[state].cube) path_.assume(literal);
    for (const Term literal : states_[state].guesses) path_.assume(literal);
  }

  Outcome restored(StateKey key) {
    machine_->discard();
    machine_->restore(key);
    return Outcome::Stopped;
  }

  // ---- a block ----

  void walk(Outcome outcome) {
    arrive(outcome);
    while (!stack_.empty() && !isDone()) goOn();
  }

  void goOn() {
    Entry& entry = stack_.back();
    if (entry.next == entry.count) return stack_.pop_back();
    const uint32_t alternative = entry.next++;
    restored(entry.key);
    run_.goBack(entry.place);
    schedule_.resize(entry.steps);
    statistics_.transitions.fetch_add(1, std::memory_order_relaxed);
    if (!entry.conditions.empty()) {
      if (!run_.choose(entry.conditions[alternative])) return;
    } else {
      const machine::ThreadChoice& choice = machine_->choiceOf(alternative);
      schedule_.push_back({choice.thread, alternative - choice.first});
    }
    arrive(machine_->step(alternative));
  }

  void arrive(Outcome outcome) {
    while (!isDone()) {
      handleLeaf();
      if (isDone() || path_.contradictory()) return;
      if (outcome != Outcome::Stopped) return end(outcome);
      if (machine_->liveThreads() > 1) return giveUp("programs with threads are not abstracted");
      const uint32_t count = machine_->alternativeCount();
      if (machine_->choicesDependOnSymbols()) return giveUp("synchronisation that depends on inputs is not modelled");
      if (count != 1) return enter(count);
      if (!isNew(machine_->save())) return;
      outcome = machine_->step(0);
    }
  }

  void enter(uint32_t count) {
    if (count == 0) {
      if (machine_->hasExited() || !what_.properties.contains(Property::Deadlock)) return;
      leave(Property::Deadlock, {{}, 0, 0, "no thread can go on"}, term::kNoTerm);
      return handleLeaf();
    }
    Entry entry;
    if (machine_->isAtFork()) {
      entry.conditions = machine_->threadByNumber(machine_->choices().front().thread)->trace.fork;
    }
    entry.key = machine_->save();
    entry.place = run_.place();
    entry.steps = schedule_.size();
    entry.count = count;
    if (entry.conditions.empty() && !isNew(entry.key)) return;
    statistics_.states.fetch_add(1, std::memory_order_relaxed);
    stack_.push_back(std::move(entry));
  }

  /// Whether nobody has been here in this block with the same condition: loops without symbols may go in circles.
  bool isNew(StateKey key) {
    return visited_.add(tables_.components, key, path_.literals(), run_.inputs().list.size());
  }

  void end(Outcome outcome) {
    if (outcome == Outcome::Faulted) {
      leaveFault(term::kNoTerm, machine_->report());
    } else if (outcome == Outcome::Abandoned && run_.isCut()) {
      return comeToHead();
    } else if (outcome == Outcome::Abandoned && !stop_.load()) {
      leaveUnknown(term::kNoTerm, machine_->report().message);
    }
    handleLeaf();
  }

  // ---- heads ----

  /// The path has come to where a loop begins again.
  void comeToHead() {
    if (!run_.inputs().structures.empty()) return giveUp("input structures are not abstracted");
    if (!questions_.isPossible()) return;
    if (!knowsWhatIsRead(*machine_)) return giveUp("a loop begins where nobody knows what is read later");
    clean(*machine_);
    Head& head = heads_.at(*machine_);
    constexpr size_t kMostHeads = 200;
    if (heads_.size() > kMostHeads)
      return giveUp("loops that allocate, or calls that nest without end, are not abstracted");
    const bool isChanged = heads_.addVariables(*machine_, head);
    if (heads_.isHalfWritten()) return giveUp("what is written in part and changes in a loop is not abstracted");
    constexpr size_t kMostVariables = 500;
    if (head.variables.size() > kMostVariables) return giveUp("so much changes in a loop that it is not abstracted");
    if (isChanged) return void(isStale_ = true);
    State state;
    state.head = &head;
    state.parent = from_;
    state.block = block();
    state.block.next = &head;
    state.block.values = heads_.valuesOf(*machine_, head);
    state.schedule = schedule_;
    heads_.learn(head, state.block.values, state.block.head == &head);
    if (!abstractTo(state)) return;
    const auto cubes = head.isSplit ? cubesOf(state) : std::vector<std::vector<Term>>{state.cube};
    generalise(*machine_, head);
    state.key = machine_->save();
    for (const std::vector<Term>& cube : cubes) {
      state.cube = cube;
      add(state);
    }
  }

  void add(State state) {
    join(state);
    if (isCovered(state, states_.size())) return;
    reached_.push_back(states_.size());
    states_.push_back(std::move(state));
    statistics_.depth = std::max<uint64_t>(statistics_.depth.load(), depthOf(states_.size() - 1));
  }

  /// From what is said of a head's variables to what that means on the path that leads there.
  term::Substitution valuesIn(const State& state) {
    term::Substitution here(terms_);
    for (size_t k = 0; k < state.head->variables.size(); ++k) {
      here.put(state.head->variables[k].symbol, state.block.values[k]);
    }
    return here;
  }

  /// Every combination of predicates, but for guesses, that is possible where the path has come to. If there are too
  /// many, what is sure alone.
  std::vector<std::vector<Term>> cubesOf(const State& state) {
    constexpr size_t kMostCubes = 64;
    const Head& head = *state.head;
    term::Substitution here = valuesIn(state);
    std::vector<std::vector<Term>> cubes;
    Term isAnother = terms_.truth(true);
    while (cubes.size() < kMostCubes) {
      const auto model = questions_.modelOf(isAnother);
      if (!model && !questions_.wasUnknown()) return cubes;
      if (!model) break;
      term::Evaluator evaluate(terms_, *model);
      std::vector<Term> cube;
      Term isThis = terms_.truth(true);
      for (const auto& [condition, isGuess] : head.predicates) {
        if (isGuess) continue;
        const Term now = here(condition);
        const bool isTrue = evaluate(now) != 0;
        cube.push_back(isTrue ? condition : terms_.bitNot(condition));
        isThis = terms_.bitAnd(isThis, isTrue ? now : terms_.bitNot(now));
      }
      isAnother = terms_.bitAnd(isAnother, terms_.bitNot(isThis));
      std::sort(cube.begin(), cube.end());
      cubes.push_back(std::move(cube));
    }
    return {state.cube};
  }

  /// Has the heads of a path tell states apart by all combinations of predicates; whether that is new.
  static bool split(const std::vector<Block>& path) {
    bool isNew = false;
    for (const Block& block : path) {
      if (block.next == nullptr || block.next->isSplit) continue;
      block.next->isSplit = isNew = true;
    }
    return isNew;
  }

  uint64_t depthOf(size_t state) const {
    uint64_t depth = 0;
    for (; state != 0; state = states_[state].parent) ++depth;
    return depth;
  }

  Block block() const {
    Block block;
    block.head = states_[from_].head;
    block.literals.assign(path_.literals().begin(), path_.literals().end());
    block.inputs = run_.inputs();
    return block;
  }

  /// Forgets guesses that were not true of a state that is otherwise the same.
  void join(State& state) const {
    for (const State& other : states_) {
      if (other.head != state.head || other.key != state.key || other.cube != state.cube) continue;
      std::vector<Term> both;
      std::set_intersection(state.guesses.begin(), state.guesses.end(), other.guesses.begin(), other.guesses.end(),
                            std::back_inserter(both));
      state.guesses = std::move(both);
    }
  }

  /// Whether another state here demands no more than this one.
  bool isCovered(const State& state, size_t self) const {
    const auto sizeOf = [](const State& each) { return each.cube.size() + each.guesses.size(); };
    const auto includes = [](const std::vector<Term>& all, const std::vector<Term>& some) {
      return std::includes(all.begin(), all.end(), some.begin(), some.end());
    };
    for (size_t k = 1; k < states_.size(); ++k) {
      const State& other = states_[k];
      const bool isWeaker = sizeOf(other) < sizeOf(state) || (sizeOf(other) == sizeOf(state) && k < self);
      if (k != self && isWeaker && other.head == state.head && other.key == state.key &&
          includes(state.cube, other.cube) && includes(state.guesses, other.guesses)) {
        return true;
      }
    }
    return false;
  }

  /// Finds out which predicates are true whatever the path's inputs are, and which are false. False if the path cannot
  /// be gone.
  bool abstractTo(State& state) {
    const Head& head = *state.head;
    term::Substitution here = valuesIn(state);
    auto model = questions_.modelOf();
    if (!model && questions_.wasUnknown()) giveUp("a solver does not know whether a path can be gone");
    if (!model) return false;
    state.block.model = *model;
    struct Candidate {
      Term literal;  // over the head's symbols
      Term here;     // over those of the path
      bool isGuess;
      bool isLeft = true;
    };
    std::vector<Candidate> candidates;
    term::Evaluator evaluate(terms_, *model);
    for (const auto& [condition, isGuess] : head.predicates) {
      const Term now = here(condition);
      const bool isTrue = evaluate(now) != 0;
      candidates.push_back({isTrue ? condition : terms_.bitNot(condition), isTrue ? now : terms_.bitNot(now), isGuess});
    }
    for (const Candidate& each : candidates) {
      if (!each.isLeft) continue;
      const auto against = terms_.isTrue(each.here) ? std::nullopt : questions_.modelOf(terms_.bitNot(each.here));
      if (isOver()) return false;
      if (!against) {
        if (terms_.isTrue(each.here) || !questions_.wasUnknown())
          (each.isGuess ? state.guesses : state.cube).push_back(each.literal);
        continue;
      }
      term::Evaluator another(terms_, *against);
      for (Candidate& other : candidates) other.isLeft = other.isLeft && another(other.here) != 0;
    }
    std::sort(state.cube.begin(), state.cube.end());
    std::sort(state.guesses.begin(), state.guesses.end());
    return true;
  }

  // ---- what the machine tells ----

  void fail(Term condition, const Report& report) override { leaveFault(condition, report); }
  void doubt(Term condition, const Report& report) override { leaveUnknown(condition, report.message); }

  std::optional<std::vector<uint64_t>> valuesOf(Term term, size_t most) override {
    return questions_.valuesOf(term, most);
  }

  // ---- leaves ----

  void leaveFault(Term condition, const Report& report) {
    const Property property = property::propertyOf(report.fault);
    if (what_.properties.contains(property)) return leave(property, report, condition);
    leaveUnknown(condition, property::endsUnchecked(property, program::placeOf(program_, report.pc)));
  }
  void leave(Property property, const Report& report, Term condition) {
    note({.isViolation = true, .property = property, .report = report}, condition);
  }
  void leaveUnknown(Term condition, std::string why) { note({.unknown = std::move(why)}, condition); }

  /// Keeps a leaf until the step is over, if it can be and there is none yet. Merged ways come here more than once.
  void note(Leaf leaf, Term condition) {
    if (leaf_ || isDone()) return;
    auto model = questions_.modelOf(condition);
    if (!model && !questions_.wasUnknown()) return;
    if (model) leaf.model = std::move(*model);
    leaf.literals.assign(path_.literals().begin(), path_.literals().end());
    if (condition != term::kNoTerm) leaf.literals.push_back(condition);
    leaf.inputs = run_.inputs();
    leaf.schedule = schedule_;
    leaf_ = std::move(leaf);
  }

  /// A path of the abstraction that ends in a leaf: one of the program, or one that needs predicates.
  void handleLeaf() {
    if (!leaf_) return;
    const Leaf leaf = std::move(*leaf_);
    leaf_.reset();
    std::vector<size_t> states;
    for (size_t state = from_; state != 0; state = states_[state].parent) states.push_back(state);
    std::reverse(states.begin(), states.end());
    std::vector<Block> path;
    std::vector<ScheduleStep> schedule;
    for (const size_t state : states) {
      path.push_back(states_[state].block);
      const auto& steps = states_[state].schedule;
      schedule.insert(schedule.end(), steps.begin(), steps.end());
    }
    schedule.insert(schedule.end(), leaf.schedule.begin(), leaf.schedule.end());
    Block last;
    last.head = states_[from_].head;
    last.literals = leaf.literals;
    last.inputs = leaf.inputs;
    last.model = leaf.model;
    path.push_back(std::move(last));
    decideWhole(leaf, path, schedule);
  }

  /// A path without any abstraction: what its blocks assume, over its inputs alone.
  struct Whole {
    std::vector<Term> literals;
    std::vector<std::pair<size_t, Term>> origins;  // number of the block, and the literal there
    Inputs inputs;
  };

  Whole wholeOf(const std::vector<Block>& path) {
    Whole whole;
    std::vector<Term> values;  // of the variables at the block's head
    for (size_t number = 0; number < path.size(); ++number) {
      const Block& block = path[number];
      term::Substitution inlined(terms_);
      for (size_t k = 0; k < values.size(); ++k) inlined.put(block.head->variables[k].symbol, values[k]);
      const auto& list = block.inputs.list;
      for (const symbolic::Input& input : list) {
        symbolic::Input numbered = input;
        numbered.symbol = run_.symbols.symbolOf(whole.inputs.list.size(), input.bits, "input");
        inlined.put(input.symbol, numbered.symbol);
        whole.inputs.list.push_back(numbered);
      }
      for (const Term literal : block.literals) {
        const Term inPath = inlined(literal);
        if (terms_.isTrue(inPath)) continue;
        whole.literals.push_back(inPath);
        whole.origins.emplace_back(number, literal);
      }
      values.clear();
      for (const Term value : block.values) values.push_back(inlined(value));
    }
    return whole;
  }

  void decideWhole(const Leaf& leaf, const std::vector<Block>& path, const std::vector<ScheduleStep>& schedule) {
    const Whole whole = wholeOf(path);
    const term::Decision decision = questions_.decide(whole.literals);
    switch (decision.answer) {
      case Answer::Satisfiable: return confirm(leaf, whole, schedule, decision.model);
      case Answer::Unknown: return giveUp("solver: " + decision.reason);
      case Answer::Unsatisfiable: return refine(path, whole, decision.core);
    }
  }

  void confirm(const Leaf& leaf, const Whole& whole, const std::vector<ScheduleStep>& schedule,
               const term::Model& model) {
    if (!leaf.isViolation) return giveUp(leaf.unknown);
    auto path =
        symbolic::concretePath(program_, what_.machine, what_.complaints, schedule, whole.inputs, terms_, model);
    if (!path) {
      return giveUp(fmt::format("a violation of {} at {} that the concrete machine does not follow",
                                property::nameOf(leaf.property), program::placeOf(program_, leaf.report.pc)));
    }
    result_.violation = property::Violation{leaf.property, leaf.report.message, leaf.report.thread, leaf.report.pc};
    result_.path = std::move(*path);
  }

  /// Predicates against a path that the program does not have: first what the contradiction is about, then guesses,
  /// then what its parts are about, then all that the path assumes.
  void refine(const std::vector<Block>& path, const Whole& whole, const std::vector<Term>& core) {
    if (++refinements_ > how_.refinements) return giveUp(fmt::format("after {} refinements", how_.refinements));
    const auto isInCore = [&](Term literal) {
      return core.empty() || std::find(core.begin(), core.end(), literal) != core.end();
    };
    const auto isAny = [](Term) { return true; };
    Head* const last = path.back().head;
    bool isNew = addLiterals(path, whole, isInCore, false);
    if (last != nullptr && (!isNew || ++last->refinements > 1)) isNew |= addGuesses(terms_, path);
    isNew = isNew || addLiterals(path, whole, isInCore, true) || addLiterals(path, whole, isAny, false) ||
            addLiterals(path, whole, isAny, true) || split(path);
    if (!isNew) return giveUp("no predicate is known that tells states of a loop apart");
    isStale_ = true;
  }

  template <typename Choose>
  bool addLiterals(const std::vector<Block>& path, const Whole& whole, Choose isChosen, bool atoms) {
    bool isNew = false;
    for (size_t k = 0; k < whole.literals.size(); ++k) {
      if (!isChosen(whole.literals[k])) continue;
      const auto& [number, literal] = whole.origins[k];
      isNew |= addFromRefutation(terms_, path, number, literal, atoms);
    }
    return isNew;
  }

  const program::Program& program_;
  const search::Options& what_;
  const Options& how_;
  const std::atomic<bool>& stop_;
  search::Statistics& statistics_;
  term::Terms terms_;
  symbolic::PathCondition path_;
  Run run_;
  Heads heads_;
  Questions questions_;
  machine::StateTables tables_;
  std::unique_ptr<symbolic::SymbolicMachine> machine_;

  std::vector<State> states_;
  std::vector<size_t> reached_;  // by the block under way
  size_t from_ = 0;              // where it began
  std::vector<Entry> stack_;
  std::vector<ScheduleStep> schedule_;
  symbolic::VisitedStates visited_;
  std::optional<Leaf> leaf_;
  bool isStale_ = false;  // there are new variables or predicates
  uint32_t refinements_ = 0;
  search::Statistics::Abstract counts_;
  search::Result result_;
};

}  // namespace

search::Result explore(const program::Program& program, const search::Options& what, const Options& how,
                       const std::atomic<bool>& stop, search::Statistics& statistics) {
  return Search(program, what, how, stop, statistics).explore();
}

}  // namespace clew::abstraction
