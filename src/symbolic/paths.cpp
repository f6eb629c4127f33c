#include "symbolic/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "support/random.h"
#include "symbolic/machine.h"
#include "symbolic/values.h"

namespace clew::symbolic {

namespace {

constexpr size_t kMostChoices = 2000;  // of a random path

/// Goes one path, with the settings of the search, so that it has the same choices to make.
class Walk : Leaves {
 public:
  Walk(const program::Program& program, const search::Options& what, const Options& how, const std::atomic<bool>& stop)
      : how_(how),
        stop_(stop),
        path_(terms_, PathCondition::Deciding::WithoutNogoods),
        run_(terms_, path_, *this, how.bounds, false),
        machine_(program, tables_, what.machine) {
    tables_.threadPlaces = search::expectedThreads(program, what);
    machine_.setRun(&run_);
    machine_.setComplaints(what.complaints);
    machine_.setStopFlags(&stop);
    outcome_ = machine_.start();
  }
  Walk(const Walk&) = delete;  // the machine refers to it
  Walk& operator=(const Walk&) = delete;

  /// Goes on to the next choice: how many alternatives it has, none where the run ends.
  uint32_t count() {
    std::unordered_set<uint64_t> seen;
    while (outcome_ == machine::Outcome::Stopped && !path_.contradictory() && !stop_.load(std::memory_order_relaxed)) {
      const uint32_t count = machine_.alternativeCount();
      if (machine_.choicesDependOnSymbols()) return 0;
      if (count != 1) return isBeyondBounds() ? 0 : count;
      const machine::StateKey key = machine_.save();
      if (!seen.insert(uint64_t{key.first} << 32 | key.second).second) return 0;  // it goes in circles
      outcome_ = machine_.step(0);
    }
    return 0;
  }

  /// Takes an alternative of the choice; false if the path has excluded it, and then it is no longer one.
  bool take(uint32_t alternative) {
    if (machine_.isAtFork()) {
      const auto number = machine_.choices().front().thread;
      if (!run_.choose(machine_.threadByNumber(number)->trace.fork[alternative])) return false;
    }
    outcome_ = machine_.step(alternative);
    return true;
  }

  /// Whether the path has excluded an alternative of the choice.
  bool isExcluded(uint32_t alternative) {
    if (!machine_.isAtFork()) return false;
    const auto number = machine_.choices().front().thread;
    return path_.decide(machine_.threadByNumber(number)->trace.fork[alternative]) == false;
  }

  /// Whether nothing can be said of what follows, since nobody goes there.
  bool isImpossible() const { return path_.contradictory() || outcome_ == machine::Outcome::Pruned; }

 private:
  bool isBeyondBounds() { return machine_.isAtFork() && how_.branches > 0 && run_.forks() >= how_.branches; }

  void fail(Term, const machine::Report&) override {}
  void doubt(Term, const machine::Report&) override {}
  std::optional<std::vector<uint64_t>> valuesOf(Term term, size_t most) override {
    if (!solver_) solver_ = term::makeSolver(how_.solver, terms_);
    return listValues(*solver_, terms_, path_, term, most, how_.solverSeconds, stop_).values;
  }

  const Options& how_;
  const std::atomic<bool>& stop_;
  term::Terms terms_;
  PathCondition path_;
  Run run_;
  machine::StateTables tables_;
  SymbolicMachine machine_;
  std::unique_ptr<term::Solver> solver_;
  machine::Outcome outcome_ = machine::Outcome::Stopped;
};

/// Those of a choice's alternatives that keep a path in a range and are not excluded.
std::vector<uint32_t> alternativesIn(Walk& walk, uint32_t count, const machine::Path& path, const search::Range& range,
                                     const search::Range::Place& place) {
  uint32_t first = 0;
  uint32_t last = count - 1;
  if (place.onFrom) first = std::min(last, (*range.from)[path.size()]);
  if (place.onTo) last = std::min(last, (*range.to)[path.size()]);
  std::vector<uint32_t> alternatives;
  for (uint32_t each = first; each <= last; ++each) {
    if (!walk.isExcluded(each)) alternatives.push_back(each);
  }
  return alternatives;
}

/// True if the path is that of a whole run, or ends where the range does.
bool makePath(Walk& walk, const search::Range& range, support::Random& random, machine::Path& path) {
  search::Range::Place place = range.place();
  for (uint32_t count = walk.count(); count > 0 && !place.isOutside; count = walk.count()) {
    if (path.size() == kMostChoices) return false;
    const auto alternatives = alternativesIn(walk, count, path, range, place);
    if (alternatives.empty()) return true;
    const uint32_t chosen = alternatives[random.below(static_cast<uint32_t>(alternatives.size()))];
    path.push(chosen);
    place = range.placeOf(path, place, path.size() - 1);
    if (!walk.take(chosen)) return true;
  }
  return true;
}

}  // namespace

std::optional<support::Error> findMisfit(const program::Program& program, const search::Options& what,
                                         const Options& how, const machine::Path& path, const std::atomic<bool>& stop) {
  Walk walk(program, what, how, stop);
  for (size_t next = 0; next < path.size(); ++next) {
    const uint32_t count = walk.count();
    if (stop) return support::Error{"there was no time to follow it"};
    if (walk.isImpossible()) return std::nullopt;
    if (count == 0) return support::Error{fmt::format("its choice number {} comes after the path's end", next + 1)};
    if (path[next] >= count) {
      return support::Error{fmt::format("its choice number {} has only {} alternatives", next + 1, count)};
    }
    if (!walk.take(path[next])) return std::nullopt;
  }
  return std::nullopt;
}

search::MadePaths randomPaths(const program::Program& program, const search::Options& what, const Options& how,
                              const search::Range& range, size_t count, uint64_t seed, const std::atomic<bool>& stop) {
  support::Random random(seed);
  search::MadePaths made;
  while (made.paths.size() < count && !stop) {
    Walk walk(program, what, how, stop);
    made.areCut |= !makePath(walk, range, random, made.paths.emplace_back());
  }
  made.clip(range);
  std::sort(made.paths.begin(), made.paths.end());
  return made;
}

}  // namespace clew::symbolic
