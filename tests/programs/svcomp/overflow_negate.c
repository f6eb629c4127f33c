extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int x = -2147483647 - (__VERIFIER_nondet_bool() ? 1 : 0);
  int y = -x;
  return y == 5;
}
