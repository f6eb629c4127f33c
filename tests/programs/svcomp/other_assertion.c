extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "other_assertion.c", 3, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

#include <assert.h>
int main() {
  int x = __VERIFIER_nondet_uchar();
  assert(x < 200);
  if (x >= 200) reach_error();
  return 0;
}
