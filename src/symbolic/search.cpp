#include "symbolic/search.h"

#include <fmt/format.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "symbolic/leaf.h"
#include "symbolic/machine.h"
#include "symbolic/nogood_code.h"
#include "symbolic/order.h"
#include "symbolic/proof.h"
#include "symbolic/race.h"
#include "symbolic/range_count.h"
#include "symbolic/replay.h"
#include "symbolic/values.h"
#include "symbolic/visited.h"

namespace clew::symbolic {

namespace {

using machine::Outcome;
using machine::Report;
using machine::StateKey;
using property::Property;

/// A state on the path from which there are several ways on.
struct Entry {
  StateKey key;
  Run::Place place;
  size_t steps = 0;  // in the schedule
  uint32_t next = 0;
  uint32_t count = 0;
  std::vector<Term> conditions;  // a branch on symbols; otherwise a choice of schedule
  size_t choices = 0;            // on the path
  search::Range::Place within;   // how what follows lies to the range
};

/// What a search is for.
enum class Role : uint8_t {
  Explore,
  Certify  // every leaf must be refuted on the spot, and nobody is asked
};

/// Whoever certifies knows all nogoods from the beginning, so the way may not depend on what was known when. Nor may it
/// where paths are the bounds of ranges.
PathCondition::Deciding decidingOf(Role role, const search::Options& what, const Options& how) {
  const bool isAgreed = role == Role::Certify || how.nogoods != nullptr || !what.ranges.empty();
  return isAgreed ? PathCondition::Deciding::WithoutNogoods : PathCondition::Deciding::WithNogoods;
}

unsigned workersOf(Role role, const Options& how) {
  if (role == Role::Certify) return 0;
  return how.solving == Solving::Eager ? 1 : how.workers;
}

class Search : Leaves {
 public:
  Search(const program::Program& program, const search::Options& what, const Options& how,
         const std::atomic<bool>& stop, search::Statistics& statistics, Role role)
      : program_(program),
        what_(what),
        how_(how),
        stop_(stop),
        statistics_(statistics),
        role_(role),
        path_(terms_, decidingOf(role, what, how)),
        order_(terms_),
        run_(terms_, path_, *this, how.bounds, how.merging == Merging::Always),
        machine_(program, tables_, what.machine),
        workers_(terms_, how.solver, workersOf(role, how), how.blocks, how.solverSeconds) {
    machine_.setRun(&run_);
    machine_.setComplaints(what.complaints);
    machine_.setStopFlags(&stop);
    if (how.solving == Solving::Eager && role == Role::Explore) eager_ = term::makeSolver(how.solver, terms_);
    watcher_ = std::thread([this] { watch(); });
  }

  ~Search() override {
    {
      const std::lock_guard lock(watching_);
      isDone_ = true;
    }
    done_.notify_all();
    watcher_.join();
  }
  Search(const Search&) = delete;  // the machine refers to it
  Search& operator=(const Search&) = delete;

  search::Result explore() {
    walk();
    finish();
    account();
    if (how_.nogoods != nullptr && !terms_.isFull()) {
      auto written = writeNogoods(path_.keptNogoods(), run_.symbols);
      if (written) *how_.nogoods = std::move(*written);
    }
    return std::move(result_);
  }

  std::optional<search::Rejection> certify(std::span<const uint8_t> bytes) {
    const auto nogoods = readNogoods(bytes, run_.symbols);
    if (!nogoods) return search::Rejection{nogoods.error().message};
    for (const Nogood& nogood : *nogoods) path_.learn(nogood.literals);
    walk();
    account();
    if (rejection_) return rejection_;
    const search::Shortfall& shortfall = result_.shortfall;
    const bool isShort =
        stop_.load() || shortfall.interrupted || shortfall.full || shortfall.states || tables_.isFull();
    if (isShort) return search::Rejection{"budget: it was not walked to its end"};
    const ProofOptions proving{how_.solver, std::max(how_.workers, 1u), how_.solverSeconds};
    auto unproven = findUnproven(terms_, path_.nogoods(), proving, stop_);
    if (unproven) return search::Rejection{std::move(*unproven)};
    return std::nullopt;
  }

