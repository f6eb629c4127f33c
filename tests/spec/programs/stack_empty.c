// stack.spc; stack violated empty
void push(int value) { (void)value; }
int pop(void) { return 0; }
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  push(1);
  int x = pop();
  if (__VERIFIER_nondet_bool()) x += pop();
  return x;
}
