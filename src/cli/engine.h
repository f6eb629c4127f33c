// Who does the work of a verb: this process alone, or several together, each of which is given the same command line.
// Then one of them speaks: it prints and writes files.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "program/load.h"
#include "script/file.h"
#include "script/part_result.h"
#include "search/certify.h"
#include "search/search.h"
#include "support/watchdog.h"

namespace clew::cli {

/// This process alone.
class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;  // it may be a process of a job
  Engine& operator=(const Engine&) = delete;

  virtual unsigned rank() const { return 0; }
  virtual unsigned size() const { return 1; }
  bool speaks() const { return rank() == 0; }
  /// How much memory a process may take if nobody says so: its share, before the kernel ends it without a word.
  virtual uint64_t memoryLimit() const { return support::physicalBytes() / 10 * 9; }
  /// Whether others may take part, though there may be none.
  virtual bool isJob() const { return false; }

  /// Options of its own.
  virtual void addOptions(CLI::App& /*app*/) {}
  /// Takes --resume away if it is meant here.
  virtual void takeResume(bool& /*resume*/) {}
  /// Whether it can do such a search.
  virtual std::optional<support::Error> settle(const search::Options& /*options*/, bool /*hasScript*/) {
    return std::nullopt;
  }
  /// Into how many ranges the tree is to be cut, one for each process; 0: it need not be.
  virtual size_t ranges() const { return 0; }
  virtual support::Result<program::Program> load(const program::Input& input) { return program::load(input); }
  /// The error of whichever process has one, for all of them.
  virtual std::optional<support::Error> agree(const std::optional<support::Error>& mine) { return mine; }
  /// To be called once before the first search; `identity` is what must be the same in a run that is gone on with.
  virtual std::optional<support::Error> open(const std::function<std::string()>& /*identity*/, size_t /*searches*/) {
    return std::nullopt;
  }
  virtual search::Result explore(const program::Program& program, const search::Options& options,
                                 const std::atomic<bool>& stop, search::Statistics& statistics) {
    return search::explore(program, options, stop, statistics);
  }

  /// What nobody but the processes of this engine knows.
  virtual std::string secret() { return {}; }
  /// Puts together what the processes have found of the parts of a script.
  virtual std::optional<search::Rejection> merge(const script::File& /*file*/, const script::PartResult& /*result*/,
                                                 const std::optional<search::Rejection>& rejection,
                                                 search::Statistics& /*statistics*/) {
    return rejection;
  }
};

}  // namespace clew::cli
