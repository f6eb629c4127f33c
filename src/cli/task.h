// Task files: a program, how to compile it and what is expected of it, in the form of BenchExec (.yml) that
// SV-COMP uses. Only task.cpp knows YAML.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/load.h"
#include "support/result.h"

namespace clew::cli {

struct Task {
  struct Property {
    std::string file;
    std::optional<bool> expected;  // whether it holds, where the task says so
    std::string subproperty;       // which clause is violated, where the task says so
  };
  std::vector<std::string> files;
  std::vector<std::string> clangFlags;
  std::vector<Property> properties;
};

/// Whether this is the name of a task file.
bool isTaskFile(const std::string& name);

/// Reads a task file. File names in it are relative to the task; the error names the file and the line.
support::Result<Task> readTask(const std::string& name);
/// The same from a text.
support::Result<Task> parseTask(const std::string& name, const std::string& text);

/// Puts the program of a task in the place of the task. Nothing happens if there is no task among the files.
support::Result<std::optional<Task>> openTask(program::Input& input);

}  // namespace clew::cli
