/* 46340 is the last number whose square fits. */
static int square(int x) { return x * x; }

int main(void) {
  int last = 0;
  for (int x = -46340; x <= -46338; x++) last = square(x);
  for (int x = 46338; x <= 46340; x++) last = square(x);
  return last == 0;
}
