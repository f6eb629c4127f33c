// order.spc; order violated a step outside of work
int step(int x) { return x + 1; }
int work(int x) { return step(x); }
int main(void) {
  work(1);
  return step(2);
}
