// The formats in which others read what a check has found, each chosen by --format KIND=FILE.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/json.h"
#include "support/result.h"

namespace clew::report {

enum class FormatKind : uint8_t {
  Json,     // our own (json.h)
  Sarif,    // sarif.h
  Witness,  // of SV-COMP, format 2: YAML (witness.h)
  Graphml,  // the same, format 1.0
  Junit,    // junit.h
  Github    // annotations.h
};

struct Format {
  FormatKind kind = FormatKind::Json;
  std::string file;  // `-` is standard output

  bool goesToOutput() const { return file == "-"; }
};

/// What a message about formats lists.
std::string formatNames();

/// `KIND=FILE`, or the kind alone for standard output.
support::Result<Format> parseFormat(std::string_view text);

/// Whether all of them can be written; nothing if they can.
std::optional<support::Error> checkFormats(const std::vector<Format>& formats);

/// Writes all of them, and says on standard output why there is nothing to write of one. What could not be written is
/// returned.
std::vector<support::Error> writeFormats(const std::vector<Format>& formats, const JsonReport& report);

}  // namespace clew::report
