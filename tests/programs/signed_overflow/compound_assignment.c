/* The product of *= does not fit. */
static int factorial = 1;

int main(void) {
  for (int i = 2; i <= 13; i++) factorial *= i;
  return 0;
}
