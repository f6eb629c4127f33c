// What is called the best path to a violation is the best of all paths to it: all runs of a program are listed, by a
// machine and nothing else, and measured.
#include "search/minimise.h"

#include <algorithm>
#include <atomic>
#include <compare>
#include <map>
#include <optional>

#include "ranges/subject.h"

namespace clew::ranges {
namespace {

using search::Length;
using search::Measure;

constexpr size_t kMostNodes = 40'000;
constexpr uint64_t kMostSteps = 500;  // of a run
constexpr search::Allowance kPlenty = {uint64_t{1} << 40, uint64_t{1} << 30, 60};
constexpr search::Allowance kSome = {3'000'000, uint64_t{1} << 30, 60};

/// What is wrong at the end of a run: the property, and two places in the program.
struct End {
  property::Property property;
  uint32_t place = 0, other = 0;
  auto operator<=>(const End&) const = default;
};

/// A run up to what is wrong at its end.
struct Run {
  machine::Path path;
  Length length;
};

/// Of all runs with the same end: one that is long, and the least of both measures.
struct Runs {
  Run longest;
  uint64_t leastSwitches = ~uint64_t{0};
  uint64_t leastSteps = ~uint64_t{0};

  void add(const Run& run) {
    leastSwitches = std::min(leastSwitches, run.length.by(Measure::Switches));
    leastSteps = std::min(leastSteps, run.length.by(Measure::Steps));
    if (run.length.by(Measure::Switches) >= longest.length.by(Measure::Switches)) longest = run;
  }
};

struct Listed {
  std::map<End, Runs> ends;
  bool isWhole = false;
};

class Listing {
 public:
  explicit Listing(const program::Program& program) : machine_(program, tables_) {}

  /// By end; of too many runs the first ones.
  Listed all() {
    visit(machine_.start(), {}, 0);
    return {ends_, !isTooMuch_};
  }

  /// The end of one path, and how long it is.
  std::optional<std::pair<End, Length>> follow(const machine::Path& path) {
    Length length;
    uint32_t last = 0;
    machine::Outcome outcome = machine_.start();
    for (size_t next = 0;;) {
      if (const auto end = endOf(outcome))
        return next == path.size() ? std::optional(std::pair(*end, length)) : std::nullopt;
      const uint32_t count = outcome == machine::Outcome::Stopped ? machine_.alternativeCount() : 0;
      if (count == 0 || (count > 1 && (next == path.size() || path[next] >= count))) return std::nullopt;
      const uint32_t alternative = count > 1 ? path[next++] : 0;
      const uint32_t thread = machine_.choiceOf(alternative).thread;
      ++length.steps;
      length.switches += thread == last ? 0 : 1;
      last = thread;
      outcome = machine_.step(alternative);
    }
  }

 private:
  void visit(machine::Outcome outcome, const Run& run, uint32_t last) {
    isTooMuch_ |= ++nodes_ > kMostNodes || run.length.steps > kMostSteps;
    if (isTooMuch_) return;
    const bool isState = outcome == machine::Outcome::Stopped;
    const auto end = endOf(outcome);
    if (end) ends_[*end].add(run);
    if (!isState) outcome == machine::Outcome::Exited ? (void)machine_.save() : machine_.discard();
    if (!isState) return;
    const machine::StateKey key = machine_.save();
    const uint32_t count = end ? 0 : machine_.alternativeCount();
    for (uint32_t alternative = 0; alternative < count && !isTooMuch_; ++alternative) {
      machine_.restore(key);
      const uint32_t thread = machine_.choiceOf(alternative).thread;
      Run longer = run;
      if (count > 1) longer.path.push(alternative);
      ++longer.length.steps;
      longer.length.switches += thread == last ? 0 : 1;
      visit(machine_.step(alternative), longer, thread);
    }
  }

  std::optional<End> endOf(machine::Outcome outcome) {
    if (outcome == machine::Outcome::Faulted) {
      const machine::Report& report = machine_.report();
      End end{property::propertyOf(report.fault), report.pc, 0};
      for (const auto& frame : machine_.threadByNumber(report.thread)->frames) {
        if (!machine_.program().functionAt(frame.pc).library) end.other = frame.pc;
      }
      return end;
    }
    if (outcome != machine::Outcome::Stopped) return std::nullopt;
    if (machine_.alternativeCount() == 0) return End{property::Property::Deadlock};
    const auto race = machine_.findRace();
    if (!race) return std::nullopt;
    return End{property::Property::DataRace, std::min(race->first.pc, race->second.pc),
               std::max(race->first.pc, race->second.pc)};
  }

