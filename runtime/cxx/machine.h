// What the files of the C++ runtime include first: the functions that the machine provides, those for
// exceptions among them.
//
// The runtime of C++ is what libstdc++ keeps compiled in its library. Functions that are marked as ordinary (and
// everything that is instantiated from libstdc++'s headers) run like code of the program: other threads may see them
// between any two accesses. All others are one step.
#pragma once

extern "C" {
#include "runtime.h"

/* Pops frames of the calling thread up to the next one that stands in an invoke, and goes on at its landing pad with
   this exception. */
[[noreturn]] void __clew_unwind(void* exception);

/* The catch clauses of the invokes that the calling thread stands in, from the innermost frame outwards: stores the
   type of the index-th (null for `...`) and returns 1, or returns 0 when there are no more. */
int __clew_catch_clause(unsigned long index, const void** type);

/* Whether a catch clause of this type takes the exception; called by the landing pads. */
int __clew_matches(void* exception, const void* type);

/* Blocks while the word has this value. */
void __clew_wait_while(const unsigned* word, unsigned value);
void __clew_yield(void);
}

#define CLEW_ORDINARY __attribute__((weak))
