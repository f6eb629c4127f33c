// The requests of an adapter that are about breakpoints.
#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "debug/adapter.h"

namespace clew::debug {

namespace {

constexpr size_t kMostBreakpoints = 1000;

/// The objects in a list, as many as are taken.
std::vector<nlohmann::json> objectsOf(const nlohmann::json& object, const char* name) {
  std::vector<nlohmann::json> objects;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) return objects;
  for (const auto& each : *found) {
    if (each.is_object() && objects.size() < kMostBreakpoints) objects.push_back(each);
  }
  return objects;
}

/// What `dataBreakpointInfo` calls a place in memory: its address, its size, the object's site and its name.
std::string dataIdOf(const Breakpoint& breakpoint) {
  return fmt::format("{}:{}:{}:{}", breakpoint.address, breakpoint.bytes, breakpoint.site, breakpoint.name);
}

std::optional<Breakpoint> dataOf(std::string_view id) {
  Breakpoint breakpoint;
  breakpoint.kind = Breakpoint::Kind::Data;
  const auto take = [&](auto& number) {
    const auto read = std::from_chars(id.data(), id.data() + id.size(), number);
    const auto length = static_cast<size_t>(read.ptr - id.data());
    if (read.ec != std::errc() || length >= id.size() || id[length] != ':') return false;
    id.remove_prefix(length + 1);
    return true;
  };
  if (!take(breakpoint.address) || !take(breakpoint.bytes) || !take(breakpoint.site)) return std::nullopt;
  breakpoint.name = id;
  return breakpoint.bytes == 0 ? std::nullopt : std::optional(breakpoint);
}

}  // namespace

/// Takes one up as it was asked for, and says what became of it.
Adapter::Json Adapter::addBreakpoint(Breakpoint breakpoint, const Json& asked, std::vector<uint32_t>& kept) {
  breakpoint.condition = textOf(asked, "condition").value_or("");
  breakpoint.hits = textOf(asked, "hitCondition").value_or("");
  breakpoint.message = textOf(asked, "logMessage").value_or("");
  const program::Location place = breakpoint.place;
  const auto added = debugger_->addBreakpoint(std::move(breakpoint));
  kept.push_back(debugger_->breakpoints().all().back().id);
  Json told = {{"id", kept.back()}, {"verified", static_cast<bool>(added)}};
  if (!added) told["message"] = added.error().message;
  if (place.line == 0) return told;
  told["line"] = place.line - (linesFromOne_ ? 0 : 1);
  told["source"] = sourceOf(place);
  return told;
}

void Adapter::replace(std::vector<uint32_t>& ids, std::vector<uint32_t> kept) {
  for (const uint32_t id : ids) debugger_->removeBreakpoint(id);
  ids = std::move(kept);
}

Adapter::Answer Adapter::setBreakpoints(const Json& arguments) {
  const Json source = arguments.value("source", Json());
  const std::string file = textOf(source, "path").value_or(textOf(source, "name").value_or(""));
  if (file.empty()) return support::Error{"setBreakpoints needs the path of a source"};
  std::vector<uint32_t> kept;
  Json told = Json::array();
  for (const Json& asked : objectsOf(arguments, "breakpoints")) {
    const uint64_t line = numberOf(asked, "line").value_or(0) + (linesFromOne_ ? 0 : 1);
    const auto place =
        line < program::kNone ? debugger_->breakpoints().placeOf(file, static_cast<uint32_t>(line)) : std::nullopt;
    if (!place) {
      told.push_back({{"verified", false}, {"message", "there is no code here"}});
      continue;
    }
    Breakpoint breakpoint;
    breakpoint.place = *place;
    told.push_back(addBreakpoint(std::move(breakpoint), asked, kept));
  }
  replace(lineBreakpoints_[file], std::move(kept));
  return Json{{"breakpoints", std::move(told)}};
}

Adapter::Answer Adapter::setFunctionBreakpoints(const Json& arguments) {
  std::vector<uint32_t> kept;
  Json told = Json::array();
  for (const Json& asked : objectsOf(arguments, "breakpoints")) {
    Breakpoint breakpoint;
    breakpoint.kind = Breakpoint::Kind::Function;
    breakpoint.name = textOf(asked, "name").value_or("");
    const auto place = debugger_->breakpoints().placeOf(breakpoint.name);
    if (!place) {
      told.push_back({{"verified", false}, {"message", fmt::format("there is no function '{}'", breakpoint.name)}});
      continue;
    }
    breakpoint.place = *place;
    told.push_back(addBreakpoint(std::move(breakpoint), asked, kept));
  }
  replace(functionBreakpoints_, std::move(kept));
  return Json{{"breakpoints", std::move(told)}};
}

Adapter::Answer Adapter::dataBreakpointInfo(const Json& arguments) {
  const std::string name = textOf(arguments, "name").value_or("");
  std::optional<Breakpoint> found;
  const uint64_t reference = numberOf(arguments, "variablesReference").value_or(0);
  const auto frame = frameIn(arguments);
  if (reference > holders_.size()) return support::Error{"there is no such variable now"};
  debugger_->look([&](const Scene& scene) {
    if (reference > 0) {
      for (const inspect::Variable& each : variablesOf(holders_[reference - 1], scene, 0, kMostVariables)) {
        if (each.name == name && !found) found = dataBreakpoint(scene, each, name);
      }
    } else if (frame) {
      const auto value = scene.view.evaluate(name, frame->thread, frame->frame);
      if (value) found = dataBreakpoint(scene, *value, name);
    }
  });
  if (!found) {
    return Json{{"dataId", nullptr}, {"description", fmt::format("'{}' is no place in memory", name)}};
  }
  return Json{{"dataId", dataIdOf(*found)}, {"description", name}, {"accessTypes", {"write"}}};
}

Adapter::Answer Adapter::setDataBreakpoints(const Json& arguments) {
  std::vector<uint32_t> kept;
  Json told = Json::array();
  for (const Json& asked : objectsOf(arguments, "breakpoints")) {
    auto breakpoint = dataOf(textOf(asked, "dataId").value_or(""));
    if (!breakpoint) {
      told.push_back({{"verified", false}, {"message", "there is no such place in memory"}});
      continue;
    }
    told.push_back(addBreakpoint(std::move(*breakpoint), asked, kept));
  }
  replace(dataBreakpoints_, std::move(kept));
  return Json{{"breakpoints", std::move(told)}};
}

Adapter::Answer Adapter::breakpointLocations(const Json& arguments) {
  const Json source = arguments.value("source", Json());
  const uint32_t shift = linesFromOne_ ? 0 : 1;
  const uint64_t first = numberOf(arguments, "line").value_or(0) + shift;
  const uint64_t last = numberOf(arguments, "endLine").value_or(first - shift) + shift;
  Json told = Json::array();
  if (last < program::kNone) {
    const std::string file = textOf(source, "path").value_or("");
    for (const uint32_t line :
         debugger_->breakpoints().linesOf(file, static_cast<uint32_t>(first), static_cast<uint32_t>(last))) {
      told.push_back({{"line", line - shift}});
    }
  }
  return Json{{"breakpoints", std::move(told)}};
}

}  // namespace clew::debug
