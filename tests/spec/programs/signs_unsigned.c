// signs.spc; negative holds; wide violated more than a byte of ones; literal irrelevant
void take(unsigned x) { (void)x; }
int main(void) {
  unsigned minus = -1;
  take(minus);
  take(43);
}
