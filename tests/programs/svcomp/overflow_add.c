extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int x = 2147483640;
  x = x + __VERIFIER_nondet_uchar() % 10;
  return 0;
}
