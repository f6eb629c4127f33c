// declare.spc; any holds; declared irrelevant
int main(void) {
  int x = 5;  // not unsigned
  unsigned y = 5;
  return x == (int)y;
}
