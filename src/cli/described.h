// What a verb can be told, read from the CLI::App that also makes its --help. Completion scripts and manual pages are
// written from this, so that nothing has to be said twice; the settings of a project learn from it which values are
// files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace clew::cli {

/// One option, or an argument without a name of its own.
struct Described {
  std::vector<std::string> names;       // with their dashes; of an argument, what stands for it
  bool isArgument = false;              // told by its place
  bool isFlag = false;                  // takes no value
  bool isRepeated = false;              // any number of values
  bool isFile = false;                  // the value is one
  bool isFolder = false;                // or a folder
  std::string value;                    // what the value is called
  std::string usual;                    // what it is if nobody says so
  std::vector<std::string> choices;     // all that it can be, if these are few
  std::vector<std::string> extensions;  // of the files that it can be, as .c
  std::string text;

  bool isPath() const { return isFile || isFolder; }
};

Described describe(const CLI::Option& option);

/// A verb and everything that it can be told, in the order of --help.
struct DescribedVerb {
  Verb verb;
  std::string about;
  std::vector<Described> options;
};

/// What `perform`, given a command line that is only to be described, shows of a verb.
template <typename Perform>
DescribedVerb describeVerb(const Verb& verb, const Perform& perform) {
  DescribedVerb described{verb, {}, {}};
  CommandLine line;
  line.describe = [&](const CLI::App& app) {
    described.about = app.get_description();
    for (const CLI::Option* option : app.get_options()) described.options.push_back(describe(*option));
  };
  perform(line);
  return described;
}

/// All verbs of clew.
std::vector<DescribedVerb> describeVerbs();

/// The manual page of one verb, in roff.
std::string manualPage(const DescribedVerb& verb);
/// The page of clew itself.
std::string manualPage();
/// The page of a program with several verbs, whose examples are those lines.
std::string manualPage(std::string_view program, std::string_view about, std::string_view examples,
                       const std::vector<DescribedVerb>& verbs);

}  // namespace clew::cli
