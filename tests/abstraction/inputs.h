/* What the programs take from outside. */
#include <assert.h>
#include <stdbool.h>
extern bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
#define assume __VERIFIER_assume
