// One worker of a search: a machine, and what the search orders share in using it. Everything they want from a
// state's choices goes through four functions: how many ways on there are (`alternatives`), what one of them
// leads to (`take`), whether that is known beforehand (`leadsToKnownState`), and how a choice is written down
// in the path to a violation (`retrace`).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "search/passage.h"
#include "search/shared.h"

namespace clew::search {

class Explorer {
 public:
  Explorer(Shared& shared, unsigned worker)
      : shared_(shared),
        options_(shared.options),
        worker_(worker),
        machine_(shared.program, shared.tables, shared.options.machine),
        reduction_(machine_, reductionOf(options_), faultsEndPaths(options_)),
        reduces_(reductionOf(options_) != machine::ReductionKind::None),
        statesByThreads_(shared.statistics.statesByThreads.size(), 0) {
    machine_.setStopFlags(&shared.stop, &shared.halt);
    machine_.setComplaints(options_.complaints);
    if (!options_.executeAll) machine_.remember();
    if (options_.invariants != nullptr)
      invariants_.emplace(*options_.invariants, machine_, property::InvariantChecker::Use::Search);
    const bool everyTransition = invariants_ && !options_.invariants->ofTransitions.empty();
    canForesee_ = !options_.stateless && !everyTransition && shared.visited.canSpareVisits();
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
  Step begin() { return look(goOn(machine_.start(), 0, &shared_.startPath), 0); }

  /// Makes a state the current one.
  void visit(machine::StateKey key) {
    if (current_ == key) return;
    machine_.restore(key);
    current_ = key;
  }

  /// How many ways on are explored from the current state.
  uint32_t alternatives() { return reduction_.count(); }

  /// Takes one of them and looks at what came of it, which is so many steps from the beginning.
  Step take(uint32_t alternative, uint64_t depth) {
    if (invariants_) invariants_->beforeStep();
    const uint32_t chosen = reduction_.alternative(alternative);
    current_ = {};
    return look(reduces_ ? step(chosen, nullptr) : machine_.step(chosen), depth);
  }

  /// Whether an alternative is known to lead to a state that needs no visit. An order asks for one alternative after
  /// the other. Looking up a state in a large store mostly means waiting for memory, so what the next alternative
  /// leads to is computed meanwhile; in a small store that would cost more than it spares.
  bool leadsToKnownState(uint32_t alternative) {
    if (!canForesee_) return false;
    const bool prepared = ahead_.from == current_ && ahead_.alternative == alternative;
    const auto key = prepared ? ahead_.key : machine_.foresee(reduction_.alternative(alternative));
    if (looksAhead_ && alternative + 1 < alternatives()) {
      ahead_ = {current_, alternative + 1, machine_.foresee(reduction_.alternative(alternative + 1))};
      if (ahead_.key) shared_.visited.prefetch(*ahead_.key);
    }
    return key && shared_.visited.contains(*key);
  }

  /// Appends to a path the choices from this state to the next one. All choices count there, also those that the
  /// reduction does not leave open, so that a path means the same to everybody.
  void retrace(machine::StateKey key, uint32_t alternative, machine::Path& path) {
    machine_.setStopFlags(nullptr);  // the search is over, yet these steps must be whole
    machine_.discard();
    machine_.restore(key);
    step(reduction_.alternative(alternative == kLast ? alternatives() - 1 : alternative), &path);
  }

  /// To be called at every transition; true now and then, when it is time to `publish`.
  bool countTransition() { return (++transitions_ & 0xFFF) == 0; }

  /// Lets others see how far this worker is, what waits in it and what memory it takes.
  void publish(uint64_t waiting, uint64_t bytes) {
    shared_.tables.quiescence.pass(worker_);
    looksAhead_ = shared_.visited.bytes() > kCached;
    Statistics& statistics = shared_.statistics;
    const auto more = [](std::atomic<uint64_t>& sum, uint64_t now, uint64_t& before) {
      sum += now - before;
      before = now;
    };
    more(statistics.states, states_, publishedStates_);
    more(statistics.transitions, transitions_, publishedTransitions_);
    more(statistics.passed, passed_, publishedPassed_);
    more(statistics.frontier, waiting, publishedWaiting_);
    more(shared_.workerBytes, bytes, publishedBytes_);
    uint64_t depth = statistics.depth;
    while (depth < deepest_ && !statistics.depth.compare_exchange_weak(depth, deepest_)) {
    }
    statistics.storeBytes = shared_.bytes();
  }

  /// Hands over what was found.
  void finish() {
    if (machine_.wrappedAt() != program::kNone) {
      result_.notes.push_back(fmt::format("signed arithmetic wraps around, first at {}; signed-overflow is not checked",
                                          program::placeOf(machine_.program(), machine_.wrappedAt())));
    }
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

  Shared& shared_;
  const Options& options_;
  const unsigned worker_;
  machine::StateKey current_;               // the state the machine is in, if it is one
  uint64_t depthBefore_ = Visited::kNever;  // where it was found before, if that was deeper and mattered
  Result result_;

 private:
  static constexpr uint64_t kCached = uint64_t{16} << 20;  // bytes of a store that the processor's caches may hold

  Step end() {
    shared_.halt = true;
    return Step::End;
  }
  Step found() {
    found_ = true;
    result_.path = shared_.startPath;
    return end();
  }

  /// A step, and those behind it that are the only ones.
  machine::Outcome step(uint32_t alternative, machine::Path* path) {
    const uint32_t moved = reduction_.threadOf(alternative);
    if (path != nullptr && machine_.alternativeCount() > 1) path->push(alternative);
    return goOn(machine_.step(alternative), moved, path);
  }
  machine::Outcome goOn(machine::Outcome outcome, uint32_t moved, machine::Path* path) {
    if (!reduces_) return outcome;
    constexpr uint64_t kLongest = 10'000;
    passage_.begin();
    while (outcome == machine::Outcome::Stopped) {
      if (shared_.mustEnd() && path == nullptr) break;
      const machine::StateKey key = machine_.save();
      const auto way = reduction_.goesOn(moved);
      const size_t choices = path == nullptr ? 0 : path->size();
      if (!way && reduction_.isPart() && passage_.hasOpen()) return goBack(passage_.lastOpen(), path);
      if (!way || passage_.length() == kLongest) break;
      if (way->closes && passage_.comesRound(key)) return goBack(passage_.chosen(shared_.tables), path);
      passage_.pass(key, *way, choices);
      moved = reduction_.threadOf(way->alternative);
      if (path != nullptr && machine_.alternativeCount() > 1) path->push(way->alternative);
      outcome = machine_.step(way->alternative);
    }
    passed_ += passage_.length();
    return outcome;
  }
  /// Stops at a state that was passed through.
  machine::Outcome goBack(const Passage::Place& place, machine::Path* path) {
    passed_ += place.length;
    if (path != nullptr) path->shorten(place.choices);
    machine_.restore(place.key);
    return machine::Outcome::Stopped;
  }

  /// Looks at an outcome: at the state, if there is one, and whether it is new.
  Step look(machine::Outcome outcome, uint64_t depth) {
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
    if (breaksNext()) return found();
    const auto [isNew, isShorter, depthBefore] =
        options_.stateless ? Visited::Answer{true, true, Visited::kNever} : shared_.visited.insert(key, depth);
    if (!isNew && !isShorter) return Step::Known;
    depthBefore_ = depthBefore;
    bool isLast = false;
    if (isNew) {
      const uint64_t number = options_.maxStates > 0 ? ++shared_.admitted : 0;
      if (number > options_.maxStates) return end();  // others were faster
      isLast = number > 0 && number == options_.maxStates;
      ++states_;
      ++statesByThreads_[machine_.liveThreads()];
    }
    deepest_ = std::max(deepest_, depth);
    if (breaksInvariant() || isDeadlock() || isRace()) return found();
    result_.shortfall.states |= isLast;
    if (isLast) return end();
    return isShorter ? Step::New : Step::Known;
  }

  Step lookAtFault() {
    const machine::Report& report = machine_.report();
    const property::Property property = property::propertyOf(report.fault);
    if (options_.properties.contains(property)) {
      result_.violation = property::Violation{property, report.message, report.thread, report.pc};
      return found();
    }
    // What happens after undefined behaviour is anybody's guess, so the path ends and is accounted for.
    if (!result_.shortfall.unknown) {
      result_.shortfall.unknown =
          fmt::format("paths end in {} at {}, which is not among the checked properties", property::nameOf(property),
                      program::placeOf(machine_.program(), report.pc));
    }
    machine_.discard();
    return Step::Nothing;
  }

  /// True if the step to the current, saved state violates a next-state invariant. The end of the process is no
  /// transition: nothing changes by it, and the state before it has been looked at.
  bool breaksNext() {
    if (invariants_ && !machine_.hasExited()) result_.violation = invariants_->afterStep();
    return result_.violation.has_value();
  }
  /// True if the current, saved state violates an invariant.
  bool breaksInvariant() {
    if (invariants_ && !machine_.hasExited()) result_.violation = invariants_->inState();
    return result_.violation.has_value();
  }

  /// True if the current state violates a property by itself.
  bool isDeadlock() {
    if (alternatives() > 0 || machine_.hasExited()) return false;
    if (!options_.properties.contains(property::Property::Deadlock)) return false;
    machine_.materialise();
    const auto& threads = machine_.threads();
    const auto blocked =
        std::find_if(threads.begin(), threads.end(), [](const auto& thread) { return !thread->frames.empty(); });
    result_.violation = property::Violation{property::Property::Deadlock, "no thread can go on", (*blocked)->number,
                                            (*blocked)->frames.back().pc};
    return true;
  }

  /// True if two threads race in the current state.
  bool isRace() {
    if (!options_.properties.contains(property::Property::DataRace)) return false;
    const auto race = machine_.findRace();
    if (!race) return false;
    result_.violation = property::Violation{property::Property::DataRace, "two threads access the same memory at once",
                                            race->first.thread, race->first.pc};
    return true;
  }

  machine::ConcreteMachine machine_;
  machine::Reduction reduction_;
  const bool reduces_;
  Passage passage_;
  std::optional<property::InvariantChecker> invariants_;
  bool canForesee_ = true;
  bool looksAhead_ = false;
  struct Ahead {
    machine::StateKey from;
    uint32_t alternative;
    std::optional<machine::StateKey> key;
  };
  Ahead ahead_{};  // what an alternative that was not asked for yet leads to
  bool cut_ = false;
  bool found_ = false;
  uint64_t states_ = 0;
  uint64_t transitions_ = 0;
  uint64_t passed_ = 0;  // states that were passed through
  uint64_t deepest_ = 0;
  std::vector<uint64_t> statesByThreads_;
  uint64_t publishedStates_ = 0;
  uint64_t publishedTransitions_ = 0;
  uint64_t publishedPassed_ = 0;
  uint64_t publishedWaiting_ = 0;
  uint64_t publishedBytes_ = 0;
};

}  // namespace clew::search
