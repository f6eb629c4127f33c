/* A bit-field of five bits is promoted to int; the store only cuts off bits. */
static struct {
  int b : 5;
  unsigned c : 3;
} shared = {15, 7};

int main(void) {
  shared.b++;
  shared.c++;
  shared.b -= 1;
  return shared.b == 15 && shared.c == 0 ? 0 : 1;
}
