#include "script/search_tree.h"

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
