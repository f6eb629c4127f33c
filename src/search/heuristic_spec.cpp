#include "search/heuristic_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace clew::search {

namespace {

constexpr std::array kKinds = {HeuristicKind::MostBlocked, HeuristicKind::LockOrder, HeuristicKind::Interleaving,
                               HeuristicKind::ErrorDistance, HeuristicKind::ChooseFree};

std::optional<HeuristicKind> kindNamed(std::string_view name) {
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(), [&](HeuristicKind kind) { return name == nameOf(kind); });
  return found == kKinds.end() ? std::nullopt : std::optional(*found);
}

support::Result<WeightedHeuristic> parseOne(std::string_view text) {
  const size_t colon = text.find(':');
  const auto kind = kindNamed(text.substr(0, colon));
  if (!kind) {
    std::string names;
    for (const HeuristicKind each : kKinds) names += fmt::format("{}{}", names.empty() ? "" : ", ", nameOf(each));
    return support::Error{fmt::format("no such heuristic: '{}' (there are {})", text.substr(0, colon), names)};
  }
  WeightedHeuristic heuristic{*kind};
  if (colon == std::string_view::npos) return heuristic;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), heuristic.weight);
  const bool isNumber = failed == std::errc() && end == digits.data() + digits.size();
  if (!isNumber || heuristic.weight == 0 || heuristic.weight > WeightedHeuristic::kMostWeight) {
    return support::Error{
        fmt::format("the weight of a heuristic is a number from 1 to {}: {}", WeightedHeuristic::kMostWeight, text)};
  }
  return heuristic;
}

}  // namespace

const char* nameOf(HeuristicKind kind) {
  switch (kind) {
    case HeuristicKind::MostBlocked: return "most-blocked";
    case HeuristicKind::LockOrder: return "lock-order";
    case HeuristicKind::Interleaving: return "interleaving";
    case HeuristicKind::ErrorDistance: return "error-distance";
    case HeuristicKind::ChooseFree: return "choose-free";
  }
  return "";
}

support::Result<HeuristicSpec> parseHeuristics(std::string_view text) {
  HeuristicSpec spec;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto heuristic = parseOne(text.substr(begin, end - begin));
    if (!heuristic) return heuristic.error();
    for (const WeightedHeuristic& known : spec) {
      if (known.kind == heuristic->kind) {
        return support::Error{fmt::format("the heuristic {} is given twice", nameOf(known.kind))};
      }
    }
    spec.push_back(*heuristic);
    begin = end + 1;
  }
  return spec;
}

std::string textOf(const HeuristicSpec& spec) {
  std::string text;
  for (const WeightedHeuristic& heuristic : spec) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", nameOf(heuristic.kind));
    if (heuristic.weight != 1) text += fmt::format(":{}", heuristic.weight);
  }
  return text;
}

bool isLowerBound(const HeuristicSpec& spec, property::PropertySet properties) {
  if (spec.empty()) return true;
  const bool isOnlyAssert = [&] {
    for (const property::PropertyInfo& info : property::allProperties()) {
      const bool isAssert = info.property == property::Property::Assert;
      if (properties.contains(info.property) != isAssert) return false;
    }
    return true;
  }();
  return isOnlyAssert && spec.size() == 1 && spec.front().weight == 1 && isLowerBound(spec.front().kind);
}

}  // namespace clew::search
