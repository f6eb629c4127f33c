/* The largest sum is just INT_MAX. */
#include <limits.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int a = INT_MAX - 200;
  int sum = a + __VERIFIER_nondet_uchar() % 201;
  return sum < 0;
}
