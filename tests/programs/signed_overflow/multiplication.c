/* 46341 is the first number whose square does not fit. */
static int square(int x) { return x * x; }

int main(void) {
  int last = 0;
  for (int x = 46338; x <= 46341; x++) last = square(x);
  return last == 0;
}
