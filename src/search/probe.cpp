#include "search/probe.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "search/state_word.h"
#include "support/random.h"

namespace clew::search {

namespace {

constexpr size_t kNodesPerPart = 16;   // open nodes that a part should consist of, at least
constexpr size_t kMostNodes = 20'000;  // that are looked at
constexpr size_t kDives = 4;           // from each
constexpr uint64_t kLongestDive = 2000;
constexpr uint64_t kMostSteps = 1'000'000;  // of all dives
constexpr double kLargest = 1e50;           // of what one thread can do

class Probe {
 public:
  Probe(const program::Program& program, const Options& options, const Range& range, uint64_t seed,
        const std::atomic<bool>& stop)
      : choices_(program, options, stop), range_(range), random_(seed), stateless_(options.stateless) {
    choices_.machine().remember();
  }

  std::vector<machine::Path> cut(size_t count) {
    choices_.start();
    add({}, range_.place());
    const size_t enough = std::min(kNodesPerPart * (count + 1), kMostNodes / 2);
    // First what is near, then what is large.
    for (size_t next = 0; next < nodes_.size() && nodes_.size() < enough; ++next) expand(next);
    while (nodes_.size() < kMostNodes && steps_ < kMostSteps && !choices_.isStopped()) {
      const size_t largest = findLargest();
      if (largest == nodes_.size() || nodes_[largest].size * static_cast<double>(enough) < total_) break;
      expand(largest);
    }
    return divide(count);
  }

 private:
  /// A node of the tree, with an estimate of what is behind it; without, once it is expanded.
  struct Node {
    machine::Path path;
    Range::Place place;
    machine::StateKey key;
    double size;
    bool isOpen;
  };

  /// Adds the node where the machine is.
  void add(machine::Path path, const Range::Place& place) {
    if (place.isOutside) return;
    Node node{std::move(path), place, {}, 1, false};
    if (choices_.count() > 0) {
      node.key = choices_.machine().save();
      // What is behind a state that was seen before is counted there.
      if (!stateless_ && !seen_.insert(wordOf(node.key)).second) return;
      node.isOpen = true;
      node.size = estimate(node.key);
    }
    total_ += node.size;
    if (node.isOpen) bySize_.emplace(node.size, nodes_.size());
    nodes_.push_back(std::move(node));
  }

  void expand(size_t index) {
    if (!nodes_[index].isOpen || choices_.isStopped()) return;
    nodes_[index].isOpen = false;
    const Node node = nodes_[index];  // the list grows
    total_ -= node.size;
    nodes_[index].size = 0;
    choices_.restore(node.key);
    const uint32_t count = choices_.count();
    for (uint32_t alternative = 0; alternative < count && nodes_.size() < kMostNodes; ++alternative) {
      machine::Path path = node.path;
      if (count > 1) path.push(alternative);
      const Range::Place place = range_.placeOf(path, node.place, node.path.size());
      if (place.isOutside) continue;
      choices_.restore(node.key);
      choices_.take(alternative);
      add(std::move(path), place);
    }
  }

  size_t findLargest() {
    while (!bySize_.empty()) {
      const size_t index = std::prev(bySize_.end())->second;
      bySize_.erase(std::prev(bySize_.end()));
      if (nodes_[index].isOpen) return index;
    }
    return nodes_.size();
  }

  double estimate(machine::StateKey key) {
    double sum = 0;
    for (size_t dive = 0; dive < kDives; ++dive) {
      choices_.restore(key);
      sum += this->dive();
    }
    choices_.restore(key);
    return sum / kDives;
  }

  /// A random run from where the machine is, and the size of the tree that it speaks for.
  double dive() {
    struct Tree {
      double width = 1;
      double size = 1;
    };
    std::map<uint32_t, Tree> trees;  // of each thread; without recognising states, one of all
    for (uint64_t step = 0; step < kLongestDive && choices_.count() > 0 && !choices_.isStopped(); ++step, ++steps_) {
      const auto threads = choices_.machine().choices();
      const uint32_t all = choices_.count();
      const uint32_t alternative = random_.below(all);
      const auto mover = std::find_if(threads.begin(), threads.end(), [&](const machine::ThreadChoice& choice) {
        return alternative - choice.first < choice.alternatives;
      });
      Tree& tree = trees[stateless_ ? 0 : mover->thread];
      tree.width = std::min(tree.width * (stateless_ ? all : mover->alternatives), kLargest);
      tree.size = std::min(tree.size + tree.width, kLargest);
      choices_.take(alternative);
      if (choices_.outcome() == machine::Outcome::Stopped) choices_.machine().save();
    }
    double size = 1;
    for (const auto& [thread, tree] : trees) size = std::min(size * tree.size, kLargest);
    return size;
  }

  /// Cuts where the sizes before come nearest to equal shares.
  std::vector<machine::Path> divide(size_t count) {
    std::sort(nodes_.begin(), nodes_.end(), [](const Node& one, const Node& other) { return one.path < other.path; });
    std::erase_if(nodes_, [](const Node& node) { return node.size == 0; });
    double total = 0;
    for (const Node& node : nodes_) total += node.size;
    std::vector<machine::Path> cuts;
    double before = 0;
    size_t next = 0;
    for (size_t i = 1; i <= count; ++i) {
      const double share = total * static_cast<double>(i) / static_cast<double>(count + 1);
      while (next + 1 < nodes_.size() && before + nodes_[next].size / 2 < share) before += nodes_[next++].size;
      cuts.push_back(nodes_.empty() ? machine::Path() : nodes_[next].path);
    }
    return cuts;
  }

  Choices choices_;
  const Range& range_;
  support::Random random_;
  const bool stateless_;
  std::vector<Node> nodes_;
  std::multimap<double, size_t> bySize_;
  std::unordered_set<StateWord> seen_;
  double total_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace

MadePaths probedPaths(const program::Program& program, const Options& options, const Range& range, size_t count,
                      uint64_t seed, const std::atomic<bool>& stop) {
  MadePaths made{Probe(program, options, range, seed, stop).cut(count), false};
  made.clip(range);
  return made;
}

}  // namespace clew::search
