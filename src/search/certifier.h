// One worker of a certification: a machine that is led through the states of a script. It says what the program can do
// in a state and what that leads to; the script must say the same.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/shadow.h"
#include "script/graph.h"
#include "script/places.h"
#include "search/certify.h"
#include "search/judge.h"
#include "search/passage.h"
#include "search/state_rows.h"
#include "search/state_word.h"
#include "support/cache_pages.h"
#include "support/large_stack.h"

namespace clew::search {

constexpr uint64_t kNoTransition = script::Graph::kNone;
constexpr StateWord kSomeState = 1;  // whichever

/// What the workers share.
class Certificate {
 public:
  /// `ways` are those of a part.
  Certificate(const program::Program& program, const script::File& file, const script::Graph& graph,
              const Options& options, const std::atomic<bool>& stop, Statistics& statistics,
              const script::SearchTree::Ways* ways = nullptr)
      : program(program),
        file(file),
        graph(graph),
        options(options),
        stop(stop),
        statistics(statistics),
        tables(options.jobs),
        first(file.metadata().kind == script::Kind::Part ? file.wayMap().first() : 1),
        states_(ways != nullptr ? ways->from.size() : size_t{graph.states()} + 1),
        numbers_(file.metadata().ranges) {
    if (states_.data() == nullptr) reject("budget: there is no memory for so many states", kNoTransition);
    tables.threadPlaces = expectedThreads(program, options);
  }

  bool trusts() const { return file.metadata().kind == script::Kind::Trustful; }

  /// What people call the state that has a number, or in a part a place.
  std::string nameOf(script::StateId number) const {
    if (!isPart()) return fmt::format("state {}", number);
    return number <= numbers_.count() ? fmt::format("state {}", numbers_.numberOf(number)) : "a state on a way";
  }
  bool isPart() const { return file.metadata().kind == script::Kind::Part; }

  /// The state that a number stands for; kNoState if nobody knows yet.
  StateWord stateOf(script::StateId number) const {
    return std::atomic_ref(states_[number]).load(std::memory_order_acquire);
  }
  /// A number stands for one state. Whoever comes first says for which; false if somebody has said something else.
  bool claim(script::StateId number, StateWord state) {
    const std::atomic_ref known(states_[number]);
    StateWord before = known.load(std::memory_order_acquire);
    if (before == state) [[likely]]
      return true;
    return before == kNoState && (known.compare_exchange_strong(before, state) || before == state);
  }
  /// Asks for the memory of a number, if it is one.
  void prefetch(script::StateId number) const {
    if (number <= graph.states()) __builtin_prefetch(&states_[number]);
  }

  /// Of a part: states to which transitions lead out of it.
  void addElsewhere(const std::vector<StateWord>& states) {
    const std::lock_guard lock(mutex_);
    elsewhere_.insert(elsewhere_.end(), states.begin(), states.end());
  }
  std::vector<StateWord> takeElsewhere() { return std::move(elsewhere_); }

  /// The first reason counts.
  void reject(std::string reason, uint64_t transition) {
    const std::lock_guard lock(mutex_);
    if (rejection_) return;
    rejection_ = {std::move(reason), transition};
    halt = true;
  }
  /// With a transition instead of a step.
  const std::optional<Rejection>& rejection() const { return rejection_; }
  bool mustEnd() const { return halt.load(std::memory_order_relaxed) || stop.load(std::memory_order_relaxed); }

  const program::Program& program;
  const script::File& file;
  const script::Graph& graph;
  const Options& options;
  const std::atomic<bool>& stop;
  Statistics& statistics;
  machine::StateTables tables;
  std::atomic<bool> halt{false};
  const script::StateId first;    // number of the program's first state
  std::optional<StateRows> rows;  // what numbers stand for, if these are not words
  uint64_t roomForRows = 0;       // bytes

