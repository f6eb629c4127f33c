// entry.spc; entry violated nothing was done
_Bool __VERIFIER_nondet_bool(void);
void work(void) {}
int main(void) {
  if (__VERIFIER_nondet_bool()) work();
}
