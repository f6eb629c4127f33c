// Confirms or rejects a violation witness: looks for a run that passes its points in their order and then violates the
// property where the witness says. The search is depth-first over states of the machine together with how far the
// witness is passed; it tries first what the witness speaks of, and takes the values of inputs from the witness.
//
// What it confirms is a violation that was executed. What it rejects may still be a violation: a witness that gives
// inputs only by what follows from them is followed with a few likely values.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "report/trace.h"
#include "search/search.h"
#include "validation/plan.h"

namespace clew::validation {

struct Outcome {
  bool isConfirmed = false;
  std::string reason;             // why it is rejected
  property::Violation violation;  // that is confirmed
  machine::Path path;             // to it
};

/// Executes a path of the program without marks and returns what it shows, if that is a violation of this property.
using Confirm = std::function<std::optional<report::Trace>(const machine::Path&, const property::Violation&)>;

/// Follows a plan through a program that has its marks.
Outcome follow(const program::Program& program, const Plan& plan, const search::Options& options,
               const Confirm& confirm, const std::atomic<bool>& stop, search::Statistics& statistics);

}  // namespace clew::validation
