#include "report/json.h"

#include <fmt/format.h>

#include <algorithm>
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
  ordered_json all = {
      {"states", states},
      {"reduction", search::reductionNameOf(report.options)},
      {"symmetry", machine::nameOf(search::symmetryOf(report.options))},
      {"passed_through", statistics.passed.load()},
      {"spared", statistics.spared.load()},
      {"transitions", statistics.transitions.load()},
      {"depth", statistics.depth.load()},
      {"seconds", report.seconds},
      {"total_seconds", report.totalSeconds},
      {"store_bytes", statistics.storeBytes.load()},
      {"bytes_per_state", states == 0 ? 0.0 : static_cast<double>(statistics.storeBytes) / static_cast<double>(states)},
      {"peak_resident_bytes", support::peakResidentBytes()},
      {"states_by_live_threads", byThreads}};
  if (const auto& disk = statistics.disk) {
    all["external"] = {{"disk_bytes", disk->bytes},         {"written_bytes", disk->written},
                       {"read_bytes", disk->read},          {"write_seconds", disk->writeSeconds},
                       {"read_seconds", disk->readSeconds}, {"cache_hits", disk->cacheHits},
                       {"cache_misses", disk->cacheMisses}, {"checkpoints", disk->checkpoints}};
  }
  if (const auto& symbolic = statistics.symbolic) {
    all["symbolic"] = {{"branches", symbolic->branches},         {"pruned", symbolic->pruned},
                       {"paths_asked_about", symbolic->queries}, {"solver_calls", symbolic->solverCalls},
                       {"nogoods", symbolic->nogoods},           {"terms", symbolic->terms}};
  }
  if (const auto& abstract = statistics.abstract) {
    all["abstract"] = {{"states", abstract->states},
                       {"heads", abstract->heads},
                       {"variables", abstract->variables},
                       {"predicates", abstract->predicates},
                       {"interpolants", abstract->interpolants},
                       {"refinements", abstract->refinements},
                       {"solver_calls", abstract->solverCalls},
                       {"terms", abstract->terms},
                       {"processor_seconds", abstract->seconds}};
  }
  for (const search::Statistics::Rank& rank : statistics.ranks) {
    all["ranks"].push_back({{"states", rank.states},
                            {"transitions", rank.transitions},
                            {"claims", rank.claims},
                            {"messages", rank.messages},
                            {"bytes", rank.bytes},
                            {"steals", rank.steals},
                            {"seconds", rank.seconds}});
  }
  return all;
}

ordered_json rangesJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < report.statistics.ranges.size(); ++i) {
    const search::Range& range = report.options.ranges[i];
    const search::Statistics::OfRange& counts = report.statistics.ranges[i];
    ordered_json entry = ordered_json::object();
    if (range.from) entry["from"] = range.from->text();
    if (range.to) entry["to"] = range.to->text();
    entry["states"] = counts.states;
    entry["transitions"] = counts.transitions;
    entry["seconds"] = counts.seconds;
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json propertiesJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (const Answer& answer : report.answers) {
    for (const std::string& clause : answer.clauses)
      list.push_back({{"name", clause}, {"result", answer.resultOf(clause)}});
  }
  return list;
}

ordered_json inputsJson(const program::Program& program, const Trace& trace) {
  ordered_json list = ordered_json::array();
  for (const TraceInput& input : trace.inputs) {
    std::string bytes;
    for (const uint8_t byte : input.bytes) bytes += fmt::format("{:02x}", byte);
    list.push_back({{"function", input.function},
                    {"name", input.name},
                    {"thread", trace.threads[input.thread].name},
                    {"location", locationJson(program, input.location)},
                    {"value", input.value},
                    {"bytes", bytes}});
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
                     {"effects", line.effects},
                     {"minor", line.isMinor}});
  }
  ordered_json ends = ordered_json::array();
  for (const ThreadEnd& end : trace.ends) {
    ends.push_back({{"thread", trace.threads[end.thread].name},
                    {"location", locationJson(program, end.location)},
                    {"state", end.state}});
  }
  ordered_json json = {{"threads", threads},
                       {"lines", lines},
                       {"end", ends},
                       {"inputs", inputsJson(program, trace)},
                       {"output", trace.output}};
  if (!trace.values.empty()) json["heuristic_values"] = trace.values;
  return json;
}

std::vector<std::string> textsOf(const std::vector<property::Expression>& expressions) {
  std::vector<std::string> texts;
  texts.reserve(expressions.size());
  for (const property::Expression& expression : expressions) texts.push_back(expression.text());
  return texts;
}

