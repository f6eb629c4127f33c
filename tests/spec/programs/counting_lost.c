// counting.spc; counting violated not all are given back; open: explicit
int __VERIFIER_nondet_int(void);
void get(void) {}
void put(void) {}
int main(void) {
  int x = __VERIFIER_nondet_int();
  get();
  if (x * 3 == 51) return 1;
  put();
}
