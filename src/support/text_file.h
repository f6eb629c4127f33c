// Reads whole text files that somebody else wrote, up to a size that such a file can sensibly have.
#pragma once

#include <cstdint>
#include <string>

#include "support/result.h"

namespace clew::support {

/// The content of a regular file of at most `limit` bytes; the error names the file.
Result<std::string> readTextFile(const std::string& name, uint64_t limit);

}  // namespace clew::support
