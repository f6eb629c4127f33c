// counting.spc; counting holds; open: explicit
int __VERIFIER_nondet_int(void);
void get(void) {}
void put(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1000 || x > 1000) return 0;
  get();
  if (x * x < 0) get();
  if (x * x < 0) get();
  put();
}
