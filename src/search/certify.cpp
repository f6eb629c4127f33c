#include "search/certify.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "script/follower.h"
#include "script/search_tree.h"
#include "search/certifier.h"
#include "search/fingerprints.h"
#include "state/key_set.h"

namespace clew::search {

namespace {

using script::SearchTree;
using script::StateId;

constexpr StateId kBatch = 2048;  // states that a worker takes at once

const Rejection kNotFinished{"it was not finished"};

/// Finds out whether each state has one number only, as soon as states are known, on a thread of its own.
class Doubles {
 public:
  explicit Doubles(const Certificate& shared)
      : shared_(shared), progress_(&shared.stop, &shared.halt), thread_([this] { work(); }) {}
  ~Doubles() { progress_.end(0); }
  Doubles(const Doubles&) = delete;  // the thread refers to it
  Doubles& operator=(const Doubles&) = delete;

  /// What the first so many numbers stand for is known.
  void know(StateId states) { progress_.reach(states); }
  /// Waits until all were compared.
  std::optional<Rejection> finish() {
    progress_.end(shared_.graph.states());
    thread_.join();
    if (!rejection_ && done_ != shared_.graph.states()) return Rejection{"not all states were compared"};
    return rejection_;
  }

 private:
  void work() {
    state::KeySet keys(nullptr, shared_.graph.states());
    while (done_ < shared_.graph.states()) {
      const auto known = static_cast<StateId>(progress_.waitForMoreThan(done_));
      if (known <= done_) return;
      while (done_ < known) {
        constexpr StateId kAhead = 16;
        ++done_;
        if (done_ + kAhead <= known) keys.prefetch(identityOf(done_ + kAhead));
        if (!keys.insert(identityOf(done_)) && isDouble(done_)) {
          rejection_ = Rejection{"two numbers stand for the same state"};
          return;
        }
      }
    }
    if (keys.isFull()) rejection_ = Rejection{"budget: there is no memory to compare all states"};
  }

  /// Equal for equal states.
  state::Pair identityOf(StateId number) const {
    if (!shared_.rows) return keyOf(shared_.stateOf(number));
    const uint64_t hash = shared_.rows->hashOf(number);
    return {std::max(static_cast<uint32_t>(hash >> 32), 1U), static_cast<uint32_t>(hash)};
  }
  /// Whether a state with the same identity as one before is the same.
  bool isDouble(StateId number) const {
    if (!shared_.rows) return true;
    StateId other = 1;
    while (other < number && !shared_.rows->areEqual(other, number)) ++other;
    return other < number;
  }

  const Certificate& shared_;
  script::Progress progress_;
  StateId done_ = 0;  // numbers that were compared
  std::optional<Rejection> rejection_;
  std::jthread thread_;
};

// ---- one worker, while the script is read ----

/// Follows a script in the order of its search.
class Walk {
 public:
  Walk(Certificate& shared, script::Reading& reading, Doubles* doubles)
      : shared_(shared), doubles_(doubles), follower_(reading), certifier_(shared, 0) {}

  /// Empty if everything is as the script says.
  std::optional<Rejection> run() {
    Event event = Event::Broken;
    do event = follower_.next();
    while (event != Event::Broken && event != Event::End && !shared_.mustEnd() && advance(event));
    certifier_.publish();
    if (shared_.rejection()) return Rejection{shared_.rejection()->reason, stepOf(shared_.rejection()->step)};
    if (shared_.stop) return kNotFinished;
    if (event == Event::Broken) return Rejection{follower_.error()};
    return std::nullopt;
  }

 private:
  using Event = script::Follower::Event;

  bool advance(Event event) {
    StateWord reached = kNoState;
    if (follower_.steps() == 0) {
      reached = certifier_.start();
      if (reached == kNoState) return false;
      follows_ = certifier_.canFollow();
      if (!follows_) shared_.claim(1, reached);
    } else {
      leaveTo(follower_.depth() - (event == Event::Enter ? 1 : 0));
      if (!follows_) {
        reached = ahead_[offsets_.back().offset + follower_.transition()];
        if (!isAsSaid(reached)) return false;
      }
    }
    if (event != Event::Enter) return !follows_ || certifier_.pass(follower_.state(), follower_.transition());
    const StateId state = follower_.state();
    if (++entered_ % kBatch == 0) {
      certifier_.publish();
      if (doubles_ != nullptr) doubles_->know(state - 1);
    }
    if (follows_) return certifier_.enter(state, follower_.parent(), follower_.transition());
    offsets_.push_back({ahead_.size(), ahead_.size() - shared_.graph.first(state)});
    return certifier_.expand(state, reached, ahead_);
  }

