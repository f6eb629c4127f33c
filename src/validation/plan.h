// A witness made ready to be followed: constraints are read, and every point that is about a place in the source has a
// mark (program/marks.h) by which a run tells that it has come there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/marks.h"
#include "support/result.h"
#include "witness/constraint.h"
#include "witness/witness.h"

namespace clew::validation {

/// A point with what is needed to see that a run passes it.
struct Point {
  const witness::Waypoint* waypoint = nullptr;
  std::optional<witness::Constraint> constraint;  // of assumptions and returned values
  std::optional<uint32_t> mark;
  std::optional<int64_t> decision;  // of a branch: 1 or 0, or the value of a switch
  bool isPassage = false;           // whoever comes there passes it

  /// `prog.c:12`, for people.
  std::string place() const;
};

struct Stage {
  std::vector<Point> avoided;
  Point followed;
};

struct Plan {
  std::vector<Stage> stages;                      // up to the violation
  std::vector<Point> avoidedAtEnd;                // in the last segment
  std::vector<const witness::Waypoint*> targets;  // where the violation may be
  std::vector<program::Mark> marks;
  std::vector<int64_t> numbers;  // that occur in constraints: values that inputs may well have

  bool hasAvoided = false;

  /// Refers to the witness. The error says which constraint is not understood.
  static support::Result<Plan> of(const witness::Witness& witness);
};

}  // namespace clew::validation