 private:
  support::CachePages<StateWord> states_;
  const script::Places numbers_;
  std::vector<StateWord> elsewhere_;
  std::mutex mutex_;
  std::optional<Rejection> rejection_;
};

class Certifier {
 public:
  Certifier(Certificate& shared, unsigned worker)
      : shared_(shared),
        graph_(shared.graph),
        worker_(worker),
        trusts_(shared.trusts()),
        machine_(shared.program, shared.tables, shared.options.machine),
        judge_(shared.options, machine_),
        reduction_(machine_, reductionOf(shared.options), faultsEndPaths(shared.options)),
        reduces_(reductionOf(shared.options) != machine::ReductionKind::None),
        shadow_(machine_, !trusts_) {
    machine_.setStopFlags(&shared.stop, &shared.halt);
    machine_.setComplaints(shared.options.complaints);
    if (!shared.options.executeAll) machine_.remember();
    for (const auto& entry : shared.file.alphabet().entries()) {
      labels_.emplace(std::array{entry.choice.thread, entry.choice.statement, entry.choice.alternatives}, entry.first);
    }
    shared.tables.quiescence.pass(worker_);
  }
  ~Certifier() { shared_.tables.quiescence.rest(worker_); }
  Certifier(const Certifier&) = delete;  // the judge refers to the machine
  Certifier& operator=(const Certifier&) = delete;

  /// The program's first state; kNoState if there is none, which is rejected.
  StateWord start() {
    const machine::Outcome outcome = passOn(machine_.start(), 0);
    if (const auto violation = judge_.duringStep()) {
      reject(*violation, kNoTransition);
      return kNoState;
    }
    if (outcome == machine::Outcome::Stopped || outcome == machine::Outcome::Exited) return wordOf(machine_.save());
    endOf(outcome, kNoTransition);
    reject("the program has no first state", kNoTransition);
    return kNoState;
  }

  /// Whether states can be gone through by `enter`, `pass` and `leaveTo`, which is quicker than by `expand`. To be
  /// asked in the first state, by the only worker.
  bool canFollow() {
    if (reduces_ || judge_.looksAtSteps() || shared_.options.executeAll) return false;
    if (trusts_) return true;
    const size_t items = machine_.items();
    if (StateRows::bytesFor(graph_.states(), items) > shared_.roomForRows) return false;
    shared_.rows.emplace(graph_.states(), items, shared_.tables.nodes);
    if (shared_.rows->isEmpty()) shared_.rows.reset();
    return shared_.rows.has_value();
  }

  /// Goes on, from the state that was entered last, by a transition to the one behind this number, which nobody has
  /// entered before, and looks at it; the first one is the machine's. False if something is not as the script says.
  bool enter(script::StateId number, script::StateId from, uint64_t transition) {
    if (!move(number, from, transition)) return false;
    ++states_;
    const uint64_t listed = graph_.end(number) - graph_.first(number);
    transitions_ += listed;
    if (!isLawful(number, listed)) return false;
    if (trusts_) return true;
    for (uint64_t i = graph_.first(number); i < graph_.end(number); ++i) {
      if (const auto to = graph_.peekTo(i); to <= graph_.states()) shared_.rows->prefetch(to);
    }
    return listsAll(number);
  }
  /// Whether a transition of the state that was entered last leads where the script says: nowhere, or to a state that
  /// was entered before. Where it leads is not looked at if the script is trusted.
  bool pass(script::StateId from, uint64_t transition) {
    const Chosen chosen = choose(from, transition);
    if (chosen.lane == nullptr) return false;
    const script::StateId to = graph_.to(transition);
    bool isThere = trusts_ || to == script::kNowhere;
    if (const auto* step = shadow_.stepOf(*chosen.lane, chosen.alternative)) {
      if (!leadsAsSaid(transition, kSomeState)) return false;
      isThere = isThere || shared_.rows->leadsTo(to, from, shadow_, *step);
    } else {
      if (!execute(chosen, transition)) return false;
      if (!isThere) {
        shadow_.enter();
        isThere = shared_.rows->isAt(to, shadow_);
        shadow_.leave(1);
      }
    }
    if (!isThere) reject(fmt::format("state {} stands for two different states", to), transition);
    return isThere;
  }
  /// Goes back to the state behind which so many states, with itself, were entered and not left.
  void leaveTo(size_t depth) {
    if (shadow_.depth() == depth) return;
    shadow_.leave(shadow_.depth() - depth);
    if (trusts_) return;
    chosen_.cutTo(lists_[depth].begin);
    lists_.cutTo(depth);
  }

