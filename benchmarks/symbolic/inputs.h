/* The inputs of the programs in this folder. Clew knows these functions; `native.c` defines them for a native build,
   with random values. CBMC and KLEE have names of their own for them. */
#ifndef INPUTS_H
#define INPUTS_H

#include <assert.h>

#ifdef KLEE
#include <klee/klee.h>

static inline int __VERIFIER_nondet_int(void) {
  int value;
  klee_make_symbolic(&value, sizeof value, "int");
  return value;
}

static inline _Bool __VERIFIER_nondet_bool(void) { return __VERIFIER_nondet_int() & 1; }

static inline void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }
#else
#ifdef __CPROVER__
#define __VERIFIER_assume __CPROVER_assume
#else
extern void __VERIFIER_assume(int condition);
#endif
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
#endif

#endif
