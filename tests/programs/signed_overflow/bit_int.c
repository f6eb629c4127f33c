/* _BitInt is not promoted: 63 + 1 does not fit in seven bits. */
int main(void) {
  volatile _BitInt(7) a = 63;
  _BitInt(7) sum = a + (_BitInt(7))1;
  return sum == 3;
}
