/* The table size doubles only as long as it does not overflow to zero. */
int main(void) {
  unsigned char size = 64;
  int slot = 0;
  for (int i = 0; i < 3; i++) {
    slot += 77 % size;
    if (size < 128)
      size = (unsigned char)(size * 2);
  }
  return slot == 0;
}
