// A trace as the page steps through it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <vector>

#include "report/answer.h"

namespace clew::report {

/// Which lines of which files of a program a page shows.
class PageSources {
 public:
  explicit PageSources(const program::Program& program) : program_(program), lines_(program.files.size()) {}

  /// A place of the source as [file, line, column]; null if there is none.
  nlohmann::ordered_json place(const program::Location& location);
  /// The files with the lines around all these places, or whole if they are not too long. In the order of the program.
  nlohmann::ordered_json json() const;

 private:
  const program::Program& program_;
  std::vector<std::set<uint32_t>> lines_;  // by file
};

/// The violation of an answer, its path and its moments.
nlohmann::ordered_json pageTrace(const Answer& answer, PageSources& sources);

}  // namespace clew::report
