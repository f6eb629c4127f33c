#include "abstraction/analysis.h"

#include <algorithm>

#include "program/liveness.h"
#include "program/weave.h"

namespace clew::abstraction {

using machine::Outcome;
using machine::StateKey;
using property::Property;

Analysis::Analysis(const program::Program& program, const search::Options& what, const Options& how,
                   const std::atomic<bool>& stop, search::Statistics& statistics)
    : program_(program),
      what_(what),
      how_(how),
      statistics_(statistics),
      ends_(program, how.blocks),
      path_(terms_),
      run_(terms_, path_, *this, ends_.bounds(), true),
      heads_(terms_),
      names_(terms_),
      questions_(terms_, path_, how.solver, how.solverSeconds, stop),
      watched_(program.monitors.size()) {
  path_.recordTold();
  if (how_.blocks == Blocks::Calls) program::computeLiveness(program_, true);
  run_.calls.assign(program_.functions.size(), 0);
  std::map<std::string, uint32_t> functions;
  for (uint32_t k = 0; k < program_.functions.size(); ++k) functions[program_.functions[k].name] = k;
  for (const program::Monitor& monitor : program_.monitors) {
    auto& watchers = watchers_.emplace_back();
    for (const std::string& name : monitor.watchers) {
      if (functions.contains(name)) watchers.push_back(functions[name]);
    }
    const bool isWoven = monitor.global != program::kNone;
    initially_.push_back(isWoven ? program_.globals[monitor.global].bytes : std::vector<uint8_t>());
    if (!isWoven || how_.weaving == Weaving::Woven) continue;
    const program::Global& global = program_.globals[monitor.global];
    heads_.keep(global.address, how_.weaving == Weaving::Hybrid ? sizeof(uint32_t) : global.size);
  }
}

// ---- runs ----

bool Analysis::isOver() {
  result_.shortfall.states |= what_.maxStates > 0 && statistics_.states.load() >= what_.maxStates;
  return result_.shortfall.states || questions_.isHalted() || result_.violation || result_.shortfall.unknown ||
         terms_.isFull() || tables_->isFull();
}

/// With an automaton that is one of several to be decided, it alone is given up.
void Analysis::giveUp(std::string why, uint32_t automaton) {
  if (questions_.isHalted()) return;
  if (automaton != Needs::kNobody) {
    resign(automaton, std::move(why));
    return skip(automaton);
  }
  if (!result_.shortfall.unknown) result_.shortfall.unknown = std::move(why);
}

void Analysis::resign(uint32_t automaton, std::string why) {
  watched_[automaton].status = Watched::Status::Resigned;
  watched_[automaton].why = std::move(why);
  live_.erase(automaton);
  off_.insert(automaton);
}

search::Result Analysis::decide() {
  questions_.begin(0);
  clear();
  explore();
  return std::move(result_);
}

void Analysis::decide(const std::set<uint32_t>& automata, const Budget& budget) {
  heads_.clear();
  run_.forgetBranching();
  off_.clear();
  asleepFromStart_.clear();
  parkedFromStart_.clear();
  for (uint32_t k = 0; k < watched_.size(); ++k) {
    if (!automata.contains(k)) asleepFromStart_.insert(k);
  }
  isStale_ = true;
  run(automata, budget);
}

void Analysis::goOn(const std::set<uint32_t>& automata, const Budget& budget) {
  if (isBroken_) return decide(automata, budget);
  for (const uint32_t automaton : automata) {
    // If it slept from the start, the graph says nothing about it.
    isStale_ |= asleepFromStart_.erase(automaton) != 0;
    parkedFromStart_.erase(automaton);
  }
  for (uint32_t k = 0; k < watched_.size() && isStale_; ++k) {
    if (watched_[k].status == Watched::Status::Satisfied) off_.insert(k);
  }
  const auto parked = std::exchange(parked_, {});
  live_ = automata;
  questions_.begin(budget.seconds);
  for (const auto& [automaton, states] : parked) {
    for (const State& state : states) {
      if (isStale_ || graph_[state.parent].isGone) continue;
      if (!automata.contains(automaton)) {
        parked_[automaton].push_back(state);
        continue;
      }
      remake(state);
    }
  }
  run(automata, budget);
}

void Analysis::run(const std::set<uint32_t>& automata, const Budget& budget) {
  ++runs_;
  budget_ = budget;
  live_ = automata;
  isBroken_ = false;
  for (const uint32_t automaton : automata) {
    watched_[automaton].partition = runs_;
    watched_[automaton].why.clear();
  }
  const double before = processorSeconds();
  questions_.begin(budget.seconds);
  if (isStale_) clear();
  explore();
  settleRun(processorSeconds() - before);
}

/// Begins with an empty graph.
void Analysis::clear() {
  isStale_ = false;
  heads_.share();
  heads_.forgetNumbers();
  parked_.clear();
  names_.clear();
  for (uint32_t k = 0; k < watched_.size(); ++k) {
    if (program_.monitors[k].global == program::kNone) continue;
    program_.globals[program_.monitors[k].global].bytes = initially_[k];
    if (asleepFromStart_.contains(k) || off_.contains(k)) program::switchOff(program_, k);
  }
  graph_.clear();
  machine_.reset();
  tables_.emplace();
  tables_->threadPlaces = search::expectedThreads(program_, what_);
  machine_ = std::make_unique<symbolic::SymbolicMachine>(program_, *tables_, what_.machine);
  machine_->setRun(&run_);
  machine_->setComplaints(what_.complaints);
  machine_->setStopFlags(&questions_.halt());
}

/// Whether a state says less than is to be known at its head by now.
bool Analysis::isBehind(size_t state) const {
  return graph_[state].head != nullptr && graph_[state].block.version < graph_[state].head->version;
}

/// Explores the abstraction until it has an answer.
void Analysis::explore() {
  while (!isOver()) {
    if (isStale_) clear();
    const auto state = graph_.next();
    if (!state) break;
    if (isBehind(*state)) {
      remake(graph_.remove(*state));
      continue;
    }
    isRefined_ = false;
    statistics_.depth = std::max<uint64_t>(statistics_.depth.load(), graph_.wayTo(*state).size());
    begin(*state);
    walk(*state == 0 ? machine_->start() : restored(graph_[*state].key));
    if (isOver() && !isRefined_) graph_.reopen(*state);
  }
  if (questions_.isStopped()) result_.shortfall.interrupted = true;
  if (terms_.isFull() || tables_->isFull()) result_.shortfall.full = true;
}

/// Says what a run has shown. It has shown something of what is still watched if nothing is left to do.
void Analysis::settleRun(double seconds) {
  countTransitions();
  const bool isComplete = !isOver();
  for (const auto& [automaton, states] : std::exchange(parked_, {})) {
    for (const State& state : states) {
      if (!graph_[state.parent].isGone) parked_[automaton].push_back(state);
    }
  }
  for (uint32_t k = 0; k < watched_.size(); ++k) {
    Watched& each = watched_[k];
    if (each.partition != runs_) continue;
    each.seconds += seconds;
    if (each.status != Watched::Status::Open) continue;
    const bool isWatched = live_.contains(k) || (budget_.parks && !off_.contains(k) && !parkedFromStart_.contains(k) &&
                                                 !asleepFromStart_.contains(k) && !parked_.contains(k));
    if (isComplete && isWatched) each.status = Watched::Status::Satisfied;
    if (result_.shortfall.unknown) each.why = *result_.shortfall.unknown;
    if (result_.shortfall.full) each.why = "the store is full";
    each.isBounded = result_.shortfall.states;
  }
  isBroken_ = result_.shortfall.unknown.has_value();
  result_.shortfall.unknown.reset();
}

void Analysis::report() {
  search::Statistics::Abstract counts;
  counts.states = graph_.size();
  counts.heads = heads_.size();
  heads_.count(counts.variables, counts.predicates, counts.interpolants);
  counts.refinements = refinements_;
  counts.solverCalls = questions_.count();
  counts.terms = terms_.size();
  counts.seconds = processorSeconds() - begun_;
  statistics_.abstract = counts;
  statistics_.storeBytes = tables_->bytes() + terms_.bytes();
}

/// Empties the path but for what the state says.
void Analysis::begin(size_t state) {
  from_ = state;
  run_.goBack({});
  run_.beginAt(graph_[state].head == nullptr ? program::kNone : graph_[state].head->pc);
  schedule_.clear();
  stack_.clear();
  visited_.clear();
  for (const Term literal : graph_[state].cube) path_.assume(literal);
  for (const Term literal : graph_[state].guesses) path_.assume(literal);
  path_.forgetTold();
}

Outcome Analysis::restored(StateKey key) {
  machine_->discard();
  machine_->restore(key);
  return Outcome::Stopped;
}

// ---- a block ----

void Analysis::walk(Outcome outcome) {
  arrive(outcome);
  while (!stack_.empty() && !isDone()) takeNext();
}

void Analysis::takeNext() {
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
    run_.noteChoice();
  }
  arrive(machine_->step(alternative));
}

