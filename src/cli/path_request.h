// A path that was asked for on the command line, by its text or by a report, and the question that it answers.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/options.h"
#include "cli/question.h"
#include "program/load.h"
#include "report/trace.h"

namespace clew::cli {

struct PathRequest {
  program::Input input;
  std::optional<std::string> text;  // of the path; none: nobody has said which
  Selection selection;
  report::RecordOptions recording;
  Question question;
  std::string recordedHash;  // of the program that the report is about

  /// FILE..., --path, what is to hold, and limits.
  void addOptions(CLI::App& app);
  /// Whether what was given is no program but a report with a path.
  bool isReport() const { return !text && input.files.size() == 1 && input.files.front().ends_with(".json"); }
  /// Reads the report if one was given, and everything that does not need the program.
  std::optional<support::Error> settle(const CommandLine& line);
  /// Whether the program is the one that the report is about.
  std::optional<support::Error> fit(const program::Program& program) const;
};

}  // namespace clew::cli
