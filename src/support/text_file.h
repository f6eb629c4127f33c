// Whole text files: read, up to a size that such a file can sensibly have, or written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "support/result.h"

namespace clew::support {

/// The content of a regular file of at most `limit` bytes; the error names the file.
Result<std::string> readTextFile(const std::string& name, uint64_t limit);

/// Writes a file; it appears complete or not at all.
std::optional<Error> writeTextFile(const std::string& name, std::string_view text);

}  // namespace clew::support