void Analysis::arrive(Outcome outcome) {
  while (!isDone()) {
    handleLeaf();
    if (isDone() || path_.contradictory()) return;
    if (run_.isCutAtCall() && ends_.isUnfit(*machine_, terms_)) outcome = Outcome::Stopped;
    if (outcome != Outcome::Stopped) return end(outcome);
    if (machine_->liveThreads() > 1) return giveUp("programs with threads are not abstracted");
    const uint32_t count = machine_->alternativeCount();
    if (machine_->choicesDependOnSymbols()) return giveUp("synchronisation that depends on inputs is not modelled");
    if (count != 1) return enter(count);
    if (!isNew(machine_->save())) return;
    outcome = machine_->step(0);
  }
}

void Analysis::enter(uint32_t count) {
  if (count == 0) {
    if (machine_->hasExited() || !what_.properties.contains(Property::Deadlock)) return;
    note({.isViolation = true, .property = Property::Deadlock, .report = {{}, 0, 0, "no thread can go on"}},
         term::kNoTerm);
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
bool Analysis::isNew(StateKey key) {
  return visited_.add(tables_->components, key, path_.literals(), run_.inputs().list.size());
}

void Analysis::end(Outcome outcome) {
  if (outcome == Outcome::Faulted) {
    leaveFault(term::kNoTerm, machine_->report());
  } else if (outcome == Outcome::Abandoned && run_.isCut()) {
    return comeToHead();
  } else if (outcome == Outcome::Abandoned && !questions_.isHalted()) {
    leaveUnknown(term::kNoTerm, machine_->report().message);
  }
  handleLeaf();
}

// ---- heads ----

/// The path has come to where a loop begins again.
void Analysis::comeToHead() {
  if (!run_.inputs().structures.empty()) return giveUp("input structures are not abstracted");
  if (!knowsWhatIsRead(*machine_)) return giveUp("a loop begins where nobody knows what is read later");
  auto model = questions_.modelOf();
  if (!model && questions_.wasUnknown()) return giveUp("a solver does not know whether a path can be gone");
  if (!model) return;
  clean(*machine_);
  names_.forget(*machine_);
  State state;
  state.parent = from_;
  state.asleep = graph_[from_].asleep;
  state.block.head = graph_[from_].head;
  state.block.literals.assign(path_.literals().begin(), path_.literals().end());
  state.block.told = path_.told();
  state.block.inputs = run_.inputs();
  state.block.model = std::move(*model);
  state.schedule = schedule_;
  state.arrival = machine_->save();
  abstractTo(std::move(state));
}

/// Adds the state that the machine is in, where a path has come to, to the graph: with what is to be known of it.
void Analysis::abstractTo(State state) {
  for (const uint32_t automaton : state.asleep) putToSleep(automaton);
  for (const uint32_t automaton : off_) putToSleep(automaton);
  Head& head = heads_.at(*machine_);
  constexpr size_t kMostHeads = 2000;
  if (heads_.size() > kMostHeads)
    return giveUp("loops that allocate, or calls that nest without end, are not abstracted");
  heads_.addVariables(*machine_, head);
  if (heads_.isHalfWritten()) return giveUp("what is written in part and changes in a loop is not abstracted");
  constexpr size_t kMostVariables = 500;
  if (head.variables.size() > kMostVariables) return giveUp("so much changes in a loop that it is not abstracted");
  state.head = state.block.next = &head;
  state.block.version = head.version;
  term::Substitution kept = place(state);
  if (isDone()) return;
  std::vector<Candidate> candidates = candidatesOf(state, kept);
  if (!decideCandidates(state, candidates)) return;
  state.key = machine_->save();
  if (!head.isSplit) return graph_.add(std::move(state));
  for (const std::vector<Term>& cube : cubesOf(state, candidates)) {
    state.cube = cube;
    graph_.add(state);
  }
}

/// Abstracts anew where a path has come to.
void Analysis::remake(State state) {
  isRefined_ = false;
  begin(state.parent);
  for (const Term literal : state.block.literals) path_.assume(literal);
  restored(state.arrival);
  state.cube.clear();
  state.guesses.clear();
  abstractTo(std::move(state));
  isRefined_ = true;
  isStale_ |= isOver();  // it may not have become part of the graph
}

bool Analysis::isKept(const Variable& variable) const {
  return !variable.isWide && (variable.isPointer || heads_.keeps(variable) || variable.kept.isOfOthers(off_));
}

/// Whether a variable belongs to an automaton that sleeps: it may not wake up as a symbol.
bool Analysis::isOfSleeper(const State& state, const Variable& variable) const {
  for (const std::set<uint32_t>* sleepers : {&state.asleep, &off_, &asleepFromStart_}) {
    for (const uint32_t automaton : *sleepers) {
      const uint32_t number = program_.monitors[automaton].global;
      if (number == program::kNone) continue;
      const program::Global& global = program_.globals[number];
      if (global.address <= variable.address && variable.address < global.address + global.size) return true;
    }
  }
  return false;
}

/// Lets a variable have a number in a state. If it has had many, it may be that the program does not come here at all;
/// otherwise it is to be a symbol in all states.
bool Analysis::admit(const State& state, Variable& variable, uint64_t number) {
  if (heads_.admit(variable, number)) return true;
  const std::set<Term> known = graph_.numbersOf(*state.head, variable.symbol);
  std::erase_if(variable.values, [&](uint64_t each) { return !known.contains(terms_.constant(each, variable.bits)); });
  if (heads_.admit(variable, number)) return true;
  if (!isReal(state)) return false;
  variable.isWide = isStale_ = true;
  heads_.forgetPredicates(*state.head);
  return false;
}

/// Lets symbols stand for the variables that are not kept as numbers; returns those that are.
term::Substitution Analysis::place(State& state) {
  Head& head = *state.head;
  const State& parent = graph_[state.parent];
  term::Substitution kept(terms_);
  const std::vector<Term> values = heads_.valuesOf(*machine_, head);
  state.block.placed.clear();
  state.kept.clear();
  for (size_t k = 0; k < values.size(); ++k) {
    Variable& variable = head.variables[k];
    heads_.learn(variable, values[k], parent.head == &head ? parent.termOf(variable.symbol) : term::kNoTerm);
    const bool isConstant = terms_.isConstant(values[k]);
    if (isConstant && isOfSleeper(state, variable)) {
      kept.put(variable.symbol, values[k]);
      state.kept.push_back({variable.symbol, values[k]});
    } else if (isConstant && isKept(variable)) {
      if (!admit(state, variable, terms_.valueOf(values[k]))) return kept;
      kept.put(variable.symbol, values[k]);
      state.kept.push_back({variable.symbol, values[k]});
    } else {
      state.block.placed.push_back({variable.symbol, values[k]});
      isStale_ |= !names_.hide(*machine_, variable, values[k]);
      generalise(*machine_, variable);
    }
  }
  return kept;
}

std::vector<Analysis::Candidate> Analysis::candidatesOf(const State& state, term::Substitution& kept) {
  term::Substitution here(terms_);
  for (const Placed& each : state.block.placed) here.put(each.symbol, each.value);
  std::vector<Candidate> candidates;
  term::Evaluator evaluate(terms_, state.block.model);
  for (const Predicate& predicate : state.head->predicates) {
    if (!predicate.isGuess && !predicate.needs.isOfOthers(off_)) continue;
    const Term condition = kept(predicate.condition);
    if (terms_.isConstant(condition)) continue;
    const Term now = here(condition);
    const bool isTrue = evaluate(now) != 0;
    candidates.push_back(
        {isTrue ? condition : terms_.bitNot(condition), isTrue ? now : terms_.bitNot(now), predicate.isGuess});
  }
  return candidates;
}

/// Finds out which predicates are true whatever the path's inputs are, and which are false.
bool Analysis::decideCandidates(State& state, std::vector<Candidate>& candidates) {
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
  for (auto* literals : {&state.cube, &state.guesses}) {
    std::sort(literals->begin(), literals->end());
    literals->erase(std::unique(literals->begin(), literals->end()), literals->end());
  }
  return true;
}

/// Every combination of predicates, but for guesses, that is possible where the path has come to. If there are too
/// many, what is sure alone.
std::vector<std::vector<Term>> Analysis::cubesOf(const State& state, const std::vector<Candidate>& candidates) {
  constexpr size_t kMostCubes = 64;
  std::vector<std::vector<Term>> cubes;
  Term isAnother = terms_.truth(true);
  while (cubes.size() < kMostCubes) {
    const auto model = questions_.modelOf(isAnother);
    if (!model && !questions_.wasUnknown()) return cubes;
    if (!model) break;
    term::Evaluator evaluate(terms_, *model);
    std::vector<Term> cube;
    Term isThis = terms_.truth(true);
    for (const Candidate& each : candidates) {
      if (each.isGuess) continue;
      const bool isTrue = evaluate(each.here) != 0;
      cube.push_back(isTrue ? each.literal : terms_.bitNot(each.literal));
      isThis = terms_.bitAnd(isThis, isTrue ? each.here : terms_.bitNot(each.here));
    }
    isAnother = terms_.bitAnd(isAnother, terms_.bitNot(isThis));
    std::sort(cube.begin(), cube.end());
    cube.erase(std::unique(cube.begin(), cube.end()), cube.end());
    cubes.push_back(std::move(cube));
  }
  return {state.cube};
}

// ---- automata ----

/// Lets an automaton do nothing from the current state on.
void Analysis::putToSleep(uint32_t automaton) {
  const program::Monitor& monitor = program_.monitors[automaton];
  if (monitor.global == program::kNone || monitor.muteOffset != program::kNone) return;  // others ask for it
  const program::Global& global = program_.globals[monitor.global];
  const auto put = [&](uint64_t offset, unsigned bytes, uint64_t value) {
    machine_->putMemory(global.address + offset, 8 * bytes, symbolic::SymbolicDomain::constant(value));
  };
  for (uint64_t offset = 0; offset < global.size; ++offset) put(offset, 1, 0);
  put(0, sizeof(uint32_t), program::kInactiveState);
}

/// Goes on from where the block under way began, with an automaton asleep.
void Analysis::skip(uint32_t automaton) {
  isRefined_ = true;
  const bool isParked = budget_.parks && watched_[automaton].status == Watched::Status::Open;
  const program::Monitor& monitor = program_.monitors[automaton];
  // A path that depends on what the automaton chose would not be one without it.
  const bool hasInfluence = monitor.mayChoose || monitor.mayEndPaths || monitor.muteOffset != program::kNone;
  if (from_ == 0 || hasInfluence) {
    if (isParked) parkedFromStart_.insert(automaton);
    asleepFromStart_.insert(automaton);
    isStale_ = true;
    return;
  }
  State state = graph_.remove(from_);
  if (isParked) parked_[automaton].push_back(state);
  state.asleep.insert(automaton);
  remake(std::move(state));
}

bool Analysis::needsTooMuch(uint32_t automaton) const {
  // To park one is dear: what was known in the states where it was is lost.
  const uint32_t always = budget_.parks ? 50 : 10;
  if (!budget_.comparesRefinements || watched_[automaton].refinements < always) return false;
  uint32_t most = 0;
  bool hasOthers = false;
  for (uint32_t k = 0; k < watched_.size(); ++k) {
    if (k == automaton || watched_[k].partition != runs_) continue;
    hasOthers = true;
    most = std::max(most, watched_[k].refinements);
  }
  return hasOthers && watched_[automaton].refinements >= 2 * most;
}

void Analysis::countTransitions() {
  for (uint32_t k = 0; k < watched_.size(); ++k) {
    if (watched_[k].partition != runs_) continue;
    for (const uint32_t function : watchers_[k]) watched_[k].transitions += run_.calls[function];
  }
  std::fill(run_.calls.begin(), run_.calls.end(), 0);
}

}  // namespace clew::abstraction
