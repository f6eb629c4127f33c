// counting.spc; counting violated
void get(void) {}
void put(void) {}
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  for (int i = 0; i < 3; i++) {
    get();
    if (__VERIFIER_nondet_uchar() & 1) put();
  }
}
