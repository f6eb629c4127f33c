// entry.spc; entry holds; open: explicit symbolic
unsigned __VERIFIER_nondet_uint(void);
void work(void) {}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), rest = n;
  while (rest >= 10) rest -= 10;
  if (rest < 10) work();
}
