extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int f = 1;
  int n = __VERIFIER_nondet_uchar() % 14;
  for (int i = 2; i <= n; i++) f = f * i;
  return 0;
}
