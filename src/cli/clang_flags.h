// The flags of compile commands: which of them say what a program means, and the files in them.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace clew::cli {

/// The words of a command as a shell would take them apart; the error if a quote has no end.
support::Result<std::vector<std::string>> commandWords(const std::string& command);

/// What of a compile command matters: macros, folders of headers, the language and what changes the meaning of code.
/// Optimisation, warnings, outputs, sanitizers and plugins are left out. Paths in them are made to start from `folder`.
support::Result<std::vector<std::string>> meaningfulFlags(const std::vector<std::string>& words,
                                                          const std::string& folder);

/// All of these flags, with paths that start from `folder`.
std::vector<std::string> relocated(const std::vector<std::string>& flags, const std::string& folder);

}  // namespace clew::cli
