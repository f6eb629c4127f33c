#include "search/boundary.h"

#include "search/explorer.h"

namespace clew::search {

class BoundaryWalk {
 public:
  BoundaryWalk(Explorer& explorer, const Range& range, Boundary& boundary)
      : explorer_(explorer), shared_(explorer.shared_), range_(range), boundary_(boundary) {}

  bool run() {
    if (range_.isEmpty()) return true;
    const machine::Outcome outcome = explorer_.goOn(explorer_.machine_.start(), 0, &path_);
    shared_.startPath = path_;
    const Range::Place place = range_.placeOf(path_);
    if (place.isOutside) return drop(outcome);
    const Explorer::Step step = explorer_.lookAtStep(outcome);
    if (step != Explorer::Step::New) return hasEnded(step);
    boundary_.isAll = place.isInside();
    if (!boundary_.isAll && !enter({Boundary::kNone, 0}, place)) return false;
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (!task.isUndecided) {
        boundary_.pieces.push_back(task.piece);
      } else if (!follow(task.piece)) {
        return false;
      }
    }
    return true;
  }

 private:
  /// Some alternatives of a node that lead into the range; or one of which it must be found out.
  struct Task {
    Boundary::Piece piece;
    bool isUndecided;
  };
  /// What is known of a tight node besides what others want to know.
  struct Details {
    size_t choices;  // on the way to it
    Range::Place place;
  };
  struct Arrival {
    uint32_t parent;
    uint32_t alternative;
  };

  /// Takes a way on that begins like one of the bounds.
  bool follow(const Boundary::Piece& way) {
    if (explorer_.isCut()) return false;
    const Details before = details_[way.node];
    explorer_.visit(boundary_.nodes[way.node].key);
    path_.shorten(before.choices);
    explorer_.judge_.beforeStep();
    const uint32_t chosen = explorer_.reduction_.alternative(way.first);
    explorer_.current_ = {};
    const machine::Outcome outcome = explorer_.step(chosen, &path_);
    if (explorer_.isCut()) return false;  // the step may have been cut short
    const Range::Place place = range_.placeOf(path_, before.place, before.choices);
    if (place.isOutside) return drop(outcome);
    if (place.isInside()) {
      boundary_.pieces.push_back(way);
      return drop(outcome);
    }
    if (isFirstHere(place) && explorer_.countTransition()) explorer_.publish(boundary_.nodes.size(), 0);
    const Explorer::Step step = explorer_.lookAtStep(outcome);
    return step == Explorer::Step::New ? enter({way.node, way.first}, place) : hasEnded(step);
  }

  /// Leaves where a step led to somebody else.
  bool drop(machine::Outcome outcome) {
    const bool isState = outcome == machine::Outcome::Stopped || outcome == machine::Outcome::Exited;
    if (isState) {
      explorer_.machine_.save();
    } else {
      explorer_.machine_.discard();
    }
    explorer_.current_ = {};
    return true;
  }

  bool hasEnded(Explorer::Step step) {
    if (explorer_.hasFound()) explorer_.result_.path = path_;
    return step != Explorer::Step::End;
  }

  /// The explorer is in a tight node.
  bool enter(Arrival arrival, const Range::Place& place) {
    const uint64_t depth = arrival.parent == Boundary::kNone ? 0 : boundary_.nodes[arrival.parent].depth + 1;
    const Explorer::Step step = look(depth, place);
    if (step == Explorer::Step::End) return hasEnded(step);
    const auto index = static_cast<uint32_t>(boundary_.nodes.size());
    boundary_.nodes.push_back({arrival.parent, arrival.alternative, explorer_.current_, depth});
    details_.push_back({path_.size(), place});
    const bool isCut = depth > 0 && depth == explorer_.options_.maxDepth;
    if (isCut && explorer_.options_.stateless && explorer_.alternatives() > 0) ++shared_.cutStates;
    if (!isCut) divide(index);
    return true;
  }

  /// Whether no range before this one comes by: what is on the way to the beginning of one was on the way to the end of
  /// another.
  bool isFirstHere(const Range::Place& place) const { return shared_.rangesBefore == 0 || !place.onFrom; }

  /// Looks at a tight state. Without recognising states every node counts, once for ranges that follow one another.
  Explorer::Step look(uint64_t depth, const Range::Place& place) {
    const search::Options& options = explorer_.options_;
    if (options.stateless) return explorer_.lookAtState(isFirstHere(place), depth);
    const machine::StateKey key = explorer_.current_;
    const bool goesOn = explorer_.alternatives() > 0;
    const bool isNew = shared_.tight.note(key, depth, explorer_.machine_.liveThreads(), goesOn);
    if (isNew && options.maxStates > 0 && ++shared_.admitted > options.maxStates) {
      explorer_.result_.shortfall.states = true;
      return explorer_.end();
    }
    return explorer_.lookAtState(false, depth);
  }

  /// Finds out which alternatives of a tight node, the current state, lead where.
  void divide(uint32_t node) {
    const size_t begin = tasks_.size();
    const Details& here = details_[node];
    const uint32_t count = explorer_.alternatives();
    const bool isChoice = explorer_.machine_.alternativeCount() > 1;
    for (uint32_t alternative = 0; alternative < count; ++alternative) {
      if (isChoice) path_.push(explorer_.reduction_.alternative(alternative));
      const Range::Place place = range_.placeOf(path_, here.place, here.choices);
      path_.shorten(here.choices);
      if (place.isOutside) continue;
      Task* last = tasks_.size() > begin ? &tasks_.back() : nullptr;
      if (place.isInside() && last != nullptr && !last->isUndecided && last->piece.end == alternative) {
        ++last->piece.end;
      } else {
        tasks_.push_back({{node, alternative, alternative + 1}, place.isTight()});
      }
    }
    std::reverse(tasks_.begin() + static_cast<ptrdiff_t>(begin), tasks_.end());  // the first one is done first
  }

  Explorer& explorer_;
  Shared& shared_;
  const Range& range_;
  Boundary& boundary_;
  std::vector<Details> details_;  // of each node
  std::vector<Task> tasks_;       // the next one last
  machine::Path path_;            // to where the explorer is
};

bool walkBoundary(Explorer& explorer, const Range& range, Boundary& boundary) {
  return BoundaryWalk(explorer, range, boundary).run();
}

}  // namespace clew::search
