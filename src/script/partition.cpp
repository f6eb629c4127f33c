#include "script/partition.h"

#include <algorithm>
#include <cassert>
#include <ranges>

namespace clew::script {

namespace {

void addRange(Part& part, const SearchTree& tree, Range range) {
  if (part.ranges.empty()) part.root = range.first;
  part.ranges.push_back(range);
  part.states += range.last - range.first + 1;
  part.transitions += tree.end(range.last) - tree.first(range.first);
}

/// Says how far it is to the parts.
std::vector<Part> withWays(std::vector<Part> parts, const SearchTree::Ways& ways) {
  for (Part& part : parts) part.initialisation = ways.steps[part.root];
  return parts;
}

/// The subtrees, while parts are taken out of them.
class Remains {
 public:
  explicit Remains(const SearchTree& tree)
      : tree_(tree), size_(subgraphs(tree)), behind_(size_.size()), owner_(size_.size(), kNobody) {
    for (StateId state = tree.states(); state > 0; --state) {
      behind_[state] = std::max(behind_[state], state + 1);
      StateId& above = behind_[tree.parent(state)];
      above = std::max(above, behind_[state]);
    }
  }

  /// The subtree whose size is closest to a share of what is left; kNowhere if there is only state 1.
  StateId closest(uint64_t shares) const {
    const uint64_t left = size_[1];
    StateId best = kNowhere;
    uint64_t least = ~uint64_t{0};
    for (StateId state = 2; state <= tree_.states();) {
      if (owner_[state] != kNobody) {
        state = behind_[state];
        continue;
      }
      const uint64_t size = size_[state] * shares;
      const uint64_t distance = size > left ? size - left : left - size;
      if (distance < least) {
        least = distance;
        best = state;
      }
      // Whatever is below a subtree is smaller, and farther away if the subtree is small already.
      state = size > left ? state + 1 : behind_[state];
    }
    return best;
  }

  void take(StateId root, uint32_t part) {
    const uint64_t size = size_[root];
    for (StateId state = root; state != kNowhere; state = tree_.parent(state)) size_[state] -= size;
    for (StateId state = root; state < behind_[root];) {
      if (owner_[state] != kNobody) {
        state = behind_[state];
      } else {
        owner_[state++] = part;
      }
    }
  }

  /// With what was not taken as the last.
  std::vector<Part> parts(uint32_t taken) const {
    std::vector<Part> parts(taken + 1);
    for (StateId first = 1; first <= tree_.states();) {
      const uint32_t owner = owner_[first];
      StateId last = first;
      while (last < tree_.states() && owner_[last + 1] == owner) ++last;
      addRange(parts[std::min(owner, taken)], tree_, {first, last});
      first = last + 1;
    }
    return parts;
  }

 private:
  static constexpr uint32_t kNobody = ~uint32_t{0};
  const SearchTree& tree_;
  std::vector<uint64_t> size_;   // by state: transitions in its subtree that were not taken
  std::vector<StateId> behind_;  // the first number behind its subtree
  std::vector<uint32_t> owner_;  // the part that it was taken for
};

/// Where ranges of states can begin.
class Cuts {
 public:
  Cuts(const SearchTree& tree, const SearchTree::Ways& ways) : tree_(tree), ways_(ways) {}

  /// A state with about so much work before it. Of those that are at most `tolerance` off it is the cheapest, where a
  /// step of the path to it costs as much as being off by a transition: both are work for somebody. If there is none,
  /// because a single state has that much work, it is the one that is least off.
  StateId near(uint64_t work, uint64_t tolerance) const {
    const StateId begin = from(work - std::min(work, tolerance));
    const StateId end = from(work + tolerance + 1);
    if (begin == end) {
      const bool isBeforeCloser = end > tree_.states() || offset(begin - 1, work) <= offset(begin, work);
      return isBeforeCloser ? begin - 1 : begin;
    }
    const auto cost = [&](StateId state) { return ways_.steps[state] + offset(state, work); };
    return std::ranges::min(std::views::iota(begin, end), {}, cost);
  }

 private:
  /// The first state with so much work before it; the number behind the last state if there is none.
  StateId from(uint64_t work) const {
    const auto states = std::views::iota(StateId{1}, tree_.states() + 1);
    const auto isBefore = [&](StateId state) { return tree_.first(state) < work; };
    return static_cast<StateId>(1 + (std::ranges::partition_point(states, isBefore) - states.begin()));
  }
  uint64_t offset(StateId state, uint64_t work) const {
    return std::max(tree_.first(state), work) - std::min(tree_.first(state), work);
  }

  const SearchTree& tree_;
  const SearchTree::Ways& ways_;
};

}  // namespace

std::vector<uint64_t> subgraphs(const SearchTree& tree) {
  std::vector<uint64_t> sizes(size_t{tree.states()} + 1);
  for (StateId state = tree.states(); state > 0; --state) {
    sizes[state] += tree.end(state) - tree.first(state);
    if (state > 1) sizes[tree.parent(state)] += sizes[state];
  }
  return sizes;
}

std::vector<Part> partitionGreedy(const SearchTree& tree, uint32_t k) {
  assert(k > 0 && k <= kMostParts);
  Remains remains(tree);
  uint32_t taken = 0;
  for (; taken + 1 < k; ++taken) {
    const StateId root = remains.closest(k - taken);
    if (root == kNowhere) break;
    remains.take(root, taken);
  }
  return withWays(remains.parts(taken), tree.shortestWays());
}

// The windows around the ends of equal shares are an eighth of a share to either side. So they do not overlap, and two
// neighbouring cuts are at most 1.25 shares apart whichever states are chosen.
std::vector<Part> partitionEvenly(const SearchTree& tree, uint32_t k) {
  assert(k > 0 && k <= kMostParts);
  const uint64_t tolerance = tree.transitions() / k / 8;
  const SearchTree::Ways ways = tree.shortestWays();
  const Cuts cuts(tree, ways);
  std::vector<Part> parts;
  StateId begin = 1;
  const auto endBefore = [&](StateId end) {
    if (end <= begin) return;
    addRange(parts.emplace_back(), tree, {begin, end - 1});
    begin = end;
  };
  for (uint64_t i = 1; i < k; ++i) endBefore(cuts.near(tree.transitions() * i / k, tolerance));
  endBefore(tree.states() + 1);
  return withWays(std::move(parts), ways);
}

}  // namespace clew::script
