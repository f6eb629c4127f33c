/* The sum does not fit for one pair of inputs. */
#include <limits.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int a = INT_MAX - 200;
  int sum = a + __VERIFIER_nondet_uchar() % 202;
  return sum < 0;
}
