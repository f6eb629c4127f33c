#include "report/conclusion.h"

#include "machine/user_place.h"

namespace clew::report {

bool conclude(const machine::ConcreteMachine& machine, machine::Outcome outcome, Trace& trace) {
  trace.outcome = outcome;
  if (outcome == machine::Outcome::Stopped) return false;
  if (outcome == machine::Outcome::Exited) trace.exitStatus = machine.exitStatus();
  if (outcome == machine::Outcome::Faulted || outcome == machine::Outcome::Abandoned) {
    const machine::Report& report = machine.report();
    // An error function is entered before it complains: what is of interest is who called it.
    const auto& frames = machine.threadByNumber(report.thread)->frames;
    const bool inside = report.fault == machine::Fault::ErrorCall && frames.back().pc == report.pc &&
                        machine.program().functionAt(report.pc).entry == report.pc && frames.size() > 1;
    const uint32_t pc = machine::userPc(machine, report.thread, inside ? 1 : 0);
    trace.place = machine.program().locationAt(pc == program::kNone ? report.pc : pc);
    if (outcome == machine::Outcome::Faulted) {
      trace.violation =
          property::Violation{property::propertyOf(report.fault), report.message, report.thread, report.pc};
    } else {
      trace.unknown = report.message;
    }
  }
  return true;
}

program::Location placeOfStep(machine::ConcreteMachine& machine, uint32_t alternative) {
  for (const machine::ThreadChoice& choice : machine.choices()) {
    if (alternative - choice.first >= choice.alternatives) continue;
    const uint32_t pc = machine::userPc(machine, choice.thread);
    if (pc != program::kNone) return machine.program().locationAt(pc);
  }
  return {};
}

}  // namespace clew::report