  /// Looks at a state, which stands behind this number, and appends what its transitions lead to. False if something
  /// is not as the script says.
  bool expand(script::StateId number, StateWord state, std::vector<StateWord>& ahead) {
    ++states_;
    machine_.restore(keyOf(state));
    const uint32_t count = reduction_.count();
    if (const auto violation = judge_.ofState(count)) {
      reject(*violation, graph_.via(number));
      return false;
    }
    if (!trusts_) return hasSameTransitions(number) && follow(number, state, count, ahead);
    for (uint64_t transition = graph_.first(number); transition < graph_.end(number); ++transition) {
      const uint32_t alternative = alternativeOf(number, graph_.label(transition), transition);
      if (alternative == kNoLabel) return false;
      ahead.push_back(reduces_ ? kNoState : wordOf(machine_.foresee(alternative).key));
      if (ahead.back() == kNoState && !execute(alternative, transition, state, ahead.back())) return false;
    }
    transitions_ += graph_.end(number) - graph_.first(number);
    return true;
  }

  /// Takes the step from the state behind a number to the one behind another, if it leads there. `transition` is its
  /// place in a list, if it is in one.
  bool reach(script::StateId from, script::Label label, uint64_t transition, script::StateId to) {
    machine_.restore(keyOf(shared_.stateOf(from)));
    const uint32_t alternative = alternativeOf(from, label, transition);
    if (alternative == kNoLabel) return false;
    const StateWord reached = go(alternative, transition).state;
    if (shared_.mustEnd()) return false;
    if (reached == kNoState) {
      reject("the transition leads to no state", transition);
      return false;
    }
    return claim(to, reached, transition);
  }

  /// Whether a transition leads to a state if and only if the script says so.
  bool leadsAsSaid(uint64_t transition, StateWord reached) {
    const bool isNowhere = graph_.to(transition) == script::kNowhere;
    if ((reached == kNoState) == isNowhere) [[likely]]
      return true;
    reject(
        isNowhere ? "the transition leads to a state that the script leaves out" : "the transition leads to no state",
        transition);
    return false;
  }

  /// Whether a transition leads where the script says: to a state or nowhere, and to the state with that number.
  bool settle(uint64_t transition, StateWord reached) {
    if (!leadsAsSaid(transition, reached)) return false;
    const script::StateId to = graph_.to(transition);
    if (to == script::kElsewhere) [[unlikely]] {
      elsewhere_.push_back(reached);
      return true;
    }
    return to == script::kNowhere || claim(to, reached, transition);
  }

  /// Tells everybody what was done since the last time.
  void publish() {
    shared_.tables.quiescence.pass(worker_);
    if (!elsewhere_.empty()) shared_.addElsewhere(std::exchange(elsewhere_, {}));
    shared_.statistics.states += std::exchange(states_, 0);
    shared_.statistics.transitions += std::exchange(transitions_, 0);
    const uint64_t bytesPerState = shared_.rows ? shared_.rows->bytesPerState() : sizeof(StateWord);
    shared_.statistics.storeBytes = shared_.tables.bytes() + bytesPerState * graph_.states();
    if (shared_.tables.isFull()) reject("there is no memory for more states", kNoTransition);
  }

 private:
  using Label = script::Label;
  using Lane = machine::Shadow::Lane;
  static constexpr Label kNoLabel = 0xFFFF'FFFF;
  static constexpr unsigned kPlaceBits = 13;

