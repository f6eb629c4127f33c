// Automata as GraphML, format 1.0. What is followed is one way through the automaton, a shortest one from the entry to
// a violation; on it every edge that says something becomes a point that runs pass, and edges to sinks become points
// that they avoid. An automaton with more ways than this one stands for more runs, which is remembered.
//
// The formats differ in what an assumption is about: here about the state behind the statement of its edge.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>

#include "witness/reader.h"
#include "witness/xml.h"

namespace clew::witness {

namespace {

using support::Error;
using support::Result;

constexpr uint32_t kLargestLine = 100'000'000;
constexpr size_t kNone = ~size_t{0};

struct Edge {
  size_t from = 0, to = 0;
  std::map<std::string, std::string> data;
  uint32_t line = 0;  // in the witness

  const std::string& operator[](const char* key) const {
    static const std::string nothing;
    const auto found = data.find(key);
    return found == data.end() ? nothing : found->second;
  }
};

struct Node {
  bool isEntry = false, isSink = false, isViolation = false;
  std::vector<size_t> edges;
};

/// Leaves this file only as a `Result`.
struct Malformed {
  uint32_t line;
  std::string what;
};

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// `a; b;` as `(a) && (b)`.
std::string conjunction(const std::string& assumptions) {
  std::string all;
  for (size_t begin = 0; begin < assumptions.size();) {
    const size_t end = std::min(assumptions.find(';', begin), assumptions.size());
    const std::string one = trimmed(assumptions.substr(begin, end - begin));
    if (!one.empty()) all += all.empty() ? one : fmt::format(") && ({}", one);
    begin = end + 1;
  }
  return all.find(") && (") == std::string::npos ? all : "(" + all + ")";
}

class AutomatonReader {
 public:
  Witness read(const Element& root) {
    if (root.name != "graphml") throw Malformed{root.line, "not a witness: expected the element graphml"};
    const auto graph = std::find_if(root.children.begin(), root.children.end(),
                                    [](const Element& child) { return child.name == "graph"; });
    if (graph == root.children.end()) throw Malformed{root.line, "the document has no graph"};
    readGraph(*graph);
    if (!witness_.isViolation) return std::move(witness_);
    const auto way = findWay(graph->line);
    for (const size_t edge : way) follow(edges_[edge], edge == way.back());
    return std::move(witness_);
  }

 private:
  void readGraph(const Element& graph) {
    std::map<std::string, std::string> data;
    for (const Element& child : graph.children) {
      if (child.name == "data") data[std::string(child.attribute("key"))] = trimmed(child.text);
      if (child.name == "node") addNode(child);
    }
    for (const Element& child : graph.children) {
      if (child.name == "edge") addEdge(child);
    }
    const std::string& type = data["witness-type"];
    if (type != "violation_witness" && type != "correctness_witness") {
      throw Malformed{graph.line, "witness-type is neither violation_witness nor correctness_witness"};
    }
    const std::string& version = data["witness-format-version"];
    if (!version.empty() && version != "1.0") throw Malformed{graph.line, "unknown witness-format-version"};
    witness_.isViolation = type == "violation_witness";
    witness_.metadata.producer = data["producer"];
    witness_.metadata.specification = data["specification"];
    const std::string& architecture = data["architecture"];
    if (architecture.starts_with("32")) witness_.metadata.dataModel = "ILP32";
    if (architecture.starts_with("64")) witness_.metadata.dataModel = "LP64";
    programFile_ = data["programfile"];
  }

  void addNode(const Element& element) {
    if (nodes_.size() >= kMostWaypoints) throw Malformed{element.line, "too many nodes"};
    const std::string id(element.attribute("id"));
    if (id.empty() || !ids_.emplace(id, nodes_.size()).second) {
      throw Malformed{element.line, "a node without an id of its own"};
    }
    Node node;
    for (const Element& data : element.children) {
      const std::string_view key = data.attribute("key");
      const bool isTrue = trimmed(data.text) == "true";
      if (key == "entry") node.isEntry = isTrue;
      if (key == "sink") node.isSink = isTrue;
      if (key == "violation") node.isViolation = isTrue;
    }
    nodes_.push_back(std::move(node));
  }

  void addEdge(const Element& element) {
    if (edges_.size() >= 2 * kMostWaypoints) throw Malformed{element.line, "too many edges"};
    const auto end = [&](const char* key) {
      const auto found = ids_.find(std::string(element.attribute(key)));
      if (found == ids_.end()) throw Malformed{element.line, fmt::format("the {} of an edge is no node", key)};
      return found->second;
    };
    Edge edge;
    edge.line = element.line;
    edge.from = end("source");
    edge.to = end("target");
    for (const Element& data : element.children) {
      if (data.name == "data") edge.data[std::string(data.attribute("key"))] = trimmed(data.text);
    }
    nodes_[edge.from].edges.push_back(edges_.size());
    edges_.push_back(std::move(edge));
  }

