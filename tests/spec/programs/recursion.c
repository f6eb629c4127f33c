// counting.spc; counting violated more than two
void put(void) {}
void get(int depth) { if (depth > 0) get(depth - 1); }
int main(void) {
  get(2);
  put();
}
