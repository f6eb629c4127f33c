#include "script/sub_script.h"

#include <algorithm>
#include <unordered_map>

#include "script/places.h"

namespace clew::script {

namespace {

/// Says the choices of a part, and what labels of the whole are there.
class Choices {
 public:
  explicit Choices(const Alphabet& whole) : whole_(whole), first_(whole.entries().size(), kUnknown) {}

  Label labelOf(Label label) {
    const Alphabet::Entry& entry = whole_.entryOf(label);
    Label& first = first_[whole_.choiceOf(label)];
    if (first == kUnknown) first = own_.add(entry.choice, entry.place);
    return first + (label - entry.first);
  }
  const Alphabet& own() const { return own_; }

 private:
  static constexpr Label kUnknown = 0xFFFF'FFFF;
  const Alphabet& whole_;
  Alphabet own_;
  std::vector<Label> first_;  // by choice of the whole
};

/// Tells the search of one part to a builder, and finds the ways to its roots.
class Cutter {
 public:
  Cutter(const SearchTree& tree, const SearchTree::Ways& ways, const Alphabet& alphabet, const Part& part,
         ChunkLimits limits)
      : tree_(tree),
        ways_(ways),
        places_(part.ranges),
        map_{places_.count(), part.ranges.front().first == 1},
        choices_(alphabet),
        builder_(choices_.own(), Kind::Part, limits),
        newest_(map_.states + (map_.hasFirst ? 0 : 1)) {
    wayPlaces_.emplace(1, map_.first());
    while (entered_ < places_.count()) cutTree();
  }

  const Alphabet& alphabet() const { return choices_.own(); }
  const std::vector<WayStep>& steps() const { return steps_; }
  std::vector<CodedChunk> finish() { return builder_.finish(); }
  bool isComplete() { return builder_.isComplete() && steps_.size() <= kMostWaySteps; }

 private:
  struct Open {
    StateId state;
    uint64_t next;  // of its transitions
  };

  /// A root, and what was discovered from there.
  void cutTree() {
    addWayTo(places_.numberOf(entered_ + 1));
    enter(places_.numberOf(entered_ + 1));
    while (!path_.empty()) {
      Open& top = path_.back();
      if (top.next == tree_.end(top.state)) {
        path_.pop_back();
        continue;
      }
      const uint64_t transition = top.next++;
      const StateId to = tree_.to(transition);
      if (to == kNowhere) {
        builder_.stop();
      } else if (places_.placeOf(to) == kNowhere) {
        builder_.leave();
      } else if (tree_.isProductive(transition)) {
        enter(to);
      } else {
        builder_.reach(to);
      }
    }
  }

  void enter(StateId state) {
    ++entered_;
    labels_.clear();
    for (uint64_t i = tree_.first(state); i < tree_.end(state); ++i)
      labels_.push_back(choices_.labelOf(tree_.label(i)));
    builder_.enter(state, labels_);
    path_.push_back({state, tree_.first(state)});
  }

  /// The end of the shortest way to a root, from where somebody has been who has gone through all states before it.
  void addWayTo(StateId root) {
    if (root == 1) return;
    const StateId place = places_.placeOf(root);
    std::vector<StateId> way = {root};
    StateId from = kNowhere;
    while ((from = startOf(ways_.from[way.back()], place)) == kNowhere) way.push_back(ways_.from[way.back()]);
    for (; !way.empty(); way.pop_back()) {
      const StateId to = way.back() == root ? place : ++newest_;
      if (to != place) wayPlaces_.emplace(way.back(), to);
      steps_.push_back({from, to, choices_.labelOf(ways_.label[way.back()])});
      from = to;
    }
  }
  /// The place of a state that is known when this root is to be reached.
  StateId startOf(StateId state, StateId root) const {
    const StateId place = places_.placeOf(state);
    if (place != kNowhere && place < root) return place;
    const auto known = wayPlaces_.find(state);
    return known == wayPlaces_.end() ? kNowhere : known->second;
  }

  const SearchTree& tree_;
  const SearchTree::Ways& ways_;
  const Places places_;
  const WayMap map_;
  Choices choices_;
  Builder builder_;
  std::vector<Open> path_;
  std::vector<Label> labels_;
  StateId entered_ = 0;
  std::vector<WayStep> steps_;
  StateId newest_;                                  // place on a way
  std::unordered_map<StateId, StateId> wayPlaces_;  // by number
};

}  // namespace

std::optional<support::Error> SubScripts::write(size_t part, const std::string& path, ChunkLimits limits) const {
  const Part& which = parts_[part];
  Cutter cutter(tree_, ways_, file_.alphabet(), which, limits);
  if (!cutter.isComplete()) return support::Error{"the part is too deep for a sub-script"};
  Metadata metadata = file_.metadata();
  metadata.kind = Kind::Part;
  metadata.whole = file_.hash();
  metadata.wholeStates = metadata.states;
  metadata.wholeTransitions = metadata.transitions;
  metadata.part = static_cast<uint32_t>(part + 1);
  metadata.parts = static_cast<uint32_t>(parts_.size());
  metadata.ranges = which.ranges;
  metadata.states = which.states;
  metadata.transitions = which.transitions;
  return writePart(path, metadata, cutter.alphabet(), cutter.steps(), cutter.finish());
}

}  // namespace clew::script
