// One worker of a search: a machine, and what the search orders share in using it. Everything they want from a
// state's choices goes through four functions: how many ways on there are (`alternatives`), what one of them
// leads to (`take`), whether that is known beforehand (`leadsToKnownState`), and how a choice is written down
// in the path to a violation (`retrace`).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "search/judge.h"
#include "search/passage.h"
#include "search/recorder.h"
#include "search/shared.h"
#include "search/sleep.h"

namespace clew::search {

class Explorer {
 public:
  Explorer(Shared& shared, unsigned worker)
      : shared_(shared),
        options_(shared.options),
        worker_(worker),
        sleeps_(sleeps(options_)),
        machine_(shared.program, shared.tables, shared.options.machine),
        judge_(options_, machine_),
        reduction_(machine_, reductionOf(options_), faultsEndPaths(options_)),
        reduces_(reductionOf(options_) != machine::ReductionKind::None),
        symmetry_(machine_, shared.symmetry, assertionsFail(options_)),
        statesByThreads_(shared.statistics.statesByThreads.size(), 0) {
    machine_.setStopFlags(&shared.stop, &shared.halt);
    machine_.setComplaints(options_.complaints);
    if (!options_.executeAll) machine_.remember();
    const bool isScript = reduces_ && options_.recorder != nullptr;  // it has to say where ways really end
    canForesee_ = !options_.stateless && !judge_.looksAtSteps() && shared.visited.canSpareVisits() && !isScript;
    leaps_ = canForesee_ && reductionOf(options_) == machine::ReductionKind::Full && !symmetry_.isUsed();
    shared.tables.quiescence.pass(worker_);
  }
  ~Explorer() { shared_.tables.quiescence.rest(worker_); }
  Explorer(const Explorer&) = delete;  // invariants refer to the machine
  Explorer& operator=(const Explorer&) = delete;

 protected:
  /// What a step led to.
  enum class Step : uint8_t {
    Nothing,  // the path ends here
    Known,    // a state that was visited before
    New,      // a state to expand
    End       // the search is over
  };
  /// In place of an alternative: the last one.
  static constexpr uint32_t kLast = std::numeric_limits<uint32_t>::max();

  /// Runs the program to its first state.
  Step begin() {
    const machine::Outcome outcome = machine_.start();
    if (symmetry_.isUsed() && outcome == machine::Outcome::Stopped) {
      shared_.firstState = machine_.save();
      settle(outcome);
      noteMoves(shared_.firstNames);
      return look(outcome, 0);
    }
    return look(goOn(outcome, 0, &shared_.startPath), 0);
  }

  /// Claims the current state, which is so many steps from the beginning: who does it first has to expand it, whole.
  Step claim(uint64_t depth) {
    const auto [isNew, isShorter, depthBefore] = options_.stateless
                                                     ? Admission{true, true, Visited::kNever}
                                                     : shared_.visited.insert(current_, firstDepth_ + depth);
    if (!isNew && !isShorter) return Step::Known;
    depthBefore_ = depthBefore;
    if (const Step step = lookAtState(isNew, depth); step != Step::New) return step;
    return isShorter ? Step::New : Step::Known;
  }

  /// Makes a state the current one.
  void visit(machine::StateKey key) {
    if (current_ == key) return;
    machine_.restore(key);
    current_ = key;
  }

  /// How many ways on are explored from the current state.
  uint32_t alternatives() { return reduction_.count(); }

  /// Takes one of them and looks at what came of it, which is so many steps from the beginning. `place` is as in
  /// `leadsToKnownState`.
  Step take(uint32_t alternative, uint64_t depth, uint64_t place = 0) { return look(goTo(alternative, place), depth); }

  /// How many ways on are explored from a state; visits it unless that is remembered. `place` is as in
  /// `leadsToKnownState`.
  uint32_t alternatives(machine::StateKey key, uint64_t place) {
    if (const Ahead& ahead = ahead_[place % kRecent]; ahead.from == key) return ahead.all;
    visit(key);
    return alternatives();
  }

