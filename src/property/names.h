// The names of the checked program that an expression can use.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "program/program.h"
#include "support/result.h"

namespace clew::property {

/// What a name stands for.
struct Named {
  uint32_t global = program::kNone;
  int64_t constant = 0;  // of an enumeration, if it is no global
};

/// Finds `x`, `space::x`, `function::x`, or a constant of an enumeration. A file (the end of its path is enough)
/// narrows the search to what is defined there.
support::Result<Named> findName(const program::Program& program, std::string_view file, std::string_view name);

/// How long the file name is that the text begins with, if it goes on with `:name`.
size_t filePrefix(const program::Program& program, std::string_view text);

/// A field of a structure, with those of its unnamed members and of its base classes.
struct Field {
  uint64_t offset = 0;    // in bytes
  uint8_t bitOffset = 0;  // bit-fields: in that byte
  uint8_t bitWidth = 0;   // 0: no bit-field
  uint32_t type = 0;
};
support::Result<Field> findField(const program::Program& program, uint32_t type, std::string_view name);

}  // namespace clew::property
