#include "search/fewest.h"

#include <algorithm>
#include <unordered_map>

namespace clew::search {

namespace {

constexpr uint32_t kNobody = ~uint32_t{0};

class Search {
 public:
  Search(Trial& trial, const Sighting& sought, const Length& length, Measure measure, const Inputs* inputs,
         uint64_t work)
      : trial_(trial),
        sought_(sought),
        inputs_(inputs),
        work_(work),
        ofStep_(Length{1, 0}.by(measure)),
        ofSwitch_(Length{0, 1}.by(measure)),
        bound_(length.by(measure)) {}

  /// The machine is in the first state.
  Fewest run() {
    add({trial_.key(), 0, kNobody, 0, kNobody, 0});
    while (!open_.empty() && open_.begin()->first < bound_) {
      auto& nodes = open_.begin()->second;
      for (size_t i = 0; i < nodes.size(); ++i) {  // none of the same cost is added to them: every step costs something
        if (!expand(nodes[i])) return found(false);
      }
      open_.erase(open_.begin());
    }
    return found(true);
  }

 private:
  struct Node {
    machine::StateKey key;
    uint32_t thread;       // that came last
    uint32_t parent;       // kNobody: there is none
    uint32_t alternative;  // of the parent
    uint32_t sibling;      // another node of the same state
    uint64_t cost;
  };

  /// False if there is no more to spend.
  bool expand(uint32_t index) {
    const Node node = nodes_[index];
    if (isBeaten(node, nodes_[last_[wordOf(node.key)]], index)) return true;
    trial_.restore(node.key);
    if (trial_.count() == 0) return true;
    const auto now = trial_.threads();
    const std::vector<machine::ThreadChoice> threads(now.begin(), now.end());  // they change with every step
    for (const machine::ThreadChoice& each : threads) {
      const uint64_t cost = node.cost + ofStep_ + (each.thread == node.thread ? 0 : ofSwitch_);
      if (cost >= bound_) continue;
      for (const uint32_t offset : offsetsOf(each, node.key)) {
        trial_.restore(node.key);
        trial_.take(each.first + offset);
        if (trial_.isSpent(work_, bytes())) return false;
        arrive({trial_.key(), each.thread, index, each.first + offset, kNobody, cost});
      }
    }
    return true;
  }

  /// The alternatives of a thread that are tried.
  const std::vector<uint32_t>& offsetsOf(const machine::ThreadChoice& thread, machine::StateKey key) {
    offsets_.clear();
    if (inputs_ == nullptr || thread.alternatives == 1) {
      for (uint32_t offset = 0; offset < thread.alternatives; ++offset) offsets_.push_back(offset);
      return offsets_;
    }
    trial_.restore(key);
    const auto known = inputs_->find(trial_.placeOf(thread.thread));
    if (known == inputs_->end()) {
      offsets_.push_back(0);
      return offsets_;
    }
    for (const uint32_t offset : known->second) {
      if (offset < thread.alternatives) offsets_.push_back(offset);
    }
    return offsets_;
  }

  void arrive(const Node& node) {
    const auto& sighting = trial_.sighting();
    if (!sighting) {
      if (!(node.key == machine::StateKey{})) add(node);
      return;
    }
    if (!(*sighting == sought_) || node.cost >= bound_) return;  // another violation ends the path, too
    bound_ = node.cost;
    goal_ = node;
  }

  void add(Node node) {
    const auto [known, isNew] = last_.try_emplace(wordOf(node.key), static_cast<uint32_t>(nodes_.size()));
    if (!isNew) {
      if (isBeaten(node, nodes_[known->second], kNobody)) return;
      node.sibling = known->second;
      known->second = static_cast<uint32_t>(nodes_.size());
    }
    open_[node.cost].push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back(node);
  }

  /// Whether one of the nodes of its state, from `first` on, makes a node needless. It has an index if it is one of
  /// them.
  bool isBeaten(const Node& node, const Node& first, uint32_t index) const {
    for (const Node* other = &first;; other = &nodes_[other->sibling]) {
      const bool isItself = index != kNobody && other == &nodes_[index];
      const uint64_t change = other->thread == node.thread ? 0 : ofSwitch_;
      if (!isItself && other->cost + change <= node.cost) return true;
      if (other->sibling == kNobody) return false;
    }
  }

  Fewest found(bool isWhole) const {
    Fewest fewest{{}, goal_.has_value(), isWhole};
    if (!goal_) return fewest;
    for (const Node* node = &*goal_; node->parent != kNobody; node = &nodes_[node->parent]) {
      fewest.alternatives.push_back(node->alternative);
    }
    std::reverse(fewest.alternatives.begin(), fewest.alternatives.end());
    return fewest;
  }

  uint64_t bytes() const {
    constexpr uint64_t kOfState = 40;  // in a map
    return nodes_.capacity() * (sizeof(Node) + sizeof(uint32_t)) + last_.size() * kOfState;
  }

  Trial& trial_;
  const Sighting& sought_;
  const Inputs* inputs_;
  const uint64_t work_;
  const uint64_t ofStep_;
  const uint64_t ofSwitch_;
  uint64_t bound_;  // what is worth looking at costs less
  std::vector<Node> nodes_;
  std::unordered_map<StateWord, uint32_t> last_;    // node of each state
  std::map<uint64_t, std::vector<uint32_t>> open_;  // nodes by cost
  std::optional<Node> goal_;
  std::vector<uint32_t> offsets_;
};

}  // namespace

Fewest findFewest(Trial& trial, const Sighting& sought, const Length& length, Measure measure, const Inputs* inputs,
                  uint64_t work) {
  return Search(trial, sought, length, measure, inputs, work).run();
}

}  // namespace clew::search
