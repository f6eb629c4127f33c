// signs.spc; negative violated negative; wide violated more than a byte of ones; literal violated an argument that must not be written
void take(int x) { (void)x; }
int main(void) {
  int minus = -1;
  take(minus);
  take(42);
}
