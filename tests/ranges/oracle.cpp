#include "ranges/oracle.h"

#include <algorithm>
#include <utility>

#include "ranges/machine_walk.h"
#include "support/random.h"

namespace clew::ranges {

namespace {

constexpr uint64_t kLongestRun = 150;  // who takes more steps goes round, most likely

/// Tables like those of a search: how many places for threads a state has is part of its content.
struct Tables : machine::StateTables {
  explicit Tables(const program::Program& program) { threadPlaces = search::expectedThreads(program, {}); }
};

class Enumeration {
 public:
  Enumeration(const program::Program& program, uint64_t maxDepth, size_t mostNodes)
      : tables_(program), walk_(program, tables_), maxDepth_(maxDepth), mostNodes_(mostNodes) {}

  Tree run() {
    arrive(walk_.start(), 0);
    return std::move(tree_);
  }

 private:
  void arrive(const MachineWalk::Arrival& arrival, uint64_t depth) {
    if (!arrival.isKnown) tree_.refusal = "something is not modelled";
    if (tree_.nodes.size() == mostNodes_) tree_.refusal = "too many runs";
    if (depth > kLongestRun) tree_.refusal = "runs that do not end";
    if (!tree_.refusal.empty()) return;
    const bool isLast = maxDepth_ > 0 && depth == maxDepth_;
    uint32_t count = arrival.key ? walk_.count(*arrival.key) : 0;
    tree_.isCut |= isLast && count > 0;
    if (isLast) count = 0;
    Node& node = tree_.nodes.emplace_back(Node{path_, depth, {}, arrival.findings, count == 0});
    if (arrival.key) tree_.states.insert(node.state.emplace(walk_.contentOf(*arrival.key)));
    tree_.findings.insert(arrival.findings.begin(), arrival.findings.end());
    for (uint32_t alternative = 0; alternative < count && tree_.refusal.empty(); ++alternative) {
      const size_t length = path_.size();
      if (count > 1) path_.push(alternative);
      arrive(walk_.step(*arrival.key, alternative), depth + 1);
      path_.shorten(length);
    }
  }

  Tables tables_;
  MachineWalk walk_;
  const uint64_t maxDepth_;
  const size_t mostNodes_;
  machine::Path path_;
  Tree tree_;
};

/// Whether a path begins with another one and is longer.
bool goesOnFrom(const machine::Path& path, const machine::Path& beginning) {
  machine::Path same = path;
  if (path.size() <= beginning.size()) return false;
  same.shorten(beginning.size());
  return same == beginning;
}

}  // namespace

Findings Tree::at(const machine::Path& path) const {
  Findings found;
  for (const Node& node : nodes) {
    if (node.path == path) found.insert(node.findings.begin(), node.findings.end());
  }
  return found;
}

Tree enumerate(const program::Program& program, uint64_t maxDepth, size_t mostNodes) {
  return Enumeration(program, maxDepth, mostNodes).run();
}

Graph reach(const program::Program& program, uint64_t maxDepth, size_t mostStates) {
  Tables tables(program);
  MachineWalk walk(program, tables);
  Graph graph;
  const auto look = [&](machine::StateKey key, uint64_t depth) {
    graph.states.insert(walk.contentOf(key));
    graph.isCut |= maxDepth > 0 && depth == maxDepth && walk.count(key) > 0;
  };
  const auto take = [&](machine::StateKey, const MachineWalk::Arrival& arrival) {
    graph.findings.insert(arrival.findings.begin(), arrival.findings.end());
  };
  if (!walkStates(walk, maxDepth, mostStates, look, take)) graph.refusal = "too many states, or not modelled";
  return graph;
}

machine::Path randomRun(const program::Program& program, uint64_t seed, uint64_t steps) {
  machine::StateTables tables;
  MachineWalk walk(program, tables);
  support::Random random(seed);
  machine::Path path;
  auto here = walk.start();
  for (; here.key && steps > 0; --steps) {
    const uint32_t count = walk.count(*here.key);
    if (count == 0) break;
    const uint32_t chosen = random.below(count);
    if (count > 1) path.push(chosen);
    here = walk.step(*here.key, chosen);
  }
  return path;
}

bool contains(const search::Range& range, const machine::Path& path) {
  return (!range.from || *range.from <= path) && (!range.to || path < *range.to);
}

bool comesBy(const search::Range& range, const machine::Path& path) {
  if (contains(range, path)) return true;
  const bool isEmpty = range.from && range.to && *range.to <= *range.from;
  return range.from && !isEmpty && goesOnFrom(*range.from, path);
}

}  // namespace clew::ranges
