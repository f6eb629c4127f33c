#include "search/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "search/fingerprints.h"
#include "search/judge.h"
#include "state/key_set.h"

namespace clew::search {

namespace {

using machine::Outcome;
using machine::StateKey;
using script::Label;
using script::SearchTree;
using script::StateId;

constexpr Label kNoLabel = 0xFFFF'FFFF;
constexpr uint64_t kNoTransition = ~uint64_t{0};
constexpr StateId kBatch = 2048;  // states that a worker takes at once

uint64_t wordOf(StateKey key) { return uint64_t{key.first} << 32 | key.second; }
StateKey keyOf(uint64_t word) { return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)}; }

/// What the workers share.
struct Certificate {
  Certificate(const program::Program& program, const script::File& file, const SearchTree& tree, const Options& options,
              const std::vector<script::Range>& ranges, const std::atomic<bool>& stop, Statistics& statistics)
      : program(program),
        file(file),
        tree(tree),
        options(options),
        stop(stop),
        statistics(statistics),
        tables(options.jobs),
        states(std::make_unique<std::atomic<uint64_t>[]>(size_t{tree.states()} + 1)) {
    tables.threadPlaces = expectedThreads(program, options);
    const bool inOrder = options.jobs == 1 && !ranges.empty() && ranges.front() == script::Range{1, tree.states()};
    if (!inOrder) ways = tree.shortestWays();
    for (const script::Range& range : ranges) {
      for (StateId first = range.first; first <= range.last; first += kBatch) {
        batches.push_back({first, std::min(range.last, first + kBatch - 1)});
      }
    }
  }

  /// Lets all workers go through the batches; empty if everything is as the script says.
  std::optional<Rejection> follow();

  void reject(std::string reason, uint64_t transition) {
    const std::lock_guard lock(mutex);
    if (rejected) return;
    rejected = true;
    rejection = {std::move(reason), transition};
    halt = true;
  }

  const program::Program& program;
  const script::File& file;
  const SearchTree& tree;
  const Options& options;
  const std::atomic<bool>& stop;
  Statistics& statistics;
  machine::StateTables tables;
  std::unique_ptr<std::atomic<uint64_t>[]> states;  // by number: the state that it stands for, 0 if nobody knows yet
  std::vector<script::Range> batches;
  SearchTree::Ways ways;        // to states, where they are not reached one after the other
  std::atomic<size_t> next{0};  // batch that nobody has taken
  std::atomic<bool> halt{false};
  std::mutex mutex;
  bool rejected = false;
  Rejection rejection;
};

/// What a transition leads to.
struct Reached {
  enum class Kind : uint8_t {
    State,
    Nowhere,
    Rejected
  } kind;
  uint64_t state = 0;
};

