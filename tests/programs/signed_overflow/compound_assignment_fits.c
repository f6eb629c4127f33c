/* 12! is the last that fits. */
static int factorial = 1;

int main(void) {
  for (int i = 2; i <= 12; i++) factorial *= i;
  return factorial == 479001600 ? 0 : 1;
}