 private:
  static constexpr uint32_t kBranchesBetweenChecks = 16;
  static constexpr uint64_t kChecksToTry = 32;  // whether paths can be gone; more if that is worth it
  static constexpr uint64_t kChecksPerRefutation = 4;

  bool isOver() {
    result_.shortfall.states |= what_.maxStates > 0 && statistics_.states.load() >= what_.maxStates;
    if (!stop_.load(std::memory_order_relaxed)) {
      return isFound_ || terms_.isFull() || result_.shortfall.full || result_.shortfall.states;
    }
    result_.shortfall.interrupted = true;
    return true;
  }

  /// Interrupts solvers when somebody asks to stop: whoever waits for them cannot look.
  void watch() {
    constexpr std::chrono::milliseconds kPause{20};
    std::unique_lock lock(watching_);
    while (!done_.wait_for(lock, kPause, [this] { return isDone_; })) {
      if (!stop_.load(std::memory_order_relaxed)) continue;
      workers_.interrupt();
      if (eager_) eager_->interrupt();
      if (solverOfSearch_.load()) solverOfSearch_.load()->interrupt();
    }
  }

  // ---- walking ----

  void walk() {
    tables_.threadPlaces = search::expectedThreads(program_, what_);
    std::vector<search::Range> ranges = what_.ranges;
    if (ranges.empty()) ranges.emplace_back();
    // What the first step finds is in the first range that is not empty.
    const auto isOutside = [](const search::Range& each) { return each.place().isOutside; };
    const auto first = std::find_if_not(ranges.begin(), ranges.end(), isOutside);
    begin(first == ranges.end() ? ranges.back() : *first);
    const Outcome outcome = machine_.start();
    const StateKey start = ranges.size() > 1 && outcome == Outcome::Stopped ? machine_.save() : StateKey{};
    const Run::Place place = run_.place();
    for (const search::Range& range : ranges) {
      if (isOver()) return;
      const RangeCount count(statistics_, !what_.ranges.empty());
      begin(range);
      if (place_.isOutside) continue;
      if (&range != &*first && outcome == Outcome::Stopped) {
        machine_.discard();
        machine_.restore(start);
        run_.goBack(place);
      }
      walkFrom(outcome);
    }
  }

  void begin(const search::Range& range) {
    range_ = &range;
    place_ = range.place();
    choices_.shorten(0);
    schedule_.clear();
    boundary_.clear();
    if (!what_.rangesShareStates) visited_.clear();
  }

  void walkFrom(Outcome outcome) {
    arrive(outcome);
    while (!stack_.empty() && !isOver()) {
      learn();
      if (!jumpBack()) goOn();
    }
  }

  /// Takes the next way on from the newest state.
  void goOn() {
    Entry& entry = stack_.back();
    if (entry.next == entry.count) return stack_.pop_back();
    const uint32_t alternative = entry.next++;
    choices_.shorten(entry.choices);
    choices_.push(alternative);
    place_ = entry.within.isInside() ? entry.within : range_->placeOf(choices_, entry.within, entry.choices);
    if (place_.isOutside) return;
    machine_.discard();
    machine_.restore(entry.key);
    run_.goBack(entry.place);
    schedule_.resize(entry.steps);
    statistics_.transitions.fetch_add(1, std::memory_order_relaxed);
    if (!entry.conditions.empty()) {
      ++counts_.branches;
      if (!run_.choose(entry.conditions[alternative])) return void(++counts_.pruned);
      if (!isFeasible()) return;
    } else {
      const machine::ThreadChoice& choice = machine_.choiceOf(alternative);
      schedule_.push_back({choice.thread, alternative - choice.first});
    }
    arrive(machine_.step(alternative));
  }