  /// Whether an alternative of a state is known to lead to one that needs no visit; may visit the state itself. An
  /// order asks for one alternative after the other. Looking up a state mostly means waiting for memory, so what the
  /// next few alternatives lead to is computed first, and the waiting is done for all of them at once. It is kept at a
  /// place: a depth-first search comes back to a state while those above it on the stack are few.
  bool leadsToKnownState(machine::StateKey from, uint32_t alternative, uint64_t place = 0, Sleepers asleep = {}) {
    if (!canForesee_) return false;
    Ahead& ahead = ahead_[place % kRecent];
    if (!ahead.holds(from, alternative)) lookAhead(ahead, from, alternative, asleep);
    if (ahead.all == 1) return false;  // taking the only one is work to do while waiting
    const Foreseen& step = ahead.steps[ahead.slotOf(alternative)];
    const machine::StateKey key = step.key;
    if (key.first == 0 || !shared_.visited.contains(key)) return false;
    passed_ += step.steps - 1;
    if (options_.recorder != nullptr) options_.recorder->reach(key);
    return true;
  }

  /// The alternatives of the current state, which the last step has led to, that need not be taken (sleep.h).
  Sleepers sleepers() { return {sleeps_ ? machine_.commutingWith(taken_) : 0}; }
  /// To be called at every alternative that is not taken for that reason.
  void countSleeper() { ++spared_; }

  /// Writes down what a step led to.
  void record(Step step) {
    switch (step) {
      case Step::Nothing: return options_.recorder->stop();
      case Step::Known: return options_.recorder->reach(current_);
      case Step::New: return options_.recorder->enter(machine_, reduction_.choices());
      case Step::End: return;
    }
  }

  /// Appends to a path the choices from this state to the next one. All choices count there, also those that the
  /// reduction does not leave open, so that a path means the same to everybody.
  void retrace(machine::StateKey key, uint32_t alternative, machine::Path& path) {
    machine_.setStopFlags(nullptr);  // the search is over, yet these steps must be whole
    machine_.discard();
    if (symmetry_.isUsed() && real_ == machine::StateKey{}) {
      real_ = shared_.firstState;
      names_ = shared_.firstNames;
    }
    machine_.restore(key);
    step(reduction_.alternative(alternative == kLast ? alternatives() - 1 : alternative), &path);
  }

  /// Appends what is missing when all choices are retraced. Where threads may change places, main puts off joining
  /// them; in a deadlock it has to join those that have ended.
  void completePath(machine::Path& path) {
    const bool isDeadlock = result_.violation && result_.violation->property == property::Property::Deadlock;
    if (!symmetry_.isUsed() || !isDeadlock || real_ == machine::StateKey{}) return;
    machine_.discard();
    machine_.restore(real_);
    while (machine_.alternativeCount() > 0) {
      if (machine_.alternativeCount() > 1) path.push(0);
      if (machine_.step(0) != machine::Outcome::Stopped) return;
      machine_.save();
    }
  }

  // ---- for an order that finds out later whether a state is new ----

  /// Runs the program to its first state; New if there is one.
  Step beginOnly() { return lookAtStep(goOn(machine_.start(), 0, &shared_.startPath)); }
  /// Takes a way on; New if it leads to a state. `place` is as in `leadsToKnownState`.
  Step takeOnly(uint32_t alternative, uint64_t place = 0) { return lookAtStep(goTo(alternative, place)); }
  /// Takes a way on from a state once more, on the way to a state that another search has found; nothing is looked at.
  /// No state if that does not lead to one, or if the search ends.
  machine::StateKey takeAgain(machine::StateKey from, uint32_t alternative) {
    visit(from);
    if (alternative >= alternatives()) return {};
    current_ = {};
    machine::Path path;  // with it no step ends early at a state that is known here
    const machine::Outcome outcome = step(reduction_.alternative(alternative), &path);
    const bool isState = outcome == machine::Outcome::Stopped || outcome == machine::Outcome::Exited;
    if (isState && !isCut()) return current_ = machine_.save();
    machine_.discard();
    return {};
  }
  /// What an alternative of a state leads to, if that is known without taking it; may visit the state. `place` is as in
  /// `leadsToKnownState`.
  machine::StateKey foreseen(machine::StateKey from, uint32_t alternative, uint64_t place = 0) {
    if (!canForesee_) return {};
    Ahead& ahead = ahead_[place % kRecent];
    if (!ahead.holds(from, alternative)) lookAhead(ahead, from, alternative, {});
    const Foreseen& step = ahead.steps[ahead.slotOf(alternative)];
    return step.steps == 1 ? step.key : machine::StateKey{};  // a stretch may have to go on
  }
  /// Looks at the current state, which is new or was reached by a shorter path; New if the search goes on.
  Step lookAtState(bool isNew, uint64_t depth) {
    bool isLast = false;
    if (isNew) {
      const uint64_t number = options_.maxStates > 0 ? ++shared_.admitted : 0;
      if (number > options_.maxStates) {  // others were faster
        result_.shortfall.states = true;
        return end();
      }
      isLast = number > 0 && number == options_.maxStates;
      ++states_;
      ++statesByThreads_[machine_.liveThreads()];
    }
    deepest_ = std::max(deepest_, depth);
    if ((result_.violation = judge_.ofState(alternatives()))) return found();
    result_.shortfall.states |= isLast;
    return isLast ? end() : Step::New;
  }

