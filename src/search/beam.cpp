#include "search/beam.h"

#include <algorithm>
#include <vector>

#include "search/directed.h"

namespace clew::search {

namespace {

class Beam : DirectedExplorer {
 public:
  explicit Beam(Shared& shared) : DirectedExplorer(shared), origins_(1) {}

  void run() {
    bool goesOn = enter(begin(), {});
    while (goesOn && !found_.empty()) {
      narrow();
      ++depth_;
      goesOn = expandLevel();
    }
    publish(0, bytes());
    finish();
  }

 private:
  /// A state that was kept, and how it was found first.
  struct Origin {
    machine::StateKey key;
    uint32_t parent = 0;  // nothing is found from place 0
    uint32_t alternative = 0;
    History history;
  };
  struct Candidate {
    Origin origin;
    uint32_t value;
    uint32_t number;  // of those found from the same level

    /// Of two that seem equally near the first is better, so that the same search keeps the same states.
    bool operator<(const Candidate& other) const {
      return value != other.value ? value < other.value : number < other.number;
    }
  };

  /// Makes the best of what was found the next level.
  void narrow() {
    if (found_.size() > options_.beamWidth) {
      std::nth_element(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(options_.beamWidth), found_.end());
      found_.resize(options_.beamWidth);
      result_.shortfall.beam = true;
    }
    levelBegin_ = origins_.size();
    for (const Candidate& candidate : found_) origins_.push_back(candidate.origin);
    found_.clear();
  }

  /// False ends the search.
  bool expandLevel() {
    for (size_t place = levelBegin_, end = origins_.size(); place < end; ++place) {
      parent_ = static_cast<uint32_t>(place);
      if (!expand(origins_[place])) return false;
    }
    return true;
  }

  bool expand(const Origin& origin) {
    visit(origin.key);
    const uint32_t count = alternatives();
    if (options_.maxDepth > 0 && depth_ > options_.maxDepth) {
      result_.shortfall.depth |= count > 0;
      return true;
    }
    for (alternative_ = 0; alternative_ < count; ++alternative_) {
      if (isCut()) return false;
      if (countTransition()) publish(origins_.size() - parent_ + found_.size(), bytes());
      if (leadsToKnownState(origin.key, alternative_)) continue;
      visit(origin.key);
      const History history = after(origin.history, alternative_);
      if (!enter(take(alternative_, depth_), history)) return false;
    }
    return true;
  }

  /// Goes on from what a step led to; false ends the search.
  bool enter(Step step, const History& history) {
    if (step == Step::End && hasFound()) notePath();
    if (step != Step::New) return step != Step::End;
    if (alternatives() == 0) return true;
    if (origins_.size() + found_.size() >= kMost) return runOut() != Step::End;
    const auto number = static_cast<uint32_t>(found_.size());
    found_.push_back({{current_, parent_, alternative_, history}, valueHere(history), number});
    return true;
  }

  /// The way to the current step, back through the origins.
  void notePath() {
    std::vector<uint32_t> places;
    for (uint32_t place = parent_; place != 0; place = origins_[place].parent) places.push_back(place);
    std::reverse(places.begin(), places.end());
    for (size_t i = 0; i < places.size(); ++i) {
      const bool isLast = i + 1 == places.size();
      retrace(origins_[places[i]].key, isLast ? alternative_ : origins_[places[i + 1]].alternative, result_.path);
    }
    completePath(result_.path);
  }

  uint64_t bytes() const { return origins_.capacity() * sizeof(Origin) + found_.capacity() * sizeof(Candidate); }

  static constexpr size_t kMost = size_t{1} << 32;

  std::vector<Origin> origins_;   // all states that were kept, level by level
  std::vector<Candidate> found_;  // from the level that is being expanded
  size_t levelBegin_ = 1;
  uint64_t depth_ = 0;        // of the states that are found now
  uint32_t parent_ = 0;       // the state that is being expanded
  uint32_t alternative_ = 0;  // the way on that is being taken
};

}  // namespace

void beam(Shared& shared) { Beam(shared).run(); }

}  // namespace clew::search
