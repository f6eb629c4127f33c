// A witness in the sense of SV-COMP: what somebody who decided a program says about it, for others to check. A
// violation witness describes runs by the points that they pass, the last of which is the violation; a correctness
// witness lists invariants. This is what the two formats have in common, 1.0 (GraphML) and 2.0 (YAML): a witness
// becomes a text of either by graphml_writer.h and yaml_writer.h, and is read from one by reader.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clew::witness {

/// Where something is in the source. Column 0: anywhere on the line.
struct Place {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function;  // that it is in, if that is known
};

/// What a run does to pass a point.
enum class Kind : uint8_t {
  Assumption,      // comes to a statement while something holds
  Branching,       // decides a branch
  FunctionEnter,   // calls a function
  FunctionReturn,  // gets a value from one
  Target           // violates the property
};

struct Waypoint {
  Kind kind = Kind::Assumption;
  bool isAvoided = false;  // runs must not pass it
  Place place;
  /// A C expression, with \result for what a function returns. Of a branch: true, false, or the value of a switch.
  std::string constraint;
  std::string function;                            // that returns the value, if the witness says so
  std::optional<uint32_t> thread;                  // 0 is main, others are numbered as they are created
  bool isAfter = false;                            // the assumption holds behind the statement, not before it
  std::optional<uint32_t> creates = std::nullopt;  // the thread that is created here, if one is
  std::string begins = {};                         // the function that the thread begins with here, if it does
};

/// Points of which the last one ends the segment; those before it are avoided on the way. The last segment of all may
/// end with several targets: the accesses of a race.
struct Segment {
  std::vector<Waypoint> waypoints;
};

/// Who wrote the witness, and about what.
struct Metadata {
  std::string uuid;
  std::string creationTime;  // ISO 8601
  std::string producer;
  std::string producerVersion;
  std::vector<std::pair<std::string, std::string>> files;  // with their SHA-256
  std::string specification;                               // CHECK( init(main()), LTL(G ...) )
  std::string dataModel;                                   // LP64 or ILP32
};

struct Witness {
  bool isViolation = true;
  Metadata metadata;
  std::vector<Segment> segments;  // of a violation
  bool hasMore = false;           // it describes more runs than these segments do

  /// Whether it says which threads act.
  bool hasThreads() const {
    for (const Segment& segment : segments) {
      for (const Waypoint& waypoint : segment.waypoints) {
        if (waypoint.thread) return true;
      }
    }
    return false;
  }
};

}  // namespace clew::witness
