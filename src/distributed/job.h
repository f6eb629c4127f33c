// A search that several processes do together, each with the same program and the same options. All of them call the
// same functions in the same order, and all get the same result.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "distributed/channel.h"
#include "distributed/journal.h"
#include "distributed/options.h"
#include "search/search.h"
#include "support/result.h"

namespace clew::distributed {

class Job {
 public:
  Job(Channel& channel, Options options) : channel_(channel), options_(std::move(options)) {}

  /// Opens the journal, if there is one; the error of whichever rank has one.
  std::optional<support::Error> open();
  /// As search::explore.
  search::Result explore(const program::Program& program, const search::Options& options, const std::atomic<bool>& stop,
                         search::Statistics& statistics);
  /// The first error that a rank has, for all of them.
  std::optional<support::Error> agree(const std::optional<support::Error>& mine);

 private:
  std::optional<support::Error> compare(const std::string& mine);
  const search::Range* rangeOf(const search::Options& options) const;
  Channel& channel_;
  const Options options_;
  JobPlan plan_;
  std::unique_ptr<search::RunDirectory> directory_;
  std::unique_ptr<Journal> journal_;
};

}  // namespace clew::distributed
