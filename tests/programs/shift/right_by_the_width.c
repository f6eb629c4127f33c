/* Shifting to the right by the width is undefined, too. */
int main(void) {
  volatile unsigned amount = 32;
  unsigned result = 0x80000000u >> amount;
  return result == 5;
}
