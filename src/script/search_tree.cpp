#include "script/search_tree.h"

#include <atomic>
#include <optional>
#include <thread>

namespace clew::script {

namespace {

using support::Error;
using support::Result;

void reserve(Graph& whole, const Metadata& metadata) {
  whole.first.reserve(metadata.states + 1);
  whole.label.reserve(metadata.transitions);
  whole.to.reserve(metadata.transitions);
}

void append(Graph& whole, const Graph& part) {
  const uint64_t before = whole.transitions();
  for (size_t i = 1; i < part.first.size(); ++i) whole.first.push_back(before + part.first[i]);
  whole.label.insert(whole.label.end(), part.label.begin(), part.label.end());
  whole.to.insert(whole.to.end(), part.to.begin(), part.to.end());
}

/// What a script takes in memory, twice: in parts, and as a whole.
uint64_t bytesFor(const Metadata& metadata) {
  constexpr uint64_t kPerState = sizeof(uint64_t) + sizeof(StateId) + sizeof(uint64_t);
  constexpr uint64_t kPerTransition = sizeof(Label) + sizeof(StateId);
  return 2 * (metadata.states * kPerState + metadata.transitions * kPerTransition);
}

}  // namespace

Result<SearchTree> SearchTree::read(const File& file, unsigned jobs, Budget budget) {
  const size_t count = file.chunks().size();
  if (count == 0) return Error{"the script has no states"};
  if (bytesFor(file.metadata()) > budget.bytes) return Error{"budget: the script is too large for this much memory"};
  std::vector<std::optional<Result<Graph>>> parts(count);
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t chunk = next++; chunk < count; chunk = next++) parts[chunk].emplace(file.read(chunk, budget.stop));
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < jobs && i < count; ++i) others.emplace_back(work);
    work();
  }
  SearchTree tree;
  for (auto& part : parts) {
    if (!*part) return part->error();
  }
  if (count == 1) {
    tree.graph_ = std::move(**parts.front());
  } else {
    reserve(tree.graph_, file.metadata());
    for (auto& part : parts) {
      append(tree.graph_, **part);
      part.reset();
    }
  }
  if (!tree.connect()) return Error{"the script is not one search"};
  return tree;
}

/// Gives the states behind productive transitions their numbers, in the order of the search. The others lead to states
/// that have a number by then.
bool SearchTree::connect() {
  parent_.assign(size_t{states()} + 1, kNowhere);
  via_.assign(size_t{states()} + 1, 0);
  struct Open {
    StateId state;
    uint64_t next;
  };
  std::vector<Open> path;
  // The next transition that is not to one of the first so many states.
  const auto findProductive = [&](StateId known) {
    for (; !path.empty(); path.pop_back()) {
      Open& top = path.back();
      while (top.next < end(top.state) && graph_.to[top.next] <= known) ++top.next;
      if (top.next < end(top.state)) return true;
    }
    return false;
  };
  for (StateId state = 1; state <= states(); ++state) {
    if (state > 1) {
      if (!findProductive(state - 1)) return false;
      const uint64_t transition = path.back().next++;
      if (graph_.to[transition] != kProductive) return false;
      graph_.to[transition] = state;
      parent_[state] = path.back().state;
      via_[state] = transition;
    }
    path.push_back({state, first(state)});
  }
  return !findProductive(states());
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
  ways.steps.assign(size_t{states()} + 1, 0);
  std::vector<StateId> found = {1};  // in the order of their distance
  for (size_t i = 0; i < found.size(); ++i) {
    for (uint64_t transition = first(found[i]); transition < end(found[i]); ++transition) {
      const StateId state = to(transition);
      if (state == kNowhere || state == 1 || ways.from[state] != kNowhere) continue;
      ways.from[state] = found[i];
      ways.via[state] = transition;
      ways.steps[state] = ways.steps[found[i]] + 1;
      found.push_back(state);
    }
  }
  return ways;
}

}  // namespace clew::script
