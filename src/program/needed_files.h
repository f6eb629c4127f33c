// Which files of a project belong to a program, as a linker takes members out of an archive: the one that defines the
// entry, and whatever defines what is still missing. A file is compiled only if its text has the name that is looked
// for, and looks as if it defined it.
#pragma once

#include <string>
#include <vector>

#include "program/load.h"
#include "support/result.h"

namespace clew::program {

/// The indices of `given` (if there are none: of the file that defines the entry), and of all that they need. An error
/// if several files define what is needed, since only somebody who knows the project can tell which is meant.
support::Result<std::vector<size_t>> findNeededFiles(const std::vector<Compilation>& all,
                                                     const std::vector<size_t>& given, const Input& input);

}  // namespace clew::program