  /// The same in two parts: what the current state violates, which ends the search, and that it counts as visited.
  bool isLawful() {
    if ((result_.violation = judge_.ofState(alternatives()))) found();
    return !result_.violation;
  }
  void countState(uint64_t depth, uint32_t liveThreads) {
    ++states_;
    ++statesByThreads_[liveThreads];
    deepest_ = std::max(deepest_, depth);
  }

  /// To be called at every transition; true now and then, when it is time to `publish`.
  bool countTransition() { return (++transitions_ & 0xFFF) == 0; }

  /// Lets others see how far this worker is, what waits in it and what memory it takes.
  void publish(uint64_t waiting, uint64_t bytes) {
    shared_.tables.quiescence.pass(worker_);
    Statistics& statistics = shared_.statistics;
    const auto more = [](std::atomic<uint64_t>& sum, uint64_t now, uint64_t& before) {
      sum += now - before;
      before = now;
    };
    more(statistics.states, states_, publishedStates_);
    more(statistics.transitions, transitions_, publishedTransitions_);
    more(statistics.passed, passed_, publishedPassed_);
    more(statistics.spared, spared_, publishedSpared_);
    more(statistics.frontier, waiting, publishedWaiting_);
    more(shared_.workerBytes, bytes, publishedBytes_);
    uint64_t depth = statistics.depth;
    while (depth < deepest_ && !statistics.depth.compare_exchange_weak(depth, deepest_)) {
    }
    statistics.storeBytes = shared_.bytes();
  }

  /// Hands over everything that was counted, and what a verdict has to mention, for a checkpoint.
  void settleAccounts(uint64_t waiting, uint64_t bytes) {
    publish(waiting, bytes);
    Result soFar;
    soFar.shortfall.unknown = result_.shortfall.unknown;
    soFar.shortfall.depth = result_.shortfall.depth;
    noteWrapping(soFar.notes);
    shared_.add(std::move(soFar), statesByThreads_);
    std::fill(statesByThreads_.begin(), statesByThreads_.end(), 0);
  }

  /// Hands over what was found.
  void finish() {
    noteWrapping(result_.notes);
    result_.shortfall.full |= shared_.isFull();  // what was found since may have been taken for something else
    result_.shortfall.interrupted = shared_.stop.load(std::memory_order_relaxed) && cut_;
    shared_.add(std::move(result_), statesByThreads_);
  }

  /// True if the search shall end although there is more to do.
  bool isCut() { return shared_.mustEnd() && (cut_ = true); }

  /// Ends the search for everybody, because there is no room for more.
  Step runOut() {
    result_.shortfall.full = true;
    return end();
  }

  /// Whether this worker found what the search was to find, so that it has to tell the path.
  bool hasFound() const { return found_; }
  /// Lets the search go on all the same, if it has no other workers and nobody wants it to end.
  bool goOnAfterFinding() {
    found_ = false;
    shared_.halt = false;
    machine_.discard();
    current_ = {};
    return !isCut();
  }

