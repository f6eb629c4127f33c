extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "loop_for_ever_with_error.c", 3, "reach_error"); }
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  unsigned x = 0;
  while (1) {
    if (__VERIFIER_nondet_bool()) x = (x + 1) % 8;
    if (x == 7) {
      ERROR: reach_error();
    }
  }
  return 0;
}
