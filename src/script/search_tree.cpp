#include "script/search_tree.h"

#include <atomic>
#include <optional>
#include <thread>

namespace clew::script {

namespace {

using support::Error;
using support::Result;

void append(Graph& whole, Graph part) {
  if (whole.states() == 0) {
    whole = std::move(part);
    return;
  }
  const uint64_t before = whole.transitions();
  for (size_t i = 1; i < part.first.size(); ++i) whole.first.push_back(before + part.first[i]);
  whole.label.insert(whole.label.end(), part.label.begin(), part.label.end());
  whole.to.insert(whole.to.end(), part.to.begin(), part.to.end());
}

}  // namespace

Result<SearchTree> SearchTree::read(const File& file, const Limits& limits) {
  const size_t count = file.chunks().size();
  // Of a transition and of a state, while they are read and afterwards.
  constexpr uint64_t kTransition = 24;
  constexpr uint64_t kState = 48;
  const Metadata& metadata = file.metadata();
  if (metadata.transitions * kTransition + metadata.states * kState > limits.bytes) {
    return Error{"budget: the script takes too much memory"};
  }
  if (count == 0) return Error{"the script has no states"};
  std::vector<std::optional<Result<Graph>>> parts(count);
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t chunk = next++; chunk < count; chunk = next++) parts[chunk].emplace(file.read(chunk, limits.stop));
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < limits.jobs && i < count; ++i) others.emplace_back(work);
    work();
  }
  SearchTree tree;
  for (auto& part : parts) {
    if (!*part) return part->error();
    append(tree.graph_, std::move(**part));
    part.reset();
  }
  if (!tree.connect()) return Error{"the script is not one search"};
  return tree;
}

/// Gives the states behind productive transitions their numbers, in the order of the search.
bool SearchTree::connect() {
  parent_.assign(size_t{states()} + 1, kNowhere);
  via_.assign(size_t{states()} + 1, 0);
  struct Open {
    StateId state;
    uint64_t next;
  };
  std::vector<Open> path;
  const auto findProductive = [&] {
    for (; !path.empty(); path.pop_back()) {
      Open& top = path.back();
      while (top.next < end(top.state) && graph_.to[top.next] != kProductive) {
        if (graph_.to[top.next] > states()) return true;  // found out below
        ++top.next;
      }
      if (top.next < end(top.state)) return true;
    }
    return false;
  };
  for (StateId state = 1; state <= states(); ++state) {
    if (state > 1) {
      if (!findProductive()) return false;
      const uint64_t transition = path.back().next++;
      if (graph_.to[transition] != kProductive) return false;
      graph_.to[transition] = state;
      parent_[state] = path.back().state;
      via_[state] = transition;
    }
    path.push_back({state, first(state)});
  }
  return !findProductive();
}

uint64_t SearchTree::stepOf(uint64_t transition) const {
  uint64_t step = 0;
  const auto count = [&](uint64_t now) { return ++step, now != transition; };
  walk(count, count, [](StateId) { return true; });
  return step;
}

SearchTree::Ways SearchTree::shortestWays() const {
  Ways ways;
  ways.from.assign(size_t{states()} + 1, kNowhere);
  ways.via.assign(size_t{states()} + 1, 0);
  std::vector<StateId> found = {1};  // in the order of their distance
  for (size_t i = 0; i < found.size(); ++i) {
    for (uint64_t transition = first(found[i]); transition < end(found[i]); ++transition) {
      const StateId state = to(transition);
      if (state == kNowhere || state == 1 || ways.from[state] != kNowhere) continue;
      ways.from[state] = found[i];
      ways.via[state] = transition;
      found.push_back(state);
    }
  }
  return ways;
}

uint64_t SearchTree::depthOf(StateId state) const {
  uint64_t depth = 0;
  for (; parent(state) != kNowhere; state = parent(state)) ++depth;
  return depth;
}

}  // namespace clew::script
