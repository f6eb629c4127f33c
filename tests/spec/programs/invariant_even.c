// stack.spc; stack holds; open: explicit symbolic
void push(void) {}
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0;
  for (unsigned i = 0; i < n; i++) x += 2;
  for (int i = 0; i < 4; i++) {
    if (x % 2 == 1) push();
  }
}
