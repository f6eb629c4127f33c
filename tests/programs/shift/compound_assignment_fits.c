/* Amounts of 2, 17 and 31 fit. */
static unsigned bits = 1;

int main(void) {
  bits <<= 2;
  bits <<= 17;
  bits >>= 31;
  return bits == 0 ? 0 : 1;
}
