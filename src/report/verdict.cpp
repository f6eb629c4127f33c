#include "report/verdict.h"

#include <fmt/format.h>

namespace clew::report {

const char* Verdict::word() const {
  switch (kind) {
    case VerdictKind::Safe: return "safe";
    case VerdictKind::Violated: return "violated";
    case VerdictKind::Bounded: return "bounded";
    default: return "unknown";
  }
}

std::string Verdict::text() const { return detail.empty() ? word() : fmt::format("{} ({})", word(), detail); }

int Verdict::exitStatus() const {
  if (kind == VerdictKind::Safe) return 0;
  return kind == VerdictKind::Violated ? 1 : 2;
}

namespace {

std::string partOf(const std::vector<search::Range>& ranges) {
  return ranges.size() == 1 ? ranges.front().text() : fmt::format("paths in {} ranges", ranges.size());
}

}  // namespace

Verdict verdictOf(const search::Result& result, const search::Options& options, support::StopReason stopped) {
  if (result.violation) return {VerdictKind::Violated, std::string(property::nameOf(result.violation->property))};
  const search::Shortfall& shortfall = result.shortfall;
  if (shortfall.disk) return {VerdictKind::Unknown, fmt::format("disk: {}", *shortfall.disk)};
  if (shortfall.unknown) return {VerdictKind::Unknown, *shortfall.unknown};
  if (shortfall.interrupted) {
    switch (stopped) {
      case support::StopReason::TimeLimit: return {VerdictKind::Unknown, "time limit"};
      case support::StopReason::MemoryLimit: return {VerdictKind::Unknown, "memory limit"};
      case support::StopReason::None: return {VerdictKind::Unknown, "another rank was stopped"};
      default: return {VerdictKind::Unknown, "interrupted"};
    }
  }
  if (shortfall.full) return {VerdictKind::Unknown, "the store is full"};
  if (shortfall.lossy) return {VerdictKind::Unknown, "incomplete store"};
  if (shortfall.beam) return {VerdictKind::Unknown, fmt::format("beam of {} states", options.beamWidth)};
  if (shortfall.walks) return {VerdictKind::Unknown, "random walk"};
  if (shortfall.states) return {VerdictKind::Bounded, fmt::format("{} states", options.maxStates)};
  std::string detail = shortfall.depth ? fmt::format("depth {}", options.maxDepth) : "";
  if (shortfall.part) detail += (detail.empty() ? "" : ", ") + partOf(options.ranges);
  for (const std::string& cut : shortfall.cuts) detail += (detail.empty() ? "" : ", ") + cut;
  if (!detail.empty()) return {VerdictKind::Bounded, detail};
  return {VerdictKind::Safe, ""};
}

}  // namespace clew::report
