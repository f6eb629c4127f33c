// The machine-readable report. Its schema is docs/report.schema.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/load.h"
#include "report/answer.h"
#include "report/trace.h"
#include "report/verdict.h"

namespace clew::report {

/// The engine of a report about one path, which nobody searched.
constexpr const char* kReplay = "replay";

struct JsonReport {
  const program::Program& program;
  const program::Input& input;
  std::string engine;  // explicit, symbolic, abstract, or kReplay
  const search::Options& options;
  const search::Statistics& statistics;
  double seconds = 0;       // of the search
  double totalSeconds = 0;  // with compiling and loading
  Verdict verdict;
  const std::vector<Answer>& answers;
  std::vector<std::string> specificationFiles = {};
};

/// Whether a report can be written to this file; nothing if it can.
std::optional<support::Error> checkWritable(const std::string& file);

/// The report as text.
std::string jsonText(const JsonReport& report);

/// What `clew replay` needs of a report.
struct Recorded {
  program::Input input;
  std::string contentHash;
  std::string path;
  property::PropertySet properties = property::PropertySet::defaults();
  machine::Complaints complaints;
  bool allocationMayFail = false;
  std::optional<uint32_t> callDepth;
  std::vector<std::string> invariants;
  std::vector<std::string> next;
  std::vector<std::string> specifications;  // files of automata
  std::vector<std::string> switchedOff;     // those of them that do nothing
  bool isWatched = false;                   // the violation is one of them
};
support::Result<Recorded> readRecorded(const std::string& file);

}  // namespace clew::report