  /// Leaves what the search has left; so many states stay on the path.
  void leaveTo(size_t depth) {
    if (follows_) return certifier_.leaveTo(depth);
    if (offsets_.size() <= depth) return;
    ahead_.resize(offsets_[depth].size);
    offsets_.resize(depth);
  }

  /// Whether the transition leads to what the script says.
  bool isAsSaid(StateWord reached) {
    const uint64_t transition = follower_.transition();
    return trusts_ ? certifier_.leadsAsSaid(transition, reached) : certifier_.settle(transition, reached);
  }

  /// The number of a transition in the order of the search, from 1. It may still be to come.
  uint64_t stepOf(uint64_t transition) {
    if (transition == kNoTransition) return 0;
    while (follower_.transition() != transition) {
      const Event event = follower_.next();
      if (event == Event::Broken || event == Event::End) break;
    }
    return follower_.steps();
  }

  struct Offset {
    size_t size;      // of `ahead_` before this state
    uint64_t offset;  // to be added to a transition
  };
  Certificate& shared_;
  const bool trusts_ = shared_.trusts();  // then numbers stand for nothing
  Doubles* const doubles_;                // if anybody looks for these
  script::Follower follower_;
  Certifier certifier_;
  bool follows_ = false;
  std::vector<StateWord> ahead_;  // what the transitions of the states on the path lead to
  std::vector<Offset> offsets_;   // of each state on the path
  StateId entered_ = 0;
};

// ---- any part of the script, with several workers ----

/// Follows ranges of states, in any order.
class Batches {
 public:
  Batches(Certificate& shared, const SearchTree& tree, const SearchTree::Ways& ways,
          const std::vector<script::Range>& ranges)
      : shared_(shared), tree_(tree), ways_(ways) {
    for (const script::Range& range : ranges) {
      for (StateId first = range.first; first <= range.last; first += kBatch) {
        batches_.push_back({first, std::min(range.last, first + kBatch - 1)});
      }
    }
  }

  /// Empty if everything is as the script says.
  std::optional<Rejection> run() {
    {
      std::vector<std::jthread> others;
      for (unsigned worker = 1; worker < shared_.options.jobs; ++worker) {
        others.emplace_back([this, worker] { work(worker); });
      }
      work(0);
    }
    if (!shared_.rejection()) return shared_.stop ? std::optional(kNotFinished) : std::nullopt;
    const auto& [reason, transition] = *shared_.rejection();
    return Rejection{reason, transition == kNoTransition ? 0 : tree_.stepOf(transition)};
  }

 private:
  void work(unsigned worker) {
    Certifier certifier(shared_, worker);
    const StateWord start = certifier.start();
    if (start == kNoState || shared_.mustEnd()) return;
    shared_.claim(shared_.first, start);
    std::vector<StateWord> ahead;
    while (!shared_.mustEnd()) {
      const size_t next = next_++;
      if (next >= batches_.size()) break;
      const auto [first, last] = batches_[next];
      for (StateId number = first; number <= last && !shared_.mustEnd(); ++number) {
        const StateWord state = stateOf(number, certifier);
        ahead.clear();
        if (state == kNoState || !certifier.expand(number, state, ahead)) break;
        for (size_t i = 0; i < ahead.size() && certifier.settle(tree_.first(number) + i, ahead[i]); ++i) continue;
      }
      certifier.publish();
    }
  }

  /// The state behind a number. If nobody has been there yet, the way to it is gone.
  StateWord stateOf(StateId number, Certifier& certifier) {
    std::vector<StateId> way;
    for (StateId now = number; shared_.stateOf(now) == kNoState; now = ways_.from[now]) way.push_back(now);
    for (; !way.empty() && !shared_.mustEnd(); way.pop_back()) {
      const StateId to = way.back();
      if (!certifier.reach(ways_.from[to], ways_.label[to], ways_.via[to], to)) return kNoState;
    }
    return shared_.stateOf(number);
  }