  /// Looks at what a step came to, and goes on while there is only one way on.
  void arrive(Outcome outcome) {
    while (true) {
      if (path_.contradictory()) return;
      if (outcome != Outcome::Stopped) return end(outcome);
      const uint32_t count = machine_.alternativeCount();
      if (machine_.choicesDependOnSymbols()) {
        return leave(Leaf::Kind::Unmodelled, {}, {{}, 0, 0, "synchronisation that depends on inputs is not modelled"});
      }
      if (count != 1) return enter(count);
      if (findsRace() || isOver() || !isNew(machine_.save())) return;
      statistics_.transitions.fetch_add(1, std::memory_order_relaxed);
      outcome = machine_.step(0);
    }
  }

  /// Comes to a state with several ways on, or none.
  void enter(uint32_t count) {
    if (count == 0) {
      if (what_.properties.contains(Property::Deadlock)) {
        leave(Leaf::Kind::Violation, Property::Deadlock, {{}, 0, 0, "no thread can go on"});
      }
      return;
    }
    Entry entry;
    if (machine_.isAtFork()) {
      const auto number = machine_.choices().front().thread;
      entry.conditions = machine_.threadByNumber(number)->trace.fork;
      if (how_.branches > 0 && run_.forks() >= how_.branches) {
        return leave(Leaf::Kind::Cut, {},
                     {{}, 0, 0, fmt::format("paths with more than {} branches on inputs", how_.branches)});
      }
    } else if (findsRace()) {
      return;
    }
    entry.key = machine_.save();
    entry.place = run_.place();
    entry.steps = schedule_.size();
    entry.count = count;
    entry.choices = choices_.size();
    entry.within = place_;
    if (entry.conditions.empty() && !isNew(entry.key)) return;
    statistics_.states.fetch_add(1, std::memory_order_relaxed);
    stack_.push_back(std::move(entry));
    if (stack_.size() > statistics_.depth.load(std::memory_order_relaxed)) statistics_.depth = stack_.size();
  }

  /// Whether nobody has been in this state, between steps, with the same condition. Interleavings that come to the same
  /// are one, and a program that goes in circles for ever comes to an end. Of what follows a bound of the range only a
  /// part is gone, so such states are kept apart (docs/design.md, Ranges): there only circles without a choice count.
  bool isNew(StateKey key) {
    result_.shortfall.full |= tables_.isFull();
    const auto literals = path_.literals();
    if (place_.isTight()) return boundary_.add(tables_.components, key, literals, choices_.size());
    return visited_.add(tables_.components, key, literals, keyOf(run_.inputs(), tables_.components));
  }

  /// Leaves what a contradiction between conditions of the path has made impossible; whether there was one.
  bool jumpBack() {
    if (!path_.contradictory()) return false;
    while (!stack_.empty() && path_.contradictory() && stack_.back().place.conditions >= path_.contradictionSize()) {
      stack_.pop_back();
    }
    if (!stack_.empty()) run_.goBack(stack_.back().place);
    return stack_.empty();
  }

  /// Whether solvers say that the path can be gone: at once if they are asked eagerly, otherwise later and now and
  /// then.
  bool isFeasible() {
    if (role_ == Role::Certify) return true;
    const auto literals = path_.literals();
    if (eager_) return decideEagerly(literals).answer != term::Answer::Unsatisfiable;
    if (isFarInALoop() && !staysFeasible()) return false;
    const bool isDue = run_.forks() % kBranchesBetweenChecks == 0 || isInLaterRound();
    const bool isWorthIt = checks_ < kChecksToTry + kChecksPerRefutation * refuted_;
    if (isDue && isWorthIt && how_.blocks.nogoods && workers_.isSomeoneIdle()) {
      ++checks_;
      workers_.submit({{literals.begin(), literals.end()}, Purpose::Feasible, 0});
    }
    return true;
  }

  /// Whether some thread goes round a loop again and again: the second time, the third, the fourth, the sixth, ...
  bool isInLaterRound() const {
    return std::any_of(machine_.threads().begin(), machine_.threads().end(), [](const auto& thread) {
      if (thread->trace.loops.empty()) return false;
      const uint32_t rounds = thread->trace.loops.back().rounds;
      return rounds > 1 && (std::has_single_bit(rounds) || (rounds % 3 == 0 && std::has_single_bit(rounds / 3)));
    });
  }

