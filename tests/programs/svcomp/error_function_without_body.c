extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

extern void __VERIFIER_error(void);
int main() {
  if (__VERIFIER_nondet_uchar() == 13) __VERIFIER_error();
  return 0;
}
