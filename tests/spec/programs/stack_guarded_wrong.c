// stack.spc; stack violated full
void push(void) {}
void pop(void) {}
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int height = 0;
  while (__VERIFIER_nondet_bool()) {
    if (height <= 3 && __VERIFIER_nondet_bool()) {
      push();
      height++;
    } else if (height > 0) {
      pop();
      height--;
    }
  }
}
