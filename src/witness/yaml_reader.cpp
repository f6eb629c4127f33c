// The YAML of format 2.0 and its successors, as far as violations are concerned: a list of entries, of which one is a
// violation_sequence, whose content is a list of segments, each a list of waypoints. Keys that are not known are left
// alone: later versions of the format have some.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include "witness/reader.h"

namespace clew::witness {

namespace {

using support::Error;
using support::Result;

constexpr uint32_t kLargestLine = 100'000'000;
constexpr uint32_t kMostThreads = 1'000'000;
constexpr size_t kLongestText = 64 << 10;
/// Of the document: each takes half a kilobyte.
constexpr size_t kMostNodes = 500'000;

/// What is wrong with a witness. Leaves this file only as a `Result`, like YAML's own exceptions.
struct Malformed {
  YAML::Mark mark;
  std::string what;
};

/// Counts what a document has before it is built, and refuses what can stand for more than it is.
class Counter : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { count(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { throw Malformed{mark, "aliases are not read here"}; }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&) override {
    count(mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    count(mark);
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    count(mark);
  }
  void OnMapEnd() override {}

 private:
  void count(const YAML::Mark& mark) {
    if (++nodes_ > kMostNodes) throw Malformed{mark, "the witness is too large"};
  }
  size_t nodes_ = 0;
};

YAML::Node required(const YAML::Node& map, const char* key, const char* what) {
  if (!map.IsMap()) throw Malformed{map.Mark(), fmt::format("{} is not a map", what)};
  const YAML::Node value = map[key];
  if (!value) throw Malformed{map.Mark(), fmt::format("{} has no {}", what, key)};
  return value;
}

std::string scalar(const YAML::Node& node, const char* what) {
  if (!node.IsScalar() || node.Scalar().empty()) throw Malformed{node.Mark(), fmt::format("{} is not a text", what)};
  if (node.Scalar().size() > kLongestText) throw Malformed{node.Mark(), fmt::format("{} is too long", what)};
  return node.Scalar();
}

uint32_t number(const YAML::Node& node, const char* what, uint32_t fewest, uint32_t most) {
  const std::string text = scalar(node, what);
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < fewest || value > most) {
    throw Malformed{node.Mark(), fmt::format("{} is not a number from {} on: '{}'", what, fewest, text.substr(0, 40))};
  }
  return value;
}

Place placeOf(const YAML::Node& node) {
  Place place;
  place.file = scalar(required(node, "file_name", "a location"), "file_name");
  place.line = number(required(node, "line", "a location"), "line", 1, kLargestLine);
  if (const YAML::Node column = node["column"]) place.column = number(column, "column", 1, kLargestLine);
  if (const YAML::Node function = node["function"]) place.function = scalar(function, "function");
  return place;
}

Kind kindOf(const YAML::Node& node) {
  const std::string name = scalar(node, "the type of a waypoint");
  if (name == "assumption") return Kind::Assumption;
  if (name == "branching") return Kind::Branching;
  if (name == "function_enter") return Kind::FunctionEnter;
  if (name == "function_return") return Kind::FunctionReturn;
  if (name == "target") return Kind::Target;
  throw Malformed{node.Mark(), fmt::format("unknown type of a waypoint: '{}'", name.substr(0, 40))};
}

Waypoint waypointOf(const YAML::Node& entry) {
  const YAML::Node node = required(entry, "waypoint", "an element of a segment");
  Waypoint waypoint;
  waypoint.kind = kindOf(required(node, "type", "a waypoint"));
  const YAML::Node action = required(node, "action", "a waypoint");
  const std::string word = scalar(action, "the action of a waypoint");
  if (word != "follow" && word != "avoid") {
    throw Malformed{action.Mark(), fmt::format("unknown action of a waypoint: '{}'", word.substr(0, 40))};
  }
  waypoint.isAvoided = word == "avoid";
  waypoint.place = placeOf(required(node, "location", "a waypoint"));
  if (const YAML::Node thread = node["thread_id"]) waypoint.thread = number(thread, "thread_id", 0, kMostThreads);
  const bool needsConstraint =
      waypoint.kind == Kind::Assumption || waypoint.kind == Kind::Branching || waypoint.kind == Kind::FunctionReturn;
  if (const YAML::Node constraint = node["constraint"]) {
    waypoint.constraint = scalar(required(constraint, "value", "a constraint"), "the value of a constraint");
  } else if (needsConstraint) {
    throw Malformed{node.Mark(), "a waypoint has no constraint"};
  }
  return waypoint;
}

class SequenceReader {
 public:
  explicit SequenceReader(Witness& witness) : witness_(witness) {}

