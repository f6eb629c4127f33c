// Which automata are decided together: algorithm SDC of "On-the-fly decomposition of specifications in software model
// checking" with its strategies, and one more.
#include <algorithm>
#include <utility>

#include "abstraction/analysis.h"

namespace clew::abstraction {

namespace {

using Automata = std::set<uint32_t>;

class Decomposition {
 public:
  Decomposition(Analysis& analysis, const Options& how, Automata automata, const std::atomic<bool>& stop)
      : analysis_(analysis), how_(how), automata_(std::move(automata)), stop_(stop) {}

  void run() {
    const Budget together{.seconds = how_.partitionSeconds};
    const Budget compared{.seconds = how_.partitionSeconds, .comparesRefinements = true};
    switch (how_.strategy) {
      case Strategy::Each: return decideEach(automata_);
      case Strategy::S0: analysis_.decide(automata_, {}); return resignOpen(automata_);
      case Strategy::S1: analysis_.decide(automata_, together); return decideEach(open());
      case Strategy::S2: analysis_.decide(automata_, compared); return decideEach(open());
      case Strategy::S3: return decideByRelevance(together);
      case Strategy::S4: return decideByRelevance(compared);
      case Strategy::S5: return decideInOneGraph();
    }
  }

 private:
  /// Those that nothing has been decided of.
  Automata open() const {
    Automata open;
    for (const uint32_t automaton : automata_) {
      if (analysis_.watched()[automaton].status == Watched::Status::Open) open.insert(automaton);
    }
    return open;
  }
  Automata openWithout(bool isSeen) const {
    Automata some = open();
    std::erase_if(some, [&](uint32_t each) { return (analysis_.watched()[each].transitions > 0) == isSeen; });
    return some;
  }

  void decideEach(const Automata& automata) {
    for (const uint32_t automaton : automata) {
      if (stop_.load()) return;
      analysis_.decide({automaton}, {.seconds = how_.partitionSeconds});
      resignOpen({automaton});
    }
  }

  /// Those that could not be decided although nothing more can be done for them.
  void resignOpen(const Automata& automata) {
    if (stop_.load()) return;
    for (const uint32_t automaton : automata) {
      const Watched& watched = analysis_.watched()[automaton];
      if (watched.status != Watched::Status::Open) continue;
      analysis_.resign(automaton, watched.why.empty() ? "time limit of a partition" : watched.why);
    }
  }

  void decideByRelevance(const Budget& budget) {
    analysis_.decide(automata_, budget);
    // Where nothing of an automaton was seen, it may be that the time was too short.
    for (Automata unseen = openWithout(true); !unseen.empty() && !stop_.load();) {
      analysis_.decide(unseen, budget);
      Automata still = openWithout(true);
      if (still.size() == unseen.size()) {
        resignOpen(still);
        break;
      }
      unseen = std::move(still);
    }
    decideEach(openWithout(false));
  }

  void decideInOneGraph() {
    Budget budget{.seconds = how_.partitionSeconds, .comparesRefinements = true, .parks = true};
    analysis_.decide(automata_, budget);
    // What is not modelled is met by all of them.
    if (analysis_.isBroken()) return resignOpen(open());
    for (Automata left = open(); !left.empty() && !stop_.load(); left = open()) {
      const Automata alike = alikeOf(left);
      budget.comparesRefinements = alike.size() > 1 && alike.size() < left.size();
      analysis_.goOn(alike, budget);
      if (alike.size() == 1) resignOpen(alike);
      if (alike.size() > 1 && open().size() == left.size()) isAlone_ = true;
    }
  }

  /// The automaton that has needed least so far, with those that have needed much the same.
  Automata alikeOf(const Automata& automata) const {
    constexpr double kAlike = 0.5;
    const uint32_t first = *std::min_element(automata.begin(), automata.end(), [&](uint32_t a, uint32_t b) {
      return analysis_.watched()[a].refinements < analysis_.watched()[b].refinements;
    });
    Automata alike = {first};
    const auto needs = analysis_.needsOf(first);
    for (const uint32_t other : automata) {
      if (isAlone_ || other == first) continue;
      const auto others = analysis_.needsOf(other);
      const auto common =
          std::count_if(needs.begin(), needs.end(), [&](const auto& each) { return others.contains(each); });
      const auto all = static_cast<double>(needs.size() + others.size()) - static_cast<double>(common);
      if (all > 0 && static_cast<double>(common) >= kAlike * all) alike.insert(other);
    }
    return alike;
  }

  Analysis& analysis_;
  const Options& how_;
  const Automata automata_;
  const std::atomic<bool>& stop_;
  bool isAlone_ = false;  // bundles have not helped
};

}  // namespace

search::Result explore(const program::Program& program, const search::Options& what, const Options& how,
                       const std::atomic<bool>& stop, search::Statistics& statistics) {
  Analysis analysis(program, what, how, stop, statistics);
  search::Result result = analysis.decide();
  analysis.report();
  return result;
}

std::vector<Watched> exploreAutomata(const program::Program& program, const std::vector<uint32_t>& automata,
                                     const search::Options& what, const Options& how, const std::atomic<bool>& stop,
                                     search::Statistics& statistics) {
  Analysis analysis(program, what, how, stop, statistics);
  Decomposition(analysis, how, {automata.begin(), automata.end()}, stop).run();
  analysis.report();
  return analysis.watched();
}

}  // namespace clew::abstraction
