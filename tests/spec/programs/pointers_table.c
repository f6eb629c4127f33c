// mutex.spc counting.spc; mutex irrelevant; counting holds
unsigned char __VERIFIER_nondet_uchar(void);
static void get(int x) { (void)x; }
static void put(int x) { (void)x; }
static void both(int x) { get(x), put(x); }
int main(void) {
  void (*const table[3])(int) = {get, both, put};
  int start = __VERIFIER_nondet_uchar() % 2;
  if (start == 0) table[0](1);
  table[1](2);
  if (start == 0) table[2](3);
}
