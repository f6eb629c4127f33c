/* An index that reaches exactly the next variables' addresses must not hit them. */
static int first[10];
static int second[10];

int main(void) {
  for (int distance = 0; distance < 10; distance++) second[distance] = 1;
  return first[512];
}
