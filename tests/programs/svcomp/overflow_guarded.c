extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int x = 2147483640;
  int y = __VERIFIER_nondet_uchar();
  if (x <= 2147483647 - y) x = x + y;
  unsigned u = 4294967295u;
  u = u + (unsigned)y;
  return x < 0;
}
