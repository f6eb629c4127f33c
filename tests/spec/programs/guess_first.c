// guess.spc; guess violated state Bad
void mark(int x) { (void)x; }
void after(void) {}
int main(void) {
  for (int i = 0; i < 3; i++) mark(i);
  after();
}
