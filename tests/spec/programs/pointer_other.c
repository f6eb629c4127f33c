// stop.spc; stop irrelevant; never holds
void forbidden(int x) { (void)x; }
void allowed(int x) { (void)x; }
int main(void) {
  void (*table[2])(int) = {allowed, forbidden};
  table[0](1);
}
