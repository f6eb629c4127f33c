// counting.spc; counting holds; open: symbolic
_Bool __VERIFIER_nondet_bool(void);
void get(void) {}
void put(void) {}
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    get();
    if (__VERIFIER_nondet_bool()) {
      get();
      put();
    }
    put();
  }
}
