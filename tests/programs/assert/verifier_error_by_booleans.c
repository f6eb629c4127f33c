/* __VERIFIER_error must not be called, but exactly one of the eight inputs calls it. */
#include <stdbool.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_error(void);

int main(void) {
  bool a = __VERIFIER_nondet_bool();
  bool b = __VERIFIER_nondet_bool();
  bool c = __VERIFIER_nondet_bool();
  int number = (a << 2) | (b << 1) | c;
  if (number == 5)
    __VERIFIER_error();
  return 0;
}