/// What a replay has to watch to come by the same path.
ordered_json complaintsJson(const program::Program& program, const Answer& answer) {
  const machine::Complaints& complaints = answer.complaints;
  ordered_json functions = ordered_json::array();
  ordered_json properties = ordered_json::array();
  for (const property::PropertyInfo& info : property::allProperties()) {
    if (answer.properties.contains(info.property)) properties.push_back(info.name);
  }
  for (size_t i = 0; i < program.errorFunctions.size(); ++i) {
    if ((complaints.errorFunctions >> i & 1) != 0) functions.push_back(program.errorFunctions[i]);
  }
  return {{"properties", properties}, {"assertions", complaints.assertions}, {"error_functions", functions}};
}

ordered_json violationJson(const program::Program& program, const Answer& answer) {
  const Trace& trace = *answer.trace;
  ordered_json json = {{"property", property::nameOf(trace.violation->property)},
                       {"message", trace.violation->message},
                       {"location", locationJson(program, trace.place)},
                       {"path", trace.path.text()},
                       {"watched", complaintsJson(program, answer)}};
  if (answer.relevant) json["switched_off"] = answer.switchedOff;
  if (const auto& minimised = answer.minimised) {
    json["minimised"] = {{"steps", minimised->after.steps},
                         {"context_switches", minimised->after.switches},
                         {"steps_before", minimised->before.steps},
                         {"context_switches_before", minimised->before.switches},
                         {"first", minimised->measure == search::Measure::Steps ? "steps" : "context_switches"},
                         {"least", minimised->isLeast}};
  }
  return json;
}

ordered_json propertyFilesJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (const Answer& answer : report.answers) {
    if (!answer.fromFile) continue;
    ordered_json entry = {{"file", answer.question},
                          {"result", answer.result()},
                          {"verdict", answer.verdict.word()},
                          {"detail", answer.verdict.detail}};
    if (answer.expected) entry["expected"] = *answer.expected ? "holds" : "violated";
    if (!answer.expectedClause.empty()) entry["expected_subproperty"] = answer.expectedClause;
    if (answer.trace) {
      entry["subproperty"] = answer.clause;
      entry["violation"] = violationJson(report.program, answer);
    }
    list.push_back(entry);
  }
  return list;
}

