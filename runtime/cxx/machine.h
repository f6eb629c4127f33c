// What the files of the C++ runtime include first: the functions that the machine provides, those for
// exceptions among them.
//
// The runtime of C++ is what libstdc++ keeps compiled in its library. Functions that are marked as ordinary (and
// everything that is instantiated from libstdc++'s headers) run like code of the program: other threads may see them
// between any two accesses. All others are one step.
#pragma once

extern "C" {
#include "runtime.h"

/* Whether a catch clause of this type takes the exception; called by the landing pads. */
int __clew_matches(void* exception, const void* type);
}

#define CLEW_ORDINARY __attribute__((weak))
