/* The shift of <<= counts like any other. */
static unsigned bits = 1;

int main(void) {
  for (int i = 0; i < 3; i++) bits <<= 15 * i + 2;
  return bits == 5;
}
