// request.spc; request holds
#include "request.h"
static void odd(int n);
static void even(int n) {
  if (n == 0) return;
  request(n);
  odd(n - 1);
}
static void odd(int n) {
  answer(n);
  if (n == 0) return;
  even(n - 1);
}
int main(void) { even(2 * (__VERIFIER_nondet_uchar() & 3)); }
