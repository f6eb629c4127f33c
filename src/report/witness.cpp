// A run is told by what it got from outside, and if it has several threads by who acted when: a point for every line
// of the trace since there are two. A program that gets the same inputs under the same schedule does the same.
#include "report/witness.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "report/places.h"
#include "support/sha256.h"
#include "support/text_file.h"
#include "support/version.h"

namespace clew::report {

namespace {

using support::Error;
using support::Result;
using witness::Kind;
using witness::Waypoint;

std::string hashOf(std::string_view text) {
  return support::sha256Text({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

/// The text of a file that has been read before, so it is as large as it is; empty if it is gone.
std::string textOf(const std::string& file) {
  std::error_code failed;
  const uintmax_t size = std::filesystem::file_size(file, failed);
  auto text = support::readTextFile(file, failed ? 0 : size);
  return text ? std::move(*text) : "";
}

/// An identifier made of what it identifies (RFC 4122, in the form of a random one).
std::string uuidOf(std::string_view content) {
  std::string digits = hashOf(content);
  digits[12] = '4';
  digits[16] = "89ab"[digits[16] % 4];
  return fmt::format("{}-{}-{}-{}-{}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                     digits.substr(16, 4), digits.substr(20, 12));
}

std::string now() {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

/// A property in the language of property files.
std::string formulaOf(std::string_view property) {
  return fmt::format("CHECK( init(main()), LTL(G ! clew({})) )", property);
}

/// What was asked: the text of the property file, or our own names for what was selected or is violated.
std::string specificationOf(const Answer& answer) {
  if (answer.fromFile) {
    std::string text = textOf(answer.question);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
    if (!text.empty()) return text;
  }
  if (answer.trace) return formulaOf(property::nameOf(answer.trace->violation->property));
  std::string all;
  for (const std::string& clause : answer.clauses) all += (all.empty() ? "" : "\n") + formulaOf(clause);
  return all;
}

witness::Metadata metadataOf(const JsonReport& report, const std::string& specification) {
  witness::Metadata metadata;
  metadata.creationTime = now();
  metadata.producer = "Clew";
  metadata.producerVersion = support::kVersion;
  for (const std::string& file : report.input.files) metadata.files.emplace_back(file, hashOf(textOf(file)));
  metadata.specification = specification;
  metadata.dataModel = report.program.dataModel();
  return metadata;
}

class PointCollector {
 public:
  PointCollector(const program::Program& program, const Trace& trace) : program_(program), trace_(trace) {}

  std::vector<witness::Segment> collect() {
    const bool isThreaded = trace_.threads.size() > 1;
    size_t input = 0;
    for (size_t i = 0; i <= trace_.lines.size(); ++i) {
      bool hasInput = false;
      for (; input < trace_.inputs.size() && (i == trace_.lines.size() || trace_.inputs[input].line <= i); ++input) {
        hasInput |= addInput(trace_.inputs[input]);
      }
      if (i < trace_.lines.size() && isThreaded && !hasInput) addLine(trace_.lines[i]);
    }
    addTarget();
    return std::move(segments_);
  }

 private:
  void add(Waypoint waypoint) { segments_.push_back({{std::move(waypoint)}}); }

  witness::Place placeOf(const program::Location& location) const {
    return {program_.files[location.file].name, location.line, 0, ""};
  }

  void setThread(Waypoint& waypoint, uint32_t thread) const {
    if (trace_.threads.size() > 1) waypoint.thread = thread;
  }

  /// The value that a call gave; false if the format has no words for it.
  bool addInput(const TraceInput& input) {
    std::string value = input.value;
    const std::string_view type = typeOfNondet(input.function);
    if (type.empty() && !input.isChoice) return false;
    if (type == "bool") value = value == "true" ? "1" : "0";
    if (type == "float" || type == "double") {
      if (!std::isfinite(std::strtod(value.c_str(), nullptr))) return false;           // no comparison tells NaNs apart
      if (value.find_first_not_of("-0123456789") == std::string::npos) value += ".0";  // -0 is no integer
    }
    if (input.location.line == 0) return false;
    Waypoint waypoint;
    waypoint.kind = Kind::FunctionReturn;
    waypoint.place = placeOf(input.location);
    waypoint.place.column = endOfCall(input);
    waypoint.function = input.function;
    waypoint.constraint = "\\result == " + value;
    setThread(waypoint, input.thread);
    add(std::move(waypoint));
    return true;
  }

  /// The column of the parenthesis that closes the call; 0 if it is not plain to see.
  uint32_t endOfCall(const TraceInput& input) const {
    const program::SourceFile& file = program_.files[input.location.file];
    if (input.location.line > file.lines.size() || input.location.column == 0) return 0;
    const std::string& line = file.lines[input.location.line - 1];
    const size_t begin = line.find(input.function, input.location.column - 1);
    if (begin == std::string::npos) return 0;
    int open = 0;
    for (size_t i = begin + input.function.size(); i < line.size(); ++i) {
      if (line[i] == '(') ++open;
      if (line[i] == ')' && --open == 0) return static_cast<uint32_t>(i + 1);
    }
    return 0;
  }

  /// The thread that is created on a line, if one is.
  std::optional<uint32_t> createdOn(const TraceLine& line) const {
    for (uint32_t thread = 1; thread < trace_.threads.size(); ++thread) {
      const std::string begin = fmt::format("creates {} ", trace_.threads[thread].name);
      const auto creates = [&](const std::string& effect) { return effect.starts_with(begin); };
      if (std::any_of(line.effects.begin(), line.effects.end(), creates)) return thread;
    }
    return std::nullopt;
  }

  void addLine(const TraceLine& line) {
    const auto created = createdOn(line);
    isConcurrent_ |= created.has_value();
    if (!isConcurrent_ || line.location.line == 0) return;
    Waypoint waypoint;
    waypoint.place = placeOf(line.location);
    waypoint.place.function = line.function;
    waypoint.constraint = "1";
    waypoint.creates = created;
    setThread(waypoint, line.thread);
    if (line.thread > 0 && std::find(begun_.begin(), begun_.end(), line.thread) == begun_.end()) {
      begun_.push_back(line.thread);
      waypoint.begins = trace_.threads[line.thread].routine;
    }
    add(std::move(waypoint));
  }

  void addTarget() {
    Waypoint waypoint;
    waypoint.kind = Kind::Target;
    const program::Location place = placeOfViolation(trace_);
    waypoint.place = placeOf(place);
    for (size_t i = trace_.threads.size(); i-- > 0;) {
      if (trace_.threads[i].number != trace_.violation->thread) continue;
      setThread(waypoint, static_cast<uint32_t>(i));
      break;
    }
    add(std::move(waypoint));
  }

  const program::Program& program_;
  const Trace& trace_;
  std::vector<witness::Segment> segments_;
  std::vector<uint32_t> begun_;  // threads that have acted
  bool isConcurrent_ = false;
};

/// The format knows C only.
bool isC(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".c" || extension == ".i";
}

}  // namespace

Result<witness::Witness> witnessOf(const JsonReport& report) {
  if (!std::all_of(report.input.files.begin(), report.input.files.end(), isC)) {
    return Error{"witnesses are about programs in C"};
  }
  const auto violated = std::find_if(report.answers.begin(), report.answers.end(),
                                     [](const Answer& answer) { return answer.trace.has_value(); });
  witness::Witness made;
  made.isViolation = violated != report.answers.end();
  std::string specification;
  if (made.isViolation) {
    if (placeOfViolation(*violated->trace).line == 0) return Error{"the violation is nowhere in the source"};
    specification = specificationOf(*violated);
    made.segments = PointCollector(report.program, *violated->trace).collect();
  } else {
    if (report.verdict.kind != VerdictKind::Safe) return Error{"nothing is proven"};
    for (const Answer& answer : report.answers) {
      specification += (specification.empty() ? "" : "\n") + specificationOf(answer);
    }
  }
  made.metadata = metadataOf(report, specification);
  std::string content = made.metadata.creationTime + specification;
  for (const auto& [file, hash] : made.metadata.files) content += hash;
  if (made.isViolation) content += violated->trace->path.text();
  made.metadata.uuid = uuidOf(content);
  return made;
}

}  // namespace clew::report