  void read(const YAML::Node& content) {
    if (!content.IsSequence()) throw Malformed{content.Mark(), "the content is not a list of segments"};
    for (const YAML::Node& each : content) addSegment(required(each, "segment", "an element of the content"));
    const bool ends = !witness_.segments.empty() && isFinal(witness_.segments.back());
    if (!ends) throw Malformed{content.Mark(), "the last segment does not end with a target"};
  }

 private:
  static bool isFinal(const Segment& segment) { return segment.waypoints.back().kind == Kind::Target; }

  void addSegment(const YAML::Node& node) {
    if (!node.IsSequence()) throw Malformed{node.Mark(), "a segment is not a list of waypoints"};
    if (!witness_.segments.empty() && isFinal(witness_.segments.back())) {
      throw Malformed{node.Mark(), "a target is not in the last segment"};
    }
    Segment segment;
    size_t followed = 0;
    for (const YAML::Node& each : node) {
      if (++waypoints_ > kMostWaypoints) throw Malformed{each.Mark(), "too many waypoints"};
      segment.waypoints.push_back(waypointOf(each));
      const Waypoint& waypoint = segment.waypoints.back();
      const bool isTarget = waypoint.kind == Kind::Target;
      if (waypoint.isAvoided && (isTarget || followed > 0)) {
        throw Malformed{each.Mark(), "a waypoint to be avoided is not before the one to be followed"};
      }
      followed += waypoint.isAvoided ? 0 : 1;
      const bool isPair = isTarget && segment.waypoints.front().kind == Kind::Target;
      if (followed > 1 && !isPair) throw Malformed{each.Mark(), "a segment has several waypoints to be followed"};
    }
    if (followed == 0) throw Malformed{node.Mark(), "a segment has no waypoint to be followed"};
    witness_.segments.push_back(std::move(segment));
  }

  Witness& witness_;
  size_t waypoints_ = 0;
};

void readMetadata(const YAML::Node& node, Metadata& metadata) {
  const YAML::Node version = required(node, "format_version", "the metadata");
  const std::string text = scalar(version, "format_version");
  if (text != "2" && !text.starts_with("2.")) {
    throw Malformed{version.Mark(), fmt::format("unknown format_version '{}'", text.substr(0, 40))};
  }
  if (const YAML::Node producer = node["producer"]; producer && producer.IsMap()) {
    if (const YAML::Node name = producer["name"]) metadata.producer = scalar(name, "the name of the producer");
  }
  const YAML::Node task = node["task"];
  if (!task || !task.IsMap()) return;
  if (const YAML::Node specification = task["specification"]) {
    metadata.specification = scalar(specification, "the specification");
  }
  if (const YAML::Node model = task["data_model"]) metadata.dataModel = scalar(model, "the data model");
}

Witness read(const std::string& text) {
  std::istringstream stream(text);
  Counter counter;
  YAML::Parser(stream).HandleNextDocument(counter);
  const YAML::Node root = YAML::Load(text);
  if (!root.IsSequence() || root.size() == 0) throw Malformed{root.Mark(), "not a witness: expected a list of entries"};
  Witness witness;
  witness.isViolation = false;
  for (const YAML::Node& entry : root) {
    const YAML::Node kind = required(entry, "entry_type", "an entry");
    const std::string name = scalar(kind, "entry_type");
    const YAML::Node metadata = required(entry, "metadata", "an entry");
    const YAML::Node content = required(entry, "content", "an entry");
    if (witness.isViolation) {
      witness.hasMore = true;  // each entry stands for runs of its own; one is followed
      break;
    }
    readMetadata(metadata, witness.metadata);
    if (name != "violation_sequence") continue;
    witness.isViolation = true;
    SequenceReader(witness).read(content);
  }
  return witness;
}

}  // namespace

Result<Witness> parseYaml(const std::string& name, const std::string& text) {
  const auto lineOf = [](const YAML::Mark& mark) { return mark.is_null() ? "" : fmt::format(":{}", mark.line + 1); };
  const auto oneLine = [](std::string what) {
    std::replace_if(what.begin(), what.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return what;
  };
  try {
    return read(text);
  } catch (const Malformed& problem) {
    return Error{fmt::format("{}{}: {}", name, lineOf(problem.mark), oneLine(problem.what))};
  } catch (const YAML::Exception& problem) {
    return Error{fmt::format("{}{}: {}", name, lineOf(problem.mark), oneLine(problem.msg))};
  }
}

}  // namespace clew::witness
