// stack.spc; stack holds; open: explicit symbolic
void push(void) {}
void pop(void) {}
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int isFull = 0;
  for (unsigned i = 0; i < n; i++) {
    if (isFull) pop();
    else push();
    isFull = !isFull;
  }
}
