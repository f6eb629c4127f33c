/* Thirty calls nest, forty may; how many there are one after the other does not count. */
static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

int main(void) {
  int total = 0;
  for (int i = 0; i < 4; i++) total += sum(30);
  return total == 4 * 465 ? 0 : 1;
}
