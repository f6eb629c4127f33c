// stack.spc; stack violated full
void push(int value) { (void)value; }
void pop(void) {}
unsigned char __VERIFIER_nondet_uchar(void);
static void down(int n) {
  if (n == 0) return;
  push(n);
  down(n - 1);
  pop();
}
int main(void) { down(__VERIFIER_nondet_uchar() % 5); }