  /// Rounds in which the search waits for a solver, since most loops end before.
  bool isFarInALoop() const {
    constexpr uint32_t kFar = 8;
    return machine_.liveThreads() == 1 && !machine_.threads().front()->trace.loops.empty() && isInLaterRound() &&
           machine_.threads().front()->trace.loops.back().rounds >= kFar &&
           waits_ < kChecksToTry + kChecksPerRefutation * waitsRefuted_ && how_.blocks.nogoods && how_.workers > 0;
  }

  bool staysFeasible() {
    constexpr double kSeconds = 1;
    ++waits_;
    ++eagerCalls_;
    makeEnumerator();
    const term::Decision decision = enumerator_->decide(path_.literals(), kSeconds);
    if (decision.answer != term::Answer::Unsatisfiable) return true;
    ++waitsRefuted_;
    path_.learn(decision.core.empty() ? path_.literals() : std::span<const Term>(decision.core));
    return false;
  }

  bool findsRace() {
    const bool mayRace =
        what_.properties.contains(Property::DataRace) && machine_.liveThreads() > 1 && !machine_.isAtFork();
    if (!mayRace) return false;
    const Run::Place place = run_.place();
    isLooking_ = true;
    const StateKey key = machine_.save();
    const auto races = machine_.findRaces();
    isLooking_ = false;
    run_.goBack(place);
    machine_.restore(key);
    bool isCertain = false;
    for (const auto& [race, condition] : races) {
      isCertain |= terms_.isTrue(condition);
      leave(Leaf::Kind::Violation, Property::DataRace,
            {{}, race.first.thread, race.first.pc, "two threads access the same memory at once"}, condition);
    }
    if (machine_.hasMoreTouches()) {
      leave(Leaf::Kind::Unmodelled, {},
            {{}, 0, 0, "races with a library function that branches on inputs in so many ways are not modelled"});
    }
    return isCertain;
  }

  // ---- leaves ----

  /// The path ends with a step that did not just stop.
  void end(Outcome outcome) {
    switch (outcome) {
      case Outcome::Faulted: return leaveFault(terms_.truth(true), machine_.report());
      case Outcome::Abandoned: {
        if (stop_.load(std::memory_order_relaxed)) return;
        if (!run_.isCut()) return leave(Leaf::Kind::Unmodelled, {}, machine_.report());
        const uint32_t head = run_.cutAt();
        return leave(
            Leaf::Kind::Cut, {},
            {{},
             0,
             head,
             fmt::format("the loop at {} after {} rounds", program::placeOf(program_, head), run_.mostRounds(head))});
      }
      default: return;
    }
  }

  void fail(Term condition, const Report& report) override {
    if (!isLooking_) leaveFault(condition, report);
  }
  void doubt(Term condition, const Report& report) override {
    if (!isLooking_) leave(Leaf::Kind::Unmodelled, {}, report, condition);
  }

  std::optional<std::vector<uint64_t>> valuesOf(Term term, size_t most) override {
    makeEnumerator();
    ListedValues listed = listValues(*enumerator_, terms_, path_, term, most, how_.solverSeconds, stop_);
    eagerCalls_ += listed.calls;
    return std::move(listed.values);
  }

  void makeEnumerator() {
    if (enumerator_) return;
    enumerator_ = term::makeSolver(how_.solver, terms_);
    solverOfSearch_ = enumerator_.get();
  }

  void leaveFault(Term condition, const Report& report) {
    const Property property = property::propertyOf(report.fault);
    const bool isChecked = what_.properties.contains(property);
    leave(isChecked ? Leaf::Kind::Violation : Leaf::Kind::Unreported, property, report, condition);
  }