  void reject(std::string reason, uint64_t transition) { shared_.reject(std::move(reason), transition); }
  void reject(const property::Violation& violation, uint64_t transition) {
    // Where an invariant fails says the step; no instruction does anything wrong.
    const bool hasPlace =
        violation.property != property::Property::Invariant && violation.property != property::Property::Next;
    const std::string place = hasPlace ? ", at " + program::placeOf(machine_.program(), violation.pc) : "";
    reject(fmt::format("{} is violated: {}{}", property::nameOf(violation.property), violation.message, place),
           transition);
  }

  bool claim(script::StateId number, StateWord state, uint64_t transition) {
    if (shared_.claim(number, state)) [[likely]]
      return true;
    rejectDouble(number, transition);
    return false;
  }
  /// Apart, so that what nearly always happens stays small.
  void rejectDouble(script::StateId number, uint64_t transition) {
    reject(shared_.nameOf(number) + " stands for two different states", transition);
  }

  /// The script must list what the program can do in the current state, all of it and nothing else.
  bool hasSameTransitions(script::StateId number) {
    uint64_t at = graph_.first(number);
    for (const machine::ThreadChoice& choice : reduction_.choices()) {
      if (!listsNext(number, at, labelOf(choice), choice.alternatives)) return false;
    }
    return isEnd(number, at);
  }
  /// The same for the state that was entered last. What each transition means is kept.
  bool listsAll(script::StateId number) {
    uint64_t at = graph_.first(number);
    lists_.push({chosen_.size(), at});
    for (Lane* lane = shadow_.firstLane(); lane != nullptr; lane = shadow_.laneAfter(*lane)) {
      const uint32_t alternatives = lane->prospect.alternatives;
      if (!listsNext(number, at, labelOf(*lane), alternatives)) return false;
      for (uint32_t i = 0; i < alternatives; ++i) chosen_.push({lane, i});
    }
    return isEnd(number, at);
  }
  /// Whether the alternatives of a thread come next in the list; goes on behind them.
  bool listsNext(script::StateId number, uint64_t& at, Label label, uint32_t alternatives) {
    const uint64_t end = graph_.end(number);
    for (uint32_t i = 0; i < alternatives; ++i, ++at) {
      if (at == end || graph_.label(at) != label + i) [[unlikely]]
        return rejectList(number, at);
    }
    return true;
  }
  bool rejectList(script::StateId number, uint64_t at) {
    const uint64_t end = graph_.end(number);
    if (at == end) {
      reject(shared_.nameOf(number) + " has transitions that are left out",
             end > graph_.first(number) ? end - 1 : graph_.via(number));
    } else {
      reject(shared_.nameOf(number) + " has no such transition", at);
    }
    return false;
  }
  bool isEnd(script::StateId number, uint64_t at) {
    if (at == graph_.end(number)) return true;
    reject(shared_.nameOf(number) + " has no such transition", at);
    return false;
  }

  /// The label of a choice of the machine's state; kNoLabel if the script knows none.
  Label labelOf(const machine::ThreadChoice& choice) {
    return labelOf(machine_.contentOfThread(choice.thread), choice.thread, choice.alternatives, [] {});
  }
  /// Of a choice of the state that was entered last.
  Label labelOf(const Lane& lane) {
    const size_t index = shadow_.indexOf(lane);
    if (index >= laneLabels_.size()) laneLabels_.resize(index + 1);
    Place& known = laneLabels_[index];
    if (known.content != shadow_.contentOf(lane) || known.alternatives != lane.prospect.alternatives ||
        known.thread != lane.number) {
      known = {shadow_.contentOf(lane), lane.number, lane.prospect.alternatives, kNoLabel};
      known.label = labelOf(known.content, known.thread, known.alternatives, [this] { shadow_.cast(); });
    }
    return known.label;
  }
  template <typename Prepare>
  Label labelOf(uint32_t content, uint32_t thread, uint32_t alternatives, Prepare prepare) {
    Place& place = placeOf(content, thread);
    if (place.content != content || place.thread != thread || place.alternatives != alternatives) [[unlikely]] {
      prepare();
      machine_.refresh(thread);
      const uint32_t statement = machine_.threadByNumber(thread)->frames.back().pc;
      const auto known = labels_.find({thread, statement, alternatives});
      place = {content, thread, alternatives, known == labels_.end() ? kNoLabel : known->second};
    }
    return place.label;
  }

