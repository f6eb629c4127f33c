// operators.spc; division violated towards zero; shifts violated shifted; choice violated no divisor
void pair(int a, int b) { (void)a, (void)b; }
int main(void) {
  pair(-7, 0);
  pair(-7, 2);
}
