/* Only a negative input never meets the end of the recursion. */
extern signed char __VERIFIER_nondet_char(void);

static int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }

int main(void) {
  signed char n = __VERIFIER_nondet_char();
  if (n > 20 || n < -1) return 0;
  return count(n) == n ? 0 : 1;
}
