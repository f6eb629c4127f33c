#include "validation/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace clew::validation {

namespace {

using support::Error;
using support::Result;
using witness::Kind;
using witness::Waypoint;

constexpr size_t kMostNumbers = 200;

class PlanBuilder {
 public:
  /// The error if something is not understood.
  std::optional<Error> build(const witness::Witness& witness) {
    for (const witness::Segment& segment : witness.segments) {
      Stage stage;
      bool isLast = false;
      for (const Waypoint& waypoint : segment.waypoints) {
        if (waypoint.kind == Kind::Target) {
          plan_.targets.push_back(&waypoint);
          isLast = true;
          continue;
        }
        Point point;
        if (auto error = fill(waypoint, point)) return error;
        plan_.hasAvoided |= waypoint.isAvoided;
        if (waypoint.isAvoided) {
          stage.avoided.push_back(std::move(point));
        } else {
          stage.followed = std::move(point);
        }
      }
      if (isLast) {
        plan_.avoidedAtEnd = std::move(stage.avoided);
      } else {
        plan_.stages.push_back(std::move(stage));
      }
    }
    return std::nullopt;
  }

  Plan take() { return std::move(plan_); }

 private:
  std::optional<Error> fill(const Waypoint& waypoint, Point& point) {
    point.waypoint = &waypoint;
    program::Mark mark{
        program::Mark::Kind::Before, waypoint.place.file, waypoint.place.line, waypoint.place.column, {}, false};
    if (waypoint.kind == Kind::Branching) {
      mark.kind = program::Mark::Kind::Branch;
      point.decision = decisionOf(waypoint.constraint);
      if (!point.decision) return refusal(point, fmt::format("'{}' is no decision", waypoint.constraint.substr(0, 40)));
      point.mark = add(std::move(mark));
      return std::nullopt;
    }
    if (waypoint.kind == Kind::FunctionEnter) {
      // Its place is the end of the call, and what is to be seen is the call.
      mark.column = 0;
      point.isPassage = true;
      point.mark = add(std::move(mark));
      return std::nullopt;
    }
    auto constraint = witness::Constraint::parse(waypoint.constraint);
    if (!constraint) return refusal(point, constraint.error().message);
    for (const int64_t number : constraint->numbers()) addNumber(number);
    const bool isReturn = waypoint.kind == Kind::FunctionReturn;
    if (isReturn && !constraint->isAboutResult()) return refusal(point, "it is not about \\result alone");
    if (!isReturn) {
      mark.variables = constraint->names();
      mark.kind = waypoint.isAfter ? program::Mark::Kind::Behind : program::Mark::Kind::Before;
      point.isPassage = mark.variables.empty() && constraint->holds({}) == true;
      mark.onlyIfUnseen = point.isPassage && waypoint.thread.has_value();
      point.mark = add(std::move(mark));
    }
    point.constraint = std::move(*constraint);
    return std::nullopt;
  }

  static Error refusal(const Point& point, const std::string& why) {
    return Error{fmt::format("the constraint at {} is not understood: {}", point.place(), why)};
  }

  static std::optional<int64_t> decisionOf(const std::string& text) {
    if (text == "true") return 1;
    if (text == "false") return 0;
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
  }

  void addNumber(int64_t number) {
    auto& numbers = plan_.numbers;
    const bool isKnown = std::find(numbers.begin(), numbers.end(), number) != numbers.end();
    if (!isKnown && numbers.size() < kMostNumbers) numbers.push_back(number);
  }

  /// One mark serves all points that want the same.
  uint32_t add(program::Mark mark) {
    std::string key = fmt::format("{}:{}:{}:{}:{}", static_cast<int>(mark.kind), mark.line, mark.column,
                                  mark.onlyIfUnseen, mark.file);
    for (const std::string& name : mark.variables) key += ":" + name;
    const auto [known, isNew] = marks_.emplace(std::move(key), static_cast<uint32_t>(plan_.marks.size()));
    if (isNew) plan_.marks.push_back(std::move(mark));
    return known->second;
  }

  Plan plan_;
  std::map<std::string, uint32_t> marks_;
};

}  // namespace

std::string Point::place() const { return fmt::format("{}:{}", waypoint->place.file, waypoint->place.line); }

Result<Plan> Plan::of(const witness::Witness& witness) {
  PlanBuilder builder;
  if (auto error = builder.build(witness)) return *error;
  return builder.take();
}

}  // namespace clew::validation
