// Runs clang on one source file.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace clew::program {

/// A folder that lives as long as this object and is removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;  // one folder, one owner
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Compiles `source` to bitcode inside `folder` and returns the new file's name. No optimisation, so
/// that nothing undefined is gone before it was seen; debug information, so that it can be named.
support::Result<std::string> compile(const std::string& source, const std::vector<std::string>& flags,
                                     const TemporaryFolder& folder, size_t number);

}  // namespace clew::program
