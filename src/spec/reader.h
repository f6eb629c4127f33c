// Reads specifications: a file with all that it includes becomes a checked Specification, or one line that says where
// something is wrong, what was expected there and what was found.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spec/automaton.h"
#include "support/result.h"

namespace clew::spec {

/// Gives the text of a file.
using FileSource = std::function<support::Result<std::string>(const std::string& name)>;

/// Reads some files into one specification; what they include is looked for beside the file that includes it.
support::Result<Specification> readSpecification(const std::vector<std::string>& names);

/// The same from texts that are elsewhere.
support::Result<Specification> readSpecification(const std::vector<std::string>& names, const FileSource& files);

}  // namespace clew::spec
