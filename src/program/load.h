// From files to a Program: compile what is source, link everything with the runtime, run the passes,
// lower.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/marks.h"
#include "program/program.h"
#include "spec/automaton.h"
#include "support/result.h"

namespace clew::program {

/// How a project compiles one of its files.
struct Compilation {
  std::string file;
  std::vector<std::string> flags;  // before those for all files; paths in them do not depend on where clang runs
};

struct Input {
  std::vector<std::string> files;                   // .c .cc .cpp .cxx .i .ii .ll .bc
  std::vector<std::string> clangFlags;              // given after --
  std::vector<std::string> arguments;               // argv[1] and following of the checked program
  std::vector<Compilation> compilations = {};       // of those files that have flags of their own
  std::string database = {};                        // the folder or file that these came from
  std::string entry = "main";                       // the function that is called in place of main
  bool hasSettings = false;                         // some of this is from the settings of a project
  std::optional<std::string> input = std::nullopt;  // standard input of the checked program
  std::string inputFile = {};                       // where that came from, if from a file
  bool unwrittenIsInput = false;                    // memory that was never written has any value
  /// Functions that must never be called, 64 at most; a search says which of them it watches.
  std::vector<std::string> errorFunctions = {"reach_error", "__VERIFIER_error"};
  /// Automata that watch the program.
  std::shared_ptr<const spec::Specification> specification = nullptr;
  bool isWatched = true;  // false: the same program, without them
  /// Leaves named locals in memory for people to look at, unless unwritten memory is an input. The runs are the same.
  bool keepLocals = false;
  /// Places that a run tells of when it comes to them.
  std::shared_ptr<const std::vector<Mark>> marks = nullptr;
  bool tellsLines = false;  // it tells of every line that it comes to (marks.h)
};

/// The program, or the line that says what is wrong. Compile errors have been shown by clang already;
/// then the message only names the file.
support::Result<Program> load(const Input& input);

/// A program that is compiled and linked, to be sent to other processes.
struct Linked {
  std::string bitcode;
  std::string contentHash;
};
support::Result<Linked> link(const Input& input);
/// The rest: the same Program as `load` makes, from the same input.
support::Result<Program> load(const Linked& linked, const Input& input);

}  // namespace clew::program
