// A code flow of SARIF consists of thread flows, which are exactly our threads: each has the lines that its thread
// executed, and the order among all of them is their executionOrder.
#include "report/sarif.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "report/places.h"
#include "support/version.h"

namespace clew::report {

namespace {

using nlohmann::ordered_json;

/// A file as a URI reference: relative as it was given, or absolute.
std::string uriOf(const std::string& file) {
  std::string uri = file.starts_with('/') ? "file://" : "";
  for (const char c : file) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

ordered_json physicalLocation(const program::Program& program, const program::Location& location) {
  ordered_json region = {{"startLine", location.line}};
  if (location.column > 0) region["startColumn"] = location.column;
  return {{"artifactLocation", {{"uri", uriOf(program.files[location.file].name)}}}, {"region", region}};
}

ordered_json locationJson(const program::Program& program, const program::Location& location,
                          const std::string& function, const std::string& message) {
  ordered_json json = {{"physicalLocation", physicalLocation(program, location)}};
  if (!function.empty()) {
    json["logicalLocations"] = ordered_json::array({{{"name", function}, {"kind", "function"}}});
  }
  if (!message.empty()) json["message"] = {{"text", message}};
  return json;
}

ordered_json stepJson(ordered_json location, size_t order, bool isEssential) {
  return {{"location", std::move(location)},
          {"executionOrder", order},
          {"importance", isEssential ? "essential" : "important"}};
}

ordered_json codeFlow(const program::Program& program, const Trace& trace) {
  std::map<uint32_t, ordered_json> steps;  // by thread
  size_t order = 0;
  for (const TraceLine& line : trace.lines) {
    ++order;
    if (line.location.line == 0) continue;
    const std::string message = fmt::format("{}", fmt::join(line.effects, "; "));
    auto& list = steps.try_emplace(line.thread, ordered_json::array()).first->second;
    list.push_back(stepJson(locationJson(program, line.location, line.function, message), order, false));
  }
  ++order;
  for (const ThreadEnd& end : trace.ends) {
    if (end.location.line == 0) continue;
    const bool fails = end.state == "fails here" || trace.violation->property == property::Property::Deadlock;
    auto& list = steps.try_emplace(end.thread, ordered_json::array()).first->second;
    list.push_back(stepJson(locationJson(program, end.location, "", end.state), order, fails));
  }
  ordered_json flows = ordered_json::array();
  for (auto& [thread, list] : steps) {
    const TraceThread& known = trace.threads[thread];
    flows.push_back({{"id", known.name},
                     {"message", {{"text", fmt::format("{} {}", known.name, known.routine)}}},
                     {"locations", std::move(list)}});
  }
  return {{"message", {{"text", "replay with --path " + trace.path.text()}}}, {"threadFlows", std::move(flows)}};
}

/// Rules are the properties; a result refers to its own by position.
class Rules {
 public:
  size_t indexOf(const std::string& id, const std::string& meaning) {
    for (size_t i = 0; i < list_.size(); ++i) {
      if (list_[i]["id"] == id) return i;
    }
    list_.push_back({{"id", id}, {"shortDescription", {{"text", meaning.empty() ? id : meaning}}}});
    return list_.size() - 1;
  }
  ordered_json take() { return std::move(list_); }

 private:
  ordered_json list_ = ordered_json::array();
};

std::string meaningOf(property::Property property) {
  const auto all = property::allProperties();
  const auto known = std::find_if(all.begin(), all.end(),
                                  [&](const property::PropertyInfo& info) { return info.property == property; });
  return known == all.end() ? "" : std::string(known->meaning);
}

ordered_json resultJson(const JsonReport& report, const Answer& answer, Rules& rules) {
  const Trace& trace = *answer.trace;
  const property::Violation& violation = *trace.violation;
  const bool isAutomaton = violation.property == property::Property::Specification;
  const std::string id = isAutomaton ? answer.clause : std::string(property::nameOf(violation.property));
  ordered_json result = {{"ruleId", id},
                         {"ruleIndex", rules.indexOf(id, meaningOf(violation.property))},
                         {"kind", "fail"},
                         {"level", "error"},
                         {"message", {{"text", violation.message.empty() ? id : violation.message}}}};
  const program::Location place = placeOfViolation(trace);
  result["locations"] = ordered_json::array();
  if (place.line > 0) result["locations"].push_back(locationJson(report.program, place, "", ""));
  ordered_json flow = codeFlow(report.program, trace);
  if (!flow["threadFlows"].empty()) result["codeFlows"] = ordered_json::array({std::move(flow)});
  result["properties"] = {{"path", trace.path.text()}, {"property", answer.clause}};
  return result;
}

}  // namespace

std::string sarifText(const JsonReport& report) {
  Rules rules;
  ordered_json results = ordered_json::array();
  ordered_json notifications = ordered_json::array();
  for (const Answer& answer : report.answers) {
    if (answer.trace) {
      results.push_back(resultJson(report, answer, rules));
    } else if (answer.verdict.kind != VerdictKind::Safe) {
      notifications.push_back(
          {{"level", "warning"}, {"message", {{"text", answer.question + ": " + answer.verdict.text()}}}});
    }
    for (const std::string& note : answer.notes) {
      notifications.push_back({{"level", "note"}, {"message", {{"text", note}}}});
    }
  }
  ordered_json invocation = {{"executionSuccessful", true},
                             {"exitCode", report.verdict.exitStatus()},
                             {"exitCodeDescription", report.verdict.text()},
                             {"toolExecutionNotifications", std::move(notifications)}};
  ordered_json artifacts = ordered_json::array();
  for (const std::string& file : report.input.files) artifacts.push_back({{"location", {{"uri", uriOf(file)}}}});
  ordered_json driver = {{"name", "Clew"}, {"version", support::kVersion}, {"rules", rules.take()}};
  ordered_json run = {{"tool", {{"driver", std::move(driver)}}},
                      {"invocations", ordered_json::array({std::move(invocation)})},
                      {"artifacts", std::move(artifacts)},
                      {"columnKind", "utf16CodeUnits"},
                      {"results", std::move(results)}};
  const ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                            {"version", "2.1.0"},
                            {"runs", ordered_json::array({std::move(run)})}};
  return log.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace clew::report
