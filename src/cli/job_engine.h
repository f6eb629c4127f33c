// Several processes that were started together by MPI, and do a verb's work together.
#pragma once

#include <memory>

#include "cli/engine.h"
#include "distributed/channel.h"
#include "distributed/job.h"

namespace clew::cli {

class JobEngine : public Engine {
 public:
  explicit JobEngine(distributed::Channel& channel) : channel_(channel) {}

  unsigned rank() const override { return channel_.rank(); }
  unsigned size() const override { return channel_.size(); }

  bool isJob() const override { return true; }
  uint64_t memoryLimit() const override { return Engine::memoryLimit() / channel_.sizeHere(); }
  void addOptions(CLI::App& app) override;
  void takeResume(bool& resume) override;
  std::optional<support::Error> settle(const search::Options& options, bool hasScript) override;
  size_t ranges() const override { return balance_ == "static" ? size() : 0; }
  support::Result<program::Program> load(const program::Input& input) override;
  std::optional<support::Error> agree(const std::optional<support::Error>& mine) override { return job_->agree(mine); }
  std::optional<support::Error> open(const std::function<std::string()>& identity, size_t searches) override;
  search::Result explore(const program::Program& program, const search::Options& options, const std::atomic<bool>& stop,
                         search::Statistics& statistics) override;
  std::string secret() override;
  std::optional<search::Rejection> merge(const script::File& file, const script::PartResult& result,
                                         const std::optional<search::Rejection>& rejection,
                                         search::Statistics& statistics) override;

  /// To be called at the end of a verb. If this process ended before the program was loaded, the others learn that
  /// there is nothing to do. Returns the status that all end with.
  int leave(int status);

 private:
  distributed::Channel& channel_;
  distributed::Options options_;
  std::string balance_ = "dynamic";
  std::unique_ptr<distributed::Job> job_;
  bool hasMet_ = false;            // all ranks have come to load the program
  std::optional<int> othersLeft_;  // the first rank has ended with this status, before that
};

}  // namespace clew::cli
