// C text as a Program, for tests that need something to execute.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "program/compile.h"
#include "program/load.h"

namespace clew::test {

/// Compiles and lowers a C program; throws if it cannot be loaded, which fails the test.
inline program::Program loadedProgram(const std::string& text, const std::vector<std::string>& clangFlags = {}) {
  const program::TemporaryFolder folder;
  const std::string file = folder.path() + "/test.c";
  std::ofstream(file) << text;
  auto loaded = program::load({{file}, clangFlags, {}});
  if (!loaded) throw std::runtime_error(loaded.error().message + "\n" + text);
  return std::move(*loaded);
}

}  // namespace clew::test
