#include "explore/map.h"

#include <nlohmann/json.hpp>

namespace clew::explore {

using nlohmann::ordered_json;

const char* nameOf(inspect::Standing::Kind kind) {
  using Kind = inspect::Standing::Kind;
  switch (kind) {
    case Kind::Open: return "open";
    case Kind::Violated: return "violated";
    case Kind::Exited: return "exited";
    case Kind::Pruned: return "pruned";
    case Kind::Unknown: return "unknown";
  }
  return "unknown";
}

void Map::note(const inspect::Session& session, bool isVisited) {
  const uint32_t state = session.stateNumber();
  auto place = nodes_.find(state);
  if (place == nodes_.end()) {
    if (nodes_.size() >= kMost) {
      isCut_ = true;
      return;
    }
    place = nodes_.try_emplace(state).first;
    place->second.standing = session.standing();
    ++version_;
  }
  Node& node = place->second;
  if (node.path.empty() || session.path().size() < node.choices) {
    node.path = session.path().text();
    node.choices = session.path().size();
  }
  if (isVisited && !node.isVisited) {
    node.isVisited = true;
    ++version_;
  }
}

void Map::connect(uint32_t from, uint32_t choice, uint32_t to) {
  const auto place = nodes_.find(from);
  if (place == nodes_.end() || !nodes_.contains(to)) return;
  if (place->second.next.emplace(choice, to).second) ++version_;
}

bool Map::isVisited(uint32_t state) const {
  const auto place = nodes_.find(state);
  return place != nodes_.end() && place->second.isVisited;
}

ordered_json Map::json() const {
  ordered_json nodes = ordered_json::array();
  ordered_json edges = ordered_json::array();
  for (const auto& [state, node] : nodes_) {
    nodes.push_back({{"state", state},
                     {"path", node.path},
                     {"choices", node.choices},
                     {"standing", nameOf(node.standing.kind)},
                     {"text", node.standing.text},
                     {"visited", node.isVisited}});
    for (const auto& [choice, to] : node.next) edges.push_back({state, choice, to});
  }
  return {{"version", version_}, {"nodes", std::move(nodes)}, {"edges", std::move(edges)}, {"cut", isCut_}};
}

}  // namespace clew::explore