  struct Place {
    uint32_t content = 0;
    uint32_t thread = 0;
    uint32_t alternatives = 0;
    Label label = kNoLabel;
  };
  Place& placeOf(uint32_t content, uint32_t thread) {
    return places_[(content * 0x9E3779B1u + thread * 0x85EBCA6Bu) >> (32 - kPlaceBits)];
  }

  /// Goes on, from the state that was entered last, to the one that a transition leads to; the first one is the
  /// machine's. Whoever does not trust notes that the number stands for it.
  bool move(script::StateId number, script::StateId from, uint64_t transition) {
    if (shadow_.depth() == 0) {
      enterMachineState(number);
      return true;
    }
    if (trusts_) {
      if (const auto* step = firstStep(graph_.label(transition))) {
        shadow_.enter(*step);
        return true;
      }
    }
    const Chosen chosen = choose(from, transition);
    if (chosen.lane == nullptr) return false;
    if (const auto* step = shadow_.stepOf(*chosen.lane, chosen.alternative)) {
      shadow_.enter(*step);
      if (!trusts_) shared_.rows->put(number, from, shadow_, *step);
      return true;
    }
    if (!execute(chosen, transition)) return false;
    enterMachineState(number);
    return true;
  }
  void enterMachineState(script::StateId number) {
    shadow_.enter();
    if (!trusts_) shared_.rows->put(number, shadow_);
  }
  /// The step that a label means in the state that was entered last, if it is a thread's first alternative and known
  /// without asking what the thread can do.
  const machine::StepCache::Entry* firstStep(Label label) {
    const auto& entry = shared_.file.alphabet().entryOf(label);
    if (label != entry.first) return nullptr;
    const uint32_t thread = entry.choice.thread;
    const auto* const step = shadow_.firstStepOf(thread);
    if (step == nullptr || step->answer / machine::kParts != entry.choice.alternatives) return nullptr;
    const Place& place = placeOf(step->key.root, thread);
    const bool isIt = place.content == step->key.root && place.thread == thread && place.label == label &&
                      place.alternatives == entry.choice.alternatives;
    return isIt ? step : nullptr;
  }

  /// Whether the state that was entered last violates nothing; so many transitions of it are in the script.
  bool isLawful(script::StateId number, uint64_t listed) {
    bool mayRace = judge_.looksForRaces() && shadow_.mayRace();
    if (mayRace) {
      if (!learnSteps(number)) return false;
      mayRace = shadow_.mayRace();
    }
    // Whatever is listed will be taken, or the script is rejected.
    const bool canGoOn = listed > 0 || shadow_.canGoOn();
    if (canGoOn && !mayRace && judge_.knowsInvariants(shadow_)) [[likely]]
      return true;
    shadow_.cast();
    const auto violation = judge_.ofState(machine_.alternativeCount());
    if (violation) reject(*violation, graph_.via(number));
    return !violation;
  }

