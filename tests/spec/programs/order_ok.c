// order.spc; order holds
int step(int x) { return x + 1; }
int work(int x) { return step(x); }
int main(void) {
  work(1);
  int y = work(2);
  return y - 3;
}