class Certifier {
 public:
  Certifier(Certificate& shared, unsigned worker)
      : shared_(shared),
        tree_(shared.tree),
        worker_(worker),
        trusts_(shared.file.metadata().kind == script::Kind::Trustful),
        machine_(shared.program, shared.tables, shared.options.machine),
        judge_(shared.options, machine_) {
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

  void run() {
    const Outcome outcome = machine_.start();
    if (outcome != Outcome::Stopped && outcome != Outcome::Exited) {
      reachedOf(outcome, kNoTransition);
      return reject("the program has no first state", kNoTransition);
    }
    claim(1, wordOf(machine_.save()), kNoTransition);
    while (!mustEnd()) {
      const size_t next = shared_.next++;
      if (next >= shared_.batches.size()) break;
      const auto [first, last] = shared_.batches[next];
      for (StateId state = first; state <= last && !mustEnd(); ++state) expand(state);
      publish(last - first + 1);
    }
  }

 private:
  bool mustEnd() const {
    return shared_.halt.load(std::memory_order_relaxed) || shared_.stop.load(std::memory_order_relaxed);
  }
  void reject(std::string reason, uint64_t transition) { shared_.reject(std::move(reason), transition); }

  /// A number stands for one state. Whoever comes first says for which.
  bool claim(StateId number, uint64_t state, uint64_t transition) {
    std::atomic<uint64_t>& known = shared_.states[number];
    uint64_t before = known.load(std::memory_order_acquire);
    if (before == state) [[likely]]
      return true;
    if (before == 0 && known.compare_exchange_strong(before, state)) return true;
    if (before == state) return true;
    reject(fmt::format("state {} stands for two different states", number), transition);
    return false;
  }

  /// Where a way to a state comes from. All states are reached from the first, so there is one.
  StateId fromOf(StateId number) const {
    return shared_.ways.from.empty() ? tree_.parent(number) : shared_.ways.from[number];
  }
  uint64_t viaOf(StateId number) const {
    return shared_.ways.from.empty() ? tree_.via(number) : shared_.ways.via[number];
  }

  /// The state behind a number. If nobody has been there yet, the way to it is gone.
  uint64_t stateOf(StateId number) {
    uint64_t state = shared_.states[number].load(std::memory_order_acquire);
    if (state != 0) return state;
    std::vector<StateId> way;
    for (StateId now = number; shared_.states[now].load() == 0; now = fromOf(now)) way.push_back(now);
    for (; !way.empty() && !mustEnd(); way.pop_back()) {
      const StateId from = fromOf(way.back());
      const uint64_t transition = viaOf(way.back());
      machine_.restore(keyOf(shared_.states[from]));
      const uint32_t alternative = alternativeOf(from, transition);
      if (alternative == kNoLabel) return 0;
      const Reached reached = go(alternative, transition);
      if (reached.kind != Reached::Kind::State) {
        reject("the transition leads to no state", transition);
        return 0;
      }
      if (!claim(way.back(), reached.state, transition)) return 0;
    }
    return shared_.states[number];
  }

  void expand(StateId number) {
    const uint64_t state = stateOf(number);
    if (state == 0 || mustEnd()) return;
    machine_.restore(keyOf(state));
    const uint32_t count = machine_.alternativeCount();
    if (const auto violation = judge_.ofState(count)) {
      return reject(*violation, number == 1 ? kNoTransition : tree_.via(number));
    }
    if (trusts_) {
      followProductive(number);
    } else if (hasSameTransitions(number)) {
      follow(number, state);
    }
  }

  void reject(const property::Violation& violation, uint64_t transition) {
    reject(fmt::format("{} is violated: {}, at {}", property::nameOf(violation.property), violation.message,
                       program::placeOf(machine_.program(), violation.pc)),
           transition);
  }

  /// The script must list what the program can do in the current state, all of it and nothing else.
  bool hasSameTransitions(StateId number) {
    uint64_t at = tree_.first(number);
    const uint64_t end = tree_.end(number);
    for (const machine::ThreadChoice& choice : machine_.choices()) {
      const Label label = labelOf(choice);
      for (uint32_t i = 0; i < choice.alternatives; ++i, ++at) {
        if (at == end) {
          reject(fmt::format("state {} has transitions that are left out", number), end > tree_.first(number) ? end - 1
                                                                                    : number == 1 ? kNoTransition
                                                                                                  : tree_.via(number));
          return false;
        }
        if (tree_.label(at) != label + i) {
          reject(fmt::format("state {} has no such transition", number), at);
          return false;
        }
      }
    }
    if (at == end) return true;
    reject(fmt::format("state {} has no such transition", number), at);
    return false;
  }

  /// The label of a choice of the current state; kNoLabel if the script knows none.
  Label labelOf(const machine::ThreadChoice& choice) {
    const uint32_t content = machine_.contentOfThread(choice.thread);
    Place& place = places_[(content * 0x9E3779B1u + choice.thread * 0x85EBCA6Bu) >> (32 - kPlaceBits)];
    if (place.content != content || place.thread != choice.thread || place.alternatives != choice.alternatives) {
      machine_.refresh(choice.thread);
      const uint32_t statement = machine_.threadByNumber(choice.thread)->frames.back().pc;
      const auto known = labels_.find({choice.thread, statement, choice.alternatives});
      place = {content, choice.thread, choice.alternatives, known == labels_.end() ? kNoLabel : known->second};
    }
    return place.label;
  }

  /// The alternative of the current state that a transition means; kNoLabel if there is none.
  uint32_t alternativeOf(StateId number, uint64_t transition) {
    const Label label = tree_.label(transition);
    const auto& entry = shared_.file.alphabet().entryOf(label);
    for (const machine::ThreadChoice& choice : machine_.choices()) {
      if (choice.thread == entry.choice.thread && labelOf(choice) == entry.first) {
        return choice.first + (label - entry.first);
      }
    }
    reject(fmt::format("state {} has no such transition", number), transition);
    return kNoLabel;
  }

  /// All transitions of a state, which is the current one.
  void follow(StateId number, uint64_t state) {
    const uint64_t first = tree_.first(number);
    const auto count = static_cast<uint32_t>(tree_.end(number) - first);
    transitions_ += count;
    for (uint32_t i = 0; i < count; ++i) {
      __builtin_prefetch(&shared_.states[tree_.to(first + i)]);
      machine_.prefetch(i);
    }
    for (uint32_t i = 0; i < count; ++i) {
      const StateId to = tree_.to(first + i);
      const Reached reached = look(i, first + i, state);
      if (reached.kind == Reached::Kind::Rejected) return;
      if ((reached.kind == Reached::Kind::Nowhere) != (to == script::kNowhere)) {
        return reject(to == script::kNowhere ? "the transition leads to a state that the script leaves out"
                                             : "the transition leads to no state",
                      first + i);
      }
      if (to != script::kNowhere && !claim(to, reached.state, first + i)) return;
    }
  }

  /// The productive ones alone: each leads to a state that nobody else is said to lead to.
  void followProductive(StateId number) {
    for (uint64_t transition = tree_.first(number); transition < tree_.end(number); ++transition) {
      const uint32_t alternative = alternativeOf(number, transition);
      if (alternative == kNoLabel) return;
      const Reached reached = look(alternative, transition, shared_.states[number]);
      if (reached.kind == Reached::Kind::Rejected) return;
      if (reached.kind == Reached::Kind::Nowhere) return reject("the transition leads to no state", transition);
      shared_.states[tree_.to(transition)] = reached.state;
      ++transitions_;
    }
  }

  /// What an alternative of the current state leads to; the state stays the current one.
  Reached look(uint32_t alternative, uint64_t transition, uint64_t state) {
    if (!judge_.looksAtSteps()) {
      const auto foreseen = machine_.foresee(alternative);
      if (foreseen) return {Reached::Kind::State, wordOf(foreseen.key)};
    }
    const Reached reached = go(alternative, transition);
    machine_.restore(keyOf(state));
    return reached;
  }

  /// Takes an alternative of the current state.
  Reached go(uint32_t alternative, uint64_t transition) {
    judge_.beforeStep();
    const Outcome outcome = machine_.step(alternative);
    if (outcome == Outcome::Stopped || outcome == Outcome::Exited) {
      if (mustEnd()) return {Reached::Kind::Rejected};  // the step may have been cut short
      const uint64_t state = wordOf(machine_.save());
      if (const auto violation = judge_.ofStep()) {
        reject(*violation, transition);
        return {Reached::Kind::Rejected};
      }
      return {Reached::Kind::State, state};
    }
    return reachedOf(outcome, transition);
  }

  /// What a step without a state behind it means.
  Reached reachedOf(Outcome outcome, uint64_t transition) {
    std::optional<std::string> unknown;
    if (outcome == Outcome::Faulted) {
      if (const auto violation = judge_.ofFault(unknown)) {
        reject(*violation, transition);
        return {Reached::Kind::Rejected};
      }
    } else if (outcome == Outcome::Abandoned) {
      const machine::Report& report = machine_.report();
      unknown = fmt::format("{}, at {}", report.message, program::placeOf(machine_.program(), report.pc));
    }
    machine_.discard();
    if (!unknown) return {Reached::Kind::Nowhere};
    reject(*unknown, transition);
    return {Reached::Kind::Rejected};
  }

  void publish(uint64_t states) {
    shared_.tables.quiescence.pass(worker_);
    shared_.statistics.states += states;
    shared_.statistics.transitions += transitions_;
    transitions_ = 0;
    shared_.statistics.storeBytes = shared_.tables.bytes() + sizeof(uint64_t) * shared_.tree.states();
    if (shared_.tables.isFull()) reject("there is no memory for more states", kNoTransition);
  }

  static constexpr unsigned kPlaceBits = 13;
  struct Place {
    uint32_t content = 0;
    uint32_t thread = 0;
    uint32_t alternatives = 0;
    Label label = kNoLabel;
  };

  Certificate& shared_;
  const SearchTree& tree_;
  const unsigned worker_;
  const bool trusts_;
  machine::ConcreteMachine machine_;
  Judge judge_;
  std::map<std::array<uint32_t, 3>, Label> labels_;  // by thread, statement, alternatives
  std::vector<Place> places_ = std::vector<Place>(size_t{1} << kPlaceBits);
  uint64_t transitions_ = 0;
};

std::optional<Rejection> Certificate::follow() {
  {
    std::vector<std::jthread> others;
    for (unsigned worker = 1; worker < options.jobs; ++worker) {
      others.emplace_back([this, worker] { Certifier(*this, worker).run(); });
    }
    Certifier(*this, 0).run();
  }
  if (!rejected) return stop ? std::optional(Rejection{"it was not finished"}) : std::nullopt;
  rejection.step = rejection.step == kNoTransition ? 0 : tree.stepOf(rejection.step);
  return rejection;
}

/// Why each state has not one number only; none if it has.
std::optional<Rejection> findDoubles(const Certificate& shared) {
  state::KeySet keys;
  for (StateId number = 1; number <= shared.tree.states(); ++number) {
    constexpr StateId kAhead = 16;
    if (number + kAhead <= shared.tree.states()) keys.prefetch(keyOf(shared.states[number + kAhead]));
    if (!keys.insert(keyOf(shared.states[number]))) return Rejection{"two numbers stand for the same state"};
  }
  if (keys.isFull()) return Rejection{"budget: there is no memory to compare all states"};
  return std::nullopt;
}

}  // namespace