  /// An alternative of a thread in the state that was entered last.
  struct Chosen {
    Lane* lane = nullptr;
    uint32_t alternative = 0;
  };
  /// The one that a transition means; none if there is none, which is rejected. Whoever does not trust has found it out
  /// when the state was entered.
  Chosen choose(script::StateId from, uint64_t transition) {
    if (!trusts_) return chosen_[lists_.back().begin + (transition - lists_.back().first)];
    const Label label = graph_.label(transition);
    const auto& entry = shared_.file.alphabet().entryOf(label);
    Lane* const lane = shadow_.laneOf(entry.choice.thread);
    if (lane != nullptr && labelOf(*lane) == entry.first) return {lane, label - entry.first};
    reject(shared_.nameOf(from) + " has no such transition", transition);
    return {};
  }
  /// Lets the machine take it; whether it leads as the script says.
  bool execute(const Chosen& chosen, uint64_t transition) {
    shadow_.cast();
    const Reached found = go(firstOf(chosen.lane->number) + chosen.alternative, transition);
    return found.isRight && leadsAsSaid(transition, found.state);
  }
  /// Lets the machine take steps that nobody remembers. Whoever trusts a script takes but a few of all steps, and what
  /// the others touch would have to be found out again and again. False if something is wrong on the way.
  bool learnSteps(script::StateId number) {
    std::vector<std::pair<uint32_t, uint32_t>> unknown;  // threads, alternatives
    for (Lane* lane = shadow_.firstLane(); lane != nullptr; lane = shadow_.laneAfter(*lane)) {
      if (lane->prospect.part == machine::Part::None) continue;
      for (uint32_t i = 0; i < lane->prospect.alternatives; ++i) {
        if (shadow_.knownStep(*lane, i) == nullptr) unknown.emplace_back(lane->number, i);
      }
    }
    for (const auto& [thread, alternative] : unknown) {
      shadow_.cast();
      const machine::Outcome outcome = machine_.step(firstOf(thread) + alternative);
      if (const auto violation = judge_.duringStep()) {
        reject(*violation, graph_.via(number));
        return false;
      }
      if (outcome == machine::Outcome::Stopped || outcome == machine::Outcome::Exited) {
        machine_.save();
      } else {
        machine_.discard();
      }
    }
    if (!unknown.empty()) shadow_.lookAgain();
    return true;
  }
  /// The first alternative of a thread that can go on in the machine's state.
  uint32_t firstOf(uint32_t thread) {
    const auto choices = machine_.choices();
    return std::find_if(choices.begin(), choices.end(), [&](const auto& each) { return each.thread == thread; })->first;
  }

  /// The alternative of the current state that a transition means; kNoLabel if there is none.
  uint32_t alternativeOf(script::StateId number, Label label, uint64_t transition) {
    const auto& entry = shared_.file.alphabet().entryOf(label);
    for (const machine::ThreadChoice& choice : reduction_.choices()) {
      if (choice.thread == entry.choice.thread && labelOf(choice) == entry.first) {
        return choice.first + (label - entry.first);
      }
    }
    reject(shared_.nameOf(number) + " has no such transition", transition);
    return kNoLabel;
  }

  /// All transitions of a state, which is the current one.
  bool follow(script::StateId number, StateWord state, uint32_t count, std::vector<StateWord>& ahead) {
    const uint64_t first = graph_.first(number);
    transitions_ += count;
    for (uint32_t i = 0; i < count; ++i) shared_.prefetch(graph_.peekTo(first + i));
    const size_t begin = ahead.size();
    ahead.resize(begin + count, kNoState);
    if (!judge_.looksAtSteps() && !reduces_) foresee(count, ahead.data() + begin);
    for (uint32_t i = 0; i < count; ++i) {
      StateWord& reached = ahead[begin + i];
      if (reached == kNoState && !execute(reduction_.alternative(i), first + i, state, reached)) return false;
    }
    return true;
  }

  /// What the first alternatives of the current state lead to, where the machine remembers it.
  void foresee(uint32_t count, StateWord* reached) {
    constexpr uint32_t kAtOnce = 8;
    std::array<const machine::StepCache::Entry*, kAtOnce> steps;
    for (uint32_t first = 0; first < count; first += kAtOnce) {
      const uint32_t some = std::min(count - first, kAtOnce);
      for (uint32_t i = 0; i < some; ++i) steps[i] = machine_.remember(first + i);
      for (uint32_t i = 0; i < some; ++i) {
        if (steps[i] != nullptr) reached[first + i] = wordOf(machine_.leadsTo(steps[i]).key);
      }
    }
  }

