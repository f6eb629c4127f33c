/* The inputs of the programs in this folder. */
#ifndef INPUTS_H
#define INPUTS_H

#include <assert.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
extern bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);
#ifdef __cplusplus
}
#endif

/* A value below `n`: few enough for an engine that tries them all. */
static inline unsigned char below(unsigned char n) {
  unsigned char value = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(value < n);
  return value;
}

#endif
