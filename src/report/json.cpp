#include "report/json.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/version.h"
#include "support/watchdog.h"

namespace clew::report {

namespace {

using nlohmann::ordered_json;

constexpr uintmax_t kLargestReport = uintmax_t{256} << 20;

ordered_json locationJson(const program::Program& program, const program::Location& location) {
  return {{"file", program.files[location.file].name}, {"line", location.line}, {"column", location.column}};
}

ordered_json statisticsJson(const JsonReport& report) {
  const search::Statistics& statistics = report.statistics;
  const uint64_t states = statistics.states;
  ordered_json byThreads = ordered_json::object();
  for (size_t threads = 0; threads < statistics.statesByThreads.size(); ++threads) {
    if (statistics.statesByThreads[threads] > 0)
      byThreads[std::to_string(threads)] = statistics.statesByThreads[threads];
  }
  return {
      {"states", states},
      {"transitions", statistics.transitions.load()},
      {"depth", statistics.depth.load()},
      {"seconds", report.seconds},
      {"total_seconds", report.totalSeconds},
      {"store_bytes", statistics.storeBytes.load()},
      {"bytes_per_state", states == 0 ? 0.0 : static_cast<double>(statistics.storeBytes) / static_cast<double>(states)},
      {"peak_resident_bytes", support::peakResidentBytes()},
      {"states_by_live_threads", byThreads}};
}

ordered_json propertiesJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (!report.options.properties.contains(info.property)) continue;
    const char* result = report.verdict.kind == VerdictKind::Safe ? "holds" : "undecided";
    if (report.trace != nullptr && report.trace->violation && report.trace->violation->property == info.property) {
      result = "violated";
    }
    list.push_back({{"name", info.name}, {"result", result}});
  }
  return list;
}

ordered_json traceJson(const program::Program& program, const Trace& trace) {
  ordered_json threads = ordered_json::array();
  for (const TraceThread& thread : trace.threads)
    threads.push_back({{"name", thread.name}, {"routine", thread.routine}});
  ordered_json lines = ordered_json::array();
  for (const TraceLine& line : trace.lines) {
    lines.push_back({{"step", line.step},
                     {"thread", trace.threads[line.thread].name},
                     {"location", locationJson(program, line.location)},
                     {"function", line.function},
                     {"source", line.source},
                     {"effects", line.effects}});
  }
  ordered_json ends = ordered_json::array();
  for (const ThreadEnd& end : trace.ends) {
    ends.push_back({{"thread", trace.threads[end.thread].name},
                    {"location", locationJson(program, end.location)},
                    {"state", end.state}});
  }
  return {{"threads", threads}, {"lines", lines}, {"end", ends}, {"output", trace.output}};
}

ordered_json violationJson(const program::Program& program, const Trace& trace) {
  return {{"property", property::nameOf(trace.violation->property)},
          {"message", trace.violation->message},
          {"location", locationJson(program, trace.place)},
          {"path", trace.path.text()}};
}

/// Bytes as text that JSON can hold: each byte becomes the character of that number, and back.
std::string asText(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return text;
}

std::string asBytes(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool pair = (byte & 0xE0) == 0xC0 && i + 1 < text.size();
    bytes += pair ? static_cast<char>((byte & 0x03) << 6 | (text[i + 1] & 0x3F)) : text[i];
    i += pair ? 1 : 0;
  }
  return bytes;
}

}  // namespace

std::optional<support::Error> writeJson(const std::string& file, const JsonReport& report) {
  ordered_json json = {{"clew", support::kVersion},
                       {"files", report.input.files},
                       {"clang_flags", report.input.clangFlags},
                       {"arguments", report.input.arguments},
                       {"malloc_may_fail", report.options.machine.allocationMayFail},
                       {"program", report.program.contentHash},
                       {"verdict", report.verdict.word()},
                       {"detail", report.verdict.detail},
                       {"exit_status", report.verdict.exitStatus()},
                       {"properties", propertiesJson(report)},
                       {"statistics", statisticsJson(report)}};
  if (report.input.input) json["stdin"] = asText(*report.input.input);
  if (report.trace != nullptr && report.trace->violation) {
    json["violation"] = violationJson(report.program, *report.trace);
    json["trace"] = traceJson(report.program, *report.trace);
  }
  const std::string temporary = file + ".part";
  {
    std::ofstream out(temporary, std::ios::binary);
    out << json.dump(2, ' ', false, ordered_json::error_handler_t::replace) << "\n";
    out.close();
    if (!out) {
      std::error_code ignored;
      std::filesystem::remove(temporary, ignored);
      return support::Error{fmt::format("{}: cannot be written", file)};
    }
  }
  std::error_code failed;
  std::filesystem::rename(temporary, file, failed);
  if (failed) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    return support::Error{fmt::format("{}: {}", file, failed.message())};
  }
  return std::nullopt;
}

std::optional<support::Error> checkWritable(const std::string& file) {
  std::error_code failed;
  if (file.empty()) return support::Error{"the name of the report is empty"};
  if (std::filesystem::is_directory(file, failed)) return support::Error{fmt::format("{}: is a directory", file)};
  const std::string temporary = file + ".part";
  const bool writable = std::ofstream(temporary, std::ios::binary).is_open();
  std::filesystem::remove(temporary, failed);
  if (!writable) return support::Error{fmt::format("{}: cannot be written", file)};
  return std::nullopt;
}

support::Result<Recorded> readRecorded(const std::string& file) {
  const support::Error malformed{
      fmt::format("{}: not a report with a counterexample (write one with clew check --json)", file)};
  std::error_code failed;
  const uintmax_t size = std::filesystem::file_size(file, failed);
  if (failed) return support::Error{fmt::format("{}: {}", file, failed.message())};
  if (size > kLargestReport) return support::Error{fmt::format("{}: the file is too large", file)};
  std::ifstream in(file, std::ios::binary);
  const auto json = nlohmann::json::parse(in, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("violation")) return malformed;
  const auto texts = [&](const char* key, std::vector<std::string>& to) {
    if (!json.contains(key) || !json[key].is_array()) return false;
    for (const auto& each : json[key]) {
      if (!each.is_string()) return false;
      to.push_back(each.get<std::string>());
    }
    return true;
  };
  Recorded recorded;
  const auto& violation = json["violation"];
  const bool complete = texts("files", recorded.input.files) && texts("clang_flags", recorded.input.clangFlags) &&
                        texts("arguments", recorded.input.arguments) && !recorded.input.files.empty() &&
                        violation.is_object() && violation.contains("path") && violation["path"].is_string() &&
                        json.contains("program") && json["program"].is_string();
  if (!complete) return malformed;
  if (json.contains("stdin")) {
    if (!json["stdin"].is_string()) return malformed;
    recorded.input.input = asBytes(json["stdin"].get<std::string>());
  }
  if (!json.contains("properties") || !json["properties"].is_array()) return malformed;
  for (const auto& each : json["properties"]) {
    if (!each.is_object() || !each.contains("name") || !each["name"].is_string()) return malformed;
    recorded.properties += (recorded.properties.empty() ? "" : ",") + each["name"].get<std::string>();
  }
  if (json.contains("malloc_may_fail") && json["malloc_may_fail"].is_boolean()) {
    recorded.allocationMayFail = json["malloc_may_fail"].get<bool>();
  }
  recorded.path = violation["path"].get<std::string>();
  recorded.contentHash = json["program"].get<std::string>();
  return recorded;
}

}  // namespace clew::report