  /// What an alternative of the current state leads to; the state stays the current one.
  bool execute(uint32_t alternative, uint64_t transition, StateWord state, StateWord& reached) {
    const Reached found = go(alternative, transition);
    reached = found.state;
    if (found.isRight) machine_.restore(keyOf(state));
    return found.isRight;
  }

  struct Reached {
    StateWord state = kNoState;
    bool isRight = true;  // false: it is rejected
  };

  /// Takes an alternative of the current state.
  Reached go(uint32_t alternative, uint64_t transition) {
    judge_.beforeStep();
    const uint32_t thread = reduction_.threadOf(alternative);
    const machine::Outcome outcome = passOn(machine_.step(alternative), thread);
    if (const auto violation = judge_.duringStep()) {
      reject(*violation, transition);
      return {kNoState, false};
    }
    if (outcome != machine::Outcome::Stopped && outcome != machine::Outcome::Exited) return endOf(outcome, transition);
    if (shared_.mustEnd()) return {kNoState, false};  // the step may have been cut short
    const StateWord state = wordOf(machine_.save());
    const auto violation = judge_.ofStep();
    if (!violation) return {state};
    reject(*violation, transition);
    return {kNoState, false};
  }

  /// Goes on behind a step of a thread where the search has.
  machine::Outcome passOn(machine::Outcome outcome, uint32_t moved) {
    if (!reduces_) return outcome;
    return search::passOn(Walker{*this}, machine_, reduction_, passage_, moved, outcome);
  }
  struct Walker {
    Certifier& certifier;

    bool mustEnd() const { return certifier.shared_.mustEnd(); }
    static bool isKnown(machine::StateKey) { return false; }
    machine::Outcome pass(uint32_t alternative) const { return certifier.machine_.step(alternative); }
    static uint32_t movedTo(uint32_t thread) { return thread; }
    machine::Outcome goBack(const Passage::Place& place) const {
      certifier.machine_.restore(place.key);
      return machine::Outcome::Stopped;
    }
  };

  /// What a step without a state behind it means.
  Reached endOf(machine::Outcome outcome, uint64_t transition) {
    std::optional<std::string> unknown;
    if (outcome == machine::Outcome::Faulted) {
      if (const auto violation = judge_.ofFault(unknown)) {
        reject(*violation, transition);
        return {kNoState, false};
      }
    } else if (outcome == machine::Outcome::Abandoned) {
      const machine::Report& report = machine_.report();
      unknown = fmt::format("{}, at {}", report.message, program::placeOf(machine_.program(), report.pc));
    }
    machine_.discard();
    if (!unknown) return {};
    reject(*unknown, transition);
    return {kNoState, false};
  }

  /// The list of a state on the path.
  struct List {
    size_t begin;    // of what its transitions mean
    uint64_t first;  // of the transitions
  };

  Certificate& shared_;
  const script::Graph& graph_;
  const unsigned worker_;
  const bool trusts_;
  machine::ConcreteMachine machine_;
  Judge judge_;
  machine::Reduction reduction_;
  const bool reduces_;
  Passage passage_;
  machine::Shadow shadow_;                           // of the machine, for the only worker
  std::map<std::array<uint32_t, 3>, Label> labels_;  // by thread, statement, alternatives
  std::vector<Place> places_ = std::vector<Place>(size_t{1} << kPlaceBits);
  std::vector<Place> laneLabels_;  // of each lane, as it was the last time
  // Of the states on the path, where nobody trusts.
  support::LargeStack<Chosen> chosen_;  // what their transitions mean
  support::LargeStack<List> lists_;
  // Since somebody was told.
  std::vector<StateWord> elsewhere_;  // states out of the part
  uint64_t states_ = 0;
  uint64_t transitions_ = 0;
};

}  // namespace clew::search