  /// For what a search wants to know of the current state besides its alternatives.
  machine::ConcreteMachine& machine() { return machine_; }
  /// The number that an alternative of the current state has among all that the machine has.
  uint32_t numberOf(uint32_t alternative) { return reduction_.alternative(alternative); }

  Shared& shared_;
  const Options& options_;
  const unsigned worker_;
  const bool sleeps_;
  machine::StateKey current_;               // the state the machine is in, if it is one
  uint64_t depthBefore_ = Visited::kNever;  // where it was found before, if that was deeper and mattered
  uint64_t firstDepth_ = 0;                 // what the visited states take for the depth of the first one
  Result result_;

 private:
  friend class BoundaryWalk;  // takes steps with their choices noted, and claims nothing

  using Foreseen = machine::ConcreteMachine::Foreseen;
  static constexpr uint32_t kAhead = 4;
  static constexpr uint64_t kRecent = 1024;

  /// What a few alternatives of a state lead to.
  struct Ahead {
    machine::StateKey from;
    uint32_t all;  // alternatives that are explored
    bool isWhole;  // they are all that the state has
    uint32_t first, count;
    Sleepers asleep;  // these have no place among the steps
    std::array<Foreseen, kAhead> steps;

    bool holds(machine::StateKey key, uint32_t alternative) const {
      return from == key && alternative >= first && slotOf(alternative) < count;
    }
    uint32_t slotOf(uint32_t alternative) const { return alternative - first - asleep.countIn(first, alternative); }
  };

  void lookAhead(Ahead& ahead, machine::StateKey from, uint32_t first, Sleepers asleep) {
    visit(from);
    ahead.from = from;
    ahead.all = alternatives();
    ahead.isWhole = !reduction_.isPart();
    ahead.first = first;
    ahead.count = 0;
    ahead.asleep = asleep;
    std::array<const machine::StepCache::Entry*, kAhead> remembered;
    for (uint32_t each = first; each < ahead.all && ahead.count < kAhead; ++each) {
      if (!asleep.contain(each)) remembered[ahead.count++] = machine_.remember(reduction_.alternative(each));
    }
    for (uint32_t i = 0; i < ahead.count; ++i) {
      Foreseen& step = ahead.steps[i];
      const bool mayLeap = leaps_ && remembered[i] != nullptr;
      if (mayLeap) step = machine_.foreseeStretch(*remembered[i]);
      if (!mayLeap || !step) step = machine_.leadsTo(remembered[i]);
      if (step && symmetry_.isUsed()) step.key = symmetry_.recall(step.key).value_or(machine::StateKey{});
      if (step) shared_.visited.prefetch(step.key);
    }
  }

  static bool assertionsFail(const Options& options) {
    return options.complaints.assertions && options.properties.contains(property::Property::Assert);
  }

  void noteWrapping(std::vector<std::string>& notes) const {
    if (machine_.wrappedAt() == program::kNone) return;
    notes.push_back(fmt::format("signed arithmetic wraps around, first at {}; signed-overflow is not checked",
                                program::placeOf(machine_.program(), machine_.wrappedAt())));
  }

  Step end() {
    shared_.halt = true;
    return Step::End;
  }
  Step found() {
    found_ = true;
    result_.path = shared_.startPath;
    return end();
  }

  /// Takes an alternative of the current state, as it was foreseen if it was.
  machine::Outcome goTo(uint32_t alternative, uint64_t place) {
    judge_.beforeStep();
    const Ahead& ahead = ahead_[place % kRecent];
    const bool isKnown = ahead.from == current_;
    const bool isForeseen = isKnown && ahead.holds(current_, alternative);
    const uint32_t chosen = isKnown && ahead.isWhole ? alternative : reduction_.alternative(alternative);
    const machine::StateKey from = current_;
    current_ = {};
    const Foreseen& foreseen = ahead.steps[isForeseen ? ahead.slotOf(alternative) : 0];
    if (isForeseen && foreseen.steps > 1) return leap(from, chosen, foreseen);
    taken_ = isForeseen ? foreseen : Foreseen{};
    if (leaps_) machine_.beginStretch();
    if (symmetry_.isUsed()) return step(chosen, nullptr);
    if (reduces_) return step(chosen, nullptr, taken_);
    return isForeseen ? machine_.step(chosen, foreseen) : machine_.step(chosen);
  }

