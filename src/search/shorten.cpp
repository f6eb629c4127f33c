#include "search/shorten.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace clew::search {

namespace {

using Moves = std::vector<Move>;

class Shortening {
 public:
  Shortening(Trial& trial, const Sighting& sought, Footsteps steps, Measure measure, const Admits& admits)
      : trial_(trial), sought_(sought), steps_(std::move(steps)), measure_(measure), admits_(admits) {}

  Footsteps run() {
    leaveOutRounds();
    for (bool isBetter = true; isBetter;) {
      isBetter = leaveOut();
      isBetter |= leaveOutEndings();
      isBetter |= takeTogether();
    }
    return std::move(steps_);
  }

 private:
  bool isOver() { return trial_.isSpent(~uint64_t{0}); }

  Moves moves() const {
    Moves all;
    all.reserve(steps_.size());
    for (const Footstep& step : steps_) all.push_back(step.move);
    return all;
  }

  /// What leads from a state back to it is not needed. Of several rounds from a state the longest is left out.
  void leaveOutRounds() {
    std::unordered_map<StateWord, size_t> last;
    for (size_t i = 0; i < steps_.size(); ++i) last[wordOf(steps_[i].before)] = i;
    Footsteps fewer;
    for (size_t i = 0; i < steps_.size(); ++i) {
      i = last[wordOf(steps_[i].before)];
      fewer.push_back(steps_[i]);
    }
    if (admits_(pathOf(fewer))) steps_ = std::move(fewer);
  }

  /// Tries pieces of half the path, of a quarter, and so on, the last ones first: what is near the violation has fewer
  /// consequences. Everything here says whether something became better.
  bool leaveOut() {
    bool isBetter = false;
    for (size_t size = std::max<size_t>(steps_.size() / 2, 1); size > 0; size /= 2) {
      for (size_t end = steps_.size(); end > 0 && !isOver();) {
        const size_t begin = end - std::min(size, end);
        Moves fewer = moves();
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        isBetter |= attempt(fewer);
        end = std::min(begin, steps_.size());
      }
    }
    return isBetter;
  }

  /// Tries to let each thread stop earlier.
  bool leaveOutEndings() {
    bool isBetter = false;
    std::set<uint32_t> threads;
    for (const Footstep& step : steps_) threads.insert(step.move.thread);
    for (const uint32_t thread : threads) {
      const auto count = static_cast<size_t>(std::count_if(
          steps_.begin(), steps_.end(), [&](const Footstep& step) { return step.move.thread == thread; }));
      for (size_t dropped = count; dropped > 0 && !isOver(); dropped /= 2) {
        if (!attempt(withoutLast(thread, dropped))) continue;
        isBetter = true;
        break;
      }
    }
    return isBetter;
  }

  Moves withoutLast(uint32_t thread, size_t count) const {
    Moves fewer;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      const bool isDropped = step->move.thread == thread && count > 0;
      count -= isDropped ? 1 : 0;
      if (!isDropped) fewer.push_back(step->move);
    }
    std::reverse(fewer.begin(), fewer.end());
    return fewer;
  }

  /// A turn of a thread: steps without another one between them.
  struct Turn {
    std::ptrdiff_t begin, end;
  };
  Turn turnAt(size_t begin) const {
    size_t end = begin;
    while (end < steps_.size() && steps_[end].move.thread == steps_[begin].move.thread) ++end;
    return {static_cast<std::ptrdiff_t>(begin), static_cast<std::ptrdiff_t>(end)};
  }

  /// Tries for each turn to put it off until the thread's next one, and to do that one at once.
  bool takeTogether() {
    bool isBetter = false;
    for (size_t begin = 0; begin < steps_.size() && !isOver();) {
      const Turn turn = turnAt(begin);
      const auto again = std::find_if(steps_.begin() + turn.end, steps_.end(), [&](const Footstep& step) {
        return step.move.thread == steps_[begin].move.thread;
      });
      if (again != steps_.end()) {
        const Turn next = turnAt(static_cast<size_t>(again - steps_.begin()));
        Moves later = moves();
        std::rotate(later.begin() + turn.begin, later.begin() + turn.end, later.begin() + next.begin);
        Moves sooner = moves();
        std::rotate(sooner.begin() + turn.end, sooner.begin() + next.begin, sooner.begin() + next.end);
        if (attempt(later) || attempt(sooner)) {
          isBetter = true;
          continue;  // the turn has become longer
        }
      }
      begin = static_cast<size_t>(turn.end);
    }
    return isBetter;
  }

  /// Executes moves as far as they are possible, and takes over what comes of them if it is better.
  bool attempt(const Moves& moves) {
    size_t same = 0;
    while (same < moves.size() && same < steps_.size() && moves[same] == steps_[same].move) ++same;
    if (same == steps_.size()) return false;
    Footsteps tried(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(same));
    const uint64_t best = lengthOf(steps_).by(measure_);
    trial_.restore(steps_[same].before);
    for (size_t next = same; next < moves.size() && !isOver(); ++next) {
      const auto threads = trial_.threads();
      const auto mover = std::find_if(threads.begin(), threads.end(), [&](const machine::ThreadChoice& each) {
        return each.thread == moves[next].thread && moves[next].offset < each.alternatives;
      });
      if (mover == threads.end()) continue;  // it goes on without this one
      tried.push_back({trial_.key(), moves[next], mover->first + moves[next].offset, trial_.count() > 1});
      trial_.take(tried.back().alternative);
      if (trial_.sighting()) return adopt(std::move(tried), best);
      if (trial_.count() == 0 || trial_.key() == machine::StateKey{}) return false;
    }
    return false;
  }

  bool adopt(Footsteps tried, uint64_t best) {
    const bool isTaken =
        *trial_.sighting() == sought_ && !isOver() && lengthOf(tried).by(measure_) < best && admits_(pathOf(tried));
    if (isTaken) steps_ = std::move(tried);
    return isTaken;
  }

  Trial& trial_;
  const Sighting& sought_;
  Footsteps steps_;
  const Measure measure_;
  const Admits& admits_;
};

}  // namespace

machine::Path pathOf(const Footsteps& steps) {
  machine::Path path;
  for (const Footstep& step : steps) {
    if (step.isChoice) path.push(step.alternative);
  }
  return path;
}

Length lengthOf(const Footsteps& steps) {
  Length length;
  uint32_t last = 0;
  for (const Footstep& step : steps) {
    ++length.steps;
    length.switches += step.move.thread == last ? 0 : 1;
    last = step.move.thread;
  }
  return length;
}

Footsteps shorten(Trial& trial, const Sighting& sought, Footsteps steps, Measure measure, const Admits& admits) {
  return Shortening(trial, sought, std::move(steps), measure, admits).run();
}

}  // namespace clew::search
