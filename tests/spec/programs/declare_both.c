// declare.spc; any violated twice; declared violated declared as five
int main(void) {
  unsigned int x = 5;
  x = 6;
  return x == 7;
}
