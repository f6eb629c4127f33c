// violated division-by-zero; options: --uninitialized input
// A divisor that was never set can be zero.
int main(void) {
  int i;
  return 8 / i;
}
