// order.spc; order violated work without a step
int step(int x) { return x + 1; }
int work(int x) { return x > 1 ? step(x) : x; }
int main(void) { return work(1); }
