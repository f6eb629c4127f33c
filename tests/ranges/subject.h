// The generated programs, what the oracle knows of each, and cut paths in its tree.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "program/program.h"
#include "ranges/oracle.h"

namespace clew::machine {

/// For RapidCheck.
inline void showValue(const Path& path, std::ostream& os) { os << (path.size() == 0 ? "." : path.text()); }

}  // namespace clew::machine

namespace clew::ranges {

class Subject {
 public:
  Subject(const std::string& file, program::Program program);

  const std::string& file() const { return file_; }
  const program::Program& program() const { return program_; }
  /// Of everything, or in so many steps; with a refusal if that is too much.
  const Tree& tree(uint64_t maxDepth = 0) const;
  const Graph& graph(uint64_t maxDepth = 0) const;
  /// The largest bound in steps under which all runs can be listed, and which cuts some.
  uint64_t deepest() const { return deepest_; }
  /// Random cut paths, sorted: runs and beginnings of runs, also the first and the last, the beginning of all, and some
  /// that are equal.
  rc::Gen<std::vector<machine::Path>> cuts() const;

 private:
  std::string file_;
  program::Program program_;
  mutable std::map<uint64_t, Tree> trees_;    // by bound
  mutable std::map<uint64_t, Graph> graphs_;  // by bound
  std::vector<machine::Path> runs_;           // all of them, or some
  uint64_t deepest_ = 1;
};

/// Names the folder with the programs; to be called before the tests are made.
void setFolder(const std::string& folder);
/// The programs in it.
std::vector<std::string> files();
/// One of them, loaded once for all tests.
const Subject& subjectOf(const std::string& file);

/// For the name of a test.
inline std::string nameOfTest(const testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

/// Tests that are made for each program.
class OfProgram : public testing::TestWithParam<std::string> {
 protected:
  const Subject& subject() const { return subjectOf(GetParam()); }
  const program::Program& program() const { return subject().program(); }
};

}  // namespace clew::ranges
