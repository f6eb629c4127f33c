// Weaves automata into a program: each becomes a global with its state and variables, and wherever something happens
// that one of its triggers looks for stands a call of a small function, made for this place, that takes its
// transitions. These functions are like those of the runtime library, so other threads see each as one step, and the
// automata's globals are parts of the state like any other: every engine, search and reduction treats them right
// without knowing of them.
//
// A call of a function that is no code of the program (the runtime's, the machine's) and what the automata make of it
// are one step: another thread must not unlock in between.
#pragma once

#include <optional>

#include "program/program.h"
#include "spec/automaton.h"
#include "support/result.h"

namespace llvm {
class Module;
}

namespace clew::program {

/// The state of an automaton that does nothing any more.
constexpr uint32_t kInactiveState = 0xFFFFFFFF;

/// Weaves a specification into a module as clang has made it, and notes in the program what became of its automata. The
/// error says what in the specification, or in the program, cannot be woven.
std::optional<support::Error> weave(llvm::Module& module, const spec::Specification& specification, Program& program);

/// Finds the woven globals again, in the program that was lowered from the module.
void findMonitors(Program& program);

/// Lets an automaton never do anything.
void switchOff(Program& program, uint32_t monitor);

}  // namespace clew::program