  /// The edges of a shortest way to a violation.
  std::vector<size_t> findWay(uint32_t line) {
    const auto isEntry = [](const Node& node) { return node.isEntry; };
    const auto entry = std::find_if(nodes_.begin(), nodes_.end(), isEntry);
    if (entry == nodes_.end() || std::count_if(nodes_.begin(), nodes_.end(), isEntry) != 1) {
      throw Malformed{line, "there is not exactly one entry node"};
    }
    const auto start = static_cast<size_t>(entry - nodes_.begin());
    std::vector<size_t> cameBy(nodes_.size(), kNone);
    std::vector<bool> isSeen(nodes_.size(), false);
    std::deque<size_t> waiting = {start};
    isSeen[start] = true;
    size_t found = nodes_[start].isViolation ? start : kNone;
    while (!waiting.empty() && found == kNone) {
      const Node& node = nodes_[waiting.front()];
      waiting.pop_front();
      for (const size_t edge : node.edges) {
        const size_t to = edges_[edge].to;
        if (isSeen[to] || nodes_[to].isSink) continue;
        isSeen[to] = true;
        cameBy[to] = edge;
        waiting.push_back(to);
        if (nodes_[to].isViolation && found == kNone) found = to;
      }
    }
    if (found == kNone || found == start) throw Malformed{line, "no way leads from the entry to a violation"};
    std::vector<size_t> way;
    for (size_t node = found; node != start; node = edges_[cameBy[node]].from) way.push_back(cameBy[node]);
    std::reverse(way.begin(), way.end());
    return way;
  }

  void follow(const Edge& edge, bool isLast) {
    Segment segment;
    for (const size_t other : nodes_[edge.from].edges) {
      const Edge& beside = edges_[other];
      if (&beside == &edge || beside.to == beside.from) continue;
      if (!nodes_[beside.to].isSink) {
        witness_.hasMore = true;
        continue;
      }
      for (Waypoint& waypoint : waypointsOf(beside)) {
        waypoint.isAvoided = true;
        segment.waypoints.push_back(std::move(waypoint));
      }
    }
    std::vector<Waypoint> followed = waypointsOf(edge);
    if (isLast) {
      // What the last edge says beyond its place has to hold before.
      std::erase_if(followed, [](const Waypoint& waypoint) { return waypoint.constraint == "1"; });
      Waypoint target;
      target.kind = Kind::Target;
      target.place = placeOf(edge);
      followed.push_back(std::move(target));
    }
    for (Waypoint& waypoint : followed) {
      segment.waypoints.push_back(std::move(waypoint));
      witness_.segments.push_back(std::exchange(segment, {}));
    }
    if (witness_.segments.size() > kMostWaypoints) throw Malformed{edge.line, "too many edges"};
  }

  Place placeOf(const Edge& edge) const {
    Place place;
    place.file = edge["originfile"].empty() ? programFile_ : edge["originfile"];
    place.function = edge["assumption.scope"];
    const std::string& text = edge["startline"];
    if (text.empty()) return place;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), place.line);
    if (error != std::errc() || end != text.data() + text.size() || place.line > kLargestLine) {
      throw Malformed{edge.line, "startline is not a number of a line"};
    }
    return place;
  }

  /// Everything that an edge says, as points on its line; none if it names no line.
  std::vector<Waypoint> waypointsOf(const Edge& edge) {
    Waypoint waypoint;
    waypoint.place = placeOf(edge);
    waypoint.thread = threadOf(edge);
    std::vector<Waypoint> all;
    if (waypoint.place.line == 0) return all;
    if (const std::string& control = edge["control"]; !control.empty()) {
      if (control != "condition-true" && control != "condition-false") {
        throw Malformed{edge.line, "control is neither condition-true nor condition-false"};
      }
      waypoint.kind = Kind::Branching;
      waypoint.constraint = control == "condition-true" ? "true" : "false";
      all.push_back(waypoint);
    }
    if (const std::string assumption = conjunction(edge["assumption"]); !assumption.empty()) {
      const bool isResult = assumption.find("\\result") != std::string::npos;
      waypoint.kind = isResult ? Kind::FunctionReturn : Kind::Assumption;
      waypoint.function = isResult ? edge["assumption.resultfunction"] : "";
      waypoint.constraint = assumption;
      waypoint.isAfter = !isResult;
      all.push_back(waypoint);
    }
    if (!all.empty()) return all;
    waypoint.kind = Kind::Assumption;
    waypoint.constraint = "1";
    return {waypoint};
  }

  /// Numbers threads as they are created; the first one to be named is main.
  std::optional<uint32_t> threadOf(const Edge& edge) {
    const auto number = [&](const std::string& id) {
      return threads_.emplace(id, static_cast<uint32_t>(threads_.size())).first->second;
    };
    const std::string& id = edge["threadId"];
    std::optional<uint32_t> thread;
    if (!id.empty()) thread = number(id);
    if (const std::string& created = edge["createThread"]; !created.empty()) number(created);
    return thread;
  }

  Witness witness_;
  std::string programFile_;
  std::map<std::string, size_t> ids_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::map<std::string, uint32_t> threads_;
};

}  // namespace

Result<Witness> parseGraphml(const std::string& name, const std::string& text) {
  const auto root = parseXml(name, text);
  if (!root) return root.error();
  try {
    return AutomatonReader().read(*root);
  } catch (const Malformed& problem) {
    return Error{fmt::format("{}:{}: {}", name, problem.line, problem.what)};
  }
}

}  // namespace clew::witness
