// What the steps of a path come to.
#pragma once

#include "machine/machine.h"
#include "report/trace.h"

namespace clew::report {

/// Sets what the last outcome means; true if the run is over.
bool conclude(const machine::ConcreteMachine& machine, machine::Outcome outcome, Trace& trace);

/// The source line that a step is about to execute.
program::Location placeOfStep(machine::ConcreteMachine& machine, uint32_t alternative);

}  // namespace clew::report
