extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int *p = 0;
  int x = 1;
  if (__VERIFIER_nondet_bool()) p = &x;
  *p = 2;
  return x;
}