  Certificate& shared_;
  const SearchTree& tree_;
  const SearchTree::Ways& ways_;  // one to each state
  std::vector<script::Range> batches_;
  std::atomic<size_t> next_{0};  // batch that nobody has taken
};

/// Tells what the places of a part stand for, and to which other states they lead.
std::optional<Rejection> tellMeanings(Certificate& shared, support::Hash128 secret, script::PartResult& result) {
  const script::Places numbers(shared.file.metadata().ranges);
  Fingerprints fingerprints(shared.tables, secret);
  state::KeySet own(nullptr, numbers.count());
  for (StateId place = 1; place <= numbers.count(); ++place) {
    const StateWord state = shared.stateOf(place);
    if (!own.insert(keyOf(state))) return Rejection{"two numbers stand for the same state"};
    result.own.push_back({numbers.numberOf(place), fingerprints.of(keyOf(state))});
  }
  if (own.isFull()) return Rejection{"budget: there is no memory to compare all states"};
  std::vector<StateWord> elsewhere = shared.takeElsewhere();
  std::sort(elsewhere.begin(), elsewhere.end());
  elsewhere.erase(std::unique(elsewhere.begin(), elsewhere.end()), elsewhere.end());
  for (const StateWord state : elsewhere) {
    if (own.contains(keyOf(state))) return Rejection{"a transition that is said to leave the part does not"};
    result.others.push_back({script::kNowhere, fingerprints.of(keyOf(state))});
  }
  return std::nullopt;
}

}  // namespace

std::optional<Rejection> certify(const program::Program& program, const script::File& file, script::Budget budget,
                                 const Options& options, const std::atomic<bool>& stop, Statistics& statistics) {
  const auto isWhole = [&](const script::Graph& graph) { return statistics.states == graph.states(); };
  Rejection notWhole{"not all states were looked at"};
  if (file.metadata().kind == script::Kind::Part) return Rejection{"a part of a script proves nothing alone"};
  if (options.jobs == 1) {
    auto reading = script::Reading::start(file, 1, budget);
    if (!reading) return Rejection{reading.error().message};
    Certificate shared(program, file, (*reading)->graph(), options, stop, statistics);
    shared.roomForRows = budget.bytes / 4;
    std::optional<Doubles> doubles;
    if (!shared.trusts()) doubles.emplace(shared);
    if (auto rejection = Walk(shared, **reading, doubles ? &*doubles : nullptr).run()) return rejection;
    if (!isWhole(shared.graph)) return notWhole;
    return doubles ? doubles->finish() : std::nullopt;
  }
  const auto tree = SearchTree::read(file, options.jobs, budget);
  if (!tree) return Rejection{tree.error().message};
  Certificate shared(program, file, tree->graph(), options, stop, statistics);
  if (auto rejection = Batches(shared, *tree, tree->shortestWays(), {{1, tree->states()}}).run()) return rejection;
  if (!isWhole(shared.graph)) return notWhole;
  return shared.trusts() ? std::nullopt : Doubles(shared).finish();
}

std::optional<Rejection> certifyPart(const program::Program& program, const script::File& file, const SearchTree& tree,
                                     const script::Part& part, support::Hash128 secret, const Options& options,
                                     const std::atomic<bool>& stop, Statistics& statistics,
                                     script::PartResult& result) {
  Certificate shared(program, file, tree.graph(), options, stop, statistics);
  if (auto rejection = Batches(shared, tree, tree.shortestWays(), part.ranges).run()) return rejection;
  uint64_t own = 0;
  for (const script::Range& each : part.ranges) own += each.last - each.first + 1;
  if (statistics.states != own) return Rejection{"not all states were looked at"};
  Fingerprints fingerprints(shared.tables, secret);
  auto range = part.ranges.begin();
  for (StateId number = 1; number <= tree.states(); ++number) {
    const StateWord state = shared.stateOf(number);
    if (state == kNoState) continue;
    while (range != part.ranges.end() && range->last < number) ++range;
    const bool isOwn = range != part.ranges.end() && range->first <= number;
    (isOwn ? result.own : result.others).push_back({number, fingerprints.of(keyOf(state))});
  }
  return std::nullopt;
}

std::optional<Rejection> certifySubScript(const program::Program& program, const script::File& file,
                                          script::Budget budget, support::Hash128 secret, const Options& options,
                                          const std::atomic<bool>& stop, Statistics& statistics,
                                          script::PartResult& result) {
  const auto tree = SearchTree::read(file, options.jobs, budget);
  if (!tree) return Rejection{tree.error().message};
  const auto steps = file.ways();
  if (!steps) return Rejection{steps.error().message};
  const auto ways = tree->waysBy(file.wayMap(), *steps);
  if (!ways) return Rejection{ways.error().message};
  Certificate shared(program, file, tree->graph(), options, stop, statistics, &*ways);
  if (auto rejection = Batches(shared, *tree, *ways, {{1, tree->states()}}).run()) return rejection;
  if (statistics.states != tree->states()) return Rejection{"not all states were looked at"};
  return tellMeanings(shared, secret, result);
}

}  // namespace clew::search
