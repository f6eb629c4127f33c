// counting.spc; counting violated none is left
void get(void) {}
void put(void) {}
int main(void) {
  get();
  put();
  put();
}
