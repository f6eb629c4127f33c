// A counterexample as a C file: it defines the functions by which a program gets its inputs, so that the program,
// compiled natively together with it, gets those of the counterexample and fails.
#pragma once

#include <optional>
#include <string>

#include "program/load.h"
#include "report/trace.h"
#include "support/result.h"

namespace clew::cli {

/// What a test case is made of.
struct TestCase {
  const program::Program& program;
  const program::Input& input;  // the files as they are compiled
  const report::Trace& trace;   // with its violation
  std::string file;             // where it goes

  /// How to compile it with the program, and run both.
  std::string command() const;
  /// The C file.
  std::string text() const;
};

/// Whether a test case can be written to this file beside the program; nothing if it can.
std::optional<support::Error> checkTestCase(const std::string& file, const program::Input& input);

}  // namespace clew::cli
