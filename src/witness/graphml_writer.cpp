// The automaton is a chain: an edge for each point that runs pass, from the entry to the node of the violation. What a
// run must not pass is an edge to the sink.
#include "witness/graphml_writer.h"

#include <fmt/format.h>

#include "support/utf8.h"

namespace clew::witness {

namespace {

using support::xmlText;

struct Key {
  const char* id;
  const char* type;
  const char* element;
  const char* byDefault = nullptr;
};

constexpr Key kKeys[] = {
    {"witness-type", "string", "graph"},
    {"sourcecodelang", "string", "graph"},
    {"producer", "string", "graph"},
    {"specification", "string", "graph"},
    {"programfile", "string", "graph"},
    {"programhash", "string", "graph"},
    {"architecture", "string", "graph"},
    {"creationtime", "string", "graph"},
    {"entry", "boolean", "node", "false"},
    {"sink", "boolean", "node", "false"},
    {"violation", "boolean", "node", "false"},
    {"assumption", "string", "edge"},
    {"assumption.scope", "string", "edge"},
    {"assumption.resultfunction", "string", "edge"},
    {"control", "string", "edge"},
    {"startline", "int", "edge"},
    {"endline", "int", "edge"},
    {"originfile", "string", "edge"},
    {"enterFunction", "string", "edge"},
    {"threadId", "string", "edge"},
    {"createThread", "string", "edge"},
};

std::string data(const char* key, const std::string& value) {
  return fmt::format("<data key=\"{}\">{}</data>\n", key, xmlText(value));
}

/// What the format says of a point. A thread is known by the edge that creates it.
std::string edgeData(const Waypoint& waypoint) {
  std::string text;
  const auto add = [&](const char* key, const std::string& value) { text += "      " + data(key, value); };
  add("originfile", waypoint.place.file);
  add("startline", std::to_string(waypoint.place.line));
  add("endline", std::to_string(waypoint.place.line));
  if (waypoint.kind == Kind::Branching) {
    add("control", waypoint.constraint == "false" ? "condition-false" : "condition-true");
  } else if (!waypoint.constraint.empty() && waypoint.constraint != "1") {
    add("assumption", waypoint.constraint + ";");
    if (!waypoint.place.function.empty()) add("assumption.scope", waypoint.place.function);
    if (!waypoint.function.empty()) add("assumption.resultfunction", waypoint.function);
  }
  if (!waypoint.begins.empty()) add("enterFunction", waypoint.begins);
  if (waypoint.thread) add("threadId", std::to_string(*waypoint.thread));
  if (waypoint.creates) add("createThread", std::to_string(*waypoint.creates));
  return text;
}

std::string edgeText(size_t from, const std::string& to, const std::string& content) {
  return fmt::format("    <edge source=\"N{}\" target=\"{}\">\n{}    </edge>\n", from, to, content);
}

std::string chainText(const Witness& witness) {
  std::string text;
  bool hasSink = false;
  for (size_t i = 0; i < witness.segments.size(); ++i) {
    std::string follows;
    for (const Waypoint& waypoint : witness.segments[i].waypoints) {
      if (!waypoint.isAvoided) {
        follows = edgeData(waypoint);
        continue;
      }
      hasSink = true;
      text += edgeText(i, "sink", edgeData(waypoint));
    }
    const bool isLast = i + 1 == witness.segments.size();
    text += edgeText(i, fmt::format("N{}", i + 1), follows);
    text += fmt::format("    <node id=\"N{}\">{}</node>\n", i + 1, isLast ? "<data key=\"violation\">true</data>" : "");
  }
  if (hasSink) text += "    <node id=\"sink\"><data key=\"sink\">true</data></node>\n";
  return text;
}

}  // namespace

std::string graphmlText(const Witness& witness) {
  const Metadata& metadata = witness.metadata;
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";
  for (const Key& key : kKeys) {
    const std::string byDefault = key.byDefault == nullptr ? "" : fmt::format("<default>{}</default>", key.byDefault);
    text += fmt::format("  <key id=\"{0}\" attr.name=\"{0}\" attr.type=\"{1}\" for=\"{2}\">{3}</key>\n", key.id,
                        key.type, key.element, byDefault);
  }
  text += "  <graph edgedefault=\"directed\">\n";
  const auto add = [&](const char* key, const std::string& value) { text += "    " + data(key, value); };
  add("witness-type", witness.isViolation ? "violation_witness" : "correctness_witness");
  add("sourcecodelang", "C");
  add("producer", metadata.producer + " " + metadata.producerVersion);
  add("specification", metadata.specification);
  if (!metadata.files.empty()) {
    add("programfile", metadata.files.front().first);
    add("programhash", metadata.files.front().second);
  }
  add("architecture", metadata.dataModel == "ILP32" ? "32bit" : "64bit");
  add("creationtime", metadata.creationTime);
  text += "    <node id=\"N0\"><data key=\"entry\">true</data></node>\n";
  return text + chainText(witness) + "  </graph>\n</graphml>\n";
}

}  // namespace clew::witness