  machine::StateTables tables_;
  machine::ConcreteMachine machine_;
  std::map<End, Runs> ends_;
  size_t nodes_ = 0;
  bool isTooMuch_ = false;
};

class MinimisedPaths : public OfProgram {
 protected:
  /// All runs, listed once for all tests.
  const Listed& listed() const {
    static std::map<std::string, Listed> known;
    const auto found = known.find(GetParam());
    return found != known.end() ? found->second : known.emplace(GetParam(), Listing(program()).all()).first->second;
  }
  static search::Options optionsFor(Measure measure) {
    search::Options options;
    if (measure == Measure::Steps) options.order = search::Order::BreadthFirst;
    return options;
  }
  search::Minimised minimised(const End& end, const Runs& runs, Measure measure, const search::Allowance& allowance) {
    const std::atomic<bool> stop{false};
    auto result = search::minimise(program(), optionsFor(measure), end.property, runs.longest.path, allowance, stop);
    EXPECT_TRUE(result.has_value());
    return result.value_or(search::Minimised{});
  }
  /// None that is listed is better, and if all are, it is as good as the best.
  void expectLeast(const search::Minimised& found, const Runs& runs, Measure measure) const {
    const uint64_t least = measure == Measure::Steps ? runs.leastSteps : runs.leastSwitches;
    EXPECT_LE(found.after.by(measure), least);
    EXPECT_TRUE(found.after.by(measure) == least || !listed().isWhole);
  }
  /// It is a path to the same end, as long as it says.
  void expectReal(const End& end, const search::Minimised& found) {
    const auto followed = Listing(program()).follow(found.path);
    ASSERT_TRUE(followed.has_value()) << found.path.text();
    EXPECT_EQ(followed->first, end);
    EXPECT_EQ(followed->second, found.after);
  }
};

TEST_P(MinimisedPaths, AreTheBestOfAll) {
  for (const auto& [end, runs] : listed().ends) {
    for (const Measure measure : {Measure::Switches, Measure::Steps}) {
      const search::Minimised found = minimised(end, runs, measure, listed().isWhole ? kPlenty : kSome);
      expectReal(end, found);
      EXPECT_EQ(found.before, runs.longest.length);
      EXPECT_TRUE(found.isLeast || !listed().isWhole);
      if (found.isLeast) expectLeast(found, runs, measure);
    }
  }
}

TEST_P(MinimisedPaths, AreNeverWorseWhenThereIsLittleToSpend) {
  for (const auto& [end, runs] : listed().ends) {
    for (const uint64_t work : {2'000, 8'000, 30'000}) {
      const std::atomic<bool> stop{false};
      const auto found = search::minimise(program(), {}, end.property, runs.longest.path,
                                          {work, kPlenty.bytes, kPlenty.seconds}, stop);
      if (!found) continue;  // it was too little to follow the path
      expectReal(end, *found);
      EXPECT_LE(found->after.by(Measure::Switches), found->before.by(Measure::Switches));
      if (found->isLeast) expectLeast(*found, runs, Measure::Switches);
    }
  }
}

TEST_P(MinimisedPaths, StayInTheRangeThatWasSearched) {
  for (const auto& [end, runs] : listed().ends) {
    search::Options options;
    options.ranges = {{runs.longest.path, std::nullopt}};
    const std::atomic<bool> stop{false};
    const auto found = search::minimise(program(), options, end.property, runs.longest.path, kPlenty, stop);
    ASSERT_TRUE(found.has_value());
    expectReal(end, *found);
    EXPECT_TRUE(comesBy(options.ranges.front(), found->path));
    EXPECT_LE(found->after.by(Measure::Switches), found->before.by(Measure::Switches));
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, MinimisedPaths, testing::ValuesIn(files()), nameOfTest);

}  // namespace
}  // namespace clew::ranges
