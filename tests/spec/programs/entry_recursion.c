// entry.spc; entry holds
unsigned char __VERIFIER_nondet_uchar(void);
void work(void) {}
static int down(int n) { return n == 0 ? (work(), 0) : down(n - 1); }
int main(void) { return down(__VERIFIER_nondet_uchar() & 7); }