std::optional<Rejection> certify(const program::Program& program, const script::File& file, const SearchTree& tree,
                                 const Options& options, const std::atomic<bool>& stop, Statistics& statistics) {
  Certificate shared(program, file, tree, options, {{1, tree.states()}}, stop, statistics);
  if (auto rejection = shared.follow()) return rejection;
  const bool trusts = file.metadata().kind == script::Kind::Trustful;
  return trusts ? std::nullopt : findDoubles(shared);
}

std::optional<Rejection> certifyPart(const program::Program& program, const script::File& file, const SearchTree& tree,
                                     const script::Part& part, support::Hash128 secret, const Options& options,
                                     const std::atomic<bool>& stop, Statistics& statistics,
                                     script::PartResult& result) {
  Certificate shared(program, file, tree, options, part.ranges, stop, statistics);
  if (auto rejection = shared.follow()) return rejection;
  Fingerprints fingerprints(shared.tables, secret);
  auto range = part.ranges.begin();
  for (StateId number = 1; number <= tree.states(); ++number) {
    const uint64_t state = shared.states[number];
    if (state == 0) continue;
    while (range != part.ranges.end() && range->last < number) ++range;
    const bool isOwn = range != part.ranges.end() && range->first <= number;
    (isOwn ? result.own : result.others).push_back({number, fingerprints.of(keyOf(state))});
  }
  return std::nullopt;
}

}  // namespace clew::search
