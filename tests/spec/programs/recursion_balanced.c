// counting.spc; counting holds
unsigned char __VERIFIER_nondet_uchar(void);
void get(void) {}
void put(void) {}
static int visit(int n) {
  if (n <= 1) return n;
  get();
  put();
  return visit(n - 1) + visit(n - 2);
}
int main(void) { return visit(__VERIFIER_nondet_uchar() % 6) > 8; }
