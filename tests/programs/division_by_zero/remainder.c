/* The remainder needs a divisor other than zero too; the table size doubles until it overflows to zero. */
int main(void) {
  unsigned char size = 64;
  int slot = 0;
  for (int i = 0; i < 3; i++) {
    slot += 77 % size;
    size = (unsigned char)(size * 2);
  }
  return slot == 0;
}