  /// The path ends here if it can be gone, and if one more condition is true. The beginning of a range's first path
  /// comes before it, and is the business of the range before.
  void leave(Leaf::Kind kind, Property property, Report report, Term condition = term::kNoTerm) {
    if (place_.isOutside || place_.onFrom) return;
    std::vector<Term> literals(path_.literals().begin(), path_.literals().end());
    if (condition != term::kNoTerm && !terms_.isTrue(condition)) {
      if (path_.refutes(condition)) return;
      literals.push_back(condition);
    }
    if (role_ == Role::Certify) return reject(kind, property, report);
    if (!inputs_ || inputsVersion_ != run_.inputsVersion()) {
      inputs_ = std::make_shared<const Inputs>(run_.inputs());
      inputsVersion_ = run_.inputsVersion();
    }
    leaves_.push_back({kind, property, std::move(report), schedule_, inputs_});
    const Purpose purpose = kind == Leaf::Kind::Violation ? Purpose::Error : Purpose::Cut;
    ++counts_.queries;
    Query query{std::move(literals), purpose, leaves_.size() - 1};
    if (query.literals.empty()) return take(query, {});
    if (how_.merging == Merging::Always) {  // nobody learns from such a question, so it may be about other terms
      if (auto narrowed = order_.narrowed(query.literals)) query.literals = std::move(*narrowed);
    }
    if (eager_) return decideNow(std::move(query));
    workers_.submit(std::move(query));
  }

  void decideNow(Query query) {
    const term::Decision decision = decideEagerly(query.literals);
    if (decision.answer == term::Answer::Satisfiable) take(query, decision.model);
    if (decision.answer == term::Answer::Unknown) doNotKnow(decision.reason);
  }

  term::Decision decideEagerly(std::span<const Term> literals) {
    ++eagerCalls_;
    term::Decision decision = eager_->decide(literals, how_.solverSeconds);
    if (decision.answer == term::Answer::Unsatisfiable && how_.nogoods != nullptr) {
      path_.learn(decision.core.empty() ? literals : decision.core);
    }
    return decision;
  }

  /// There is a path that the certificate does not refute.
  void reject(Leaf::Kind kind, Property property, const Report& report) {
    if (path_.contradictory() || rejection_) return;
    isFound_ = true;
    switch (kind) {
      case Leaf::Kind::Violation:
      case Leaf::Kind::Unreported:
        rejection_ = {
            fmt::format("a path to a violation of {} is not refuted: {}", property::nameOf(property), report.message)};
        return;
      case Leaf::Kind::Unmodelled:
        rejection_ = {fmt::format("a path is not refuted that the model lacks: {}", report.message)};
        return;
      case Leaf::Kind::Cut:
        rejection_ = {fmt::format("a path beyond the bounds is not refuted: {}", report.message)};
        return;
    }
  }

  // ---- what solvers say ----

  void learn() {
    if (!workers_.hasArrivals()) return;
    const Arrivals arrivals = workers_.take();
    refuted_ += arrivals.cores.size();
    for (const auto& core : arrivals.cores) path_.learn(core);
    for (const auto& [query, model] : arrivals.satisfiable) take(query, model);
    for (const auto& [query, reason] : arrivals.unknown) {
      if (query.purpose != Purpose::Feasible && !isFound_) doNotKnow(reason);
    }
  }

  void doNotKnow(const std::string& reason) {
    if (stop_.load(std::memory_order_relaxed)) return;  // which is said otherwise
    if (!result_.shortfall.unknown) result_.shortfall.unknown = "solver: " + reason;
  }

  /// A path that can be gone.
  void take(const Query& query, const term::Model& model) {
    if (query.purpose == Purpose::Feasible || isFound_) return;
    const Leaf& leaf = leaves_[query.leaf];
    switch (leaf.kind) {
      case Leaf::Kind::Violation: return confirm(leaf, model);
      case Leaf::Kind::Cut: return void(isCutReal_ = true);
      case Leaf::Kind::Unmodelled:
        if (!result_.shortfall.unknown) result_.shortfall.unknown = leaf.report.message;
        return;
      case Leaf::Kind::Unreported:
        if (!result_.shortfall.unknown) {
          const std::string place = program::placeOf(program_, leaf.report.pc);
          result_.shortfall.unknown = property::endsUnchecked(leaf.property, place);
        }
        return;
    }
  }

