// stack.spc; stack holds; open: explicit symbolic
void push(int value) { (void)value; }
void pop(void) {}
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
    push(i);
    push(-i);
    pop();
    pop();
  }
}