  /// Goes to the end of a stretch at once, and on behind it. If that comes to no end it is gone again, step by step:
  /// where to stop then depends on all states of the way.
  machine::Outcome leap(machine::StateKey from, uint32_t alternative, const Foreseen& foreseen) {
    const uint32_t moved = reduction_.threadOf(alternative);
    if (!machine_.stretch(foreseen)) return step(alternative, nullptr);
    const uint64_t passedBefore = passed_;
    passed_ += foreseen.steps - 1;
    bool isOver = true;
    const machine::Outcome outcome = passOn(Walker{*this, nullptr}, machine_, reduction_, passage_, moved,
                                            machine::Outcome::Stopped, foreseen.steps - 1, &isOver);
    if (isOver) return outcome;
    passed_ = passedBefore;
    machine_.restore(from);
    return step(alternative, nullptr);
  }

  /// A step, of which this may have been foreseen, and those behind it that are the only ones.
  machine::Outcome step(uint32_t alternative, machine::Path* path, const Foreseen& foreseen = {}) {
    const uint32_t moved = reduction_.threadOf(alternative);
    const machine::Outcome outcome = foreseen ? machine_.step(alternative, foreseen) : stepOnce(alternative, path);
    const machine::Outcome end = goOn(outcome, symmetry_.movedTo(moved), path);
    machine_.endStretch();
    return end;
  }
  machine::Outcome goOn(machine::Outcome outcome, uint32_t moved, machine::Path* path) {
    if (!reduces_) return outcome;
    run_.clear();
    return passOn(Walker{*this, path}, machine_, reduction_, passage_, moved, outcome);
  }
  struct Walker {
    Explorer& explorer;
    machine::Path* path;  // if choices are noted

    bool mustEnd() const { return (explorer.shared_.mustEnd() && path == nullptr) || explorer.symmetry_.isBroken(); }
    /// A way that leads to a stored state comes back to it by itself, so this only saves time. A script must not depend
    /// on what is stored.
    bool isKnown(machine::StateKey key) const {
      return path == nullptr && !explorer.options_.stateless && explorer.options_.recorder == nullptr &&
             explorer.shared_.visited.contains(key);
    }
    machine::Outcome pass(uint32_t alternative) const {
      ++explorer.passed_;
      if (explorer.machine_.choices().size() > 1) explorer.machine_.endStretch();
      if (path != nullptr) explorer.run_.push_back({path->size(), explorer.real_, explorer.names_});
      return explorer.stepOnce(alternative, path);
    }
    uint32_t movedTo(uint32_t thread) const { return explorer.symmetry_.movedTo(thread); }
    machine::Outcome goBack(const Passage::Place& place) const { return explorer.goBack(place, path); }
  };
  /// Stops at a state that was passed through.
  machine::Outcome goBack(const Passage::Place& place, machine::Path* path) {
    passed_ -= passage_.length() - place.length;
    if (path != nullptr) {
      const Run& run = run_[place.length];
      path->shorten(run.choices);
      real_ = run.real;
      names_ = run.names;
    }
    machine_.restore(place.key);
    return machine::Outcome::Stopped;
  }
  machine::Outcome stepOnce(uint32_t alternative, machine::Path* path) {
    if (!symmetry_.isUsed()) {
      if (path != nullptr && machine_.alternativeCount() > 1) path->push(alternative);
      return machine_.step(alternative);
    }
    if (path != nullptr) mirror(alternative, *path);
    const machine::Outcome outcome = machine_.step(alternative);
    settle(outcome);
    if (path != nullptr) noteMoves(names_);
    return outcome;
  }

  // ---- threads that change places ----

  void settle(machine::Outcome outcome) {
    if (outcome == machine::Outcome::Stopped) machine_.save();
    symmetry_.settle(outcome);
  }

