extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "assume_verifier.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

extern void __VERIFIER_assume(int);
int main() {
  int a = __VERIFIER_nondet_char();
  __VERIFIER_assume(a > 10);
  int b = a;
  while (b > 3) b -= 3;
  __VERIFIER_assert(b != 2);
  return 0;
}
