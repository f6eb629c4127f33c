#include "witness/yaml_writer.h"

#include <fmt/format.h>

#include <string_view>

#include "support/utf8.h"

namespace clew::witness {

namespace {

/// A text between double quotes, so that nothing in it means anything to YAML.
std::string quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : support::validUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') quoted += '\\';
    if (byte < 0x20 || byte == 0x7F) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string metadataText(const Witness& witness) {
  const Metadata& metadata = witness.metadata;
  const char* version = witness.hasThreads() ? "2.2" : "2.0";
  std::string text = fmt::format(
      "  metadata:\n"
      "    format_version: \"{}\"\n"
      "    uuid: {}\n"
      "    creation_time: {}\n"
      "    producer:\n"
      "      name: {}\n"
      "      version: {}\n"
      "    task:\n"
      "      input_files:\n",
      version, quoted(metadata.uuid), quoted(metadata.creationTime), quoted(metadata.producer),
      quoted(metadata.producerVersion));
  for (const auto& [file, hash] : metadata.files) text += fmt::format("        - {}\n", quoted(file));
  text += "      input_file_hashes:\n";
  for (const auto& [file, hash] : metadata.files) text += fmt::format("        {}: {}\n", quoted(file), quoted(hash));
  text += fmt::format(
      "      specification: {}\n"
      "      data_model: {}\n"
      "      language: C\n",
      quoted(metadata.specification), metadata.dataModel);
  return text;
}

const char* nameOf(Kind kind) {
  switch (kind) {
    case Kind::Assumption: return "assumption";
    case Kind::Branching: return "branching";
    case Kind::FunctionEnter: return "function_enter";
    case Kind::FunctionReturn: return "function_return";
    default: return "target";
  }
}

std::string waypointText(const Waypoint& waypoint) {
  std::string text = fmt::format(
      "        - waypoint:\n"
      "            type: {}\n"
      "            action: {}\n",
      nameOf(waypoint.kind), waypoint.isAvoided ? "avoid" : "follow");
  if (waypoint.thread) text += fmt::format("            thread_id: {}\n", *waypoint.thread);
  if (!waypoint.constraint.empty()) {
    const bool isReturn = waypoint.kind == Kind::FunctionReturn;
    text += fmt::format(
        "            constraint:\n"
        "              value: {}\n"
        "              format: {}\n",
        quoted(waypoint.constraint), isReturn ? "acsl_expression" : "c_expression");
  }
  const Place& place = waypoint.place;
  text += fmt::format(
      "            location:\n"
      "              file_name: {}\n"
      "              line: {}\n",
      quoted(place.file), place.line);
  if (place.column > 0) text += fmt::format("              column: {}\n", place.column);
  if (!place.function.empty()) text += fmt::format("              function: {}\n", quoted(place.function));
  return text;
}

}  // namespace

std::string yamlText(const Witness& witness) {
  std::string text = fmt::format("- entry_type: {}\n", witness.isViolation ? "violation_sequence" : "invariant_set") +
                     metadataText(witness);
  if (!witness.isViolation) return text + "  content: []\n";
  text += "  content:\n";
  for (const Segment& segment : witness.segments) {
    text += "    - segment:\n";
    for (const Waypoint& waypoint : segment.waypoints) text += waypointText(waypoint);
  }
  return text;
}

}  // namespace clew::witness
