// stack.spc; stack violated full
void push(int value) { (void)value; }
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int n = __VERIFIER_nondet_uchar() & 7;
  for (int i = 0; i < n; i++) push(i);
}
