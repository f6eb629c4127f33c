// counting.spc; counting holds
void get(int x) { (void)x; }
void put(int x, int y) { (void)x, (void)y; }
int main(void) {
  get(1);
  get(2);
  put(1, 2);
  get(3);
  put(3, 4);
  put(4, 5);
}
