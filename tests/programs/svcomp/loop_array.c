extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void reach_error() { __assert_fail("0", "loop_array.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int array[12];
  int chosen = __VERIFIER_nondet_uchar() % 12;
  for (int i = 0; i < 12; i++) array[i] = i * i;
  array[chosen] = 0;
  int sum = 0;
  for (int i = 0; i < 12; i++) sum += array[i];
  __VERIFIER_assert(sum == 506 - chosen * chosen);
  return 0;
}
