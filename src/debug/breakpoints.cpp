#include "debug/breakpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "program/marks.h"
#include "support/demangle.h"

namespace clew::debug {

namespace {

/// The bytes that a breakpoint watches; none if they are gone.
std::vector<uint8_t> bytesOf(const machine::ConcreteMachine& machine, const Breakpoint& breakpoint) {
  const machine::Object* object = machine.memory().find(breakpoint.address);
  if (object == nullptr || !object->live || object->external || object->source != breakpoint.site) return {};
  const uint64_t offset = breakpoint.address - object->address;
  if (offset > object->size || object->size - offset < breakpoint.bytes) return {};
  return {object->data + offset, object->data + offset + breakpoint.bytes};
}

/// The innermost frame of a thread that people see, and the thread's number now.
struct Standpoint {
  uint32_t number = 0;
  uint32_t frame = 0;
};
std::optional<Standpoint> standpointOf(const Scene& scene, uint32_t thread) {
  for (const inspect::ThreadView& each : scene.view.threads()) {
    if (each.name == fmt::format("T{}", thread) && !each.frames.empty()) {
      return Standpoint{each.number, each.frames.front().index};
    }
  }
  return std::nullopt;
}

std::string absolute(const std::string& file) {
  std::error_code failed;
  const auto path = std::filesystem::weakly_canonical(file, failed);
  return failed ? file : path.string();
}

}  // namespace

bool isFunction(const std::string& name, const std::string& meant) {
  const std::string whole = support::demangled(name);
  return name == meant || whole == meant || (whole.starts_with(meant) && whole[meant.size()] == '(');
}

std::optional<Breakpoint> dataBreakpoint(const Scene& scene, const inspect::Variable& variable, std::string name) {
  const machine::Object* object = scene.machine.memory().find(variable.address);
  if (object == nullptr || variable.bytes == 0) return std::nullopt;
  Breakpoint breakpoint;
  breakpoint.kind = Breakpoint::Kind::Data;
  breakpoint.name = std::move(name);
  breakpoint.address = variable.address;
  breakpoint.bytes = variable.bytes;
  breakpoint.site = object->source;
  return breakpoint;
}

support::Result<bool> isHit(const std::string& hits, uint64_t count) {
  size_t begin = hits.find_first_not_of(' ');
  if (begin == std::string::npos) return true;
  const size_t digits = hits.find_first_of("0123456789");
  std::string relation = digits == std::string::npos ? hits : hits.substr(begin, digits - begin);
  while (relation.ends_with(' ')) relation.pop_back();
  uint64_t number = 0;
  const char* const last = hits.data() + hits.size();
  const auto read = digits == std::string::npos ? std::from_chars_result{last, std::errc::invalid_argument}
                                                : std::from_chars(hits.data() + digits, last, number);
  if (read.ec != std::errc() || read.ptr != last) {
    return support::Error{fmt::format("not a number of hits: '{}' (such as 3, == 3, > 3 or % 3)", hits)};
  }
  if (relation.empty() || relation == ">=") return count >= number;
  if (relation == "==" || relation == "=") return count == number;
  if (relation == ">") return count > number;
  if (relation == "<") return count < number;
  if (relation == "<=") return count <= number;
  if (relation == "%") return number != 0 && count % number == 0;
  return support::Error{fmt::format("not a number of hits: '{}' (such as 3, == 3, > 3 or % 3)", hits)};
}

std::string filledIn(const std::string& message, const Scene& scene, uint32_t thread) {
  const auto standpoint = standpointOf(scene, thread);
  std::string text;
  for (size_t at = 0; at < message.size();) {
    const size_t open = message.find('{', at);
    const size_t close = open == std::string::npos ? open : message.find('}', open);
    text += message.substr(at, close == std::string::npos ? close : open - at);
    if (close == std::string::npos) break;
    const std::string expression = message.substr(open + 1, close - open - 1);
    if (standpoint) {
      const auto value = scene.view.evaluate(expression, standpoint->number, standpoint->frame);
      text += value ? value->value : fmt::format("({})", value.error().message);
    }
    at = close + 1;
  }
  return text;
}

Breakpoints::Breakpoints(const program::Program& program) : program_(program) {
  for (uint32_t pc = 0; pc < program.code.size(); ++pc) {
    if (program.code[pc].op != program::Op::Note || program.functionAt(pc).library) continue;
    const program::Location& location = program.locationAt(pc);
    if (location.line > 0) lines_[location.file].insert(location.line);
  }
}

/// By the same path; of several files that could be meant, one that has code.
uint32_t Breakpoints::fileOf(const std::string& file) const {
  const std::string wanted = absolute(file);
  for (const auto& [index, lines] : lines_) {
    if (absolute(program_.files[index].name) == wanted) return index;
  }
  for (const auto& [index, lines] : lines_) {
    if (program::isSameFile(program_.files[index].name, file)) return index;
  }
  return program::kNone;
}

std::optional<program::Location> Breakpoints::placeOf(const std::string& file, uint32_t line) const {
  const uint32_t index = fileOf(file);
  if (index == program::kNone) return std::nullopt;
  const auto& lines = lines_.at(index);
  const auto found = lines.lower_bound(line);
  if (found == lines.end()) return std::nullopt;
  return program::Location{index, *found, 0};
}

std::optional<program::Location> Breakpoints::placeOf(const std::string& function) const {
  for (const program::Function& each : program_.functions) {
    if (each.library || !isFunction(each.name, function)) continue;
    for (uint32_t pc = each.entry; pc < each.end; ++pc) {
      if (program_.code[pc].op == program::Op::Note) return program_.locationAt(pc);
    }
  }
  return std::nullopt;
}

std::vector<uint32_t> Breakpoints::linesOf(const std::string& file, uint32_t first, uint32_t last) const {
  const uint32_t index = fileOf(file);
  if (index == program::kNone || first > last) return {};
  const auto& lines = lines_.at(index);
  return {lines.lower_bound(first), lines.upper_bound(last)};
}

const Breakpoint& Breakpoints::add(Breakpoint breakpoint) {
  breakpoint.id = ++lastId_;
  all_.push_back(std::move(breakpoint));
  return all_.back();
}

bool Breakpoints::remove(uint32_t id) {
  return std::erase_if(all_, [&](const Breakpoint& each) { return each.id == id; }) > 0;
}

namespace {

/// Lines that a breakpoint is about, whatever its condition says.
std::vector<uint32_t> candidates(const program::Program& program, const Breakpoint& breakpoint,
                                 const Recording& recording) {
  std::vector<uint32_t> found;
  for (uint32_t position = 0; position < recording.end(); ++position) {
    const Line& line = recording.lines()[position];
    if (!line.isNew && breakpoint.kind != Breakpoint::Kind::Data) continue;
    const program::Location& at = program.locationAt(line.pc);
    const bool isHere = at.file == breakpoint.place.file && at.line == breakpoint.place.line;
    if (breakpoint.kind == Breakpoint::Kind::Line && !isHere) continue;
    const bool isEntry = line.isEntry && isFunction(program.functionAt(line.pc).name, breakpoint.name);
    if (breakpoint.kind == Breakpoint::Kind::Function && !isEntry) continue;
    found.push_back(position);
  }
  return found;
}

/// Of these positions the ones before which the data has changed since the one before.
std::vector<uint32_t> changes(const Breakpoint& breakpoint, std::vector<uint32_t> positions, Recording& recording) {
  std::vector<uint32_t> found;
  std::vector<uint8_t> before;
  bool isFirst = true;
  positions.push_back(recording.end());
  recording.visit(positions, [&](uint32_t position, const Scene& scene) {
    std::vector<uint8_t> now = bytesOf(scene.machine, breakpoint);
    if (!isFirst && !now.empty() && !before.empty() && now != before) found.push_back(position);
    isFirst = false;
    before = std::move(now);
  });
  return found;
}

}  // namespace

support::Result<std::vector<uint32_t>> Breakpoints::positionsOf(const Breakpoint& breakpoint,
                                                                Recording& recording) const {
  std::vector<uint32_t> positions = candidates(program_, breakpoint, recording);
  if (breakpoint.kind == Breakpoint::Kind::Data) positions = changes(breakpoint, std::move(positions), recording);
  std::string problem;
  if (!breakpoint.condition.empty()) {
    std::vector<uint32_t> holding;
    bool hasValue = false;
    recording.visit(positions, [&](uint32_t position, const Scene& scene) {
      const auto standpoint = standpointOf(
          scene, position < recording.end() ? recording.lines()[position].thread : recording.lines().back().thread);
      if (!standpoint) return;
      const auto holds = scene.view.holds(breakpoint.condition, standpoint->number, standpoint->frame);
      hasValue |= static_cast<bool>(holds);
      if (!holds) problem = holds.error().message;
      if (holds && *holds) holding.push_back(position);
    });
    if (!hasValue && !problem.empty()) return support::Error{problem};
    positions = std::move(holding);
  }
  std::vector<uint32_t> hit;
  for (size_t i = 0; i < positions.size(); ++i) {
    const auto stops = isHit(breakpoint.hits, i + 1);
    if (!stops) return stops.error();
    if (*stops) hit.push_back(positions[i]);
  }
  return hit;
}

}  // namespace clew::debug
