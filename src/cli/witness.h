// clew check --witness-in: the violation that somebody else has found, confirmed or rejected.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "cli/question.h"
#include "program/load.h"
#include "search/search.h"
#include "support/result.h"
#include "validation/follow.h"
#include "witness/witness.h"

namespace clew::cli {

class WitnessCheck {
 public:
  /// Reads the witness; the error is one clear line.
  static support::Result<std::shared_ptr<WitnessCheck>> open(const std::string& file);

  /// Without another selection the properties are those that the witness names.
  void select(Selection& selection) const;
  /// Loads the program once more, with marks where the witness wants to know of it.
  std::optional<support::Error> load(program::Input input);
  /// Looks for a run that follows the witness. If there is none, nothing is known of the program.
  search::Result follow(const search::Options& options, const validation::Confirm& confirm,
                        const std::atomic<bool>& stop, search::Statistics& statistics);
  /// `confirmed`, or `rejected` and why.
  std::string text() const;

 private:
  witness::Witness witness_;
  std::optional<validation::Plan> plan_;  // refers to the witness
  std::optional<program::Program> program_;
  validation::Outcome outcome_;
};

}  // namespace clew::cli
