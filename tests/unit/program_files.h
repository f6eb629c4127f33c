// The programs of tests/programs, for tests that hold for all of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/load.h"

namespace clew::test {

/// The C files of these groups that need no other file and no flags of their own.
inline std::vector<std::string> programFiles(std::initializer_list<const char*> groups) {
  const std::set<std::string> needOthers = {"error_function_elsewhere", "error_function_static_too",
                                            "implicit_declarations"};
  std::vector<std::string> files;
  for (const char* group : groups) {
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(CLEW_PROGRAM_TESTS) / group)) {
      if (entry.path().extension() == ".c" && !needOthers.contains(entry.path().stem().string())) {
        files.push_back(entry.path().string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Loaded once for all tests; the programs of the group ilp32 are for i386.
inline const support::Result<program::Program>& loadedFile(const std::string& file) {
  static std::map<std::string, support::Result<program::Program>> programs;
  const auto known = programs.find(file);
  if (known != programs.end()) return known->second;
  std::vector<std::string> flags = {"-w"};
  if (std::filesystem::path(file).parent_path().filename() == "ilp32") flags.emplace_back("-m32");
  return programs.emplace(file, program::load({{file}, flags, {}})).first->second;
}

/// For the name of a test: group and name of a file.
inline std::string nameOfFile(const std::string& file) {
  const std::filesystem::path path = file;
  return path.parent_path().filename().string() + "_" + path.stem().string();
}

}  // namespace clew::test
