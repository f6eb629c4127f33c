/* __VERIFIER_nondet_long is a 32-bit choice, half as deep as for a long long. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long value = __VERIFIER_nondet_bool() ? -1L : 1L;
  assert((unsigned long)value == 0xffffffffu || value == 1);
  return 0;
}