  /// A violation counts when the concrete machine can follow.
  void confirm(const Leaf& leaf, term::Model model) {
    isFound_ = true;
    order_.widen(model);
    auto path = concretePath(program_, what_.machine, what_.complaints, leaf.schedule, *leaf.inputs, terms_, model);
    if (!path) {
      result_.shortfall.unknown =
          fmt::format("a violation of {} at {} that the concrete machine does not follow",
                      property::nameOf(leaf.property), program::placeOf(program_, leaf.report.pc));
      return;
    }
    result_.violation = property::Violation{leaf.property, leaf.report.message, leaf.report.thread, leaf.report.pc};
    result_.path = std::move(*path);
  }

  void finish() {
    if (isFound_ || result_.shortfall.interrupted) {
      workers_.interrupt();
    } else {
      workers_.finish();
    }
    learn();
    if (!isFound_ && stop_.load(std::memory_order_relaxed)) result_.shortfall.interrupted = true;
    if (isFound_ || !isCutReal_) return;
    for (const Leaf& leaf : leaves_) {
      auto& cuts = result_.shortfall.cuts;
      const bool isNamed = std::find(cuts.begin(), cuts.end(), leaf.report.message) != cuts.end();
      if (leaf.kind == Leaf::Kind::Cut && !isNamed) cuts.push_back(leaf.report.message);
    }
  }

  void account() {
    if (terms_.isFull()) result_.shortfall.full = true;
    result_.shortfall.part = !what_.ranges.empty() && !search::tileTheTree(what_.ranges);
    counts_.solverCalls = workers_.solverCalls() + eagerCalls_;
    counts_.nogoods = path_.nogoodCount();
    counts_.terms = terms_.size();
    statistics_.symbolic = counts_;
    statistics_.storeBytes = tables_.bytes() + terms_.bytes();
  }

  const program::Program& program_;
  const search::Options& what_;
  const Options& how_;
  const std::atomic<bool>& stop_;
  search::Statistics& statistics_;
  const Role role_;
  term::Terms terms_;
  PathCondition path_;
  Order order_;
  Run run_;
  machine::StateTables tables_;
  SymbolicMachine machine_;
  Workers workers_;
  std::unique_ptr<term::Solver> eager_;
  std::unique_ptr<term::Solver> enumerator_;             // of values
  std::atomic<term::Solver*> solverOfSearch_ = nullptr;  // the same, for the watcher
  std::mutex watching_;
  std::condition_variable done_;
  bool isDone_ = false;
  std::thread watcher_;

  std::vector<Entry> stack_;
  std::vector<ScheduleStep> schedule_;
  std::vector<Leaf> leaves_;
  VisitedStates visited_;
  VisitedStates boundary_;  // of the range
  const search::Range* range_ = nullptr;
  machine::Path choices_;
  search::Range::Place place_;  // of the choices
  std::shared_ptr<const Inputs> inputs_;
  uint64_t inputsVersion_ = 0;
  bool isLooking_ = false;  // a step is taken to see what it touches
  bool isFound_ = false;
  bool isCutReal_ = false;
  uint64_t eagerCalls_ = 0;
  uint64_t checks_ = 0;  // whether a path can be gone that goes on
  uint64_t waits_ = 0;   // of them, those that the search waits for
  uint64_t waitsRefuted_ = 0;
  uint64_t refuted_ = 0;  // cores that solvers have found
  search::Statistics::Symbolic counts_;
  search::Result result_;
  std::optional<search::Rejection> rejection_;
};

}  // namespace

search::Result explore(const program::Program& program, const search::Options& what, const Options& how,
                       const std::atomic<bool>& stop, search::Statistics& statistics) {
  // Whoever writes nogoods is alone: a certificate walks one tree.
  if (how.merging == Merging::Race && how.nogoods == nullptr) return race(program, what, how, stop, statistics);
  return Search(program, what, how, stop, statistics, Role::Explore).explore();
}

std::optional<search::Rejection> certify(const program::Program& program, const search::Options& what,
                                         const Options& how, std::span<const uint8_t> nogoods,
                                         const std::atomic<bool>& stop, search::Statistics& statistics) {
  return Search(program, what, how, stop, statistics, Role::Certify).certify(nogoods);
}

}  // namespace clew::symbolic
