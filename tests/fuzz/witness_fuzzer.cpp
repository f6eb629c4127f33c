// Fuzzes the readers of witnesses, YAML and GraphML, and of their constraints.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "witness/constraint.h"
#include "witness/graphml_writer.h"
#include "witness/reader.h"
#include "witness/yaml_writer.h"

namespace {

using namespace clew;

/// What was read must be in order, so that it can be written, and read once more.
void look(const witness::Witness& read) {
  if (!read.isViolation) return;
  if (read.segments.empty() || read.segments.back().waypoints.back().kind != witness::Kind::Target) std::abort();
  for (const witness::Segment& segment : read.segments) {
    for (const witness::Waypoint& waypoint : segment.waypoints) {
      const bool isTarget = waypoint.kind == witness::Kind::Target;
      if (isTarget != (&segment == &read.segments.back()) && !waypoint.isAvoided) std::abort();
      const auto constraint = witness::Constraint::parse(waypoint.constraint);
      if (!constraint) continue;
      const std::vector<witness::Value> values(constraint->names().size());
      (void)constraint->holds(values);
    }
  }
  (void)witness::yamlText(read);
  (void)witness::graphmlText(read);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = witness::parseWitness("input", text);
  if (read) {
    look(*read);
  } else if (read.error().message.empty() || read.error().message.find('\n') != std::string::npos) {
    std::abort();  // one line
  }
  return 0;
}
