/* Fifty calls nest, forty may. */
static int sum(int n) { return n == 0 ? 0 : n + sum(n - 1); }

int main(void) { return sum(50) == 1275 ? 0 : 1; }
