// encode.spc; balance violated more than there is
int obtain(int n) { return n; }
void release(int n) { (void)n; }
int main(void) {
  int some = obtain(3);
  release(some);
  release(1);
}
