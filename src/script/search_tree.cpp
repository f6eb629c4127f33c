#include "script/search_tree.h"

#include <algorithm>

#include "script/follower.h"

namespace clew::script {

support::Result<SearchTree> SearchTree::read(const File& file, unsigned jobs, Budget budget) {
  auto reading = Reading::start(file, jobs, budget);
  if (!reading) return reading.error();
  Follower follower(**reading);
  std::vector<StateId> parent(file.metadata().states + 1, kNowhere);
  while (true) {
    switch (follower.next()) {
      case Follower::Event::Enter: parent[follower.state()] = follower.parent(); break;
      case Follower::Event::Pass: break;
      case Follower::Event::Broken: return support::Error{follower.error()};
      case Follower::Event::End: {
        SearchTree tree((*reading)->take());
        tree.parent_ = std::move(parent);
        return tree;
      }
    }
  }
}

uint64_t SearchTree::stepOf(uint64_t transition) const {
  uint64_t step = 0;
  const auto count = [&](uint64_t now) { return ++step, now != transition; };
  const auto goOn = [](StateId) { return true; };
  walk(goOn, count, count, goOn);
  return step;
}

SearchTree::Ways SearchTree::shortestWays() const {
  Ways ways;
  ways.from.assign(size_t{states()} + 1, kNowhere);
  ways.label.assign(size_t{states()} + 1, 0);
  ways.via.assign(size_t{states()} + 1, Graph::kNone);
  ways.steps.assign(size_t{states()} + 1, 0);
  std::vector<StateId> found = {1};  // in the order of their distance
  for (size_t i = 0; i < found.size(); ++i) {
    for (uint64_t transition = first(found[i]); transition < end(found[i]); ++transition) {
      const StateId state = to(transition);
      if (state == kNowhere || state == 1 || ways.from[state] != kNowhere) continue;
      ways.from[state] = found[i];
      ways.label[state] = label(transition);
      ways.via[state] = transition;
      ways.steps[state] = ways.steps[found[i]] + 1;
      found.push_back(state);
    }
  }
  return ways;
}

support::Result<SearchTree::Ways> SearchTree::waysBy(const WayMap& map, std::span<const WayStep> steps) const {
  Ways ways;
  ways.from = parent_;
  ways.label.assign(parent_.size(), 0);
  ways.via.assign(parent_.size(), Graph::kNone);
  for (StateId state = 1; state <= states(); ++state) {
    if (parent(state) == kNowhere) continue;
    ways.via[state] = via(state);
    ways.label[state] = label(via(state));
  }
  StateId last = std::max(map.first(), states());
  for (const WayStep& step : steps) last = std::max(last, step.to);
  ways.from.resize(size_t{last} + 1, kNowhere);
  ways.label.resize(size_t{last} + 1, 0);
  ways.via.resize(size_t{last} + 1, Graph::kNone);
  for (const WayStep& step : steps) {
    if (ways.from[step.to] != kNowhere) return support::Error{"there is a way to a state that has a parent"};
    ways.from[step.to] = step.from;
    ways.label[step.to] = step.label;
  }
  for (StateId state = 1; state <= states(); ++state) {
    if (ways.from[state] == kNowhere && state != map.first()) {
      return support::Error{"there is no way to a state of the part"};
    }
  }
  return ways;
}

}  // namespace clew::script
