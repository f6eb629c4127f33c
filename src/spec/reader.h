// Reads specifications: a file with all that it includes becomes a checked Specification, or one line that says where
// something is wrong, what was expected there and what was found.
#pragma once

#include <functional>
#include <string>

#include "spec/automaton.h"
#include "support/result.h"

namespace clew::spec {

/// Gives the text of a file.
using FileSource = std::function<support::Result<std::string>(const std::string& name)>;

/// Reads a specification; what it includes is looked for beside the file that includes it.
support::Result<Specification> readSpecification(const std::string& name);

/// The same from texts that are elsewhere.
support::Result<Specification> readSpecification(const std::string& name, const FileSource& files);

}  // namespace clew::spec
