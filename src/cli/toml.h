// The part of TOML that settings need: tables with a plain name, and keys with a text, a number, a truth value or an
// array of texts and numbers. Whatever else TOML has is refused with its line, never half understood.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace clew::cli {

struct TomlEntry {
  enum class Kind {
    Text,
    Number,
    Truth,
    Array
  };
  std::string table;  // empty before the first one
  std::string key;
  size_t line = 0;
  Kind kind = Kind::Text;
  std::vector<std::string> values;  // one, unless it is an array; a truth value is "true" or "false"
};

/// All entries in their order. The error names the file and the line.
support::Result<std::vector<TomlEntry>> readToml(const std::string& name, const std::string& text);

}  // namespace clew::cli
