// compile_commands.json: how a project compiles its files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/load.h"
#include "support/result.h"

namespace clew::cli {

/// What is in a compilation database: the file, or the folder with a compile_commands.json.
struct CompileCommands {
  std::string file;
  struct Way {
    program::Compilation compilation;
    std::string target;  // the folder of what is compiled for the same target
  };
  std::vector<Way> all;     // each file once, the first way in which it is compiled
  std::vector<Way> others;  // other ways
};
support::Result<CompileCommands> readCompileCommands(const std::string& place);
/// The same of a text; `name` is that of its file.
support::Result<CompileCommands> parseCompileCommands(const std::string& name, const std::string& text);

/// Completes the files of an input by those of its database that they, or the entry, need. Returns what is to be
/// remarked.
support::Result<std::vector<std::string>> openDatabase(program::Input& input);

}  // namespace clew::cli
