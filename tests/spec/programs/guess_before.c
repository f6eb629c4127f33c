// guess.spc; guess holds
void mark(int x) { (void)x; }
void after(void) {}
int main(void) {
  after();
  for (int i = 0; i < 3; i++) mark(i);
}
