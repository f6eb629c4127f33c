// entry.spc; entry holds; open: symbolic
_Bool __VERIFIER_nondet_bool(void);
void work(void) {}
int main(void) {
  do work();
  while (__VERIFIER_nondet_bool());
}