  /// Keeps the account of who is who: `names[n]` is the number in the run as it really is of the thread that has the
  /// number n here.
  void noteMoves(std::map<uint32_t, uint32_t>& names) const {
    const std::map<uint32_t, uint32_t> before = names;
    for (const auto& thread : machine_.threads()) {
      const uint32_t number = thread->number;
      const auto known = before.find(number);
      const uint32_t name = known == before.end() ? number : known->second;
      names[symmetry_.movedTo(number)] = name;
    }
    std::erase_if(names, [&](const auto& each) { return machine_.threadByNumber(each.first) == nullptr; });
  }
  uint32_t nameOf(uint32_t number) const {
    const auto known = names_.find(number);
    return known == names_.end() ? number : known->second;
  }

  /// Takes the step that an alternative of the current state means in the run as it really is.
  void mirror(uint32_t alternative, machine::Path& path) {
    const machine::StateKey here = machine_.key();
    machine::Move move = machine::moveOf(machine_, alternative);
    move.thread = nameOf(move.thread);
    if (move.woken != program::kNone) move.woken = nameOf(move.woken);
    machine_.restore(real_);
    const uint32_t real = machine::alternativeOf(machine_, move);
    if (machine_.alternativeCount() > 1) path.push(real);
    const machine::Outcome outcome = machine_.step(real);
    if (outcome == machine::Outcome::Stopped || outcome == machine::Outcome::Exited) {
      real_ = machine_.save();
    } else {
      machine_.discard();
    }
    machine_.restore(here);
  }

  /// The search is in vain: it took for granted what does not hold.
  Step breakSymmetry() {
    shared_.breakSymmetry(symmetry_.whatBrokeIt());
    return end();
  }

  /// Looks at an outcome: at the state, if there is one, and whether it is new.
  Step look(machine::Outcome outcome, uint64_t depth) {
    const Step step = lookAtStep(outcome);
    return step == Step::New ? claim(depth) : step;
  }

  /// What a step came to, and whether it may be so; New if it is a state, which is the current one then.
  Step lookAtStep(machine::Outcome outcome) {
    if (symmetry_.isBroken()) return breakSymmetry();
    switch (outcome) {
      case machine::Outcome::Stopped:
        if (isCut()) return Step::End;  // the step may have been cut short
        break;
      case machine::Outcome::Exited: break;
      case machine::Outcome::Pruned: machine_.discard(); return Step::Nothing;
      case machine::Outcome::Faulted: return lookAtFault();
      case machine::Outcome::Abandoned: {
        const machine::Report& report = machine_.report();
        result_.shortfall.unknown =
            fmt::format("{}, at {}", report.message, program::placeOf(machine_.program(), report.pc));
        return found();
      }
    }
    const machine::StateKey key = machine_.save();
    if (shared_.isFull()) return runOut();
    current_ = key;
    if ((result_.violation = judge_.ofStep())) return found();
    return Step::New;
  }

  Step lookAtFault() {
    if ((result_.violation = judge_.ofFault(result_.shortfall.unknown))) return found();
    machine_.discard();
    return Step::Nothing;
  }

  machine::ConcreteMachine machine_;
  Judge judge_;
  machine::Reduction reduction_;
  const bool reduces_;
  Foreseen taken_;  // the last step, if it was foreseen
  Passage passage_;
  machine::Symmetry symmetry_;
  machine::StateKey real_;              // while a path is retraced: the run as it really is
  std::map<uint32_t, uint32_t> names_;  // and who is who in it
  struct Run {
    size_t choices;
    machine::StateKey real;
    std::map<uint32_t, uint32_t> names;
  };
  std::vector<Run> run_;  // the same at each state that was passed
  bool canForesee_ = true;
  bool leaps_ = false;  // ways through states in which only one thread can go on are remembered
  std::vector<Ahead> ahead_ = std::vector<Ahead>(kRecent);
  bool cut_ = false;
  bool found_ = false;
  uint64_t states_ = 0;
  uint64_t transitions_ = 0;
  uint64_t passed_ = 0;  // states that were passed through
  uint64_t spared_ = 0;  // alternatives that were not taken
  uint64_t deepest_ = 0;
  std::vector<uint64_t> statesByThreads_;
  uint64_t publishedStates_ = 0;
  uint64_t publishedTransitions_ = 0;
  uint64_t publishedPassed_ = 0;
  uint64_t publishedSpared_ = 0;
  uint64_t publishedWaiting_ = 0;
  uint64_t publishedBytes_ = 0;
};

}  // namespace clew::search
