// clew.toml: what a project tells clew once, so that nobody has to type it. Its keys are the long names of options, in
// a table for each verb, and in [program] for what all verbs take; the command line wins.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "program/load.h"

namespace clew::cli {

/// The group of those options that [program] may set, too.
constexpr const char* kProgramGroup = "Program";

/// --config and --no-config.
void addSettings(CLI::App& app, program::Input& input);

/// Lets the app read the settings that belong to the current directory, if there are any: to be called before it
/// parses.
void findSettings(CLI::App& app);
/// As if it had not been called.
void forgetSettings(CLI::App& app);

}  // namespace clew::cli