/// One entry for each automaton.
ordered_json specificationsJson(const JsonReport& report) {
  ordered_json list = ordered_json::array();
  for (const Answer& answer : report.answers) {
    if (!answer.relevant) continue;
    ordered_json entry = {{"automaton", answer.question},
                          {"result", answer.result()},
                          {"verdict", answer.verdict.word()},
                          {"detail", answer.verdict.detail},
                          {"relevant", *answer.relevant}};
    if (answer.effort) {
      entry["partition"] = answer.effort->partition;
      entry["seconds"] = answer.effort->seconds;
      entry["refinements"] = answer.effort->refinements;
      entry["transitions"] = answer.effort->transitions;
    }
    if (answer.trace) entry["violation"] = violationJson(report.program, answer);
    list.push_back(entry);
  }
  return list;
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

std::string jsonText(const JsonReport& report) {
  ordered_json json = {{"clew", support::kVersion},
                       {"files", report.input.files},
                       {"clang_flags", report.input.clangFlags},
                       {"arguments", report.input.arguments},
                       {"entry", report.input.entry},
                       {"uninitialized", report.input.unwrittenIsInput ? "input" : "error"},
                       {"malloc_may_fail", report.options.machine.allocationMayFail},
                       {"max_call_depth", report.options.machine.callDepth},
                       {"engine", report.engine},
                       {"jobs", report.options.jobs},
                       {"search", search::nameOf(report.options.order)},
                       {"store", search::nameOf(report.options.store)},
                       {"program", report.program.contentHash},
                       {"data_model", report.program.dataModel()},
                       {"verdict", report.verdict.word()},
                       {"detail", report.verdict.detail},
                       {"exit_status", report.verdict.exitStatus()},
                       {"properties", propertiesJson(report)},
                       {"statistics", statisticsJson(report)}};
  for (const program::Compilation& compilation : report.input.compilations) {
    json["compilations"].push_back({{"file", compilation.file}, {"flags", compilation.flags}});
  }
  if (!report.options.ranges.empty()) json["ranges"] = rangesJson(report);
  if (!report.options.heuristics.empty()) json["heuristics"] = search::textOf(report.options.heuristics);
  if (report.input.input) json["stdin"] = asText(*report.input.input);
  if (report.options.invariants != nullptr && !report.options.invariants->empty()) {
    json["invariants"] = textsOf(report.options.invariants->ofStates);
    json["next"] = textsOf(report.options.invariants->ofTransitions);
  }
  ordered_json notes = ordered_json::array();
  for (const Answer& answer : report.answers) {
    for (const std::string& note : answer.notes) notes.push_back(note);
  }
  json["notes"] = std::move(notes);
  if (auto files = propertyFilesJson(report); !files.empty()) json["property_files"] = std::move(files);
  if (auto automata = specificationsJson(report); !automata.empty()) {
    json["specification_files"] = report.specificationFiles;
    json["specifications"] = std::move(automata);
  }
  const auto violated = std::find_if(report.answers.begin(), report.answers.end(),
                                     [](const Answer& answer) { return answer.trace.has_value(); });
  if (violated != report.answers.end()) {
    json["violation"] = violationJson(report.program, *violated);
    json["trace"] = traceJson(report.program, *violated->trace);
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
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
  const auto texts = [](const nlohmann::json& object, const char* key, std::vector<std::string>& to) {
    if (!object.contains(key) || !object[key].is_array()) return false;
    for (const auto& each : object[key]) {
      if (!each.is_string()) return false;
      to.push_back(each.get<std::string>());
    }
    return true;
  };
  Recorded recorded;
  const auto& violation = json["violation"];
  const bool complete = texts(json, "files", recorded.input.files) &&
                        texts(json, "clang_flags", recorded.input.clangFlags) &&
                        texts(json, "arguments", recorded.input.arguments) && !recorded.input.files.empty() &&
                        violation.is_object() && violation.contains("path") && violation["path"].is_string() &&
                        json.contains("program") && json["program"].is_string();
  if (!complete) return malformed;
  if (json.contains("stdin")) {
    if (!json["stdin"].is_string()) return malformed;
    recorded.input.input = asBytes(json["stdin"].get<std::string>());
  }
  for (const auto& [key, into] : {std::pair{"invariants", &recorded.invariants}, {"next", &recorded.next}}) {
    if (json.contains(key) && !texts(json, key, *into)) return malformed;
  }
  if (json.contains("entry")) {
    if (!json["entry"].is_string()) return malformed;
    recorded.input.entry = json["entry"].get<std::string>();
  }
  if (json.contains("compilations")) {
    if (!json["compilations"].is_array()) return malformed;
    for (const auto& each : json["compilations"]) {
      program::Compilation compilation;
      const bool readable = each.is_object() && each.contains("file") && each["file"].is_string() &&
                            texts(each, "flags", compilation.flags);
      if (!readable) return malformed;
      compilation.file = each["file"].get<std::string>();
      recorded.input.compilations.push_back(std::move(compilation));
    }
  }
  recorded.input.unwrittenIsInput = json.contains("uninitialized") && json["uninitialized"] == "input";
  if (json.contains("specification_files")) {
    if (!texts(json, "specification_files", recorded.specifications)) return malformed;
    recorded.isWatched = violation.contains("switched_off");
    if (recorded.isWatched && !texts(violation, "switched_off", recorded.switchedOff)) return malformed;
  }
  if (json.contains("malloc_may_fail") && json["malloc_may_fail"].is_boolean()) {
    recorded.allocationMayFail = json["malloc_may_fail"].get<bool>();
  }
  if (json.contains("max_call_depth") && json["max_call_depth"].is_number_unsigned()) {
    recorded.callDepth =
        static_cast<uint32_t>(std::clamp<uint64_t>(json["max_call_depth"].get<uint64_t>(), 1, 1'000'000));
  }
  if (violation.contains("watched")) {
    const auto& watched = violation["watched"];
    std::vector<std::string> functions;
    std::vector<std::string> names;
    const bool readable = watched.is_object() && watched.contains("assertions") && watched["assertions"].is_boolean() &&
                          texts(watched, "error_functions", functions) && functions.size() <= 64 &&
                          texts(watched, "properties", names);
    if (!readable) return malformed;
    recorded.properties = property::PropertySet::none();
    for (const std::string& name : names) {
      const auto known = property::propertyNamed(name);
      if (!known) return malformed;
      recorded.properties.add(*known);
    }
    recorded.complaints.assertions = watched["assertions"].get<bool>();
    recorded.input.errorFunctions = functions;  // so all of them are watched
  }
  recorded.path = violation["path"].get<std::string>();
  recorded.contentHash = json["program"].get<std::string>();
  return recorded;
}

}  // namespace clew::report
