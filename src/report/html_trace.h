// A trace as the page steps through it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "report/trace.h"

namespace clew::report {

/// Which lines of which files of a program a page shows. Others that somebody names (a header, or whatever a #line
/// says) are not given away as a whole, since pages are passed on.
class PageSources {
 public:
  PageSources(const program::Program& program, const std::vector<std::string>& given)
      : program_(program), given_(given), lines_(program.files.size()) {}

  /// A place of the source as [file, line, column]; null if there is none.
  nlohmann::ordered_json place(const program::Location& location);
  /// The files with the lines around all these places; those that were given are whole if they are not too long. In the
  /// order of the program.
  nlohmann::ordered_json json() const;
  /// Grows whenever that changes.
  uint64_t version() const { return version_; }

 private:
  bool isWhole(const program::SourceFile& file) const;

  const program::Program& program_;
  const std::vector<std::string>& given_;
  std::vector<std::set<uint32_t>> lines_;  // by file
  uint64_t version_ = 0;
};

/// A path with its moments, and what is violated at its end. The command shows it again.
nlohmann::ordered_json pageTrace(const Trace& trace, const std::string& command, PageSources& sources);

}  // namespace clew::report
