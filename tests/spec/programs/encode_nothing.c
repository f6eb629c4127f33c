// encode.spc; balance violated nothing was had
int obtain(int n) { return n - n; }
void release(int n) { (void)n; }
int main(void) {
  int some = obtain(3);
  return some;
}
