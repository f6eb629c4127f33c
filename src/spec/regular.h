// Regular expressions of specifications, by an algorithm whose time is bounded by the lengths of expression and text:
// what a file says must not keep the tool busy for ever. It knows no references back to groups.
#pragma once

#include <regex>
#include <string>

namespace clew::spec {

/// The expression; what is none is thrown as std::regex_error.
inline std::regex regexOf(const std::string& text) {
  return std::regex(text, std::regex_constants::ECMAScript | std::regex_constants::__polynomial);
}

}  // namespace clew::spec
