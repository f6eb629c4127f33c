// From a path of the symbolic machine and values of its inputs to a path of the concrete one. The concrete machine asks
// for inputs by choices, where the symbolic one makes a symbol and goes on; otherwise both stop at the same places.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "machine/machine.h"
#include "machine/path.h"
#include "symbolic/run.h"
#include "term/term.h"

namespace clew::symbolic {

/// A step that was chosen among others.
struct ScheduleStep {
  uint32_t thread;
  uint32_t alternative;  // among those of the thread
};

/// The concrete path that takes these steps with these inputs, as far as it goes: to the end of the schedule, or to a
/// fault. Nothing if the concrete machine does not follow.
std::optional<machine::Path> concretePath(const program::Program& program, const machine::MachineLimits& limits,
                                          const machine::Complaints& complaints, std::span<const ScheduleStep> schedule,
                                          const Inputs& inputs, const term::Terms& terms, const term::Model& model);

}  // namespace clew::symbolic
