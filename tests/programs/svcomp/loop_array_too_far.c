extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main() {
  int array[12];
  int length = 5 + __VERIFIER_nondet_uchar() % 9;
  for (int i = 0; i < length; i++) array[i] = i;
  return array[0];
}
