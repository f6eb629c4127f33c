// counting.spc; counting violated not all are given back
void get(void) {}
void put(void) {}
int main(void) {
  get();
  get();
  put();
}
